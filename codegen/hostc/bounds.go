package hostc

import (
	"fmt"
	"ompcc/lower/cexpr"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/codegen/hostc/spell"
	"ompcc/lower"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// sectionBounds are the variables private in c by which c bounds sections that it reduces. Clang ends with an
// internal error where a region around c captures them. So the host's version of a target region computes the
// bounds before c: the expressions of a clause are those of the enclosing context (OpenMP 5.2 §3.1).
func (w *writer) sectionBounds(c *tree.Construct) (list []*cc.Declarator) {
	if w.opts.Host.GCC || !spell.InTarget(c) {
		return nil
	}
	for _, cl := range slices.Concat(c.All(spec.PrivateClause), c.All(spec.FirstprivateClause),
		c.All(spec.LastprivateClause)) {
		for _, it := range cl.Items {
			if it.Decl != nil && !slices.Contains(list, it.Decl) && slices.ContainsFunc(c.All(spec.ReductionClause), func(r *tree.Clause) bool { return bounds(r, it.Decl) }) {
				list = append(list, it.Decl)
			}
		}
	}
	return list
}

// bounds reports whether a section of cl has d in its bounds.
func bounds(cl *tree.Clause, d *cc.Declarator) bool {
	mentioned := func(e *tree.Expr) bool { return e != nil && e.Node != nil && ctree.Mentions(e.Node, d) }
	return slices.ContainsFunc(cl.Items, func(it *tree.Item) bool {
		return slices.ContainsFunc(it.Sections, func(s *tree.Section) bool { return mentioned(s.Lower) || mentioned(s.Length) })
	})
}

func boundName(c *tree.Construct, d *cc.Declarator) string {
	return fmt.Sprintf("__ompcc_v_%d_%s", c.Pragma.ID, d.Name())
}

// reducedArrays are the arrays in place of which c has pointers.
func (w *writer) reducedArrays(c *tree.Construct) []*cc.Declarator {
	if w.offloads(c) || (reductionWriter{w}).reducesTeams(c) || reducesPrivately(c) {
		return nil
	}
	return spell.ReducedArrays(c, w.opts.Host)
}

// offloads reports whether a construct for devices stands in c, which maps arrays, not pointers to them.
func (w *writer) offloads(c *tree.Construct) bool {
	return slices.ContainsFunc(w.p.Host, func(h *lower.HostConstruct) bool {
		return h.Construct != c && c.Start <= h.Construct.Start && h.Construct.End <= c.End
	})
}

// boundValues declares the values of c's section bounds, and pointers in place of the arrays that it reduces in part.
func (w *writer) boundValues(c *tree.Construct) string {
	text := ""
	for _, d := range w.reducedArrays(c) {
		pointer := fmt.Sprintf("__ompcc_r_%d_%s", c.Pragma.ID, d.Name())
		text += cexpr.Expand("ELEMENTS_OF", pointer, d.Name()) + "\n" + cexpr.Expand("COPY_OF", d.Name(), pointer) + "\n"
	}
	for _, d := range w.sectionBounds(c) {
		text += cexpr.Expand("CONST_COPY_OF", boundName(c, d), w.expr(d.Name())) + "\n"
	}
	return text
}

// withBounds has the sections in the reduction clauses of directive c bounded by these values.
func (w *writer) withBounds(c *tree.Construct, text string) string {
	list := w.sectionBounds(c)
	if len(list) == 0 {
		return text
	}
	var names []string
	values := map[string]string{}
	for _, d := range list {
		values[d.Name()] = boundName(c, d)
		names = append(names, boundName(c, d))
	}
	var b strings.Builder
	parens, reduction, brackets := 0, 0, 0 // reduction is the depth of the clause's parentheses
	before := ""
	for rest := text; len(rest) > 0; {
		tok := rest[:tokenLen(rest)]
		rest = rest[len(tok):]
		switch tok {
		case "(":
			if parens++; before == "reduction" {
				reduction = parens
			}
		case ")":
			if parens--; parens < reduction {
				reduction = 0
			}
		case "[":
			brackets++
		case "]":
			brackets--
		}
		if v, ok := values[tok]; ok && reduction > 0 && brackets > 0 && before != "." && before != "->" {
			tok = v
		}
		b.WriteString(tok)
		if strings.TrimSpace(tok) != "" {
			before = tok
		}
	}
	text = b.String()
	if c.Clause(spec.DefaultClause) != nil {
		end := len(strings.TrimRight(text, "\n"))
		text = text[:end] + " shared(" + strings.Join(names, ", ") + ")" + text[end:]
	}
	return text
}
