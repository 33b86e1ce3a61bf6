package spell

import (
	"strings"

	"ompcc/pragma"
	"ompcc/pragma/spec"
)

// Rest is what remains of target construct c for the version of its region
// that the host executes: the directives without target, as host compiler h
// spells them; "" if none remains.
func Rest(c *pragma.Construct, h Compiler) string {
	if len(c.Leafs) == 1 {
		return ""
	}
	groups := [][]spec.DirectiveKind{c.Leafs[1:]}
	if n := splitAt(c, h); n > 1 {
		groups = parted(c.Leafs[1:n], c.Leafs[n:])
	}
	if text, ok := hostNested(c, c.Leafs[1:], func(leafs []spec.DirectiveKind) string { return restText(c, h, leafs, true) }); ok {
		return hostThreads(c, text)
	}
	lines := make([]string, 0, len(groups))
	for _, leafs := range groups {
		lines = append(lines, pragmaLine(restText(c, h, leafs, len(groups) > 1)))
	}
	return hostThreads(c, strings.Join(lines, "\n"))
}

// restText is one directive of the rest; parted: its clauses are those of its leafs.
func restText(c *pragma.Construct, h Compiler, leafs []spec.DirectiveKind, parted bool) string {
	words := make([]string, len(leafs))
	for i, l := range leafs {
		words[i] = string(l)
	}
	text := strings.Join(words, " ")
	if leafs[0] == "loop" && c.Clause("bind") == nil {
		text += " bind(thread)" // what it binds to without target around it has to be said (5.2 §11.7.1)
	}
	for _, cl := range c.Clauses {
		if cl.Implied || parted && !anyTakes(c, leafs, cl) {
			continue
		}
		if s := strings.TrimRight(restClause(c, cl, h), ", \t\n"); s != "" {
			text += " " + s
		}
	}
	if leafs[0] == "teams" {
		text += hostLeague(c, h)
	}
	if leafs[0] == "parallel" && c.Bare() {
		text += c.BareThreads()
	}
	return text
}

func anyTakes(c *pragma.Construct, leafs []spec.DirectiveKind, cl *pragma.Clause) bool {
	for _, l := range leafs {
		if c.Takes(l, cl) {
			return true
		}
	}
	return false
}

// restClause spells a clause for the rest, "" for one that was target's.
func restClause(c *pragma.Construct, cl *pragma.Clause, h Compiler) string {
	switch cl.Kind {
	case "map", "device", "nowait", "depend", "defaultmap", "is_device_ptr", "has_device_addr", "in_reduction", "uses_allocators", "ompx_attribute", "ompx_bare", "ompx_dyn_cgroup_mem",
		"device_type", "priority", "replayable":
		return ""
	case "default":
		if len(c.Leafs) == 2 && c.Leafs[1] == "simd" {
			return ""
		}
	case "num_teams", "thread_limit":
		if !c.Has("teams") {
			return ""
		}
		if cl.Kind == "num_teams" && c.TeamsIf() == nil && len(cl.Exprs) > 0 {
			// The lower bound is 5.1; host compilers may not know it, and
			// the host may have fewer teams anyway (5.2 §10.2.1).
			return "num_teams(" + strings.TrimSpace(cl.Exprs[len(cl.Exprs)-1].Text) + ")"
		}
	case "if":
		switch {
		case cl == c.If("target") && cl != c.If("parallel"):
			return ""
		case cl == c.If("target"):
			return "if(parallel: " + strings.TrimSpace(cl.Exprs[0].Text) + ")"
		}
	case "firstprivate":
		if len(c.Leafs) == 2 && c.Leafs[1] == "simd" {
			return ""
		}
	}
	if s, ok := hostClause(c, cl, h); ok {
		return s
	}
	return strings.TrimSpace(c.Pragma.Text[cl.Start:cl.End])
}
