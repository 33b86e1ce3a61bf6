package ctree

import "modernc.org/cc/v4"

// ObjectType is the type of the object that d names: for array parameters the
// pointer that the parameter really is.
func ObjectType(d *cc.Declarator) cc.Type {
	t := d.Type()
	if !d.IsParam() {
		return t.Undecay()
	}
	if p, ok := t.Decay().(*cc.PointerType); ok {
		if e := p.Elem(); t.Undecay().Kind() == cc.Array {
			return e.Pointer()
		}
	}
	return t.Decay()
}

// IsArrayValue reports whether x designates an array (not an array parameter,
// which is a pointer).
func IsArrayValue(x cc.ExpressionNode) bool {
	if d := VarOf(x); d != nil {
		return IsArray(ObjectType(d))
	}
	return IsArray(x.Type())
}

// IsPointer reports whether t is a pointer type, not that of an array that decays.
func IsPointer(t cc.Type) bool { return t.Kind() == cc.Ptr && t.Undecay().Kind() != cc.Array }

// IsArray reports whether t is an array type, decayed or not.
func IsArray(t cc.Type) bool { return t.Undecay().Kind() == cc.Array }

// IsAggregate reports whether t is an array, structure or union type.
func IsAggregate(t cc.Type) bool {
	switch t.Undecay().Kind() {
	case cc.Array, cc.Struct, cc.Union:
		return true
	}
	return false
}

// IsVLA reports whether t is a variable length array type.
func IsVLA(t cc.Type) bool {
	a, ok := t.Undecay().(*cc.ArrayType)
	return ok && a.IsVLA()
}

// Pointee is the element type of a pointer or array, nil if t is neither.
func Pointee(t cc.Type) cc.Type {
	switch x := t.(type) {
	case *cc.ArrayType:
		return x.Elem()
	case *cc.PointerType: // also of an array that decays, or a function parameter
		return x.Elem()
	}
	return nil
}
