package region

// CType is what a program says of a type and Type leaves out, for debuggers: what pointers
// point to, names of types, enumerations.
type CType struct {
	Kind CKind
	Type Type   // CPlain, CEnum: how values are represented; nil: not known, or void
	Name string // CName, CEnum
	Of   *CType // what is pointed to, elements, what the name stands for, a function's result
	// Params are a function's parameters.
	Params []*CType
	Len    int64 // CArray: -1 if it is variable
	// Values are an enumeration's.
	Values []CValue
}

// CKind is a kind of CType.
type CKind int

// The kinds of types.
const (
	CPlain CKind = iota
	CPointer
	CArray
	CName
	CEnum
	CFunction
)

// CValue is an enumeration constant.
type CValue struct {
	Name  string
	Value int64
}

// Plain is the type without names that stand for it.
func (c *CType) Plain() *CType {
	for c != nil && c.Kind == CName {
		c = c.Of
	}
	return c
}
