package codegen

import (
	"math/big"

	"ompcc/lower/region"
)

// A bit-field of width bits at bit off of the byte at its address touches the
// bytes [0, (off+width+7)/8). They are read and written as one integer of
// just that many bytes, so no neighbour's storage is touched (C11 3.14).

func bitBytes(off, width int) int { return (off + width + 7) / 8 }

func (f *fn) bitLoad(x *region.BitLoad) val {
	n := bitBytes(x.Off, x.Width) * 8
	t := intN(n)
	p := f.expr(x.Addr)
	f.checkAccess(readAccess, x.Addr, p, num(tI64, int64(n/8)), x.Site)
	v := f.def(t, hintOf(x.Addr), "load %s%s, %s, align 1", volatileText(x.Volatile), t, p)
	signed := isSigned(x.Type)
	if up := n - x.Off - x.Width; signed {
		if up > 0 {
			v = f.bin("shl", v, num(t, int64(up)), "bits")
		}
		if n > x.Width {
			v = f.bin("ashr", v, num(t, int64(n-x.Width)), "bits")
		}
	} else {
		if x.Off > 0 {
			v = f.bin("lshr", v, num(t, int64(x.Off)), "bits")
		}
		if n-x.Off > x.Width {
			v = f.bin("and", v, val{t, maskText(x.Width)}, "bits")
		}
	}
	if isBool(x.Type) {
		return f.cast("trunc", v, tI1, "bool")
	}
	return f.resize(v, typ(x.Type), signed)
}

func (f *fn) bitStore(s *region.BitStore) {
	n := bitBytes(s.Off, s.Width) * 8
	t := intN(n)
	p := f.expr(s.Addr)
	f.checkAccess(writeAccess, s.Addr, p, num(tI64, int64(n/8)), s.Site)
	x := f.resize(f.expr(s.X), t, false)
	if n > s.Width {
		x = f.bin("and", x, val{t, maskText(s.Width)}, "bits")
		if s.Off > 0 {
			x = f.bin("shl", x, num(t, int64(s.Off)), "bits")
		}
		old := f.def(t, "unit", "load %s%s, %s, align 1", volatileText(s.Volatile), t, p)
		keep := f.bin("and", old, val{t, invertedMask(s.Off, s.Width, n)}, "keep")
		x = f.bin("or", keep, x, "unit")
	}
	f.do("store %s%s, %s, align 1", volatileText(s.Volatile), x, p)
}

// maskText is a constant of width ones.
func maskText(width int) string {
	m := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return m.Sub(m, big.NewInt(1)).String()
}

// invertedMask has zeros at the field's bits and ones at the others of n.
func invertedMask(off, width, n int) string {
	all := new(big.Int).Lsh(big.NewInt(1), uint(n))
	all.Sub(all, big.NewInt(1))
	field := new(big.Int).Lsh(big.NewInt(1), uint(width))
	field.Sub(field, big.NewInt(1))
	return all.AndNot(all, field.Lsh(field, uint(off))).String()
}

// powText is 2^n.
func powText(n int) string { return new(big.Int).Lsh(big.NewInt(1), uint(n)).String() }
