package lower

import (
	"modernc.org/cc/v4"

	"ompcc/pragma"
)

// uninitialisedPrivate: the first use of a private variable, of its elements or of a member reads it.
func (k *kernel) uninitialisedPrivate() {
	k.privateReads(k.c)
	var nested func(list []*pragma.Construct)
	nested = func(list []*pragma.Construct) {
		for _, c := range list {
			k.privateReads(c)
			nested(c.Children)
		}
	}
	nested(k.c.Children)
}

func (k *kernel) privateReads(c *pragma.Construct) {
	if c.Stmt == nil {
		return
	}
	for _, cl := range c.All("private") {
		for _, it := range cl.Items {
			if it.Decl == nil || contains(k.hb.u.loopVariables(c), it.Decl) {
				continue
			}
			n, what := cc.Node(nil), it.Decl.Name()
			switch {
			case isScalar(it.Decl):
				n = firstRead(k.hb.u, c, it.Decl)
			case isAggregate(objectType(it.Decl)) && !listedInside(c, it.Decl):
				if n = firstPartRead(c.Stmt, it.Decl); n != nil {
					what = k.hb.u.source(n)
				}
			}
			if n != nil {
				k.warn(n, "omp-private-uninitialized", "%s is private here and has no value yet when it is read", what).
					WithSection("5.2 §5.4.3").WithFix("write firstprivate(%s) to start with the original's value", it.Decl.Name()).
					WithNote(it.Span, "it is private by this clause")
			}
		}
	}
}

// firstRead is the first use of d in c's statement if it reads d on every path.
func firstRead(u *unit, c *pragma.Construct, d *cc.Declarator) cc.Node {
	first, at := -1, cc.Node(nil)
	conditional := false
	target := map[cc.Node]bool{}
	note := func(n cc.Node, read, cond bool) {
		off := u.tree.Unit.Offset(n)
		if first < 0 || off < first {
			first, conditional = off, cond
			at = nil
			if read {
				at = n
			}
		}
	}
	var visit func(n cc.Node, cond bool)
	visit = func(n cc.Node, cond bool) {
		walk(n, func(n cc.Node) bool {
			switch x := n.(type) {
			case *cc.IterationStatement:
				if inner := u.tree.ByLoop[x]; inner != nil {
					if p, _ := copies(inner, d); p {
						return false
					}
				}
				if dim, _ := u.dimension(x); isFor(x) && dim != nil && dim.v == d {
					note(x, false, cond)
				}
			case *cc.SelectionStatement:
				visit(x.ExpressionList, cond)
				visit(x.Statement, true)
				visit(x.Statement2, true)
				return false
			case *cc.AssignmentExpression:
				if x.Case == cc.AssignmentExpressionAssign && varOf(x.UnaryExpression) == d {
					target[strip(x.UnaryExpression)] = true
					note(x.UnaryExpression, refersTo(x.AssignmentExpression, d), cond)
				}
			case *cc.UnaryExpression:
				if x.Case == cc.UnaryExpressionAddrof && varOf(x.CastExpression) == d {
					note(x, false, cond)
					return false
				}
				if x.Case == cc.UnaryExpressionSizeofExpr {
					return false
				}
			case *cc.PrimaryExpression:
				if varOf(x) == d && x.Case == cc.PrimaryExpressionIdent && !target[x] && u.tree.Unit.InPragma(x) == nil {
					note(x, true, cond)
				}
			}
			return true
		})
	}
	visit(c.Stmt, false)
	if conditional {
		return nil
	}
	return at
}

// listedInside reports whether a construct in c's region has d in a clause: it may give its
// copy a value.
func listedInside(c *pragma.Construct, d *cc.Declarator) bool {
	for _, in := range c.Children {
		for _, cl := range in.Clauses {
			for _, it := range cl.Items {
				if it.Decl == d {
					return true
				}
			}
		}
		if listedInside(in, d) {
			return true
		}
	}
	return false
}

// firstPartRead is the first use of an element or a member of d in s if it reads it on
// every path.
func firstPartRead(s *cc.Statement, d *cc.Declarator) cc.Node {
	st, ok := objectType(d).(*cc.StructType)
	if !ok {
		read, known := firstUse(s, d, func(x cc.ExpressionNode) bool { v, _ := elementOf(x); return v == d })
		if known {
			return read
		}
		return nil
	}
	for i := 0; i < st.NumFields(); i++ {
		f := st.FieldByIndex(i)
		if f == nil || f.Name() == "" || f.IsBitfield() {
			continue
		}
		read, known := firstUse(s, d, func(x cc.ExpressionNode) bool {
			p, ok := strip(x).(*cc.PostfixExpression)
			return ok && p.Case == cc.PostfixExpressionSelect && varOf(p.PostfixExpression) == d && p.Token2.SrcStr() == f.Name()
		}, st)
		if known && read != nil {
			return read
		}
	}
	return nil
}
