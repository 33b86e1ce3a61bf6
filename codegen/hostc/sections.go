package hostc

import (
	"slices"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// collectSections puts the statements of a section in braces for the host compilers, which take
// no sequence as a section is (OpenMP 5.2 §11.3.1): clang takes one statement only, and gcc none
// that is a stand-alone directive.
func (w *writer) collectSections() {
	for _, c := range w.p.Tree.All {
		for _, part := range w.sectionParts(c) {
			if len(part) > 1 && !w.opts.Host.GCC || w.hasDirective(part) {
				w.braces(part)
			}
		}
	}
}

// sectionParts are the statements of each section of c, if it is a sections construct.
func (w *writer) sectionParts(c *tree.Construct) (parts [][]*cc.BlockItem) {
	if c == nil || c.Meta != nil || c.Stmt == nil || c.Stmt.CompoundStatement == nil || !c.Has(spec.Sections) {
		return nil
	}
	for l := c.Stmt.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		if len(parts) == 0 || w.sectionAt(l.BlockItem) != nil {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], l.BlockItem)
	}
	return parts
}

// sectionAt is the section construct that a block item is, if it is one.
func (w *writer) sectionAt(it *cc.BlockItem) *tree.Construct {
	if it.Statement == nil || it.Statement.IterationStatement == nil {
		return nil
	}
	if c := w.p.Tree.ByLoop[it.Statement.IterationStatement]; c != nil && c.Kind == spec.Section {
		return c
	}
	return nil
}

// hasDirective reports whether a stand-alone directive is one of the statements of a section.
func (w *writer) hasDirective(part []*cc.BlockItem) bool {
	return slices.ContainsFunc(part, func(it *cc.BlockItem) bool {
		s := it.Statement
		if c := w.sectionAt(it); c != nil {
			s = c.Stmt
		}
		if s == nil || s.ExpressionStatement == nil {
			return false
		}
		call, ok := ctree.Strip(s.ExpressionStatement.ExpressionList).(*cc.PostfixExpression)
		return ok && call != nil && w.p.Tree.ByCall[call] != nil
	})
}

// bracesSections reports whether a section of c needs braces for a stand-alone directive.
func (w *writer) bracesSections(c *tree.Construct) bool {
	return slices.ContainsFunc(w.sectionParts(c), w.hasDirective)
}

// braces encloses the items of one section. A directive has its own lines.
func (w *writer) braces(part []*cc.BlockItem) {
	start, _ := w.u.NodeRange(part[0])
	if c := w.sectionAt(part[0]); c != nil {
		start = c.StmtStart
	}
	_, end := w.u.NodeRange(part[len(part)-1])
	open, closing := "{ ", " }"
	if w.u.Text[start] == '#' {
		open = "{" + w.user(start)
	}
	if w.hasDirective(part[len(part)-1:]) {
		closing = "\n}" + w.user(end)
	}
	w.edits = append(w.edits,
		&edit{start: start, end: start, text: func() string { return open }, inline: true},
		&edit{start: end, end: end, text: func() string { return closing }, inline: true})
}
