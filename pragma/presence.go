package pragma

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/diag"
)

// checkPresence reports a mapped array section of which an enclosing target data
// maps another part: an array's storage must be mapped as a whole or not at all
// (5.2 §5.8.3). Only constant bounds are compared.
func (k *checker) checkPresence(c *Construct) {
	if !IsDevice(c) {
		return
	}
	k.checkOverlaps(c)
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Kind != "target data" || p.Clause("if") != nil || p.Clause("device") != nil || c.Clause("device") != nil {
			continue
		}
		for _, outer := range p.All("map") {
			for _, inner := range c.All("map") {
				k.compareMaps(outer, inner)
			}
		}
	}
}

func (k *checker) compareMaps(outer, inner *Clause) {
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
			k.diags.Errorf(b.Span, "partly-mapped", "'%s' is not part of '%s', which is mapped here already: the parts of one array cannot be mapped separately", b.Text, a.Text).
				WithSection("5.2 §5.8.3").WithNote(a.Span, "it is mapped here").WithFix("map the whole range in the target data construct")
		}
	}
}

// constSection gives the constant bounds of an item that is one array section.
func constSection(it *Item) (lo, n int64, ok bool) {
	if len(it.Sections) != 1 || it.Sections[0].Single || it.Sections[0].Length == nil || it.Sections[0].Stride != nil {
		return 0, 0, false
	}
	if t := undecayed(it.Node); t == nil || t.Kind() != cc.Array {
		return 0, 0, false
	}
	s := it.Sections[0]
	if s.Lower != nil {
		if lo, ok = ConstInt(s.Lower.Node); !ok {
			return 0, 0, false
		}
	}
	n, ok = ConstInt(s.Length.Node)
	return lo, n, ok
}

// checkOverlaps: two list items of one construct's map clauses share no storage
// unless they are the same or a structure and its member (5.2 §5.8.3). Sections
// with constant bounds and members of unions are compared.
func (k *checker) checkOverlaps(c *Construct) {
	var items []*Item
	for _, cl := range c.All("map") {
		if !cl.Implied {
			items = append(items, cl.Items...)
		}
	}
	for i, b := range items {
		for _, a := range items[:i] {
			if a.Decl == nil || a.Decl != b.Decl || k.sameText(a, b) {
				continue
			}
			if lo, n, ok := constSection(a); ok && a.Base == b.Base {
				if lo2, n2, ok := constSection(b); ok && lo < lo2+n2 && lo2 < lo+n {
					k.overlap(a, b, "have elements in common").WithFix("map one section that has all of them")
				}
			} else if u := unionOf(a.Node); u != "" && u == unionOf(b.Node) {
				k.overlap(a, b, "are members of one union").WithFix("map %s", u)
			}
		}
	}
}

func (k *checker) sameText(a, b *Item) bool {
	return strings.Join(strings.Fields(a.Text), "") == strings.Join(strings.Fields(b.Text), "")
}

func (k *checker) overlap(a, b *Item, why string) *diag.Diagnostic {
	return k.diags.Errorf(b.Span, "storage-shared", "'%s' and '%s' %s: list items of one construct must not share storage", a.Text, b.Text, why).
		WithSection("5.2 §5.8.3").WithNote(a.Span, "'%s' is here", a.Text)
}

// unionOf is the text of the union of which n is a member, "" if it is none.
func unionOf(n cc.ExpressionNode) string {
	x, ok := strip(n).(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionSelect {
		return ""
	}
	if t := undecayed(x.PostfixExpression); t == nil || t.Kind() != cc.Union {
		return ""
	}
	return strings.TrimSpace(cc.NodeSource(x.PostfixExpression))
}
