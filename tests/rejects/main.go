// Rejects compiles the wrong programs of tests/cases/diagnostics with ompcc, clang
// and gcc and counts which of them each rejects. It writes the table in
// docs/diagnostics.md:
//
//	go run ./tests/rejects
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	begin = "<!-- written by go run ./tests/rejects -->\n"
	end   = "<!-- end of what tests/rejects writes -->\n"
)

// compiler is one of those compared.
type compiler struct {
	name, command string
	args          []string
}

func main() {
	log.SetFlags(0)
	clang := flag.String("clang", "clang-19", "clang to compare with")
	gcc := flag.String("gcc", "gcc-12", "gcc to compare with")
	ompcc := flag.String("ompcc", "bin/ompcc", "ompcc")
	doc := flag.String("doc", "docs/diagnostics.md", "page that has the table")
	jobs := flag.Int("j", 6, "compilations at a time")
	flag.Parse()
	list := []*compiler{
		{"ompcc", *ompcc, nil},
		{version(*clang), *clang, []string{"-fopenmp"}},
		{version(*gcc), *gcc, []string{"-fopenmp", "-foffload=disable"}},
	}
	programs, err := wrongPrograms("tests/cases/diagnostics")
	if err != nil {
		log.Fatal(err)
	}
	if err := write(*doc, table(list, programs, judge(list, programs, *jobs))); err != nil {
		log.Fatal(err)
	}
}

// version is the compiler's name as it calls itself: "gcc 12".
func version(command string) string {
	out, err := exec.Command(command, "-dumpversion").Output()
	if err != nil {
		log.Fatalf("%s: %v", command, err)
	}
	major, _, _ := strings.Cut(strings.TrimSpace(string(out)), ".")
	name, _, _ := strings.Cut(filepath.Base(command), "-")
	return name + " " + major
}

// wrongPrograms are the cases whose expectation holds an error, whatever the target and
// the host compiler.
func wrongPrograms(dir string) (list []string, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.err"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("%s: no cases (%v)", dir, err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		source := strings.TrimSuffix(f, ".err") + ".c"
		if !strings.Contains(string(text), ": error: ") {
			continue
		}
		program, err := os.ReadFile(source)
		if err != nil {
			return nil, err
		}
		oneTarget, oneHost := strings.Contains(string(program), "-fopenmp-targets="),
			strings.HasPrefix(string(program), "// host: ")
		if !oneTarget && !oneHost { // else it is wrong for those only
			list = append(list, source)
		}
	}
	return list, nil
}

// table counts by the first word of the programs' names.
func table(list []*compiler, programs []string, verdicts [][]bool) string {
	counts := map[string][]int{}
	total := make([]int, len(list)+1)
	var only []string
	for n, p := range programs {
		group, _, _ := strings.Cut(filepath.Base(p), "_")
		row := counts[group]
		if row == nil {
			row = make([]int, len(list)+1)
			counts[group] = row
		}
		row[len(list)]++
		total[len(list)]++
		others := 0
		for i := range list {
			if verdicts[n][i] {
				row[i]++
				total[i]++
				others += min(i, 1)
			}
		}
		if others == 0 {
			only = append(only, "`"+strings.TrimSuffix(filepath.Base(p), ".c")+"`")
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\nOf the %d wrong programs in `tests/cases/diagnostics`", len(programs))
	for i, c := range list {
		sep := ","
		if i == len(list)-1 {
			sep = " and"
		}
		if i == 0 {
			sep = ""
		}
		fmt.Fprintf(&b, "%s %s rejects %d", sep, c.name, total[i])
	}
	fmt.Fprintf(&b,
		";\n%d are rejected by ompcc alone. An error with its line counts: not a crash, nor a directive that is unimplemented, nor\n"+
			"what needs more than %v or %d GiB. By the first word of their names:\n\n| Programs | | ompcc", len(only), seconds, kilobytes>>20)
	for _, c := range list[1:] {
		fmt.Fprintf(&b, " | %s", c.name)
	}
	b.WriteString(" |\n|---|---|---" + strings.Repeat("|---", len(list)-1) + "|\n")
	var groups []string
	for g := range counts {
		groups = append(groups, g)
	}
	sort.Strings(groups)
	for _, g := range groups {
		row := counts[g]
		fmt.Fprintf(&b, "| %s | %d", g, row[len(list)])
		for i := range list {
			fmt.Fprintf(&b, " | %d", row[i])
		}
		b.WriteString(" |\n")
	}
	fmt.Fprintf(&b, "\nRejected by ompcc alone: %s.\n\n", strings.Join(only, ", "))
	return b.String()
}

// judge asks every compiler about every program, so many at a time.
func judge(list []*compiler, programs []string, jobs int) [][]bool {
	verdicts := make([][]bool, len(programs))
	slots := make(chan bool, jobs)
	var wg sync.WaitGroup
	for n, p := range programs {
		verdicts[n] = make([]bool, len(list))
		for i, c := range list {
			slots <- true
			wg.Go(func() {
				verdicts[n][i] = rejects(c, p)
				<-slots
			})
		}
	}
	wg.Wait()
	return verdicts
}

// What a compilation may take. A compiler that needs more rejects nothing: clang 19 writes
// out each byte of a vector of 1 GiB.
const (
	seconds   = 20 * time.Second
	kilobytes = 4 << 20
)

// located is an error as all three compilers print those of the program; what they say of
// their own end, as for lack of memory, has no line.
var located = regexp.MustCompile(`(?m)^\S+:\d+:(\d+:)? (fatal )?error: `)

// rejects reports whether c fails on program p.
func rejects(c *compiler, p string) bool {
	args := append([]string{"-w", "-c", "-o", os.DevNull, p}, c.args...)
	text, err := os.ReadFile(p)
	if err != nil {
		log.Fatal(err)
	}
	if strings.Contains(string(text), "-fopenmp-version=60") {
		switch {
		case c.name == "ompcc":
			args = append(args, "-fopenmp-version=60")
		case strings.HasPrefix(c.name, "clang"):
			args = append(args, "-fopenmp-version=60")
		}
	} else if strings.HasPrefix(c.name, "clang") {
		args = append(args, "-fopenmp-version=52")
	}
	ctx, cancel := context.WithTimeout(context.Background(), seconds)
	defer cancel()
	limited := fmt.Sprintf(`ulimit -v %d && exec "$0" "$@"`, kilobytes)
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", limited, c.command}, args...)...)
	// gcc's compiler is a process of its own, which goes on after the driver's end.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		log.Printf("%s does not end within %v for %s", c.name, seconds, p)
		return false
	case err != nil && !located.Match(out):
		log.Printf("%s says nothing of %s: %v\n%s", c.name, p, err, out)
		return false
	}
	return err != nil
}

// write puts the table between the markers of the page.
func write(doc, text string) error {
	page, err := os.ReadFile(doc)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(page), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no place for the table", doc)
	}
	return os.WriteFile(doc, []byte(before+begin+text+end+after), 0o666)
}
