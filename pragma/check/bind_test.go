package check

import (
	"testing"

	"modernc.org/cc/v4"

	"ompcc/parse"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/syntax"
	"ompcc/pragma/tree"
)

// bound runs all stages on src, which must be right.
func bound(t *testing.T, src string) *tree.Tree {
	t.Helper()
	u := parse.NewUnit("t.c", []byte(src))
	diags := &diag.List{}
	m := syntax.NewMarker(60, diags)
	if err := u.Translate(m.Mark, diags); err != nil {
		t.Fatalf("%v\n%s", err, diags.Golden(diag.Note))
	}
	tr := tree.Bind(u, m.Dirs, diags)
	resolve.Complete(tr, diags)
	Check(tr, diags)
	if diags.HasErrors() {
		t.Fatal(diags.Golden(diag.Error))
	}
	return tr
}

func TestBindTree(t *testing.T) {
	src := `int a[10], n;
void f(void) {
#pragma omp target teams map(a)
  {
#pragma omp distribute
    for (int i = 0; i < n; i++) {
#pragma omp parallel
      { a[i] = 1; }
    }
  }
#pragma omp barrier
}
`
	tr := bound(t, src)
	all := tr.All
	if len(all) != 4 {
		t.Fatalf("%d constructs", len(all))
	}
	if all[0].Parent != nil || all[1].Parent != all[0] || all[2].Parent != all[1] || all[3].Parent != nil {
		t.Error("wrong parents")
	}
	if len(all[0].Children) != 1 || all[0].Children[0] != all[1] {
		t.Error("wrong children")
	}
	if got := src[all[2].StmtStart:all[2].End]; got != "{ a[i] = 1; }" {
		t.Errorf("statement of parallel is %q", got)
	}
	if got := src[all[2].Start:all[2].StmtStart]; got[:11] != "#pragma omp" {
		t.Errorf("parallel starts at %q", got)
	}
	for _, c := range all {
		if c.Func == nil || c.Func.Declarator.Name() != "f" {
			t.Errorf("%s: wrong function", c.Kind)
		}
	}
	if all[3].Stmt != nil {
		t.Error("barrier has a statement")
	}
	if n := all[1].Nest; n == nil || len(n.Loops) != 1 || n.Loops[0].Var.Name() != "i" || n.Loops[0].Cmp != "<" ||
		!n.Loops[0].Declared {
		t.Errorf("wrong loop nest %+v", n)
	}
}

func TestBindItems(t *testing.T) {
	tr := bound(t, `
struct S { double *p; int n; } *s;
double a[4][5], *q;
int n, fn(void);
void f(int k) {
#pragma omp target map(to: s->p[k:s->n], a[1][0:2]) map(from: ([n][k])q) device(fn())
  { }
#pragma omp target update to(iterator(long i=0:k:2): q[i], s[i].p) if(n)
#pragma omp task depend(inout: omp_all_memory)
  { }
}
`)
	c := tr.All[0]
	it := c.Clauses[0].Items[0]
	if it.Base != "s->p" || it.Decl == nil || it.Decl.Name() != "s" || it.Node.Type().Kind() != cc.Ptr {
		t.Errorf("s->p: base %q decl %v", it.Base, it.Decl)
	}
	if sec := it.Sections[0]; sec.Lower.Node == nil || tree.RootDecl(sec.Lower.Node).Name() != "k" ||
		sec.Length.Node.Type().Kind() != cc.Int {
		t.Error("bounds of s->p are not typed")
	}
	if it := c.Clauses[0].Items[1]; it.Base != "a[1]" || it.Decl.Name() != "a" ||
		it.Node.Type().Undecay().Kind() != cc.Array {
		t.Errorf("a[1]: base %q", it.Base)
	}
	if it := c.Clauses[1].Items[0]; it.Base != "q" || it.Decl.Name() != "q" || len(it.Shape) != 2 ||
		it.Shape[1].Node == nil {
		t.Errorf("shaped q: %+v", it)
	}
	if e := c.Clause(spec.DeviceClause).Exprs[0]; e.Node == nil || e.Node.Type().Kind() != cc.Int {
		t.Error("device(fn()) is not typed")
	}
	to := tr.All[1].Clause(spec.ToClause)
	v := to.Modifiers[0].Iter[0]
	if v.Decl == nil || v.Decl.Name() != "i" || v.Decl.Type().Kind() != cc.Long || v.Step == nil ||
		v.Step.Node == nil || v.End.Node == nil {
		t.Errorf("iterator: %+v", v)
	}
	if to.Items[0].Decl.Name() != "q" || to.Items[1].Decl.Name() != "s" {
		t.Error("items under an iterator are not bound")
	}
	uses := false
	ctree.EachVariable(to.Items[0].Node, func(d *cc.Declarator) { uses = uses || d == v.Decl })
	if !uses {
		t.Error("q[i] does not name the iterator")
	}
}

func TestBindDeclarations(t *testing.T) {
	tr := bound(t, `
typedef struct { int n; double *p; } V;
void f(void *, void *);
#pragma omp declare mapper(V v) map(v, v.p[0:v.n])
#pragma omp declare reduction(add : V, V * : f(&omp_out, &omp_in)) initializer(omp_priv = {0})
#pragma omp declare reduction(+ : V : omp_out.n += omp_in.n) initializer(f(&omp_priv, &omp_orig))
void g_gpu(double *a, int n);
#pragma omp declare variant(g_gpu) match(construct={dispatch}, device={kind(gpu)}) adjust_args(need_device_ptr: a)
#pragma omp declare simd uniform(a) linear(n: 1)
void g(double *a, int n);
#pragma omp begin declare target
int x;
#pragma omp end declare target
`)
	m := tr.All[0]
	if m.Mapper.Decl == nil || m.Mapper.Decl.Name() != "v" || m.Clauses[0].Items[1].Decl != m.Mapper.Decl {
		t.Error("the mapper's variable is not bound")
	}
	if m.Clauses[0].Items[1].Sections[0].Length.Node == nil {
		t.Error("the mapper's section is not typed")
	}
	for _, rt := range tr.All[1].Reduction.Types {
		if rt.Type == nil || rt.In == nil || rt.Out == nil || rt.Priv == nil || rt.Combiner == nil || rt.Init == nil {
			t.Errorf("reduction add for %s: %+v", rt.Text, rt)
		}
	}
	if rt := tr.All[2].Reduction.Types[0]; rt.InitCall == nil || rt.Orig == nil || rt.Init != nil {
		t.Errorf("reduction +: %+v", rt)
	}
	v := tr.All[3]
	if v.Target == nil || v.Target.Name() != "g" || v.Args.Items[0].Decl == nil ||
		v.Args.Items[0].Decl.Name() != "g_gpu" {
		t.Error("declare variant is not bound")
	}
	if s := tr.All[4]; s.Target == nil || s.Target.Name() != "g" || s.Clause(spec.UniformClause).Items[0].Decl == nil {
		t.Error("declare simd is not bound")
	}
	if tr.All[5].Pair != tr.All[6] || tr.All[6].Pair != tr.All[5] {
		t.Error("begin and end declare target are no pair")
	}
}

// TestLoopForms takes loops of every canonical form apart (5.2 §4.4.1).
func TestLoopForms(t *testing.T) {
	for head, want := range map[string]tree.Loop{
		"i = 0; i < n; i++":          {Cmp: "<"},
		"i = 0; n > i; ++i":          {Cmp: "<"},
		"i = n; i >= 0; --i":         {Cmp: ">=", Down: true},
		"i = n; i > 0; i -= 2":       {Cmp: ">", Down: true},
		"i = 0; i <= n; i = i + 3":   {Cmp: "<="},
		"i = 0; i <= n; i = 3 + i":   {Cmp: "<="},
		"i = n; 0 <= i; i = i - 1":   {Cmp: ">=", Down: true},
		"i = 0; i != n; i++":         {Cmp: "!="},
		"long j = 0; j < n; j += st": {Cmp: "<", Declared: true},
	} {
		tr := bound(t, "int i, n, st;\nvoid f(void) {\n#pragma omp parallel for\nfor ("+head+") ;\n}\n")
		nest := tr.All[0].Nest
		if nest == nil {
			t.Errorf("%s: no nest", head)
			continue
		}
		l := nest.Loops[0]
		if l.Cmp != want.Cmp || l.Down != want.Down || l.Declared != want.Declared || l.Init == nil || l.Bound == nil {
			t.Errorf("%s: got %+v", head, l)
		}
	}
}

func TestImperfectNest(t *testing.T) {
	tr := bound(t,
		"int a[9], n;\nvoid f(void) {\n#pragma omp for collapse(2)\nfor (int i = 0; i < n; i++) { a[i] = 0; for (int j = 0; j < n; j++) a[j]++; }\n}\n")
	nest := tr.All[0].Nest
	if nest == nil || nest.Perfect || len(nest.Loops) != 2 {
		t.Errorf("nest %+v", nest)
	}
}
