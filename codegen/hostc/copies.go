package hostc

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
)

// The statement of a metadirective stands in the host's text once for each alternative. Its labels are then each
// copy's own, and it can have no static variables, of which each copy would have its own, too.

// several reports whether the text of m has its statement more than once.
func several(m *lower.HostMeta) bool {
	return slices.ContainsFunc(m.Choices, func(c *lower.HostChoice) bool { return len(c.Alternatives) > 1 })
}

// collectCopies adds the edits that let the statement of m be written more than once.
func (w *writer) collectCopies(m *lower.HostMeta) {
	s := m.Construct.Stmt
	if s == nil || !several(m) {
		return
	}
	if d := staticIn(s); d != nil && w.err == nil {
		w.err = &Error{Span: w.u.NodeSpan(d), Code: diag.StaticInMetadirective, Section: "5.2 §7.4",
			Message: fmt.Sprintf("static variable '%s' cannot be declared in a metadirective with a run-time condition", d.Name()),
			Fix:     "move the declaration before the directive"}
	}
	labels := w.labelsIn(s)
	if len(labels) == 0 {
		return
	}
	first, last := len(w.u.Text), 0
	var names []string
	for _, l := range labels {
		start, end := w.u.NodeRange(l)
		first, last = min(first, start), max(last, end)
		names = append(names, l.Token.SrcStr())
	}
	at := -1
	ctree.Walk(s, func(n cc.Node) bool {
		if b, ok := n.(*cc.CompoundStatement); ok && at < 0 {
			if start, end := w.u.NodeRange(b); start <= first && last <= end {
				at = start + 1
			}
		}
		return at < 0
	})
	if at >= 0 {
		text := w.generated(at) + "__label__ " + strings.Join(names, ", ") + ";"
		w.edits = append(w.edits, &edit{start: at, end: at, text: func() string { return text }})
	}
}

// staticIn is a static variable that is declared in s, nil if there is none.
func staticIn(s *cc.Statement) (found *cc.Declarator) {
	ctree.Walk(s, func(n cc.Node) bool {
		if d, ok := n.(*cc.Declarator); ok && found == nil && d.IsStatic() && !d.IsTypename() {
			found = d
		}
		return found == nil
	})
	return found
}

// labelsIn are the labels in s, without those in the statement of another metadirective that is written more than once.
func (w *writer) labelsIn(s *cc.Statement) (list []*cc.LabeledStatement) {
	ctree.Walk(s, func(n cc.Node) bool {
		switch n := n.(type) {
		case *cc.Statement:
			return n == s || !slices.ContainsFunc(w.p.Meta, func(m *lower.HostMeta) bool { return m.Construct.Stmt == n && several(m) })
		case *cc.LabeledStatement:
			if n.Case == cc.LabeledStatementLabel {
				list = append(list, n)
			}
		}
		return true
	})
	return list
}
