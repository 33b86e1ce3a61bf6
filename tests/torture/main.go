// Command torture runs C programs of other projects as device code: the programs of a folder, which know nothing of
// OpenMP. It compiles each so that its main runs in a target region on the CPU device (or compiles it for a GPU),
// and compares it with the same program compiled by gcc.
//
//	torture [-O levels] [-target cpu|nvptx|amdgcn] [-run pattern] [-cc compiler] [-common file] dir...
//
// Made for gcc's gcc.c-torture/execute, c-testsuite's single-exec and chibicc's test.
// -common names a C file that each program is linked with (chibicc's test/common).
// Options in a program's dg-options comment are passed on, and "x.c.expected" beside a
// program is the output that it must have. Programs that gcc does not compile, or that
// end otherwise than with exit status 0 there, are left out and counted.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// outcome of a program at a level.
type outcome int

const (
	equal   outcome = iota
	differs         // another output or exit status than gcc's program
	refused         // an error at a place
	failed          // our compiler failed otherwise
	leftOut
)

var outcomeNames = []string{"equal", "different", "refused", "failed", "left out"}

type suite struct {
	ompcc, host, target string
	dir                 string // scratch
	support             string // the host's part of exit, as an object
	common              string // a C file that each program is linked with
}

func main() {
	levels := flag.String("O", "2", "optimisation levels, separated by commas")
	pattern := flag.String("run", "", "regular expression of the programs' names")
	s := &suite{}
	flag.StringVar(&s.ompcc, "ompcc", "bin/ompcc", "the compiler")
	flag.StringVar(&s.host, "cc", "gcc", "the host compiler beneath it")
	flag.StringVar(&s.target, "target", "cpu", "cpu: run there; nvptx, amdgcn: compile")
	flag.StringVar(&s.common, "common", "", "a C file that each program is linked with")
	flag.Parse()
	good, err := s.run(flag.Args(), strings.Split(*levels, ","), *pattern)
	if err != nil {
		fmt.Fprintln(os.Stderr, "torture:", err)
		os.Exit(2)
	}
	if !good {
		os.Exit(1)
	}
}

func (s *suite) run(dirs, levels []string, pattern string) (good bool, err error) {
	match, err := regexp.Compile(pattern)
	if err != nil {
		return false, err
	}
	if s.ompcc, err = filepath.Abs(s.ompcc); err != nil {
		return false, err
	}
	files, err := programs(dirs, match)
	if err != nil {
		return false, err
	}
	if len(files) == 0 {
		return false, errors.New("no programs: name a folder of C programs")
	}
	if s.common != "" {
		if s.common, err = filepath.Abs(s.common); err != nil {
			return false, err
		}
	}
	if err := s.prepare(); err != nil {
		return false, err
	}
	defer os.RemoveAll(s.dir)
	os.Setenv("OMP_TARGET_OFFLOAD", "MANDATORY") // for the programs
	os.Setenv("OMPCC_CC", s.host)
	counts := map[string]*[leftOut + 1]int{}
	for _, l := range levels {
		counts[l] = &[leftOut + 1]int{}
	}
	for _, f := range files {
		for l, r := range s.program(f, levels) {
			counts[l][r.outcome]++
			if r.outcome != equal && r.outcome != leftOut {
				fmt.Printf("%s -O%s: %s: %s\n", filepath.Base(f), l, outcomeNames[r.outcome], r.why)
			}
		}
	}
	good = true
	for _, l := range levels {
		fmt.Printf("-O%s, %s: %d programs:", l, s.target, len(files))
		for i, n := range counts[l] {
			fmt.Printf(" %s %d", outcomeNames[i], n)
		}
		fmt.Println()
		good = good && counts[l][differs]+counts[l][failed] == 0
	}
	return good, nil
}

// programs are the C files beneath dirs that have a main.
func programs(dirs []string, match *regexp.Regexp) ([]string, error) {
	var list []string
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".c" || !match.MatchString(d.Name()) {
				return err
			}
			text, err := os.ReadFile(path)
			if err == nil && hasMain.Match(text) {
				path, err = filepath.Abs(path)
				list = append(list, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

var hasMain = regexp.MustCompile(`\bmain\s*\(`)

// wrapper makes main the work of a target region: the linker's --wrap leaves the
// name to the program's own. exit is the host's business, by reverse offload.
const wrapper = `#pragma omp requires reverse_offload
void torture_host_exit(int);
#pragma omp begin declare target
__attribute__((noreturn)) void torture_exit(int status)
{
    #pragma omp target device(ancestor: 1) map(to: status)
    torture_host_exit(status);
    __builtin_abort();
}
#define exit torture_exit
#include PROGRAM
#undef exit
#pragma omp end declare target
int __wrap_main(void)
{
    int r = -1;
    #pragma omp target map(tofrom: r)
    r = ((int (*)(int, char **))main)(1, 0);
    return r;
}
`

// companion is what the programs have in common, as device code too.
const companion = `#pragma omp begin declare target
#define exit torture_exit
#include COMMON
#pragma omp end declare target
`

const support = `#include <stdio.h>
#include <unistd.h>
void torture_host_exit(int status) { fflush(stdout); _exit(status); }
`

func (s *suite) prepare() error {
	dir, err := os.MkdirTemp("", "ompcc-torture")
	if err != nil {
		return err
	}
	s.dir, s.support = dir, filepath.Join(dir, "support.o")
	for name, text := range map[string]string{"wrapper.c": wrapper, "support.c": support, "companion.c": companion} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	if out, err := command(time.Minute, "gcc", "-c", filepath.Join(dir, "support.c"), "-o", s.support); err != nil {
		return fmt.Errorf("%v: %s", err, out.stderr)
	}
	return nil
}

type result struct {
	outcome outcome
	why     string
}

// lenient takes C as old as the programs are from a host compiler that is newer.
var lenient = []string{"-w", "-Wno-error=implicit-int", "-Wno-error=implicit-function-declaration",
	"-Wno-error=int-conversion",
	"-Wno-error=incompatible-pointer-types", "-Wno-error=return-type"}

// program runs one program at every level.
func (s *suite) program(file string, levels []string) map[string]result {
	list := map[string]result{}
	args := append(slices.Clone(lenient), s.options(file)...)
	want, ok := s.reference(file, args)
	for _, l := range levels {
		if !ok {
			list[l] = result{leftOut, "gcc's program fails"}
			continue
		}
		list[l] = s.device(file, append(slices.Clone(args), "-O"+l), want)
	}
	return list
}

var dgOptions = regexp.MustCompile(`\{ dg-(?:additional-)?options \{? ?"([^"]*)" \}? ?\} `)

// options are those that the program's comments ask for, -lm, and its folder for headers.
func (s *suite) options(file string) []string {
	args := []string{"-I", filepath.Dir(file)}
	if s.common != "" {
		args = append(args, "-DCOMMON=\""+s.common+"\"")
	}
	text, _ := os.ReadFile(file)
	for _, m := range dgOptions.FindAllSubmatch(text, -1) {
		for _, o := range strings.Fields(string(m[1])) {
			if strings.HasPrefix(o, "-f") || strings.HasPrefix(o, "-std=") || strings.HasPrefix(o, "-D") {
				args = append(args, o)
			}
		}
	}
	return args
}

// reference is the output of the program as gcc makes it.
func (s *suite) reference(file string, args []string) ([]byte, bool) {
	exe := filepath.Join(s.dir, "reference")
	os.Remove(exe)
	args = append(slices.Clone(args), "-O1", file, "-o", exe, "-lm")
	if s.common != "" {
		args = append(args, "-x", "c", s.common)
	}
	if _, err := command(time.Minute, "gcc", args...); err != nil {
		return nil, false
	}
	out, err := command(10*time.Second, exe)
	if want, e := os.ReadFile(file + ".expected"); e == nil {
		return want, err == nil
	}
	return out.stdout, err == nil
}

var located = regexp.MustCompile(`(?m)^(.*):(\d+):(\d+): (?:fatal )?error: (.*)$`)

func (s *suite) device(file string, args []string, want []byte) result {
	exe := filepath.Join(s.dir, "device")
	os.Remove(exe)
	args = append(args, "-DPROGRAM=\""+file+"\"", "-fopenmp-targets="+s.target, filepath.Join(s.dir, "wrapper.c"), "-o",
		exe)
	if s.common != "" {
		args = append(args, filepath.Join(s.dir, "companion.c"))
	}
	if s.target == "cpu" {
		args = append(args, s.support, "-Wl,--wrap=main", "-lm")
	} else {
		args = append(args, "--offload-device-only", "-S")
	}
	out, err := command(2*time.Minute, s.ompcc, args...)
	if err != nil {
		if m := located.FindSubmatch(out.stderr); m != nil && !errors.Is(err, errTimeout) {
			return result{refused, string(m[2]) + ": " + string(m[4])}
		}
		line, _, _ := bytes.Cut(out.stderr, []byte("\n"))
		return result{failed, fmt.Sprintf("%v: %s", err, line)}
	}
	if s.target != "cpu" {
		return result{equal, ""}
	}
	got, err := command(time.Minute, exe)
	switch {
	case err != nil:
		line, _, _ := bytes.Cut(got.stderr, []byte("\n"))
		return result{differs, fmt.Sprintf("%v %s", err, line)}
	case !bytes.Equal(got.stdout, want):
		return result{differs, fmt.Sprintf("prints %.60q, gcc's %.60q", got.stdout, want)}
	}
	return result{equal, ""}
}

type output struct{ stdout, stderr []byte }

var errTimeout = errors.New("no end")

func command(limit time.Duration, name string, args ...string) (output, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	var stdout, stderr bytes.Buffer
	c := exec.CommandContext(ctx, name, args...)
	c.Stdout, c.Stderr = &stdout, &stderr
	c.WaitDelay = time.Second
	err := c.Run()
	if ctx.Err() != nil {
		err = errTimeout
	}
	return output{stdout.Bytes(), stderr.Bytes()}, err
}
