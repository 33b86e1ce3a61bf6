// Types: the region types of C types, their layout, promotions and constants.

package cbody

import (
	"math/big"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse"
)

// complexStruct returns the unique region structure of _Complex elem.
func (t *Translator) complexStruct(elem region.Type) *region.Struct {
	key := elem.String()
	if s := t.complex[key]; s != nil {
		return s
	}
	n := elem.Size()
	s := &region.Struct{Name: "_Complex " + key, Bytes: 2 * n, Alignm: elem.Align(), Fields: []region.Field{
		{Name: "re", Type: elem}, {Name: "im", Type: elem, Offset: n},
	}}
	t.complex[key] = s
	t.complexElem[s] = elem
	return s
}

// elemOf returns the element type of a complex type, or nil.
func (t *Translator) elemOf(rt region.Type) region.Type {
	if s, ok := rt.(*region.Struct); ok {
		return t.complexElem[s]
	}
	return nil
}

// Type returns the region type of ct, laid out as the host compiler does (System V). It caches the result.
func (t *Translator) Type(ct cc.Type) region.Type {
	if ct == nil {
		return region.I32
	}
	if rt := t.types[ct]; rt != nil {
		return rt
	}
	rt := t.newType(ct)
	t.types[ct] = rt
	return rt
}

func (t *Translator) newType(ct cc.Type) region.Type {
	if d := ct.Typedef(); d != nil {
		t.checkAttributes(d) // a mode attribute, which cc ignores, changes the type
	}
	switch x := ct.(type) {
	case *elemType:
		return t.itemType(x)
	case *exactType:
		return x.rt
	case *cc.PredefinedType:
		rt := t.predefined(x.Kind())
		if bits := parse.BitPrecise(x); bits > 0 {
			rt = &region.Int{Bits: bits, Signed: x.Kind() == cc.Long || x.Kind() == cc.Int128, Precise: true}
		}
		if n := min(x.VectorSize(), maxVector); n > 0 && rt.Size() > 0 {
			if k := parse.VectorElements(x); k > 0 {
				return &region.Vector{Elem: rt, Len: k}
			}
			return &region.Vector{Elem: rt, Len: n / rt.Size()}
		}
		return rt
	case *cc.EnumType:
		return t.enumType(x)
	case *cc.PointerType:
		return region.PtrT
	case *cc.FunctionType:
		return t.FuncType(x)
	case *cc.ArrayType:
		n, ok := t.constLen(x)
		if !ok {
			n = 0
		}
		return &region.Array{Elem: t.Type(x.Elem()), Len: n}
	case *cc.StructType, *cc.UnionType:
		return t.layoutOf(ct).rt
	}
	return region.VoidT
}

func (t *Translator) predefined(k cc.Kind) region.Type {
	switch k {
	case cc.Void:
		return region.VoidT
	case cc.Bool:
		return region.BoolT
	case cc.Char:
		if t.cfg.UnsignedChar {
			return region.U8
		}
		return region.I8
	case cc.SChar:
		return region.I8
	case cc.UChar:
		return region.U8
	case cc.Short:
		return region.I16
	case cc.UShort:
		return region.U16
	case cc.Int:
		return region.I32
	case cc.UInt:
		return region.U32
	case cc.Long, cc.LongLong:
		return region.I64
	case cc.ULong, cc.ULongLong:
		return region.U64
	case cc.Int128:
		return region.I128
	case cc.UInt128:
		return region.U128
	case cc.Float16:
		return region.Half
	case cc.BFloat16:
		return region.BF
	case cc.Float, cc.Float32:
		return region.Flt
	case cc.Double, cc.Float64, cc.Float32x:
		return region.Dbl
	case cc.LongDouble, cc.Float64x:
		return t.longDouble()
	case cc.Float128, cc.Float128x:
		return region.Quad
	case cc.ComplexChar:
		return t.complexStruct(region.I8)
	case cc.ComplexShort:
		return t.complexStruct(region.I16)
	case cc.ComplexUShort:
		return t.complexStruct(region.U16)
	case cc.ComplexInt:
		return t.complexStruct(region.I32)
	case cc.ComplexUInt:
		return t.complexStruct(region.U32)
	case cc.ComplexLong, cc.ComplexLongLong:
		return t.complexStruct(region.I64)
	case cc.ComplexFloat16:
		return t.complexStruct(region.Half)
	case cc.ComplexFloat:
		return t.complexStruct(region.Flt)
	case cc.ComplexDouble:
		return t.complexStruct(region.Dbl)
	case cc.ComplexLongDouble:
		return t.complexStruct(t.longDouble())
	}
	return region.VoidT
}

// longDouble returns the region type of long double.
func (t *Translator) longDouble() *region.Float {
	if t.cfg.LongDouble != nil {
		return t.cfg.LongDouble
	}
	return region.X87
}

// enumType returns the type that gcc chooses: the first of unsigned int, int, unsigned long and long that holds all
// values. A packed enumeration may also have a char or short type.
func (t *Translator) enumType(x *cc.EnumType) region.Type {
	if x.IsIncomplete() {
		return region.U32
	}
	under := x.UnderlyingType()
	if under.Kind() != cc.Int && under.Kind() != cc.UInt && under.Kind() != cc.Long && under.Kind() != cc.ULong {
		return t.Type(under) // C23: enum E : short
	}
	lo, hi := x.Min(), x.Max()
	sizes := []int{32, 64}
	if a := x.Attributes(); a != nil && (a.IsAttrSet("packed") || a.IsAttrSet("__packed__")) {
		sizes = []int{8, 16, 32, 64}
	}
	for _, n := range sizes {
		if lo >= 0 && (n == 64 || hi < 1<<n) {
			return &region.Int{Bits: n}
		}
		if lo < 0 && lo >= -1<<(n-1) && hi < 1<<(n-1) {
			return &region.Int{Bits: n, Signed: true}
		}
	}
	return region.I64
}

// constLen returns the number of elements of x if it is a constant. Incomplete arrays and flexible array members have
// 0 elements.
func (t *Translator) constLen(x *cc.ArrayType) (int64, bool) {
	if e := x.SizeExpression(); e != nil {
		if v, ok := t.ConstInt(e); ok {
			return v, true
		}
		if x.Len() < 0 {
			return 0, false
		}
	}
	if n := x.Len(); n > 0 {
		return n, true
	}
	return 0, true
}

// isVLA reports whether only the running program knows the size of ct.
func (t *Translator) isVLA(ct cc.Type) bool {
	for {
		a, ok := ct.(*cc.ArrayType)
		if !ok {
			return false
		}
		if _, ok := t.constLen(a); !ok {
			return true
		}
		ct = a.Elem()
	}
}

// DeclaredAlign returns the alignment of variable d in bytes: that of its type, or the one that its declaration
// requests.
func (t *Translator) DeclaredAlign(d *cc.Declarator) int64 {
	if a := int64(d.Alignas()); a&(a-1) == 0 {
		return max(t.AlignOf(d.Type()), a)
	}
	return t.AlignOf(d.Type())
}

// AlignOf returns the alignment of ct as a type. The aligned attribute of a typedef counts, even if it lowers the
// alignment.
func (t *Translator) AlignOf(ct cc.Type) int64 {
	if a, ok := explicitAlign(ct); ok {
		switch ct.(type) {
		case *cc.StructType, *cc.UnionType:
			// The layout already includes the attribute of the definition.
			if ct.Typedef() == nil || ct.Attributes().Aligned() <= 0 {
				return max(a, t.Type(ct).Align())
			}
		}
		return a
	}
	if a, ok := ct.(*cc.ArrayType); ok {
		return t.AlignOf(a.Elem())
	}
	return t.Type(ct).Align()
}

// explicitAlign returns the aligned attribute of a scalar or array type.
func explicitAlign(ct cc.Type) (int64, bool) {
	a := ct.Attributes()
	if a == nil {
		return 0, false
	}
	if n := a.Aligned(); n > 0 {
		return n, true
	}
	if a.IsAttrSet("aligned") || a.IsAttrSet("__aligned__") {
		return 16, true
	}
	return 0, false
}

// FuncType returns the region signature of ct. It passes structures by value and structure results as pointers. The
// argument buffer of a variadic function is not a parameter (see region.Function).
func (t *Translator) FuncType(ct *cc.FunctionType) *region.Func {
	ft := &region.Func{Variadic: ct.IsVariadic()}
	ret := t.Type(ct.Result())
	ft.Ret = passType(ret)
	if isAggregate(ret) {
		ft.Ret = region.VoidT
		ft.Params = append(ft.Params, region.PtrT)
	}
	for _, p := range paramTypes(ct) {
		ft.Params = append(ft.Params, t.paramType(p))
	}
	return ft
}

func (t *Translator) paramType(ct cc.Type) region.Type {
	switch ct.(type) {
	case *cc.ArrayType, *cc.FunctionType:
		return region.PtrT
	}
	rt := t.Type(ct)
	if isAggregate(rt) || isVoid(rt) {
		return region.PtrT
	}
	return passType(rt)
}

// paramTypes returns the types of the parameters of a prototype, none for (void).
func paramTypes(ct *cc.FunctionType) []cc.Type {
	var r []cc.Type
	for _, p := range ct.Parameters() {
		pt := p.Type()
		if pt.Kind() == cc.Void && len(ct.Parameters()) == 1 {
			return nil
		}
		r = append(r, pt)
	}
	return r
}

func isAggregate(rt region.Type) bool {
	switch rt.(type) {
	case *region.Struct, *region.Array:
		return true
	}
	return false
}

func isInt(rt region.Type) bool {
	switch rt.(type) {
	case *region.Int, *region.Bool:
		return true
	}
	return false
}

func isFloat(rt region.Type) bool { _, ok := rt.(*region.Float); return ok }
func isVoid(rt region.Type) bool  { _, ok := rt.(*region.Void); return ok }

func sameType(a, b region.Type) bool {
	if a == b {
		return true
	}
	switch x := a.(type) {
	case *region.Int:
		y, ok := b.(*region.Int)
		return ok && *x == *y
	case *region.Float:
		y, ok := b.(*region.Float)
		return ok && *x == *y
	case *region.Bool, *region.Ptr, *region.Void:
		return a.String() == b.String()
	case *region.Vector:
		y, ok := b.(*region.Vector)
		return ok && x.Len == y.Len && sameType(x.Elem, y.Elem)
	case *region.Array:
		y, ok := b.(*region.Array)
		return ok && x.Len == y.Len && sameType(x.Elem, y.Elem)
	}
	return false
}

// promote applies the integer promotions (C17 6.3.1.1).
func promote(t region.Type) region.Type {
	switch x := t.(type) {
	case *region.Bool:
		return region.I32
	case *region.Int:
		if x.Bits < 32 && !x.Precise {
			return region.I32
		}
	}
	return t
}

// usual applies the usual arithmetic conversions (C17 6.3.1.8) to real types. A bit-field wider than int keeps its own
// width, as in gcc.
func usual(a, b region.Type) region.Type {
	fa, aok := a.(*region.Float)
	fb, bok := b.(*region.Float)
	switch {
	case aok && bok:
		if fa.Kind > fb.Kind {
			return a
		}
		return b
	case aok:
		return a
	case bok:
		return b
	}
	ia, aok := promote(a).(*region.Int)
	ib, bok := promote(b).(*region.Int)
	if !aok || !bok {
		return region.I32
	}
	switch {
	case ia.Bits > ib.Bits:
		return ia
	case ib.Bits > ia.Bits:
		return ib
	case ia.Precise != ib.Precise: // equal widths: the standard type has the higher rank (C23 6.3.1.1)
		return &region.Int{Bits: ia.Bits, Signed: ia.Signed && ib.Signed}
	case !ia.Signed:
		return ia
	}
	return ib
}

// Int returns the constant v of integer, bool or pointer type.
func Int(t region.Type, v int64) *region.Const {
	return wrapConst(t, big.NewInt(v))
}

// wrapConst reduces v to the range of t.
func wrapConst(t region.Type, v *big.Int) *region.Const {
	bits, signed := 64, false
	switch x := t.(type) {
	case *region.Int:
		bits, signed = x.Bits, x.Signed
	case *region.Bool:
		bits = 1
	}
	return &region.Const{Type: t, Val: wrapInt(v, bits, signed)}
}

func wrapInt(v *big.Int, bits int, signed bool) *big.Int {
	mod := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	r := new(big.Int).Mod(v, mod)
	if signed && r.Bit(bits-1) == 1 {
		r.Sub(r, mod)
	}
	return r
}

// Zero returns the constant zero of a scalar type.
func Zero(t region.Type) region.Expr {
	switch x := t.(type) {
	case *region.Float:
		return &region.FConst{Type: x, Val: new(big.Float)}
	case *region.Ptr:
		return &region.Null{}
	case *region.Vector:
		return &region.Splat{Type: x, X: Zero(x.Elem)}
	}
	return Int(t, 0)
}

// One returns the constant one of an arithmetic type.
func One(t region.Type) region.Expr {
	switch x := t.(type) {
	case *region.Float:
		return &region.FConst{Type: x, Val: big.NewFloat(1)}
	case *region.Vector:
		return &region.Splat{Type: x, X: One(x.Elem)}
	}
	return Int(t, 1)
}
