package tests

import (
	"os"
	"path/filepath"
	"testing"
)

// gpu is the environment of programs on the machine's NVIDIA GPU. Without one
// the test is skipped, or fails if OMPCC_GPU=required; OMPCC_GPU=emulated takes
// the emulated device, to try the harness.
func gpu(t *testing.T, cc string) []string {
	t.Helper()
	if os.Getenv("OMPCC_GPU") == "emulated" {
		return emulated(t, "")
	}
	dir := t.TempDir()
	source, exe := filepath.Join(dir, "probe.c"), filepath.Join(dir, "probe")
	text := "int main(void)\n{\n  int x = 1;\n#pragma omp target map(tofrom: x)\n  x++;\n  return x != 2;\n}\n"
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if r := run(t, "", nil, cc, "-fopenmp-targets=nvptx", "-o", exe, source); r.exit != 0 {
		t.Fatalf("ompcc: exit %d\n%s", r.exit, r.stderr)
	}
	env := []string{"OMP_TARGET_OFFLOAD=MANDATORY", "OMPCC_EMULATE="}
	r := run(t, dir, env, exe)
	if r.exit == 0 {
		return env
	}
	if os.Getenv("OMPCC_GPU") == "required" {
		t.Fatalf("NO NVIDIA GPU, and OMPCC_GPU=required: exit %d\n%s", r.exit, r.stderr)
	}
	t.Skipf("NO NVIDIA GPU: NOTHING WAS TESTED ON ONE\n%s", r.stderr)
	return nil
}

// TestGPU runs every program on the machine's NVIDIA GPU (make gpu-test).
func TestGPU(t *testing.T) {
	cc := ompcc(t)
	env := gpu(t, cc)
	for _, c := range cases(t) {
		if c.runs() {
			t.Run(c.name(), func(t *testing.T) { nvidiaCase(t, cc, c, "GPU", env) })
		}
	}
}

// TestGPUExamples runs the examples on the machine's NVIDIA GPU.
func TestGPUExamples(t *testing.T) {
	cc := ompcc(t)
	env := gpu(t, cc)
	gpuExamples(t, cc, "nvptx", func(int) ([]string, []string) { return nil, env })
}
