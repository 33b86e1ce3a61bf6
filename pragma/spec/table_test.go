package spec

import (
	"strings"
	"testing"
)

// TestTableConsistent: every clause that a directive takes is defined, and every
// defined clause is taken by a directive.
func TestTableConsistent(t *testing.T) {
	used := map[ClauseKind]bool{}
	tab := Directives()
	for _, k := range tab.Order {
		def := tab.Defs[k]
		if len(strings.Fields(k.String())) > MaxNameWords {
			t.Errorf("%s has more than %d words", k, MaxNameWords)
		}
		for _, c := range def.Order {
			used[c] = true
			if Clauses()[c] == nil && c != DefaultClause {
				t.Errorf("%s takes the undefined clause %s", k, c)
			}
		}
		for _, l := range def.Leafs {
			if tab.Defs[l] == nil {
				t.Errorf("%s has the unknown leaf %s", k, l)
			}
		}
	}
	for c, def := range Clauses() {
		if !used[c] {
			t.Errorf("no directive takes clause %s", c)
		}
		if def.Section == "" {
			t.Errorf("clause %s has no section", c)
		}
	}
}

func TestCombinations(t *testing.T) {
	for _, k := range []string{
		"parallel for", "parallel for simd", "parallel sections", "parallel loop", "parallel masked taskloop simd",
		"target parallel for simd", "target simd", "target teams", "target teams loop", "target parallel loop",
		"target teams distribute", "target teams distribute simd", "target teams distribute parallel for",
		"target teams distribute parallel for simd", "teams distribute parallel for", "distribute parallel for simd",
		"master taskloop", "taskloop simd", "for simd",
	} {
		if Directives().Defs[DirectiveNamed(k)] == nil {
			t.Errorf("%s is missing", k)
		}
	}
	for _, k := range []string{"target for", "teams for", "teams parallel", "parallel teams", "simd for"} {
		if Directives().Defs[DirectiveNamed(k)] != nil {
			t.Errorf("%s should not exist", k)
		}
	}
}

func TestNoNowaitOnParallelFor(t *testing.T) {
	if _, ok := Directives().Defs[DirectiveNamed("parallel for")].Clauses[NowaitClause]; ok {
		t.Error("parallel for must not take nowait (5.2 §17.3)")
	}
	if _, ok := Directives().Defs[DirectiveNamed("target parallel for")].Clauses[NowaitClause]; !ok {
		t.Error("target parallel for must take target's nowait")
	}
}

// TestMapTypes: the map types are those that the grammar of the map clause has, and each is for a directive.
func TestMapTypes(t *testing.T) {
	named := 0
	for name, m := range Clauses()[MapClause].Mods {
		typ := MapTypeNamed(name)
		if (m.Group == "t" || m.Group == "d") != (typ != nil) {
			t.Errorf("modifier %s of group %q: map type %v", name, m.Group, typ)
		}
		if typ != nil {
			named++
		}
	}
	if named != len(mapTypeOf) {
		t.Errorf("%d of %d map types are in the grammar", named, len(mapTypeOf))
	}
	for _, typ := range mapTypeOf {
		if len(typ.on) == 0 {
			t.Errorf("no directive takes %s", typ.Name)
		}
	}
}
