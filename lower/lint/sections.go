// Array sections that are too short, or in bytes.

package lint

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// Sections of allocated memory that have not the elements that the region uses.

// shortSections: the region uses elements, by constants or by loops between constants, that are not
// in the section that its own clause, and no other, maps (5.2 §5.8.3).
func (k *target) shortSections() {
	if k.u.UnifiedMemory() {
		return
	}
	for _, cl := range k.c.All(spec.MapClause) {
		for _, it := range cl.Items {
			lo, hi, constant := constantSection(it)
			if !constant || it.Decl.IsParam() || ctree.IsStaticStorage(it.Decl) || k.MapFlags(cl)&abi.FlagDelete != 0 {
				continue
			}
			if !k.otherClauses(it.Decl, it) {
				k.outside(it, lo, hi)
			}
		}
	}
}

// otherClauses reports whether another list item of the unit has to do with d.
func (k *target) otherClauses(d *cc.Declarator, it *tree.Item) bool {
	for _, c := range k.u.Tree.All {
		if c == nil || c.Directive == k.c.Directive && c != k.c {
			continue
		}
		for _, cl := range c.Clauses {
			for _, o := range cl.Items {
				if o != it && o.Decl != nil && symbol(o.Decl) == symbol(d) {
					return true
				}
			}
		}
	}
	return false
}

// outside warns of the first use of an element of it.Decl that is not one of [lo, hi).
func (k *target) outside(it *tree.Item, lo, hi int64) {
	d := it.Decl
	counts := map[*cc.Declarator][]int64{}
	done := writes(k.c.Stmt, d) && ctree.ObjectType(d).Kind() == cc.Ptr && k.reassigned(d)
	ctree.Walk(k.c.Stmt, func(n cc.Node) bool {
		if done {
			return false
		}
		switch x := n.(type) {
		case *cc.SelectionStatement, *cc.ConditionalExpression, *cc.LogicalAndExpression, *cc.LogicalOrExpression:
			return false // the condition may be that there is such an element
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionAddrof || x.Case == cc.UnaryExpressionSizeofExpr {
				return false
			}
		case *cc.IterationStatement:
			if leaves(x.Statement) {
				return false
			}
			if v, values := k.constantLoop(x); v != nil && len(values) > 0 {
				counts[v] = []int64{values[0], values[len(values)-1]}
			}
		case *cc.PostfixExpression:
			if x.Case != cc.PostfixExpressionIndex || ctree.VarOf(x.PostfixExpression) != d {
				return true
			}
			values := counts[ctree.VarOf(x.ExpressionList)]
			if v, ok := ctree.ConstInt(x.ExpressionList); ok {
				values = []int64{v}
			}
			for _, v := range values {
				if v < lo || v >= hi {
					done = true
					k.warn(x, diag.OmpSectionExtent, "'%s[%d]' is out of bounds of the mapped section '%s'", d.Name(),
						v, it.Text).WithSection("5.2 §5.8.3").
						WithNote(it.Span, "it is mapped here").WithFix("map all elements that the region accesses")
					break
				}
			}
		}
		return !done
	})
}

// reassigned reports whether the region gives d itself another value.
func (k *target) reassigned(d *cc.Declarator) bool {
	found := false
	ctree.Walk(k.c.Stmt, func(n cc.Node) bool {
		target := ctree.Written(n)
		found = found || target != nil && ctree.VarOf(target) == d
		return !found
	})
	return found
}

// leaves reports whether s may end a loop around it early.
func leaves(s *cc.Statement) bool {
	found := false
	ctree.Walk(s, func(n cc.Node) bool {
		_, jump := n.(*cc.JumpStatement)
		found = found || jump
		return !found
	})
	return found
}

// apartSections: a construct maps several sections of one array. Unless all of them are on the device already,
// they must be the same elements (5.2 §5.8.3): each of them has storage of its own, and what the region uses is
// one of them.
func (u *Unit) apartSections() {
	for _, c := range u.Tree.All {
		if c == nil || c.Mapper != nil || c.Kind == spec.TargetExitData || c.RunsOnAncestor() {
			continue
		}
		first := map[*cc.Declarator]*tree.Item{}
		for _, cl := range c.All(spec.MapClause) {
			for _, it := range cl.Items {
				if _, _, ok := constantSection(it); !ok || it.Decl.IsParam() || ctree.IsStaticStorage(it.Decl) {
					continue
				}
				f := first[it.Decl]
				if f == nil {
					first[it.Decl] = it
				} else if u.apart(c, f, it) {
					u.Diags.Warnf(it.Span, diag.OmpSectionExtent,
						"'%s' and '%s' are disjoint sections of one array: each gets its own device storage, and the region can access only one of them", f.Text, it.Text).
						WithSection("5.2 §5.8.3").WithNote(f.Span, "the other section").
						WithFix("map one section that contains both")
				}
			}
		}
	}
}

// apart reports whether sections a and b of construct c are other elements, and nothing else maps their array.
func (u *Unit) apart(c *tree.Construct, a, b *tree.Item) bool {
	from, to, _ := constantSection(a)
	lo, hi, _ := constantSection(b)
	if from == lo && to == hi {
		return false
	}
	for _, o := range u.Tree.All {
		if o == nil || o.Directive == c.Directive {
			continue
		}
		for _, cl := range o.All(spec.MapClause) {
			for _, it := range cl.Items {
				if it.Decl == a.Decl {
					return false
				}
			}
		}
	}
	return true
}

// constantSection is the elements [lo, hi) that it is of a variable, if they are constants.
func constantSection(it *tree.Item) (lo, hi int64, ok bool) {
	if it.Decl == nil || it.Node == nil || len(it.Sections) != 1 || len(it.Shape) > 0 ||
		ctree.VarOf(it.Node) != it.Decl {
		return 0, 0, false
	}
	s := it.Sections[0]
	if s.Length == nil || s.Stride != nil {
		return 0, 0, false
	}
	n, ok := ctree.ConstInt(s.Length.Node)
	if s.Lower != nil && ok {
		lo, ok = ctree.ConstInt(s.Lower.Node)
	}
	return lo, lo + n, ok && n > 0
}

// byteSections: a section's length counts elements (5.2 §3.2.5), not bytes: one with the size of
// its elements, as malloc takes it, is too long.
func (u *Unit) byteSections() {
	for _, c := range u.Tree.All {
		if c == nil {
			continue
		}
		for _, cl := range c.Clauses {
			for _, it := range cl.Items {
				if it.Decl == nil || it.Node == nil || len(it.Sections) != 1 || it.Sections[0].Length == nil ||
					it.Sections[0].Length.Node == nil {
					continue
				}
				elem := ctree.Pointee(it.Node.Type())
				if elem == nil || elem.IsIncomplete() || elem.Size() <= 1 || len(it.Shape) > 0 || ctree.IsVLA(elem) {
					continue
				}
				if n := sizeFactor(it.Sections[0].Length.Node, elem.Size()); n != nil {
					u.Diags.Warnf(it.Sections[0].Length.Span, diag.OmpSectionExtent,
						"the length of '%s' counts elements, not bytes: each element has %d bytes", it.Text,
						elem.Size()).WithSection("5.2 §3.2.5").
						WithFix("remove '%s'", u.source(n))
				}
			}
		}
	}
}

// sizeFactor is the factor of product x that is a sizeof of size bytes.
func sizeFactor(x cc.ExpressionNode, size int64) cc.Node {
	switch e := ctree.StripCast(x).(type) {
	case *cc.MultiplicativeExpression:
		if e.Case == cc.MultiplicativeExpressionMul {
			if n := sizeFactor(e.MultiplicativeExpression, size); n != nil {
				return n
			}
			return sizeFactor(e.CastExpression, size)
		}
	case *cc.UnaryExpression:
		if e.Case == cc.UnaryExpressionSizeofExpr || e.Case == cc.UnaryExpressionSizeofType {
			if v, ok := ctree.ConstInt(e); ok && v == size {
				return e
			}
		}
	}
	return nil
}
