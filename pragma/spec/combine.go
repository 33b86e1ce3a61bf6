// Combined and composite constructs, made of their leafs (5.2 §17.3).

package spec

import "strings"

// combinations lists the leafs of every combined and composite construct of C
// (OpenMP 5.2 §17.3, 6.0 §19.1), built by rule from the inside out.
func combinations() [][]DirectiveKind {
	f := func(s string) []DirectiveKind { return kinds(strings.Fields(s)) }
	// What may follow parallel: worksharing, loop, and masked or single with a taskloop.
	tasks := [][]DirectiveKind{f("taskloop"), f("taskloop simd")}
	var selecting [][]DirectiveKind
	for _, sel := range []string{"masked", "master"} {
		for _, tk := range tasks {
			selecting = append(selecting, prefix(sel, tk))
		}
	}
	inParallel := [][]DirectiveKind{f("for"), f("for simd"), f("loop"), f("sections"), f("masked"), f("master"),
		f("single")}
	inParallel = append(inParallel, selecting...)
	for _, tk := range tasks {
		inParallel = append(inParallel, prefix("single", tk))
	}
	var parallel [][]DirectiveKind
	for _, p := range inParallel {
		parallel = append(parallel, prefix("parallel", p))
	}
	distribute := [][]DirectiveKind{f("distribute"), f("distribute simd"), f("distribute parallel for"),
		f("distribute parallel for simd")}
	teams := [][]DirectiveKind{f("teams loop")}
	for _, d := range distribute {
		teams = append(teams, prefix("teams", d))
	}
	all := [][]DirectiveKind{f("for simd"), f("taskloop simd"), f("single taskloop"), f("single taskloop simd")}
	all = append(all, selecting...)
	all = append(all, parallel...)
	all = append(all, distribute...)
	all = append(all, teams...)
	all = append(all, f("target simd"), f("target parallel"), f("target teams"), f("target loop"))
	for _, p := range parallel {
		all = append(all, prefix("target", p))
	}
	for _, t := range teams {
		all = append(all, prefix("target", t))
	}
	return all
}

func kinds(ws []string) []DirectiveKind {
	r := make([]DirectiveKind, len(ws))
	for i, w := range ws {
		r[i] = DirectiveNamed(w)
	}
	return r
}

func prefix(first string, rest []DirectiveKind) []DirectiveKind {
	return append([]DirectiveKind{DirectiveNamed(first)}, rest...)
}

// combine builds a combined directive's definition: it takes every clause that
// one of its leafs takes, with the exceptions of the leafs' restrictions.
func combine(t *Table, leafs []DirectiveKind) *DirectiveDef {
	words := make([]string, len(leafs))
	for i, l := range leafs {
		words[i] = l.String()
	}
	last := t.Defs[leafs[len(leafs)-1]]
	d := &DirectiveDef{
		Kind:     DirectiveNamed(strings.Join(words, " ")),
		Leafs:    leafs,
		Assoc:    last.Assoc,
		Category: "executable",
		Section:  "5.2 §17.3",
		Clauses:  map[ClauseKind]ClauseUse{},
	}
	for i, w := range words {
		if w == "master" {
			d.Deprecated = strings.Join(append(append(append([]string{}, words[:i]...), "masked"), words[i+1:]...), " ")
		}
	}
	if sixOnly(leafs) {
		d.Section, d.Since = "6.0 §19.1", 60
	}
	for _, l := range leafs {
		for _, c := range t.Defs[l].Order {
			if !combinedTakes(leafs, c) {
				continue
			}
			use, seen := d.Clauses[c]
			if !seen {
				d.Order = append(d.Order, c)
				use = t.Defs[l].Clauses[c]
			} else if t.Defs[l].Clauses[c].Since == 0 {
				use.Since = 0
			}
			d.Clauses[c] = use
		}
	}
	if d.Kind == TargetTeams {
		d.Order = append(d.Order, OmpxBareClause)
		d.Clauses[OmpxBareClause] = ClauseUse{}
	}
	return d
}

// sixOnly reports whether the combination came with 6.0's general rule.
func sixOnly(leafs []DirectiveKind) bool {
	for i, l := range leafs {
		if l == Single && len(leafs) > 1 {
			return true
		}
		if l == Loop && i == 1 && leafs[0] == Target {
			return true
		}
		if l == Target && i+2 < len(leafs) && leafs[i+1] == Parallel && leafs[i+2] != For && leafs[i+2] != Loop {
			return true
		}
	}
	return false
}

// combinedTakes excludes what a leaf allows but the combination does not.
func combinedTakes(leafs []DirectiveKind, c ClauseKind) bool {
	has := func(k DirectiveKind) bool {
		for _, l := range leafs {
			if l == k {
				return true
			}
		}
		return false
	}
	switch c {
	case NowaitClause:
		// 5.2 §17.3: a worksharing construct's nowait is not permitted when
		// it is combined with parallel; target's nowait is.
		return !has(Parallel) || has(Target)
	case CopyinClause:
		// 5.2 §17.3: the copyin clause must not appear on a construct whose leaf is target.
		return !has(Target)
	case OrderedClause, LinearClause:
		// 5.2 §11.6: a distribute composite must not take ordered or linear,
		// except linear on distribute simd.
		if has(Distribute) {
			return c == LinearClause && has(Simd)
		}
	case InReductionClause:
		return true
	}
	return true
}
