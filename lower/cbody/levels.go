// Qualifiers behind several levels of pointers.

package cbody

import (
	"modernc.org/cc/v4"
)

// levels are the qualifiers of what pointer x leads to: of *x, **x, …, as far as the
// declaration or the cast that gave x its type tells. cc's types have lost them.
func (t *Translator) levels(x cc.ExpressionNode) []quals {
	switch n := unwrap(x).(type) {
	case *cc.PrimaryExpression:
		if d, ok := n.ResolvedTo().(*cc.Declarator); ok && n.Case == cc.PrimaryExpressionIdent {
			return t.declLevels(d)
		}
	case *cc.PostfixExpression:
		return t.postfixLevels(n)
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return t.levels(n.UnaryExpression)
		case cc.UnaryExpressionDeref:
			return inner(t.levels(n.CastExpression))
		}
	case *cc.CastExpression:
		if l, ok := t.pointeeLevels(n.TypeName); ok && n.Case == cc.CastExpressionCast {
			return reversed(l)
		}
	case *cc.AdditiveExpression:
		if isPointerExpr(n.AdditiveExpression) {
			return t.levels(n.AdditiveExpression)
		}
		return t.levels(n.MultiplicativeExpression)
	case *cc.AssignmentExpression:
		return t.levels(n.UnaryExpression)
	}
	return nil
}

func (t *Translator) postfixLevels(n *cc.PostfixExpression) []quals {
	switch n.Case {
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		if fl := n.Field(); fl != nil && fl.Declarator() != nil {
			return t.declLevels(fl.Declarator())
		}
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return t.levels(n.PostfixExpression)
	case cc.PostfixExpressionIndex:
		if isPointerExpr(n.PostfixExpression) {
			return inner(t.levels(n.PostfixExpression))
		}
		return inner(t.levels(n.ExpressionList))
	case cc.PostfixExpressionCall:
		if _, d := calledName(n.PostfixExpression); d != nil {
			return t.declLevels(d) // of its result
		}
	}
	return nil
}

// declLevels are the levels of what d declares, or of the result of a function.
func (t *Translator) declLevels(d *cc.Declarator) []quals {
	chain := []quals{t.quals[d]} // from the base type on, each pointer's own last
	for p := d.Pointer; p != nil; p = p.Pointer {
		var q quals
		for l := p.TypeQualifiers; l != nil; l = l.TypeQualifiers {
			if l.TypeQualifier != nil {
				q.add(l.TypeQualifier)
			}
		}
		chain = append(chain, q)
	}
	l := reversed(chain)
	dd := d.DirectDeclarator
	arrays := 0
	for ; dd != nil && dd.Case != cc.DirectDeclaratorIdent; dd = dd.DirectDeclarator {
		switch dd.Case {
		case cc.DirectDeclaratorArr, cc.DirectDeclaratorStaticArr, cc.DirectDeclaratorArrStatic:
			arrays++
		case cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
		default:
			return nil
		}
	}
	if arrays == 0 {
		return l[1:]
	}
	for ; arrays > 1; arrays-- {
		l = append([]quals{l[0]}, l...)
	}
	return l
}

func inner(l []quals) []quals { return l[min(1, len(l)):] }

func reversed(l []quals) []quals {
	r := make([]quals, len(l))
	for i, q := range l {
		r[len(l)-1-i] = q
	}
	return r
}
