// Lvalues: objects, members and elements, and the loads and stores of them.

package cbody

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/lower/region"
	"ompcc/parse"
)

// lval designates an object.
type lval struct {
	addr region.Expr
	ct   cc.Type
	t    region.Type
	// align is the known alignment of addr; 0: the alignment of t.
	align  int64
	vol    bool
	atomic bool
	// width > 0: a bit-field of width bits that starts bitOff bits after addr.
	bitOff, width int
	// vec is the vector value if the lvalue is a vector, or an element of one, that is not an object. part is set for
	// elements without an address.
	vec  region.Expr
	part *vecPart
	site *region.Site
	// nonTemporal: a nontemporal clause names the variable through which the object is accessed.
	nonTemporal bool
}

// object returns the lvalue of a whole object of type ct at addr.
func (f *Fn) object(addr region.Expr, ct cc.Type) lval {
	lv := lval{addr: addr, ct: ct, t: f.T.Type(ct), align: f.T.AlignOf(ct)}
	if a := ct.Attributes(); a != nil {
		lv.vol = a.IsVolatile()
	}
	return lv
}

// memAlign returns the Align of a Load: 0 if t's own alignment is known.
func (lv lval) memAlign() int64 {
	if lv.align == 0 || lv.align >= lv.t.Align() {
		return 0
	}
	return lv.align
}

// lvalue translates an expression that designates an object or function.
func (f *Fn) lvalue(x cc.ExpressionNode) lval {
	lv := f.designated(x)
	lv.site = f.Site(x)
	lv.nonTemporal = len(f.NonTemporal) > 0 && f.NonTemporal[listItem(x)]
	return lv
}

// listItem returns the variable that designates the object of x, or the storage that the object is part of: v of v, v.m,
// v[i], *(v+i) and v->m; nil if there is none. A pointer itself is none: its storage is not what a clause is about.
func listItem(x cc.ExpressionNode) *cc.Declarator {
	for through := false; ; {
		switch n := unwrap(x).(type) {
		case *cc.PrimaryExpression:
			d, _ := n.ResolvedTo().(*cc.Declarator)
			if d != nil && !through && d.Type().Kind() == cc.Ptr {
				return nil
			}
			return d
		case *cc.PostfixExpression:
			switch n.Case {
			case cc.PostfixExpressionIndex, cc.PostfixExpressionPSelect:
				through = true
			case cc.PostfixExpressionSelect:
			default:
				return nil
			}
			x = n.PostfixExpression
		case *cc.UnaryExpression:
			if n.Case != cc.UnaryExpressionDeref {
				return nil
			}
			x, through = n.CastExpression, true
		case *cc.AdditiveExpression:
			if x = n.AdditiveExpression; x.Type().Kind() != cc.Ptr && x.Type().Kind() != cc.Array {
				x = n.MultiplicativeExpression
			}
		default:
			return nil
		}
	}
}

func (f *Fn) designated(x cc.ExpressionNode) lval {
	switch n := unwrap(x).(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent:
			return f.identLvalue(n)
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return f.stringLvalue(n)
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			return f.index(n)
		case cc.PostfixExpressionSelect:
			if names := parse.Components(n); names != nil {
				return f.components(n, names)
			}
			return f.selectMember(f.lvalue(n.PostfixExpression), n.Token2.SrcStr(), n)
		case cc.PostfixExpressionPSelect:
			if names := parse.Components(n); names != nil {
				return f.components(n, names)
			}
			return f.selectMember(f.pointed(f.value(n.PostfixExpression), n.PostfixExpression), n.Token2.SrcStr(), n)
		case cc.PostfixExpressionComplit:
			return f.compoundLiteral(n)
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionDeref:
			return f.pointed(f.value(n.CastExpression), n.CastExpression)
		case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
			if f.T.elemOf(f.typeOf(n.UnaryExpression).t) != nil && isLvalueExpr(n.UnaryExpression) {
				lv := f.lvalue(n.UnaryExpression)
				return f.part(lv, n.Case == cc.UnaryExpressionImag)
			}
		}
	}
	// The caller needs members or elements of an rvalue: store it in a temporary.
	v := f.value(x)
	return f.materialise(v, x)
}

// IsLvalue reports whether x designates an object in memory.
func IsLvalue(x cc.ExpressionNode) bool { return isLvalueExpr(x) }

// isLvalueExpr reports whether x designates an object.
func isLvalueExpr(x cc.ExpressionNode) bool {
	switch n := unwrap(x).(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent:
			_, ok := n.ResolvedTo().(*cc.Enumerator)
			return !ok
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return true
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			return true
		case cc.PostfixExpressionSelect:
			return isLvalueExpr(n.PostfixExpression)
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionDeref:
			return true
		case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
			return isLvalueExpr(n.UnaryExpression)
		}
	}
	return false
}

// materialise stores v in a temporary, unless v already is in memory.
func (f *Fn) materialise(v val, at cc.Node) lval {
	if isAggregate(v.t) && !v.isComplex() {
		return lval{addr: v.x, ct: v.ct, t: v.t, align: v.t.Align()}
	}
	l := f.Local("tmp", v.t, at)
	lv := lval{addr: &region.LocalAddr{Local: l}, ct: v.ct, t: v.t}
	f.store(lv, v)
	return lv
}

// part returns the real or imaginary part of a complex object.
func (f *Fn) part(lv lval, imag bool) lval {
	elem := f.T.elemOf(lv.t)
	r := lval{addr: lv.addr, t: elem, vol: lv.vol, site: lv.site}
	if lv.memAlign() > 0 {
		r.align = min(lv.align, elem.Align())
	}
	if imag {
		r.addr = offset(lv.addr, elem.Size())
	}
	return r
}

// pointed returns the object that pointer p points to.
func (f *Fn) pointed(p val, at cc.Node) lval {
	elem := p.elem()
	if elem == nil {
		f.errorf(at, diag.C, "expected a pointer")
		return lval{addr: &region.Undef{Type: region.PtrT}, t: region.I32}
	}
	if _, ok := elem.(*cc.FunctionType); ok {
		return lval{addr: p.x, ct: elem, t: region.PtrT}
	}
	return f.pointedQual(f.object(p.x, elem), at)
}

func (f *Fn) selectMember(base lval, name string, at cc.Node) lval {
	path := f.T.member(base.ct, name)
	if path == nil {
		f.errorf(at, diag.C, "no member named %s", name)
		return lval{addr: &region.Undef{Type: region.PtrT}, t: region.I32}
	}
	lv := base
	for _, fl := range path {
		lv = f.memberLvalue(lv, fl)
	}
	return lv
}

func (f *Fn) memberLvalue(base lval, fl *fieldLayout) lval {
	lv := lval{ct: fl.ct, t: f.T.Type(fl.ct), vol: base.vol}
	lv.addr = offset(base.addr, fl.bit/8)
	balign := base.align
	if balign == 0 {
		balign = base.t.Align()
	}
	lv.align = commonAlign(balign, fl.bit/8)
	if fl.isBit() && isInt(lv.t) {
		lv.bitOff, lv.width = int(fl.bit%8), fl.width
	}
	if a := fl.ct.Attributes(); a != nil && a.IsVolatile() {
		lv.vol = true
	}
	if d := fl.field.Declarator(); d != nil {
		lv.vol = lv.vol || d.IsVolatile()
		lv.atomic = f.T.IsAtomic(d) && !lv.isArray()
	}
	return lv
}

func (lv lval) isArray() bool { _, ok := lv.t.(*region.Array); return ok }

func commonAlign(align, off int64) int64 {
	for off%align != 0 {
		align /= 2
	}
	return align
}

// offset returns addr plus n bytes.
func offset(addr region.Expr, n int64) region.Expr {
	if n == 0 {
		return addr
	}
	switch b := addr.(type) {
	case *region.PtrAdd:
		c := *b
		c.Offset += n
		if c.Index == nil && c.Offset == 0 {
			return c.Base
		}
		return &c
	case *region.Null:
		return &region.Const{Type: region.PtrT, Val: wrapInt(bigInt(n), 64, false)}
	case *region.Const:
		return wrapConst(region.PtrT, bigInt(0).Add(b.Val, bigInt(n)))
	}
	return &region.PtrAdd{Base: addr, Offset: n}
}

// index translates the lvalue a[i].
func (f *Fn) index(n *cc.PostfixExpression) lval {
	a, i := n.PostfixExpression, n.ExpressionList
	at := f.typeOf(a)
	if _, ok := at.t.(*region.Vector); ok {
		return f.vectorElem(a, i)
	}
	if it := f.typeOf(i); region.IsPtr(it.t) && !region.IsPtr(at.t) {
		if _, ok := it.t.(*region.Vector); ok {
			return f.vectorElem(i, a)
		}
		idx := f.value(a)
		p := f.value(i)
		return f.pointed(f.pointerAdd(p, idx, false, n), n)
	}
	p := f.value(a)
	idx := f.value(i)
	lv := f.pointed(f.pointerAdd(p, idx, false, n), n)
	if isLvalueExpr(a) {
		if b := f.arrayBase(a); b != nil {
			lv.vol = lv.vol || b.vol
			if b.align > 0 && b.align < lv.t.Align() {
				lv.align = min(lv.align, b.align)
			}
		}
	}
	return lv
}

// arrayBase returns the qualifiers and alignment of the array object a, or nil if a is a pointer.
func (f *Fn) arrayBase(a cc.ExpressionNode) *lval {
	var lv lval
	f.dry(func() { lv = f.lvalue(a) })
	if lv.isArray() {
		return &lv
	}
	return nil
}

func (f *Fn) vectorElem(vec, i cc.ExpressionNode) lval {
	vt := f.typeOf(vec).t.(*region.Vector)
	if isLvalueExpr(vec) {
		lv := f.lvalue(vec)
		return f.elementAt(lv, vt, f.value(i).x)
	}
	v := f.value(vec)
	return f.elementAt(lval{vec: v.x}, vt, f.value(i).x)
}

// elementAt returns element idx of the vector lv.
func (f *Fn) elementAt(lv lval, vt *region.Vector, idx region.Expr) lval {
	switch {
	case lv.vec != nil:
		return lval{vec: &region.VecElem{X: lv.vec, Index: idx}, t: vt.Elem}
	case lv.part != nil:
		return lval{t: vt.Elem, vol: lv.vol, part: &vecPart{of: lv, index: idx}}
	}
	return lval{addr: f.ptrAdd(lv.addr, idx, vt.Elem.Size(), vt.Elem), t: vt.Elem, vol: lv.vol}
}

// pointerAdd translates p + i, or p - i if minus is set.
func (f *Fn) pointerAdd(p, i val, minus bool, at cc.Node) val {
	elem := p.elem()
	if elem == nil {
		f.errorf(at, diag.C, "expected a pointer")
		return p
	}
	idx := i.x
	if minus {
		idx = unary(region.Neg, convert(idx, region.I64))
	}
	if f.T.isVLA(elem) {
		size := f.SizeOf(elem)
		idx = f.arith(region.Mul, convert(idx, region.I64), convert(size, region.I64))
		return val{x: f.ptrAdd(p.x, idx, 1, nil), t: region.PtrT, ct: p.ct}
	}
	et := f.T.Type(elem)
	size := et.Size()
	if f.incomplete(elem) {
		size = 1
	}
	return val{x: f.ptrAdd(p.x, idx, size, et), t: region.PtrT, ct: p.ct}
}

// incomplete reports whether GNU C gives ct the size 1 in pointer arithmetic.
func (f *Fn) incomplete(ct cc.Type) bool {
	switch ct.Kind() {
	case cc.Void, cc.Function:
		return true
	}
	return false
}

func (f *Fn) ptrAdd(base, idx region.Expr, scale int64, elem region.Type) region.Expr {
	if c, ok := constOf(idx); ok && c.IsInt64() {
		return offset(base, c.Int64()*scale)
	}
	if i, ok := idx.ExprType().(*region.Int); !ok || i.Bits > 64 || i.Bits%8 != 0 {
		idx = convert(idx, region.I64)
	}
	if b, ok := base.(*region.PtrAdd); ok && b.Index == nil {
		return &region.PtrAdd{Base: b.Base, Index: idx, Scale: scale, Offset: b.Offset, Elem: elem}
	}
	return &region.PtrAdd{Base: base, Index: idx, Scale: scale, Elem: elem}
}

// load performs lvalue conversion: arrays and functions decay to pointers.
func (f *Fn) load(lv lval) val {
	if lv.vec != nil {
		return scalar(lv.vec)
	}
	if lv.part != nil {
		return f.loadPart(lv)
	}
	switch lv.ct.(type) {
	case *cc.ArrayType:
		return val{x: lv.addr, t: region.PtrT, ct: lv.ct}
	case *cc.FunctionType:
		return val{x: lv.addr, t: region.PtrT, ct: lv.ct.Pointer()}
	}
	if lv.width > 0 {
		return f.loadBits(lv)
	}
	if f.T.elemOf(lv.t) != nil {
		addr := f.once("z", lv.addr)
		lv.addr = addr
		re, im := f.load(f.part(lv, false)), f.load(f.part(lv, true))
		return val{x: re.x, im: im.x, t: lv.t, ct: lv.ct}
	}
	if isAggregate(lv.t) {
		return val{x: lv.addr, t: lv.t, ct: lv.ct, site: lv.site}
	}
	if isVoid(lv.t) {
		return val{x: nil, t: region.VoidT}
	}
	if lv.atomic {
		return val{x: f.Let("a", &region.AtomicLoad{Type: lv.t, Addr: lv.addr, Order: region.SeqCst, Site: lv.site}),
			t: lv.t, ct: lv.ct}
	}
	x := region.Expr(&region.Load{Type: lv.t, Addr: lv.addr, Align: lv.memAlign(), Volatile: lv.vol, Site: lv.site,
		NonTemporal: lv.nonTemporal})
	if lv.vol {
		x = f.Let("v", x)
	}
	return val{x: x, t: lv.t, ct: lv.ct}
}

// loadBits reads a bit-field and promotes it: to int if int holds its values. Otherwise it keeps its own width, as in
// gcc.
func (f *Fn) loadBits(lv lval) val {
	if _, ok := lv.t.(*region.Bool); ok {
		x := &region.BitLoad{Type: region.U8, Addr: lv.addr, Off: lv.bitOff, Width: lv.width, Volatile: lv.vol,
			Site: lv.site}
		return scalar(convert(x, region.I32))
	}
	i := lv.t.(*region.Int)
	t := &region.Int{Bits: lv.width, Signed: i.Signed}
	var load region.Type = i
	if lv.width > 32 && i.Bits != lv.width && !i.Precise {
		load = t
	}
	x := region.Expr(&region.BitLoad{Type: load, Addr: lv.addr, Off: lv.bitOff, Width: lv.width, Volatile: lv.vol,
		Site: lv.site})
	if lv.vol {
		x = f.Let("v", x)
	}
	return scalar(convert(x, promoteBits(t, i)))
}

// promoteBits returns the promoted type of a bit-field that has t's width and whose declared type is i.
func promoteBits(t, i *region.Int) region.Type {
	switch {
	case i.Precise: // C23 6.3.1.1p2
		return i
	case t.Bits < 32 || t.Bits == 32 && t.Signed:
		return region.I32
	case t.Bits == 32:
		return region.U32
	}
	return t
}

// store writes v, which already has lv's type, to lv.
func (f *Fn) store(lv lval, v val) {
	at := region.At{Pos: f.pos}
	switch {
	case lv.vec != nil:
		return
	case lv.part != nil:
		f.storePart(lv, v)
	case lv.width > 0:
		f.Emit(&region.BitStore{At: at, Addr: lv.addr, X: v.x, Off: lv.bitOff, Width: lv.width, Volatile: lv.vol,
			Site: lv.site})
	case f.T.elemOf(lv.t) != nil:
		addr := f.once("z", lv.addr)
		lv.addr = addr
		re, im := f.once("re", v.x), f.once("im", v.im)
		f.store(f.part(lv, false), scalar(re))
		f.store(f.part(lv, true), scalar(im))
	case isAggregate(lv.t):
		if lv.t.Size() > 0 {
			f.Emit(&region.Copy{At: at, Dst: lv.addr, Src: v.x, Type: lv.t, Volatile: lv.vol, Site: lv.site,
				From: v.site})
		}
	case lv.atomic:
		f.Emit(&region.AtomicStore{At: at, Addr: lv.addr, X: v.x, Order: region.SeqCst, Site: lv.site})
	default:
		f.Emit(&region.Store{At: at, Addr: lv.addr, X: v.x, Align: lv.memAlign(), Volatile: lv.vol, Site: lv.site,
			NonTemporal: lv.nonTemporal})
	}
}

func (f *Fn) identLvalue(n *cc.PrimaryExpression) lval {
	switch d := n.ResolvedTo().(type) {
	case *cc.Declarator:
		return f.variable(d, n)
	case *cc.Parameter:
		if d.Declarator != nil {
			return f.variable(d.Declarator, n)
		}
	}
	if name := n.Token.SrcStr(); name == "__func__" || name == "__FUNCTION__" || name == "__PRETTY_FUNCTION__" {
		return f.funcName(n)
	}
	f.errorf(n, diag.C, "%s is not declared", n.Token.SrcStr())
	return lval{addr: &region.Undef{Type: region.PtrT}, t: region.I32}
}

func (f *Fn) variable(d *cc.Declarator, n *cc.PrimaryExpression) lval {
	ct := f.T.declared(d)
	if _, ok := ct.(*cc.FunctionType); ok {
		return lval{addr: f.funcAddr(d, n), ct: ct, t: region.PtrT}
	}
	addr := f.Lookup(d)
	if addr == nil {
		if name := n.Token.SrcStr(); name == "__func__" || name == "__FUNCTION__" || name == "__PRETTY_FUNCTION__" {
			return f.funcName(n)
		}
		addr = f.unbound(d, n)
	}
	lv := f.object(addr, ct)
	lv.vol = lv.vol || d.IsVolatile() && !region.IsPtr(lv.t)
	lv.atomic = f.T.IsAtomic(d) && !lv.isArray()
	if a := int64(d.Alignas()); a > lv.align {
		lv.align = a
	}
	return lv
}

// unbound asks the hook for the address of a variable declared outside the function.
func (f *Fn) unbound(d *cc.Declarator, n cc.Node) region.Expr {
	if f.isDry > 0 {
		f.impure = true
		return &region.Undef{Type: region.PtrT}
	}
	if g := f.T.statics[d]; g != nil {
		return &region.GlobalAddr{Global: g}
	}
	if x := f.T.cfg.Hooks.Var(f, d, n); x != nil {
		return x
	}
	return &region.Undef{Type: region.PtrT}
}

// funcAddr asks the hook for the device function of d and returns its address.
func (f *Fn) funcAddr(d *cc.Declarator, n cc.Node) region.Expr {
	if f.isDry > 0 {
		f.impure = true
		return &region.Undef{Type: region.PtrT}
	}
	if nf := f.T.nested[d]; nf != nil {
		return f.nestedAddr(nf, n)
	}
	if fn := f.T.cfg.Hooks.Func(f, d, n); fn != nil {
		if fn.Library && fn.Variadic {
			if p, err := f.T.helper("__ompcc_ptr_" + fn.Name); err == nil {
				fn = p
			} else {
				f.errorf(n, diag.Internal, "%s has no form for pointers: %v", fn.Name, err)
			}
		}
		return &region.FuncAddr{Func: fn}
	}
	return &region.Undef{Type: region.PtrT}
}

func (f *Fn) funcName(n *cc.PrimaryExpression) lval {
	name := f.Name
	if f.Def != nil {
		name = f.Def.Declarator.Name()
	}
	s := append([]byte(name), 0)
	return lval{addr: f.T.stringAddr(s, 1), ct: n.Type().
		Undecay(), t: &region.Array{Elem: region.I8, Len: int64(len(s))}}
}
