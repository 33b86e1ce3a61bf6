// The extension selector's properties.

package tree

import "slices"

// The properties of LLVM's that the implementation set's extension selector takes
// (5.2 §7.1 leaves them to the implementation).
const (
	MatchAll  = "match_all"
	MatchAny  = "match_any"
	MatchNone = "match_none"
)

// extensions are those, and the ones that say nothing in C: there are no templates, a
// variant without a base function is left out, and declarations have no definitions of their own.
var extensions = []string{MatchAll, MatchAny, MatchNone, "allow_templates", "disable_implicit_base",
	"bind_to_declaration"}

// KnownExtensions reports whether every property of selector t, an extension, is known.
func KnownExtensions(t *Trait) bool {
	for _, p := range t.Props {
		if !slices.Contains(extensions, p.Word) {
			return false
		}
	}
	return true
}

// Matching says how the properties of a context selector decide: MatchAll unless an
// extension says otherwise.
func Matching(sets []*TraitSet) string {
	for _, how := range []string{MatchAny, MatchNone} {
		if Extends(sets, how) {
			return how
		}
	}
	return MatchAll
}

// Extends reports whether a context selector has property name of the extension selector.
func Extends(sets []*TraitSet, name string) bool {
	for _, s := range sets {
		for _, t := range s.Traits {
			for _, p := range t.Props {
				if t.Name == "extension" && p.Word == name {
					return true
				}
			}
		}
	}
	return false
}
