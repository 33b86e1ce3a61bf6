package lower

import (
	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/pragma/spec"
)

// minMax is a conditional update by < or > (5.2 §15.8.4). "x = expr < x ? expr : x" and "if (expr < x) { x = expr;
// }" make x the minimum. With x < expr it becomes the maximum.
func (a *atomicOp) minMax() {
	f, x := a.b.fn, a.form.X
	op := region.AtomicMax
	if (a.form.Op == "<") == a.form.Last {
		op = region.AtomicMin
	}
	a.typ(x)
	e := a.b.let("e", f.ValueAs(a.form.Expr, x.Type()))
	old := f.Let("old", &region.AtomicRMW{Op: op, Addr: f.Addr(x), X: e, Order: a.order, Site: f.Site(x)})
	switch {
	case a.form.V == nil:
	case a.form.Old:
		a.store(a.form.V, old)
	default:
		a.store(a.form.V, combine(op, old, e))
	}
}

// compareAndSwap is a conditional update by ==, "x = x == e ? d : x" or "if (x == e) { x = d; }". The latter may
// have "else { v = x; }", or the result of the comparison in r.
func (a *atomicOp) compareAndSwap() {
	f, v := a.b.fn, a.form.V
	old, ok := a.swap(a.typ(a.form.X))
	switch {
	case v == nil:
	case a.form.Else != nil:
		then := f.Block(a.c.Stmt, func() { a.store(v, old) })
		f.Emit(&region.If{At: a.at(), Cond: &region.Not{X: ok}, Then: then})
	case a.form.Old:
		a.store(v, old)
	default:
		a.store(v, &region.Cond{C: ok, X: f.ValueAs(a.form.D, a.form.X.Type()), Y: old})
	}
}

// swap is the compare-exchange; it also stores the result of the comparison.
func (a *atomicOp) swap(t region.Type) (old, ok region.Expr) {
	f, x := a.b.fn, a.form.X
	expect := f.Let("expect", toBits(t, f.ValueAs(a.form.E, x.Type())))
	desired := f.Let("desired", toBits(t, f.ValueAs(a.form.D, x.Type())))
	got := f.Let("got",
		&region.CmpXchg{Addr: f.Addr(x), Expect: expect, New: desired, Order: a.order, Fail: a.fail,
			Weak: a.c.Clause(spec.WeakClause) != nil, Site: f.Site(x)})
	ok = f.Let("ok", &region.Compare{Op: region.Eq, X: got, Y: expect})
	if a.form.R != nil {
		a.store(a.form.R, &region.Cond{C: ok, X: cbody.Int(region.I32, 1), Y: cbody.Int(region.I32, 0)})
	}
	return fromBits(t, got), ok
}
