package hostc

import (
	"modernc.org/cc/v4"

	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// collectSections puts the statements of a section in braces for clang, which takes
// one statement only: a section is a sequence (OpenMP 5.2 §11.3.1).
func (w *writer) collectSections() {
	if w.opts.Host.GCC {
		return
	}
	for _, c := range w.p.Tree.All {
		if c == nil || c.Meta != nil || c.Stmt == nil || c.Stmt.CompoundStatement == nil || !c.Has(spec.Sections) {
			continue
		}
		var part []*cc.BlockItem
		for l := c.Stmt.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
			if w.sectionAt(l.BlockItem) != nil {
				w.braces(part)
				part = nil
			}
			part = append(part, l.BlockItem)
		}
		w.braces(part)
	}
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

// braces encloses the items of one section if there are several.
func (w *writer) braces(part []*cc.BlockItem) {
	if len(part) < 2 {
		return
	}
	start, _ := w.u.NodeRange(part[0])
	if c := w.sectionAt(part[0]); c != nil {
		start = c.StmtStart
	}
	_, end := w.u.NodeRange(part[len(part)-1])
	w.edits = append(w.edits,
		&edit{start: start, end: start, text: func() string { return "{ " }, inline: true},
		&edit{start: end, end: end, text: func() string { return " }" }, inline: true})
}
