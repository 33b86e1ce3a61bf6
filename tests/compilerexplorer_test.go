package tests

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// explorerConfig reads the properties that ompcc ships for Compiler Explorer.
func explorerConfig(t *testing.T) map[string]string {
	t.Helper()
	f, err := os.Open("../cmd/ompcc/dist/share/compiler-explorer/c.local.properties")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	properties := map[string]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if !ok || properties[name] != "" {
			t.Errorf("bad or second property: %s", line)
		}
		properties[name] = value
	}
	return properties
}

// TestCompilerExplorer runs the commands by which Compiler Explorer uses each compiler of the shipped properties: for the
// version, the options, and each pane. docs/tools.md has what was tried with Compiler Explorer itself.
func TestCompilerExplorer(t *testing.T) {
	t.Parallel()
	properties, dir := explorerConfig(t), t.TempDir()
	exe := filepath.Join(dir, filepath.Base(properties["compiler.ompcc.exe"]))
	if err := os.Symlink(ompcc(t), exe); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(filepath.Base(exe), "clang") {
		t.Errorf("Compiler Explorer does not take %s for a clang", exe)
	}
	source, err := os.ReadFile("driver/src/saxpy.c")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "saxpy.c"), source, 0o666)
	}
	config, err2 := os.ReadFile("driver/src/config.h")
	if err2 == nil {
		err2 = os.WriteFile(filepath.Join(dir, "config.h"), config, 0o666)
	}
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	groups := strings.Split(strings.ReplaceAll(properties["compilers"], "&", ""), ":")
	if len(groups) != 3 {
		t.Errorf("the groups are %v", groups)
	}
	for _, group := range groups {
		t.Run(group, func(t *testing.T) {
			id := properties["group."+group+".compilers"]
			explorerCommands(t, dir, exe, strings.Fields(properties["compiler."+id+".options"]),
				regexp.MustCompile("(?m)"+properties["group."+group+".versionRe"]))
		})
	}
}

func explorerCommands(t *testing.T, dir, exe string, options []string, version *regexp.Regexp) {
	if r := run(t, dir, nil, exe, "--version"); r.exit != 0 || !version.MatchString(r.stdout) {
		t.Errorf("the version: %s%s", r.stdout, r.stderr)
	}
	help := run(t, dir, nil, exe, "--help").stdout
	for _, option := range []string{"-fsave-optimization-record", "-fstack-usage", "-fverbose-asm", "-emit-llvm", "-mllvm"} {
		if !regexp.MustCompile(`(?m)^ *` + option + `\b`).MatchString(help) {
			t.Errorf("--help does not have %s", option)
		}
	}
	if r := run(t, dir, nil, exe, "-mllvm", "--help-list-hidden", "-x", "c++", "/dev/null", "-c", "-o", "null.o"); !strings.Contains(r.stdout, "--print-after-all") {
		t.Errorf("LLVM's options: %s%s", r.stdout, r.stderr)
	}
	for _, pane := range []struct {
		args        []string
		file, begin string
	}{
		{nil, "output.s", ""},
		{[]string{"-fsave-optimization-record", "-fstack-usage"}, "output.opt.yaml", "--- "},
		{[]string{"-Xclang", "-emit-llvm", "-fsyntax-only"}, "saxpy.ll", "; "},
	} {
		args := append([]string{"-g", "-o", "output.s", "-S"}, options...)
		args = append(append(args, "-fcolor-diagnostics", "-O2"), append(pane.args, "saxpy.c")...)
		if r := run(t, dir, nil, exe, args...); r.exit != 0 || r.stderr != "" {
			t.Errorf("%v: %s", args, r.stderr)
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, pane.file))
		if err != nil || len(text) == 0 || !strings.HasPrefix(string(text), pane.begin) {
			t.Errorf("%v: %v, %.80s", args, err, text)
		}
		_ = os.Remove(filepath.Join(dir, pane.file)) // the next pane writes its own
	}
}
