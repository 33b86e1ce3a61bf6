// Questions about expressions of clauses.

package tree

import (
	"modernc.org/cc/v4"
)

// IsIntegerType reports whether t is known and an integer type.
func IsIntegerType(t cc.Type) bool { return t != nil && cc.IsIntegerType(t) }

// IsIncompleteStruct reports whether t is a structure or union without its members.
func IsIncompleteStruct(t cc.Type) bool {
	return (t.Kind() == cc.Struct || t.Kind() == cc.Union) && t.IsIncomplete()
}

// SameType reports whether a and b are compatible types (C17 6.2.7), or are spelt alike.
func SameType(a, b cc.Type) bool {
	return a.Kind() == b.Kind() && (a.IsCompatible(b) || b.IsCompatible(a) || a.String() == b.String())
}
