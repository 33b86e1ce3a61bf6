package cbody

import "ompcc/lower/region"

// Bit-precise integers go to and from functions in the width that they have in memory, and those
// of more than 128 bits as vectors of words: not every target passes integers of any width.

// passType is the type in which a value of type t is passed.
func passType(t region.Type) region.Type {
	i, ok := t.(*region.Int)
	switch {
	case !ok || !i.Precise:
		return t
	case i.Size() <= 16:
		return &region.Int{Bits: int(i.Size()) * 8, Signed: i.Signed}
	}
	return &region.Vector{Elem: region.U64, Len: i.Size() / 8}
}

// toPass is x in the form that it is passed in.
func toPass(x region.Expr) region.Expr {
	t := x.ExprType()
	p := passType(t)
	if v, ok := p.(*region.Vector); ok && p != t {
		return convert(convert(x, wholeWords(v, t)), v)
	}
	return convert(x, p)
}

// fromPass is the value of type t that is passed as x.
func fromPass(x region.Expr, t region.Type) region.Expr {
	if v, ok := x.ExprType().(*region.Vector); ok && isInt(t) {
		x = &region.Bitcast{To: wholeWords(v, t), X: x}
	}
	return convert(x, t)
}

// wholeWords is the integer with the bits of v and the sign of t.
func wholeWords(v *region.Vector, t region.Type) region.Type {
	i, ok := t.(*region.Int)
	return &region.Int{Bits: int(v.Size()) * 8, Signed: ok && i.Signed, Precise: true}
}
