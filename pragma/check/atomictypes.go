package check

import (
	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// atomicAccess is the storage that one atomic construct works on, where the unit
// tells what it is: a part of variable decl.
type atomicAccess struct {
	decl         *cc.Declarator
	offset, size int64
	typ          cc.Type
	text         string
	span         diag.Span
}

// checkAtomicTypes: all atomic accesses to one place in memory have compatible types
// (5.2 §15.8.4).
func (k syncRules) checkAtomicTypes() {
	var seen []atomicAccess
	for _, c := range k.t.All {
		if c == nil || c.Kind != spec.Atomic || c.Stmt == nil {
			continue
		}
		a, ok := k.atomicAccess(c)
		if !ok {
			continue
		}
		for _, o := range seen {
			if tree.SameObject(a.decl, o.decl) && a.offset < o.offset+o.size && o.offset < a.offset+a.size &&
				!compatible(a.typ, o.typ) {
				k.diags.Errorf(a.span, diag.AtomicTypes,
					"atomic access to '%s' has type '%s', but an earlier atomic access to the same storage has type '%s'", a.text, ctree.TypeText(a.typ), ctree.TypeText(o.typ)).
					WithSection("5.2 §15.8.4").WithNote(o.span, "the other access is here").
					WithFix("use one type for all atomic accesses")
				break
			}
		}
		seen = append(seen, a)
	}
}

func compatible(a, b cc.Type) bool {
	return a.Kind() == b.Kind() || a.Kind() == cc.Enum && cc.IsIntegerType(b) ||
		b.Kind() == cc.Enum && cc.IsIntegerType(a)
}

// atomicAccess finds x of an atomic construct's statement where it is one expression.
func (k syncRules) atomicAccess(c *tree.Construct) (a atomicAccess, ok bool) {
	var x cc.ExpressionNode
	ctree.Walk(c.Stmt, func(n cc.Node) bool {
		w := ctree.Written(n)
		if w == nil || x != nil {
			return x == nil
		}
		x = w
		e, assigns := n.(*cc.AssignmentExpression)
		if !assigns || e.Case != cc.AssignmentExpressionAssign {
			return false
		}
		switch {
		case c.Clause(spec.ReadClause) != nil:
			x = e.AssignmentExpression
		case c.Clause(spec.CaptureClause) != nil:
			x = ctree.Written(ctree.Strip(e.AssignmentExpression))
			if x == nil {
				x = e.AssignmentExpression // the first statement of a block reads it
			}
		}
		return false
	})
	if x == nil || x.Type() == nil || !cc.IsArithmeticType(x.Type()) {
		return a, false
	}
	a.decl, a.offset, ok = locate(x)
	a.typ, a.size, a.text, a.span = x.Type(), x.Type().Size(), k.t.Unit.NodeText(x), k.t.Unit.NodeSpan(x)
	return a, ok && a.decl != nil && isVariable(a.decl)
}

func isVariable(d *cc.Declarator) bool { return !ctree.IsFunction(d) && !d.IsTypename() }

// locate is the variable that lvalue x is a part of and the part's place in it; false
// where it goes through a pointer's value.
func locate(x cc.ExpressionNode) (d *cc.Declarator, offset int64, ok bool) {
	switch e := ctree.Strip(x).(type) {
	case *cc.PrimaryExpression:
		d := ctree.VarOf(e)
		return d, 0, d != nil
	case *cc.PostfixExpression:
		switch e.Case {
		case cc.PostfixExpressionSelect:
			f := e.Field()
			if d, offset, ok = locate(e.PostfixExpression); !ok || f == nil || f.IsBitfield() {
				return nil, 0, false
			}
			return d, offset + f.Offset(), true
		case cc.PostfixExpressionIndex:
			t, isArray := e.PostfixExpression.Type().Undecay().(*cc.ArrayType)
			i, isConst := ctree.ConstInt(e.ExpressionList)
			if d, offset, ok = locate(e.PostfixExpression); !ok || !isArray || !isConst {
				return nil, 0, false
			}
			return d, offset + i*t.Elem().Size(), true
		}
	case *cc.UnaryExpression:
		if e.Case != cc.UnaryExpressionDeref {
			break
		}
		inner := ctree.Strip(e.CastExpression)
		if c, isCast := inner.(*cc.CastExpression); isCast && c.Case == cc.CastExpressionCast {
			inner = ctree.Strip(c.CastExpression)
		}
		if addr, is := inner.(*cc.UnaryExpression); is && addr.Case == cc.UnaryExpressionAddrof {
			return locate(addr.CastExpression)
		}
	}
	return nil, 0, false
}
