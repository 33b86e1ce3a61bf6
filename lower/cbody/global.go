package cbody

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"sort"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
)

// stringData gives the bytes of a string literal with its terminator, and its alignment.
func (t *Translator) stringData(x cc.ExpressionNode) ([]byte, int64) {
	p, ok := unwrap(x).(*cc.PrimaryExpression)
	if !ok {
		return nil, 1
	}
	switch v := p.Value().(type) {
	case cc.StringValue:
		return []byte(v), 1
	case cc.UTF16StringValue:
		var b []byte
		for _, c := range v {
			b = binary.LittleEndian.AppendUint16(b, c)
		}
		return b, 2
	case cc.UTF32StringValue:
		var b []byte
		for _, c := range v {
			b = binary.LittleEndian.AppendUint32(b, uint32(c))
		}
		return b, 4
	}
	return nil, 1
}

// stringAddr is the address of a global with the given bytes; equal strings share one.
func (t *Translator) stringAddr(data []byte, align int64) region.Expr {
	key := fmt.Sprint(align) + string(data)
	g := t.strings[key]
	if g == nil {
		g = &region.Global{
			Name: fmt.Sprintf("%sstr.%d", t.cfg.Prefix, len(t.strings)), Linkage: region.Internal, Const: true,
			Type: &region.Array{Elem: region.U8, Len: int64(len(data))}, Init: &region.InitBytes{Data: data},
		}
		if align > 1 {
			g.Align = align
		}
		t.strings[key] = g
		t.cfg.Module.Globals = append(t.cfg.Module.Globals, g)
	}
	return &region.GlobalAddr{Global: g}
}

// StringAddr is the address of a string of device code.
func (t *Translator) StringAddr(s string) region.Expr { return t.stringAddr(append([]byte(s), 0), 1) }

func (f *Fn) stringLvalue(n *cc.PrimaryExpression) lval {
	data, align := f.T.stringData(n)
	ct := n.Type().Undecay()
	elem := f.T.Type(ct.(*cc.ArrayType).Elem())
	lv := lval{ct: ct, t: &region.Array{Elem: elem, Len: int64(len(data)) / align}, align: align}
	if f.isDry > 0 {
		lv.addr = &region.Undef{Type: region.PtrT}
		return lv
	}
	lv.addr = f.T.stringAddr(data, align)
	return lv
}

// place_ is d's place as a diagnostic's.
func (t *Translator) place_(n cc.Node) diag.Pos {
	if ctree.IsNil(n) {
		return diag.Pos{}
	}
	if t.cfg.Pos != nil {
		return t.cfg.Pos(n)
	}
	p := n.Position()
	return diag.Pos{File: p.Filename, Line: p.Line, Col: p.Column}
}

// staticInit makes the constant initialiser of an object of type ct; the type
// grows when a flexible array member is initialised.
func (t *Translator) staticInit(outer *Fn, ct cc.Type, rt region.Type, in *cc.Initializer) (region.Init, region.Type) {
	f := t.NewFn("", nil)
	f.static, f.outer = true, outer
	if outer != nil {
		f.Name, f.Def = outer.Name, outer.Def
	}
	f.block = &region.Block{}
	b := &initBuilder{f: f}
	if in.Case == cc.InitializerExpr && !b.spread(ct, 0, in.AssignmentExpression) {
		w := &initWalk{f: f}
		w.add(ct, 0, nil, in.AssignmentExpression)
		b.items(w.items)
	} else if in.Case == cc.InitializerInitList {
		w := &initWalk{f: f}
		w.init(ct, 0, nil, in)
		b.items(w.items)
	}
	size := rt.Size()
	if b.end > size {
		size = b.end
		rt = &region.Array{Elem: region.U8, Len: size}
	}
	return b.finish(size, rt), rt
}

// initBuilder collects the parts of a constant initialiser.
type initBuilder struct {
	f     *Fn
	parts []region.InitPart // without Init: overridden
	at    map[int64]int     // their index by offset
	bits  map[int64]byte    // bytes that hold bit-fields
	end   int64
}

func (b *initBuilder) items(items []initItem) {
	for _, it := range items {
		n := it.places(maxStaticParts + 1)
		if n > maxStaticParts {
			b.f.errorf(it.x, diag.InitialiserTooLarge,
				"initialisers of more than %d elements are not supported for static objects in device code",
				maxStaticParts).
				WithFix("assign the elements in a loop")
			return
		}
		b.repeated(it)
	}
}

func (b *initBuilder) repeated(it initItem) {
	if len(it.reps) == 0 {
		b.item(it)
		return
	}
	r := it.reps[0]
	it.reps = it.reps[1:]
	for range r.n {
		b.repeated(it)
		it.off += r.stride
	}
}

// spread takes the items of a compound literal (GNU C allows it as a constant).
func (b *initBuilder) spread(ct cc.Type, off int64, x cc.ExpressionNode) bool {
	p, ok := unwrap(x).(*cc.PostfixExpression)
	if !ok || p.Case != cc.PostfixExpressionComplit || !isAggregate(b.f.T.Type(ct)) && !isVector(b.f.T.Type(ct)) {
		return false
	}
	if p.InitializerList != nil {
		w := &initWalk{f: b.f}
		w.braced(ct, off, nil, p.InitializerList)
		b.items(w.items)
	}
	return true
}

func (b *initBuilder) item(it initItem) {
	t := b.f.T
	rt := t.itemType(it.ct)
	if a, ok := it.ct.(*cc.ArrayType); ok {
		if b.spread(it.ct, it.off, it.x) {
			return
		}
		data, _ := t.stringData(it.x)
		if n, _ := t.constLen(a); a.SizeExpression() != nil || n > 0 {
			data = data[:min(int64(len(data)), n*t.Type(a.Elem()).Size())]
		}
		b.add(it.off, &region.Array{Elem: region.U8, Len: int64(len(data))}, &region.InitBytes{Data: data})
		return
	}
	if isAggregate(rt) && t.elemOf(rt) == nil {
		if !b.spread(it.ct, it.off, it.x) {
			b.f.errorf(it.x, diag.C, "the initialiser is not a constant")
		}
		return
	}
	if isVector(rt) && b.spread(it.ct, it.off, it.x) {
		return
	}
	errors := len(t.cfg.Diags.All)
	v := b.f.castRegion(b.f.value(it.x), rt)
	if len(t.cfg.Diags.All) > errors {
		return // what is wrong with it has been said
	}
	if e := t.elemOf(rt); e != nil {
		b.scalar(it.off, e, v.x, it.x)
		b.scalar(it.off+e.Size(), e, v.im, it.x)
		return
	}
	if it.bit != nil {
		b.bitField(it, v.x)
		return
	}
	b.scalar(it.off, rt, v.x, it.x)
}

func (b *initBuilder) scalar(off int64, rt region.Type, x region.Expr, at cc.Node) {
	if s, ok := x.(*region.Splat); ok {
		if vt, ok := rt.(*region.Vector); ok {
			for i := int64(0); i < vt.Len; i++ {
				b.scalar(off+i*vt.Elem.Size(), vt.Elem, s.X, at)
			}
			return
		}
	}
	in := constInit(x)
	if in == nil || len(b.f.block.Stmts) > 0 {
		b.f.errorf(at, diag.C, "the initialiser is not a constant")
		b.f.block.Stmts = nil
		return
	}
	b.add(off, rt, in)
}

// constInit is the initialiser for a constant expression, or nil.
func constInit(x region.Expr) region.Init {
	off := int64(0)
	for {
		switch y := x.(type) {
		case *region.Const, *region.FConst, *region.Null:
			return &region.InitScalar{X: x}
		case *region.GlobalAddr:
			return &region.InitAddr{Global: y.Global, Offset: off}
		case *region.FuncAddr:
			return &region.InitAddr{Func: y.Func, Offset: off}
		case *region.PtrAdd:
			if y.Index != nil {
				return nil
			}
			off += y.Offset
			x = y.Base
		case *region.Convert:
			if y.To.Size() != 8 || y.X.ExprType().Size() != 8 {
				return nil
			}
			x = y.X
		case *region.Binary:
			c, ok := constOf(y.Y)
			if !ok || !c.IsInt64() || y.Op != region.Add && y.Op != region.Sub {
				return nil
			}
			if y.Op == region.Sub {
				off -= c.Int64()
			} else {
				off += c.Int64()
			}
			x = y.X
		default:
			return nil
		}
	}
}

// add puts a part in; what it covers is overridden.
func (b *initBuilder) add(off int64, rt region.Type, in region.Init) {
	end := off + rt.Size()
	if rt.Size() <= 16 {
		for o := off; o < end; o++ {
			b.drop(o)
		}
	} else if off < b.end {
		for _, p := range b.parts {
			if p.Offset >= off && p.Offset < end {
				b.drop(p.Offset)
			}
		}
	}
	if b.at == nil {
		b.at = map[int64]int{}
	}
	b.at[off] = len(b.parts)
	b.parts = append(b.parts, region.InitPart{Offset: off, Type: rt, Init: in})
	b.end = max(b.end, end)
	for o := off; len(b.bits) > 0 && o < end; o++ {
		delete(b.bits, o)
	}
}

// drop takes away the part that starts at off.
func (b *initBuilder) drop(off int64) {
	if i, ok := b.at[off]; ok {
		b.parts[i].Init = nil
		delete(b.at, off)
	}
}

func (b *initBuilder) bitField(it initItem, x region.Expr) {
	c, ok := constOf(x)
	if !ok {
		b.f.errorf(it.x, diag.C, "the initialiser is not a constant")
		return
	}
	if b.bits == nil {
		b.bits = map[int64]byte{}
	}
	v := wrapInt(c, 64, false)
	start := it.off*8 + it.bit.bit%8
	for i := 0; i < it.bit.width; i++ {
		bit := start + int64(i)
		m := byte(1) << (bit % 8)
		if v.Bit(i) == 1 {
			b.bits[bit/8] |= m
		} else {
			b.bits[bit/8] &^= m
		}
	}
	b.end = max(b.end, (start+int64(it.bit.width)+7)/8)
}

// finish puts the parts in order.
func (b *initBuilder) finish(size int64, rt region.Type) region.Init {
	b.parts = slices.DeleteFunc(b.parts, func(p region.InitPart) bool { return p.Init == nil })
	for off, c := range b.bits {
		b.parts = append(b.parts, region.InitPart{Offset: off, Type: region.U8,
			Init: &region.InitScalar{X: &region.Const{Type: region.U8, Val: big.NewInt(int64(c))}}})
	}
	sort.SliceStable(b.parts, func(i, j int) bool { return b.parts[i].Offset < b.parts[j].Offset })
	if len(b.parts) == 1 && b.parts[0].Offset == 0 && b.parts[0].Type.Size() == size && !isAggregate(rt) {
		return b.parts[0].Init
	}
	return &region.InitAgg{Size: size, Parts: b.parts}
}

// staticLiteral is a compound literal outside of functions: a global of its own.
func (f *Fn) staticLiteral(n *cc.PostfixExpression, ct cc.Type) lval {
	t := f.T
	if g := t.literals[n]; g != nil {
		return lval{addr: &region.GlobalAddr{Global: g}, ct: ct, t: g.Type}
	}
	t.serial++
	g := &region.Global{Name: fmt.Sprintf("%sliteral.%d", t.cfg.Prefix, t.serial), Linkage: region.Internal}
	t.literals[n] = g
	g.Type = t.literalType(f, ct, t.Type(ct), n)
	t.cfg.Module.Globals = append(t.cfg.Module.Globals, g)
	b := &initBuilder{f: f}
	if n.InitializerList != nil {
		w := &initWalk{f: f}
		w.braced(ct, 0, nil, n.InitializerList)
		b.items(w.items)
	}
	g.Init = b.finish(g.Type.Size(), g.Type)
	return lval{addr: &region.GlobalAddr{Global: g}, ct: ct, t: g.Type}
}
