// Calls through pointers that the host set.

package lint

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/parse/ctree"
)

// Addresses of host functions that a region calls through.

// hostFunctionPointer: the region calls through a pointer that the host set,
// and no function of the unit may be called that way (5.2 §7.8.2).
func (k *target) hostFunctionPointer(c *Capture) {
	u := k.u
	if u.DeclaresIndirect() {
		return
	}
	var call cc.Node
	if x := u.passedOn(k.c.Stmt, isVariable(c.Decl), func(fd *cc.FunctionDefinition, p *cc.Declarator) bool { return u.callsThrough(fd, p, 0) }); x != nil {
		call = x
	}
	ctree.Walk(k.c.Stmt, func(n cc.Node) bool {
		x, ok := n.(*cc.PostfixExpression)
		if !ok || x.Case != cc.PostfixExpressionCall || call != nil {
			return call == nil
		}
		f := calledThrough(x)
		if ctree.VarOf(f) == c.Decl || ctree.IsAggregate(ctree.ObjectType(c.Decl)) && partOf(f, c.Decl) {
			call = x
		}
		return true
	})
	if call == nil {
		return
	}
	if writes(k.c.Stmt, c.Decl) {
		return // the region sets it, perhaps to a function of the device
	}
	k.warn(call, diag.OmpHostFunctionPointer,
		"'%s' holds the address of a host function, which device code cannot call", c.Decl.Name()).
		WithSection("5.2 §7.8.2").
		WithFix("write '#pragma omp declare target enter(f) indirect' for each function f that it may point to")
}

// calledThrough is what x calls, without a star.
func calledThrough(x *cc.PostfixExpression) cc.ExpressionNode {
	f := ctree.Strip(x.PostfixExpression)
	if d, ok := f.(*cc.UnaryExpression); ok && d.Case == cc.UnaryExpressionDeref {
		f = d.CastExpression
	}
	return f
}

// callsThrough reports whether fd, or a function that it passes its parameter p to, calls
// what p points to.
func (u *Unit) callsThrough(fd *cc.FunctionDefinition, p *cc.Declarator, level int) bool {
	if level == depth || reassigns(fd, p) {
		return false
	}
	found := false
	ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
		if x, ok := n.(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionCall {
			found = found || ctree.VarOf(calledThrough(x)) == p
		}
		return !found
	})
	return found || u.passedOn(fd.CompoundStatement, isVariable(p),
		func(f *cc.FunctionDefinition, q *cc.Declarator) bool {
			return u.callsThrough(f, q, level+1)
		}) != nil
}

// holdsFunctions reports whether the host puts the addresses of functions into aggregate d, where it
// is initialised or, of a variable of the function, before the construct.
func (k *target) holdsFunctions(d *cc.Declarator) bool {
	if ctree.IsAutomatic(d) {
		return namesFunctions(k.c.Func, d)
	}
	for tu := k.u.Tree.Unit.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if namesFunctions(tu.ExternalDeclaration, d) {
			return true
		}
	}
	return false
}

// namesFunctions reports whether an initialiser of d in n, or an assignment to a part of it, is
// a function's address.
func namesFunctions(n cc.Node, d *cc.Declarator) bool {
	found := false
	address := func(n cc.Node) {
		ctree.Walk(n, func(n cc.Node) bool {
			switch x := n.(type) {
			case *cc.PostfixExpression:
				if x.Case == cc.PostfixExpressionCall {
					return false
				}
			case *cc.PrimaryExpression:
				f := ctree.VarOf(x)
				found = found || f != nil && ctree.IsFunction(f)
			}
			return !found
		})
	}
	ctree.Walk(n, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.InitDeclarator:
			if x.Declarator == d && x.Initializer != nil {
				address(x.Initializer)
			}
		case *cc.AssignmentExpression:
			if x.Case == cc.AssignmentExpressionAssign && partOf(x.UnaryExpression, d) {
				address(x.AssignmentExpression)
			}
		}
		return !found
	})
	return found
}
