// Examples-openmp compiles and runs all C sources of the official OpenMP Examples
// with ompcc, clang and gcc, and writes docs/conformance.md:
//
//	git clone https://github.com/OpenMP/Examples
//	go run ./tests/examples-openmp -examples Examples
//
// A source says in its head what is to be done with it: @@operation compile, link
// or run, @@expect success, ct-error (an error when compiling), rt-error or
// unspecified, and @@env the environment of the program. A run is right if the
// program ends with status 0 in time and says nothing of an error; its stack is not limited.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"
)

// source is one C file of the examples.
type source struct {
	path, folder, name string
	operation, expect  string
	env                []string
}

var field = regexp.MustCompile(`@@(operation|expect|env):[ \t]*(.*)`)

// readSource reads the head of a file.
func readSource(root, path string) (*source, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	rel, err := filepath.Rel(root, path)
	if err != nil {
		return nil, err
	}
	s := &source{path: path, folder: strings.Split(filepath.ToSlash(rel), "/")[0],
		name: strings.TrimSuffix(filepath.Base(path), ".c")}
	for _, m := range field.FindAllStringSubmatch(string(text), -1) {
		value := strings.TrimSpace(m[2])
		switch m[1] {
		case "operation":
			s.operation = value
		case "expect":
			s.expect = value
		case "env":
			s.env = append(s.env, environment(value)...)
		}
	}
	return s, nil
}

var assignment = regexp.MustCompile(`(\w+)=("[^"]*"|\S+)`)

func environment(text string) (list []string) {
	for _, m := range assignment.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1]+"="+strings.Trim(m[2], `"`))
	}
	return list
}

func readSources(root string) (list []*source, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".c" ||
			!strings.Contains(filepath.ToSlash(path), "/sources/") {
			return err
		}
		s, err := readSource(root, path)
		if err == nil && (s.operation == "compile" || s.operation == "link" || s.operation == "run") {
			list = append(list, s)
		}
		return err
	})
	return list, err
}

// column is one way to treat a source.
type column struct {
	title   string
	command string
	args    []string
	env     []string
	// compileOnly: the target cannot be run here.
	compileOnly bool
}

func columns(ompcc, clang, gcc string) []*column {
	const v = "-fopenmp-version=60"
	return []*column{
		{title: "ompcc, cpu (host clang)", command: ompcc, args: []string{"-w", v, "-fopenmp-targets=cpu"},
			env: []string{"OMPCC_CC=" + clang}},
		{title: "ompcc, cpu (host gcc)", command: ompcc, args: []string{"-w", v, "-fopenmp-targets=cpu"},
			env: []string{"OMPCC_CC=" + gcc}},
		{title: "ompcc, nvptx", command: ompcc, args: []string{"-w", v, "-fopenmp-targets=nvptx"},
			env: []string{"OMPCC_CC=" + clang}, compileOnly: true},
		{title: "ompcc, amdgcn", command: ompcc, args: []string{"-w", v, "-fopenmp-targets=amdgcn"},
			env: []string{"OMPCC_CC=" + clang}, compileOnly: true},
		{title: clang + " (x86_64 offload)", command: clang,
			args: []string{"-w", "-fopenmp", v, "-fopenmp-targets=x86_64-pc-linux-gnu"}, env: librariesOf(clang)},
		{title: gcc + " (host fallback)", command: gcc, args: []string{"-w", "-fopenmp", "-foffload=disable"}},
	}
}

// librariesOf lets programs of clang find its runtime, which is in no folder of the system.
func librariesOf(clang string) []string {
	out, err := exec.Command(clang, "-print-file-name=libomptarget.so").Output()
	if err != nil {
		return nil
	}
	dir, err := filepath.Abs(filepath.Dir(strings.TrimSpace(string(out))))
	if err != nil {
		return nil
	}
	return []string{"LD_LIBRARY_PATH=" + dir}
}

// outcome is what became of one source in one column; why is "" if it is right.
type outcome struct{ why, output string }

// limit bounds each compilation and each run: SIMD.7 computes Fibonacci numbers by recursion,
// which takes minutes on a busy machine.
const limit = 5 * time.Minute

func command(env []string, dir, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env, cmd.Dir = append(os.Environ(), env...), dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if ctx.Err() != nil {
		return out.String(), fmt.Errorf("stopped after %s", limit)
	}
	return out.String(), err
}

// try treats s as column c says.
func (c *column) try(s *source) outcome {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	exe := filepath.Join(dir, "a.out")
	args := append(append([]string{}, c.args...), "-o", exe, s.path)
	run := s.operation == "run" && !c.compileOnly
	if !run {
		args = append(args, "-c")
	} else {
		args = append(args, "-lm")
	}
	out, err := command(c.env, filepath.Dir(s.path), c.command, args...)
	switch {
	case s.expect == "ct-error" && err == nil:
		return outcome{why: "the error is not found"}
	case s.expect == "ct-error":
		return outcome{}
	case err != nil && s.expect == "unspecified" && firstError(out, err) != "the compiler crashes":
		return outcome{} // a wrong program may be rejected as well as run
	case err != nil:
		return outcome{why: "does not compile: " + firstError(out, err)}
	case !run:
		return outcome{}
	}
	out, err = command(append(s.env, c.env...), dir, "sh", "-c", "ulimit -s unlimited && exec "+exe)
	switch {
	case s.expect == "rt-error" || s.expect == "unspecified":
		return outcome{output: out}
	case err != nil:
		return outcome{why: fmt.Sprintf("run: %v %s", err, firstError(out, nil)), output: out}
	case bad.MatchString(out):
		return outcome{why: "run: " + bad.FindString(out), output: out}
	}
	return outcome{output: out}
}

// bad matches what a program says about a wrong result.
var bad = regexp.MustCompile(`(?im)^.*\b(failed|failure|incorrect|wrong|assert\w*)\b.*$`)

var message = regexp.MustCompile(`(?m)^.*(?:error|undefined reference|internal compiler).*$`)

func firstError(out string, err error) string {
	if strings.Contains(out, "PLEASE submit a bug report") {
		return "the compiler crashes"
	}
	if m := message.FindString(out); m != "" {
		if _, rest, ok := strings.Cut(m, "error: "); ok {
			m = rest
		}
		return strings.TrimSpace(m)
	}
	if line, _, _ := strings.Cut(strings.TrimSpace(out), "\n"); line != "" {
		return line
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

func main() {
	log.SetFlags(0)
	root := flag.String("examples", "", "checkout of the OpenMP Examples")
	ompcc := flag.String("ompcc", "bin/ompcc", "ompcc")
	clang := flag.String("clang", "clang-19", "clang")
	gcc := flag.String("gcc", "gcc-12", "gcc")
	doc := flag.String("doc", "docs/conformance.md", "page to write, - for standard output")
	only := flag.String("only", "", "part of the names of the examples to treat")
	own := flag.Bool("own", false, "ompcc alone")
	title := flag.String("column", "", "part of the titles of the columns to make")
	jobs := flag.Int("jobs", 2, "compilers and programs at a time")
	flag.Parse()
	path, err := filepath.Abs(*ompcc)
	if err != nil || *root == "" {
		log.Fatal("say where the examples are: -examples PATH")
	}
	dir, err := filepath.Abs(*root)
	if err != nil {
		log.Fatal(err)
	}
	sources, err := readSources(dir)
	if err != nil || len(sources) == 0 {
		log.Fatalf("%s: no examples (%v)", *root, err)
	}
	var chosen []*source
	for _, s := range sources {
		if strings.Contains(s.name, *only) {
			chosen = append(chosen, s)
		}
	}
	cols := columns(path, *clang, *gcc)
	if *own {
		cols = cols[:4]
	}
	cols = slices.DeleteFunc(cols, func(c *column) bool { return !strings.Contains(c.title, *title) })
	text := report(cols, chosen, treat(cols, chosen, *jobs))
	if *doc == "-" {
		fmt.Print(text)
	} else if err := os.WriteFile(*doc, []byte(text), 0o666); err != nil {
		log.Fatal(err)
	}
}

// treat runs every column on every source, jobs at a time.
func treat(cols []*column, sources []*source, jobs int) [][]outcome {
	all := make([][]outcome, len(sources))
	var wg sync.WaitGroup
	slots := make(chan bool, jobs)
	for i, s := range sources {
		all[i] = make([]outcome, len(cols))
		for k, c := range cols {
			wg.Add(1)
			slots <- true
			go func() {
				defer wg.Done()
				all[i][k] = c.try(s)
				<-slots
			}()
		}
	}
	wg.Wait()
	return all
}

// reasonsText says why some examples cannot do what their heads say: one a line.
//
//go:embed reasons.txt
var reasonsText string

func reasons() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(reasonsText) {
		if name, why, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			m[name] = why
		}
	}
	return m
}

// report writes the page.
func report(cols []*column, sources []*source, all [][]outcome) string {
	var b strings.Builder
	runs := 0
	for _, s := range sources {
		if s.operation == "run" {
			runs++
		}
	}
	fmt.Fprintf(&b,
		"# The official OpenMP Examples\n\nWritten by `go run ./tests/examples-openmp -examples PATH`, which says what is done. All %d C sources of the\n"+
			"examples, of every version of the specification, are compiled, and %d are run. The columns give the sources\nthat compile, and run with the expected result where they are programs. Which wrong programs the compilers\nreject is in [diagnostics.md](diagnostics.md#beside-other-compilers).\n\n", len(sources), runs)
	b.WriteString("| Folder | Sources")
	for _, c := range cols {
		b.WriteString(" | " + c.title)
	}
	b.WriteString(" |\n|---|---" + strings.Repeat("|---", len(cols)) + "|\n")
	for _, f := range append(folders(sources), "") {
		n, right := 0, make([]int, len(cols))
		for i, s := range sources {
			if f != "" && s.folder != f {
				continue
			}
			n++
			for k := range cols {
				if all[i][k].why == "" {
					right[k]++
				}
			}
		}
		name := f
		if f == "" {
			name = "all"
		}
		fmt.Fprintf(&b, "| %s | %d", name, n)
		for _, r := range right {
			fmt.Fprintf(&b, " | %d", r)
		}
		b.WriteString(" |\n")
	}
	known := reasons()
	for k, c := range cols {
		fmt.Fprintf(&b, "\n## %s\n\n", c.title)
		n := 0
		for i, s := range sources {
			if why := all[i][k].why; why != "" {
				n++
				fmt.Fprintf(&b, "- %s/%s: %s", s.folder, s.name,
					strings.TrimSpace(strings.ReplaceAll(why, filepath.Dir(s.path)+"/", "")))
				if r := known[s.folder+"/"+s.name]; r != "" && strings.HasPrefix(c.title, "ompcc") {
					fmt.Fprintf(&b, " — %s", r)
				}
				b.WriteString("\n")
			}
		}
		if n == 0 {
			b.WriteString("No failures.\n")
		}
	}
	return b.String()
}

func folders(sources []*source) (list []string) {
	seen := map[string]bool{}
	for _, s := range sources {
		if !seen[s.folder] {
			seen[s.folder] = true
			list = append(list, s.folder)
		}
	}
	sort.Strings(list)
	return list
}
