package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
)

// conditional is a conditional update (5.2 §15.8.4):
//
//	x = expr < x ? expr : x;   if (expr < x) { x = expr; }   (min, max)
//	x = x == e ? d : x;        if (x == e) { x = d; }        (compare and swap)
type conditional struct {
	x   cc.ExpressionNode
	op  region.AtomicOp // AtomicMin, AtomicMax, or AtomicXchg for ==
	e   cc.ExpressionNode
	d   cc.ExpressionNode
	els *cc.Statement // else { v = x; }
	res cc.ExpressionNode
}

// compare lowers atomic compare with and without capture.
func (a *atomicOp) compare(capture bool) bool {
	list := ctree.Statements(a.c.Stmt)
	if !capture {
		if len(list) != 1 {
			return false
		}
		c := a.conditionalOf(list[0])
		return c != nil && a.emitConditional(c, nil, false)
	}
	switch len(list) {
	case 1:
		if v, rhs, ok := assignment(ctree.OnlyExpression(list[0])); ok {
			if x, e, ok := assignment(rhs); ok {
				c := a.ternary(x, e)
				return c != nil && a.emitConditional(c, v, false)
			}
			return false
		}
		c := a.conditionalOf(list[0])
		if c == nil || c.els == nil {
			return false
		}
		v, x, ok := assignment(ctree.OnlyExpression(c.els))
		return ok && a.same(x, c.x) && a.emitElse(c, v)
	case 2:
		return a.compareBlock(list)
	}
	return false
}

// compareBlock: { v = x; cond-update } , { cond-update v = x; } and
// { r = x == e; if (r) { x = d; } [else { v = x; }] }.
func (a *atomicOp) compareBlock(list []*cc.Statement) bool {
	if v, rhs, ok := assignment(ctree.OnlyExpression(list[0])); ok {
		if c := a.conditionalOf(list[1]); c != nil && a.same(rhs, c.x) {
			return a.emitConditional(c, v, true)
		}
		if c := a.resultForm(v, rhs, list[1]); c != nil {
			if c.els == nil {
				return a.emitConditional(c, nil, false)
			}
			w, x, ok := assignment(ctree.OnlyExpression(c.els))
			return ok && a.same(x, c.x) && a.emitElse(c, w)
		}
	}
	if c := a.conditionalOf(list[0]); c != nil {
		if v, x, ok := assignment(ctree.OnlyExpression(list[1])); ok && a.same(x, c.x) {
			return a.emitConditional(c, v, false)
		}
	}
	return false
}

// resultForm is r = x == e; if (r) { x = d; }.
func (a *atomicOp) resultForm(r, rhs cc.ExpressionNode, s *cc.Statement) *conditional {
	eq, ok := ctree.Strip(rhs).(*cc.EqualityExpression)
	if !ok || eq.Case != cc.EqualityExpressionEq || s.Case != cc.StatementSelection {
		return nil
	}
	sel := s.SelectionStatement
	if !a.same(sel.ExpressionList, r) {
		return nil
	}
	x, d, ok := assignment(ctree.OnlyExpression(sel.Statement))
	if !ok {
		return nil
	}
	c := &conditional{x: x, op: region.AtomicXchg, d: d, res: r, els: sel.Statement2}
	switch {
	case a.same(eq.EqualityExpression, x):
		c.e = eq.RelationalExpression
	case a.same(eq.RelationalExpression, x):
		c.e = eq.EqualityExpression
	default:
		return nil
	}
	return c
}

func (a *atomicOp) conditionalOf(s *cc.Statement) *conditional {
	if s.Case == cc.StatementSelection && s.SelectionStatement.Case != cc.SelectionStatementSwitch {
		sel := s.SelectionStatement
		x, d, ok := assignment(ctree.OnlyExpression(sel.Statement))
		if !ok {
			return nil
		}
		c := a.relation(x, d, sel.ExpressionList)
		if c != nil {
			c.els = sel.Statement2
		}
		return c
	}
	if x, e, ok := assignment(ctree.OnlyExpression(s)); ok {
		return a.ternary(x, e)
	}
	return nil
}

// ternary is x = cond ? d : x.
func (a *atomicOp) ternary(x, e cc.ExpressionNode) *conditional {
	t, ok := ctree.Strip(e).(*cc.ConditionalExpression)
	if !ok || ctree.IsNil(t.ExpressionList) || !a.same(t.ConditionalExpression, x) {
		return nil
	}
	return a.relation(x, t.ExpressionList, t.LogicalOrExpression)
}

// relation reads the condition under which x becomes d.
func (a *atomicOp) relation(x, d, cond cc.ExpressionNode) *conditional {
	switch c := ctree.Strip(cond).(type) {
	case *cc.EqualityExpression:
		if c.Case != cc.EqualityExpressionEq {
			return nil
		}
		e := c.RelationalExpression
		if !a.same(c.EqualityExpression, x) {
			if !a.same(e, x) {
				return nil
			}
			e = c.EqualityExpression
		}
		return &conditional{x: x, op: region.AtomicXchg, e: e, d: d}
	case *cc.RelationalExpression:
		l, r := c.RelationalExpression, c.ShiftExpression
		less := c.Case == cc.RelationalExpressionLt
		if !less && c.Case != cc.RelationalExpressionGt {
			return nil
		}
		// expr < x: x becomes the minimum; x < expr: the maximum.
		switch {
		case a.same(r, x) && a.same(l, d):
		case a.same(l, x) && a.same(r, d):
			less = !less
		default:
			return nil
		}
		op := region.AtomicMax
		if less {
			op = region.AtomicMin
		}
		return &conditional{x: x, op: op, e: d, d: d}
	}
	return nil
}

// emitConditional performs c; v (if any) receives x's old or new value.
func (a *atomicOp) emitConditional(c *conditional, v cc.ExpressionNode, oldValue bool) bool {
	f := a.b.fn
	t := a.typ(c.x)
	if c.op != region.AtomicXchg {
		e := a.b.let("e", f.ValueAs(c.e, c.x.Type()))
		old := f.Let("old", &region.AtomicRMW{Op: c.op, Addr: f.Addr(c.x), X: e, Order: a.order, Site: f.Site(c.x)})
		if v != nil {
			if oldValue {
				a.store(v, old)
			} else {
				a.store(v, combine(c.op, old, e))
			}
		}
		return true
	}
	old, ok := a.swap(c, t)
	if v == nil {
		return true
	}
	if oldValue {
		a.store(v, old)
		return true
	}
	a.store(v, &region.Cond{C: ok, X: f.ValueAs(c.d, c.x.Type()), Y: old})
	return true
}

// swap is the compare-exchange; it also stores the result form's r.
func (a *atomicOp) swap(c *conditional, t region.Type) (old, ok region.Expr) {
	f := a.b.fn
	expect := f.Let("expect", toBits(t, f.ValueAs(c.e, c.x.Type())))
	desired := f.Let("desired", toBits(t, f.ValueAs(c.d, c.x.Type())))
	got := f.Let("got", &region.CmpXchg{Addr: f.Addr(c.x), Expect: expect, New: desired, Order: a.order, Fail: a.fail, Weak: a.c.Clause("weak") != nil, Site: f.Site(c.x)})
	ok = f.Let("ok", &region.Compare{Op: region.Eq, X: got, Y: expect})
	if c.res != nil {
		a.store(c.res, &region.Cond{C: ok, X: cbody.Int(region.I32, 1), Y: cbody.Int(region.I32, 0)})
	}
	return fromBits(t, got), ok
}

// emitElse is if (x == e) x = d; else v = x.
func (a *atomicOp) emitElse(c *conditional, v cc.ExpressionNode) bool {
	if c.op != region.AtomicXchg {
		return false
	}
	f := a.b.fn
	old, ok := a.swap(c, a.typ(c.x))
	then := f.Block(a.c.Stmt, func() { a.store(v, old) })
	f.Emit(&region.If{At: a.at(), Cond: &region.Not{X: ok}, Then: then})
	return true
}
