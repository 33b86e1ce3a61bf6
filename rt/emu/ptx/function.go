package ptx

import (
	"fmt"
	"strconv"
)

// function parses an .entry or .func, with or without a body.
func (p *parser) function(weak bool) (*Func, error) {
	f := &Func{Entry: p.is(".entry"), Weak: weak, Line: p.tok.line, Labels: map[string]int{},
		Tables: map[string][]string{}}
	if err := p.advance(); err != nil {
		return nil, err
	}
	var err error
	if p.is("(") {
		if f.Returns, err = p.params(); err != nil {
			return nil, err
		}
	}
	if f.Name, err = p.take(tWord, "a function's name"); err != nil {
		return nil, err
	}
	if p.is("(") {
		if f.Params, err = p.params(); err != nil {
			return nil, err
		}
	}
	if err := p.tuning(f); err != nil {
		return nil, err
	}
	if p.is(";") {
		return f, p.advance()
	}
	if !p.is("{") {
		return nil, p.fail("%q found where the body of %s was expected", p.tok.text, f.Name)
	}
	f.Defined = true
	b := &body{parser: p, f: f}
	return f, b.read()
}

func (p *parser) params() ([]*Var, error) {
	if err := p.expect("("); err != nil {
		return nil, err
	}
	var all []*Var
	for !p.is(")") {
		if p.is(".reg") {
			return nil, p.fail("parameters in registers are not supported")
		}
		if spaces[p.tok.text] != Param {
			return nil, p.fail("%q found where a parameter was expected", p.tok.text)
		}
		vars, err := p.variables()
		if err != nil {
			return nil, err
		}
		all = append(all, vars...)
		if !p.is(",") {
			break
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	return all, p.expect(")")
}

// tuning parses launch bounds and other performance directives.
func (p *parser) tuning(f *Func) error {
	for p.tok.kind == tWord && p.tok.text[0] == '.' {
		name := p.tok.text
		if err := p.advance(); err != nil {
			return err
		}
		product := 1
		for p.tok.kind == tNumber {
			n, err := p.integer()
			if err != nil {
				return err
			}
			product *= int(n)
			if !p.is(",") {
				break
			}
			if err := p.advance(); err != nil {
				return err
			}
		}
		switch name {
		case ".maxntid":
			f.MaxThreads = product
		case ".reqntid":
			f.ReqThreads = product
		case ".reqnctapercluster":
			if product > 1 {
				return p.fail("clusters of %d blocks are not supported", product)
			}
		case ".attribute":
			if err := p.attribute(); err != nil {
				return err
			}
		case ".pragma":
			if err := p.pragma(); err != nil {
				return err
			}
		case ".minnctapersm", ".maxnctapersm", ".maxnreg", ".noreturn", ".maxclusterrank", ".explicitcluster",
			".blocksareclusters":
		default:
			return p.fail("unknown attribute %s of a function", name)
		}
	}
	return nil
}

func (p *parser) pragma() error {
	for p.tok.kind == tString || p.is(",") {
		if err := p.advance(); err != nil {
			return err
		}
	}
	return p.expect(";")
}

// body parses the body of a function. It renames names declared in an inner block, because each call sequence declares
// its own param0.
type body struct {
	*parser
	f      *Func
	scopes []map[string]string
	unique int
	loc    *Loc
}

func (b *body) read() error {
	if err := b.expect("{"); err != nil {
		return err
	}
	b.scopes = append(b.scopes, map[string]string{})
	for len(b.scopes) > 0 {
		if err := b.statement(); err != nil {
			return err
		}
	}
	return nil
}

func (b *body) statement() error {
	switch text := b.tok.text; {
	case b.tok.kind == tEnd:
		return b.fail("function %s has no end", b.f.Name)
	case b.is("{"):
		b.scopes = append(b.scopes, map[string]string{})
		return b.advance()
	case b.is("}"):
		b.scopes = b.scopes[:len(b.scopes)-1]
		return b.advance()
	case b.is(";"):
		return b.advance()
	case text == ".reg":
		return b.regs()
	case spaces[text] != Generic:
		return b.locals()
	case text == ".loc":
		return b.location()
	case text == ".file":
		return b.file()
	case text == ".pragma":
		if err := b.advance(); err != nil {
			return err
		}
		return b.pragma()
	case text == ".section":
		return b.section()
	}
	return b.instruction()
}

// declare declares name in the current block, and returns the name that replaces it.
func (b *body) declare(name string) string {
	if len(b.scopes) == 1 {
		return name
	}
	b.unique++
	unique := name + "#" + strconv.Itoa(b.unique)
	b.scopes[len(b.scopes)-1][name] = unique
	return unique
}

func (b *body) resolve(name string) string {
	for i := len(b.scopes) - 1; i > 0; i-- {
		if unique, ok := b.scopes[i][name]; ok {
			return unique
		}
	}
	return name
}

func (b *body) regs() error {
	if err := b.advance(); err != nil {
		return err
	}
	typ, err := b.take(tWord, "a type")
	if err != nil {
		return err
	}
	for {
		r := Reg{Type: typ[1:]}
		name, err := b.take(tWord, "a register")
		if err != nil {
			return err
		}
		if b.is("<") {
			if err := b.advance(); err != nil {
				return err
			}
			n, err := b.integer()
			if err != nil {
				return err
			}
			r.Count = int(n)
			if err := b.expect(">"); err != nil {
				return err
			}
			r.Name = name
		} else {
			r.Name = b.declare(name)
		}
		b.f.Regs = append(b.f.Regs, r)
		if !b.is(",") {
			return b.expect(";")
		}
		if err := b.advance(); err != nil {
			return err
		}
	}
}

func (b *body) locals() error {
	vars, err := b.variables()
	if err != nil {
		return err
	}
	for _, v := range vars {
		v.Name = b.declare(v.Name)
	}
	b.f.Locals = append(b.f.Locals, vars...)
	return b.expect(";")
}

// location parses ".loc file line column [, function_name label, inlined_at …]".
func (b *body) location() error {
	if err := b.advance(); err != nil {
		return err
	}
	loc, err := b.place()
	if err != nil {
		return err
	}
	b.loc = loc
	for b.is(",") {
		if err := b.advance(); err != nil {
			return err
		}
		switch what, err := b.take(tWord, "an attribute"); {
		case err != nil:
			return err
		case what == "function_name":
			if _, err := b.take(tWord, "a label"); err != nil {
				return err
			}
			if _, err := b.offset(); err != nil {
				return err
			}
		case what == "inlined_at":
			if loc.Inlined, err = b.place(); err != nil {
				return err
			}
		default:
			return b.fail("unknown attribute %s of .loc", what)
		}
	}
	return nil
}

func (b *body) place() (*Loc, error) {
	var n [3]uint64
	for i := range n {
		v, err := b.integer()
		if err != nil {
			return nil, err
		}
		n[i] = v
	}
	return &Loc{File: int(n[0]), Line: int(n[1]), Column: int(n[2])}, nil
}

func (b *body) instruction() error {
	in := Inst{Loc: b.loc, Line: b.tok.line}
	if ok, err := b.accept("@"); err != nil {
		return err
	} else if ok {
		if in.Negated, err = b.accept("!"); err != nil {
			return err
		}
		name, err := b.take(tWord, "a predicate")
		if err != nil {
			return err
		}
		in.Pred = b.resolve(name)
	}
	op, err := b.take(tWord, "an instruction")
	if err != nil {
		return err
	}
	if b.is(":") {
		if err := b.advance(); err != nil {
			return err
		}
		return b.label(op)
	}
	in.Op = op
	for !b.is(";") {
		a, err := b.operand()
		if err != nil {
			return fmt.Errorf("%w in %s", err, op)
		}
		in.Args = append(in.Args, a)
		if !b.is(",") {
			break
		}
		if err := b.advance(); err != nil {
			return err
		}
	}
	b.f.Body = append(b.f.Body, in)
	if err := b.expect(";"); err != nil {
		return fmt.Errorf("%w after %s", err, op)
	}
	return nil
}

// label handles a label: a branch target, or the name of a table of labels or of a prototype.
func (b *body) label(name string) error {
	switch b.tok.text {
	case ".branchtargets", ".calltargets":
		return b.table(name)
	case ".callprototype":
		for !b.is(";") && b.tok.kind != tEnd {
			if err := b.advance(); err != nil {
				return err
			}
		}
		return nil
	}
	b.f.Labels[name] = len(b.f.Body)
	return nil
}

func (b *body) table(name string) error {
	if err := b.advance(); err != nil {
		return err
	}
	for {
		to, err := b.take(tWord, "a label")
		if err != nil {
			return err
		}
		b.f.Tables[name] = append(b.f.Tables[name], to)
		if !b.is(",") {
			return b.expect(";")
		}
		if err := b.advance(); err != nil {
			return err
		}
	}
}

func (b *body) operand() (Arg, error) {
	a, err := b.simple()
	if err != nil || !b.is("|") {
		return a, err
	}
	if err := b.advance(); err != nil {
		return a, err
	}
	second, err := b.simple()
	return Arg{Kind: Pair, List: []Arg{a, second}}, err
}

func (b *body) simple() (Arg, error) {
	switch {
	case b.is("["):
		return b.memory()
	case b.is("{"):
		return b.group(Vec, "}")
	case b.is("("):
		return b.group(List, ")")
	case b.is("!"):
		if err := b.advance(); err != nil {
			return Arg{}, err
		}
		name, err := b.take(tWord, "a predicate")
		return Arg{Kind: Name, Name: b.resolve(name), Not: true}, err
	case b.tok.kind == tNumber || b.is("-"):
		return b.number()
	}
	name, err := b.take(tWord, "an operand")
	if err != nil {
		return Arg{}, err
	}
	off, err := b.offset()
	return Arg{Kind: Name, Name: b.resolve(name), Offset: off}, err
}

func (b *body) memory() (Arg, error) {
	if err := b.advance(); err != nil {
		return Arg{}, err
	}
	a := Arg{Kind: Mem}
	if b.tok.kind == tNumber {
		n, err := b.integer()
		if err != nil {
			return a, err
		}
		a.Offset = int64(n)
	} else {
		name, err := b.take(tWord, "an address")
		if err != nil {
			return a, err
		}
		a.Name = b.resolve(name)
		if a.Offset, err = b.offset(); err != nil {
			return a, err
		}
	}
	return a, b.expect("]")
}

func (b *body) group(kind ArgKind, end string) (Arg, error) {
	if err := b.advance(); err != nil {
		return Arg{}, err
	}
	a := Arg{Kind: kind}
	for !b.is(end) {
		one, err := b.operand()
		if err != nil {
			return a, err
		}
		a.List = append(a.List, one)
		if !b.is(",") {
			break
		}
		if err := b.advance(); err != nil {
			return a, err
		}
	}
	return a, b.expect(end)
}
