package main

import (
	"bytes"
	"flag"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the expected files anew")

// optionsBegin opens the generated part of docs/options.md, which goes to the end of the file.
const optionsBegin = "<!-- written by `go test ./cmd/ompcc -run TestOptionsPage -update` -->\n"

func TestOptionsPage(t *testing.T) {
	const file = "../../docs/options.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, have, ok := strings.Cut(string(text), optionsBegin)
	if !ok {
		t.Fatalf("%s lacks the line %s", file, optionsBegin)
	}
	var want bytes.Buffer
	writeOptionsPage(&want)
	if *update {
		if err := os.WriteFile(file, []byte(head+optionsBegin+want.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have != want.String() {
		t.Errorf("%s differs from the table in help.go; run go test ./cmd/ompcc -run TestOptionsPage -update", file)
	}
}

// TestOptionTable compares the table with the options that flags.go reads.
func TestOptionTable(t *testing.T) {
	text, err := os.ReadFile("flags.go")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, g := range optionGroups {
		for _, o := range g.options {
			listed[strings.Trim(o.name, "=")] = true
		}
	}
	mentioned := func(name string) bool { // also in the text of another option
		for _, g := range optionGroups {
			for _, o := range g.options {
				if strings.Contains(o.more, "`"+name) {
					return true
				}
			}
		}
		return false
	}
	begin := bytes.Index(text, []byte(") offload(arg string)"))
	end := bytes.Index(text[begin:], []byte("default:"))
	for _, m := range regexp.MustCompile(`"(-[-\w]+)"`).FindAllSubmatch(text[begin:begin+end], -1) {
		name := string(m[1])
		opposite := "-fno-" + strings.TrimPrefix(name, "-f")
		if strings.HasPrefix(name, "-fno-") {
			opposite = "-f" + strings.TrimPrefix(name, "-fno-")
		}
		switch {
		case listed[name], listed[opposite], mentioned(name):
		case name == "--fopenmp-targets", name == "-fopenmp-target": // misspellings that clang takes
		case isForeign(text, name):
		default:
			t.Errorf("flags.go reads %s, which the table in help.go lacks", name)
		}
	}
}

// isForeign says whether flags.go refuses an option of other compilers.
func isForeign(text []byte, name string) bool {
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, `case "`) && strings.Contains(line, `"-Xarch_device"`) &&
			strings.Contains(line, `"`+name+`"`) {
			return true
		}
	}
	return false
}

// TestVariableTable compares the table with the variables that the sources read.
func TestVariableTable(t *testing.T) {
	listed := map[string]bool{}
	for _, g := range variableGroups {
		for _, o := range g.options {
			listed[o.name] = true
		}
	}
	read := regexp.MustCompile(`(?:[Gg]etenv|LookupEnv|text|number|info|seconds|choice|fault|truthOf)\("((?:OMPCC|LIBOMPTARGET)_[A-Z_]+)"`)
	found := map[string]bool{}
	for _, dir := range []string{"../../cmd", "../../rt", "../../codegen", "../../lower", "../../parse"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata") ||
				strings.Contains(path, "/bench/") {
				return err
			}
			if ext := filepath.Ext(path); ext != ".go" && ext != ".c" && ext != ".h" {
				return nil
			}
			text, err := os.ReadFile(path)
			for _, m := range read.FindAllSubmatch(text, -1) {
				found[string(m[1])] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(found) < 10 {
		t.Fatalf("only %d variables found: %v", len(found), found)
	}
	for name := range found {
		mentioned := listed[name]
		for _, g := range variableGroups {
			for _, o := range g.options {
				mentioned = mentioned || strings.Contains(o.more, "`"+name+"`")
			}
		}
		if !mentioned {
			t.Errorf("the sources read %s, which the table in help.go lacks", name)
		}
	}
	for name := range listed {
		if strings.HasPrefix(name, "OMPCC_") && !found[name] {
			t.Errorf("help.go lists %s, which nothing reads", name)
		}
	}
}

// TestCompletion runs the completion script in each shell that the machine has.
func TestCompletion(t *testing.T) {
	for shell, check := range map[string]string{
		"bash": `source /dev/stdin; COMP_LINE='ompcc -fopenmp-t'; COMP_POINT=${#COMP_LINE}; COMP_WORDS=(ompcc -fopenmp-t); COMP_CWORD=1; compopt() { :; }; _ompcc; echo "${COMPREPLY[@]}"`,
		"fish": `source - ; complete -C 'ompcc -fopenmp-t'`,
		"zsh":  `script=$(cat); _arguments() { print -r -- "$@"; }; eval "$script"`,
	} {
		var script bytes.Buffer
		if err := writeCompletion(&script, shell); err != nil {
			t.Fatal(err)
		}
		path, err := exec.LookPath(shell)
		if err != nil {
			t.Logf("%s: not on this machine", shell)
			continue
		}
		cmd := exec.Command(path, "-c", check)
		cmd.Stdin = &script
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "nvptx") {
			t.Errorf("%s: %v: %s", shell, err, out)
		}
	}
	if err := writeCompletion(io.Discard, "csh"); err == nil {
		t.Error("csh has a completion")
	}
}

// TestManPage looks at the page as man shows it.
func TestManPage(t *testing.T) {
	var page bytes.Buffer
	writeManPage(&page)
	for line := range strings.Lines(page.String()) {
		if strings.HasPrefix(line, "'") || strings.Contains(line, "](") {
			t.Errorf("not a line of a manual page: %s", line)
		}
	}
	path, err := exec.LookPath("groff")
	if err != nil {
		t.Log("groff is not on this machine: the page was not formatted")
		return
	}
	cmd := exec.Command(path, "-man", "-Tascii", "-P-cbou", "-ww")
	cmd.Stdin = &page
	var out, warnings bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &warnings
	if err := cmd.Run(); err != nil || warnings.Len() > 0 {
		t.Errorf("groff: %v: %s", err, warnings.String())
	}
	if !strings.Contains(out.String(), "fopenmp-targets=") {
		t.Errorf("the page lacks -fopenmp-targets=:\n%s", out.String())
	}
}
