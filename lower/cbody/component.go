// Components of vectors that have names: v.xyz, v.lo.

package cbody

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/lower/region"
	"ompcc/parse"
)

// vecPart is one or several elements of a vector that is an object: clang's v.xyz and v.lo, and v.xyz[i].
type vecPart struct {
	of    lval
	mask  []int       // the elements, if there are several
	index region.Expr // else the one
}

// components is the lvalue (or, of a vector that is no object, the value) of the elements names of a vector.
func (f *Fn) components(n *cc.PostfixExpression, names []int) lval {
	var of lval
	var t region.Type
	switch {
	case n.Case == cc.PostfixExpressionPSelect:
		of = f.pointed(f.value(n.PostfixExpression), n.PostfixExpression)
		t = of.t
	case isLvalueExpr(n.PostfixExpression):
		t = f.typeOf(n.PostfixExpression).t
		of = f.lvalue(n.PostfixExpression)
	default:
		v := f.value(n.PostfixExpression)
		of, t = lval{vec: v.x}, v.t
	}
	vt, ok := t.(*region.Vector)
	if !ok {
		f.errorf(n, diag.C, "the operand has no elements of these names: it is no vector")
		return lval{t: region.I32, vec: Int(region.I32, 0)}
	}
	mask := componentMask(names, int(vt.Len))
	for _, k := range mask {
		if k >= int(vt.Len) {
			f.errorf(n, diag.C, "a vector of %d elements has none of this name", vt.Len)
			return lval{t: vt, vec: &region.Undef{Type: vt}}
		}
	}
	if len(mask) == 1 && names[0] >= 0 {
		return f.elementAt(of, vt, Int(region.I32, int64(mask[0])))
	}
	part := &region.Vector{Elem: vt.Elem, Len: int64(len(mask))}
	if of.vec != nil {
		return lval{t: part, vec: shuffled(of.vec, vt, mask)}
	}
	return lval{t: part, ct: &exactType{n.Type(), part}, vol: of.vol, part: &vecPart{of: of, mask: mask}}
}

// componentMask are the numbers of the elements in names, of which those below 0 are half of all.
func componentMask(names []int, length int) []int {
	first, step := 0, 1
	switch names[0] {
	case parse.ComponentsLow:
	case parse.ComponentsHigh:
		first = (length + 1) / 2
	case parse.ComponentsEven:
		step = 2
	case parse.ComponentsOdd:
		first, step = 1, 2
	default:
		return names
	}
	mask := make([]int, (length+1)/2)
	for i := range mask {
		mask[i] = min(first+i*step, length-1) // of three elements the last half has one that is undefined
	}
	return mask
}

func shuffled(x region.Expr, t *region.Vector, mask []int) region.Expr {
	return &region.VecShuffle{X: x, Y: &region.Undef{Type: t}, Mask: mask}
}

// pinned is lv with its address, and what else designates it, evaluated once.
func (f *Fn) pinned(lv lval) lval {
	if lv.part == nil {
		lv.addr = f.once("p", lv.addr)
		return lv
	}
	p := *lv.part
	p.of = f.pinned(p.of)
	if p.index != nil {
		p.index = f.once("i", p.index)
	}
	lv.part = &p
	return lv
}

// loadPart reads elements of a vector.
func (f *Fn) loadPart(lv lval) val {
	p := lv.part
	x := f.load(p.of).x
	if p.mask == nil {
		return scalar(&region.VecElem{X: x, Index: p.index})
	}
	v := scalar(shuffled(f.once("whole", x), p.of.t.(*region.Vector), p.mask))
	v.ct = lv.ct
	return v
}

// storePart writes elements of a vector by writing all of it.
func (f *Fn) storePart(lv lval, v val) {
	p := f.pinned(lv).part
	x := f.once("part", v.x)
	r := f.load(p.of).x
	if p.mask == nil {
		r = &region.VecInsert{X: r, Index: p.index, Y: x}
	}
	for i, k := range p.mask {
		r = &region.VecInsert{X: r, Index: Int(region.I32, int64(k)),
			Y: &region.VecElem{X: x, Index: Int(region.I32, int64(i))}}
	}
	f.store(p.of, val{x: r, t: p.of.t})
}
