// Command mathulp measures the mathematical functions of GPU device code
// against glibc and writes the table of docs/math.md. libclc's functions and
// those of rt/devlib are built for the host: the same IR that GPUs get.
//
//	mathulp [-n points] [-llvm dir] [-clc file]
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
)

const head = `# Accuracy of the mathematical functions on devices

The CPU device calls the host's libm. GPUs call libclc, or rt/devlib where libclc
is off by more than 2 ulp; errno is not set and no floating-point exceptions are
raised by them. sqrt, fabs, fma, floor, ceil, trunc, rint, round, copysign, fmin
and fmax are exact instructions of the target. long double does not exist on GPUs.
erfc, lgamma, tgamma and the Bessel functions compute with pairs of doubles and round
once (rt/devlib/special.c names the methods): the float functions are those of double.

Greatest error in units in the last place, against glibc in the next precision,
over %d random arguments of each range (half uniform, half of uniform
exponents), with fused multiply-add as on GPUs; "go run ./tests/mathulp" makes this table.

| function | arguments | double: ulp | at | float: ulp | at |
|---|---|---|---|---|---|
`

const tail = `
lgamma's relative error grows beside its zeros at negative arguments (-2.457…, -2.747…, …),
where the absolute one stays below 2^-56. The functions of complex.h are composed of
these by Kahan's formulas; their parts may be off by a few ulp more.
`

func main() {
	n := flag.Int("n", 100000, "arguments of each function")
	llvm := flag.String("llvm", "/usr/lib/llvm-19/bin", "LLVM's programs")
	clc := flag.String("clc", "/usr/lib/clc/nvptx64--.bc", "libclc's bitcode")
	flag.Parse()
	table, err := measure(*n, *llvm, *clc)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf(head, *n)
	os.Stdout.Write(table)
	fmt.Print(tail)
}

func measure(n int, llvm, clc string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "ompcc-mathulp")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	at := func(name string) string { return filepath.Join(dir, name) }
	tool := func(name string, args ...string) error {
		if out, err := exec.Command(filepath.Join(llvm, name), args...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %v\n%s", name, err, out)
		}
		return nil
	}
	if err := tool("clang", "-O1", "-w", "-ffp-contract=off", "-emit-llvm", "-c", "tests/mathulp/testdata/ulp.c", "-o",
		at("ulp.bc")); err != nil {
		return nil, err
	}
	if err := tool("llvm-link", "--only-needed", at("ulp.bc"), clc, "-o", at("all.bc")); err != nil {
		return nil, err
	}
	if err := tool("opt", "-passes=internalize,globaldce", "-internalize-public-api-list=main", at("all.bc"), "-S",
		"-o", at("all.ll")); err != nil {
		return nil, err
	}
	ir, err := os.ReadFile(at("all.ll"))
	if err != nil {
		return nil, err
	}
	ir = regexp.MustCompile(`(?m)^target triple.*$`).ReplaceAll(ir, []byte(`target triple = "x86_64-pc-linux-gnu"`))
	ir = regexp.MustCompile(`"target-features"="[^"]*"`).ReplaceAll(ir, nil)
	if err := os.WriteFile(at("all.ll"), ir, 0o666); err != nil {
		return nil, err
	}
	if err := tool("clang", "-w", "-O1", "-march=native", "-x", "ir", at("all.ll"), "-o", at("ulp"),
		"-lm"); err != nil {
		return nil, err
	}
	return exec.Command(at("ulp"), strconv.Itoa(n)).Output()
}
