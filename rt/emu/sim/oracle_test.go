package sim

import (
	"math/big"
	"strings"
)

// The oracle computes what instructions have to give by the text of the PTX ISA, on
// exact numbers of math/big. It shares no code with the simulator.

// oracleInt is an integer type.
type oracleInt struct {
	bits   uint
	signed bool
}

func oracleIntOf(typ string) (t oracleInt, ok bool) {
	bits := map[string]uint{"8": 8, "16": 16, "32": 32, "64": 64}[strings.TrimLeft(typ, "bus")]
	return oracleInt{bits, typ[0] == 's'}, bits > 0 && strings.ContainsAny(typ[:1], "bus")
}

// value is the number that the low bits of v stand for.
func (t oracleInt) value(v uint64) *big.Int {
	x := new(big.Int).SetUint64(v)
	x.And(x, t.mask())
	if t.signed && x.Bit(int(t.bits)-1) == 1 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), t.bits))
	}
	return x
}

func (t oracleInt) mask() *big.Int {
	x := new(big.Int).Lsh(big.NewInt(1), t.bits)
	return x.Sub(x, big.NewInt(1))
}

// wrap is the number modulo 2 to the bits.
func (t oracleInt) wrap(x *big.Int) uint64 { return new(big.Int).And(x, t.mask()).Uint64() }

// limits are the least and the greatest number.
func (t oracleInt) limits() (lo, hi *big.Int) {
	if !t.signed {
		return new(big.Int), t.mask()
	}
	half := new(big.Int).Lsh(big.NewInt(1), t.bits-1)
	return new(big.Int).Neg(half), new(big.Int).Sub(half, big.NewInt(1))
}

func (t oracleInt) clamp(x *big.Int) uint64 {
	lo, hi := t.limits()
	if x.Cmp(lo) < 0 {
		x = lo
	}
	if x.Cmp(hi) > 0 {
		x = hi
	}
	return t.wrap(x)
}

// oracleFloat is a binary format of IEEE 754.
type oracleFloat struct{ bits, exp, frac uint }

var oracleFloats = map[string]oracleFloat{"f16": {16, 5, 10}, "bf16": {16, 8, 7}, "f32": {32, 8, 23},
	"f64": {64, 11, 52}}

// number is a datum of a format: NaN, an infinity, or a rational number, of which zero
// has a sign.
type number struct {
	nan, inf, neg bool
	v             *big.Rat
}

func (f oracleFloat) bias() int     { return 1<<(f.exp-1) - 1 }
func (f oracleFloat) top() uint64   { return 1<<f.exp - 1 }
func (f oracleFloat) sign() uint64  { return 1 << (f.bits - 1) }
func (f oracleFloat) infty() uint64 { return f.top() << f.frac }

// canonical is the NaN that instructions give; of .f64 the ISA does not tell it.
func (f oracleFloat) canonical() uint64 { return f.sign() - 1 }

func pow2(e int) *big.Rat {
	one := big.NewInt(1)
	if e < 0 {
		return new(big.Rat).SetFrac(one, new(big.Int).Lsh(one, uint(-e)))
	}
	return new(big.Rat).SetInt(new(big.Int).Lsh(one, uint(e)))
}

func (f oracleFloat) decode(b uint64) number {
	n := number{neg: b&f.sign() != 0}
	e, m := b>>f.frac&f.top(), b&(1<<f.frac-1)
	if e == f.top() {
		n.nan, n.inf = m != 0, m == 0
		return n
	}
	if e > 0 {
		m |= 1 << f.frac
		e--
	}
	n.v = new(big.Rat).SetInt(new(big.Int).SetUint64(m))
	n.v.Mul(n.v, pow2(int(e)+1-f.bias()-int(f.frac)))
	if n.neg {
		n.v.Neg(n.v)
	}
	return n
}

// encode rounds a number: rn and rna to the nearest, ties to even or away from zero,
// rz, rm and rp to zero, down and up (PTX ISA 9.7.3, tables of rounding modifiers).
func (f oracleFloat) encode(n number, mode string) uint64 {
	sign := uint64(0)
	if n.neg {
		sign = f.sign()
	}
	switch {
	case n.nan:
		return f.canonical()
	case n.inf:
		return sign | f.infty()
	case n.v.Sign() == 0:
		return sign
	}
	x := new(big.Rat).Abs(n.v)
	e := max(log2(x), 1-f.bias())
	quantum := pow2(e - int(f.frac))
	q := new(big.Rat).Quo(x, quantum)
	units, rest := new(big.Int).QuoRem(q.Num(), q.Denom(), new(big.Int))
	twice := new(big.Int).Lsh(rest, 1).Cmp(q.Denom())
	up := false
	switch mode {
	case "rn":
		up = twice > 0 || twice == 0 && units.Bit(0) == 1
	case "rna":
		up = twice >= 0
	case "rm":
		up = rest.Sign() != 0 && n.neg
	case "rp":
		up = rest.Sign() != 0 && !n.neg
	}
	if up {
		units.Add(units, big.NewInt(1))
	}
	u := units.Uint64()
	if u>>(f.frac+1) != 0 {
		u, e = u>>1, e+1
	}
	if e > f.bias() {
		if mode == "rz" || mode == "rm" && !n.neg || mode == "rp" && n.neg {
			return sign | f.infty() - 1
		}
		return sign | f.infty()
	}
	if u>>f.frac == 0 {
		return sign | u
	}
	return sign | uint64(e+f.bias())<<f.frac | u&(1<<f.frac-1)
}

// log2 is the exponent of the greatest power of two that is not above x.
func log2(x *big.Rat) int {
	e := x.Num().BitLen() - x.Denom().BitLen()
	if x.Cmp(pow2(e)) < 0 {
		e--
	}
	return e
}

// flush is .ftz: a subnormal number is a zero of its sign.
func (f oracleFloat) flush(b uint64) uint64 {
	if b>>f.frac&f.top() == 0 {
		return b & f.sign()
	}
	return b
}

// isNaN reports whether bits are NaN.
func (f oracleFloat) isNaN(b uint64) bool { return b&(f.sign()-1) > f.infty() }

func oracleZero(neg bool) number { return number{neg: neg, v: new(big.Rat)} }

func oracleNumber(v *big.Rat, neg bool) number { return number{neg: neg, v: v} }

// The operations of IEEE 754, exact; what is rounded later is a sum of which a zero has
// a sign by the rounding mode.

func oracleAdd(a, b number, mode string) number {
	switch {
	case a.nan || b.nan || a.inf && b.inf && a.neg != b.neg:
		return number{nan: true}
	case a.inf:
		return a
	case b.inf:
		return b
	}
	v := new(big.Rat).Add(a.v, b.v)
	if v.Sign() == 0 {
		if a.v.Sign() == 0 && a.neg == b.neg {
			return oracleZero(a.neg)
		}
		return oracleZero(mode == "rm")
	}
	return oracleNumber(v, v.Sign() < 0)
}

func oracleMul(a, b number) number {
	neg := a.neg != b.neg
	zero := func(n number) bool { return !n.nan && !n.inf && n.v.Sign() == 0 }
	switch {
	case a.nan || b.nan || a.inf && zero(b) || b.inf && zero(a):
		return number{nan: true}
	case a.inf || b.inf:
		return number{inf: true, neg: neg}
	}
	return oracleNumber(new(big.Rat).Mul(a.v, b.v), neg)
}

func oracleDiv(a, b number) number {
	neg := a.neg != b.neg
	switch {
	case a.nan || b.nan || a.inf && b.inf:
		return number{nan: true}
	case a.inf:
		return number{inf: true, neg: neg}
	case b.inf:
		return oracleZero(neg)
	case b.v.Sign() == 0 && a.v.Sign() == 0:
		return number{nan: true}
	case b.v.Sign() == 0:
		return number{inf: true, neg: neg}
	}
	return oracleNumber(new(big.Rat).Quo(a.v, b.v), neg)
}

// oracleSqrt is the root with 200 bits, and one more when there is a rest, so that it
// is rounded right.
func oracleSqrt(a number) number {
	switch {
	case a.nan || a.inf && a.neg:
		return number{nan: true}
	case a.inf || a.v.Sign() == 0:
		return a
	case a.neg:
		return number{nan: true}
	}
	shift := 2 * (200 - log2(a.v)/2)
	x := new(big.Rat).Mul(a.v, pow2(shift))
	n, rest := new(big.Int).QuoRem(x.Num(), x.Denom(), new(big.Int))
	root := new(big.Int).Sqrt(n)
	inexact := rest.Sign() != 0 || new(big.Int).Mul(root, root).Cmp(n) != 0
	r := new(big.Rat).SetInt(root)
	if inexact {
		r.Add(r, pow2(-1))
	}
	return oracleNumber(r.Mul(r, pow2(-shift/2)), false)
}

func oracleNeg(a number) number {
	a.neg = !a.neg
	if a.v != nil {
		a.v = new(big.Rat).Neg(a.v)
	}
	return a
}

// oracleCompare orders two numbers that are no NaN; zeros are equal.
func oracleCompare(a, b number) int {
	rank := func(n number) int {
		switch {
		case n.inf && n.neg:
			return -1
		case n.inf:
			return 1
		}
		return 0
	}
	if x, y := rank(a), rank(b); x != 0 || y != 0 {
		return x - y
	}
	return a.v.Cmp(b.v)
}

// oracleIntegral rounds to an integer: rni to the nearest even, rzi, rmi, rpi.
func oracleIntegral(x *big.Rat, mode string) *big.Int {
	floor, rest := new(big.Int).DivMod(x.Num(), x.Denom(), new(big.Int))
	if rest.Sign() == 0 {
		return floor
	}
	above := new(big.Int).Add(floor, big.NewInt(1))
	switch twice := new(big.Int).Lsh(rest, 1).Cmp(x.Denom()); {
	case mode == "rpi", mode == "rzi" && x.Sign() < 0, mode == "rni" && (twice > 0 || twice == 0 && floor.Bit(0) == 1):
		return above
	}
	return floor
}
