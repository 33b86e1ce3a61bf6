package syntax

import (
	"strings"
	"testing"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
)

// compoundNames derives all names of compound directives of C from the grammar of
// OpenMP 6.0's appendix D, as source text.
func compoundNames() (names []string) {
	var derive func(leafs []spec.DirectiveKind)
	derive = func(leafs []spec.DirectiveKind) {
		for next := range spec.Directives().Defs {
			longer := append(append([]spec.DirectiveKind{}, leafs...), next)
			if next == spec.Master || !spec.MayFollow(leafs[len(leafs)-1], next) {
				continue
			}
			if badCompound(longer) == nil {
				words := make([]string, len(longer))
				for i, l := range longer {
					words[i] = strings.ReplaceAll(l.String(), " ", "_")
				}
				names = append(names, strings.Join(words, " "))
			} else if nameOf(longer[max(0, len(longer)-2):]).String() != "distribute parallel" {
				continue
			}
			derive(longer)
		}
	}
	for first := range spec.Directives().Defs {
		if first != spec.Master && spec.InCompoundNames(first) {
			derive([]spec.DirectiveKind{first})
		}
	}
	return names
}

// TestCompoundNames reads every name of a compound directive, and every part of those that
// are nested directives.
func TestCompoundNames(t *testing.T) {
	clauses := map[string]string{
		"target_data": " map(a)", "target": " map(a)", "target_enter_data": " map(to: a)",
		"target_exit_data": " map(from: a)",
		"target_update":    " to(a)", "parallel": " num_threads(2)", "simd": " safelen(4)",
	}
	names := compoundNames()
	if len(names) != 735 {
		t.Errorf("the grammar gives 735 names of C without master, not %d", len(names))
	}
	for _, name := range names {
		text := name
		for _, leaf := range strings.Fields(name) {
			text += clauses[leaf]
		}
		diags := &diag.List{}
		p := &parse.Pragma{Text: text}
		parts := Split(p, 60, diags)
		if parts == nil {
			parts = &parse.Parts{Texts: []string{text}}
		}
		words := 0
		for _, part := range parts.Texts {
			if d := Parse(&parse.Pragma{Text: part}, 60, diags); d != nil {
				words += len(d.Leafs)
				if d.Def.Nested {
					t.Errorf("%s: '%s' is not taken apart", name, part)
				}
			}
			for i := range min(len(part), len(text)) {
				if part[i] != ' ' && part[i] != text[i] {
					t.Errorf("%s: '%s' does not keep its places", name, part)
					break
				}
			}
		}
		if diags.HasErrors() || len(diags.All) > 0 {
			t.Errorf("%s: %v", name, diags.All[0].Message)
		}
		if words != len(strings.Fields(name)) {
			t.Errorf("%s: %d of its constituents are left", name, words)
		}
	}
}
