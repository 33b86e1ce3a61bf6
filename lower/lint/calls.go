// Calls of the unit's own functions, seen through by other warnings.

package lint

import (
	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/tree"
)

// What the warnings about doubtful programs know of functions of the unit that a
// region calls.

// called is the unit's definition of the function that x calls by its name, nil if
// there is none.
func (u *Unit) called(x *cc.PostfixExpression) *cc.FunctionDefinition {
	if x.Case != cc.PostfixExpressionCall {
		return nil
	}
	if d := ctree.VarOf(x.PostfixExpression); d != nil && ctree.IsFunction(d) {
		return u.Definition(d.Name())
	}
	return nil
}

// parameterFor is the parameter of fd that gets argument i.
func parameterFor(fd *cc.FunctionDefinition, i int) *cc.Declarator {
	ft, ok := fd.Declarator.Type().(*cc.FunctionType)
	if !ok || i >= len(ft.Parameters()) {
		return nil
	}
	return ft.Parameters()[i].Declarator
}

// depth bounds how far calls are followed.
const depth = 8

// passedOn finds the first call in s that gives an argument for which given holds to a
// function of the unit whose use of that parameter is one that uses looks for.
func (u *Unit) passedOn(s cc.Node, given func(cc.ExpressionNode) bool,
	uses func(*cc.FunctionDefinition, *cc.Declarator) bool) (found *cc.PostfixExpression) {
	u.walkOnDevice(s, func(n cc.Node) bool {
		x, ok := n.(*cc.PostfixExpression)
		if found != nil || !ok || x.Case != cc.PostfixExpressionCall {
			return found == nil
		}
		fd := u.called(x)
		if fd == nil {
			return true
		}
		i := 0
		for a := x.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
			if p := parameterFor(fd, i); p != nil && given(a.AssignmentExpression) && uses(fd, p) {
				found = x
			}
			i++
		}
		return found == nil
	})
	return found
}

// dereferences reports whether fd, or a function that it passes its parameter p to,
// reads or writes what p points to, p being what the caller gave.
func (u *Unit) dereferences(fd *cc.FunctionDefinition, p *cc.Declarator, level int) bool {
	if level == depth || reassigns(fd, p) {
		return false
	}
	if dereference(statementOf(fd), p) != nil {
		return true
	}
	return u.passedOn(fd.CompoundStatement, isVariable(p), func(f *cc.FunctionDefinition, q *cc.Declarator) bool {
		return u.dereferences(f, q, level+1)
	}) != nil
}

// stores reports whether fd, or a function that it passes its parameter p to, writes
// what p points to.
func (u *Unit) stores(fd *cc.FunctionDefinition, p *cc.Declarator, level int) bool {
	if level == depth || reassigns(fd, p) {
		return false
	}
	found := false
	ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
		if target := ctree.Written(n); target != nil {
			switch x := ctree.Strip(target).(type) {
			case *cc.UnaryExpression:
				found = found || x.Case == cc.UnaryExpressionDeref && ctree.VarOf(x.CastExpression) == p
			case *cc.PostfixExpression:
				found = found || (x.Case == cc.PostfixExpressionIndex || x.Case == cc.PostfixExpressionPSelect) &&
					ctree.VarOf(x.PostfixExpression) == p
			}
		}
		return !found
	})
	return found || u.passedOn(fd.CompoundStatement, isVariable(p),
		func(f *cc.FunctionDefinition, q *cc.Declarator) bool {
			return u.stores(f, q, level+1)
		}) != nil
}

// reassigns reports whether fd gives its parameter p another value.
func reassigns(fd *cc.FunctionDefinition, p *cc.Declarator) bool {
	found := false
	ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
		target := ctree.Written(n)
		found = found || target != nil && ctree.VarOf(target) == p
		return !found
	})
	return found
}

// statementOf is the body of fd as a statement.
func statementOf(fd *cc.FunctionDefinition) *cc.Statement {
	return &cc.Statement{Case: cc.StatementCompound, CompoundStatement: fd.CompoundStatement}
}

func isVariable(d *cc.Declarator) func(cc.ExpressionNode) bool {
	return func(x cc.ExpressionNode) bool { return ctree.VarOf(ctree.StripCast(x)) == d }
}

// isAddress tells expressions that are the address of d.
func isAddress(d *cc.Declarator) func(cc.ExpressionNode) bool {
	return func(x cc.ExpressionNode) bool {
		a, ok := ctree.StripCast(x).(*cc.UnaryExpression)
		return ok && a.Case == cc.UnaryExpressionAddrof && ctree.VarOf(a.CastExpression) == d
	}
}

// mayMap reports whether what fd is given may be mapped in it, or kept for others: it
// has a construct that maps, or calls what is not known.
func (u *Unit) mayMap(fd *cc.FunctionDefinition, level int) bool {
	if level == depth {
		return true
	}
	for _, c := range u.Tree.All {
		if c != nil && c.Func == fd && tree.IsDevice(c) {
			return true
		}
	}
	maps := false
	ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
		if x, ok := n.(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionCall && !harmless[calledName(x)] {
			f := u.called(x)
			maps = maps || f == nil || f != fd && u.mayMap(f, level+1)
		}
		return !maps
	})
	return maps
}

// keeps reports whether fd stores one of its pointer parameters somewhere, from where
// another function may map what it points to.
func (u *Unit) keeps(fd *cc.FunctionDefinition) bool {
	ft, ok := fd.Declarator.Type().(*cc.FunctionType)
	if !ok {
		return true
	}
	kept := false
	for _, q := range ft.Parameters() {
		p := q.Declarator
		if p == nil || p.Type().Kind() != cc.Ptr {
			continue
		}
		ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
			switch x := n.(type) {
			case *cc.AssignmentExpression:
				kept = kept || x.Case == cc.AssignmentExpressionAssign &&
					ctree.VarOf(ctree.StripCast(x.AssignmentExpression)) == p
			case *cc.InitDeclarator:
				kept = kept || x.Initializer != nil && !ctree.IsNil(x.Initializer.AssignmentExpression) &&
					ctree.Mentions(x.Initializer.AssignmentExpression, p) && ctree.Pointee(x.Declarator.Type()) != nil
			case *cc.JumpStatement:
				kept = kept || x.Case == cc.JumpStatementReturn && !ctree.IsNil(x.ExpressionList) &&
					ctree.VarOf(ctree.StripCast(x.ExpressionList)) == p
			case *cc.UnaryExpression:
				kept = kept || x.Case == cc.UnaryExpressionAddrof && ctree.VarOf(x.CastExpression) == p
			}
			return !kept
		})
	}
	return kept
}
