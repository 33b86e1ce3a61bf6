package spell

import (
	"strings"

	"ompcc/pragma/tree"
)

// Induction and linear clauses.

// Induction returns the private clause that replaces induction clause cl. hostc assigns
// the private copies, and declares the copies of array sections itself.
func Induction(cl *tree.Clause) string {
	var names []string
	for _, it := range cl.Items {
		if len(it.Sections) == 0 {
			names = append(names, it.Text)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "private(" + strings.Join(names, ", ") + ")"
}

// hostLinear drops the modifier val, the only one that C allows, and unwraps step(…).
func hostLinear(cl *tree.Clause) (string, bool) {
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
