// What local pointers of the host point to.

package lint

import (
	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/tree"
)

// Pointers to variables of the host, and to string literals.

// hostObject names the host object that the local pointer d of function fd points to. It is not "" if every value
// of d is a string literal, or the address of one variable of the function that nothing in the unit maps.
func (u *Unit) hostObject(fd *cc.FunctionDefinition, d *cc.Declarator) string {
	if d.IsParam() || ctree.IsStaticStorage(d) || u.handlesDeviceMemory() {
		return ""
	}
	var object *cc.Declarator
	literal, certain := false, true
	value := func(x cc.ExpressionNode) {
		o, lit := objectOf(x)
		certain = certain && (o != nil || lit) && (object == nil || object == o)
		object, literal = o, literal || lit
	}
	ctree.Walk(fd, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.InitDeclarator:
			if x.Declarator == d && x.Initializer != nil {
				value(x.Initializer.AssignmentExpression)
			}
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionCall && u.givesAway(x, d) {
				certain = false
			}
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionAddrof && ctree.VarOf(x.CastExpression) == d {
				certain = false
			}
		case *cc.AssignmentExpression:
			if x.Case != cc.AssignmentExpressionCond && ctree.VarOf(x.UnaryExpression) == d {
				certain = certain && x.Case == cc.AssignmentExpressionAssign
				value(x.AssignmentExpression)
			}
		}
		return certain
	})
	switch {
	case !certain || object != nil && literal:
		return ""
	case literal:
		return "belongs to a string literal"
	case object == nil || u.names().mapped[symbol(object)] || u.namedByClause(object) || u.hasOtherName(fd, object, d):
		return ""
	}
	return "belongs to the host variable " + object.Name()
}

// objectOf is the automatic variable whose address x is, or whether x is a string literal.
func objectOf(x cc.ExpressionNode) (d *cc.Declarator, literal bool) {
	if ctree.IsNil(x) {
		return nil, false
	}
	x = ctree.StripCast(x)
	if p, ok := x.(*cc.PrimaryExpression); ok &&
		(p.Case == cc.PrimaryExpressionString || p.Case == cc.PrimaryExpressionLString) {
		return nil, true
	}
	if a, ok := x.(*cc.UnaryExpression); ok && a.Case == cc.UnaryExpressionAddrof {
		if d = ctree.VarOf(a.CastExpression); d == nil {
			d, _ = elementOf(a.CastExpression)
		}
		if d != nil && ctree.ObjectType(d).Kind() == cc.Ptr {
			return nil, false
		}
	} else if d = ctree.VarOf(x); d != nil && !ctree.IsArray(ctree.ObjectType(d)) {
		return nil, false
	}
	if d == nil || ctree.IsFunction(d) || d.IsParam() || ctree.IsStaticStorage(d) {
		return nil, false
	}
	return d, false
}

// hasOtherName reports whether fd may refer to object, or map it, by another pointer than d.
func (u *Unit) hasOtherName(fd *cc.FunctionDefinition, object, d *cc.Declarator) bool {
	known := map[cc.Node]bool{}
	other := false
	ctree.Walk(fd, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.InitDeclarator:
			if x.Declarator == d {
				return false
			}
		case *cc.AssignmentExpression:
			if x.Case == cc.AssignmentExpressionAssign && ctree.VarOf(x.UnaryExpression) == d {
				return false
			}
		case *cc.PostfixExpression:
			switch {
			case x.Case == cc.PostfixExpressionCall && (harmless[calledName(x)] || u.usesOnly(x)):
				return false
			case x.Case == cc.PostfixExpressionIndex || x.Case == cc.PostfixExpressionSelect:
				known[ctree.Strip(x.PostfixExpression)] = true
			}
		case *cc.UnaryExpression:
			switch {
			case x.Case == cc.UnaryExpressionSizeofExpr:
				return false
			case x.Case == cc.UnaryExpressionAddrof:
				v, _ := elementOf(x.CastExpression)
				other = other || v == object || partOf(x.CastExpression, object)
			}
		case *cc.PrimaryExpression:
			other = other || ctree.VarOf(x) == object && ctree.IsArray(ctree.ObjectType(object)) && !known[x] &&
				u.Tree.Unit.InPragma(x) == nil
		}
		return !other
	})
	return other
}

// namedByClause reports whether a clause of the unit that concerns devices names d.
func (u *Unit) namedByClause(d *cc.Declarator) bool {
	for _, c := range u.Tree.All {
		if c == nil || !tree.IsDevice(c) {
			continue
		}
		for _, cl := range c.Clauses {
			if cl.Lists(d) {
				return true
			}
		}
	}
	return false
}
