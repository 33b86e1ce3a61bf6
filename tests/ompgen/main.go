package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

type options struct {
	ompcc, keep string
	emulate     bool
	gpu         bool
	amd         string // architecture
}

func main() {
	var o options
	seed := flag.Uint64("seed", 1, "first seed")
	n := flag.Int("n", 100, "number of programs")
	jobs := flag.Int("jobs", 1, "programs at a time")
	show := flag.Bool("print", false, "print the program of the first seed")
	flag.BoolVar(&o.emulate, "emulate", false, "run on the emulated NVIDIA device, too")
	flag.StringVar(&o.amd, "amd", "", "run on the emulated AMD device of the architecture, too")
	flag.BoolVar(&o.gpu, "gpu", false, "compile for nvptx and amdgcn, too")
	flag.StringVar(&o.keep, "keep", "", "folder for the programs that fail")
	flag.StringVar(&o.ompcc, "ompcc", "bin/ompcc", "the compiler")
	flag.Parse()
	if *show {
		fmt.Print(generate(*seed))
		return
	}
	c := campaign(o, *seed, *n, *jobs)
	fmt.Println(c)
	if c.failed > 0 {
		os.Exit(1)
	}
}

// counts of a campaign.
type counts struct {
	programs, equal, noReference, failed int
}

func (c counts) String() string {
	return fmt.Sprintf("%d programs: %d equal, %d without a reference, %d failed", c.programs, c.equal, c.noReference,
		c.failed)
}

func campaign(o options, seed uint64, n, jobs int) (c counts) {
	var mu sync.Mutex
	seeds := make(chan uint64)
	var wg sync.WaitGroup
	for range jobs {
		wg.Go(func() {
			for s := range seeds {
				reference, err := o.program(s)
				mu.Lock()
				c.programs++
				switch {
				case err != nil:
					c.failed++
					fmt.Printf("seed %d: %v\n", s, err)
				case !reference:
					c.noReference++
				default:
					c.equal++
				}
				if c.programs%100 == 0 && c.programs < n {
					fmt.Println(c)
				}
				mu.Unlock()
			}
		})
	}
	for s := seed; s < seed+uint64(n); s++ {
		seeds <- s
	}
	close(seeds)
	wg.Wait()
	return c
}

// program compares what the program of seed s prints everywhere. It reports
// whether a host compiler could compile and run it.
func (o options) program(s uint64) (reference bool, err error) {
	dir, err := os.MkdirTemp("", "ompgen")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	src := filepath.Join(dir, "t.c")
	if err := os.WriteFile(src, []byte(generate(s)), 0o666); err != nil {
		return false, err
	}
	defer func() {
		if err != nil && o.keep != "" {
			err = errors.Join(err, os.MkdirAll(o.keep, 0o777),
				os.WriteFile(filepath.Join(o.keep, fmt.Sprintf("%d.c", s)), []byte(generate(s)), 0o666))
		}
	}()
	exe := filepath.Join(dir, "a.out")
	if out, err := command(nil, o.ompcc, append(o.targets(), "-w", "-o", exe, src)...); err != nil {
		return false, fmt.Errorf("ompcc: %v: %s", err, first(out))
	}
	var want, from string
	for _, h := range references(dir, src) {
		if want, from = h.output, h.name; want != "" {
			break
		}
	}
	for _, run := range o.runs() {
		out, err := command(run.env, exe)
		if err != nil {
			return false, fmt.Errorf("%s: %v: %s", run.name, err, last(out))
		}
		if want == "" {
			want, from = string(out), run.name
		}
		if string(out) != want && run.host && string(out) == o.hostCompilers(dir, src) {
			continue // the host compiler's own difference
		}
		if string(out) != want {
			return false, fmt.Errorf("%s and %s differ: %s", run.name, from, difference(want, string(out)))
		}
	}
	return from == "gcc" || from == "clang", nil
}

// targets are the compiler's options for the devices on which the program runs.
func (o options) targets() (flags []string) {
	targets := "cpu"
	if o.gpu || o.emulate {
		targets += ",nvptx"
	}
	if o.gpu || o.amd != "" {
		targets += ",amdgcn"
	}
	if o.amd != "" {
		flags = []string{"-Xopenmp-target=amdgcn", "-march=" + o.amd}
	}
	return append(flags, "-fopenmp-targets="+targets)
}

// hostCompilers is what the program prints as the compiler of ompcc's host text
// alone compiles it.
func (o options) hostCompilers(dir, src string) string {
	cc := os.Getenv("OMPCC_CC")
	if cc == "" {
		cc = "clang-19"
	}
	exe := filepath.Join(dir, "host")
	if _, err := command(nil, cc, "-w", "-fopenmp", "-o", exe, src); err != nil {
		return ""
	}
	out, err := command(nil, exe)
	if err != nil {
		return ""
	}
	return string(out)
}

type place struct {
	name string
	env  []string
	host bool
}

func (o options) runs() []place {
	list := []place{
		{"the CPU device", []string{"OMP_TARGET_OFFLOAD=MANDATORY"}, false},
		{"the host version", []string{"OMP_TARGET_OFFLOAD=DISABLED"}, true},
	}
	if o.emulate {
		list = append(list,
			place{"the emulated device", []string{"OMP_TARGET_OFFLOAD=MANDATORY", "OMPCC_EMULATE=nvptx"}, false})
	}
	if o.amd != "" {
		list = append(list,
			place{"the emulated AMD device", []string{"OMP_TARGET_OFFLOAD=MANDATORY", "OMPCC_EMULATE=amdgcn"}, false})
	}
	return list
}

type result struct{ name, output string }

// references are what the host compilers' own versions print; "" where one
// cannot compile the program or its version fails.
func references(dir, src string) []result {
	list := []result{{name: "gcc"}, {name: "clang"}}
	for i, cc := range [][]string{{"gcc", "-foffload=disable"}, {"clang-19"}} {
		exe := filepath.Join(dir, list[i].name)
		args := append(cc[1:len(cc):len(cc)], "-w", "-fopenmp", "-O1", "-o", exe, src)
		if _, err := command(nil, cc[0], args...); err != nil {
			continue
		}
		if out, err := command(nil, exe); err == nil {
			list[i].output = string(out)
			break // the second one is asked where the first has no answer
		}
	}
	return list
}

// command runs a program for at most a minute.
func command(env []string, name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), append([]string{"OMP_NUM_THREADS=4"}, env...)...)
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	err := cmd.Run()
	if ctx.Err() != nil {
		err = errors.New("no end within a minute")
	}
	if err != nil {
		out.Write(messages.Bytes())
	}
	return out.Bytes(), err
}

func first(out []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return line
}

// last is the last line of a failed program's output: what it said is behind what it printed.
func last(out []byte) string {
	text := strings.TrimSpace(string(out))
	return text[strings.LastIndex(text, "\n")+1:]
}

// difference is the first line in which the outputs differ.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range w {
		if i >= len(g) || w[i] != g[i] {
			other := ""
			if i < len(g) {
				other = g[i]
			}
			return fmt.Sprintf("%q, not %q", other, w[i])
		}
	}
	return "lengths"
}
