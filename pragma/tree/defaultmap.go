package tree

import (
	"strings"

	"ompcc/pragma/spec"
)

// HostDefault lists the variables of default(private) and default(firstprivate):
// the clause would be for those of generated code too, and older compilers know
// neither it nor categories of variables. It leaves out default(none), which Check has
// checked: the host compiler would ask for the variables of generated code, and for those
// that the clauses of other constituents name.
func (c *Construct) HostDefault(def *Clause) (string, bool) {
	if len(def.Words) == 0 || len(def.Words) < 2 && def.Words[0] == "shared" {
		return "", false
	}
	if def.Words[0] == "none" {
		return "", true
	}
	for _, cl := range c.Clauses {
		if cl.Implied && cl.Start == def.Start {
			var names []string
			for _, it := range cl.Items {
				names = append(names, it.Text)
			}
			return cl.Kind.String() + "(" + strings.Join(names, ", ") + ")", true
		}
	}
	return "", true
}

// DefaultMap splits defaultmap(behavior: category), either of which may be empty (5.2 §5.8.9).
func (cl *Clause) DefaultMap() (behavior, category string) {
	words := append([]string(nil), cl.Words...)
	for _, m := range cl.Mods() {
		words = append(words, m.Name)
	}
	for _, w := range words {
		switch w {
		case "scalar", "aggregate", "pointer", "all", "allocatable":
			category = w
		default:
			behavior = w
		}
	}
	return behavior, category
}

// MapType is the map type of a map clause: tofrom where it names none; delete is a modifier, too
// (6.0 §7.9.6).
func (cl *Clause) MapType() *spec.MapType {
	name := "tofrom"
	if cl.HasModifier("delete") {
		name = "delete"
	}
	for _, m := range cl.Modifiers {
		if m.Name != "delete" && spec.MapTypeNamed(m.Name) != nil {
			name = m.Name
		}
	}
	return spec.MapTypeNamed(name)
}
