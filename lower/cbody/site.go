// Sites of accesses: what reports of -fsanitize=offload call them.

package cbody

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
)

// maxSiteText bounds the texts of sites: macros can make expressions long.
const maxSiteText = 60

// Site describes the access to the object that x designates; nil unless
// Config.Sites asks for it.
func (f *Fn) Site(x cc.ExpressionNode) *region.Site {
	if !f.T.cfg.Sites || f.isDry > 0 || ctree.IsNil(x) {
		return nil
	}
	s := &region.Site{Pos: f.Pos(x), Text: f.sourceText(x)}
	if b := f.reachedBy(x); b != nil {
		s.Base = f.sourceText(b)
		if d := declaredBy(b); d != nil {
			s.BasePos = f.Pos(d)
		}
	}
	return s
}

func (f *Fn) sourceText(n cc.Node) string {
	if f.T.cfg.Unit == nil {
		return ""
	}
	s := strings.Join(strings.Fields(f.T.cfg.Unit.NodeText(n)), " ")
	if strings.Contains(s, "__ompcc_") || strings.Contains(s, "__builtin_") {
		return ""
	}
	if len(s) > maxSiteText {
		s = s[:maxSiteText] + "…"
	}
	return s
}

// reachedBy is the pointer through which x is reached, or the array that it is
// an element of; nil if it is an object of its own.
func (f *Fn) reachedBy(x cc.ExpressionNode) cc.ExpressionNode {
	switch n := unwrap(x).(type) {
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			return f.container(n.PostfixExpression)
		case cc.PostfixExpressionSelect:
			return f.reachedBy(n.PostfixExpression)
		case cc.PostfixExpressionPSelect:
			return pointerIn(n.PostfixExpression)
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionDeref:
			return f.container(pointerIn(n.CastExpression))
		case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
			return f.reachedBy(n.UnaryExpression)
		}
	}
	return nil
}

// container is a, or what a's own object is reached by when a is an array.
func (f *Fn) container(a cc.ExpressionNode) cc.ExpressionNode {
	a = pointerIn(a)
	if _, ok := a.Type().Undecay().(*cc.ArrayType); ok && isLvalueExpr(a) {
		if b := f.reachedBy(a); b != nil {
			return b
		}
	}
	return a
}

// pointerIn is the pointer that a pointer expression starts from: p in p + 1.
func pointerIn(x cc.ExpressionNode) cc.ExpressionNode {
	for {
		x = unwrap(x)
		switch n := x.(type) {
		case *cc.AdditiveExpression:
			if n.AdditiveExpression == nil {
				return x
			}
			x = n.AdditiveExpression
			if t := n.AdditiveExpression.Type(); ctree.Pointee(t.Decay()) == nil {
				x = n.MultiplicativeExpression
			}
		case *cc.CastExpression:
			if n.Case != cc.CastExpressionCast || ctree.Pointee(n.CastExpression.Type().Decay()) == nil {
				return x
			}
			x = n.CastExpression
		case *cc.PostfixExpression:
			if n.Case != cc.PostfixExpressionInc && n.Case != cc.PostfixExpressionDec {
				return x
			}
			x = n.PostfixExpression
		case *cc.UnaryExpression:
			if n.Case != cc.UnaryExpressionInc && n.Case != cc.UnaryExpressionDec {
				return x
			}
			x = n.UnaryExpression
		default:
			return x
		}
	}
}

// declaredBy is the declaration of the variable or member that x is.
func declaredBy(x cc.ExpressionNode) cc.Node {
	switch n := unwrap(x).(type) {
	case *cc.PrimaryExpression:
		switch d := n.ResolvedTo().(type) {
		case *cc.Declarator:
			return d
		case *cc.Parameter:
			if d.Declarator != nil {
				return d.Declarator
			}
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			if fl := n.Field(); fl != nil && fl.Declarator() != nil {
				return fl.Declarator()
			}
		case cc.PostfixExpressionIndex:
			return declaredBy(n.PostfixExpression)
		}
	}
	return nil
}
