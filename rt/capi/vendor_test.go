package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// gpuProgram builds testdata/vendor/gpu.c, whose PTX has the given text.
func gpuProgram(t *testing.T, ptx string, flags ...string) string {
	t.Helper()
	return vendorProgram(t, "gpu.c", append(flags, "-DTEXT=\""+ptx+"\"")...)
}

func vendorProgram(t *testing.T, source string, flags ...string) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "program")
	compileC(t, "gcc", append(flags, "testdata/vendor/"+source, libompcc(t), "-lpthread", "-ldl", "-o", exe)...)
	return exe
}

// driver builds a stand-in for a driver and returns the environment that makes
// programs find it.
func driver(t *testing.T, source, name string, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	compileC(t, "gcc", append(flags, "-shared", "-fPIC", "testdata/vendor/"+source, "-o", filepath.Join(dir, name))...)
	return "LD_LIBRARY_PATH=" + dir
}

// TestCUDA runs a program against a stand-in for NVIDIA's driver that checks
// each call.
func TestCUDA(t *testing.T) {
	env := driver(t, "fakecuda.c", "libcuda.so.1")
	program := gpuProgram(t, ".target sm_80")
	t.Run("works", func(t *testing.T) {
		runC(t, map[string][]string{"env": {env}, "stdout": {
			"1 devices: GPU-abababababababababababababababab\n",
			"launch once 3907 x 256 on device 0\n", // ceil(1000000/256): one iteration each
			"launch once 4 x 256 on device 0\n",
			"launch loop 2 x 256 on device 0\n",
			"launch loop 11 x 96 on device 0\n", // whole warps
			"ok\nreleased, no memory left\n",
		}}, program)
	})
	t.Run("kernel fails", func(t *testing.T) {
		runC(t, map[string][]string{"env": {env}, "exit": {"1"}, "stderr": {
			"error: kernel bad failed on device 0 (Fake GPU): cuStreamSynchronize: an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS, 700)"}},
			program, "fail")
	})
	t.Run("bad image", func(t *testing.T) {
		bad := gpuProgram(t, ".target sm_banana")
		const log = "the image for device 0 (Fake GPU) cannot be loaded: cuModuleLoadDataEx: a PTX JIT compilation failed (CUDA_ERROR_INVALID_PTX, 218)\nptxas fatal : bad text, line 1"
		runC(t, map[string][]string{"env": {env}, "stdout": {"on the host"}, "stderr": {"warning: ", log}}, bad)
		runC(t, map[string][]string{"env": {env, "OMP_TARGET_OFFLOAD=mandatory"}, "exit": {"1"}, "stderr": {log}}, bad)
	})
	t.Run("PTX too new", func(t *testing.T) {
		runC(t, map[string][]string{"env": {env, "FAKE_OLD_DRIVER=1"}, "stdout": {"on the host"}, "stderr": {"warning: ",
			"cannot be loaded: cuModuleLoadDataEx: the provided PTX was compiled with an unsupported toolchain. (CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222): the driver is older than the program's PTX; update NVIDIA's driver\n"}}, program)
	})
	t.Run("no driver", func(t *testing.T) {
		runC(t, map[string][]string{"stdout": {"0 devices: ", "on the host"}, "stderr": {
			": the host executes this region: no NVIDIA GPU: libcuda.so.1: cannot open shared object file: No such file or directory, no AMD GPU: libhsa", "; install the GPU's driver, "}}, program)
	})
	t.Run("told once", func(t *testing.T) {
		for _, c := range []struct {
			env  []string
			says string
			n    int
		}{
			{nil, "no NVIDIA GPU: libcuda.so.1", 1},
			{[]string{"OMP_TARGET_OFFLOAD=disabled"}, "", 0},
			{[]string{env, "OMP_AVAILABLE_DEVICES=kind(cpu)"},
				"OMP_AVAILABLE_DEVICES='kind(cpu)' excludes all 1 devices; unset it", 1},
			{[]string{env, "OMP_DEFAULT_DEVICE=7"}, "there is no device 7; write a number from 0 to 0", 1},
			{[]string{env}, "", 0},
		} {
			var log strings.Builder
			cmd := exec.Command(program)
			cmd.Env, cmd.Stderr = append(os.Environ(), c.env...), &log
			_ = cmd.Run() // what the program finds wrong is not the matter here
			if strings.Count(log.String(), "the host executes this region: ") != c.n ||
				!strings.Contains(log.String(), c.says) {
				t.Errorf("%v: want %d times %q\n%s", c.env, c.n, c.says, log.String())
			}
		}
	})
	t.Run("says why", func(t *testing.T) {
		const mandatory = "OMP_TARGET_OFFLOAD=mandatory"
		for _, c := range []struct{ env, says string }{
			{"FAKE_NO_GPU=0",
				"warning: no NVIDIA GPU: libcuda.so.1: cannot open shared object file: No such file or directory\n"},
			{"FAKE_NO_GPU=1",
				"warning: no NVIDIA GPU: cuInit: no CUDA-capable device is detected (CUDA_ERROR_NO_DEVICE, 100)\n"},
			{"FAKE_NO_GPU=2", "warning: no NVIDIA GPU: the driver finds none\n"},
		} {
			at := env
			if c.env == "FAKE_NO_GPU=0" {
				at = "LD_LIBRARY_PATH="
			}
			runC(t,
				map[string][]string{"env": {at, c.env, mandatory}, "exit": {"1"},
					"stderr": {c.says, "no device is available"}}, program)
			runC(t,
				map[string][]string{"env": {at, c.env, "OMPCC_INFO=1"}, "stdout": {"0 devices: ", "on the host"},
					"stderr": {c.says}}, program)
		}
	})
	t.Run("machine code", func(t *testing.T) {
		both := gpuProgram(t, ".target sm_80", "-DMACHINE_CODE")
		runC(t,
			map[string][]string{"env": {env}, "stdout": {"machine code is loaded\n", "ok\nreleased, no memory left\n"}},
			both)
		// A GPU or driver that refuses it compiles the PTX.
		runC(t, map[string][]string{"env": {env, "FAKE_NO_BINARY=1", "OMP_TARGET_OFFLOAD=mandatory"}, "stdout": {
			"machine code is refused\n", "ok\nreleased, no memory left\n"}}, both)
	})
}

// TestNoImage: a GPU that no image of the program suits is no device, and a warning says
// so once; the other devices are taken.
func TestNoImage(t *testing.T) {
	cuda, hsa := driver(t, "fakecuda.c", "libcuda.so.1"), driver(t, "fakehsa.c", "libhsa-runtime64.so.1")
	gpu, two := gpuProgram(t, ".target sm_80"), vendorProgram(t, "two.c", "-DREQUIRES=0")
	const warning = "warning: GPU 0 (Fake GPU, sm_50) is not used: the program has device code for sm_52, sm_80, sm_120 only; compile it with --offload-arch=sm_50\n"
	runC(t,
		map[string][]string{"env": {cuda, "FAKE_OLD=1"}, "stdout": {"0 devices: ", "on the host"}, "stderr": {warning}},
		gpu)
	runC(t,
		map[string][]string{"env": {cuda, "FAKE_OLD=1", "OMP_TARGET_OFFLOAD=mandatory"}, "exit": {"1"},
			"stderr": {warning, "no device is available"}}, gpu)
	runC(t,
		map[string][]string{"env": {cuda, "FAKE_OLD=1", "FAKE_GPUS=2"}, "stdout": {"1 devices: GPU-acacac"},
			"stderr": {warning}}, gpu)
	runC(t, map[string][]string{"env": {hsa, "FAKE_OLD=1"}, "stdout": {"0 devices"}, "stderr": {
		"warning: GPU 0 (Fake GPU, gfx906:sramecc+:xnack-) is not used: the program has device code for gfx90a only; compile it with --offload-arch=gfx906\n"}}, two)
	var log strings.Builder
	c := exec.Command(gpu)
	c.Env, c.Stderr = append(os.Environ(), cuda, "FAKE_OLD=1"), &log
	if err := c.Run(); err != nil || strings.Count(log.String(), "warning: ") != 1 {
		t.Errorf("%v: %s", err, log.String())
	}
}

// TestTwoGPUs: each has its copies of the program's variables, its streams and
// memory, and one copies from the other without the host.
func TestTwoGPUs(t *testing.T) {
	cuda, hsa := driver(t, "fakecuda.c", "libcuda.so.1"), driver(t, "fakehsa.c", "libhsa-runtime64.so.1")
	plain := vendorProgram(t, "two.c", "-DREQUIRES=0")
	t.Run("cuda", func(t *testing.T) {
		runC(t, map[string][]string{"env": {cuda, "FAKE_GPUS=2"}, "stdout": {
			"2 devices: GPU-abababababababababababababababab GPU-acacacacacacacacacacacacacacacac\n",
			"device 1 reaches device 0\n400000 bytes from device 0 to device 1\n",
			"device 0 reaches device 1\n400 bytes from device 1 to device 0\n",
			"ok\nreleased, no memory left\nreleased, no memory left\n"}}, plain)
	})
	t.Run("hsa", func(t *testing.T) {
		runC(t, map[string][]string{"env": {hsa, "FAKE_GPUS=2"}, "stdout": {
			"2 devices: GPU-0123 GPU-0124\n",
			"400000 bytes from device 0 to device 1\n",
			"400 bytes from device 1 to device 0\n",
			"ok\nreleased, 0 blocks left\n"}}, plain)
		runC(t,
			map[string][]string{"env": {hsa, "FAKE_GPUS=2", "FAKE_NO_LINK=1"},
				"stdout": {"ok\nreleased, 0 blocks left\n"}}, plain)
	})
	// requires unified_shared_memory: GPUs that do not access the host's memory are
	// no devices of the program, the others allocate what the host accesses.
	unified := vendorProgram(t, "two.c", "-DREQUIRES=4")
	for name, env := range map[string]string{"cuda": cuda, "hsa": hsa} {
		t.Run("unified "+name, func(t *testing.T) {
			runC(t, map[string][]string{"env": {env, "FAKE_GPUS=2"}, "stdout": {"0 devices"}}, unified)
			runC(t,
				map[string][]string{"env": {env, "FAKE_GPUS=2", "FAKE_PAGEABLE=1"},
					"stdout": {"2 devices", "ok\nreleased"}}, unified)
		})
	}
}

// TestOverlap: kernels and transfers of independent target tasks are under way at
// the same time, each task with a stream of its own; long transfers come from
// pinned memory.
func TestOverlap(t *testing.T) {
	env := driver(t, "fakecuda.c", "libcuda.so.1")
	amd := driver(t, "fakehsa.c", "libhsa-runtime64.so.1")
	overlapping := func(t *testing.T, w map[string][]string, cc string, flags ...string) string {
		exe := filepath.Join(t.TempDir(), "overlap")
		compileC(t, cc,
			append(flags, "testdata/vendor/overlap.c", libompcc(t), "-lpthread", "-ldl", "-lm", "-o", exe)...)
		w["stdout"] = []string{"ok\n4 kernels at once, 4 transfers from pinned memory\nreleased, no memory left\n"}
		runC(t, w, exe)
		return exe
	}
	overlap := func(t *testing.T, cc string, flags ...string) {
		exe := overlapping(t, map[string][]string{"env": {env}}, cc, flags...)
		runC(t, map[string][]string{"env": {amd}, "stdout": {"ok\n4 kernels at once\nreleased, 0 blocks left\n"}}, exe)
	}
	t.Run("threads", func(t *testing.T) { overlap(t, "gcc") })
	tool := checker(t)
	for _, cc := range hostCompilers() {
		t.Run("tasks "+cc, func(t *testing.T) { overlap(t, cc, "-fopenmp") })
		// With a tool, which libomp hosts or we: it is told of the tasks all the same.
		t.Run("tool "+cc, func(t *testing.T) {
			overlapping(t,
				map[string][]string{"env": {env, "OMP_TOOL_LIBRARIES=" + tool, "OMPT_CHECK_VERBOSE=1"},
					"stderr": {" events, 0 violations"}}, cc, "-fopenmp")
		})
	}
}

// TestHSA is the same for AMD's runtime.
func TestHSA(t *testing.T) {
	env := driver(t, "fakehsa.c", "libhsa-runtime64.so.1")
	program := gpuProgram(t, ".target sm_80")
	t.Run("works", func(t *testing.T) {
		runC(t, map[string][]string{"env": {env}, "stdout": {
			"1 devices: GPU-0123\n",
			"launch once 3907 x 256 on device 0\nprinted by a kernel\n",
			"launch once 4 x 256 on device 0\n",
			"launch loop 2 x 256 on device 0\n",
			"launch loop 16 x 64 on device 0\n", // whole wavefronts
			"ok\nreleased, 0 blocks left\n",
		}}, program)
	})
	t.Run("kernel fails", func(t *testing.T) {
		runC(t, map[string][]string{"env": {env}, "exit": {"1"}, "stderr": {
			"error: kernel bad failed on device 0 (Fake GPU): HSA_STATUS_ERROR_EXCEPTION"}}, program, "fail")
	})
	t.Run("says why", func(t *testing.T) {
		for env2, says := range map[string]string{"FAKE_NO_GPU=1": "hsa_init: HSA_STATUS_ERROR_OUT_OF_RESOURCES (0x1008)\n", "FAKE_GPUS=0": "none of the agents is one\n"} {
			runC(t,
				map[string][]string{"env": {env, env2, "OMPCC_INFO=1"}, "stdout": {"0 devices: ", "on the host"},
					"stderr": {"warning: no AMD GPU: " + says}}, program)
		}
	})
	t.Run("reverse offload", func(t *testing.T) {
		requires := gpuProgram(t, ".target sm_80", "-DREQUIRES=1")
		runC(t, map[string][]string{"env": {env}, "stdout": {"1 devices: GPU-0123\n"}}, requires)
	})
	t.Run("traced", func(t *testing.T) { // kernels are measured by the GPU's clock
		file := filepath.Join(t.TempDir(), "trace.json")
		runC(t, map[string][]string{"env": {env, "OMPCC_TRACE=" + file}, "stdout": {"ok\nreleased, 0 blocks left\n"}},
			program)
		if text, err := os.ReadFile(file); err != nil || strings.Count(string(text), `"cat":"kernel","pid":100,`) != 4 {
			t.Errorf("%v, a trace without the four kernels:\n%s", err, text)
		}
	})
	t.Run("transfer fails", func(t *testing.T) {
		runC(t, map[string][]string{"env": {env}, "exit": {"1"}, "stderr": {
			"error: target update: 'counter' cannot be copied to the device on device 0 (Fake GPU): the transfer failed"}}, program, "lose")
	})
}

// TestReverseOffload: a kernel asks the host for a call, and the thread that waits for the kernel makes it. What the
// function frees is freed when the kernel has ended; a function may end the program.
func TestReverseOffload(t *testing.T) {
	env := []string{driver(t, "fakecuda.c", "libcuda.so.1"), "FAKE_REVERSE=1"}
	program := vendorProgram(t, "reverse.c")
	runC(t, map[string][]string{"env": env, "stdout": {"1 devices\n", "ok\nreleased, no memory left\n"}}, program)
	runC(t, map[string][]string{"env": env, "exit": {"7"}, "stdout": {"1 devices\n"}}, program, "leaves")
}

// TestChain: target tasks that depend on each other are given to the device at
// once, each on a stream of its own that waits for the former one's event; no
// thread waits in between.
func TestChain(t *testing.T) {
	for _, gpu := range []struct{ name, source, library, end, fails, crashes string }{
		{"cuda", "fakecuda.c", "libcuda.so.1",
			"ok\n4 kernels at once, 0 transfers from pinned memory\nreleased, no memory left\n",
			"cuStreamSynchronize: an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS, 700)", "cuStreamSynchronize: "},
		{"hsa", "fakehsa.c", "libhsa-runtime64.so.1", "ok\n4 kernels at once\nreleased, 0 blocks left\n",
			"the transfer failed", "HSA_STATUS_ERROR_EXCEPTION"},
	} {
		env := driver(t, gpu.source, gpu.library)
		for _, cc := range hostCompilers() {
			t.Run(gpu.name+" "+cc, func(t *testing.T) {
				exe := filepath.Join(t.TempDir(), "chain")
				compileC(t, cc, "-fopenmp", "testdata/vendor/chain.c", libompcc(t), "-lpthread", "-ldl", "-lm", "-o",
					exe)
				runC(t, map[string][]string{"env": {env}, "stdout": {gpu.end}}, exe)
				for what, says := range map[string]string{
					"enter":   ": error: target enter data: 'y' cannot be copied to the device on device 0 (Fake GPU): ",
					"update":  ": error: target update nowait: 'x' cannot be copied from the device on device 0 (Fake GPU): ",
					"routine": "error: omp_target_memcpy_async: 4000 bytes to 0x",
				} {
					runC(t, map[string][]string{"env": {env}, "exit": {"1"}, "stderr": {says, gpu.fails}}, exe, what)
				}
				runC(t,
					map[string][]string{"env": {env}, "exit": {"1"},
						"stderr": {": error: kernel bad failed on device 0 (Fake GPU): " + gpu.crashes}}, exe, "kernel")
				checkChain(t, chainLog(t, exe, env))
			})
		}
	}
}

// chainLog is what a driver shows of the chain of kernels.
func chainLog(t *testing.T, exe string, env ...string) string {
	t.Helper()
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), append(env, "FAKE_LOG=1")...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	kernels, _, _ := strings.Cut(string(out), "chain done\n")
	return kernels[strings.Index(kernels, "launch meet"):]
}

// checkChain wants four launches, each but the first on a stream that was told to
// wait for the one of the launch before, and only then the end of the first.
func checkChain(t *testing.T, log string) {
	t.Helper()
	before, last := -1, -1
	for _, line := range strings.Split(strings.TrimSpace(log), "\n") {
		var a, b int
		switch {
		case scan(line, "stream %d waits for stream %d", &a, &b):
			if b == last {
				before = a
			}
		case scan(line, "launch meet on stream %d", &a):
			if last >= 0 && before != a {
				t.Errorf("%s, which waits for none", line)
			}
			last = a
		}
	}
	launches, done := strings.LastIndex(log, "launch"), strings.Index(log, "is done")
	if n := strings.Count(log, "launch"); n != 4 || done < launches {
		t.Errorf("%d launches, or one after a stream was waited for", n)
	}
	if t.Failed() {
		t.Log(log)
	}
}

func scan(line, format string, to ...any) bool {
	n, err := fmt.Sscanf(line, format, to...)
	return err == nil && n == len(to)
}
