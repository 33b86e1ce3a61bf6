package pragma

import (
	"sort"
	"strconv"
	"strings"
)

// HostText spells c for a host compiler of OpenMP 5.0: what later versions only
// spell differently is put in the older spelling, and what asks nothing of a host
// compiler is left out. An empty text means that the whole directive goes; same is
// set when the directive can stay as it is. What has no older spelling stays.
func (c *Construct) HostText() (text string, same bool) {
	switch c.Kind {
	case "assume", "assumes", "begin assumes", "end assumes", "nothing":
		// Assumptions only permit optimisations; nothing does nothing (5.2 §8.3, §8.4).
		return "", false
	case "error":
		if at := c.Clause("at"); at == nil || at.Words[0] == "compilation" {
			return "", false // Check has reported it
		}
	}
	src := c.Pragma.Text
	var edits []hostEdit
	if name := src[:min(c.nameLen(), len(src))]; name != string(c.Kind) && isUnderscored(name) {
		edits = append(edits, hostEdit{0, len(name), string(c.Kind)})
	}
	for _, cl := range c.Clauses {
		if s, ok := c.hostClause(cl); ok {
			edits = append(edits, hostEdit{cl.Start, cl.End, s})
		}
	}
	if r := c.Reduction; r != nil && c.Clause("combiner") != nil && c.Args != nil {
		// 6.0 moved the combiner to a clause (6.0 §7.6.15).
		edits = append(edits, hostEdit{c.Args.End - 1, c.Args.End, " : " + r.Combiner + ")"})
	}
	if len(edits) == 0 {
		return src, true
	}
	return applyEdits(src, edits), false
}

type hostEdit struct {
	start, end int
	text       string
}

func isUnderscored(name string) bool {
	return splitsIntoNames(firstWord(name)) || strings.Contains(name, "_")
}

func applyEdits(src string, edits []hostEdit) string {
	sort.Slice(edits, func(i, j int) bool { return edits[i].start < edits[j].start })
	var b strings.Builder
	last := 0
	for _, e := range edits {
		b.WriteString(src[last:e.start])
		b.WriteString(e.text)
		last = e.end
	}
	b.WriteString(src[last:])
	return strings.TrimRight(b.String(), " \t")
}

// hostClause gives the older spelling of a clause, "" if it can go.
func (c *Construct) hostClause(cl *Clause) (string, bool) {
	switch cl.Kind {
	case "doacross":
		if cl.Written == "" {
			return c.hostDoacross(cl), true
		}
	case "enter":
		if cl.Written == "" {
			return "to(" + itemTexts(cl) + ")", true
		}
	case "otherwise":
		if cl.Written == "" {
			return "default" + strings.TrimPrefix(c.Pragma.Text[cl.Start:cl.End], "otherwise"), true
		}
	case "linear":
		return hostLinear(cl)
	case "combiner", "message", "severity", "safesync":
		return "", c.Kind != "error"
	case "num_threads":
		if cl.HasModifier("strict") || len(cl.Exprs) > 1 {
			return "num_threads(" + cl.Exprs[0].Text + ")", true
		}
	}
	return "", false
}

func itemTexts(cl *Clause) string {
	names := make([]string, len(cl.Items))
	for i, it := range cl.Items {
		names[i] = it.Text
	}
	return strings.Join(names, ", ")
}

// hostLinear drops val, which is all that C has, and unwraps step(…).
func hostLinear(cl *Clause) (string, bool) {
	changed, step := false, ""
	for _, m := range cl.Trailing {
		switch m.Name {
		case "step":
			step = " : " + m.Args[0].Text
			changed = changed || len(cl.Trailing) > 1 || m.Span.Len != len(m.Args[0].Text)
		case "val":
			changed = true
		default:
			return "", false
		}
	}
	return "linear(" + itemTexts(cl) + step + ")", changed
}

// hostDoacross spells doacross as depend(sink: …) and depend(source) (5.2 §15.9.6).
func (c *Construct) hostDoacross(cl *Clause) string {
	if cl.HasModifier("source") {
		return "depend(source)"
	}
	if len(cl.Exprs) == 1 && isReserved(firstWord(cl.Exprs[0].Text)) {
		// omp_cur_iteration - 1 is the previous iteration of the loop nest.
		return "depend(sink: " + strings.Join(c.previousIteration(), ", ") + ")"
	}
	parts := make([]string, len(cl.Exprs))
	for i, e := range cl.Exprs {
		parts[i] = e.Text
	}
	return "depend(sink: " + strings.Join(parts, ", ") + ")"
}

// previousIteration is the iteration vector before the current one. Of a nest of
// several loops it is no constant offset; Check has refused that.
func (c *Construct) previousIteration() []string {
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Nest == nil || p.Clause("ordered") == nil {
			continue
		}
		l := p.Nest.Loops[0]
		op, step := " - ", "1"
		if l.Down {
			op = " + "
		}
		if l.Step != nil {
			n, _ := ConstInt(l.Step) // Check has refused other steps
			step = strconv.FormatInt(n, 10)
		}
		return []string{l.Var.Name() + op + step}
	}
	return nil
}
