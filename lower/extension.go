package lower

import (
	"strings"

	"ompcc/pragma"
)

// LLVM's extension(match_any) and extension(match_none) make each property of a
// selector count for itself: one that holds suffices, or none may hold.

// evalAny evaluates a selector of which one property suffices. Its score is the sum of
// those that hold.
func (x *context) evalAny(sets []*pragma.TraitSet) *selection {
	one := &selection{sets: sets, never: true}
	certain := false
	for _, set := range properties(sets) {
		s := x.evalAll([]*pragma.TraitSet{set})
		if s.never {
			continue
		}
		one.never = false
		one.score += s.score
		one.user = append(one.user, s.user...)
		certain = certain || len(s.user) == 0
	}
	switch {
	case certain:
		one.user = nil
	case len(one.user) > 1:
		one.user = []*pragma.Expr{oneOf(one.user)}
	}
	return one
}

// oneOf is the condition that one of list holds: the user's, and what the host asks the runtime
// about a device. In device code the user's is the only one.
func oneOf(list []*pragma.Expr) *pragma.Expr {
	var texts []string
	for _, e := range list {
		texts = append(texts, "("+e.Text+")")
	}
	return &pragma.Expr{Span: list[0].Span, Text: "(" + strings.Join(texts, " || ") + ")"}
}

// evalNone evaluates a selector of which no property may hold.
func (x *context) evalNone(sets []*pragma.TraitSet) *selection {
	none := &selection{sets: sets}
	for _, set := range properties(sets) {
		s := x.evalAll([]*pragma.TraitSet{set})
		if len(s.user) > 0 && !s.never {
			x.u.errorf(s.user[0].Span.Pos, "match-none-condition", "a condition that only the run knows cannot be excluded by extension(match_none)").
				WithFix("write its contrary without match_none: user={condition(!(%s))}", s.user[0].Text)
		}
		none.never = none.never || !s.never
	}
	return none
}

// properties takes sets apart into selectors of one property each, without the extension selector.
func properties(sets []*pragma.TraitSet) (list []*pragma.TraitSet) {
	for _, set := range sets {
		for _, t := range set.Traits {
			if t.Name == "extension" {
				continue
			}
			if len(t.Props) == 0 {
				list = append(list, &pragma.TraitSet{Name: set.Name, Traits: []*pragma.Trait{t}})
			}
			for _, p := range t.Props {
				one := *t
				one.Props = []*pragma.TraitProp{p}
				list = append(list, &pragma.TraitSet{Name: set.Name, Traits: []*pragma.Trait{&one}})
			}
		}
	}
	return list
}
