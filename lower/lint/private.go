// Private variables that are read before they are set.

package lint

import (
	"slices"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// uninitialisedPrivate: the first use of a variable that a construct of the unit makes private, of
// its elements or of a member reads it.
func (u *Unit) uninitialisedPrivate() {
	for _, c := range u.Tree.All {
		if c != nil && c.Stmt != nil && c.Meta == nil {
			u.privateReads(c)
		}
	}
}

func (u *Unit) privateReads(c *tree.Construct) {
	for _, cl := range c.Clauses {
		if cl.Kind != spec.PrivateClause && cl.Kind != spec.LastprivateClause {
			continue
		}
		for _, it := range cl.Items {
			if it.Decl == nil || slices.Contains(u.LoopVariables(c), it.Decl) || startsWithValue(c, it.Decl) {
				continue
			}
			n, what := cc.Node(nil), it.Decl.Name()
			switch {
			case !ctree.IsAggregate(ctree.ObjectType(it.Decl)):
				n = firstRead(u, c, it.Decl)
			case !listedInside(c, it.Decl):
				if n = u.firstPartRead(c.Stmt, it.Decl); n != nil {
					what = u.source(n)
				}
			}
			if n == nil {
				continue
			}
			w := u.Diags.Warnf(u.Tree.Unit.NodeSpan(n), diag.OmpPrivateUninitialized,
				"'%s' is private and uninitialised when it is read here", what).
				WithNote(it.Span, "this clause makes it private")
			helpFirstprivate(w, c, cl, it.Decl.Name())
		}
	}
}

// startsWithValue reports whether another clause of c gives its copy of d a value.
func startsWithValue(c *tree.Construct, d *cc.Declarator) bool {
	for _, cl := range c.Clauses {
		valued := cl.Kind.Is(spec.Reduces) ||
			tree.OneOf(cl.Kind, spec.FirstprivateClause, spec.LinearClause, spec.InductionClause, spec.CopyinClause)
		if valued && cl.Lists(d) {
			return true
		}
	}
	return false
}

// firstRead is the first use of d in c's statement if it reads d on every path.
func firstRead(u *Unit, c *tree.Construct, d *cc.Declarator) cc.Node {
	first, at := -1, cc.Node(nil)
	conditional := false
	target := map[cc.Node]bool{}
	note := func(n cc.Node, read, cond bool) {
		off := u.Tree.Unit.Offset(n)
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
		ctree.Walk(n, func(n cc.Node) bool {
			switch x := n.(type) {
			case *cc.IterationStatement:
				if inner := u.Tree.ByLoop[x]; inner != nil {
					if p, _ := copies(inner, d); p {
						return false
					}
				}
				if dim := canonical(x); dim != nil && dim.Var == d {
					note(x, false, cond)
				}
			case *cc.SelectionStatement:
				visit(x.ExpressionList, cond)
				visit(x.Statement, true)
				visit(x.Statement2, true)
				return false
			case *cc.AssignmentExpression:
				if x.Case == cc.AssignmentExpressionAssign && ctree.VarOf(x.UnaryExpression) == d {
					target[ctree.Strip(x.UnaryExpression)] = true
					note(x.UnaryExpression, ctree.Mentions(x.AssignmentExpression, d), cond)
				}
			case *cc.PostfixExpression:
				if x.Case == cc.PostfixExpressionCall {
					for a := x.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
						if isAddress(d)(a.AssignmentExpression) {
							read, known := u.firstUse(x, d, wholePlace)
							note(a.AssignmentExpression, read != nil, cond || !known)
							return false
						}
					}
				}
			case *cc.AsmStatement:
				note(x, false, true)
				return false
			case *cc.UnaryExpression:
				if x.Case == cc.UnaryExpressionAddrof && ctree.VarOf(x.CastExpression) == d {
					note(x, false, cond)
					return false
				}
				if x.Case == cc.UnaryExpressionSizeofExpr {
					return false
				}
			case *cc.PrimaryExpression:
				if ctree.VarOf(x) == d && x.Case == cc.PrimaryExpressionIdent && !target[x] &&
					u.Tree.Unit.InPragma(x) == nil {
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
func listedInside(c *tree.Construct, d *cc.Declarator) bool {
	for _, in := range c.Children {
		for _, cl := range in.Clauses {
			if cl.Lists(d) {
				return true
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
func (u *Unit) firstPartRead(s *cc.Statement, d *cc.Declarator) cc.Node {
	st, ok := ctree.ObjectType(d).(*cc.StructType)
	if !ok {
		if read, known := u.firstUse(s, d, elementPlace); known {
			return read
		}
		return nil
	}
	for i := 0; i < st.NumFields(); i++ {
		f := st.FieldByIndex(i)
		if f == nil || f.Name() == "" || f.IsBitfield() {
			continue
		}
		if read, known := u.firstUse(s, d, memberPlace(f.Name())); known && read != nil {
			return read
		}
	}
	return nil
}
