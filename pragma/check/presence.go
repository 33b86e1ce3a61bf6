// Mapped sections against those of enclosing target data constructs.

package check

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkPresence reports a mapped array section of which an enclosing target data
// maps another part: an array's storage must be mapped as a whole or not at all
// (5.2 §5.8.3). Only constant bounds are compared.
func (k mapRules) checkPresence(c *tree.Construct) {
	k.checkDependences(c)
	if !tree.IsDevice(c) {
		return
	}
	k.checkOverlaps(c)
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Kind != spec.TargetData || p.Clause(spec.IfClause) != nil || p.Clause(spec.DeviceClause) != nil ||
			c.Clause(spec.DeviceClause) != nil {
			continue
		}
		for _, outer := range p.All(spec.MapClause) {
			for _, inner := range c.All(spec.MapClause) {
				k.compareMaps(outer, inner)
				k.comparePointers(c, outer, inner)
			}
		}
	}
}

func (k mapRules) compareMaps(outer, inner *tree.Clause) {
	for _, a := range outer.Items {
		lo, n, ok := constSection(a)
		if !ok {
			continue
		}
		for _, b := range inner.Items {
			if a.Decl != b.Decl || a.Decl == nil || a.Base != b.Base {
				continue
			}
			lo2, n2, ok := constSection(b)
			if !ok || lo2 >= lo && lo2+n2 <= lo+n {
				continue
			}
			k.diags.Errorf(b.Span, diag.PartlyMapped,
				"'%s' is not contained in '%s', which is already mapped here: sections of one array cannot be mapped separately", b.Text, a.Text).
				WithSection("5.2 §5.8.3").WithNote(a.Span, "it is mapped here").
				WithFix("map the whole range in the target data construct")
		}
	}
}

// comparePointers does as compareMaps for a section of what a pointer points to, where
// its only value is the address of an element of the array that is mapped.
func (k mapRules) comparePointers(c *tree.Construct, outer, inner *tree.Clause) {
	for _, b := range inner.Items {
		lo2, n2, ok := constBounds(b)
		array, first, found := k.pointsTo(c, b)
		if !ok || !found {
			continue
		}
		lo2 += first
		for _, a := range outer.Items {
			lo, n, ok := constSection(a)
			if !ok || a.Decl != array || lo2 >= lo+n || lo >= lo2+n2 || lo2 >= lo && lo2+n2 <= lo+n {
				continue
			}
			k.diags.Errorf(b.Span, diag.PartlyMapped,
				"'%s' extends beyond '%s', which is already mapped here: '%s' points to element %d of '%s'", b.Text,
				a.Text, b.Base, first, array.Name()).
				WithSection("5.2 §5.8.3").WithNote(a.Span, "it is mapped here").
				WithFix("map the whole range in the target data construct")
		}
	}
}

// pointsTo is the array that the pointer of a list item points into, and the element: the
// function sets the pointer once, by a constant address, before c and under no condition.
func (k mapRules) pointsTo(c *tree.Construct, it *tree.Item) (array *cc.Declarator, first int64, ok bool) {
	d := it.Decl
	if d == nil || c.Func == nil || !ctree.IsAutomatic(d) || d.Type().Kind() != cc.Ptr || it.Base != d.Name() {
		return nil, 0, false
	}
	values := 0
	value := func(at cc.Node, x cc.ExpressionNode) {
		values++
		array, first, ok = elementAddress(x)
		ok = ok && k.t.Unit.Offset(at) < c.Start
	}
	ctree.Walk(c.Func.CompoundStatement, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.InitDeclarator:
			if x.Declarator == d && x.Initializer != nil {
				value(x, x.Initializer.AssignmentExpression)
			}
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionAddrof && ctree.VarOf(x.CastExpression) == d {
				values += 2
			}
		case *cc.SelectionStatement, *cc.LabeledStatement:
			ctree.Walk(x, func(n cc.Node) bool { // what is not always executed
				if w := ctree.Written(n); w != nil && ctree.VarOf(w) == d {
					values += 2
				}
				return true
			})
		}
		if w := ctree.Written(n); w != nil && ctree.VarOf(w) == d {
			a, isAssignment := n.(*cc.AssignmentExpression)
			if !isAssignment || a.Case != cc.AssignmentExpressionAssign {
				values += 2
			} else {
				value(a, a.AssignmentExpression)
			}
		}
		return true
	})
	return array, first, ok && values == 1
}

// elementAddress is the element of which x is the address: a, or &a[constant].
func elementAddress(x cc.ExpressionNode) (*cc.Declarator, int64, bool) {
	if a, is := ctree.Strip(x).(*cc.UnaryExpression); is && a.Case == cc.UnaryExpressionAddrof {
		e, isElement := ctree.Strip(a.CastExpression).(*cc.PostfixExpression)
		if !isElement || e.Case != cc.PostfixExpressionIndex {
			return nil, 0, false
		}
		d := ctree.VarOf(e.PostfixExpression)
		i, isConst := ctree.ConstInt(e.ExpressionList)
		return d, i, isConst && ctree.IsArrayVariable(d)
	}
	d := ctree.VarOf(x)
	return d, 0, ctree.IsArrayVariable(d)
}

// checkDependences: list items of one task's depend clauses name the same storage or
// none in common (5.2 §15.9.5). Sections with constant bounds are compared.
func (k mapRules) checkDependences(c *tree.Construct) {
	var items []*tree.Item
	for _, cl := range c.All(spec.DependClause) {
		if !cl.HasModifier("depobj") {
			items = append(items, cl.Items...)
		}
	}
	for i, b := range items {
		for _, a := range items[:i] {
			lo, n, ok := constSection(a)
			lo2, n2, ok2 := constSection(b)
			if ok && ok2 && a.Decl != nil && a.Decl == b.Decl && a.Base == b.Base && lo < lo2+n2 && lo2 < lo+n &&
				(lo != lo2 || n != n2) {
				k.overlap(a, b, "overlap, but are not identical").WithSection("5.2 §15.9.5").
					WithFix("write the same section in both clauses, or disjoint sections")
			}
		}
	}
}

// constSection gives the constant bounds of an item that is one array section.
func constSection(it *tree.Item) (lo, n int64, ok bool) {
	if t := undecayed(it.Node); t == nil || t.Kind() != cc.Array {
		return 0, 0, false
	}
	return constBounds(it)
}

// constElements gives the constant bounds of an item that is one section, or one element,
// of an array, and the array's text.
func constElements(it *tree.Item) (base string, lo, n int64, ok bool) {
	if len(it.Sections) > 0 {
		if lo, n, ok = constSection(it); !ok && it.Decl != nil && varNamed(it) {
			lo, n, ok = constBounds(it) // of what a pointer points to
		}
		return it.Base, lo, n, ok
	}
	x, is := ctree.Strip(it.Node).(*cc.PostfixExpression)
	if !is || x.Case != cc.PostfixExpressionIndex || undecayed(x).Kind() == cc.Array {
		return "", 0, 0, false
	}
	if t := undecayed(x.PostfixExpression); t == nil || t.Kind() != cc.Array {
		return "", 0, 0, false
	}
	lo, ok = ctree.ConstInt(x.ExpressionList)
	return strings.TrimSpace(cc.NodeSource(x.PostfixExpression)), lo, 1, ok
}

// varNamed reports whether the base of a section is a variable itself.
func varNamed(it *tree.Item) bool { return strings.TrimSpace(it.Base) == it.Decl.Name() }

// constBounds gives the constant bounds of an item that is one section, of an array or of
// what a pointer points to.
func constBounds(it *tree.Item) (lo, n int64, ok bool) {
	if len(it.Sections) != 1 || it.Sections[0].Single || it.Sections[0].Length == nil || it.Sections[0].Stride != nil {
		return 0, 0, false
	}
	s := it.Sections[0]
	if s.Lower != nil {
		if lo, ok = ctree.ConstInt(s.Lower.Node); !ok {
			return 0, 0, false
		}
	}
	n, ok = ctree.ConstInt(s.Length.Node)
	return lo, n, ok
}

// checkOverlaps: two list items of one construct's map clauses share no storage
// unless they are the same or a structure and its member (5.2 §5.8.3). Sections
// with constant bounds and members of unions are compared.
func (k mapRules) checkOverlaps(c *tree.Construct) {
	var items []*tree.Item
	for _, cl := range c.All(spec.MapClause) {
		if !cl.Implied {
			items = append(items, cl.Items...)
		}
	}
	for i, b := range items {
		for _, a := range items[:i] {
			if a.Decl == nil || a.Decl != b.Decl || k.sameText(a, b) {
				continue
			}
			if base, lo, n, ok := constElements(a); ok {
				if base2, lo2, n2, ok := constElements(b); ok && base == base2 && lo < lo2+n2 && lo2 < lo+n {
					k.overlap(a, b, "overlap").WithFix("map one section that contains both")
				}
			} else if u := unionOf(a.Node); u != "" && u == unionOf(b.Node) {
				k.overlap(a, b, "are members of the same union").WithFix("map %s", u)
			}
		}
	}
}

func (k mapRules) sameText(a, b *tree.Item) bool {
	return strings.Join(strings.Fields(a.Text), "") == strings.Join(strings.Fields(b.Text), "")
}

func (k mapRules) overlap(a, b *tree.Item, why string) *diag.Diagnostic {
	return k.diags.Errorf(b.Span, diag.StorageShared,
		"'%s' and '%s' %s: list items of one construct must not share storage", a.Text, b.Text, why).
		WithSection("5.2 §5.8.3").WithNote(a.Span, "'%s' is here", a.Text)
}

// unionOf is the text of the union of which n is a member, "" if it is none.
func unionOf(n cc.ExpressionNode) string {
	x, ok := ctree.Strip(n).(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionSelect {
		return ""
	}
	if t := undecayed(x.PostfixExpression); t == nil || t.Kind() != cc.Union {
		return ""
	}
	return strings.TrimSpace(cc.NodeSource(x.PostfixExpression))
}
