package spell

import (
	"slices"
	"strings"

	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Rest is what remains of target construct c for the version of its region
// that the host executes: the directives without target, as host compiler h
// spells them; "" if none remains.
func Rest(c *tree.Construct, h Compiler) string {
	if len(c.Leafs) == 1 {
		return ""
	}
	groups := [][]spec.DirectiveKind{c.Leafs[1:]}
	if n := splitAt(c, h); n > 1 {
		groups = parted(c.Leafs[1:n], c.Leafs[n:])
	}
	if text, ok := hostEntered(c, c.Leafs[1:], func(leafs []spec.DirectiveKind) string { return restText(c, h, leafs) }); ok {
		return hostThreads(c, text)
	}
	lines := make([]string, 0, len(groups))
	for _, leafs := range groups {
		lines = append(lines, pragmaLine(restText(c, h, leafs)))
	}
	return hostThreads(c, strings.Join(lines, "\n"))
}

// restText is one directive of the rest, with the clauses that its leafs take.
func restText(c *tree.Construct, h Compiler, leafs []spec.DirectiveKind) string {
	if slices.Contains(leafs, spec.Simd) && LosesSIMD(c, h) {
		return textWithoutSIMD(c, h, leafs, restText)
	}
	words := make([]string, len(leafs))
	for i, l := range leafs {
		words[i] = l.String()
	}
	text := strings.Join(words, " ")
	if leafs[0] == spec.Loop && c.Clause(spec.BindClause) == nil {
		text += " bind(thread)" // what it binds to without target around it has to be said (5.2 §11.7.1)
	}
	for _, cl := range c.Clauses {
		if cl.Implied || !anyTakes(c, leafs, cl) {
			continue
		}
		if s := strings.TrimRight(restClause(c, cl, h), ", \t\n"); s != "" {
			text += " " + s
		}
	}
	if leafs[0] == spec.Teams {
		text += hostLeague(c, h)
	}
	if leafs[0] == spec.Parallel && c.Bare() {
		text += bareThreads(c, h)
	}
	text += sharedExtents(c, leafs) + lastOfLoop(c, h, leafs)
	return text
}

func anyTakes(c *tree.Construct, leafs []spec.DirectiveKind, cl *tree.Clause) bool {
	for _, l := range leafs {
		if c.Takes(l, cl) {
			return true
		}
	}
	return false
}

// restClause spells a clause for the rest.
func restClause(c *tree.Construct, cl *tree.Clause, h Compiler) string {
	switch cl.Kind {
	case spec.NumTeamsClause, spec.ThreadLimitClause:
		if text, ok := league(c, cl, h); ok && (cl.Kind == spec.ThreadLimitClause || c.TeamsIf() == nil) {
			return text
		}
		if cl.Kind == spec.NumTeamsClause && c.TeamsIf() == nil && len(cl.Exprs) > 0 {
			if cl.Spatial() {
				return "num_teams(" + cl.Count() + ")"
			}
			// The lower bound is 5.1; host compilers may not know it, and
			// the host may have fewer teams anyway (5.2 §10.2.1).
			return "num_teams(" + strings.TrimSpace(cl.Exprs[len(cl.Exprs)-1].Text) + ")"
		}
	case spec.IfClause:
		switch {
		case cl == c.If(spec.Target) && cl != c.If(spec.Parallel):
			return ""
		case cl == c.If(spec.Target):
			return parallelIf(c, cl, h)
		}
	}
	if s, ok := hostClause(c, cl, h); ok {
		return s
	}
	return strings.TrimSpace(c.Pragma.Text[cl.Start:cl.End])
}
