package pragma

import (
	"slices"
	"strconv"
	"strings"

	"ompcc/parse/ctree"
)

// hostDepobjs writes a depobj construct with several clauses as one for each (6.0 §17.9.3).
func (c *Construct) hostDepobjs() string {
	lines := []string{"{"}
	for _, cl := range c.Clauses {
		one := *c
		d := *c.Directive
		d.Clauses = []*Clause{cl}
		one.Directive = &d
		text := one.hostDepobj()
		if text == "" {
			text = "depobj(" + c.Args.Items[0].Text + ") " + strings.TrimRight(c.Pragma.Text[cl.Start:cl.End], ", \t")
		}
		lines = append(lines, pragmaLine(text))
	}
	return strings.Join(append(lines, "}"), "\n")
}

// hostDepobj spells init(inout(x): d) of 6.0 as depobj(d) depend(inout: x), and
// puts an object that only a clause names behind the directive's name.
func (c *Construct) hostDepobj() string {
	if c.Kind != "depobj" || len(c.Clauses) != 1 {
		return ""
	}
	cl := c.Clauses[0]
	object := depObject(cl)
	if object == "" && c.Args != nil && len(c.Args.Items) > 0 {
		object = c.Args.Items[0].Text
	}
	switch {
	case cl.Kind == "destroy" && c.Args == nil:
		return "depobj(" + object + ") destroy"
	case cl.Kind == "update" && c.Args == nil && len(cl.Words) > 0:
		return "depobj(" + object + ") update(" + cl.Words[0] + ")"
	case cl.Kind != "init":
		return ""
	}
	for _, m := range cl.Modifiers {
		if m.Raw != "" {
			return "depobj(" + object + ") depend(" + m.Name + ": " + m.Raw + ")"
		}
	}
	return ""
}

// depObject is the depend object that a clause names, "" if it names none.
func depObject(cl *Clause) string {
	switch {
	case len(cl.Items) > 0:
		return cl.Items[0].Text
	case len(cl.Exprs) > 0 && cl.Exprs[0] != nil:
		return strings.TrimSpace(cl.Exprs[0].Text)
	}
	return ""
}

func (c *Construct) dependsOnAll() bool {
	return slices.ContainsFunc(c.All("depend"), namesAll)
}

// hostDepend spells dependences for gcc, omp_all_memory by what hostText puts before.
func (c *Construct) hostDepend(cl *Clause, h HostCompiler) (string, bool) {
	if h.WaitsForAll(c) && namesAll(cl) {
		if c.Kind != "taskwait" && c.Clause("if") == nil {
			return "if(0)", true
		}
		return "", true
	}
	text := c.HostDepend(cl, h)
	return text, text != c.Pragma.Text[cl.Start:cl.End]
}

// WaitsForAll reports whether c depends on omp_all_memory, which h does not know
// (gcc before version 13): a task that does so waits for every task before it, which
// is what taskwait does, a construct that may depend on omp_all_memory itself; with if(0)
// a task delays those behind it (5.2 §15.9.5).
func (h HostCompiler) WaitsForAll(c *Construct) bool {
	return h.GCC && h.Version < 13 && c.dependsOnAll()
}

// HostDepend is depend clause cl of c as h knows it: before version 13 gcc has no
// inoutset, which inout stands for, since it orders more; none for omp_all_memory
// (see WaitsForAll). gcc takes an element of an array of depend objects for a section,
// and knows no sections of members or with strides: what counts is where they begin.
func (c *Construct) HostDepend(cl *Clause, h HostCompiler) string {
	text := c.DependText(cl)
	switch {
	case !h.GCC:
		return text
	case h.WaitsForAll(c) && namesAll(cl):
		return ""
	case h.Version < 13 && cl.HasModifier("inoutset"):
		text = strings.Replace(text, "inoutset", "inout", 1)
	case cl.HasModifier("depobj"):
		for _, it := range cl.Items {
			if strings.HasSuffix(it.Text, "]") {
				text = strings.Replace(text, it.Text, "*&"+it.Text, 1)
			}
		}
	}
	return h.withoutSections(cl, text)
}

// withoutSections is text of clause cl with the first elements of the sections that h
// cannot parse in their place.
func (h HostCompiler) withoutSections(cl *Clause, text string) string {
	for _, it := range cl.Items {
		if h.GCC && it.foreignToGCC() {
			text = strings.Replace(text, it.Text, it.firstElement(), 1)
		}
	}
	return text
}

// foreignToGCC reports whether it is a section that gcc cannot parse as a locator.
func (it *Item) foreignToGCC() bool {
	for _, s := range it.Sections {
		if !s.Single && (s.Stride != nil || strings.ContainsAny(it.Base, ".>()")) {
			return len(it.Shape) == 0
		}
	}
	return false
}

// firstElement is where section it begins.
func (it *Item) firstElement() string {
	text := it.Base
	for _, s := range it.Sections {
		lower := "0"
		if s.Lower != nil {
			lower = s.Lower.Text
		}
		text += "[" + lower + "]"
	}
	return text
}

func namesAll(cl *Clause) bool {
	for _, it := range cl.Items {
		if it.Text == "omp_all_memory" {
			return true
		}
	}
	return false
}

// DependText is depend clause cl of c as host compilers know it: without shapes, which
// clang takes for whole list items and gcc nowhere (5.2 §3.2.4). What counts is where an
// item begins.
func (c *Construct) DependText(cl *Clause) string { return c.withoutShapes(cl) }

// withoutShapes is clause cl with the first elements of its shaped items in their place.
func (c *Construct) withoutShapes(cl *Clause) string {
	text := c.Pragma.Text[cl.Start:cl.End]
	for _, it := range cl.Items {
		if len(it.Shape) > 0 {
			text = strings.Replace(text, it.Text, it.shapedElement(), 1)
		}
	}
	return text
}

// shapedElement is where the storage of shaped pointer it begins: the element of its
// sections' lower bounds. gcc crashes over a cast to a pointer to arrays there.
func (it *Item) shapedElement() string {
	at := "0"
	for i, d := range it.Shape {
		lower := "0"
		if i < len(it.Sections) && it.Sections[i].Lower != nil {
			lower = it.Sections[i].Lower.Text
		}
		at = "(" + at + ") * (" + d.Text + ") + (" + lower + ")"
	}
	return "(" + it.Base + ")[" + at + "]"
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

// previousIteration is the iteration vector before the current one. Where it is no
// constant offset the loop is executed in order.
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
			n, _ := ctree.ConstInt(l.Step)
			step = strconv.FormatInt(n, 10)
		}
		return []string{l.Var.Name() + op + step}
	}
	return nil
}
