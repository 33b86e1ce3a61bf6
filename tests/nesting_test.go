package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// nested are programs of any depth: what C allows to be nested or repeated without
// end. Each is compiled at a depth that works, and at one that must be an error at a
// place, since LLVM's programs and the host compiler fall over there.
var nested = map[string]func(n int) string{
	"unary":      func(n int) string { return "x = " + strings.Repeat("- ", n) + "x;" },
	"casts":      func(n int) string { return "x = " + strings.Repeat("(int)", n) + "x;" },
	"brackets":   func(n int) string { return "x = " + strings.Repeat("(", n) + "x" + strings.Repeat(")", n) + ";" },
	"blocks":     func(n int) string { return strings.Repeat("{", n) + "x = 2;" + strings.Repeat("}", n) },
	"sums":       func(n int) string { return "x = " + strings.Repeat("x + ", n) + "x;" },
	"commas":     func(n int) string { return strings.Repeat("x++, ", n) + "x;" },
	"if":         func(n int) string { return strings.Repeat("if (x) ", n) + "x = 2;" },
	"else if":    func(n int) string { return strings.Repeat("if (x) x = 2; else ", n) + "x = 3;" },
	"loops":      func(n int) string { return strings.Repeat("for (;;) ", n) + "x++;" },
	"?:":         func(n int) string { return "x = " + strings.Repeat("x ? 1 : ", n) + "2;" },
	"subscripts": func(n int) string { return "int *a = &x; x = 0" + strings.Repeat("[a]", n) + ";" },
	"arrays":     func(n int) string { return "int a" + strings.Repeat("[1]", n) + "; x = sizeof a;" },
	"pointers":   func(n int) string { return "int " + strings.Repeat("*", n) + "a; x = sizeof a;" },
	"braces": func(n int) string {
		return "int a[] = " + strings.Repeat("{", n) + "1" + strings.Repeat("}", n) + "; x = a[0];"
	},
}

var nestingError = regexp.MustCompile(`^nested\.c:4:\d+: error: more than \d+ .*\[nesting\]\n`)

// TestNesting compiles them. A second error, in C, is not looked for where a limit is exceeded: the host compiler and cc
// take minutes for some of these programs, or use up their stack.
func TestNesting(t *testing.T) {
	t.Parallel()
	cc, dir := ompcc(t), t.TempDir()
	compile := func(body, result string) result {
		src := fmt.Sprintf("int main(void)\n{ int x = 1;\n#pragma omp target map(tofrom: x)\n{ %s }\nreturn %s; }\n",
			body, result)
		if err := os.WriteFile(filepath.Join(dir, "nested.c"), []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		os.Remove(filepath.Join(dir, "nested.o"))
		return run(t, dir, nil, cc, "-w", "-c", "nested.c")
	}
	for name, body := range nested {
		depth := 100
		if name == "braces" {
			depth = 2 // more braces than objects is an error of its own
		}
		if r := compile(body(depth), "0"); r.exit != 0 {
			t.Errorf("%s, %d: %.2000s", name, depth, r.stderr)
		}
		r := compile(body(20000), "undeclared")
		if r.exit != 1 || !nestingError.MatchString(r.stderr) || strings.Count(r.stderr, ": error: ") != 1 {
			t.Errorf("%s, 20000: exit %d\n%.2000s", name, r.exit, r.stderr)
		}
		if _, err := os.Stat(filepath.Join(dir, "nested.o")); err == nil {
			t.Errorf("%s, 20000: there is an output file", name)
		}
	}
}
