package pragma

import "testing"

// TestHostText: newer spellings in the words of OpenMP 5.0.
func TestHostText(t *testing.T) {
	for _, c := range []struct {
		src, want string
		i         int
	}{
		{"int n, a[9];\nvoid f(void) {\n#pragma omp for ordered(1)\nfor (int i = 1; i < n; i++) {\n#pragma omp ordered doacross(sink: i-1)\na[i] = 0;\n#pragma omp ordered doacross(source:)\n}\n}\n", "ordered depend(sink: i-1)", 1},
		{"int n, a[9];\nvoid f(void) {\n#pragma omp for ordered(1)\nfor (int i = 1; i < n; i++) {\n#pragma omp ordered doacross(sink: omp_cur_iteration - 1)\na[i] = 0;\n#pragma omp ordered doacross(source:omp_cur_iteration)\n}\n}\n", "ordered depend(sink: i - 1)", 1},
		{"int n, a[9];\nvoid f(void) {\n#pragma omp for ordered(1)\nfor (int i = 1; i < n; i++) {\n#pragma omp ordered doacross(sink: i-1)\na[i] = 0;\n#pragma omp ordered doacross(source:)\n}\n}\n", "ordered depend(source)", 2},
		{"#pragma omp declare simd linear(p: val, step(2)) uniform(n)\nint g(int p, int n);\n", "declare simd linear(p : 2) uniform(n)", 0},
		{"#pragma omp declare simd linear(p: 2)\nint g(int p, int n);\n", "declare simd linear(p: 2)", 0},
		{"int x;\n#pragma omp declare_target enter(x)\n", "declare target to(x)", 0},
		{"#pragma omp declare reduction(r : int) combiner(omp_out += omp_in) initializer(omp_priv = 0)\n", "declare reduction(r : int : omp_out += omp_in)  initializer(omp_priv = 0)", 0},
		{"void f(int n) {\n#pragma omp parallel num_threads(strict: 4, 2) severity(warning) message(\"m\") if(n)\n{ }\n}\n", "parallel num_threads(4)   if(n)", 0},
		{"void f(int n) {\n#pragma omp assume holds(n > 0)\n{ }\n}\n", "", 0},
		{"void f(int n) {\n#pragma omp parallel if(n)\n{ }\n}\n", "parallel if(n)", 0},
	} {
		tree := bound(t, c.src)
		got, same := tree.All[c.i].HostText()
		if got != c.want {
			t.Errorf("%s\ngot  %q\nwant %q", c.src, got, c.want)
		}
		if same != (got == tree.All[c.i].Pragma.Text) {
			t.Errorf("%q: same is %v", got, same)
		}
	}
}
