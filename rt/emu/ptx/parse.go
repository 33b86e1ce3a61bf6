package ptx

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Parse parses the text of a module.
func Parse(text string) (*Module, error) {
	p := &parser{lex: lexer{text: text, line: 1}, m: &Module{Files: map[int]string{}}}
	if err := p.advance(); err != nil {
		return nil, err
	}
	for p.tok.kind != tEnd {
		if err := p.top(); err != nil {
			return nil, err
		}
	}
	return p.m, nil
}

type parser struct {
	lex lexer
	tok token
	m   *Module
}

func (p *parser) advance() (err error) {
	p.tok, err = p.lex.next()
	return err
}

func (p *parser) fail(format string, args ...any) error {
	return fmt.Errorf("PTX line %d: %s", p.tok.line, fmt.Sprintf(format, args...))
}

func (p *parser) is(text string) bool { return p.tok.text == text && p.tok.kind != tString }

// accept consumes the token if it is text, and reports whether it was.
func (p *parser) accept(text string) (bool, error) {
	if !p.is(text) {
		return false, nil
	}
	return true, p.advance()
}

func (p *parser) expect(text string) error {
	if !p.is(text) {
		return p.fail("%q found where %q was expected", p.tok.text, text)
	}
	return p.advance()
}

func (p *parser) take(kind tokenKind, what string) (string, error) {
	if p.tok.kind != kind {
		return "", p.fail("%q found where %s was expected", p.tok.text, what)
	}
	text := p.tok.text
	return text, p.advance()
}

func (p *parser) integer() (uint64, error) {
	neg, err := p.accept("-")
	if err != nil {
		return 0, err
	}
	text, err := p.take(tNumber, "a number")
	if err != nil {
		return 0, err
	}
	v, err := parseInt(text)
	if err != nil {
		return 0, p.fail("%v", err)
	}
	if neg {
		v = -v
	}
	return v, nil
}

func parseInt(text string) (uint64, error) {
	return strconv.ParseUint(strings.TrimRight(text, "U"), 0, 64)
}

// top parses a directive at the top level of the module.
func (p *parser) top() error {
	switch p.tok.text {
	case ".version":
		return p.header(&p.m.Version, tNumber)
	case ".target":
		return p.target()
	case ".address_size":
		return p.addressSize()
	case ".file":
		return p.file()
	case ".section":
		return p.section()
	case ".alias":
		return p.alias()
	}
	return p.linkage()
}

// alias parses ".alias name, function;" (PTX ISA 11.6.8).
func (p *parser) alias() error {
	var a Alias
	if err := p.header(&a.Name, tWord); err != nil {
		return err
	}
	if err := p.expect(","); err != nil {
		return err
	}
	var err error
	if a.Of, err = p.take(tWord, "a function"); err != nil {
		return err
	}
	p.m.Aliases = append(p.m.Aliases, a)
	return p.expect(";")
}

func (p *parser) header(to *string, kind tokenKind) (err error) {
	if err = p.advance(); err == nil {
		*to, err = p.take(kind, "a value")
	}
	return err
}

func (p *parser) target() error {
	if err := p.header(&p.m.Target, tWord); err != nil {
		return err
	}
	for p.is(",") {
		if err := p.advance(); err != nil {
			return err
		}
		if _, err := p.take(tWord, "a target option"); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) addressSize() error {
	var size string
	if err := p.header(&size, tNumber); err != nil {
		return err
	}
	if size != "64" {
		return p.fail("addresses of %s bits", size)
	}
	return nil
}

func (p *parser) file() error {
	if err := p.advance(); err != nil {
		return err
	}
	n, err := p.integer()
	if err != nil {
		return err
	}
	name, err := p.take(tString, "a file name")
	if err != nil {
		return err
	}
	p.m.Files[int(n)] = name
	for p.is(",") { // time stamp and size
		if err := p.advance(); err != nil {
			return err
		}
		if _, err := p.integer(); err != nil {
			return err
		}
	}
	return nil
}

// section parses a section of debug information and keeps its text.
func (p *parser) section() error {
	if err := p.advance(); err != nil {
		return err
	}
	name := p.tok.text
	for !p.is("{") {
		if p.tok.kind == tEnd {
			return p.fail("section without contents")
		}
		if err := p.advance(); err != nil {
			return err
		}
	}
	start := p.lex.at
	for depth := 0; ; {
		end := p.lex.at - len(p.tok.text)
		switch {
		case p.is("{"):
			depth++
		case p.is("}"):
			depth--
		case p.tok.kind == tEnd:
			return p.fail("section without end")
		}
		if err := p.advance(); err != nil {
			return err
		}
		if depth == 0 {
			p.m.Sections = append(p.m.Sections, Section{name, p.lex.text[start:end]})
			return nil
		}
	}
}

func (p *parser) linkage() error {
	var extern, weak bool
	for {
		switch p.tok.text {
		case ".extern":
			extern = true
		case ".weak", ".common":
			weak = true
		case ".visible":
		default:
			return p.declaration(extern, weak)
		}
		if err := p.advance(); err != nil {
			return err
		}
	}
}

func (p *parser) declaration(extern, weak bool) error {
	switch {
	case p.is(".entry"), p.is(".func"):
		f, err := p.function(weak)
		if err == nil {
			p.m.Funcs = append(p.m.Funcs, f)
		}
		return err
	case spaces[p.tok.text] != Generic:
		vars, err := p.variables()
		if err != nil {
			return err
		}
		for _, v := range vars {
			v.Extern, v.Weak = extern, weak
		}
		p.m.Vars = append(p.m.Vars, vars...)
		return p.expect(";")
	}
	return p.fail("unknown directive %q", p.tok.text)
}

// typeSize returns the size in bytes of a fundamental type.
func typeSize(name string) uint64 {
	switch name {
	case "b8", "u8", "s8":
		return 1
	case "b16", "u16", "s16", "f16", "bf16":
		return 2
	case "b32", "u32", "s32", "f32", "f16x2", "bf16x2":
		return 4
	case "b64", "u64", "s64", "f64":
		return 8
	case "b128":
		return 16
	}
	return 0
}

// variables parses ".space .align n .type name[n] = …, …" without the semicolon.
func (p *parser) variables() ([]*Var, error) {
	proto := Var{Space: spaces[p.tok.text]}
	if err := p.advance(); err != nil {
		return nil, err
	}
	vector := uint64(1)
	for p.tok.kind == tWord && p.tok.text[0] == '.' {
		word := p.tok.text[1:]
		if err := p.advance(); err != nil {
			return nil, err
		}
		switch {
		case word == "align":
			n, err := p.integer()
			if err != nil {
				return nil, err
			}
			proto.Align = n
		case word == "v2":
			vector = 2
		case word == "v4":
			vector = 4
		case typeSize(word) != 0:
			proto.Type = word
		case word == "ptr" || spaces["."+word] != Generic:
			// the parser ignores hints of kernel parameters
		case word == "attribute":
			if err := p.attribute(); err != nil {
				return nil, err
			}
		case word == "texref" || word == "surfref" || word == "samplerref":
			return nil, p.fail("textures and surfaces (.%s) are not supported", word)
		default:
			return nil, p.fail("unknown attribute .%s of a variable", word)
		}
	}
	if proto.Type == "" {
		return nil, p.fail("variable without a type")
	}
	var vars []*Var
	for {
		v := proto
		if err := p.variable(&v, typeSize(proto.Type)*vector); err != nil {
			return nil, err
		}
		vars = append(vars, &v)
		if !p.is(",") || proto.Space == Param {
			return vars, nil
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
}

// attribute skips "(.managed)" and "(.unified(n, m))". The emulator allocates such variables in device memory.
func (p *parser) attribute() error {
	if !p.is("(") {
		return p.fail("%q found where an attribute was expected", p.tok.text)
	}
	for depth := 0; ; {
		switch {
		case p.is("("):
			depth++
		case p.is(")"):
			depth--
		case p.tok.kind != tNumber && !p.is(",") && !p.is(".managed") && !p.is(".unified"):
			return p.fail("unknown attribute %q", p.tok.text)
		}
		if err := p.advance(); err != nil || depth == 0 {
			return err
		}
	}
}

func (p *parser) variable(v *Var, elem uint64) (err error) {
	if v.Name, err = p.take(tWord, "a name"); err != nil {
		return err
	}
	v.Size = elem
	for p.is("[") {
		if err := p.advance(); err != nil {
			return err
		}
		if p.is("]") {
			v.Unsized = true
			v.Size = 0
		} else {
			n, err := p.integer()
			if err != nil {
				return err
			}
			v.Size *= n
		}
		if err := p.expect("]"); err != nil {
			return err
		}
	}
	v.Align = max(v.Align, elem)
	if !p.is("=") {
		return nil
	}
	if err := p.advance(); err != nil {
		return err
	}
	at := uint64(0)
	if err := p.initialiser(v, elem, &at); err != nil {
		return err
	}
	if v.Unsized {
		v.Size, v.Unsized = at, false
	}
	return nil
}

func (p *parser) initialiser(v *Var, elem uint64, at *uint64) error {
	if !p.is("{") {
		one, err := p.constant()
		if err != nil {
			return err
		}
		one.Offset, one.Size = *at, elem
		*at += elem
		v.Init = append(v.Init, one)
		return nil
	}
	if err := p.advance(); err != nil {
		return err
	}
	for !p.is("}") {
		if err := p.initialiser(v, elem, at); err != nil {
			return err
		}
		if !p.is(",") {
			break
		}
		if err := p.advance(); err != nil {
			return err
		}
	}
	return p.expect("}")
}

// constant parses one element of an initialiser: a number, an address, generic(address) or mask(address). A mask such
// as 0xFF00(address) selects one byte of the address.
func (p *parser) constant() (Init, error) {
	if p.tok.kind == tNumber || p.is("-") {
		a, err := p.number()
		if err != nil || a.Kind != Int || !p.is("(") {
			return Init{Bits: a.Bits}, err
		}
		in, err := p.wrapped()
		in.Mask = a.Bits
		return in, err
	}
	name, err := p.take(tWord, "a constant")
	if err != nil {
		return Init{}, err
	}
	in := Init{Symbol: name}
	if p.is("(") {
		if name != "generic" {
			return in, p.fail("unknown operator %s in an initialiser", name)
		}
		if in, err = p.wrapped(); err != nil {
			return in, err
		}
		in.Generic = true
	}
	off, err := p.offset()
	in.Bits += uint64(off)
	return in, err
}

// wrapped parses the operand of generic() or mask().
func (p *parser) wrapped() (Init, error) {
	if err := p.advance(); err != nil {
		return Init{}, err
	}
	in, err := p.constant()
	if err != nil {
		return in, err
	}
	if in.Symbol == "" {
		return in, p.fail("a number found where an address was expected")
	}
	return in, p.expect(")")
}

// offset parses optional terms +n or -n and returns their sum.
func (p *parser) offset() (int64, error) {
	total := int64(0)
	for p.is("+") || p.is("-") {
		neg := p.is("-")
		if err := p.advance(); err != nil {
			return 0, err
		}
		n, err := p.integer()
		if err != nil {
			return 0, err
		}
		if neg {
			n = -n
		}
		total += int64(n)
	}
	return total, nil
}

// number parses an integer or floating-point constant.
func (p *parser) number() (Arg, error) {
	neg, err := p.accept("-")
	if err != nil {
		return Arg{}, err
	}
	text, err := p.take(tNumber, "a number")
	if err != nil {
		return Arg{}, err
	}
	a, err := number(text)
	if err != nil {
		return a, p.fail("%v", err)
	}
	if neg {
		switch a.Kind {
		case Int:
			a.Bits = -a.Bits
		case F32:
			a.Bits ^= 1 << 31
		case F64:
			a.Bits ^= 1 << 63
		}
	}
	return a, nil
}

func number(text string) (Arg, error) {
	if len(text) > 2 && text[0] == '0' {
		switch text[1] {
		case 'f', 'F':
			v, err := strconv.ParseUint(text[2:], 16, 32)
			return Arg{Kind: F32, Bits: v}, err
		case 'd', 'D':
			v, err := strconv.ParseUint(text[2:], 16, 64)
			return Arg{Kind: F64, Bits: v}, err
		}
	}
	if v, err := parseInt(text); err == nil {
		return Arg{Kind: Int, Bits: v}, nil
	}
	f, err := strconv.ParseFloat(text, 64)
	return Arg{Kind: F64, Bits: math.Float64bits(f)}, err
}
