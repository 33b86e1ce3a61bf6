package sim

import (
	"math/big"
	"strings"
)

// form is an instruction without its operands.
type form struct {
	text, op string
	mods     []string
}

func formOf(text string) form {
	parts := strings.Split(text, ".")
	return form{text, parts[0], parts[1:]}
}

func (f form) has(m string) bool {
	for _, x := range f.mods {
		if x == m {
			return true
		}
	}
	return false
}

// typ is the last type, from the one before it.
func (f form) typ() string { return f.mods[len(f.mods)-1] }
func (f form) to() string  { return f.mods[len(f.mods)-2] }

func (f form) first(of ...string) string {
	for _, m := range of {
		if f.has(m) {
			return m
		}
	}
	return ""
}

// rounding is the form's rounding modifier; without one the nearest is taken.
func (f form) rounding() string {
	if m := f.first("rna", "rz", "rm", "rp"); m != "" {
		return m
	}
	return "rn"
}

// calculation is an instruction that computes registers from registers.
type calculation struct {
	source string // what it is compared with
	isa    string // section of the PTX ISA
	dst    []string
	src    []string
	prompt string           // written behind the operands
	lines  []string         // instead of the form, with %0, %1 for results, %a, %b … for operands
	limit  func(x []uint64) // brings operands to where the ISA defines the result
	want   func(x []uint64) verdict
}

// verdict is what results have to be.
type verdict struct {
	want, second uint64
	accept       func(got uint64) bool // instead of want
}

func exactly(v uint64) verdict { return verdict{want: v} }

const (
	byIntegers = "integers of math/big"
	byIEEE     = "IEEE 754 on rational numbers of math/big"
	byText     = "pseudo-code of the PTX ISA, bit by bit"
	byBound    = "the ISA's bound of the error, and its table of special values"
)

func logical(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// calculate is the calculation that a form stands for.
func calculate(f form) (calculation, bool) {
	if len(f.mods) == 0 {
		return calculation{}, false // control
	}
	for _, family := range []func(f form) (calculation, bool){predicates, packedIntegers, integers, bitFields, carries,
		approximations, arithmetic, signs, halvesOfWords, comparisonsOf, selections, conversions} {
		if c, ok := family(f); ok {
			return c, true
		}
	}
	return calculation{}, false
}

// predicates are operations on predicates.
func predicates(f form) (calculation, bool) {
	if len(f.mods) != 1 || f.mods[0] != "pred" {
		return calculation{}, false
	}
	c := calculation{source: byText, isa: "9.7.8", dst: []string{"pred"}, src: []string{"pred", "pred"}}
	op := map[string]func(a, b uint64) uint64{
		"and": func(a, b uint64) uint64 { return a * b }, "or": func(a, b uint64) uint64 { return (a + b + 1) / 2 }, "xor": func(a, b uint64) uint64 { return (a + b) % 2 },
		"not": func(a, _ uint64) uint64 { return 1 - a }, "mov": func(a, _ uint64) uint64 { return a },
	}[f.op]
	if f.op == "not" || f.op == "mov" {
		c.src = c.src[:1]
	}
	c.want = func(x []uint64) verdict { return exactly(op(x[0], x[len(x)-1])) }
	return c, op != nil
}

// integers are operations on whole numbers.
func integers(f form) (calculation, bool) {
	typ := f.typ()
	if typ == "b128" {
		return calculation{source: byText, isa: "9.7.9", dst: []string{typ}, src: []string{typ}, want: func(x []uint64) verdict { return verdict{want: x[0], second: x[1]} }}, f.op == "mov"
	}
	t, ok := oracleIntOf(typ)
	if !ok || f.has("cc") || strings.HasSuffix(f.op, "c") && (f.op == "addc" || f.op == "subc" || f.op == "madc") {
		return calculation{}, false
	}
	c := calculation{source: byIntegers, isa: "9.7.1", dst: []string{typ}, src: []string{typ, typ}}
	switch f.op {
	case "neg", "abs", "not", "cnot", "mov":
		c.src = c.src[:1]
	case "mad", "sad", "mad24":
		c.src = append(c.src, typ)
	case "shl", "shr":
		c.src[1], c.isa = "u32", "9.7.8"
	case "div", "rem": // by zero is an error
		c.limit = func(x []uint64) { x[1] += logical(x[1] == 0) }
	}
	to := t
	if f.has("wide") {
		to.bits *= 2
		c.dst[0] = typ[:1] + map[uint]string{32: "32", 64: "64"}[to.bits]
		if f.op == "mad" {
			c.src[2] = c.dst[0]
		}
	}
	compute := integerOperation(f, t, to)
	c.want = func(x []uint64) verdict {
		all := make([]*big.Int, len(x))
		for i := range x {
			all[i] = t.value(x[i])
		}
		if len(x) == 3 {
			all[2] = to.value(x[2])
		}
		if f.op == "shl" || f.op == "shr" {
			all[1] = oracleInt{bits: 32}.value(x[1])
		}
		v := compute(all)
		if f.has("sat") {
			return exactly(to.clamp(v))
		}
		return exactly(to.wrap(v))
	}
	return c, compute != nil
}

func product(x []*big.Int) *big.Int { return new(big.Int).Mul(x[0], x[1]) }

// integerOperation is an operation on exact numbers.
func integerOperation(f form, t, to oracleInt) func(x []*big.Int) *big.Int {
	multiply := func(x []*big.Int) *big.Int {
		if f.has("hi") {
			return new(big.Int).Rsh(product(x), t.bits)
		}
		return product(x)
	}
	multiply24 := func(x []*big.Int) *big.Int {
		low := oracleInt{24, t.signed}
		p := product([]*big.Int{low.value(to.wrap(x[0])), low.value(to.wrap(x[1]))})
		if f.has("hi") {
			p.Rsh(p, 16)
		}
		return p
	}
	pick := func(sign int) func(x []*big.Int) *big.Int {
		return func(x []*big.Int) *big.Int {
			v := x[0]
			if x[0].Cmp(x[1])*sign < 0 {
				v = x[1]
			}
			if f.has("relu") && v.Sign() < 0 {
				return new(big.Int)
			}
			return v
		}
	}
	divide := func(by func(z, x, y *big.Int) *big.Int) func(x []*big.Int) *big.Int {
		return func(x []*big.Int) *big.Int { return by(new(big.Int), x[0], x[1]) }
	}
	plus := func(g func(x []*big.Int) *big.Int) func(x []*big.Int) *big.Int {
		return func(x []*big.Int) *big.Int { return new(big.Int).Add(g(x), x[2]) }
	}
	bit := func(g func(a, b uint) uint) func(x []*big.Int) *big.Int {
		return func(x []*big.Int) *big.Int {
			v := new(big.Int)
			for i := range int(t.bits) {
				v.SetBit(v, i, g(x[0].Bit(i), x[len(x)-1].Bit(i)))
			}
			return v
		}
	}
	return map[string]func(x []*big.Int) *big.Int{
		"add": func(x []*big.Int) *big.Int { return new(big.Int).Add(x[0], x[1]) },
		"sub": func(x []*big.Int) *big.Int { return new(big.Int).Sub(x[0], x[1]) },
		"mul": multiply, "mad": plus(multiply), "mul24": multiply24, "mad24": plus(multiply24),
		"div": divide((*big.Int).Quo), "rem": divide((*big.Int).Rem),
		"min": pick(-1), "max": pick(1),
		"sad":  plus(func(x []*big.Int) *big.Int { v := new(big.Int).Sub(x[0], x[1]); return v.Abs(v) }),
		"neg":  func(x []*big.Int) *big.Int { return new(big.Int).Neg(x[0]) },
		"abs":  func(x []*big.Int) *big.Int { return new(big.Int).Abs(x[0]) },
		"mov":  func(x []*big.Int) *big.Int { return x[0] },
		"cnot": func(x []*big.Int) *big.Int { return big.NewInt(int64(1 - x[0].CmpAbs(new(big.Int)))) },
		"not":  bit(func(a, _ uint) uint { return 1 - a }),
		"and":  bit(func(a, b uint) uint { return a * b }),
		"or":   bit(func(a, b uint) uint { return max(a, b) }),
		"xor":  bit(func(a, b uint) uint { return (a + b) % 2 }),
		"shl":  func(x []*big.Int) *big.Int { return new(big.Int).Lsh(x[0], uint(min(x[1].Uint64(), uint64(t.bits)))) },
		"shr":  func(x []*big.Int) *big.Int { return new(big.Int).Rsh(x[0], uint(min(x[1].Uint64(), uint64(t.bits)))) },
	}[f.op]
}

// packedIntegers are add, min and max of two halves of a word.
func packedIntegers(f form) (calculation, bool) {
	typ := f.typ()
	if typ != "s16x2" && typ != "u16x2" {
		return calculation{}, false
	}
	t, _ := oracleIntOf(strings.TrimSuffix(typ, "x2"))
	op := integerOperation(f, t, t)
	half := func(a, b uint64) uint64 { return t.wrap(op([]*big.Int{t.value(a), t.value(b)})) }
	return calculation{source: byIntegers, isa: "9.7.1", dst: []string{"b32"}, src: []string{"b32", "b32"},
		want: func(x []uint64) verdict {
			return exactly(half(x[0], x[1]) | half(x[0]>>16, x[1]>>16)<<16)
		}}, op != nil
}

// bitFields are operations on the bits of registers.
func bitFields(f form) (calculation, bool) {
	typ := f.typ()
	width, signed := uint(32), strings.HasPrefix(typ, "s")
	if strings.HasSuffix(typ, "64") {
		width = 64
	}
	c := calculation{source: byText, isa: "9.7.1", dst: []string{"b32"}, src: []string{typ}}
	bit := func(v uint64, i uint) uint64 { return v >> i & 1 }
	three := []string{"b32", "b32", "b32"}
	var g func(x []uint64) uint64
	switch f.op {
	case "popc":
		g = func(x []uint64) uint64 {
			n := uint64(0)
			for i := range width {
				n += bit(x[0], i)
			}
			return n
		}
	case "clz":
		g = func(x []uint64) uint64 {
			n := uint64(0)
			for ; n < uint64(width) && bit(x[0], width-1-uint(n)) == 0; n++ {
			}
			return n
		}
	case "brev":
		c.dst[0] = typ
		g = func(x []uint64) (v uint64) {
			for i := range width {
				v |= bit(x[0], i) << (width - 1 - i)
			}
			return v
		}
	case "bfind":
		g = func(x []uint64) uint64 {
			a := x[0]
			if signed && bit(a, width-1) == 1 {
				a = ^a
			}
			for i := int(width) - 1; i >= 0; i-- {
				if bit(a, uint(i)) == 1 {
					if f.has("shiftamt") {
						return uint64(int(width) - 1 - i)
					}
					return uint64(i)
				}
			}
			return 0xffffffff
		}
	case "bfe":
		c.dst[0], c.src = typ, []string{typ, "u32", "u32"}
		g = func(x []uint64) (v uint64) {
			pos, n := uint(x[1]&255), uint(x[2]&255)
			fill := uint64(0)
			if signed && n > 0 {
				fill = bit(x[0], min(pos+n-1, width-1))
			}
			for i := range width {
				b := fill
				if i < n && pos+i < width {
					b = bit(x[0], pos+i)
				}
				v |= b << i
			}
			return v
		}
	case "bfi":
		c.dst[0], c.src = typ, []string{typ, typ, "u32", "u32"}
		g = func(x []uint64) uint64 {
			v, pos, n := x[1], uint(x[2]&255), uint(x[3]&255)
			for i := uint(0); i < n && pos+i < width; i++ {
				v = v&^(1<<(pos+i)) | bit(x[0], i)<<(pos+i)
			}
			return v
		}
	case "bmsk":
		c.src = three[:2]
		g = func(x []uint64) (v uint64) {
			a, b := x[0], x[1]
			if f.has("clamp") && a > 31 {
				return 0
			}
			if !f.has("clamp") {
				b &= 31
			}
			for i := range uint64(32) {
				if i >= a&31 && i < a&31+b {
					v |= 1 << i
				}
			}
			return v
		}
	case "szext":
		c.dst[0], c.src = typ, []string{typ, "u32"}
		g = func(x []uint64) (v uint64) {
			n := uint(x[1])
			if f.has("wrap") {
				n &= 31
			}
			for i := range uint(32) {
				switch {
				case i < n:
					v |= bit(x[0], i) << i
				case signed && n > 0:
					v |= bit(x[0], n-1) << i
				}
			}
			return v
		}
	case "fns":
		c.src = three
		c.limit = func(x []uint64) {
			x[1] &= 31
			if x[2]%3 > 0 {
				x[2] = uint64(uint32(int32(x[2]%17) - 8))
			}
		}
		g = func(x []uint64) uint64 {
			offset := int(int32(x[2]))
			if offset == 0 {
				if bit(x[0], uint(x[1])) == 1 {
					return x[1]
				}
				return 0xffffffff
			}
			step := offset / max(offset, -offset)
			for pos, left := int(x[1]), offset*step-1; pos >= 0 && pos < 32; pos += step {
				if bit(x[0], uint(pos)) == 0 {
					continue
				}
				if left == 0 {
					return uint64(pos)
				}
				left--
			}
			return 0xffffffff
		}
	case "dp4a", "dp2a":
		c.source, c.src = byIntegers, three
		g = func(x []uint64) uint64 { return dotProduct(f, x) }
	case "lop3":
		c.isa, c.src, c.prompt = "9.7.8", three, ", 0x96"
		g = func(x []uint64) (v uint64) {
			for i := range uint(32) {
				v |= 0x96 >> (bit(x[0], i)<<2 | bit(x[1], i)<<1 | bit(x[2], i)) & 1 << i
			}
			return v
		}
	case "shf":
		c.source, c.isa, c.src = byIntegers, "9.7.8", three
		g = func(x []uint64) uint64 {
			n := uint(x[2] & 31)
			if f.has("clamp") && x[2] > 31 {
				n = 32
			}
			both := new(big.Int).SetUint64(x[1]<<32 | x[0])
			if f.has("l") {
				return oracleInt{bits: 32}.wrap(both.Rsh(both.Lsh(both, n), 32))
			}
			return oracleInt{bits: 32}.wrap(both.Rsh(both, n))
		}
	case "prmt":
		c.isa, c.src = "9.7.9", three
		g = func(x []uint64) (v uint64) {
			source := x[1]<<32 | x[0]
			for i := range 4 {
				s := x[2] >> (4 * i) & 15
				b := source >> (s & 7 * 8) & 255
				if s > 7 {
					b = b >> 7 * 255
				}
				v |= b << (8 * i)
			}
			return v
		}
	default:
		return calculation{}, false
	}
	c.want = func(x []uint64) verdict { return exactly(g(x)) }
	return c, true
}

// dotProduct: four products of bytes, or two of halves with bytes, are added to c.
func dotProduct(f form, x []uint64) uint64 {
	a, _ := oracleIntOf(f.to()[:1] + "8")
	b, _ := oracleIntOf(f.typ()[:1] + "8")
	n, from := 4, 0
	if f.op == "dp2a" {
		n, a.bits = 2, 16
		from = int(logical(f.has("hi"))) * 2
	}
	sum := new(big.Int).SetUint64(x[2])
	for i := range n {
		sum.Add(sum, product([]*big.Int{a.value(x[0] >> (uint(i) * a.bits)), b.value(x[1] >> (8 * uint(from+i)))}))
	}
	return oracleInt{bits: 32}.wrap(sum)
}

// carries are the instructions with a carry in or out; the last operand is the carry
// in, the second result the carry out.
func carries(f form) (calculation, bool) {
	base := strings.TrimSuffix(f.op, "c")
	if !strings.Contains(" add sub mad ", " "+base+" ") || base == f.op && !f.has("cc") {
		return calculation{}, false
	}
	typ := f.typ()
	t, _ := oracleIntOf(typ)
	in := base != f.op
	unsigned := "u" + typ[1:]
	c := calculation{source: byIntegers, isa: "9.7.2", dst: []string{typ, typ}, src: []string{typ, typ}}
	operands := "%a, %b"
	if base == "mad" {
		c.src = append(c.src, typ)
		operands += ", %c"
	}
	carry := "%" + string(rune('a'+len(c.src)))
	c.src = append(c.src, unsigned)
	c.limit = func(x []uint64) { x[len(x)-1] &= 1 }
	other := base
	if base == "mad" {
		other = "add"
	}
	set := "add.cc." + unsigned + " %0, " + carry + ", -1"
	if base == "sub" {
		set = "sub.cc." + unsigned + " %0, 0, " + carry
	}
	c.lines = []string{set, f.text + " %0, " + operands}
	if f.has("cc") {
		c.lines = append(c.lines, other+"c."+unsigned+" %1, 0, 0")
	}
	c.want = func(x []uint64) verdict {
		u := oracleInt{bits: t.bits}
		a, b := u.value(x[0]), u.value(x[1])
		if base == "mad" {
			p := product([]*big.Int{t.value(x[0]), t.value(x[1])})
			if f.has("hi") {
				p.Rsh(p, t.bits)
			}
			a, b = u.value(t.wrap(p)), u.value(x[2])
		}
		if in {
			b.Add(b, u.value(x[len(x)-1]))
		}
		sum := new(big.Int).Add(a, b)
		if base == "sub" {
			sum.Sub(a, b)
		}
		out := uint64(0)
		if f.has("cc") {
			out = u.wrap(new(big.Int).Rsh(sum, t.bits))
		}
		return verdict{want: u.wrap(sum), second: out}
	}
	return c, true
}
