package region

import "strings"

// This file reads types.

var simpleTypes = map[string]Type{"void": VoidT, "bool": BoolT, "ptr": PtrT, "i8": I8, "u8": U8, "i16": I16, "u16": U16,
	"i32": I32, "u32": U32,
	"i64": I64, "u64": U64, "i128": I128, "u128": U128, "f16": Half, "bf16": BF, "f32": Flt, "f64": Dbl, "f80": X87, "f128": Quad}

// maxBits is the width of the widest _BitInt.
const maxBits = 1 << 23

// wordType is the type that w names, or nil.
func wordType(w string) Type {
	if t := simpleTypes[w]; t != nil {
		return t
	}
	t := &Int{}
	if len(w) > 1 && w[0] == 'b' {
		t.Precise, w = true, w[1:]
	}
	if len(w) < 2 || w[0] != 'i' && w[0] != 'u' || w[1] == '0' {
		return nil
	}
	t.Signed = w[0] == 'i'
	for _, c := range w[1:] {
		if c < '0' || c > '9' {
			return nil
		}
		if t.Bits = t.Bits*10 + int(c-'0'); t.Bits > maxBits {
			return nil
		}
	}
	return t
}

// typ reads a type.
func (p *parser) typ() Type {
	t := p.typeHere()
	if t == nil {
		p.fail(p.pos, "expected a type")
	}
	return t
}

// typeHere reads a type if one begins here; nil: none.
func (p *parser) typeHere() Type {
	defer p.nest()()
	switch w := p.peekWord(); {
	case w == "struct" || w == "union":
		return p.structure()
	case w != "":
		t := wordType(w)
		if t != nil {
			p.pos += len(w)
		}
		return t
	case p.is("["):
		n := p.in(-1, 1<<62)
		p.want("x")
		t := &Array{Len: n, Elem: p.typ()}
		p.want("]")
		return t
	case p.is("<"):
		n := p.in(1, 1<<24)
		p.want("x")
		at := p.pos
		t := &Vector{Len: n, Elem: p.typ()}
		if !isScalar(t.Elem) {
			p.fail(at, "a vector of %s", t.Elem)
		}
		p.want(">")
		return t
	}
	return nil
}

// structure reads struct NAME(bytes,alignment), or union; a type without a tag has the name {}.
func (p *parser) structure() *Struct {
	t := &Struct{}
	if t.Union = p.word("union"); !t.Union && !p.word("struct") {
		p.fail(p.pos, "expected struct or union")
	}
	if !p.is("{}") {
		p.space()
		end := strings.IndexByte(p.rest(), '(')
		if end <= 0 {
			p.fail(p.pos, "expected the tag of a structure, or {}")
		}
		t.Name = p.text[p.pos : p.pos+end]
		p.pos += end
	}
	p.want("(")
	t.Bytes = p.in(0, 1<<62)
	p.want(",")
	t.Alignm = p.in(1, 1<<32)
	p.want(")")
	return t
}

// funcType reads a function's type: the result and, in parentheses, the parameters.
func (p *parser) funcType() *Func {
	t := &Func{Ret: p.typ()}
	p.want("(")
	for !p.is(")") {
		if len(t.Params) > 0 {
			p.want(",")
		}
		if t.Variadic = p.is("..."); t.Variadic {
			p.want(")")
			break
		}
		t.Params = append(t.Params, p.typ())
	}
	return t
}
