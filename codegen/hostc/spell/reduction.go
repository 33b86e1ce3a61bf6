package spell

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// ReducedArrays are the arrays with static storage duration of which c reduces sections. To clang (19 and 22) the code
// of such a construct has the original in place of the private copy, or the reduced original of tasks none; pointers it
// handles. Constructs inside of c use c's pointers: a task takes part in the reduction of a pointer that has the same
// address.
func ReducedArrays(c *tree.Construct, h Compiler) (list []*cc.Declarator) {
	if h.GCC || c.Stmt == nil {
		return nil
	}
	for _, cl := range c.Clauses {
		if !cl.Kind.Is(spec.Reduces) || cl.Kind == spec.InReductionClause {
			continue
		}
		for _, it := range cl.Items {
			if d := it.Decl; d != nil && reducesPart(it) && !slices.Contains(list, d) && !asObject(c.Stmt, d) &&
				!hasPointer(c.Parent, d, h) {
				list = append(list, d)
			}
		}
	}
	return list
}

// reducesPart reports whether it is a section of an array with static storage duration.
func reducesPart(it *tree.Item) bool {
	return len(it.Sections) > 0 && ctree.IsStaticStorage(it.Decl) && ctree.IsArrayVariable(it.Decl)
}

// hasPointer reports whether c or a construct around it has a pointer in place of d.
func hasPointer(c *tree.Construct, d *cc.Declarator, h Compiler) bool {
	return c != nil && (slices.Contains(ReducedArrays(c, h), d) || hasPointer(c.Parent, d, h))
}

// asObject reports whether n uses array d otherwise than as a pointer to its first element.
func asObject(n cc.Node, d *cc.Declarator) bool {
	found := false
	ctree.Walk(n, func(x cc.Node) bool {
		if u, ok := x.(*cc.UnaryExpression); ok &&
			(u.Case == cc.UnaryExpressionAddrof || u.Case == cc.UnaryExpressionSizeofExpr) {
			operand := cc.ExpressionNode(u.CastExpression)
			if u.Case == cc.UnaryExpressionSizeofExpr {
				operand = u.UnaryExpression
			}
			found = found || ctree.VarOf(ctree.Strip(operand)) == d
		}
		if _, ok := x.(*cc.TypeSpecifier); ok {
			found = found || ctree.Mentions(x, d) // typeof
		}
		return !found
	})
	return found
}

// innerRows are the sections of the dimensions that a section leaves out, as "[0:4]".
func innerRows(it *tree.Item) (rows string) {
	if it.Node == nil || len(it.Sections) == 0 {
		return ""
	}
	t := it.Node.Type().Undecay()
	for range it.Sections {
		switch x := t.(type) {
		case *cc.ArrayType:
			t = x.Elem().Undecay()
		case *cc.PointerType:
			t = x.Elem().Undecay()
		default:
			return ""
		}
	}
	for {
		a, ok := t.(*cc.ArrayType)
		if !ok || a.Len() < 1 {
			return rows
		}
		rows += fmt.Sprintf("[0:%d]", a.Len())
		t = a.Elem().Undecay()
	}
}

// hostReduction drops the modifier original(…), which Check has compared with the
// variable's attributes, and the list items whose reduction is written out. Of sections whose elements are arrays
// (5.2 §5.5.8) it writes all dimensions for clang, which takes no others.
func hostReduction(cl *tree.Clause, h Compiler) (string, bool) {
	m := cl.Modifier("original")
	var kept []string
	same := m == nil
	for _, it := range cl.Items {
		rows := ""
		if !h.GCC {
			rows = innerRows(it)
		}
		if !it.PrivateOriginal {
			kept = append(kept, it.Text+rows)
		}
		same = same && !it.PrivateOriginal && rows == ""
	}
	if same {
		return "", false
	}
	if len(kept) == 0 {
		return "", true
	}
	var mods []string
	for _, x := range cl.Modifiers {
		if x != m {
			mods = append(mods, x.Name)
		}
	}
	return cl.Kind.String() + "(" + strings.Join(mods, ", ") + " : " + strings.Join(kept, ", ") + ")", true
}
