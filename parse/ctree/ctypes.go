// Types as C programmers write them.

package ctree

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"
)

// TypeText writes a type as C programmers do: "struct S *".
func TypeText(t cc.Type) string {
	if d := t.Typedef(); d != nil {
		return d.Name()
	}
	switch x := t.(type) {
	case *cc.FunctionType:
		return TypeText(x.Result()) + " (…)"
	case *cc.PointerType:
		if ft, ok := x.Elem().(*cc.FunctionType); ok {
			return TypeText(ft.Result()) + " (*)(…)"
		}
		e := TypeText(x.Elem())
		if strings.HasSuffix(e, "*") {
			return e + "*"
		}
		return e + " *"
	case *cc.ArrayType:
		if x.Len() < 0 {
			return TypeText(x.Elem()) + "[]"
		}
		return fmt.Sprintf("%s[%d]", TypeText(x.Elem()), x.Len())
	case *cc.StructType:
		if tag := x.Tag(); tag.SrcStr() != "" {
			return "struct " + tag.SrcStr()
		}
		return "struct"
	case *cc.UnionType:
		if tag := x.Tag(); tag.SrcStr() != "" {
			return "union " + tag.SrcStr()
		}
		return "union"
	}
	return t.String()
}

// IsLvalue reports whether an expression designates an object.
func IsLvalue(n cc.ExpressionNode) bool {
	switch x := Strip(n).(type) {
	case *cc.PrimaryExpression:
		if _, enumerator := x.ResolvedTo().(*cc.Enumerator); enumerator {
			return false
		}
		return x.Case == cc.PrimaryExpressionIdent || x.Case == cc.PrimaryExpressionString
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			return true
		case cc.PostfixExpressionSelect:
			return IsLvalue(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref
	}
	return false
}
