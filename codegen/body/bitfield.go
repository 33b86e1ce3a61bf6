package body

import (
	"math/big"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// A bit-field of width bits at bit off of the byte at its address touches the
// bytes [0, (off+width+7)/8). They are read and written as one integer of
// just that many bytes, so no neighbour's storage is touched (C11 3.14).

func bitBytes(off, width int) int { return (off + width + 7) / 8 }

func (f *Function) bitLoad(x *region.BitLoad) ir.Value {
	n := bitBytes(x.Off, x.Width) * 8
	t := ir.Int(n)
	p := f.Expr(x.Addr)
	Checks{f}.checkAccess(readAccess, x.Addr, p, ir.Num(ir.I64, int64(n/8)), x.Site)
	v := f.LoadAs(t, p, ir.Access{Volatile: x.Volatile, Align: 1}, hintOf(x.Addr))
	signed := isSigned(x.Type)
	if up := n - x.Off - x.Width; signed {
		if up > 0 {
			v = f.Bin("shl", v, ir.Num(t, int64(up)), "bits")
		}
		if n > x.Width {
			v = f.Bin("ashr", v, ir.Num(t, int64(n-x.Width)), "bits")
		}
	} else {
		if x.Off > 0 {
			v = f.Bin("lshr", v, ir.Num(t, int64(x.Off)), "bits")
		}
		if n-x.Off > x.Width {
			v = f.Bin("and", v, ir.BigNum(t, Mask(x.Width)), "bits")
		}
	}
	if IsBool(x.Type) {
		return f.Cast("trunc", v, ir.I1, "bool")
	}
	return f.Resize(v, TypeOf(x.Type), signed)
}

func (f *Function) bitStore(s *region.BitStore) {
	n := bitBytes(s.Off, s.Width) * 8
	t := ir.Int(n)
	p := f.Expr(s.Addr)
	Checks{f}.checkAccess(writeAccess, s.Addr, p, ir.Num(ir.I64, int64(n/8)), s.Site)
	x := f.Resize(f.Expr(s.X), t, false)
	if n > s.Width {
		x = f.Bin("and", x, ir.BigNum(t, Mask(s.Width)), "bits")
		if s.Off > 0 {
			x = f.Bin("shl", x, ir.Num(t, int64(s.Off)), "bits")
		}
		old := f.LoadAs(t, p, ir.Access{Volatile: s.Volatile, Align: 1}, "unit")
		keep := f.Bin("and", old, ir.BigNum(t, invertedMask(s.Off, s.Width, n)), "keep")
		x = f.Bin("or", keep, x, "unit")
	}
	f.StoreAs(x, p, ir.Access{Volatile: s.Volatile, Align: 1})
}

// Mask is width ones.
func Mask(width int) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return m.Sub(m, big.NewInt(1))
}

// invertedMask has zeros at the field's bits and ones at the others of n.
func invertedMask(off, width, n int) *big.Int {
	all := new(big.Int).Lsh(big.NewInt(1), uint(n))
	all.Sub(all, big.NewInt(1))
	field := new(big.Int).Lsh(big.NewInt(1), uint(width))
	field.Sub(field, big.NewInt(1))
	return all.AndNot(all, field.Lsh(field, uint(off)))
}

// TwoTo is 2^n.
func TwoTo(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }
