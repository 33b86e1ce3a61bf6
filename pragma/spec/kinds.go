package spec

// DirectiveKind is a directive's canonical name: "target teams distribute parallel for",
// "end declare target" … It is no string, so that a name in code is a constant of names.go,
// which does not compile if misspelt. The zero value is no directive.
type DirectiveKind struct{ name string }

// ClauseKind is a clause's canonical name: "map", "num_teams", "has_device_addr" …
// The zero value is no clause.
type ClauseKind struct{ name string }

// NoDirective and NoClause are the zero values, of no directive and no clause.
var (
	NoDirective DirectiveKind
	NoClause    ClauseKind
)

// DirectiveNamed is the kind with that canonical name, which need not be in the table.
func DirectiveNamed(name string) DirectiveKind { return DirectiveKind{name} }

// ClauseNamed is the kind with that canonical name, which need not be in the table.
func ClauseNamed(name string) ClauseKind { return ClauseKind{name} }

func (k DirectiveKind) String() string { return k.name }

func (k ClauseKind) String() string { return k.name }

// IsTransformation reports whether k is a loop-transforming directive.
func (k DirectiveKind) IsTransformation() bool {
	switch k {
	case Tile, Unroll, Interchange, Reverse, Split, Stripe, Fuse, Flatten:
		return true
	}
	return false
}

// MaxNameWords is the length of the longest directive name: target teams
// distribute parallel for simd.
const MaxNameWords = 6
