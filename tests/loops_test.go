package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"ompcc/cmd/ompcc/llvm"
)

// TestLoopInstructions compares the machine code of the benchmark's loops on the
// CPU device with that of clang's parallel loops: an iteration may not need more
// instructions.
func TestLoopInstructions(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "amd64" {
		t.Skip("counts x86 instructions")
	}
	const source = "bench/testdata/native.c"
	cc, dir := ompcc(t), t.TempDir()
	device, native := filepath.Join(dir, "device.s"), filepath.Join(dir, "native.s")
	for _, command := range [][]string{
		{cc, "-O3", "--offload-device-only", "-S", source, "-o", device},
		{llvm.Clang(), "-O3", "-fopenmp", "-DNATIVE", "-S", source, "-o", native},
	} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", command, err, out)
		}
	}
	ours, theirs := loopCosts(t, device), loopCosts(t, native)
	for _, name := range []string{"saxpy", "stencil", "dot", "matmul"} {
		us, them := ours[name], theirs[name]
		t.Logf("%s: %.3f instructions for each element, clang's parallel for %.3f", name, us, them)
		if us == 0 || them == 0 || us > them {
			t.Errorf("%s: %.3f instructions for each element, clang's parallel for has %.3f", name, us, them)
		}
	}
}

var (
	asmFunction = regexp.MustCompile(`^"?(?:__ompcc_k_native_c_(\w+?)_l\d+|(\w+)\.omp_outlined)"?:`)
	asmLabel    = regexp.MustCompile(`^(\.L\w+):`)
	asmMultiply = regexp.MustCompile(`^mul(ps|pd|ss|sd)\b`)
)

// loopCosts returns, for each function of an assembly file, the instructions for
// each multiplied element in the best of its innermost loops.
func loopCosts(t *testing.T, file string) map[string]float64 {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	width := map[string]int{"ps": 4, "pd": 2, "ss": 1, "sd": 1}
	costs := map[string]float64{}
	function, label, count, elements := "", "", 0, 0
	for line := range strings.Lines(string(text)) {
		if m := asmFunction.FindStringSubmatch(line); m != nil {
			function = m[1] + m[2]
		}
		if m := asmLabel.FindStringSubmatch(line); m != nil {
			label, count, elements = m[1], 0, 0
		}
		line, _, _ = strings.Cut(line, "#")
		instruction := strings.TrimSpace(line)
		if !strings.HasPrefix(line, "\t") || instruction == "" || instruction[0] == '.' {
			continue
		}
		count++
		if m := asmMultiply.FindStringSubmatch(instruction); m != nil {
			elements += width[m[1]]
		}
		back := instruction[0] == 'j' && label != "" && strings.HasSuffix(instruction, "\t"+label)
		if cost := float64(count) / float64(max(elements, 1)); back && elements > 0 &&
			(costs[function] == 0 || cost < costs[function]) {
			costs[function] = cost
		}
	}
	return costs
}
