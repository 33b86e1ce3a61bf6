// Compound directives of 6.0's general rule (6.0 §19.1).

package spec

import (
	"slices"
	"strings"
)

// The names of compound directives that OpenMP 6.0's general rule makes (6.0 §19.1, appendix D).

var (
	afterThreadSelection = kindsOf(Loop, Parallel, Simd, TargetData, Target, TargetEnterData, TargetExitData,
		TargetUpdate, Task, Taskloop)
	// follows lists the leafs that may follow another one in the name of a compound directive of C (OpenMP 6.0
	// §19.1, appendix D), where the nesting of the constructs conforms. Of those that appendix D lists after teams,
	// only parallel, distribute and loop can be strictly nested in a teams region.
	follows = map[DirectiveKind][]DirectiveKind{
		Parallel:   append(kindsOf(For, Sections, Single, Masked, Master), without(afterThreadSelection, Parallel)...),
		Target:     kindsOf(Loop, Parallel, Simd, Task, Taskloop, Teams),
		TargetData: kindsOf(Loop, Parallel, Simd),
		Task:       kindsOf(Loop, Parallel, Simd),
		Teams:      kindsOf(Parallel, Distribute, Loop),
		Masked:     afterThreadSelection,
		Master:     afterThreadSelection,
		Single:     afterThreadSelection,
		Distribute: kindsOf(Parallel, Simd),
		Taskloop:   kindsOf(Simd),
		For:        kindsOf(Simd),
		Sections:   nil, Loop: nil, Simd: nil, TargetUpdate: nil, TargetEnterData: nil, TargetExitData: nil,
	}
)

func kindsOf(names ...DirectiveKind) []DirectiveKind { return names }

func without(list []DirectiveKind, k DirectiveKind) []DirectiveKind {
	return slices.DeleteFunc(slices.Clone(list), func(x DirectiveKind) bool { return x == k })
}

// InCompoundNames reports whether k can be a constituent of a compound directive.
func InCompoundNames(k DirectiveKind) bool {
	_, ok := follows[k]
	return ok
}

// MayFollow reports whether leaf l may stand behind leaf before in the name of a compound directive.
func MayFollow(before, l DirectiveKind) bool { return slices.Contains(follows[before], l) }

// LeafsNamed are the leafs of the directive k, which is in the table or made by the general rule.
func LeafsNamed(k DirectiveKind) (leafs []DirectiveKind) {
	if def := Directives().Defs[k]; def != nil {
		return def.AllLeafs()
	}
	for words := strings.Fields(k.String()); len(words) > 0; {
		n := min(3, len(words))
		for n > 1 && !InCompoundNames(DirectiveNamed(strings.Join(words[:n], " "))) {
			n--
		}
		leafs = append(leafs, DirectiveNamed(strings.Join(words[:n], " ")))
		words = words[n:]
	}
	return leafs
}

// SplitsIntoNames reports whether s, written with underscores (6.0 §5.1), is one directive's name and no compound one.
func SplitsIntoNames(s string) bool {
	switch s {
	case "target_data", "target_enter_data", "target_exit_data", "target_update", "declare_target",
		"declare_variant", "declare_mapper", "declare_reduction", "declare_induction", "declare_simd",
		"cancellation_point", "task_iteration":
		return true
	}
	return false
}
