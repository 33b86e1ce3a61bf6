package pragma

import (
	"fmt"
	"strings"
)

// State says how far a directive or clause is supported.
type State string

// The states of support.
const (
	// Works: lowered for every device.
	Works State = "works"
	// Host: stays in the host's code and means what the host compiler makes of it.
	Host State = "host"
	// Unsupported: an error says so, at the directive or clause.
	Unsupported State = "error"
)

// unsupported is the one place that says what later stages cannot do in device
// code: "directive" or "directive:clause", with the reason. A stage that
// learns one of them removes its line.
var unsupported = map[string]string{}

// SupportOf gives the state of directive k in device code and the reason if it
// is unsupported.
func SupportOf(k DirectiveKind) (State, string) {
	def := Directives().Defs[k]
	if def == nil {
		return Unsupported, ""
	}
	for _, l := range def.Leafs {
		if why, no := unsupported[string(l)]; no {
			return Unsupported, why
		}
	}
	return Works, ""
}

// ClauseSupport gives the state of clause c on leaf directive k.
func ClauseSupport(k DirectiveKind, c ClauseKind) (State, string) {
	if why, no := unsupported[string(k)+":"+string(c)]; no {
		return Unsupported, why
	}
	return SupportOf(k)
}

// SupportTable prints the README's table of directives and clauses as markdown.
func SupportTable() string {
	var b strings.Builder
	b.WriteString("| Directive | Section | State | Clauses |\n|---|---|---|---|\n")
	t := Directives()
	for _, k := range t.Order {
		def := t.Defs[k]
		if len(def.Leafs) > 1 {
			continue
		}
		state, _ := SupportOf(k)
		var cs []string
		for _, c := range def.Order {
			name := string(c)
			if s, _ := ClauseSupport(k, c); s == Unsupported && state != Unsupported {
				name += " (error)"
			}
			if def.Clauses[c].Since == 60 {
				name += " ⁶"
			}
			cs = append(cs, name)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k, def.Section, state, strings.Join(cs, ", "))
	}
	b.WriteString("\nCombined and composite directives are supported when each of their leafs is; ⁶ marks clauses that OpenMP 6.0 added.\n")
	return b.String()
}
