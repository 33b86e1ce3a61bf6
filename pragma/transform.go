package pragma

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"
)

// Transforms reports whether c is a loop-transforming construct (5.2 §9, 6.0 §11).
func (c *Construct) Transforms() bool { return isTransformation(c.Kind) }

func isTransformation(k DirectiveKind) bool {
	switch k {
	case "tile", "unroll", "interchange", "reverse", "split", "stripe", "fuse":
		return true
	}
	return false
}

// CanonicalLoop takes the for statement f, a loop of c, apart; nil if it is not
// canonical (5.2 §4.4.1).
func (t *Tree) CanonicalLoop(c *Construct, f *cc.IterationStatement) *Loop {
	if f.Case != cc.IterationStatementFor && f.Case != cc.IterationStatementForDecl {
		return nil
	}
	l := &loopChecker{t: t, c: c, diags: &diag.List{}, nest: &LoopNest{}, ok: true}
	return l.canonical(f)
}

// Up reports whether the loop counts upwards.
func (l *Loop) Up() bool {
	switch l.Cmp {
	case "<", "<=":
		return true
	case ">", ">=":
		return false
	}
	step := int64(1)
	if l.Step != nil {
		step, _ = ConstInt(l.Step) // with != it is 1 or -1
	}
	return (step > 0) != l.Down
}

// checkUnroll applies the rules on unroll (5.2 §9.2): after full unrolling no loop
// is left, and the count of iterations must be constant.
func (k *checker) checkUnroll(c *Construct) {
	if c.Kind != "unroll" {
		return
	}
	full, partial := c.Clause("full"), c.Clause("partial")
	if p := c.Parent; p != nil && partial == nil && p.Def.Assoc == AssocLoop && p.Stmt != nil && c.Marker != nil && p.Stmt.IterationStatement == c.Marker.Loop {
		what := "'unroll' may leave no loop"
		if full != nil {
			what = "'unroll full' leaves no loop"
		}
		k.diags.Errorf(c.nameSpan(), "no-loop-left", "%s for '%s'", what, p.Kind).WithSection("5.2 §9.2").
			WithNote(p.nameSpan(), "'%s' is here", p.Kind).WithFix("write unroll partial")
	}
	if full == nil || c.Nest == nil {
		return
	}
	l := c.Nest.Loops[0]
	for _, e := range []*Expr{{Node: l.Init}, {Node: l.Bound}, {Node: l.Step}} {
		if e.Node == nil {
			continue
		}
		if _, ok := ConstInt(e.Node); !ok {
			k.diags.Errorf(k.t.Unit.NodeSpan(e.Node), "not-constant", "'unroll full' needs a constant number of iterations").
				WithSection("5.2 §9.2.1").WithNote(full.Span, "full is here").WithFix("write unroll partial")
			return
		}
	}
}
