package hostc

import (
	"fmt"
	"slices"
	"strings"

	"ompcc/codegen/hostc/spell"
	"ompcc/lower"
)

// collectMeta replaces each metadirective by the directive that was chosen, or
// by a choice at run time among copies of its statement (OpenMP 5.2 §7.4).
func (w *writer) collectMeta() {
	for _, m := range w.p.Meta {
		m := m
		c := m.Construct
		w.edits = append(w.edits, &edit{start: c.Start, end: c.End, text: func() string { return w.meta(m) }})
		w.collectCopies(m)
	}
}

func (w *writer) meta(m *lower.HostMeta) (text string) {
	var b strings.Builder
	at := m.Construct.Start
	b.WriteString(strings.TrimPrefix(w.generated(at), w.lineStart(at)))
	if m.Number != nil || m.Chooser != nil {
		b.WriteString("{\n")
		defer func() { text += "\n}" }()
	}
	if n := m.Number; n != nil {
		fmt.Fprintf(&b, "%s %s = %s;\n", n.Type, n.Name, w.tree(n.Init))
	}
	if h := m.Chooser; h != nil {
		fmt.Fprintf(&b, "unsigned long %s = 0;\n%s\n", h.Mask, w.construct(h))
	}
	around := m.Between
	if m.Outer != nil {
		around = slices.Concat(w.around[m.Outer], around)
	}
	choice := m.Choice(around, w.within[m.Chooses])
	if len(choice) == 1 && declares(choice[0]) {
		b.WriteString(w.hostText(choice[0].Construct).Text)
		return b.String()
	}
	for i, a := range choice {
		w.around[m], w.within[m] = slices.Concat(around, a.Leafs()), a
		if i > 0 {
			b.WriteString(" else ")
		}
		if a.Cond != "" {
			fmt.Fprintf(&b, "if (%s) ", w.expr(a.Cond))
		}
		b.WriteString("{\n")
		b.WriteString(w.alternative(m, a))
		b.WriteString("\n}")
	}
	return b.String()
}

// declares reports whether a is a directive that concerns declarations in the scope of the metadirective: no block may
// stand around it.
func declares(a *lower.HostAlternative) bool {
	return a.Cond == "" && a.Host == nil && a.Construct != nil && a.Construct.Def.Category == "declarative" &&
		a.Construct.Stmt == nil
}

// alternative is one replacement with its copy of the statement.
func (w *writer) alternative(m *lower.HostMeta, a *lower.HostAlternative) string {
	if a.Host != nil {
		return w.construct(a.Host)
	}
	c := m.Construct
	text := ""
	if a.Construct != nil {
		text = w.hostText(a.Construct).Text
	}
	if c.Stmt == nil {
		return text + "\n;"
	}
	if a.Construct != nil && spell.WritesAtomic(a.Construct, w.opts.Host) {
		return w.atomic(a.Construct)
	}
	initial := w.initials[c]
	before, after := "", ""
	if a.Construct != nil {
		before, after = directiveWriter{w}.surroundings(a.Construct)
	}
	if a.Construct != nil && w.rewrites(a.Construct) {
		return before + loopWriter{w}.consumer(a.Construct, initial, text) + after
	}
	return before + initial + text + w.user(c.StmtStart) + string(w.copy(c.StmtStart, c.End)) + after
}
