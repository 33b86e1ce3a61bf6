package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// onOneLine are programs of n parts, on one line of the source but for the regions.
var onOneLine = map[string]func(n int) string{
	"regions": func(n int) string {
		return "void f(int *a) {\n" + strings.Repeat("#pragma omp target map(a[0:4])\na[0] = 1;\n", n) + "}\n"
	},
	"statements": func(n int) string {
		return "void f(int *a) {\n#pragma omp target map(a[0:4])\n{ " + strings.Repeat("a[1] += a[2] * 3; ", n) + "}\n}\n"
	},
	"statements of the host": func(n int) string {
		return "int a[4]; void f(void) { " + strings.Repeat("a[1] += a[2] * 3; ", n) + "\n#pragma omp target\n;\n}\n"
	},
	"list items": func(n int) string {
		var declared, listed strings.Builder
		for i := range n {
			fmt.Fprintf(&declared, "int v%d; ", i)
			fmt.Fprintf(&listed, ", v%d", i)
		}
		return "int w; " + declared.String() + "\nvoid f(void) {\n#pragma omp target map(to: w" + listed.String() + ")\n w = 1;\n}\n"
	},
}

// TestLongLines counts the instructions of the front end (cachegrind) for lines of n and of 2n parts, and functions of n
// and of 2n regions: the time must not grow with their square.
func TestLongLines(t *testing.T) {
	t.Parallel()
	ompcc(t)
	dir := beside(t, "valgrind")
	const parts = 150
	for name, program := range onOneLine {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var counts [2]int
			for i := range counts {
				file := filepath.Join(dir, fmt.Sprintf("%s%d.c", strings.ReplaceAll(name, " ", "_"), i))
				if err := os.WriteFile(file, []byte(program(parts<<i)), 0o666); err != nil {
					t.Fatal(err)
				}
				counts[i] = frontEndInstructions(t, dir, file)
			}
			if 10*counts[1] > 26*counts[0] { // twice is linear, four times the square
				t.Errorf("%d instructions for %d parts, %d for %d", counts[0], parts, counts[1], 2*parts)
			}
		})
	}
}

var instructionRefs = regexp.MustCompile(`I +refs: +([\d,]+)`)

// frontEndInstructions counts the instructions of the compiler itself until the region IR is written, without those of
// the host compiler's preprocessor.
func frontEndInstructions(t *testing.T, dir, file string) int {
	compiler, err := filepath.Abs("../lib/ompcc/ompcc-compiler")
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, dir, []string{"GOMAXPROCS=1", "GOGC=off"}, "valgrind", "--tool=cachegrind", "--cache-sim=no",
		"--cachegrind-out-file=/dev/null", compiler, "-emit-region", "-w", file, "-o", file+".region")
	m := instructionRefs.FindStringSubmatch(r.stderr)
	if r.exit != 0 || m == nil {
		t.Fatalf("exit %d\n%s", r.exit, r.stderr)
	}
	n, err := strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
