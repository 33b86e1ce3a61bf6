package pragma

import "strings"

// mapTypes are the map types that each directive takes (5.2 §5.8.3, §13.6, §13.7).
var mapTypes = map[DirectiveKind][]string{
	"target":            {"to", "from", "tofrom", "alloc", "storage"},
	"target data":       {"to", "from", "tofrom", "alloc", "storage"},
	"target enter data": {"to", "tofrom", "alloc", "storage"},
	"target exit data":  {"from", "tofrom", "release", "delete", "storage"},
	"declare mapper":    {"to", "from", "tofrom", "alloc", "storage"},
}

// checkMapTypes reports a map type that the directive does not take, and a
// mapper that no declare mapper declares.
func (k *checker) checkMapTypes(c *Construct) {
	allowed := mapTypes[c.Leafs[0]]
	for _, cl := range c.All("map") {
		for _, m := range cl.Modifiers {
			if m.Name == "ompx_hold" && !oneOfKinds(c.Leafs[0], "target", "target data") {
				k.diags.Errorf(m.Span, "bad-map-modifier", "modifier '%s' is not allowed on directive '%s': nothing ends there what it holds", m.Name, c.Kind).
					WithFix("take '%s' away, or write a target data construct around the part of the program that needs the data", m.Name)
			}
			if cl.Def.Mods[m.Name].Group != "t" && cl.Def.Mods[m.Name].Group != "d" {
				continue
			}
			if !isOneOf(m.Name, allowed) && !(m.Name == "delete" && isOneOf("delete", allowed)) {
				k.diags.Errorf(m.Span, "bad-map-type", "map type '%s' is not allowed on directive '%s'", m.Name, c.Kind).
					WithSection(Directives().Defs[c.Leafs[0]].Section).WithFix("write one of %s", strings.Join(allowed, ", "))
			}
		}
	}
	for _, cl := range c.Clauses {
		m := cl.Modifier("mapper")
		if m == nil || m.Word == "default" || k.mappers[m.Word] {
			continue
		}
		e := k.diags.Errorf(m.Span, "unknown-mapper", "no declare mapper named '%s' is visible", m.Word).WithSection("5.2 §5.8.2")
		var names []string
		for n := range k.mappers {
			names = append(names, n)
		}
		if n := nearest(m.Word, names); n != "" {
			e.WithFix("did you mean '%s'?", n)
		} else {
			e.WithFix("declare it: #pragma omp declare mapper(%s : type var) map(…)", m.Word)
		}
	}
}
