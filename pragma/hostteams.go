package pragma

import "strings"

// TeamsReductions are the list items that the teams directive in c reduces, each with
// its clause.
func (c *Construct) TeamsReductions() (items []*Item, clauses []*Clause) {
	if !c.Has("teams") {
		return nil, nil
	}
	for _, cl := range c.All("reduction") {
		if cl.Implied || !c.takes("teams", cl) && !c.Has("loop") { // loop's iterations are the league's (5.2 §17.2)
			continue
		}
		for _, it := range cl.Items {
			items, clauses = append(items, it), append(clauses, cl)
		}
	}
	return items, clauses
}

// HostTeams is c, without what stands before its teams directive, in two parts: the
// teams directive without its reductions, whose list items and more variables of the
// caller are shared in it, and the rest, "" if there is none.
func (c *Construct) HostTeams(h HostCompiler, more []string) (teams, rest string) {
	at := 0
	for c.Leafs[at] != "teams" {
		at++
	}
	reduced := map[string]bool{}
	items, _ := c.TeamsReductions()
	shared := more
	share := func(it *Item) {
		if it.Decl != nil && !reduced[it.Decl.Name()] && !c.Counts(it.Decl) {
			reduced[it.Decl.Name()] = true
			shared = append(shared, it.Decl.Name())
		}
	}
	for _, it := range items {
		share(it)
	}
	if c.Clause("default") != nil {
		for _, cl := range c.Clauses {
			if !oneOfClauses(cl.Kind, "firstprivate", "lastprivate") || cl.Implied || c.takes("teams", cl) {
				continue
			}
			for _, it := range cl.Items {
				share(it) // the rest makes the copies (5.2 §17.2)
			}
		}
	}
	teams = "teams"
	for _, cl := range c.Clauses {
		if cl.Implied || !c.takes("teams", cl) || cl.Kind == "reduction" || cl.Kind == "shared" && namesOnly(cl, reduced) ||
			cl.Kind == "if" && cl != c.TeamsIf() || cl.Kind == "allocate" && !c.copies(cl, func(x *Clause) bool { return x.Kind != "reduction" && c.takes("teams", x) }) {
			continue
		}
		teams += c.hostPart(cl, h)
	}
	teams = pragmaLine(teams + c.hostLeague(h) + " shared(" + strings.Join(shared, ", ") + ")")
	leafs := c.Leafs[at+1:]
	if len(leafs) == 0 {
		return teams, ""
	}
	words := make([]string, len(leafs))
	for i, l := range leafs {
		words[i] = string(l)
	}
	loop := leafs[0] == "loop"
	if loop {
		words = []string{"distribute parallel for"} // as which it may be executed; clang would execute all iterations in each team (5.2 §11.7)
	}
	rest = strings.Join(words, " ")
	for _, cl := range c.Clauses {
		if !cl.Implied && c.anyTakes(leafs, cl) && !(loop && cl.Kind == "bind") &&
			(cl.Kind != "allocate" || c.copies(cl, func(x *Clause) bool { return c.anyTakes(leafs, x) })) {
			rest += c.hostPart(cl, h)
		}
	}
	return teams, pragmaLine(rest)
}

// copies reports whether the clauses of c that are in a part of it make private copies of
// all list items of allocate clause cl, which then belongs to that part (5.2 §17.2).
func (c *Construct) copies(cl *Clause, in func(*Clause) bool) bool {
	copied := map[string]bool{}
	for _, x := range c.Clauses {
		if !oneOfClauses(x.Kind, "private", "firstprivate", "lastprivate", "linear", "reduction", "in_reduction", "task_reduction", "induction") || !in(x) {
			continue
		}
		for _, it := range x.Items {
			copied[it.Text] = true
		}
	}
	return namesOnly(cl, copied)
}

// namesOnly reports whether all of the clause's list items are in names.
func namesOnly(cl *Clause, names map[string]bool) bool {
	for _, it := range cl.Items {
		if !names[it.Text] {
			return false
		}
	}
	return len(cl.Items) > 0
}

// hostPart spells a clause of a construct that is taken apart, behind a space.
func (c *Construct) hostPart(cl *Clause, h HostCompiler) string {
	s, ok := "", true
	if c.Has("target") {
		s = c.restClause(cl, h)
	} else if s, ok = c.hostClause(cl, h); !ok {
		s = c.Pragma.Text[cl.Start:cl.End]
	}
	if s = strings.TrimRight(s, ", \t\n"); s != "" {
		s = " " + s
	}
	return s
}

// hostLeague is the clause for the number of teams where c has none: libomp takes the
// number of a league that it has forgotten where a host thread that has been in the team
// of one executes a target region, unless it is told one. 0 means its default.
func (c *Construct) hostLeague(h HostCompiler) string {
	if h.GCC || !c.Has("teams") || !c.inTarget() || c.Clause("num_teams") != nil || c.TeamsIf() != nil {
		return ""
	}
	return " num_teams(__ompcc_max_teams())"
}

// maxTeams is a function of ours since no routine of OpenMP may be called in a construct
// with order(concurrent) (5.2 §10.3).
const maxTeams = `extern int omp_get_max_teams(void);
static __attribute__((unused)) int __ompcc_max_teams(void) { return omp_get_max_teams(); }`
