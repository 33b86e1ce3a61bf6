// Variables that a region sets under a condition only, and copies back.

package lint

import (
	"slices"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// setSometimes: map(from: x) copies x back, but the region sets it under a condition on data only,
// and the host gave it a value before, which is to stay otherwise (5.2 §5.8.3).
func (k *target) setSometimes() {
	if k.c.Func == nil || k.u.UnifiedMemory() {
		return
	}
	for _, cl := range k.c.All(spec.MapClause) {
		if k.MapFlags(cl)&(abi.FlagTo|abi.FlagFrom) != abi.FlagFrom {
			continue
		}
		for _, it := range cl.Items {
			d := it.Decl
			if d == nil || d.IsParam() || ctree.IsStaticStorage(d) || k.takesAddress(d) || k.u.transferred(k, d) {
				continue
			}
			if _, result := copies(k.c, d); result != nil {
				continue
			}
			switch {
			case ctree.IsArray(ctree.ObjectType(d)):
				k.sometimes(it, d, func(x cc.ExpressionNode) bool { v, _ := elementOf(x); return v == d }, true)
			case isScalar(d):
				k.sometimes(it, d, func(x cc.ExpressionNode) bool { return ctree.VarOf(x) == d }, false)
			}
		}
	}
}

// transferred reports whether clauses other than that of k's construct concern d.
func (u *Unit) transferred(k *target, d *cc.Declarator) bool {
	t := k.transfersOf(d)
	return t.other || t.before != nil || k.updates(d)
}

func (k *target) sometimes(it *tree.Item, d *cc.Declarator, isPart func(cc.ExpressionNode) bool, array bool) {
	given := k.givenBefore(d, isPart)
	if given == nil {
		return
	}
	s := &conditionScan{k: k, d: d, isPart: isPart, array: array}
	s.statement(k.c.Stmt, nil)
	if s.other || s.under == nil {
		return
	}
	e := k.u.Diags.Warnf(it.Span, diag.OmpPartialFrom,
		"'%s' is set only conditionally, but map(from:) always copies it back: the host may get an indeterminate value",
		d.Name()).WithSection("5.2 §5.8.3").
		WithNote(k.u.Tree.Unit.NodeSpan(s.under), "the assignment depends on this condition").
		WithNote(k.u.Tree.Unit.NodeSpan(given), "map(from:) overwrites this value")
	k.helpMap(e, d, "tofrom", it.Text)
}

// givenBefore is where the function gives a part of d a value before the construct.
func (k *target) givenBefore(d *cc.Declarator, isPart func(cc.ExpressionNode) bool) (given cc.Node) {
	u := k.u
	ctree.Walk(k.c.Func, func(n cc.Node) bool {
		if given != nil || u.Tree.Unit.Offset(n) >= k.c.Start {
			return given == nil
		}
		if x, ok := n.(*cc.InitDeclarator); ok && x.Declarator == d && x.Initializer != nil {
			given = x
		}
		if target := ctree.Written(n); target != nil && isPart(target) && !u.onDevice(u.Tree.Unit.Offset(n), k.c.Func) {
			given = n
		}
		return given == nil
	})
	return given
}

// conditionScan finds the assignments to parts of d: under is the condition of the first one that
// depends on data, other is set where one may be reached in another way, or d is used otherwise.
type conditionScan struct {
	k      *target
	d      *cc.Declarator
	isPart func(cc.ExpressionNode) bool
	array  bool
	under  cc.Node
	other  bool
}

func (s *conditionScan) statement(n, condition cc.Node) {
	ctree.Walk(n, func(n cc.Node) bool {
		if s.other {
			return false
		}
		switch x := n.(type) {
		case *cc.IterationStatement:
			if c := s.k.u.Tree.ByLoop[x]; c != nil && listed(c, s.d) {
				s.other = true
			}
		case *cc.SelectionStatement:
			s.statement(x.ExpressionList, condition)
			if x.Case == cc.SelectionStatementIf && s.onData(x.ExpressionList) {
				s.statement(x.Statement, x.ExpressionList)
				return false
			}
			s.other = s.other || s.uses(x.Statement) || s.uses(x.Statement2)
			return false
		case *cc.AsmStatement, *cc.LabeledStatement, *cc.JumpStatement:
			s.other = s.other || refersToNode(n, s.d) || s.jumps(n)
			return false
		}
		if target := ctree.Written(n); target != nil && s.isPart(target) {
			if condition == nil {
				s.other = true
			} else if s.under == nil {
				s.under = condition
			}
			if a, ok := n.(*cc.AssignmentExpression); ok && a.Case == cc.AssignmentExpressionAssign {
				s.statement(a.AssignmentExpression, condition)
				return false
			}
			s.other = true // it is read, too: see unsetVariables
			return false
		}
		if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent && ctree.VarOf(p) == s.d &&
			s.k.u.Tree.Unit.InPragma(p) == nil {
			s.other = true
		}
		return !s.other
	})
}

// jumps reports whether n leaves the order of the statements.
func (s *conditionScan) jumps(n cc.Node) bool {
	j, ok := n.(*cc.JumpStatement)
	return !ok || j.Case != cc.JumpStatementContinue
}

func (s *conditionScan) uses(n cc.Node) bool { return refersToNode(n, s.d) }

func refersToNode(n cc.Node, d *cc.Declarator) bool {
	found := false
	ctree.Walk(n, func(n cc.Node) bool {
		p, ok := n.(*cc.PrimaryExpression)
		found = found || ok && ctree.VarOf(p) == d
		return !found
	})
	return found
}

// listed reports whether a clause of c names d.
func listed(c *tree.Construct, d *cc.Declarator) bool {
	for _, cl := range c.Clauses {
		if cl.Lists(d) {
			return true
		}
	}
	return false
}

// onData reports whether condition e depends on elements, or, for a scalar, on variables of the
// host alone: not on who executes it, nor on which iteration it is.
func (s *conditionScan) onData(e cc.Node) bool {
	element, calls, inside, rest := false, false, false, false
	ctree.Walk(e, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.PostfixExpression:
			calls = calls || x.Case == cc.PostfixExpressionCall
			if d, _ := elementOf(x); d != nil {
				element = true
				return false
			}
		case *cc.MultiplicativeExpression:
			rest = rest || s.array && x.Case == cc.MultiplicativeExpressionMod
		case *cc.PrimaryExpression:
			if d := ctree.VarOf(x); d != nil {
				inside = inside || s.k.declaresInside(d) || slices.Contains(s.k.u.LoopVariables(s.k.c), d)
			}
		}
		return true
	})
	return !calls && (element || rest || !inside && !s.array)
}
