package emu_test

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ompcc/rt/emu/sim"
)

// TestBothCompilers executes kernels on one array as ompcc and as clang compile them: in the wrong
// ones the same is found, and the right ones leave what they leave without OpenMP.
// What ompcc makes of the wrong ones is TestChecks's.
func TestBothCompilers(t *testing.T) {
	const source = "testdata/checks/right_both.c"
	host := filepath.Join(t.TempDir(), "host")
	if out, err := exec.Command("gcc", "-O1", "-w", "-o", host, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want, err := exec.Command(host).Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("ompcc", func(t *testing.T) {
		compiler, emulator := built(t)
		exe := filepath.Join(t.TempDir(), "a.out")
		if out, err := exec.Command(compiler, "-g", "-O1", "-w", "-fopenmp-targets=nvptx", "-o", exe, source).
			CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		cmd := exec.Command(exe)
		cmd.Env = append(os.Environ(), "OMPCC_EMULATOR="+emulator, "OMPCC_EMULATE=nvptx,budget=300000",
			"OMP_TARGET_OFFLOAD=MANDATORY")
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != string(want) {
			t.Errorf("%v\n%swithout OpenMP:\n%s", err, out, want)
		}
	})
	t.Run("clang", func(t *testing.T) {
		text := clangText(t, source)
		for line := range strings.Lines(string(want)) {
			name, hash, _ := strings.Cut(strings.TrimSpace(line), " ")
			if withCritical[name] {
				continue
			}
			left, err := launchBoth(t, text, name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			h := fnv.New64a()
			h.Write(left)
			if got := fmt.Sprintf("%016x", h.Sum64()); got != hash {
				t.Errorf("%s leaves %s, without OpenMP %s", name, got, hash)
			}
		}
		text = clangText(t, "testdata/checks/wrong_both.c")
		for _, c := range wrongKernels(t, "wrong_both") {
			if withCritical[c.name] {
				continue
			}
			_, err := launchBoth(t, text, c.name)
			if err == nil {
				t.Errorf("nothing is found in %s", c.name)
				continue
			}
			c.judge(t, "wrong_both", err.Error())
		}
	})
}

// withCritical are the functions with critical regions: clang-19's device runtime lacks a function
// that these call.
var withCritical = map[string]bool{"two_names": true, "critical_around_one": true}

// clangText compiles kernels with clang and its device runtime.
func clangText(t *testing.T, source string) string {
	t.Helper()
	const library = "/usr/lib/llvm-19/lib/libomptarget-nvptx-sm_80.bc"
	clang, err := exec.LookPath("clang-19")
	if _, e := os.Stat(library); err != nil || e != nil {
		t.Skip("clang-19 with its device runtime is not installed")
	}
	return compileTo(t, clang, "-g", "-w", "-O1", "-DNO_CRITICAL", "-fopenmp", "-fopenmp-version=51",
		"-fopenmp-targets=nvptx64-nvidia-cuda", "-Xopenmp-target=nvptx64-nvidia-cuda", "-march=sm_80",
		"--offload-device-only", "-nogpulib", "-Xclang", "-mlink-builtin-bitcode", "-Xclang", library, "-S", source)
}

// launchBoth launches the kernel of a function on the array 0, 1, 2 … of 1024 elements, by as many
// threads as the text says, and returns what it leaves.
func launchBoth(t *testing.T, text, function string) ([]byte, error) {
	t.Helper()
	name := regexp.MustCompile(`\.entry (\w+_` + function + `_l\d+)\(`).FindStringSubmatch(text)
	if name == nil {
		t.Fatalf("there is no kernel of %s", function)
	}
	o := sim.Defaults()
	o.Memory, o.Budget = 256<<20, 1<<24
	d, err := sim.New(o)
	if err != nil {
		t.Fatal(err)
	}
	m, err := d.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	array := make([]byte, 4096)
	for i := range len(array) / 4 {
		binary.LittleEndian.PutUint32(array[4*i:], uint32(i))
	}
	if function == "address_in_the_data" {
		binary.LittleEndian.PutUint64(array, 0x7f0012345678)
	}
	place := func(data []byte) uint64 {
		p, err := d.Alloc(uint64(len(data)))
		if err == nil {
			err = d.Write(p, data)
		}
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	data := place(array)
	environment := place(binary.LittleEndian.AppendUint64(make([]byte, 8), place(make([]byte, 1<<20))))
	k := m.Kernel(name[1])
	offsets, sizes := k.Params()
	params := make([]byte, k.ParamSize())
	values := []uint64{environment, data}
	if len(sizes) != len(values) {
		t.Fatalf("%s has %d parameters", name[1], len(sizes))
	}
	for i, v := range values {
		copy(params[offsets[i]:offsets[i]+sizes[i]], binary.LittleEndian.AppendUint64(nil, v))
	}
	blocks, threads := uint32(1), uint32(64)
	if strings.Contains(headOf(t, function), "teams") {
		blocks = 4
	} else if n := regexp.MustCompile(`num_threads\((\d+)\)`).FindStringSubmatch(headOf(t, function)); n != nil {
		fmt.Sscan(n[1], &threads)
	}
	if err := d.Launch(k,
		sim.Grid{Blocks: [3]uint32{blocks, 1, 1}, Threads: [3]uint32{threads, 1, 1}, Params: params}); err != nil {
		return nil, err
	}
	left, err := d.Bytes(data, uint64(len(array)))
	if err != nil {
		t.Fatal(err)
	}
	return left, nil
}

// headOf is the target directive of a function.
func headOf(t *testing.T, function string) string {
	t.Helper()
	for _, file := range []string{"right_both", "wrong_both"} {
		text, err := os.ReadFile("testdata/checks/" + file + ".c")
		if err != nil {
			t.Fatal(err)
		}
		if _, rest, ok := strings.Cut(string(text), "static void "+function+"(void)\n"); ok {
			_, rest, _ = strings.Cut(rest, "#pragma omp target")
			line, _, _ := strings.Cut(rest, "\n")
			return line
		}
	}
	t.Fatalf("there is no function %s", function)
	return ""
}
