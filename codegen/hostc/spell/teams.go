package spell

import (
	"strings"

	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Teams is c, without what stands before its teams directive, in two parts: the
// teams directive without its reductions, whose list items and more variables of the
// caller are shared in it, and the rest, "" if there is none.
func Teams(c *tree.Construct, h Compiler, more []string) (teams, rest string) {
	at := 0
	for c.Leafs[at] != spec.Teams {
		at++
	}
	reduced := map[string]bool{}
	items, _ := c.TeamsReductions()
	shared := more
	share := func(it *tree.Item) {
		if it.Decl != nil && !reduced[it.Decl.Name()] && !c.Counts(it.Decl) {
			reduced[it.Decl.Name()] = true
			shared = append(shared, it.Decl.Name())
		}
	}
	for _, it := range items {
		share(it)
	}
	if c.Clause(spec.DefaultClause) != nil {
		for _, cl := range c.Clauses {
			if !tree.OneOf(cl.Kind, spec.FirstprivateClause, spec.LastprivateClause) || cl.Implied ||
				c.Takes(spec.Teams, cl) {
				continue
			}
			for _, it := range cl.Items {
				share(it) // the rest makes the copies (5.2 §17.2)
			}
		}
	}
	teams = "teams"
	for _, cl := range c.Clauses {
		if cl.Implied || !c.Takes(spec.Teams, cl) || cl.Kind == spec.ReductionClause ||
			cl.Kind == spec.SharedClause && namesOnly(cl, reduced) ||
			cl.Kind == spec.IfClause && cl != c.TeamsIf() || cl.Kind == spec.AllocateClause && !copies(c, cl, func(x *tree.Clause) bool { return x.Kind != spec.ReductionClause && c.Takes(spec.Teams, x) }) {
			continue
		}
		teams += hostPart(c, cl, h)
	}
	teams = pragmaLine(teams + hostLeague(c, h) + " shared(" + strings.Join(shared, ", ") + ")")
	leafs := c.Leafs[at+1:]
	if len(leafs) == 0 {
		return teams, ""
	}
	words := make([]string, len(leafs))
	for i, l := range leafs {
		words[i] = l.String()
	}
	loop := leafs[0] == spec.Loop
	if loop {
		words = []string{"distribute parallel for"} // as which it may be executed; clang would execute all iterations in each team (5.2 §11.7)
	}
	rest = strings.Join(words, " ")
	for _, cl := range c.Clauses {
		if !cl.Implied && anyTakes(c, leafs, cl) && !(loop && cl.Kind == spec.BindClause) &&
			(cl.Kind != spec.AllocateClause || copies(c, cl, func(x *tree.Clause) bool { return anyTakes(c, leafs, x) })) {
			rest += hostPart(c, cl, h)
		}
	}
	return teams, pragmaLine(rest)
}

// Distribute spells loop construct c, which binds to a teams region, for the initial threads of the teams. Each
// has a variable of its own for what c reduces.
func Distribute(c *tree.Construct, h Compiler) string {
	text := "distribute"
	for _, cl := range c.Clauses {
		if !cl.Implied && !tree.OneOf(cl.Kind, spec.BindClause, spec.ReductionClause) {
			text += hostPart(c, cl, h)
		}
	}
	return pragmaLine(text)
}

// copies reports whether the clauses of c that are in a part of it make private copies of
// all list items of allocate clause cl, which then belongs to that part (5.2 §17.2).
func copies(c *tree.Construct, cl *tree.Clause, in func(*tree.Clause) bool) bool {
	copied := map[string]bool{}
	for _, x := range c.Clauses {
		if !x.Kind.Is(spec.Privatizes) || !in(x) {
			continue
		}
		for _, it := range x.Items {
			copied[it.Text] = true
		}
	}
	return namesOnly(cl, copied)
}

// namesOnly reports whether all of the clause's list items are in names.
func namesOnly(cl *tree.Clause, names map[string]bool) bool {
	for _, it := range cl.Items {
		if !names[it.Text] {
			return false
		}
	}
	return len(cl.Items) > 0
}

// hostPart spells a clause of a construct that is taken apart, behind a space.
func hostPart(c *tree.Construct, cl *tree.Clause, h Compiler) string {
	s, ok := "", true
	if c.Has(spec.Target) {
		s = restClause(c, cl, h)
	} else if s, ok = hostClause(c, cl, h); !ok {
		s = c.Pragma.Text[cl.Start:cl.End]
	}
	if s = strings.TrimRight(s, ", \t\n"); s != "" {
		s = " " + s
	}
	return s
}

// hostLeague is the clause for the number of teams where c has none. After a host thread was in the team of one
// league, libomp uses that league's number for a target region of the thread, unless the region has a number. 0
// means libomp's default.
func hostLeague(c *tree.Construct, h Compiler) string {
	if h.GCC || !c.Has(spec.Teams) || !InTarget(c) || c.Clause(spec.NumTeamsClause) != nil || c.TeamsIf() != nil {
		return ""
	}
	return " num_teams(__ompcc_max_teams())"
}

// maxTeams is a function of ours since no routine of OpenMP may be called in a construct
// with order(concurrent) (5.2 §10.3).
const maxTeams = `extern int omp_get_max_teams(void);
static __attribute__((unused)) int __ompcc_max_teams(void) { return omp_get_max_teams(); }`
