// Types of expressions where cc is mistaken.

package cbody

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
)

// cc does not know the types of operations of bit-precise integers, of bit-fields of enumerations, and of a pointer and
// a null pointer of type void * (C17 6.3.1, 6.5.15p6). A variable declared with typeof or __auto_type of one has cc's
// type, too.

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
	switch t := f.T.Type(ct).(type) {
	case *region.Int:
		if v, ok := f.typeOf(x).t.(*region.Int); ok && *v != *t {
			return &exactType{ct, v}
		}
	case *region.Vector:
		if vt, ok := f.typeOf(x).t.(*region.Vector); ok && vt.Len != t.Len {
			return &exactType{ct, vt}
		}
	case *region.Ptr:
		p := ctree.Pointee(ct)
		if p == nil || p.Kind() != cc.Void {
			return ct
		}
		if e := f.typeOf(x).elem(); e != nil && e.Kind() != cc.Void {
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
