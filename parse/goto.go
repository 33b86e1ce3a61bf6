package parse

import (
	"regexp"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
)

// To cc a label behind a nested function (GNU C) belongs to that, so that others do not find it: where cc has refused
// goto label, it sees goto *&&label.

var labelRefused = regexp.MustCompile(`(?m)^@:(\d+):(\d+): (?:undefined label|label undefined): `)

// respellGotos notes the labels that err is about; it reports whether there are new ones.
func (u *Unit) respellGotos(err error) bool {
	return note(&u.gotos, u.placesOf(labelRefused, err))
}

// GotoLabel is the label that n jumps to; false: n is another jump, or a computed one.
func GotoLabel(n *cc.JumpStatement) (label string, ok bool) {
	switch n.Case {
	case cc.JumpStatementGoto:
		return n.Token2.SrcStr(), true
	case cc.JumpStatementGotoExpr:
		if x, ok := ctree.Strip(n.ExpressionList).(*cc.UnaryExpression); ok && x.Case == cc.UnaryExpressionLabelAddr {
			return x.Token2.SrcStr(), true
		}
	}
	return "", false
}
