package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestGuides executes the commands of README.md and docs/guides and compares what they print.
//
// A block "```c saxpy.c" is a file of that name, whatever its language. A block "```console" has commands behind "$
// ", each followed by its output, standard error included. "…" stands for any text in a line, and for any lines
// when it stands alone. A command must succeed unless its block is "```console error". A block "```console skip" is
// not executed, since it needs what a test machine lacks. "```console needs cmake" is executed where these programs
// are. "```console in examples/saxpy" is executed in that folder. The guide's folder has copies of the examples,
// and in ompcc one of the compiler's sources.
func TestGuides(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("../docs/guides/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no guides: %v", err)
	}
	for _, page := range append(pages, "../README.md") {
		t.Run(strings.TrimSuffix(filepath.Base(page), ".md"), func(t *testing.T) {
			t.Parallel()
			g := readGuide(t, page)
			g.run(t)
			t.Logf("%d commands executed, %d skipped", g.executed, g.skipped)
			if g.executed == 0 {
				t.Error("the guide has no command that a test executes")
			}
		})
	}
}

// guidePort is the port in guides: a test takes one that nobody uses.
const guidePort = "4711"

// A guide is a page in blocks: text, files and commands.
type guide struct {
	path              string
	port              string // in place of guidePort
	lines             []string
	executed, skipped int
}

func readGuide(t *testing.T, path string) *guide {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return &guide{path: path, port: freePort(t), lines: strings.Split(string(text), "\n")}
}

// run goes through the page's blocks in their order, in a folder of the guide's own.
func (g *guide) run(t *testing.T) {
	dir, written := t.TempDir(), g.lines[:0:0]
	g.copies(t, dir)
	for i := 0; i < len(g.lines); i++ {
		written = append(written, g.lines[i])
		info, ok := strings.CutPrefix(g.lines[i], "```")
		if !ok {
			continue
		}
		n := slices.Index(g.lines[i+1:], "```")
		if n < 0 {
			t.Fatalf("%s:%d: the block does not end", g.path, i+1)
		}
		body := g.lines[i+1 : i+1+n]
		switch words := strings.Fields(info); {
		case len(words) > 0 && words[0] == "console":
			body = g.commands(t, folder(dir, words), i+2, words[1:], body)
		case len(words) == 2:
			file := filepath.Join(dir, words[1])
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			text := strings.ReplaceAll(strings.Join(body, "\n")+"\n", guidePort, g.port)
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		written = append(append(written, body...), "```")
		i += n + 1
	}
	updated.Store(true)
	if *update && !slices.Equal(written, g.lines) {
		if err := os.WriteFile(g.path, []byte(strings.Join(written, "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// copies puts what the guide's commands need of the repository into its folder.
func (g *guide) copies(t *testing.T, dir string) {
	text := strings.Join(g.lines, "\n")
	if strings.Contains(text, " in examples/") {
		if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../examples")); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Contains(text, " in ompcc\n") {
		out, err := exec.Command("sh", "-c", `mkdir "$1" && cd .. && git ls-files -z | grep -zv -e '^tests/' -e '^docs/' -e '^examples/' | xargs -0 cp --parents -t "$1" &&
			ln -s "$PWD/.cc" "$PWD/lib" "$1"`, "sh", filepath.Join(dir, "ompcc")).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

// folder is where a block of commands is executed.
func folder(dir string, words []string) string {
	if i := slices.Index(words, "in"); i >= 0 {
		return filepath.Join(dir, words[i+1])
	}
	return dir
}

// commands executes a block of commands and returns the block with their output.
func (g *guide) commands(t *testing.T, dir string, line int, how, block []string) []string {
	var result []string
	for i := 0; i < len(block); {
		command, ok := strings.CutPrefix(block[i], "$ ")
		if !ok {
			t.Fatalf("%s:%d: a block of commands begins with '$ '", g.path, line+i)
		}
		end := i + 1
		for end < len(block) && !strings.HasPrefix(block[end], "$ ") {
			end++
		}
		want := block[i+1 : end]
		result = append(result, block[i])
		if skip := len(how) > 0 && (how[0] == "skip" || how[0] == "needs" && !installed(programs(how[1:]))); skip {
			g.skipped++
			result = append(result, want...)
			i = end
			continue
		}
		g.executed++
		out, err := g.command(dir, command)
		if fails := len(how) > 0 && how[0] == "error"; (err != nil) != fails {
			t.Errorf("%s:%d: %s: %v\n%s", g.path, line+i, command, err, out)
		}
		have := strings.Split(strings.TrimRight(out, "\n"), "\n")
		if out == "" {
			have = nil
		}
		if len(want) == 0 && *update {
			want = have
		}
		if !matchLines(want, have) {
			t.Errorf("%s:%d: %s: the guide shows\n%s\nbut it prints\n%s", g.path, line+i, command,
				strings.Join(want, "\n"), out)
		}
		result = append(result, want...)
		i = end
	}
	return result
}

func (g *guide) command(dir, command string) (string, error) {
	bin, err := filepath.Abs("../bin")
	if err != nil {
		return "", err
	}
	cmd := exec.Command("sh", "-c", strings.ReplaceAll(command, guidePort, g.port))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "NO_COLOR=1",
		"GOFLAGS=-trimpath") // make test has compiled packages with it
	out, err := cmd.CombinedOutput()
	return strings.ReplaceAll(string(out), dir+"/", ""), err
}

// programs are the words before "in".
func programs(words []string) []string {
	if i := slices.Index(words, "in"); i >= 0 {
		return words[:i]
	}
	return words
}

func installed(programs []string) bool {
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			return false
		}
	}
	return true
}

// matchLines compares output with what a guide shows.
func matchLines(want, have []string) bool {
	switch {
	case len(want) == 0:
		return len(have) == 0
	case strings.TrimSpace(want[0]) == "…":
		return matchLines(want[1:], have) || len(have) > 0 && matchLines(want, have[1:])
	case len(have) == 0:
		return false
	}
	pattern := "^" + strings.ReplaceAll(regexp.QuoteMeta(strings.TrimRight(want[0], " ")), "…", ".*") + "$"
	return regexp.MustCompile(pattern).MatchString(strings.TrimRight(have[0], " ")) && matchLines(want[1:], have[1:])
}

func TestMatchLines(t *testing.T) {
	for _, c := range []struct {
		want, have string
		ok         bool
	}{
		{"a", "a", true}, {"a", "b", false}, {"a\n…\nc", "a\nb\nb\nc", true}, {"a\n…", "a", true},
		{"…", "", true}, {"x…z", "x y z", true}, {"x…z", "x y", false}, {"a\nb", "a", false},
	} {
		if got := matchLines(strings.Split(c.want, "\n"), strings.Split(c.have, "\n")); got != c.ok {
			t.Errorf("%q, %q: %v", c.want, c.have, got)
		}
	}
	if fmt.Sprint(matchLines(nil, nil)) != "true" {
		t.Error("no output does not match no output")
	}
}
