package tests

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestGolden compares what the stages of the compiler print with the
// expectations beside the cases. Each is made twice: the compiler's output must
// not depend on anything but its input.
func TestGolden(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	for _, c := range cases(t) {
		for ext, flags := range goldens {
			if !c.has(ext) {
				continue
			}
			t.Run(c.name()+ext, func(t *testing.T) {
				t.Parallel()
				skipUpdate(t, c)
				judge(t, c, golden(t, cc, c, ext, flags))
			})
		}
	}
}

func golden(t *testing.T, cc string, c *testCase, ext string, flags []string) error {
	dir, base := filepath.Split(c.path)
	var first string
	for i := range 2 {
		args := append(append(append([]string{}, flags...), c.flags...), base)
		r := run(t, dir, c.compilerEnv(), cc, args...)
		if r.exit != 0 {
			return fmt.Errorf("exit %d\n%s", r.exit, r.stderr)
		}
		if i == 1 && r.stdout != first {
			return fmt.Errorf("two runs gave different %s", ext)
		}
		first = r.stdout
	}
	if ext == ".host.c" {
		first = withoutInterface(first)
	}
	return compare(c.beside(ext), first)
}

// withoutInterface leaves out the declarations of the host interface, which are
// the same in every unit.
func withoutInterface(text string) string {
	const from, to = "# 1 \"<ompcc>\" 1 3\n", "static __ompcc_unit_t __ompcc_unit;\n"
	i, j := strings.Index(text, from), strings.Index(text, to)
	if i < 0 || j < i {
		return text
	}
	return builtins.ReplaceAllString(text[:i+len(from)]+text[j:], `# N "<built-in>"`)
}

// builtins are markers that count the macros of the host compiler's version.
var builtins = regexp.MustCompile(`# [0-9]{2,} "<built-in>"`)

// TestDiagnostics compares the compiler's messages about wrong programs, and
// checks that it fails and writes nothing. A case whose expectation holds
// warnings only must compile.
func TestDiagnostics(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	for _, c := range cases(t) {
		if !c.has(".err") {
			continue
		}
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			skipUpdate(t, c)
			judge(t, c, diagnose(t, cc, c))
		})
	}
}

// hostVersion matches a clang's version in a message: the cases' have 19.
var hostVersion = regexp.MustCompile(`(the host compiler clang )[0-9]+`)

func diagnose(t *testing.T, cc string, c *testCase) error {
	dir, base := filepath.Split(c.path)
	obj := filepath.Join(t.TempDir(), "x.o")
	r := run(t, dir, c.compilerEnv(), cc, append([]string{"-c", "-o", obj, base}, c.flags...)...)
	if err := compare(c.beside(".err"), hostVersion.ReplaceAllString(r.stderr, "${1}19")); err != nil {
		return err
	}
	wrong := strings.Contains(r.stderr, ": error: ")
	written, err := filepath.Glob(obj)
	switch {
	case err != nil:
		return err
	case wrong && r.exit != 1:
		return fmt.Errorf("exit %d with errors", r.exit)
	case wrong && len(written) != 0:
		return fmt.Errorf("an object was written in spite of errors")
	case !wrong && r.exit != 0:
		return fmt.Errorf("exit %d without an error", r.exit)
	}
	return nil
}
