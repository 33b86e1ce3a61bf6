// Helps that edit map clauses.

package lint

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// helpMap sets the help of e that the target construct map item, which is d or a part of it, with map
// type how. Its edit replaces the clause that names d alone, or adds one where no clause names d.
func (k *target) helpMap(e *diag.Diagnostic, d *cc.Declarator, how, item string) *diag.Diagnostic {
	text := "map(" + how + ": " + item + ")"
	e.WithFix("write %s", text)
	p := k.c.Pragma
	if k.c.Meta != nil || p.Inner {
		return e
	}
	if cl := clauseNaming(k.c, d); cl != nil && item != d.Name() && cl.Items[0].Text != item {
		// The clause has other parts of d.
	} else if cl != nil {
		start, end := p.SpanAt(cl.Start, cl.End-cl.Start), p.SpanAt(cl.End, 0)
		alone := len(cl.Items) == 1 && len(cl.Modifiers) < 2 &&
			(cl.Kind == spec.MapClause || cl.Kind == spec.FirstprivateClause)
		if !alone || end.Line != start.Line || end.Col != start.Col+start.Len {
			return e
		}
		return e.WithEdit(start, text)
	}
	return e.WithEdit(clausesEnd(k.c), " "+text)
}

// clausesEnd is the place behind the last clause of c.
func clausesEnd(c *tree.Construct) diag.Span {
	at := c.Pragma.SpanAt(len(strings.TrimRight(c.Pragma.Text, " \t"))-1, 1)
	return diag.Span{Pos: diag.Pos{File: at.File, Line: at.Line, Col: at.Col + 1}}
}

// clauseNaming is the first clause of c with an item of variable d, nil if there is none.
func clauseNaming(c *tree.Construct, d *cc.Declarator) *tree.Clause {
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			if it.Decl == d && !cl.Implied {
				return cl
			}
		}
	}
	return nil
}

// takes reports whether c's directive may have a clause of kind cl.
func takes(c *tree.Construct, cl spec.ClauseKind) bool {
	_, ok := c.Def.Clauses[cl]
	return ok
}

// helpFirstprivate sets the help of w that c start with the value of name, which clause cl, private or
// lastprivate, makes private: simd and loop have no clause that does, and distribute none beside lastprivate.
func helpFirstprivate(w *diag.Diagnostic, c *tree.Construct, cl *tree.Clause, name string) {
	w.WithSection(cl.Def.Section)
	switch {
	case !takes(c, spec.FirstprivateClause), cl.Kind == spec.LastprivateClause && c.Has(spec.Distribute): // 5.2 §11.6
		w.WithFix("assign it in the region before this use")
	case cl.Kind == spec.PrivateClause:
		w.WithFix("write firstprivate(%s) to copy the original's value", name)
		if len(cl.Items) == 1 {
			w.WithEdit(cl.Span, "firstprivate")
		}
	default:
		w.WithFix("add firstprivate(%s) to copy the original's value", name)
		if c.Meta == nil && !c.Pragma.Inner {
			w.WithEdit(clausesEnd(c), " firstprivate("+name+")")
		}
	}
}
