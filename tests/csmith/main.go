// Command csmith compares programs that csmith makes, run inside a target
// region on the CPU device or an emulated device, with the same programs
// compiled by gcc.
//
//	csmith [-first n] [-n count] [-O levels] [-csmith options] [-gpu] [-gpuO level] [-emulated | -amd arch] [-j jobs] [-keep dir]
//
// The whole program becomes device code: its functions and variables are
// declare target, and main's work is one target region. The levels are device
// code's: the host's version, which never runs here, is compiled without optimisation.
// Programs on which gcc's own result takes more than a quarter of a second of
// processor time (most never end), and those on which gcc's levels differ, are
// left out and counted. The counts so far are printed after every fifty
// programs, so that a campaign that is cut short has a figure.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// outcome of one program at one level.
type outcome int

const (
	equal outcome = iota
	differs
	refused // our compiler failed
	hangs
	leftOut
)

type options struct {
	ompcc, keep, include string
	gpu, emulated        bool
	amd                  string // architecture
	gpuLevel             string
	csmith               []string // options besides the seed
	limit                string   // object that ends a program which takes too long
}

func main() {
	first := flag.Int("first", 1, "first seed")
	n := flag.Int("n", 100, "number of programs")
	levels := flag.String("O", "2", "optimisation levels, separated by commas")
	jobs := flag.Int("j", 1, "programs at a time")
	shape := flag.String("csmith", "", "csmith's options, such as \"--float --builtins --max-funcs 5\"")
	var o options
	flag.BoolVar(&o.gpu, "gpu", false, "compile for nvptx and amdgcn as well, where LLVM verifies the IR")
	flag.StringVar(&o.gpuLevel, "gpuO", "1", "optimisation level of these compilations")
	flag.BoolVar(&o.emulated, "emulated", false, "run on the emulated NVIDIA device")
	flag.StringVar(&o.amd, "amd", "", "run on the emulated AMD device of the architecture")
	flag.StringVar(&o.keep, "keep", "", "folder for the programs that fail")
	flag.StringVar(&o.ompcc, "ompcc", "bin/ompcc", "the compiler")
	flag.StringVar(&o.include, "include", "/usr/include/csmith", "csmith's headers")
	flag.Parse()
	o.csmith = strings.Fields(*shape)
	work, err := os.MkdirTemp("", "ompcc-csmith")
	if err != nil {
		panic(err)
	}
	o.limit = filepath.Join(work, "limit.o")
	write(filepath.Join(work, "limit.c"), []byte(limitSource))
	out, err := command(time.Minute, "gcc", "-c", filepath.Join(work, "limit.c"), "-o", o.limit)
	if err != nil {
		fmt.Fprintln(os.Stderr, firstLine(out, err))
		os.Exit(1)
	}
	good := campaign(o, *first, *n, strings.FieldsFunc(*levels, func(r rune) bool { return r == ',' }), *jobs)
	os.RemoveAll(work)
	if !good {
		os.Exit(1)
	}
}

// limitSource stops a program after a quarter of a second of its own processor
// time: csmith's programs take milliseconds or have no end.
const limitSource = `#include <sys/time.h>
__attribute__((constructor)) static void limit(void)
{
    struct itimerval t = {{0, 0}, {0, 250000}};
    setitimer(ITIMER_VIRTUAL, &t, 0);
}
`

func campaign(o options, first, n int, levels []string, jobs int) bool {
	var mu sync.Mutex
	counts := map[string]map[outcome]int{}
	for _, l := range levels {
		counts[l] = map[outcome]int{}
	}
	gpuBad, done := 0, 0
	seeds := make(chan int)
	var wg sync.WaitGroup
	for range jobs {
		wg.Go(func() {
			for s := range seeds {
				dir, err := os.MkdirTemp("", "ompcc-csmith")
				if err != nil {
					panic(err)
				}
				r, msgs, bad := o.program(dir, s, levels)
				mu.Lock()
				for l, x := range r {
					counts[l][x]++
				}
				gpuBad += bad
				for _, m := range msgs {
					fmt.Printf("seed %d: %s\n", s, m)
				}
				if done++; done%50 == 0 && done < n {
					report(counts, levels, fmt.Sprintf("%d programs from seed %d", done, first))
					o.reportGPU(gpuBad)
				}
				mu.Unlock()
				if len(msgs) > 0 && o.keep != "" {
					os.MkdirAll(o.keep, 0o777)
					os.Rename(filepath.Join(dir, "t.c"), filepath.Join(o.keep, strconv.Itoa(s)+".c"))
				}
				os.RemoveAll(dir)
			}
		})
	}
	for s := first; s < first+n; s++ {
		seeds <- s
	}
	close(seeds)
	wg.Wait()
	good := gpuBad == 0
	report(counts, levels, fmt.Sprintf("seeds %d..%d", first, first+n-1))
	for _, l := range levels {
		c := counts[l]
		good = good && c[differs]+c[refused]+c[hangs] == 0
	}
	o.reportGPU(gpuBad)
	return good
}

func (o options) reportGPU(bad int) {
	if o.gpu {
		fmt.Printf("GPU: %d compilations failed\n", bad)
	}
}

// report prints the counts of each level.
func report(counts map[string]map[outcome]int, levels []string, which string) {
	for _, l := range levels {
		c := counts[l]
		fmt.Printf("-O%s: %s: equal %d, different %d, not compiled %d, no end %d, left out %d\n", l, which, c[equal],
			c[differs], c[refused], c[hangs], c[leftOut])
	}
}

// program makes and runs the program of one seed.
func (o options) program(dir string, seed int, levels []string) (r map[string]outcome, msgs []string, gpuBad int) {
	r = map[string]outcome{}
	src, err := inFolder(dir, "csmith", append([]string{"--seed", strconv.Itoa(seed)}, o.csmith...)...)
	if err != nil {
		return all(levels, leftOut), []string{"csmith: " + err.Error()}, 0
	}
	host, dev := filepath.Join(dir, "h.c"), filepath.Join(dir, "t.c")
	write(host, src)
	write(dev, []byte(offloaded(string(src))))
	ref := filepath.Join(dir, "ref")
	if _, err := command(120*time.Second, "gcc", "-w", "-O0", "-I", o.include, host, o.limit, "-o", ref); err != nil {
		return all(levels, leftOut), nil, 0
	}
	want, err := command(60*time.Second, ref)
	if err != nil {
		return all(levels, leftOut), nil, 0
	}
	for _, l := range levels {
		var m string
		r[l], m = o.compare(dir, dev, l, want)
		if r[l] == differs && !o.settled(dir, host, want) {
			r[l], m = leftOut, ""
		}
		if m != "" {
			msgs = append(msgs, "-O"+l+": "+m)
		}
	}
	if o.gpu {
		for _, t := range []string{"nvptx", "amdgcn"} {
			if m := o.compileGPU(dir, dev, t); m != "" {
				gpuBad++
				msgs = append(msgs, t+": "+m)
			}
		}
	}
	return r, msgs, gpuBad
}

// compileGPU compiles src for a GPU. clang verifies the IR that it is given
// before it generates code.
func (o options) compileGPU(dir, src, target string) string {
	out, err := command(600*time.Second, o.ompcc, "-w", "-O"+o.gpuLevel, "-I", o.include, "-fopenmp-targets="+target,
		"--offload-device-only", "-S", src, "-o", filepath.Join(dir, "gpu.s"))
	if err != nil {
		return firstLine(out, err)
	}
	return ""
}

// settled says whether gcc's levels agree on want. csmith's floats and builtins
// can make a program undefined: what a conversion out of range gives, or clz of 0.
func (o options) settled(dir, src string, want []byte) bool {
	exe := filepath.Join(dir, "level")
	for _, level := range []string{"-O1", "-O2"} {
		if _, err := command(120*time.Second, "gcc", "-w", level, "-I", o.include, src, "-o", exe); err != nil {
			return true
		}
		if got, err := command(60*time.Second, "prlimit", "--cpu=10", exe); err != nil || !bytes.Equal(got, want) {
			return false
		}
	}
	return true
}

func (o options) compare(dir, src, level string, want []byte) (outcome, string) {
	exe := filepath.Join(dir, "ours")
	args := append([]string{"-w", "-O" + level, "-I", o.include, src, "-o", exe}, hostOptions()...)
	run := []string{exe}
	if o.emulated {
		args = append(args, "-fopenmp-targets=nvptx")
		run = []string{"env", "OMPCC_EMULATE=nvptx", exe}
	}
	if o.amd != "" {
		args = append(args, "-fopenmp-targets=amdgcn", "--offload-arch="+o.amd)
		run = []string{"env", "OMPCC_EMULATE=amdgcn", exe}
	}
	if out, err := command(300*time.Second, o.ompcc, args...); err != nil {
		return refused, firstLine(out, err)
	}
	got, err := command(60*time.Second, run[0], run[1:]...)
	switch {
	case err == errTimeout:
		return hangs, "no end"
	case err != nil:
		return differs, firstLine(got, err)
	case !bytes.Equal(got, want):
		return differs, fmt.Sprintf("gcc: %s, device: %s", bytes.TrimSpace(want), bytes.TrimSpace(got))
	}
	return equal, ""
}

// hostOptions keep the host's part, which is not what is compared, cheap where the
// host compiler is clang.
func hostOptions() []string {
	if strings.Contains(os.Getenv("OMPCC_CC"), "gcc") {
		return nil
	}
	return []string{"-Xarch_host", "-O0", "-fuse-ld=lld"}
}

// systemHeaders come before the declare target region: their variables stay on the host.
const systemHeaders = "#include <string.h>\n#include <float.h>\n#include <math.h>\n#include <limits.h>\n#include <stdint.h>\n#include <assert.h>\n#include <stdio.h>\n"

// offloaded makes the program's work a target region. csmith.h keeps the checksum in static variables, which must
// live on the device too. argc comes from the host, so that LLVM does not fold main's work by its value. With the
// constant 1 in its place LLVM inlines each call of transparent_crc, ten times the work. The host has nothing to
// run (a declare variant, OpenMP 5.2, 7.5), so that clang generates no code for the program there.
func offloaded(src string) string {
	src = strings.Replace(src, `#include "csmith.h"`,
		systemHeaders+"#pragma omp begin declare target\n#include \"csmith.h\"", 1)
	src = strings.Replace(src, "int main (", "static int csmith_main (", 1)
	return src + `
#pragma omp declare variant(csmith_main) match(device={kind(nohost)})
static int work(int argc, char **argv) { return argc; }
#pragma omp end declare target
int main(int argc, char **argv)
{
    int r = 1;
#pragma omp target map(tofrom: r)
    r = work(argc, 0);
    return r;
}
`
}

func all(levels []string, x outcome) map[string]outcome {
	r := map[string]outcome{}
	for _, l := range levels {
		r[l] = x
	}
	return r
}

func write(path string, data []byte) {
	if err := os.WriteFile(path, data, 0o666); err != nil {
		panic(err)
	}
}

var errTimeout = fmt.Errorf("time is up")

func command(limit time.Duration, name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	c := exec.CommandContext(ctx, name, args...)
	c.Env = append(os.Environ(), "OMP_TARGET_OFFLOAD=MANDATORY", "GOMAXPROCS=1") // more threads only cost ompcc time
	out, err := c.CombinedOutput()
	if ctx.Err() != nil {
		return out, errTimeout
	}
	return out, err
}

func firstLine(out []byte, err error) string {
	s, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return fmt.Sprintf("%v: %s", err, s)
}

// inFolder runs a command in dir, where it may leave files.
func inFolder(dir, name string, args ...string) ([]byte, error) {
	c := exec.Command(name, args...)
	c.Dir = dir
	return c.Output()
}
