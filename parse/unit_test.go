package parse

import (
	"fmt"
	"strings"
	"testing"

	"ompcc/cmd/ompcc/llvm"
	"ompcc/parse/diag"
)

// testMark marks block directives by name, with one argument: what map(…) or if(…) holds.
func testMark(p *Pragma) *Mark {
	form := MarkAlone
	for _, w := range []string{"target ", "parallel", "for", "task", "single", "simd", "target", "teams", "loop",
		"critical", "master", "tile", "interop"} {
		if strings.HasPrefix(p.Text+" ", w+" ") && !strings.HasPrefix(p.Text, "target update") &&
			!strings.HasPrefix(p.Text, "target enter") {
			form = MarkBlock
		}
	}
	m := &Mark{Form: form}
	if i := strings.Index(p.Text, "if("); i >= 0 {
		m.Args = append(m.Args, MarkArg{Text: p.Text[i+3 : i+strings.Index(p.Text[i:], ")")], Off: i + 3})
	}
	return m
}

func mustTranslate(t *testing.T, src, cc string) *Unit {
	t.Helper()
	u, diags := FromString("t.c", src, cc)
	if u == nil {
		t.Fatalf("preprocess: %v", messages(diags))
	}
	if err := u.Translate(testMark, diags); err != nil {
		t.Fatalf("translate: %v %v\n%s", err, messages(diags), u.marked.text)
	}
	return u
}

func messages(l *diag.List) []string {
	var out []string
	for _, d := range l.All {
		out = append(out, d.Span.String()+": "+d.Message)
	}
	return out
}

var hostCCs = []string{"gcc", llvm.Clang()}

const everything = `#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include <complex.h>
#include <stdint.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <time.h>
#include <limits.h>
#include <float.h>
#include <assert.h>
#include <errno.h>
#include <unistd.h>
#include <pthread.h>
#include <sys/time.h>
#define N 100
#define PRAG(x) _Pragma(#x)
static double sum(int n, ...) { va_list ap; va_start(ap, n); double s = 0; while (n--) s += va_arg(ap, double); va_end(ap); return s; }
int f(int a[static 3], int n, double m[n][*]);
int f(int a[static 3], int n, double m[n][n]) { return a[0] + (int)m[0][0] + (int)sizeof(typeof(n)); }
int main(void) {
  double s = 0; int a[N]; float x = 1.5f;
  _Float16 h = 1; __int128 big = 1; atomic_int at = 0;
#pragma omp target teams distribute parallel for if(N > 3 && x > 1) \
    map(tofrom: a[0:N])
  for (int i = 0; i < N; i++) a[i] = i;
  PRAG(omp target if(s==0)) { s += 1; } PRAG(omp parallel) PRAG(omp single)
  s = 3;
  if (s > 2)
#pragma omp parallel for
    for (int i = 0; i < 3; i++) a[i] += isnan(s) + (int)fmin(x, 2.0) + __builtin_popcount(3) + u'x' + (int)big + (int)h;
  else
#pragma omp barrier
  ;
  atomic_fetch_add(&at, 1);
  uint64_t q = __builtin_bswap64(3);
  double complex z = 1 + 2 * I; (void)z; (void)q;
  assert(s > 0);
  printf("%g %s\n" "x", s + creal(z), __func__);
  return (int)sum(2, 1.0, 2.0) + f(a, 1, (double[1][1]){{1}});
}
`

func TestTranslateHeaders(t *testing.T) {
	for _, cc := range hostCCs {
		u := mustTranslate(t, everything, cc)
		var texts []string
		for _, p := range u.Pragmas {
			texts = append(texts, p.Text)
		}
		got := strings.Join(texts, "\n")
		for _, want := range []string{"if(100 > 3 && x > 1)", "target if(s==0)", "single", "parallel for", "barrier"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no pragma %q in\n%s", cc, want, got)
			}
		}
		if n := len(u.Pragmas); n != 6 {
			t.Errorf("%s: %d pragmas, want 6:\n%s", cc, n, got)
		}
	}
}

func pragmaPlaces(u *Unit) string {
	var b strings.Builder
	for _, p := range u.Pragmas {
		for _, w := range []string{"target", "map", "tofrom", "a[", "parallel", "single"} {
			if i := strings.Index(p.Text, w); i >= 0 {
				q := p.PosAt(i)
				fmt.Fprintf(&b, "%s@%d:%d ", w, q.Line, q.Col)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestPragmaPlaces(t *testing.T) {
	src := "#define N 100\n" + // 1
		"#define PRAG(x) _Pragma(#x)\n" +
		"void f(int *a) {\n" + // 3
		"  #  pragma   omp  target  \\\n" +
		"      map( tofrom : a[0:N] )\n" +
		"  ;\n" + // 6
		"  PRAG(omp parallel) ;\n" +
		"  _Pragma(\"omp single\") ;\n" +
		"}\n"
	want := "target@4:20 map@5:7 tofrom@5:12 a[@5:21 \nparallel@7:3 \nsingle@8:16 \n"
	for _, cc := range hostCCs {
		u, diags := FromString("t.c", src, cc)
		if u == nil {
			t.Fatal(messages(diags))
		}
		if got := pragmaPlaces(u); got != want {
			t.Errorf("%s: got\n%swant\n%s", cc, got, want)
		}
	}
}

func TestNodeRanges(t *testing.T) {
	src := "#define TWO 2\nint g(int x) { return x; }\nint f(int *a, int n) {\n" +
		"#pragma omp target if(n > 1)\n" +
		"  { a[0] = TWO * g(n); const char *s = \"x\" \"y\"; (void)s; }\n" +
		"  return n;\n}\n"
	for _, hostcc := range hostCCs {
		u := mustTranslate(t, src, hostcc)
		m := u.Markers[0]
		if m == nil || m.Loop == nil || m.Func == nil || len(m.Args) != 1 {
			t.Fatalf("%s: marker %+v", hostcc, m)
		}
		stmt := m.Loop.Statement
		start, end := u.NodeRange(stmt)
		if got := string(u.Text[start:end]); got != `{ a[0] = 2 * g(n); const char *s = "x" "y"; (void)s; }` {
			t.Errorf("%s: statement is %q", hostcc, got)
		}
		if p := u.NodePos(stmt); p != (diag.Pos{File: "t.c", Line: 5, Col: 3}) {
			t.Errorf("%s: statement at %v", hostcc, p)
		}
		if p := u.NodePos(m.Args[0]); p != (diag.Pos{File: "t.c", Line: 4, Col: 23}) {
			t.Errorf("%s: argument at %v", hostcc, p)
		}
		if got := u.NodeText(m.Args[0]); got != "n > 1" {
			t.Errorf("%s: argument is %q", hostcc, got)
		}
		if u.InPragma(m.Args[0]) != u.Pragmas[0] || u.InPragma(stmt) != nil {
			t.Errorf("%s: InPragma is wrong", hostcc)
		}
		start, end = u.NodeRange(m.Loop)
		if got := string(u.Text[start:end]); !strings.HasPrefix(got, "#pragma omp target") ||
			!strings.HasSuffix(got, "}") {
			t.Errorf("%s: construct is %q", hostcc, got)
		}
	}
}

func TestEmptyStatementRange(t *testing.T) {
	u := mustTranslate(t, "void f(void) {}\nint x;\nvoid g(void) {\n#pragma omp target\n{}\n}\n", "gcc")
	start, end := u.NodeRange(u.Markers[0].Loop.Statement)
	if got := string(u.Text[start:end]); got != "{}" {
		t.Errorf("got %q", got)
	}
}

// Places of tokens behind a macro's expansion are those of the user's line.
func TestColumnsAfterMacros(t *testing.T) {
	u := mustTranslate(t, "#define LONGNAME 1\nint x = LONGNAME + 2, yy;\n", "gcc")
	i := strings.Index(string(u.Text), "yy")
	if p := u.Pos(i); p.Line != 2 || p.Col != 23 {
		t.Errorf("yy at %v, want 2:23", p)
	}
}

func TestAttributes(t *testing.T) {
	src := "void f(int *a) {\n  [[omp::directive(target map(a[0:2]))]] a[0] = 1;\n" +
		"  [[omp::sequence(directive(parallel), omp::directive(single))]] { a[1] = 2; }\n}\n"
	u := mustTranslate(t, src, llvm.Clang())
	if len(u.Pragmas) != 3 || u.Pragmas[0].Text != "target map(a[0:2])" || u.Pragmas[2].Text != "single" {
		t.Fatalf("%+v", u.Pragmas)
	}
	if p := u.Pos(strings.Index(string(u.Text), "a[1]")); p.Line != 3 {
		t.Errorf("a[1] at %v", p)
	}
}

func TestDeclAttributes(t *testing.T) {
	for decl, want := range map[string]string{
		"[[omp::decl(threadprivate)]] static int a, *b = &c, d[2] = {1, 2};":                     "threadprivate(a, b, d)",
		"[[using omp: decl(threadprivate)]] static struct s { int x; } a;":                       "threadprivate(a)",
		"static int a [[omp::decl(threadprivate)]], b;":                                          "threadprivate(a)",
		"static int a [[maybe_unused]] [[omp::decl(threadprivate)]], b;":                         "threadprivate(a)",
		"[[omp::decl(declare target)]] int f(int x) { return x; }":                               "declare target enter(f)",
		"[[omp::decl(declare_target, link)]] _Alignas(16) int (*a)(int x), b[3];":                "declare target , link(a, b)",
		"[[omp::decl(declare target device_type(host) enter)]] __typeof__(c) f(int (*g)(void));": "declare target device_type(host) enter(f)",
		"[[omp::decl(groupprivate device_type(nohost))]] static int a __attribute__((used));":    "groupprivate(a) device_type(nohost)",
		"[[omp::decl(allocate allocator(omp_large_cap_mem_alloc))]] static int a;":               "allocate(a) allocator(omp_large_cap_mem_alloc)",
		"[[omp::decl(declare simd uniform(n))]] int f(int n);":                                   "declare simd uniform(n)",
		"static int f [[omp::decl(declare simd uniform(n))]] (int n);":                           "declare simd uniform(n)",
		"[[nodiscard]] [[omp::decl(declare simd uniform(n))]] int f(int n);":                     "declare simd uniform(n)",
		"struct s { int x; } f [[omp::decl(declare simd uniform(n))]] (int n) { return c; }":     "declare simd uniform(n)",
	} {
		text := string(attributesToPragmas([]byte("int c;\n" + decl + "\nint e;\n")))
		var pragmas []string
		for line := range strings.Lines(text) {
			if d, ok := strings.CutPrefix(line, "#pragma omp "); ok {
				pragmas = append(pragmas, strings.TrimSpace(d))
			}
		}
		if len(pragmas) != 1 || pragmas[0] != want || strings.Contains(text, "omp::") {
			t.Errorf("%s: got %q in\n%s\nwant %q", decl, pragmas, text, want)
		}
		if i, j := strings.Index(text, "#pragma omp declare simd"), strings.Index(text, "int f"); j >= 0 && i > j {
			t.Errorf("%s: the directive is behind the function in\n%s", decl, text)
		}
	}
}

func TestGCCExpandsUnknownDirectives(t *testing.T) {
	src := "#define N 4\nvoid f(int *a) {\n#pragma omp tile sizes(N, N)\n  for (int i = 0; i < 4; i++) a[i] = 0;\n}\n"
	u, diags := FromString("t.c", src, "gcc")
	if u == nil {
		t.Fatal(messages(diags))
	}
	if got := u.Pragmas[0].Text; got != "tile sizes(4, 4)" {
		t.Errorf("got %q", got)
	}
}

func TestErrors(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"undeclared in clause": {"void f(void) {\n#pragma omp target if(nope > 1)\n  ;\n}\n",
			"t.c:2:23: use of undeclared identifier 'nope'"},
		"wrong C": {"void f(void) { int x = ; }\n", "expected expression"},
		"no statement": {"void f(void) {\n#pragma omp target\n}\n",
			"directive 'target' must be followed by a statement"},
		"file scope": {"#pragma omp parallel for\nint x;\n",
			"t.c:1:13: directive 'parallel for' must be followed by a statement"},
		"in a structure": {"struct s { int a;\n#pragma omp target\n int b; };\n",
			"t.c:2:13: an OpenMP directive is not allowed here"},
		"declaration": {"void f(void) {\n#pragma omp target\n int x;\n}\n",
			"t.c:2:13: directive 'target' must be followed by a statement"},
	} {
		u, diags := FromString("t.c", c.src, "gcc")
		if u == nil {
			t.Errorf("%s: %v", name, messages(diags))
			continue
		}
		err := u.Translate(testMark, diags)
		if got := strings.Join(messages(diags), "\n"); err == nil || !diags.HasErrors() ||
			!strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestPackStaysInTree(t *testing.T) {
	u := mustTranslate(t,
		"#pragma pack(push, 1)\nstruct s { char c; int i; };\n#pragma pack(pop)\nint f(void) {\n#pragma omp barrier\n return 0; }\n", "gcc")
	if got := string(u.marked.text); !strings.Contains(got, `_Static_assert(1,"#pragma pack(push, 1)");`) &&
		!strings.Contains(got, `_Static_assert(1,"#pragma pack(push,1)");`) {
		t.Errorf("no assertion in\n%s", got)
	}
}

func TestC23(t *testing.T) {
	src := "typedef struct { bool b; } S;\nint f(void) {\n  S s = { .b = true }; int *p = nullptr; static_assert(sizeof(int) == 4);\n#pragma omp barrier\n  return s.b && !p;\n}\n"
	for _, cfg := range []*Config{{HostArgs: []string{"-std=c2x"}},
		{HostCC: "gcc-15", HostVersion: func() int { return 15 }}} {
		diags := &diag.List{}
		u := newUnit(cfg, "t.c", []byte(src))
		if err := u.Translate(testMark, diags); err != nil {
			t.Errorf("%v %v", err, messages(diags))
		}
	}
}

func TestNearestName(t *testing.T) {
	u, diags := FromString("t.c", "void f(int count) {\n#pragma omp target if(cuont > 1)\n  ;\n}\n", "gcc")
	if err := u.Translate(testMark, diags); err == nil {
		t.Fatal("no error")
	}
	if got := diags.All[0].Fix; got != "did you mean 'count'?" {
		t.Errorf("got %q", got)
	}
}

// What cc does not parse, although it is C11.
func TestStaticInBrackets(t *testing.T) {
	u := mustTranslate(t,
		"int f(int [static 3], int [const static 2]);\nvoid v(int x[const *]);\nvoid v(int *const x);\nvoid v(int x[const *]);\nint f(int a[static 3], int b[const static 2]) { return a[0] + b[0]; }\n", "gcc")
	if got := string(u.Text); strings.Count(got, "static") != 4 {
		t.Errorf("the program's own text changed: %s", got)
	}
}
