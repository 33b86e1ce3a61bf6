package hostc

import (
	"fmt"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// collectAlignments gives the variables of allocate directives the alignment of their align clause by an attribute
// (OpenMP 5.2 §6.5). It does so where the host compiler ignores the directive's: gcc before version 14, which does
// not know the clause, and clang for static storage.
func (w *writer) collectAlignments() {
	for _, c := range (directiveWriter{w}).staying() {
		cl := c.Clause(spec.AlignClause)
		if c.Kind != spec.Allocate || c.Args == nil || cl == nil || len(cl.Exprs) == 0 {
			continue
		}
		align, ok := ctree.ConstInt(cl.Exprs[0].Node)
		if !ok {
			continue
		}
		for _, it := range c.Args.Items {
			d := allocated(it)
			if d == nil || !w.opts.Host.AlignsByAttribute() && !d.IsStatic() && d.Linkage() == cc.None {
				continue
			}
			_, end := w.u.NodeRange(d)
			w.edits = append(w.edits, &edit{start: end, end: end, inline: true, text: func() string { return fmt.Sprintf(" __attribute__((aligned(%d)))", align) }})
		}
	}
}

// allocated is the variable that a list item of allocate names.
func allocated(it *tree.Item) *cc.Declarator {
	if x, ok := it.Node.(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent {
		d, _ := x.ResolvedTo().(*cc.Declarator)
		return d
	}
	return nil
}
