package spell

import (
	"strings"
	"testing"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/check"
	"ompcc/pragma/resolve"
	"ompcc/pragma/syntax"
	"ompcc/pragma/tree"
)

var (
	gcc12   = Compiler{GCC: true, Version: 12}
	clang19 = Compiler{Version: 19}
)

// TestDirective: newer spellings in the words of OpenMP 5.0.
func TestDirective(t *testing.T) {
	for _, c := range []struct {
		src, want string
		i         int
		host      Compiler
	}{
		{"int n, a[9];\nvoid f(void) {\n#pragma omp for ordered(1)\nfor (int i = 1; i < n; i++) {\n#pragma omp ordered doacross(sink: i-1)\na[i] = 0;\n#pragma omp ordered doacross(source:)\n}\n}\n", "ordered depend(sink: i-1)", 1, Compiler{}},
		{"int n, a[9];\nvoid f(void) {\n#pragma omp for ordered(1)\nfor (int i = 1; i < n; i++) {\n#pragma omp ordered doacross(sink: omp_cur_iteration - 1)\na[i] = 0;\n#pragma omp ordered doacross(source:omp_cur_iteration)\n}\n}\n", "ordered depend(sink: i - 1)", 1, Compiler{}},
		{"int n, a[9];\nvoid f(void) {\n#pragma omp for ordered(1)\nfor (int i = 1; i < n; i++) {\n#pragma omp ordered doacross(sink: i-1)\na[i] = 0;\n#pragma omp ordered doacross(source:)\n}\n}\n", "ordered depend(source)", 2, Compiler{}},
		{"#pragma omp declare simd linear(p: val, step(2)) uniform(n)\nint g(int p, int n);\n",
			"declare simd linear(p : 2) uniform(n)", 0, Compiler{}},
		{"#pragma omp declare simd linear(p: 2)\nint g(int p, int n);\n", "declare simd linear(p: 2)", 0, Compiler{}},
		{"int x;\n#pragma omp declare_target enter(x)\n", "declare target to(x)", 0, Compiler{}},
		{"#pragma omp declare reduction(r : int) combiner(omp_out += omp_in) initializer(omp_priv = 0)\n",
			"declare reduction(r : int : omp_out += omp_in)  initializer(omp_priv = 0)", 0, Compiler{}},
		{"void f(int n) {\n#pragma omp parallel num_threads(strict: 4, 2) severity(warning) message(\"m\") if(n)\n{ }\n}\n", "for (int __ompcc_once = __ompcc_strict_threads(4, (n) ? 1 : 0, 0, \"t.c:2:1\", \"m\"); !__ompcc_once; __ompcc_once = 1)\n#pragma omp parallel num_threads(4)   if(n)\nfor (int __ompcc_nest = __ompcc_nested_threads(2); !__ompcc_nest; __ompcc_nest = 1)", 0, Compiler{}},
		{"void f(int n) {\n#pragma omp parallel for num_threads(4, n) schedule(static) private(n)\nfor (int i = 0; i < 9; i++) { }\n}\n", "parallel num_threads(4)\nfor (int __ompcc_nest = __ompcc_nested_threads(n); !__ompcc_nest; __ompcc_nest = 1)\n#pragma omp for schedule(static) private(n)", 0, Compiler{}},
		{"void f(int n) {\n#pragma omp assume holds(n > 0)\n{ }\n}\n", "", 0, Compiler{}},
		{"void f(int n) {\n#pragma omp parallel if(n)\n{ }\n}\n", "parallel if(n)", 0, Compiler{}},
		{"void f(int n) {\n#pragma omp parallel single num_threads(n) private(n)\n{ }\n}\n",
			"parallel num_threads(n)\n#pragma omp single private(n)", 0, Compiler{}},
		{"void f(int n) {\n#pragma omp masked taskloop simd filter(1) nogroup collapse(1)\nfor (int i = 0; i < n; i++) { }\n}\n", "masked filter(1)\n#pragma omp taskloop simd nogroup collapse(1)", 0, clang19},
		{"void f(int n) {\n#pragma omp parallel masked taskloop num_threads(2) reduction(+: n)\nfor (int i = 0; i < n; i++) { }\n}\n", "parallel masked num_threads(2)\n#pragma omp taskloop reduction(+: n)", 0, clang19},
		{"void f(int n) {\n#pragma omp masked taskloop\nfor (int i = 0; i < n; i++) { }\n}\n", "masked taskloop", 0,
			gcc12},
		{"int n;\nvoid f(void) {\n#pragma omp scope reduction(+: n)\nn++;\n}\n",
			"for schedule(static, 1) reduction(+: n)\nfor (int __ompcc_i = 0; __ompcc_i < omp_get_num_threads(); __ompcc_i++)", 0, clang19},
		{"int n;\nvoid f(void) {\n#pragma omp scope reduction(+: n)\nn++;\n}\n", "scope reduction(+: n)", 0, gcc12},
		{"void f(int n) {\n#pragma omp teams if(n) num_teams(4)\n{ }\n}\n", "teams num_teams((n) ? (4) : 1)", 0,
			clang19},
		{"void f(int n) {\n#pragma omp teams num_teams(2: 4)\n{ }\n}\n", "teams num_teams(4)", 0, clang19},
		{"void f(int n) {\n#pragma omp teams num_teams(2: 4)\n{ }\n}\n", "teams num_teams(2: 4)", 0, gcc12},
		{"void f(int n) {\n#pragma omp task depend(inoutset: n)\n{ }\n}\n", "task depend(inout: n)", 0, gcc12},
		{"void f(int n) {\n#pragma omp task depend(inout: omp_all_memory)\n{ }\n}\n", "task if(0)", 0, gcc12},
		{"void f(int n) {\n#pragma omp taskwait depend(in: n) nowait\n}\n", "task depend(in: n)\n;", 0, gcc12},
		{"void f(int n) {\n#pragma omp unroll\nfor (int i = 0; i < n; i++) { }\n}\n", "", 0, gcc12},
		{"void f(int n) {\n#pragma omp unroll\nfor (int i = 0; i < n; i++) { }\n}\n", "unroll", 0, clang19},
		{"void f(int n) {\n#pragma omp teams distribute parallel for schedule(static, 1)\nfor (int i = 0; i < n; i++) { }\n}\n", "teams distribute parallel for schedule(static, __builtin_frame_address(0) != 0)", 0, clang19},
		{"void f(int n) {\n#pragma omp parallel for schedule(static, 1)\nfor (int i = 0; i < n; i++) { }\n}\n",
			"parallel for schedule(static, 1)", 0, clang19},
		{"void f(int n) {\n#pragma omp flush seq_cst\n}\n", "flush", 0, clang19},
	} {
		tr := checked(t, c.src)
		h := Directive(tr.All[c.i], c.host)
		got := strings.TrimPrefix(h.Text, "#pragma omp ")
		if got != c.want || h.Unknown != "" {
			t.Errorf("%s\ngot  %q\nwant %q %s", c.src, got, c.want, h.Unknown)
		}
		if h.Same != (got == tr.All[c.i].Pragma.Text) {
			t.Errorf("%q: same is %v", got, h.Same)
		}
	}
}

// checked is the construct tree of src, which must be without errors.
func checked(t *testing.T, src string) *tree.Tree {
	t.Helper()
	u := parse.NewUnit("t.c", []byte(src))
	diags := &diag.List{}
	m := syntax.NewMarker(60, diags)
	if err := u.Translate(m.Mark, diags); err != nil {
		t.Fatal(err)
	}
	tr := tree.Bind(u, m.Dirs, diags)
	resolve.Complete(tr, diags)
	check.Check(tr, diags)
	if diags.HasErrors() {
		t.Fatalf("%s: errors", src)
	}
	return tr
}
