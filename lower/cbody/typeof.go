package cbody

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
)

// To cc the element v[i] of a vector has the vector's type. So have, then, a variable
// declared with typeof(v[i]) or __auto_type, and what is cast to typeof(v[i]). Nor does cc know the
// types of operations of bit-precise integers, of bit-fields of enumerations, of complex numbers and
// real ones of a higher rank, and of a pointer and a null pointer of type void * (C17 6.3.1, 6.5.15p6), and to it the
// address of an array in an array is that of a pointer.

// exactType stands for the arithmetic or vector type rt in the place of what cc takes it for.
type exactType struct {
	cc.Type
	rt region.Type
}

// elementType is ct, or the type of x where ct is cc's mistake for it.
func (f *Fn) elementType(ct cc.Type, x cc.ExpressionNode) cc.Type {
	if ctree.IsNil(x) {
		return ct
	}
	switch f.T.Type(ct).(type) {
	case *region.Int, *region.Float: // an operation of vectors
		if vt, ok := f.typeOf(x).t.(*region.Vector); ok {
			return &exactType{ct, vt}
		}
	}
	switch t := f.T.Type(ct).(type) {
	case *region.Int:
		if v, ok := f.typeOf(x).t.(*region.Int); ok && *v != *t {
			return &exactType{ct, v}
		}
	case *region.Float:
		v := f.typeOf(x)
		if part, ok := v.named().(*region.Float); v.isComplex() || ok && *part != *t {
			return &exactType{ct, v.named()}
		}
	case *region.Struct:
		if v := f.typeOf(x); v.isComplex() && v.named() != t {
			return &exactType{ct, v.named()}
		}
	case *region.Vector:
		v := f.typeOf(x)
		if vt, ok := v.t.(*region.Vector); ok && vt.Len != t.Len {
			return &exactType{ct, vt}
		}
		if !isVector(v.t) && !isAggregate(v.t) && !isVoid(v.t) {
			return &elemType{ct}
		}
	case *region.Ptr:
		p := ctree.Pointee(ct)
		if p == nil || p.Kind() != cc.Void && p.Kind() != cc.Ptr {
			return ct
		}
		if e := f.typeOf(x).elem(); e != nil && (p.Kind() == cc.Void && e.Kind() != cc.Void || p.Kind() == cc.Ptr && e.Kind() == cc.Array) {
			return e.Pointer()
		}
	}
	return ct
}

// declared is the type of variable d.
func (t *Translator) declared(d *cc.Declarator) cc.Type {
	if ct, ok := t.elements[d]; ok {
		return ct
	}
	return d.Type()
}

// noteElement notes the type of d, which was taken from expression x, where cc is wrong about it.
func (f *Fn) noteElement(d *cc.Declarator, x cc.ExpressionNode) {
	if ct := f.elementType(d.Type(), x); ct != d.Type() {
		f.T.elements[d] = ct
	}
}

// evaluateTypeof evaluates x, the operand of a typeof, if its type is variably modified (C23 6.7.2.5p3).
func (f *Fn) evaluateTypeof(x cc.ExpressionNode) {
	if ctree.IsNil(x) {
		return
	}
	if !isLvalueExpr(x) {
		if ct := f.typeOf(x).ct; ct != nil && len(f.T.VLASizes(ct)) > 0 {
			f.effect(f.value(x))
		}
		return
	}
	var lv lval
	f.dry(func() { lv = f.lvalue(x) })
	if lv.ct != nil && len(f.T.VLASizes(lv.ct)) > 0 {
		f.lvalue(x)
	}
}
