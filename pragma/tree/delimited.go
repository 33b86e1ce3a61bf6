package tree

import (
	"hash/fnv"
	"strconv"
	"strings"

	"ompcc/pragma/spec"
)

// A begin declare variant directive makes the functions that are defined up to
// its end directive variants of the functions with their names (5.2 §7.5.5). In
// the texts for cc and for the host they get names of their own.

// Match is the effective context selector of a begin declare variant directive:
// its own, then what the enclosing ones add (5.2 §7.5.5).
func (d *Directive) Match() []*TraitSet {
	var sets []*TraitSet
	for x := d; x != nil; x = x.Within {
		cl := x.Clause(spec.MatchClause)
		if cl == nil {
			continue
		}
		for _, s := range cl.Selector {
			sets = mergeSet(sets, s)
		}
	}
	return sets
}

func mergeSet(sets []*TraitSet, s *TraitSet) []*TraitSet {
	for i, have := range sets {
		if have.Name != s.Name {
			continue
		}
		merged := *have
		merged.Traits = append([]*Trait(nil), have.Traits...)
		for _, t := range s.Traits {
			if !hasTrait(have, t) {
				merged.Traits = append(merged.Traits, t)
			}
		}
		out := append([]*TraitSet(nil), sets...)
		out[i] = &merged
		return out
	}
	return append(sets, s)
}

func hasTrait(s *TraitSet, t *Trait) bool {
	for _, x := range s.Traits {
		if x.Name == t.Name && x.key() == t.key() {
			return true
		}
	}
	return false
}

func (t *Trait) key() string {
	var b strings.Builder
	for _, p := range t.Props {
		b.WriteString(p.Word + ",")
		if p.Expr != nil {
			b.WriteString(p.Expr.Text)
		}
	}
	return b.String()
}

// VariantName is the name of d's definition of function name: the same in every
// unit with the same selector, so that it links as the function does.
func (d *Directive) VariantName(name string) string {
	h := fnv.New32a()
	for _, s := range d.Match() {
		h.Write([]byte(s.Name + "={"))
		for _, t := range s.Traits {
			h.Write([]byte(t.Name + "(" + t.key() + ")"))
		}
		h.Write([]byte("}"))
	}
	return "__ompcc_v_" + name + "_" + strconv.FormatUint(uint64(h.Sum32()), 36)
}

// NeverMatches reports whether no context of any target can match d's selector.
// The text of such a region is left out: it may be written for a compiler that
// has what this one does not (5.2 §7.5.5).
func (d *Directive) NeverMatches() bool {
	sets := d.Match()
	if Matching(sets) != MatchAll {
		return false
	}
	for _, s := range sets {
		for _, t := range s.Traits {
			for _, p := range t.Props {
				switch {
				case t.Name == "kind" && p.Word == "fpga",
					t.Name == "extension" && !KnownExtensions(t),
					t.Name == "vendor" && !OneOf(p.Word, "ompcc", "gnu", "llvm"),
					t.Name == "condition" && p.Expr != nil && strings.TrimSpace(p.Expr.Text) == "0":
					return true
				}
			}
		}
	}
	return false
}
