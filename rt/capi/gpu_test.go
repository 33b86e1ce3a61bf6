package main

import (
	"os"
	"os/exec"
	"runtime"
	"testing"

	"ompcc/rt/device/devicetest"
)

// TestGPUConformance runs the conformance suite on each of the machine's NVIDIA
// GPUs (make gpu-test). Without one it is skipped, or fails if OMPCC_GPU=required.
func TestGPUConformance(t *testing.T) {
	devices, err := cudaPlugin().Open()
	if err != nil || len(devices) == 0 {
		if os.Getenv("OMPCC_GPU") == "required" {
			t.Fatalf("NO NVIDIA GPU, and OMPCC_GPU=required: %v", err)
		}
		t.Skipf("NO NVIDIA GPU: NOTHING WAS TESTED ON ONE (%v)", err)
	}
	for _, d := range devices {
		t.Run(d.Info().Name, func(t *testing.T) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			if err := d.Init(); err != nil {
				t.Fatal(err)
			}
			devicetest.Conform(t, d)
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestGPUHarness: where there is a driver TestGPUConformance uses it, and where
// a GPU is required it fails without.
func TestGPUHarness(t *testing.T) {
	harness := func(env ...string) (string, error) {
		c := exec.Command(os.Args[0], "-test.run=^TestGPUConformance$", "-test.v")
		c.Env = append(os.Environ(), append(env, "OMPCC_GPU=required")...)
		out, err := c.CombinedOutput()
		return string(out), err
	}
	if out, err := harness(driver(t, "fakecuda.c", "libcuda.so.1"), "FAKE_UNSTAGED=1"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err := harness("LD_LIBRARY_PATH="); err == nil && !hasGPU() {
		t.Errorf("it does not fail without a GPU\n%s", out)
	}
}

// hasGPU reports whether the machine has an NVIDIA driver.
func hasGPU() bool {
	_, err := os.Stat("/dev/nvidiactl")
	return err == nil
}
