package spell

import (
	"slices"
	"strconv"
	"strings"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// hostDepobjs writes a depobj construct with several clauses as one for each (6.0 §17.9.3).
func hostDepobjs(c *tree.Construct) string {
	lines := []string{"{"}
	for _, cl := range c.Clauses {
		one := *c
		d := *c.Directive
		d.Clauses = []*tree.Clause{cl}
		one.Directive = &d
		text := hostDepobj(&one)
		if text == "" {
			text = "depobj(" + c.Args.Items[0].Text + ") " + strings.TrimRight(c.Pragma.Text[cl.Start:cl.End], ", \t")
		}
		lines = append(lines, pragmaLine(text))
	}
	return strings.Join(append(lines, "}"), "\n")
}

// hostDepobj spells init(inout(x): d) of 6.0 as depobj(d) depend(inout: x), and
// puts an object that only a clause names behind the directive's name.
func hostDepobj(c *tree.Construct) string {
	if c.Kind != spec.Depobj || len(c.Clauses) != 1 {
		return ""
	}
	cl := c.Clauses[0]
	object := depObject(cl)
	if object == "" && c.Args != nil && len(c.Args.Items) > 0 {
		object = c.Args.Items[0].Text
	}
	switch {
	case cl.Kind == spec.DestroyClause && c.Args == nil:
		return "depobj(" + object + ") destroy"
	case cl.Kind == spec.UpdateClause && c.Args == nil && len(cl.Words) > 0:
		return "depobj(" + object + ") update(" + cl.Words[0] + ")"
	case cl.Kind != spec.InitClause:
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
func depObject(cl *tree.Clause) string {
	switch {
	case len(cl.Items) > 0:
		return cl.Items[0].Text
	case len(cl.Exprs) > 0 && cl.Exprs[0] != nil:
		return strings.TrimSpace(cl.Exprs[0].Text)
	}
	return ""
}

func dependsOnAll(c *tree.Construct) bool {
	return slices.ContainsFunc(c.All(spec.DependClause), namesAll)
}

// hostDepend spells dependences for gcc, omp_all_memory by what Directive puts before.
func hostDepend(c *tree.Construct, cl *tree.Clause, h Compiler) (string, bool) {
	if h.WaitsForAll(c) && namesAll(cl) {
		if c.Kind != spec.Taskwait && c.Clause(spec.IfClause) == nil {
			return "if(0)", true
		}
		return "", true
	}
	text := Depend(c, cl, h)
	return text, text != c.Pragma.Text[cl.Start:cl.End]
}

// WaitsForAll reports whether c depends on omp_all_memory, which h does not know (gcc before version 13). Such a
// task waits for every task before it, as taskwait does, a construct that may itself depend on omp_all_memory. With
// if(0) the task delays those after it (5.2 §15.9.5).
func (h Compiler) WaitsForAll(c *tree.Construct) bool {
	return h.GCC && h.Version < 13 && dependsOnAll(c)
}

// Depend is depend clause cl of c as h knows it, "" for omp_all_memory (see WaitsForAll). Before version 13 gcc has
// no inoutset: inout replaces it, since it orders more. Gcc takes an element of an array of depend objects for a
// section, and knows no sections of members or with strides. The place where they begin is all that counts.
func Depend(c *tree.Construct, cl *tree.Clause, h Compiler) string {
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
func (h Compiler) withoutSections(cl *tree.Clause, text string) string {
	for _, it := range cl.Items {
		if h.GCC && foreignToGCC(it) {
			text = strings.Replace(text, it.Text, firstElement(it), 1)
		}
	}
	return text
}

// foreignToGCC reports whether it is a section that gcc cannot parse as a locator.
func foreignToGCC(it *tree.Item) bool {
	for _, s := range it.Sections {
		if !s.Single && (s.Stride != nil || strings.ContainsAny(it.Base, ".>()")) {
			return len(it.Shape) == 0
		}
	}
	return false
}

// firstElement is where section it begins.
func firstElement(it *tree.Item) string {
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

func namesAll(cl *tree.Clause) bool {
	for _, it := range cl.Items {
		if it.Text == "omp_all_memory" {
			return true
		}
	}
	return false
}

// hostDoacross spells doacross as depend(sink: …) and depend(source) (5.2 §15.9.6).
func hostDoacross(c *tree.Construct, cl *tree.Clause) string {
	if cl.HasModifier("source") {
		return "depend(source)"
	}
	if len(cl.Exprs) == 1 && tree.IsReserved(tree.FirstWord(cl.Exprs[0].Text)) {
		// omp_cur_iteration - 1 is the previous iteration of the loop nest.
		return "depend(sink: " + strings.Join(previousIteration(c), ", ") + ")"
	}
	parts := make([]string, len(cl.Exprs))
	for i, e := range cl.Exprs {
		parts[i] = e.Text
	}
	return "depend(sink: " + strings.Join(parts, ", ") + ")"
}

// previousIteration is the iteration vector before the current one. Where it is no
// constant offset the loop is executed in order.
func previousIteration(c *tree.Construct) []string {
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Nest == nil || p.Clause(spec.OrderedClause) == nil {
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
