// The extension selector: match_any and match_none.

package lower

import (
	"strings"

	"ompcc/parse/diag"

	"ompcc/pragma/tree"
)

// LLVM's extension(match_any) and extension(match_none) make each property of a
// selector count for itself: one that holds suffices, or none may hold.

// evalAny evaluates a selector of which one property suffices. Its score is the sum of those traits of which one holds:
// a score is a trait selector's, however many properties that has (5.2 §7.3).
func (x *context) evalAny(sets []*tree.TraitSet) *selection {
	one := &selection{sets: sets, never: true}
	certain := false
	scored := map[*tree.Trait]bool{}
	for _, p := range properties(sets) {
		s := x.evalAll([]*tree.TraitSet{p.alone})
		if s.never {
			continue
		}
		one.never = false
		if !scored[p.of] {
			scored[p.of] = true
			one.score += s.score
		}
		one.user = append(one.user, s.user...)
		certain = certain || len(s.user) == 0
	}
	switch {
	case certain:
		one.user = nil
	case len(one.user) > 1:
		one.user = []*tree.Expr{oneOf(one.user)}
	}
	return one
}

// oneOf is the condition that one of list holds: the user's, and what the host asks the runtime
// about a device. In device code the user's is the only one.
func oneOf(list []*tree.Expr) *tree.Expr {
	var texts []string
	for _, e := range list {
		texts = append(texts, "("+e.Text+")")
	}
	return &tree.Expr{Span: list[0].Span, Text: "(" + strings.Join(texts, " || ") + ")"}
}

// evalNone evaluates a selector of which no property may hold.
func (x *context) evalNone(sets []*tree.TraitSet) *selection {
	none := &selection{sets: sets}
	for _, p := range properties(sets) {
		s := x.evalAll([]*tree.TraitSet{p.alone})
		if len(s.user) == 1 && s.user[0].Node == nil && !s.never { // what the host asks about the device
			none.user = append(none.user, &tree.Expr{Span: s.user[0].Span, Text: "!" + s.user[0].Text})
			continue
		}
		if len(s.user) > 0 && !s.never {
			x.u.errorf(s.user[0].Span.Pos, diag.MatchNoneCondition,
				"a run-time condition cannot be combined with extension(match_none)").
				WithFix("write user={condition(!(%s))} without match_none", s.user[0].Text)
		}
		none.never = none.never || !s.never
	}
	return none
}

// property is one property of trait of as a selector of its own.
type property struct {
	alone *tree.TraitSet
	of    *tree.Trait
}

// properties takes sets apart into their properties, without the extension selector.
func properties(sets []*tree.TraitSet) (list []property) {
	for _, set := range sets {
		for _, t := range set.Traits {
			if t.Name == "extension" {
				continue
			}
			add := func(t, of *tree.Trait) {
				list = append(list, property{&tree.TraitSet{Name: set.Name, Traits: []*tree.Trait{t}}, of})
			}
			if len(t.Props) == 0 {
				add(t, t)
			}
			for _, p := range t.Props {
				one := *t
				one.Props = []*tree.TraitProp{p}
				add(&one, t)
			}
		}
	}
	return list
}
