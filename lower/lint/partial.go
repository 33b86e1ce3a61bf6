// Arrays of which a region sets a part, and that are copied back as a whole.

package lint

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// What a region only partly writes though all of it is copied from the device (map(from:)).

// partialFrom: map(from: a) copies all of a back, but the region sets only some
// elements: the others come back with indeterminate values.
func (k *target) partialFrom() {
	for _, cl := range k.c.All(spec.MapClause) {
		flags := k.MapFlags(cl)
		if flags&(abi.FlagTo|abi.FlagFrom) != abi.FlagFrom {
			continue
		}
		for _, it := range cl.Items {
			if it.Decl != nil && k.transfersOf(it.Decl).before != nil {
				continue // it is on the device already
			}
			if n := constLength(it); n > 1 && it.Decl != nil {
				k.partlyWritten(it, n)
			}
			if it.Decl != nil && len(it.Sections) == 0 && ctree.VarOf(it.Node) == it.Decl {
				k.partlySet(it)
			}
		}
	}
}

// constLength is the number of elements of an array item with one dimension, 0
// if it is not constant.
func constLength(it *tree.Item) int64 {
	switch {
	case len(it.Sections) == 1 && it.Sections[0].Length != nil:
		v, _ := ctree.ConstInt(it.Sections[0].Length.Node)
		return v
	case len(it.Sections) == 0 && it.Decl != nil && ctree.VarOf(it.Node) == it.Decl:
		if a, ok := ctree.ObjectType(it.Decl).(*cc.ArrayType); ok && a.Elem().Undecay().Kind() != cc.Array {
			return a.Len()
		}
	}
	return 0
}

// constantLoop gives the values of a loop's variable if its bounds and step are
// constant, they are not many, and its body does not change the variable.
func (k *target) constantLoop(l *cc.IterationStatement) (*cc.Declarator, []int64) {
	const many = 1 << 16
	if !ctree.IsFor(l) {
		return nil, nil
	}
	dim := canonical(l)
	if dim == nil || dim.Var == nil || writes(l.Statement, dim.Var) {
		return nil, nil
	}
	lo, ok1 := ctree.ConstInt(dim.Init)
	hi, ok2 := ctree.ConstInt(dim.Bound)
	if !ok1 || !ok2 || dim.Step != nil || dim.Down || dim.Cmp != "<" && dim.Cmp != "<=" || hi-lo > many {
		return nil, nil
	}
	if dim.Cmp == "<=" {
		hi++
	}
	var values []int64
	for v := lo; v < hi; v++ {
		values = append(values, v)
	}
	return dim.Var, values
}

func (k *target) partlyWritten(it *tree.Item, n int64) {
	d, known := it.Decl, true
	written := map[int64]bool{}
	subscript := map[cc.Node]bool{}
	counts := map[*cc.Declarator][]int64{}
	ctree.Walk(k.c.Stmt, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.IterationStatement:
			if v, values := k.constantLoop(x); v != nil {
				counts[v] = append(counts[v], values...)
			}
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionIndex && ctree.VarOf(x.PostfixExpression) == d {
				subscript[ctree.Strip(x.PostfixExpression)] = true
			}
		case *cc.AssignmentExpression:
			if e, ok := ctree.Strip(x.UnaryExpression).(*cc.PostfixExpression); ok &&
				x.Case != cc.AssignmentExpressionCond &&
				e.Case == cc.PostfixExpressionIndex && ctree.VarOf(e.PostfixExpression) == d {
				if values := counts[ctree.VarOf(e.ExpressionList)]; len(values) > 0 {
					for _, v := range values {
						written[v] = true
					}
					break
				}
				v, isConst := ctree.ConstInt(e.ExpressionList)
				known = known && isConst
				written[v] = true
			}
		case *cc.PrimaryExpression:
			// Any other use of the name may write any element.
			if ctree.VarOf(x) == d && x.Case == cc.PrimaryExpressionIdent && !subscript[x] &&
				k.u.Tree.Unit.InPragma(x) == nil {
				known = false
			}
		}
		return known
	})
	if !known || len(written) == 0 || int64(len(written)) >= n || k.readsOnly(d, written) {
		return
	}
	k.u.Diags.Warnf(it.Span, diag.OmpPartialFrom,
		"the region sets only %d of the %d elements of '%s': map(from:) overwrites the others with indeterminate values", len(written), n, it.Text).
		WithSection("5.2 §5.8.3").WithFix("write map(tofrom: %s)", it.Text)
}

// readsOnly reports whether the host uses elements of d behind the construct, and only
// those in set.
func (k *target) readsOnly(d *cc.Declarator, set map[int64]bool) bool {
	u := k.u
	only, uses := k.c.Func != nil, 0
	subscript := map[cc.Node]bool{}
	counts := map[*cc.Declarator][]int64{}
	ctree.Walk(k.c.Func, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.IterationStatement:
			if v, values := k.constantLoop(x); v != nil && u.Tree.Unit.Offset(x) >= k.c.End {
				counts[v] = append(counts[v], values...)
			}
		case *cc.PostfixExpression:
			if x.Case != cc.PostfixExpressionIndex || ctree.VarOf(x.PostfixExpression) != d ||
				u.Tree.Unit.Offset(x) < k.c.End {
				break
			}
			subscript[ctree.Strip(x.PostfixExpression)] = true
			uses++
			values := counts[ctree.VarOf(x.ExpressionList)]
			if v, ok := ctree.ConstInt(x.ExpressionList); ok {
				values = []int64{v}
			}
			only = only && len(values) > 0
			for _, v := range values {
				only = only && set[v]
			}
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent && ctree.VarOf(x) == d && !subscript[x] &&
				u.Tree.Unit.Offset(x) >= k.c.End {
				only = false
			}
		}
		return only
	})
	return only && uses > 0
}

// partlySet: map(from: s) copies all of structure s back, but the region sets only
// some members, and the host then reads another one.
func (k *target) partlySet(it *tree.Item) {
	d := it.Decl
	st, ok := ctree.ObjectType(d).(*cc.StructType)
	if !ok || k.c.Func == nil || !automaticOrStatic(d) {
		return
	}
	set := k.setMembers(d)
	if len(set) == 0 || len(set) >= st.NumFields() {
		return
	}
	read := k.u.memberReadAfter(k.c, d, set)
	if read == nil {
		return
	}
	k.u.Diags.Warnf(it.Span, diag.OmpPartialFrom,
		"the region does not set '%s.%s': map(from:) overwrites it with an indeterminate value", d.Name(),
		read.Token2.SrcStr()).
		WithSection("5.2 §5.8.3").WithFix("write map(tofrom: %s)", it.Text).
		WithNote(k.u.Tree.Unit.NodeSpan(read), "it is read here")
}

func automaticOrStatic(d *cc.Declarator) bool { return !d.IsTypename() && !ctree.IsFunction(d) }

// setMembers are the members of structure d that the region sets, nil if it uses d in
// any way that may set others.
func (k *target) setMembers(d *cc.Declarator) map[string]bool {
	set, known := map[string]bool{}, true
	member := map[cc.Node]bool{}
	ctree.Walk(k.c.Stmt, func(n cc.Node) bool {
		if target := ctree.Written(n); target != nil && partOf(target, d) {
			if name := outerMember(target, d); name != "" {
				set[name] = true
			} else {
				known = false
			}
		}
		switch x := n.(type) {
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionAddrof && partOf(x.CastExpression, d) {
				known = false
			}
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionSelect && ctree.VarOf(x.PostfixExpression) == d {
				member[ctree.Strip(x.PostfixExpression)] = true
				known = known && (x.Field() == nil || x.Type().Undecay().Kind() != cc.Array) // it may be given to a function
			}
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent && ctree.VarOf(x) == d && !member[x] &&
				k.u.Tree.Unit.InPragma(x) == nil {
				known = false
			}
		}
		return known
	})
	if !known {
		return nil
	}
	return set
}

// outerMember is the name of the member of variable d that x is or is a part of.
func outerMember(x cc.ExpressionNode, d *cc.Declarator) string {
	p, ok := ctree.Strip(x).(*cc.PostfixExpression)
	for ok && ctree.VarOf(p.PostfixExpression) != d {
		p, ok = ctree.Strip(p.PostfixExpression).(*cc.PostfixExpression)
	}
	if !ok || p.Case != cc.PostfixExpressionSelect {
		return ""
	}
	return p.Token2.SrcStr()
}

// memberReadAfter is the first use of a member of d behind construct c if it reads one
// that is not in set.
func (u *Unit) memberReadAfter(c *tree.Construct, d *cc.Declarator, set map[string]bool) (read *cc.PostfixExpression) {
	first := -1
	written := map[cc.Node]bool{}
	ctree.Walk(c.Func, func(n cc.Node) bool {
		if target := ctree.Written(n); target != nil {
			written[ctree.Strip(target)] = true
		}
		off := 0
		switch x := n.(type) {
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionSelect && ctree.VarOf(x.PostfixExpression) == d {
				if off = u.Tree.Unit.Offset(x); off < c.End {
					return false
				}
				if set[x.Token2.SrcStr()] && !written[x] {
					return false // a member that has its value
				}
				if first < 0 || off < first {
					first, read = off, x
					if written[x] {
						read = nil
					}
				}
				return false
			}
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent && ctree.VarOf(x) == d && u.Tree.Unit.InPragma(x) == nil {
				if off = u.Tree.Unit.Offset(x); off >= c.End && (first < 0 || off < first) {
					first, read = off, nil // all of it is used, or set
				}
			}
		}
		return true
	})
	return read
}
