package spec

// DirectiveKind is a directive's canonical name from table.go: "target teams
// distribute parallel for", "declare target", "end declare target" …
type DirectiveKind string

// ClauseKind is a clause's canonical name: "map", "num_teams", "has_device_addr" …
type ClauseKind string

// IsTransformation reports whether k is a loop-transforming directive.
func (k DirectiveKind) IsTransformation() bool {
	switch k {
	case "tile", "unroll", "interchange", "reverse", "split", "stripe", "fuse":
		return true
	}
	return false
}

// MaxNameWords is the length of the longest directive name: target teams
// distribute parallel for simd.
const MaxNameWords = 6
