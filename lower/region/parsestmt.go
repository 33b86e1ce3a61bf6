// The parser of statements and blocks of region IR.

package region

import (
	"math"
	"slices"
	"strings"

	"ompcc/parse/diag"
)

// block parses the statements of a block up to and including its closing brace.
func (p *parser) block() *Block {
	b := &Block{}
	p.statements(b, func() bool { return p.is("}") })
	return b
}

// body parses a block with both braces.
func (p *parser) body() *Block {
	p.want("{")
	return p.block()
}

func (p *parser) statements(b *Block, end func() bool) {
	defer p.nest()()
	for !end() {
		if p.pos == len(p.text) {
			p.fail(p.pos, "expected } before the end")
		}
		if p.isLocal() {
			b.Locals = append(b.Locals, p.local())
			continue
		}
		var at Position
		if p.peekWord() == "at" && !p.isLabel() && p.word("at") {
			at = p.sourcePlace()
		}
		s := p.stmt()
		s.(interface{ setPos(Position) }).setPos(at)
		b.Stmts = append(b.Stmts, s)
	}
}

// sourcePlace parses line and column. A file name precedes them if it is not the module's file.
func (p *parser) sourcePlace() Position {
	at := Position{File: p.source}
	if p.is(`"`) {
		p.pos--
		at.File = p.quoted()
		p.want(":")
	}
	at.Line = int(p.in(1, math.MaxInt32))
	p.want(":")
	at.Col = int(p.in(0, math.MaxInt32))
	return at
}

func (p *parser) isLocal() bool { return p.peekWord() == "local" && !p.isLabel() && p.word("local") }

// local parses a declaration after its keyword. Several blocks of a function may declare the same local.
func (p *parser) local() *Local {
	p.space()
	at := p.pos
	name := p.name("the name of a local")
	l := &Local{Name: name}
	p.want(":")
	l.Type = p.typ()
	l.Space = Space(p.space1(spaceNames[:]))
	if p.word("align") {
		l.Align = p.in(1, 1<<32)
	}
	l.Escapes = p.word("escapes")
	if p.word("declared") {
		l.Pos = diag.Pos(p.sourcePlace())
	}
	if old := p.locals[name]; old != nil {
		if !Same(old.Type, l.Type) || old.Space != l.Space || old.Align != l.Align {
			p.fail(at, "local %s is defined with another type before", l.Name)
		}
		return old
	}
	l.Name = p.base(name)
	p.locals[name] = l
	return l
}

// temp defines a temporary of type t; the caller has parsed its name.
func (p *parser) temp(at int, name string, t Type) *Temp {
	if p.temps[name] != nil {
		p.fail(at, "%%%s is defined twice", name)
	}
	p.temps[name] = &Temp{Name: p.base(name), Type: t}
	return p.temps[name]
}

// newTemp parses %name and defines the temporary.
func (p *parser) newTemp(t Type) *Temp {
	p.want("%")
	at := p.pos
	return p.temp(at-1, p.name("the name of a temporary"), t)
}

// isLabel reports whether the current word is a label: a colon and the end of the line follow.
func (p *parser) isLabel() bool {
	w := p.peekWord()
	line, _, _ := strings.Cut(p.rest(), ";")
	return w != "" && w != "default" && strings.TrimSpace(line) == w+":"
}

func (p *parser) label(name string) *Label {
	if p.labels[name] == nil {
		p.labels[name] = &Label{Name: name}
	}
	return p.labels[name]
}

// target parses the label of a jump.
func (p *parser) target() *Label {
	p.space()
	at := p.pos
	l := p.label(p.name("the name of a label"))
	if _, ok := p.jumps[l]; !ok {
		p.jumps[l] = at
	}
	return l
}

func (p *parser) stmt() Stmt {
	p.space()
	at := p.pos
	if p.isLabel() {
		l := p.label(p.name("a label"))
		if p.placed[l] {
			p.fail(at, "label %s is placed twice", l.Name)
		}
		p.placed[l] = true
		p.want(":")
		return l
	}
	if p.next("{") {
		return p.block()
	}
	if p.next("%") {
		name := p.name("the name of a temporary")
		if p.is("=") {
			x := p.expr()
			return &Let{Temp: p.temp(at, name, x.ExprType()), X: x}
		}
		p.pos = at
	}
	w := p.peekWord()
	if read := statementWords[w]; read != nil {
		p.pos += len(w)
		return read(p)
	}
	switch {
	case strings.HasPrefix(w, "atomic."):
		p.pos += len(w)
		if x, s := p.atomic(at, w[len("atomic."):], true); s != nil {
			return s
		} else {
			return &Eval{X: x}
		}
	case w == "volatile":
		p.pos += len(w)
		if p.word("copy") {
			return p.copy(true)
		}
		p.pos = at
	}
	x := p.expr()
	p.space()
	if strings.HasPrefix(p.text[p.pos:], "=>") || !p.next("=") {
		return &Eval{X: x}
	}
	switch x := x.(type) {
	case *Load:
		return &Store{Addr: x.Addr, X: p.typed(x.Type), Align: x.Align, Volatile: x.Volatile, Site: x.Site, NonTemporal: x.NonTemporal}
	case *BitLoad:
		return &BitStore{Addr: x.Addr, X: p.typed(x.Type), Off: x.Off, Width: x.Width, Volatile: x.Volatile,
			Site: x.Site}
	}
	p.fail(at, "expected type[address] or %%name before =")
	return nil
}

// statementWords maps the keywords that begin statements to their parsers.
var statementWords map[string]func(*parser) Stmt

func init() {
	statementWords = map[string]func(*parser) Stmt{
		"copy":       func(p *parser) Stmt { return p.copy(false) },
		"zero":       (*parser).zero,
		"if":         (*parser).ifStmt,
		"while":      func(p *parser) Stmt { return p.loop(&Loop{}) },
		"do":         (*parser).doWhile,
		"switch":     (*parser).switchStmt,
		"case":       (*parser).caseLabel,
		"default":    (*parser).caseDefault,
		"break":      func(*parser) Stmt { return &Break{} },
		"continue":   func(*parser) Stmt { return &Continue{} },
		"return":     (*parser).returnStmt,
		"goto":       func(p *parser) Stmt { return &Goto{Label: p.target()} },
		"asm":        (*parser).asm,
		"parallel":   (*parser).parallel,
		"pre":        (*parser).pre,
		"distribute": func(p *parser) Stmt { p.pos -= len("distribute"); return p.wsloop(nil) },
		"for":        func(p *parser) Stmt { p.pos -= len("for"); return p.wsloop(nil) },
		"simd":       func(p *parser) Stmt { p.pos -= len("simd"); return p.wsloop(nil) },
		"barrier":    (*parser).barrier,
		"critical":   (*parser).critical,
		"single":     (*parser).single,
		"masked":     func(p *parser) Stmt { return &Masked{Filter: p.clause("filter"), Body: p.body()} },
		"sections":   (*parser).sections,
		"ordered":    func(p *parser) Stmt { return &Ordered{Body: p.body()} },
		"scan":       func(p *parser) Stmt { return &Scan{Exclusive: p.word("exclusive"), Init: p.word("init")} },
		"flush":      (*parser).flush,
		"task":       func(p *parser) Stmt { return &Task{Final: p.clause("final"), Body: p.body()} },
	}
}

// bracketed parses [address].
func (p *parser) bracketed() Expr {
	p.want("[")
	x := p.address()
	p.want("]")
	return x
}

func (p *parser) copy(volatile bool) Stmt {
	s := &Copy{Volatile: volatile, Type: p.typ()}
	s.Dst, s.Site = p.bracketed(), p.siteHere()
	p.want("=")
	s.Src, s.From = p.bracketed(), p.siteHere()
	return s
}

func (p *parser) zero() Stmt {
	s := &Zero{Size: p.in(0, 1<<62)}
	s.Addr = p.bracketed()
	return s
}

func (p *parser) ifStmt() Stmt {
	s := &If{Cond: p.expr(), Then: p.body()}
	if p.word("else") {
		s.Else = p.body()
	}
	return s
}

func (p *parser) doWhile() Stmt {
	if !p.word("while") {
		p.fail(p.pos, "expected while")
	}
	return p.loop(&Loop{DoWhile: true})
}

func (p *parser) loop(s *Loop) Stmt {
	if !p.word("true") {
		s.Cond = p.expr()
	}
	if p.word("unroll") {
		s.Unroll = int(p.paren(-1, 1<<31-1))
	}
	s.Vectorize = p.word("vectorize")
	s.Body = p.body()
	if p.word("post") {
		s.Post = p.body()
	}
	return s
}

func (p *parser) switchStmt() Stmt {
	s := &Switch{Computed: p.word("computed"), X: p.expr()}
	outer := p.cases
	p.cases = s
	s.Body = p.body()
	p.cases = outer
	return s
}

func (p *parser) caseLabel() Stmt {
	bound := func() *Const {
		p.space()
		at := p.pos
		c, ok := p.expr().(*Const)
		if !ok {
			p.fail(at, "expected an integer constant")
		}
		return c
	}
	at := p.pos
	if p.cases == nil {
		p.fail(at, "case outside of a switch")
	}
	c := &CaseLabel{Lo: bound()}
	c.Hi = c.Lo
	if p.is("...") {
		c.Hi = bound()
	}
	p.want(":")
	p.cases.Cases = append(p.cases.Cases, c)
	return c
}

func (p *parser) caseDefault() Stmt {
	p.want(":")
	if p.cases == nil {
		p.fail(p.pos, "default outside of a switch")
	}
	p.cases.Default = &CaseLabel{Default: true}
	return p.cases.Default
}

// returnStmt parses a return and the value, if a value follows on the same line.
func (p *parser) returnStmt() Stmt {
	line, _, _ := strings.Cut(p.rest(), ";")
	if line = strings.TrimSpace(line); line == "" || line[0] == '}' {
		return &Return{}
	}
	return &Return{X: p.expr()}
}

func (p *parser) asm() Stmt {
	s := &Asm{Volatile: p.word("volatile"), Text: p.quoted(), Constraints: p.quoted()}
	group := func(word string, item func()) {
		if !p.word(word) {
			p.fail(p.pos, "expected %s(", word)
		}
		p.want("(")
		for first := true; !p.is(")"); first = false {
			if !first {
				p.want(",")
			}
			item()
		}
	}
	group("outs", func() {
		s.OutTypes = append(s.OutTypes, p.typ())
		s.Outs = append(s.Outs, p.bracketed())
	})
	group("ins", func() {
		var t Type
		if p.word("memory") {
			t = p.typ()
			s.Ins = append(s.Ins, p.bracketed())
		} else {
			s.Ins = append(s.Ins, p.expr())
		}
		s.InMemory = append(s.InMemory, t)
	})
	for p.word("goto") {
		s.Labels = append(s.Labels, p.target())
	}
	return s
}

// clause parses name(expression), or returns nil if the clause is absent.
func (p *parser) clause(name string) Expr {
	if p.peekWord() != name || !strings.HasPrefix(p.text[p.pos+len(name):], "(") {
		return nil
	}
	p.pos += len(name) + 1
	x := p.expr()
	p.want(")")
	return x
}

func (p *parser) parallel() Stmt {
	s := &Parallel{NumThreads: p.clause("num_threads"), Extents: p.clause("extents"), If: p.clause("if")}
	if p.word("proc_bind") {
		p.want("(")
		s.ProcBind = p.name("a policy")
		p.want(")")
	}
	p.want("{")
	s.Reductions = p.reductions()
	s.Body = p.block()
	return s
}

func (p *parser) pre() Stmt { return p.wsloop(p.body()) }

var levelNames = []string{"distribute", "for", "simd"}

func (p *parser) levels() (l Level) {
	for i, n := range levelNames {
		if p.word(n) {
			l |= 1 << i
		}
	}
	return l
}

func (p *parser) wsloop(pre *Block) Stmt {
	s := &WsLoop{Pre: pre, Levels: p.levels()}
	if s.Levels == 0 {
		p.fail(p.pos, "expected distribute, for or simd")
	}
	// An index has the type of its trip count. The trip count may refer to the preceding indices.
	for ok := true; ok; ok = p.is(",") {
		p.want("%")
		at := p.pos - 1
		name := p.name("the name of an index")
		p.want("<")
		trip := p.expr()
		s.Trips = append(s.Trips, trip)
		s.Index = append(s.Index, p.temp(at, name, trip.ExprType()))
	}
	s.NonRect = p.word("nonrect")
	if p.word("schedule") {
		p.want("(")
		s.Schedule = Schedule(p.oneOf("a schedule", scheduleNames))
		p.want(")")
	}
	s.Chunk, s.DistChunk, s.NumThreads = p.clause("chunk"), p.clause("dist_chunk"), p.clause("num_threads")
	s.Extents, s.If = p.clause("extents"), p.clause("if")
	s.Last = p.last()
	if p.word("left") {
		p.want("(")
		p.want("&")
		s.Left = p.localRef()
		p.want(")")
	}
	if p.word("simdlen") {
		s.Simdlen = p.paren(0, 1<<62)
	}
	if p.word("safelen") {
		s.Safelen = p.paren(0, 1<<62)
	}
	s.DistStatic, s.Ordered, s.Scan, s.NoWait, s.Concurrent = p.word("dist_static"), p.word("ordered"), p.word("scan"),
		p.word("nowait"), p.word("concurrent")
	if p.word("reduce") {
		p.want("(")
		s.RedLevels = p.levels()
		p.want(")")
	}
	p.want("{")
	s.Reductions = p.reductions()
	s.Body = p.block()
	return s
}

// last parses last(%name). The temporary is true in the last iteration or section.
func (p *parser) last() *Temp {
	if !p.word("last") {
		return nil
	}
	p.want("(")
	t := p.newTemp(BoolT)
	p.want(")")
	return t
}

func (p *parser) barrier() Stmt {
	s := &Barrier{}
	for _, k := range []BarrierKind{BarrierMeet, BarrierLeave, BarrierJoin} {
		if p.word(strings.TrimSpace(k.String())) {
			s.Kind = k
		}
	}
	s.Cond = p.clause("if")
	return s
}

// title parses an optional name, which may be in quotes, and then the token end.
func (p *parser) title(end string) (name string) {
	if p.space(); p.pos < len(p.text) && p.text[p.pos] == '"' {
		name = p.quoted()
	} else {
		name = p.peekWord()
		p.pos += len(name)
	}
	p.want(end)
	return name
}

func (p *parser) critical() Stmt {
	p.want("(")
	s := &Critical{Name: p.title(")")}
	s.Body = p.body()
	return s
}

func (p *parser) single() Stmt {
	s := &Single{NoWait: p.word("nowait")}
	for p.word("copyprivate") {
		p.want("(")
		c := CopyPrivate{Type: p.typ()}
		c.Addr = p.bracketed()
		p.want(")")
		s.Copy = append(s.Copy, c)
	}
	s.Body = p.body()
	return s
}

func (p *parser) sections() Stmt {
	s := &Sections{NoWait: p.word("nowait"), Last: p.last()}
	p.want("{")
	s.Reductions = p.reductions()
	for p.word("section") {
		s.Parts = append(s.Parts, p.body())
	}
	p.want("}")
	return s
}

func (p *parser) flush() Stmt {
	return &Flush{Order: Order(p.oneOf("a memory order", orderNames[:])), Scope: Scope(p.space1(scopeNames[:]))}
}

// reductions parses the reductions at the start of a construct's body.
func (p *parser) reductions() (rs []*Reduction) {
	for p.peekWord() == "reduction" && !p.isLabel() && p.word("reduction") {
		rs = append(rs, p.reduction())
	}
	return rs
}

func (p *parser) reduction() *Reduction {
	p.want("(")
	p.space()
	op, _, _ := strings.Cut(p.rest(), ":")
	i := slices.Index(redNames[:], strings.TrimSpace(op))
	if i < 0 {
		p.fail(p.pos, "expected a reduction operator: one of %s", strings.Join(redNames[:], " "))
	}
	p.pos += len(op)
	p.want(":")
	r := &Reduction{Op: RedOp(i), Name: p.title(")")}
	r.Type = p.typ()
	if p.next("[") {
		r.Count = p.expr()
		p.want("]")
	}
	if !p.word("priv") {
		p.fail(p.pos, "expected priv(name: type)")
	}
	p.want("(")
	r.Priv = p.local()
	p.want(")")
	at := p.pos
	if r.Orig = p.clause("orig"); r.Orig == nil {
		p.fail(at, "expected orig(address)")
	}
	r.Scanned = p.word("scanned")
	if p.word("init") {
		r.Init = p.body()
	}
	if p.word("combine") {
		p.want("(")
		r.In = p.newTemp(PtrT)
		p.want(",")
		r.Out = p.newTemp(PtrT)
		p.want(")")
		r.Combine = p.body()
	}
	return r
}
