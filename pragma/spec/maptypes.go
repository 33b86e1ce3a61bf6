package spec

import "slices"

// MapType is a map type of map clauses (5.2 §5.8.3, 6.0 §7.9.6).
type MapType struct {
	Name string
	// To and From: where a region begins, storage gets the value of the host; where it ends, the host gets
	// that of the storage back.
	To, From bool
	// Releases and Deletes: the type is about the end of storage alone.
	Releases, Deletes bool
	// on are the directives that take it.
	on []DirectiveKind
}

var (
	regions   = []DirectiveKind{Target, TargetData, DeclareMapper}
	mapTypeOf = []*MapType{
		{Name: "to", To: true, on: append(regions[:3:3], TargetEnterData)},
		{Name: "from", From: true, on: append(regions[:3:3], TargetExitData)},
		{Name: "tofrom", To: true, From: true, on: append(regions[:3:3], TargetEnterData, TargetExitData)},
		{Name: "alloc", on: append(regions[:3:3], TargetEnterData)},
		{Name: "release", Releases: true, on: []DirectiveKind{TargetExitData}},
		{Name: "delete", Deletes: true, on: []DirectiveKind{TargetExitData}},
		{Name: "storage", on: append(regions[:3:3], TargetEnterData, TargetExitData)},
	}
)

// MapTypeNamed is the map type with that name, nil if there is none.
func MapTypeNamed(name string) *MapType {
	if i := slices.IndexFunc(mapTypeOf, func(t *MapType) bool { return t.Name == name }); i >= 0 {
		return mapTypeOf[i]
	}
	return nil
}

// MapTypesOn are the names of the map types that directive k takes.
func MapTypesOn(k DirectiveKind) (names []string) {
	for _, t := range mapTypeOf {
		if slices.Contains(t.on, k) {
			names = append(names, t.Name)
		}
	}
	return names
}
