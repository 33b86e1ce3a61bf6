// _BitInt in the text that cc sees.

package parse

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/pattern"
)

// Bit-precise integers (C23 6.2.5), which clang has and cc has not: to cc _BitInt(N) is long, of whose
// constants it knows the values, or __int128 with the attribute bitsWord(N), which stays with the
// type wherever it goes.

// bitsWord is the attribute of a bit-precise integer type.
const bitsWord = "__ompcc_bits"

// typeMark spells an attribute that marks a type with a word and a number. It is the visibility of a type,
// which C has not: where a pointer to the type is declared, cc drops attributes that it does not know from the type
// itself.
func typeMark(word string, n int) string { return fmt.Sprintf("visibility(\"%s:%d\")", word, n) }

// typeMarkOf is the number that t is marked with by word, 0 if it is not.
func typeMarkOf(t cc.Type, word string) int {
	a := t.Attributes()
	if a == nil {
		return 0
	}
	mark, ok := strings.CutPrefix(a.Visibility(), word+":")
	n, err := strconv.Atoi(mark)
	if !ok || err != nil {
		return 0
	}
	return n
}

// maxBits is the largest width of a bit-precise integer type (clang's BITINT_MAXWIDTH).
const maxBits = 1 << 23

// BitPrecise is the width of a bit-precise integer type, 0 if t is none.
func BitPrecise(t cc.Type) int {
	p, ok := t.(*cc.PredefinedType)
	if !ok {
		return 0
	}
	if n := typeMarkOf(t, bitsWord); n > 0 && n <= maxBits {
		return n
	}
	v := p.Attributes().AttrValue(bitsWord)
	if len(v) == 0 {
		return 0
	}
	if n := widthValue(v[0]); n <= maxBits {
		return n
	}
	return 0 // the host compiler says so
}

// widthValue is the width v, 0 if it is none.
func widthValue(v cc.Value) int {
	switch x := v.(type) {
	case cc.Int64Value:
		return int(max(0, min(x, maxBits+1)))
	case cc.UInt64Value:
		return int(min(x, maxBits+1))
	}
	return 0
}

// bitPrecise respells the type specifier at t.
func (c *compat) bitPrecise(t token) bool {
	open := skipBlank(c.text, t.end)
	if open >= len(c.text) || c.text[open] != '(' {
		return false
	}
	end := attributeEnd(c.text, open)
	n, err := strconv.Atoi(strings.TrimSpace(string(c.text[open+1 : max(end-1, open+1)])))
	if err == nil {
		c.m.replace(c.text, t.start, end, bitsBase(n)+" __attribute__(("+typeMark(bitsWord, n)+"))")
		c.off = end
		return true
	}
	c.m.replace(c.text, t.start, t.end, "__int128 __attribute__(("+bitsWord)
	c.after[end-1] += "))"
	return true
}

// bitsBase is the type that has the attribute for n bits.
func bitsBase(n int) string {
	if n <= 64 {
		return "long"
	}
	return "__int128"
}

var bitPreciseNumber = pattern.New(`^(?i)(0x[0-9a-f]+|0b[01]+|[0-9]+)(wb|uwb|wbu)$`)

// respeltBits respells the constant w of a bit-precise type, "" if it is none: its type is the
// narrowest that holds it (C23 6.4.4.1p5).
func respeltBits(w string) string {
	m := bitPreciseNumber().FindStringSubmatch(w)
	if m == nil {
		return ""
	}
	v, ok := new(big.Int).SetString(m[1], 0)
	if !ok {
		return ""
	}
	sign, bits := "", max(v.BitLen()+1, 2)
	if len(m[2]) == 3 {
		sign, bits = "unsigned ", max(v.BitLen(), 1)
	}
	return wideConstant(fmt.Sprintf("(%s%s __attribute__((%s)))", sign, bitsBase(bits), typeMark(bitsWord, bits)), v)
}

// wideConstant is v as an expression of the type that the cast gives, of numbers that cc knows.
func wideConstant(cast string, v *big.Int) string {
	if v.BitLen() <= 64 {
		return "(" + cast + v.String() + "u)"
	}
	low := new(big.Int).And(v, big.NewInt(1<<32-1))
	return fmt.Sprintf("((%s<<32)|%s%s)", wideConstant(cast, new(big.Int).Rsh(v, 32)), cast, low)
}

// operandType is an integer type as C's conversions see it.
type operandType struct {
	kind   cc.Kind
	bits   int // of a bit-precise type, else 0
	signed bool
	// precise: it comes of a type that cc takes for another one, most often of a bit-precise one.
	precise bool
}

// width decides on the rank.
func (o operandType) width() int {
	switch {
	case o.bits > 0:
		return o.bits
	case o.kind == cc.Long || o.kind == cc.LongLong || o.kind == cc.ULong || o.kind == cc.ULongLong:
		return 64
	case o.kind == cc.Int128 || o.kind == cc.UInt128:
		return 128
	}
	return 32
}

// operandOf is t as an operand; false: no integer type that takes part in conversions as itself.
func operandOf(t cc.Type) (operandType, bool) {
	if n := BitPrecise(t); n > 0 {
		return operandType{bits: n, signed: t.Kind() == cc.Long || t.Kind() == cc.Int128, precise: true}, true
	}
	switch k := scalarKind(t); k {
	case cc.Bool, cc.Char, cc.SChar, cc.UChar, cc.Short, cc.UShort, cc.Int:
		return operandType{kind: cc.Int, signed: true}, true
	case cc.Long, cc.LongLong, cc.Int128:
		return operandType{kind: k, signed: true}, true
	case cc.UInt, cc.ULong, cc.ULongLong, cc.UInt128:
		return operandType{kind: k}, true
	}
	return operandType{}, false
}

var unsignedKinds = map[cc.Kind]cc.Kind{cc.Int: cc.UInt, cc.Long: cc.ULong, cc.LongLong: cc.ULongLong,
	cc.Int128: cc.UInt128}

// usual is the common type of two operands (C23 6.3.1.8).
func (o operandType) usual(p operandType) operandType {
	o.precise = o.precise || p.precise
	p.precise = o.precise
	switch {
	case o.width() > p.width():
		return o
	case p.width() > o.width():
		return p
	case p.bits == 0: // of two of one width the bit-precise one has the lower rank
		o, p = p, o
	}
	if o.signed && !p.signed {
		if o.bits > 0 {
			return p
		}
		o.kind, o.signed = unsignedKinds[o.kind], false
	}
	return o
}

// operand is the type of x, with the operations of bit-precise types that cc does not know.
func (o *origins) operand(x cc.ExpressionNode) (operandType, bool) {
	both := func(x, y cc.ExpressionNode) (operandType, bool) {
		a, aok := o.operand(x)
		b, bok := o.operand(y)
		return a.usual(b), aok && bok
	}
	switch n := ctree.Strip(x).(type) {
	case *cc.MultiplicativeExpression:
		return both(n.MultiplicativeExpression, n.CastExpression)
	case *cc.AdditiveExpression:
		return both(n.AdditiveExpression, n.MultiplicativeExpression)
	case *cc.AndExpression:
		return both(n.AndExpression, n.EqualityExpression)
	case *cc.ExclusiveOrExpression:
		return both(n.ExclusiveOrExpression, n.AndExpression)
	case *cc.InclusiveOrExpression:
		return both(n.InclusiveOrExpression, n.ExclusiveOrExpression)
	case *cc.ConditionalExpression:
		if n.ExpressionList != nil {
			return both(n.ExpressionList, n.ConditionalExpression)
		}
	case *cc.ShiftExpression:
		return o.operand(n.ShiftExpression)
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
			return o.operand(n.CastExpression)
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return o.operand(n.UnaryExpression)
		}
	case *cc.AssignmentExpression:
		return o.operand(n.UnaryExpression)
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return o.operand(n.PostfixExpression)
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			f := n.Field()
			switch {
			case f == nil:
			case BitPrecise(f.Type()) > 0: // no bit-field of them is promoted
				return operandOf(f.Type())
			case f.IsBitfield() && f.Type().Kind() == cc.Enum && f.ValueBits() < 32: // to cc they are unsigned
				return operandType{kind: cc.Int, signed: true, precise: true}, true
			}
		}
	}
	return operandOf(x.Type())
}

// preciseType is a bit-precise type, or the type of an operation with one, in the place of what cc takes it for.
type preciseType struct {
	cc.Type
	of operandType
}

// is compares with another type.
func (p preciseType) is(t cc.Type) bool {
	n := BitPrecise(t)
	if p.of.bits > 0 || n > 0 {
		return n == p.of.bits && p.of.signed == (t.Kind() == cc.Long || t.Kind() == cc.Int128)
	}
	return scalarKind(t) == p.of.kind
}
