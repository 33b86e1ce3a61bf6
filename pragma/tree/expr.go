package tree

import (
	"modernc.org/cc/v4"
)

func IsIntegerType(t cc.Type) bool { return t != nil && cc.IsIntegerType(t) }

func IsIncompleteStruct(t cc.Type) bool {
	return (t.Kind() == cc.Struct || t.Kind() == cc.Union) && t.IsIncomplete()
}

func SameType(a, b cc.Type) bool {
	return a.Kind() == b.Kind() && (a.IsCompatible(b) || b.IsCompatible(a) || a.String() == b.String())
}
