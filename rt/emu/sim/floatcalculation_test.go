package sim

import (
	"math"
	"math/big"
	"strings"
)

// operand is a number as .ftz lets the instruction see it.
func (f form) operand(t oracleFloat, b uint64) number {
	if f.has("ftz") {
		b = t.flush(b)
	}
	return t.decode(b)
}

// result is a verdict by the rounding mode, .ftz, .sat and .relu.
func (f form) result(t oracleFloat, n number) verdict {
	switch {
	case f.has("sat") && (n.nan || n.neg):
		return exactly(0)
	case f.has("relu") && !n.nan && n.neg:
		return verdict{accept: func(got uint64) bool { return got == 0 || got == t.sign() && !n.inf && n.v.Sign() == 0 }}
	}
	one := uint64(t.bias()) << t.frac
	b := t.encode(n, f.rounding())
	if f.has("sat") && b > one {
		return exactly(one)
	}
	if f.has("ftz") {
		b = t.flush(b)
	}
	if n.nan && t.bits == 64 {
		return verdict{accept: t.isNaN}
	}
	return exactly(b)
}

// arithmetic is add, sub, mul, div, fma, rcp, sqrt, min and max of floats.
func arithmetic(f form) (calculation, bool) {
	t, ok := oracleFloats[f.typ()]
	if !ok {
		return calculation{}, false
	}
	typ := f.typ()
	c := calculation{source: byIEEE, isa: "9.7.3", dst: []string{typ}, src: []string{typ, typ}}
	if t.bits == 16 {
		c.isa = "9.7.4"
	}
	one := number{v: pow2(0)}
	var op func(x []number) number
	switch f.op {
	case "add":
		op = func(x []number) number { return oracleAdd(x[0], x[1], f.rounding()) }
	case "sub":
		op = func(x []number) number { return oracleAdd(x[0], oracleNeg(x[1]), f.rounding()) }
	case "mul":
		op = func(x []number) number { return oracleMul(x[0], x[1]) }
	case "div":
		op = func(x []number) number { return oracleDiv(x[0], x[1]) }
	case "fma", "mad":
		c.src = append(c.src, typ)
		op = func(x []number) number { return oracleAdd(oracleMul(x[0], x[1]), x[2], f.rounding()) }
	case "rcp":
		c.src = c.src[:1]
		op = func(x []number) number { return oracleDiv(one, x[0]) }
	case "sqrt":
		c.src = c.src[:1]
		op = func(x []number) number { return oracleSqrt(x[0]) }
	case "min", "max":
		c.want = func(x []uint64) verdict { return f.extreme(t, x[0], x[1]) }
		return c, true
	default:
		return calculation{}, false
	}
	c.want = func(x []uint64) verdict {
		n := make([]number, len(x))
		for i := range x {
			n[i] = f.operand(t, x[i])
		}
		return f.result(t, op(n))
	}
	return c, true
}

// extreme is min and max by the pseudo-code of sections 9.7.3 and 9.7.4.
func (f form) extreme(t oracleFloat, a, b uint64) verdict {
	if f.has("ftz") {
		a, b = t.flush(a), t.flush(b)
	}
	sign := uint64(0)
	if f.has("xorsign") {
		sign = (a ^ b) & t.sign()
		a, b = a&^t.sign(), b&^t.sign()
	}
	switch {
	case t.isNaN(a) && t.isNaN(b), f.has("NaN") && (t.isNaN(a) || t.isNaN(b)):
		if t.bits == 64 {
			return verdict{accept: t.isNaN}
		}
		return exactly(t.canonical())
	case t.isNaN(a):
		return exactly(b | sign)
	case t.isNaN(b):
		return exactly(a | sign)
	}
	x, y := t.decode(a), t.decode(b)
	order := oracleCompare(x, y)
	if order == 0 { // zeros: the positive one is the greater
		order = int(logical(y.neg)) - int(logical(x.neg))
	}
	if f.op == "max" {
		order = -order
	}
	if order <= 0 {
		return exactly(a | sign)
	}
	return exactly(b | sign)
}

// signs are abs, neg, copysign, and mov of floats.
func signs(f form) (calculation, bool) {
	typ := f.typ()
	t, ok := oracleFloats[typ]
	c := calculation{source: byText, isa: "9.7.3", dst: []string{typ}, src: []string{typ}}
	var op func(x []uint64) uint64
	switch f.op {
	case "abs":
		op = func(x []uint64) uint64 { return x[0] &^ t.sign() }
	case "neg":
		op = func(x []uint64) uint64 { return x[0] ^ t.sign() }
	case "mov":
		c.isa = "9.7.9"
		op = func(x []uint64) uint64 { return x[0] }
	case "copysign":
		c.src = append(c.src, typ)
		op = func(x []uint64) uint64 { return x[0]&t.sign() | x[1]&^t.sign() }
	default:
		return c, false
	}
	c.want = func(x []uint64) verdict {
		if t.bits < 64 && t.isNaN(x[0]) && (f.op == "abs" || f.op == "neg") {
			return verdict{accept: t.isNaN} // unspecified
		}
		if f.has("ftz") {
			x = []uint64{t.flush(x[0])}
		}
		return exactly(op(x))
	}
	return c, ok
}

// halvesOfWords are the operations on two halves of a word, of which each half is as
// the operation on one.
func halvesOfWords(f form) (calculation, bool) {
	typ := f.typ()
	if typ != "f16x2" && typ != "bf16x2" || f.op == "cvt" || f.op == "setp" || f.op == "set" {
		return calculation{}, false
	}
	one, ok := calculate(formOf(strings.TrimSuffix(f.text, "x2")))
	if !ok {
		return one, false
	}
	c := one
	c.dst, c.src = []string{"b32"}, make([]string, len(one.src))
	for i := range c.src {
		c.src[i] = typ
	}
	c.want = func(x []uint64) verdict {
		var lo, hi []uint64
		for _, v := range x {
			lo, hi = append(lo, v&0xffff), append(hi, v>>16)
		}
		a, b := one.want(lo), one.want(hi)
		return verdict{accept: func(got uint64) bool { return a.accepts(got&0xffff) && b.accepts(got>>16) }}
	}
	return c, true
}

func (v verdict) accepts(got uint64) bool {
	if v.accept != nil {
		return v.accept(got)
	}
	return got == v.want
}

// relation reports whether a comparison holds (9.7.6).
func relation(op string, unordered bool, order int) bool {
	switch op {
	case "num":
		return !unordered
	case "nan":
		return unordered
	}
	if unordered {
		return strings.HasSuffix(op, "u") && op != "u"
	}
	switch op = strings.TrimSuffix(op, "u"); op {
	case "eq":
		return order == 0
	case "ne":
		return order != 0
	case "lt", "lo":
		return order < 0
	case "le", "ls":
		return order <= 0
	case "gt", "hi":
		return order > 0
	case "ge", "hs":
		return order >= 0
	}
	panic("unknown comparison " + op)
}

// compared is a comparison of two values of a type.
func (f form) compared(typ string, a, b uint64) bool {
	if t, ok := oracleIntOf(typ); ok {
		return relation(f.mods[0], false, t.value(a).Cmp(t.value(b)))
	}
	t := oracleFloats[typ]
	if f.has("ftz") {
		a, b = t.flush(a), t.flush(b)
	}
	if t.isNaN(a) || t.isNaN(b) {
		return relation(f.mods[0], true, 0)
	}
	return relation(f.mods[0], false, oracleCompare(t.decode(a), t.decode(b)))
}

// comparisonsOf are setp, set and testp.
func comparisonsOf(f form) (calculation, bool) {
	typ := f.typ()
	half := strings.TrimSuffix(typ, "x2")
	c := calculation{source: byText, isa: "9.7.6", dst: []string{"pred", "pred"}, src: []string{typ, typ}}
	switch f.op {
	case "testp":
		t := oracleFloats[typ]
		c.isa, c.dst, c.src = "9.7.3", c.dst[:1], c.src[:1]
		c.want = func(x []uint64) verdict { return exactly(logical(property(f.mods[0], t, x[0]))) }
		return c, true
	case "setp":
		logic := f.first("and", "or", "xor")
		if logic != "" {
			c.src = append(c.src, "pred")
		}
		c.want = func(x []uint64) verdict {
			first := f.compared(half, x[0]&lowHalf(typ), x[1]&lowHalf(typ))
			second := !first
			if half != typ {
				second = f.compared(half, x[0]>>16, x[1]>>16)
			}
			if logic == "" {
				return verdict{want: logical(first), second: logical(second)}
			}
			p := x[2] == 1
			combine := map[string]func(a bool) bool{"and": func(a bool) bool { return a && p }, "or": func(a bool) bool { return a || p }, "xor": func(a bool) bool { return a != p }}[logic]
			return verdict{want: logical(combine(first)), second: logical(combine(second))}
		}
		return c, true
	case "set":
		c.dst = []string{f.to()}
		yes := uint64(0xffffffff)
		if t, ok := oracleFloats[f.to()]; ok {
			yes = uint64(t.bias()) << t.frac
		}
		c.want = func(x []uint64) verdict { return exactly(logical(f.compared(typ, x[0], x[1])) * yes) }
		return c, true
	}
	return c, false
}

func lowHalf(typ string) uint64 {
	if strings.HasSuffix(typ, "x2") {
		return 0xffff
	}
	return ^uint64(0)
}

// property is testp; zeros are normal numbers (9.7.3.1).
func property(name string, t oracleFloat, b uint64) bool {
	n := t.decode(b)
	subnormal := !n.nan && !n.inf && n.v.Sign() != 0 && t.flush(b) != b
	return map[string]bool{"finite": !n.nan &&
		!n.inf, "infinite": n.inf, "number": !n.nan, "notanumber": n.nan, "normal": !n.nan && !n.inf &&
		!subnormal, "subnormal": subnormal}[name]
}

// selections are selp and slct.
func selections(f form) (calculation, bool) {
	typ := f.typ()
	c := calculation{source: byText, isa: "9.7.7"}
	switch f.op {
	case "selp":
		c.dst, c.src = []string{typ}, []string{typ, typ, "pred"}
		c.want = func(x []uint64) verdict { return exactly(x[1-x[2]]) }
	case "slct":
		c.dst, c.src = []string{f.to()}, []string{f.to(), f.to(), typ}
		c.want = func(x []uint64) verdict {
			if typ == "s32" {
				return exactly(x[x[2]>>31])
			}
			n := f.operand(oracleFloats["f32"], x[2])
			return exactly(x[logical(n.nan || n.neg && (n.inf || n.v.Sign() != 0))])
		}
	default:
		return c, false
	}
	return c, true
}

// conversions are cvt in all forms (9.7.9.21).
func conversions(f form) (calculation, bool) {
	if f.op != "cvt" {
		return calculation{}, false
	}
	to, from := f.to(), f.typ()
	c := calculation{source: byIEEE, isa: "9.7.9", dst: []string{to}, src: []string{from}}
	ti, toInt := oracleIntOf(to)
	fi, fromInt := oracleIntOf(from)
	tf, toFloat := oracleFloats[to]
	ff := oracleFloats[from]
	switch {
	case strings.HasSuffix(to, "x2"):
		half := oracleFloats[strings.TrimSuffix(to, "x2")]
		c.dst, c.src = []string{"b32"}, []string{from, from}
		c.want = func(x []uint64) verdict {
			hi, lo := f.result(half, ff.decode(x[0])), f.result(half, ff.decode(x[1]))
			return verdict{accept: func(got uint64) bool { return lo.accepts(got&0xffff) && hi.accepts(got>>16) }}
		}
	case to == "tf32":
		c.dst = []string{"b32"}
		// A fraction of 10 bits in the place of one of 23.
		short := oracleFloat{19, 8, 10}
		c.want = func(x []uint64) verdict {
			n := ff.decode(x[0])
			if n.nan {
				return verdict{accept: ff.isNaN}
			}
			return exactly(short.encode(n, f.rounding()) << 13)
		}
	case toInt && fromInt:
		c.source = byIntegers
		c.want = func(x []uint64) verdict {
			v := fi.value(x[0])
			if f.has("sat") {
				return exactly(ti.clamp(v))
			}
			return exactly(ti.wrap(v))
		}
	case toInt:
		c.want = func(x []uint64) verdict { return exactly(f.toInteger(ti, ff, x[0])) }
	case fromInt:
		c.want = func(x []uint64) verdict {
			v := fi.value(x[0])
			return f.result(tf, number{neg: v.Sign() < 0, v: new(big.Rat).SetInt(v)})
		}
	case toFloat:
		c.want = func(x []uint64) verdict { return f.toFloat(tf, ff, x[0]) }
	}
	return c, c.want != nil
}

func (f form) integral() string { return f.first("rni", "rzi", "rmi", "rpi") }

// toInteger: numbers out of range give the nearest in range; NaN gives zero when the source is
// not .f64 and the destination has not 64 bits, and the highest bit alone otherwise.
func (f form) toInteger(t oracleInt, from oracleFloat, b uint64) uint64 {
	if from.bits == 32 && f.has("ftz") {
		b = from.flush(b)
	}
	n := from.decode(b)
	lo, hi := t.limits()
	switch {
	case n.nan && (from.bits == 64 || t.bits == 64):
		return 1 << (t.bits - 1)
	case n.nan:
		return 0
	case n.inf && n.neg:
		return t.wrap(lo)
	case n.inf:
		return t.wrap(hi)
	}
	return t.clamp(oracleIntegral(n.v, f.integral()))
}

func (f form) toFloat(to, from oracleFloat, b uint64) verdict {
	if from.bits == 32 && f.has("ftz") {
		b = from.flush(b)
	}
	n := from.decode(b)
	if mode := f.integral(); mode != "" && n.v != nil {
		n.v = new(big.Rat).SetInt(oracleIntegral(n.v, mode))
	}
	if n.nan && !f.has("sat") {
		return verdict{accept: to.isNaN}
	}
	return f.result(to, n)
}

// approximations are the instructions of which the ISA bounds the error.
func approximations(f form) (calculation, bool) {
	if !f.has("approx") && !f.has("full") {
		return calculation{}, false
	}
	typ := f.typ()
	t, ok := oracleFloats[typ]
	c := calculation{source: byBound, isa: "9.7.3", dst: []string{typ}, src: []string{typ}}
	if f.op == "div" {
		c.src = append(c.src, typ)
	}
	if t.bits == 16 {
		c.isa = "9.7.4"
	}
	c.want = func(x []uint64) verdict {
		v := make([]float64, len(x))
		for i := range x {
			v[i] = f.operand(t, x[i]).float()
		}
		return verdict{accept: func(got uint64) bool { return f.near(t, v, got) }}
	}
	return c, ok
}

func (n number) float() float64 {
	switch {
	case n.nan:
		return math.NaN()
	case n.inf && n.neg:
		return math.Inf(-1)
	case n.inf:
		return math.Inf(1)
	}
	v, _ := n.v.Float64()
	if n.neg {
		return math.Copysign(v, -1)
	}
	return v
}

// near reports whether an approximation is within its bound.
func (f form) near(t oracleFloat, x []float64, got uint64) bool {
	a := x[0]
	result := t.decode(got).float()
	gross := t.bits == 64 // 20 bits of a fraction, the rest is zero
	if gross && (math.IsNaN(result) || got&0xffffffff != 0) {
		return math.IsNaN(a) || f.op == "rsqrt" && a < 0
	}
	var want, relative, absolute float64
	switch f.op {
	case "div":
		want, relative = a/x[1], 2*pow(-23)
		if big := math.Abs(x[1]) > pow(126) && !math.IsInf(x[1], 0); big && f.has("approx") {
			if math.IsInf(a, 0) || math.IsNaN(a) {
				return math.IsNaN(result)
			}
			return result == 0
		}
	case "rcp":
		want, relative = 1/a, pow(-23)
	case "sqrt":
		want, relative = math.Sqrt(a), pow(-23)
	case "rsqrt":
		want, relative = 1/math.Sqrt(a), math.Exp2(-22.9)
	case "sin", "cos":
		want = map[string]func(float64) float64{"sin": math.Sin, "cos": math.Cos}[f.op](a)
		absolute = math.Exp2(-20.5)
		if math.Abs(a) > 2*math.Pi {
			absolute = math.Exp2(-14.7)
		}
		if math.Abs(a) > 100*math.Pi && !math.IsInf(a, 0) {
			return math.Abs(result) <= 1
		}
	case "lg2":
		want, relative = math.Log2(a), pow(-22)
		if a >= 0.5 && a <= 2 {
			relative, absolute = 0, pow(-22)
		}
	case "ex2":
		want, relative = math.Exp2(a), 2*pow(-23)
		if t.frac == 10 {
			relative = math.Exp2(-9.9)
		} else if t.frac == 7 {
			relative = pow(-7)
		}
	case "tanh":
		want, relative = math.Tanh(a), pow(-11)
	}
	if gross {
		relative = pow(-19)
	}
	// The result of .ftz is zero where it would be subnormal, and the unit of the last
	// place does not get smaller than the least number.
	least := pow(1 - t.bias() - int(t.frac))
	bound := max(math.Abs(want)*relative, absolute, least)
	greatest := t.decode(t.infty() - 1).float()
	switch {
	case math.IsNaN(want):
		return math.IsNaN(result)
	case math.IsInf(want, 0):
		return result == want
	case want == 0:
		return result == 0 && math.Signbit(result) == math.Signbit(want)
	case f.has("ftz") && math.Abs(want) < pow(1-t.bias()):
		return result == 0
	case math.IsInf(result, 0):
		return math.Abs(want)+bound >= greatest && math.Signbit(result) == math.Signbit(want)
	}
	return math.Abs(result-want) <= bound
}

func pow(e int) float64 { return math.Ldexp(1, e) }

// operandValues are values of a type at which arithmetic goes wrong first, and others.
func operandValues(typ string) []uint64 {
	switch typ {
	case "pred":
		return []uint64{0, 1}
	case "f16x2", "bf16x2":
		one := operandValues(strings.TrimSuffix(typ, "x2"))
		var all []uint64
		for i, v := range one {
			all = append(all, v|one[(i*11+5)%len(one)]<<16)
		}
		return all
	case "b128":
		return corners(64)
	}
	if t, ok := oracleFloats[typ]; ok {
		return floatValues(t)
	}
	t, _ := oracleIntOf(typ)
	return corners(t.bits)
}

func floatValues(t oracleFloat) []uint64 {
	one := uint64(t.bias()) << t.frac
	unit := uint64(1) << t.frac
	v := []uint64{0, 1, unit / 2, unit - 1, unit, unit + 1, one, one + 1, one - 1, one + unit/2, one + unit, one - unit,
		one + 3*unit/2,
		t.infty() - 1, t.infty(), t.infty() + unit/2, t.infty() + 1, t.canonical(), one + uint64(t.frac)*unit,
		one + uint64(t.frac+1)*unit + 1, one - uint64(t.frac+1)*unit,
		one + 31*min(unit, one/32), one + 5*unit/4, t.infty() - unit + 3}
	if t.bits > 16 {
		v = append(v, one+31*unit, one+63*unit, one+15*unit+unit/16*15, one-14*unit, one-25*unit-1,
			one+126*unit/1+unit/3)
	}
	seed := uint64(88172645463325252)
	for len(v) < 40 {
		seed ^= seed << 13
		seed ^= seed >> 7
		seed ^= seed << 17
		v = append(v, seed&(t.sign()-1))
	}
	for _, b := range v {
		v = append(v, b|t.sign())
	}
	return v
}
