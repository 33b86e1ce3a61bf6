package gcn

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Kinds of operands.
const (
	none = iota // "off", "null"
	scalar
	vector
	constant
	floating // the value depends on the size that the instruction reads
	shared   // src_shared_base
	private  // src_private_base
	sccBit
)

// Numbers of special scalar registers.
const (
	flatScratch = 102
	vcc         = 106
	ttmp        = 108
	m0          = 124
	execLo      = 126
	scalars     = 128
)

// accumulators is where the registers a0, a1, … begin among the vector registers.
const accumulators = 256

// operand is a source or a destination.
type operand struct {
	kind, reg, count int
	value            uint64
	real             float64
	neg, abs, sext   bool
	literal          bool // not an inline constant
	high             bool // the upper half of a 16-bit operand
	sel              int  // SDWA: selBYTE…
	row              *dpp
}

var registers = map[string]operand{
	"vcc": {kind: scalar, reg: vcc, count: 2}, "vcc_lo": {kind: scalar, reg: vcc, count: 1},
	"vcc_hi": {kind: scalar, reg: vcc + 1, count: 1},
	"exec":   {kind: scalar, reg: execLo, count: 2}, "exec_lo": {kind: scalar, reg: execLo, count: 1},
	"exec_hi":         {kind: scalar, reg: execLo + 1, count: 1},
	"flat_scratch":    {kind: scalar, reg: flatScratch, count: 2},
	"flat_scratch_lo": {kind: scalar, reg: flatScratch, count: 1},
	"flat_scratch_hi": {kind: scalar, reg: flatScratch + 1, count: 1},
	"m0":              {kind: scalar, reg: m0, count: 1}, "off": {}, "null": {},
	"src_shared_base": {kind: shared}, "src_private_base": {kind: private}, "src_scc": {kind: sccBit},
	"scc": {kind: sccBit},
}

// parseOperand reads an operand in LLVM's syntax.
func parseOperand(text string) (o operand, err error) {
	bad := func() (operand, error) { return o, fmt.Errorf("unknown operand %q", text) }
	t := strings.TrimSpace(text)
	if known, ok := registers[t]; ok {
		return known, nil
	}
	if v, ok := strings.CutPrefix(t, "-"); ok && v != "" && (v[0] < '0' || v[0] > '9') {
		o, err := parseOperand(v)
		o.neg = true
		return o, err
	}
	if len(t) > 2 && t[0] == '|' && t[len(t)-1] == '|' {
		o, err := parseOperand(t[1 : len(t)-1])
		o.abs = true
		return o, err
	}
	for _, f := range []string{"sext(", "neg(", "abs(", "lit(", "lit64("} {
		v, ok := strings.CutPrefix(t, f)
		if !ok || !strings.HasSuffix(v, ")") {
			continue
		}
		o, err := parseOperand(v[:len(v)-1])
		switch f {
		case "sext(":
			o.sext = true
		case "neg(":
			o.neg = true
		case "abs(":
			o.abs = true
		default:
			o.literal = true
		}
		return o, err
	}
	if t == "" {
		return bad()
	}
	if reg, ok := strings.CutSuffix(t, ".l"); ok {
		return parseOperand(reg)
	}
	if reg, ok := strings.CutSuffix(t, ".h"); ok {
		o, err := parseOperand(reg)
		o.high = true
		return o, err
	}
	first, base, kind := strings.TrimPrefix(t, "ttmp"), 0, scalar
	switch {
	case len(first) != len(t):
		base = ttmp
	case t[0] == 's':
		first = t[1:]
	case t[0] == 'v':
		first, kind = t[1:], vector
	case t[0] == 'a':
		first, kind, base = t[1:], vector, accumulators
	default:
		return parseNumber(t)
	}
	last := first
	if len(first) > 2 && first[0] == '[' {
		var pair bool
		if first, last, pair = strings.Cut(first[1:len(first)-1], ":"); !pair {
			last = first
		}
	}
	a, err1 := strconv.Atoi(first)
	b, err2 := strconv.Atoi(last)
	if err1 != nil || err2 != nil || a > b || b > 255 {
		return bad()
	}
	return operand{kind: kind, reg: base + a, count: b - a + 1}, nil
}

func parseNumber(t string) (operand, error) {
	if v, err := strconv.ParseInt(t, 0, 64); err == nil {
		return operand{kind: constant, value: uint64(v), literal: strings.HasPrefix(t, "0x")}, nil
	}
	if v, err := strconv.ParseUint(t, 0, 64); err == nil {
		return operand{kind: constant, value: v, literal: true}, nil
	}
	if v, err := strconv.ParseFloat(t, 64); err == nil {
		if strings.HasPrefix(t, "0.15915494") {
			v = 1 / (2 * math.Pi)
		}
		return operand{kind: floating, real: v}, nil
	}
	return operand{}, fmt.Errorf("unknown operand %q", t)
}

// constantOf is the value of a constant that an instruction reads as type t.
func (o *operand) constantOf(t byte) uint64 {
	switch {
	case o.kind == floating && (t == 'd' || t == 'q'):
		return math.Float64bits(o.real)
	case o.kind == floating && (t == 'h' || t == 's'):
		return uint64(toHalf(o.real))
	case o.kind == floating:
		return uint64(math.Float32bits(float32(o.real)))
	case t == 'd' && o.literal && o.value <= math.MaxUint32:
		return o.value << 32
	case t == 'd' || t == 'q':
		return o.value
	case t == 'h' || t == 's':
		return o.value & 0xffff
	}
	return o.value & math.MaxUint32
}

// fields are an instruction's parts: operands, and what follows them ("offset:16", "sc0").
func fields(text string) (operands, modifiers []string) {
	parts := split(text, ',')
	if len(parts) == 0 {
		return nil, nil
	}
	last := split(parts[len(parts)-1], ' ')
	if len(last) == 0 {
		return parts, nil
	}
	return append(parts[:len(parts)-1:len(parts)-1], last[0]), last[1:]
}

// split cuts a text where the separator stands outside of brackets.
func split(text string, separator byte) (parts []string) {
	depth, start := 0, 0
	add := func(end int) {
		if p := strings.TrimSpace(text[start:end]); p != "" {
			parts = append(parts, p)
		}
		start = end + 1
	}
	for i := range len(text) {
		switch c := text[i]; {
		case c == '[' || c == '(':
			depth++
		case c == ']' || c == ')':
			depth--
		case c == separator && depth == 0:
			add(i)
		}
	}
	add(len(text))
	return parts
}
