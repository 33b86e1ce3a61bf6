package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestCLevels runs the cases about C at -O0 and -O2 on the CPU device, and
// compiles them for both kinds of GPU at both levels, where LLVM's verifier
// must pass the IR.
func TestCLevels(t *testing.T) {
	cc := ompcc(t)
	opt, err := exec.LookPath("opt-19")
	if err != nil {
		opt, err = exec.LookPath("opt")
	}
	if err != nil {
		t.Skip("no opt: LLVM's verifier is not run")
	}
	for i, c := range cases(t) {
		if !strings.HasPrefix(c.name(), "c/") || testing.Short() && i%4 != 0 {
			continue
		}
		for _, level := range []string{"-O0", "-O2"} {
			t.Run(c.name()+level, func(t *testing.T) {
				t.Parallel()
				leveled := *c
				leveled.flags = append(slices.Clone(c.flags), level)
				judge(t, &leveled, runCase(t, cc, &leveled))
				if c.noGPU != "" {
					return
				}
				for _, target := range []string{"nvptx", "amdgcn"} {
					out := filepath.Join(t.TempDir(), target)
					args := append([]string{"-fopenmp-targets=" + target, "--offload-device-only", c.path}, leveled.flags...)
					if r := run(t, "", nil, cc, append(args, "-S", "-emit-llvm", "-o", out+".ll")...); r.exit != 0 {
						t.Fatalf("%s: %s", target, r.stderr)
					}
					if r := run(t, "", nil, opt, "-passes=verify", "-disable-output", out+".ll"); r.exit != 0 {
						t.Errorf("%s: %s", target, r.stderr)
					}
					if r := run(t, "", nil, cc, append(args, "-S", "-o", out+".s")...); r.exit != 0 {
						t.Errorf("%s: %s", target, r.stderr)
					}
				}
			})
		}
	}
}

var featureRow = regexp.MustCompile(`(?m)^\| (.+?) \| (.*?) \| (.+?) \| (.+?) \| (.+?) \|$`)

// TestCFeatureTable holds docs/c-device.md to the tests: each row of its table
// names programs that exist, each case about C is named, and a row whose
// programs GPUs do not run does not say plain yes for them.
func TestCFeatureTable(t *testing.T) {
	text, err := os.ReadFile("../docs/c-device.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	rows := 0
	for _, m := range featureRow.FindAllStringSubmatch(string(text), -1) {
		if m[1] == "feature" || strings.HasPrefix(m[1], "-") {
			continue
		}
		rows++
		found := 0
		for _, name := range strings.FieldsFunc(m[2], func(r rune) bool { return r == ',' || r == ';' }) {
			name = strings.Trim(strings.TrimSpace(name), "`")
			switch {
			case exists("cases/c/" + name + ".c"):
				named[name] = true
				found++
			case exists("cases/diagnostics/" + name + ".c"), exists("wholec/testdata/" + name + ".c"), exists("../" + name):
				found++
			default:
				t.Errorf("%q: there is no test %q", m[1], name)
			}
		}
		if found == 0 {
			t.Errorf("%q names no test", m[1])
		}
	}
	if rows < 15 {
		t.Errorf("only %d rows were read", rows)
	}
	for _, c := range cases(t) {
		if name, ok := strings.CutPrefix(c.name(), "c/"); ok && !named[name] {
			t.Errorf("cases/c/%s.c is in no row of docs/c-device.md", name)
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
