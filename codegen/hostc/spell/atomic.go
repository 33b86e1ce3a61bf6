package spell

import (
	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// WritesAtomic reports whether hostc writes the statement of atomic construct c as C for host compiler h (5.2
// §15.8.4). It does so for comparisons and for writes whose new value is captured: neither compiler takes them in
// all forms or for all types, and clang crashes over comparisons of pointers. It does so for updates of _Bool:
// clang's leave other values than 0 and 1, and gcc takes only a part of the operators. It does so for captures of
// bit-fields, which clang does not cut to their width. For gcc it does so for three forms that clang takes:
// parentheses round assignments, updates of volatile variables, and complex numbers.
func WritesAtomic(c *tree.Construct, h Compiler) bool {
	f := c.Atomic
	if f == nil {
		return false
	}
	switch t := f.X.Type().Undecay(); {
	case c.Clause(spec.CompareClause) != nil, h.GCC && (f.Enclosed || cc.IsComplexType(t)):
		return true
	case c.Clause(spec.ReadClause) != nil, c.Clause(spec.WriteClause) != nil:
		return false
	}
	return isBool(f.X) || f.Op == "" && !f.Old || h.GCC && isVolatile(f.X) ||
		!h.GCC && f.V != nil && !f.Old && isBitField(f.X)
}

// isBool reports whether x has type _Bool, which cc gives as int for a bit-field.
func isBool(x cc.ExpressionNode) bool {
	if isBitField(x) {
		return ctree.Strip(x).(*cc.PostfixExpression).Field().Type().Kind() == cc.Bool
	}
	return x.Type().Kind() == cc.Bool
}

func isBitField(x cc.ExpressionNode) bool {
	p, ok := ctree.Strip(x).(*cc.PostfixExpression)
	return ok && (p.Case == cc.PostfixExpressionSelect || p.Case == cc.PostfixExpressionPSelect) && p.Field() != nil &&
		p.Field().IsBitfield()
}

// isVolatile reports whether x may designate a volatile object.
func isVolatile(x cc.ExpressionNode) bool {
	if hasCast(x) {
		return true
	}
	if a := x.Type().Attributes(); a != nil && a.IsVolatile() {
		return true
	}
	if d := ctree.VarOf(x); d != nil {
		return d.IsVolatile()
	}
	p, ok := ctree.Strip(x).(*cc.PostfixExpression)
	if !ok || p.Case != cc.PostfixExpressionSelect && p.Case != cc.PostfixExpressionPSelect &&
		p.Case != cc.PostfixExpressionIndex {
		return false
	}
	if f := p.Field(); f != nil && f.Declarator() != nil && f.Declarator().IsVolatile() {
		return true
	}
	if t, ok := p.PostfixExpression.Type().(*cc.PointerType); ok {
		if a := t.Elem().Attributes(); a != nil && a.IsVolatile() {
			return true
		}
	}
	return isVolatile(p.PostfixExpression)
}

// atomicAlone reports whether gcc refuses atomic construct c where it stands: directly in a
// teams or a loop region, where clang and OpenMP 6.0 (§12.3) allow it. A parallel region of
// one thread may stand there, and atomic in that.
func atomicAlone(c *tree.Construct, h Compiler) bool {
	if c.Kind != spec.Atomic || !h.GCC {
		return false
	}
	up := tree.Around(c)
	i := tree.Strictly(up)
	return i >= 0 && tree.OneOf(up[i].Leaf, spec.Teams, spec.Loop)
}

// holdsAtomic reports whether an atomic construct stands in c's region, in no parallel
// region of its own: host compilers allow none where an order clause says concurrent, which
// only permits what they do not do.
func holdsAtomic(c *tree.Construct) bool {
	for _, x := range c.Children {
		if x.Kind == spec.Atomic || !tree.IsRegionRoot(x.Leafs[0]) && holdsAtomic(x) {
			return true
		}
	}
	return false
}

// hasCast reports whether there is a cast in x, of which cc forgets the qualifiers.
func hasCast(x cc.ExpressionNode) (found bool) {
	ctree.Walk(x, func(n cc.Node) bool {
		c, ok := n.(*cc.CastExpression)
		found = found || ok && c.Case == cc.CastExpressionCast
		return !found
	})
	return found
}
