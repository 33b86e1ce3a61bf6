// The parser of region IR: tokens, names, numbers, and the heads of globals, functions and kernels. The files
// parsetype.go, parseexpr.go and parsestmt.go parse types, expressions and statements. docs/region-ir.md has the
// grammar.

package region

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ompcc/parse/diag"
)

// SyntaxError reports the position at which a text is not valid region IR.
type SyntaxError struct {
	Pos diag.Pos
	// Source is the source line at Pos.
	Source  string
	Message string
}

func (e *SyntaxError) Error() string {
	indent := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, e.Source[:min(max(e.Pos.Col-1, 0), len(e.Source))])
	return fmt.Sprintf("%s: error: %s\n%s\n%s^", e.Pos, e.Message, e.Source, indent)
}

// Parse parses the text of a module, as String writes it. Errors are SyntaxErrors that name file. Parse does not
// verify the module.
func Parse(file, text string) (m *Module, err error) {
	p := &parser{file: file, text: text, globals: map[string]*Global{}, funcs: map[string]*Function{}}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*SyntaxError)
			if !ok {
				panic(r)
			}
			m, err = nil, e
		}
	}()
	return p.module(), nil
}

// nameChars holds the ASCII characters of names. Bytes of non-ASCII characters are name characters, too.
const nameChars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$"

// maxDepth limits the nesting of expressions, types and blocks.
const maxDepth = 2000

// parser reads the text without a separate scanner. White space separates words, and a comment extends from ; to
// the end of the line. An opening bracket that belongs to the preceding token follows it without space.
type parser struct {
	file, text string
	source     string // the source file that the module names
	pos        int
	depth      int
	globals    map[string]*Global
	funcs      map[string]*Function
	later      []func() // parse the bodies and initialisers after all heads, because they may refer to later symbols

	// State of the current function or kernel.
	params map[string]*Param
	locals map[string]*Local
	temps  map[string]*Temp
	labels map[string]*Label
	named  map[string]bool // the names of params, locals and temps
	placed map[*Label]bool
	jumps  map[*Label]int // the offset of the first jump to each label
	cases  *Switch        // the innermost switch
}

func (p *parser) fail(at int, format string, args ...any) {
	at = min(at, len(p.text))
	start := strings.LastIndexByte(p.text[:at], '\n') + 1
	line, _, _ := strings.Cut(p.text[start:], "\n")
	panic(&SyntaxError{
		Pos:    diag.Pos{File: p.file, Line: strings.Count(p.text[:at], "\n") + 1, Col: at - start + 1},
		Source: line, Message: fmt.Sprintf(format, args...),
	})
}

// nest enters a level of nesting; the function that it returns leaves the level.
func (p *parser) nest() func() {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.pos, "nesting deeper than %d levels", maxDepth)
	}
	return func() { p.depth-- }
}

// space skips white space and comments.
func (p *parser) space() {
	for p.pos < len(p.text) {
		switch p.text[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		case ';':
			p.pos += len(p.rest())
		default:
			return
		}
	}
}

// rest returns the rest of the line.
func (p *parser) rest() string {
	line, _, _ := strings.Cut(p.text[p.pos:], "\n")
	return line
}

// next consumes s if the text continues with s, without skipping space, and reports whether it does.
func (p *parser) next(s string) bool {
	if strings.HasPrefix(p.text[p.pos:], s) {
		p.pos += len(s)
		return true
	}
	return false
}

// is skips space, then consumes s if the text continues with s, and reports whether it does.
func (p *parser) is(s string) bool {
	p.space()
	return p.next(s)
}

func (p *parser) want(s string) {
	if !p.is(s) {
		p.fail(p.pos, "expected %q", s)
	}
}

func isNameChar(c byte) bool { return c >= 0x80 || strings.IndexByte(nameChars, c) >= 0 }

// peekWord skips space and returns the next word without consuming it: letters, digits, _, $ and dots.
func (p *parser) peekWord() string {
	p.space()
	end := p.pos
	for end < len(p.text) && isNameChar(p.text[end]) {
		end++
	}
	return p.text[p.pos:end]
}

// word consumes w if the next whole word is w, and reports whether it is.
func (p *parser) word(w string) bool {
	if p.peekWord() != w {
		return false
	}
	p.pos += len(w)
	return true
}

// name consumes and returns a name; an error message calls it what.
func (p *parser) name(what string) string {
	w := p.peekWord()
	if w == "" {
		p.fail(p.pos, "expected %s", what)
	}
	p.pos += len(w)
	return w
}

// oneOf consumes one of words and returns its index.
func (p *parser) oneOf(what string, words []string) int {
	w := p.peekWord()
	i := slices.Index(words, w)
	if i < 0 || w == "" {
		p.fail(p.pos, "expected %s: one of %s", what, strings.TrimSpace(strings.Join(words, " ")))
	}
	p.pos += len(w)
	return i
}

func (p *parser) space1(words []string) int {
	for i, w := range words {
		if w != "" && p.word(strings.TrimSpace(w)) {
			return i
		}
	}
	return 0
}

func (p *parser) int64() int64 {
	p.space()
	start := p.pos
	p.next("-")
	for p.pos < len(p.text) && p.text[p.pos] >= '0' && p.text[p.pos] <= '9' {
		p.pos++
	}
	n, err := strconv.ParseInt(p.text[start:p.pos], 10, 64)
	if err != nil {
		p.fail(start, "expected an integer of 64 bits")
	}
	return n
}

// in consumes an integer in the range lo to hi.
func (p *parser) in(lo, hi int64) int64 {
	p.space()
	start := p.pos
	n := p.int64()
	if n < lo || n > hi {
		p.fail(start, "%d is not in the range of %d to %d", n, lo, hi)
	}
	return n
}

// quoted consumes a string in Go syntax.
func (p *parser) quoted() string {
	p.space()
	q, err := strconv.QuotedPrefix(p.text[p.pos:])
	if err != nil || q[0] != '"' {
		p.fail(p.pos, "expected a string in double quotes")
	}
	s, err := strconv.Unquote(q)
	if err != nil {
		p.fail(p.pos, "expected a string in double quotes")
	}
	p.pos += len(q)
	return s
}

// placeAt parses the source position in the comment that ends the line at offset at, the head of a symbol.
func (p *parser) placeAt(at int) diag.Pos {
	line, _, _ := strings.Cut(p.text[at:], "\n")
	for i := 0; i < len(line); i++ {
		if q, err := strconv.QuotedPrefix(line[i:]); err == nil && line[i] == '"' {
			i += len(q) - 1
		} else if strings.HasPrefix(line[i:], "; ") {
			return placeOf(line[i+2:])
		}
	}
	return diag.Pos{}
}

// noteBefore returns the comment on the line before offset at: the origin of a function or kernel.
func (p *parser) noteBefore(at int) string {
	before, line := p.text[:strings.LastIndexByte(p.text[:at], '\n')+1], ""
	if before != "" {
		line = before[strings.LastIndexByte(before[:len(before)-1], '\n')+1 : len(before)-1]
	}
	note, ok := strings.CutPrefix(line, "; ")
	if !ok {
		return ""
	}
	return note
}

// placeOf parses file:line:col.
func placeOf(s string) diag.Pos {
	parts := strings.Split(s, ":")
	if n := len(parts); n >= 3 {
		line, err1 := strconv.Atoi(parts[n-2])
		col, err2 := strconv.Atoi(parts[n-1])
		if err1 == nil && err2 == nil && line > 0 {
			return diag.Pos{File: strings.Join(parts[:n-2], ":"), Line: line, Col: col}
		}
	}
	return diag.Pos{File: s}
}

func (p *parser) module() *Module {
	m := &Module{}
	if !p.word("module") {
		p.fail(p.pos, "expected module \"file\"")
	}
	m.File = p.quoted()
	for {
		switch {
		case p.word("fast"):
			m.FP.Fast = true
		case p.is("relaxed="):
			end := strings.IndexAny(p.rest()+"\n", " \t\r\n;")
			m.FP.Relaxed = strings.ReplaceAll(p.text[p.pos:p.pos+end], ",", " ")
			p.pos += end
		case p.is("contract="):
			m.FP.Contract = p.name("fast, on or off")
		case p.word("sets_icvs"):
			m.SetsICVs = true
		case p.word("shares_host"):
			m.SharesHost = true
		default:
			p.items(m)
			for _, f := range p.later {
				f()
			}
			return m
		}
	}
}

// items parses the heads of the module's symbols and skips the bodies.
func (p *parser) items(m *Module) {
	p.source = m.File
	defined := map[string]bool{}
	for {
		p.space()
		if p.pos == len(p.text) {
			return
		}
		start := p.pos
		note := p.noteBefore(start)
		declared := p.word("declare")
		name := ""
		switch w := p.peekWord(); {
		case w == "global" || w == "const":
			p.pos += len(w)
			g := p.global(w == "const", declared)
			g.Pos = p.placeAt(start)
			m.Globals, name = append(m.Globals, g), g.Name
		case w == "func" || declared:
			if !declared {
				p.pos += len(w)
			}
			f := p.function(declared)
			f.UseChain, f.Pos = note, p.placeAt(start)
			m.Funcs, name = append(m.Funcs, f), f.Name
		case w == "kernel":
			p.pos += len(w)
			k := p.kernel()
			at, source, _ := strings.Cut(note, ": ")
			k.Pos, k.Source = placeOf(at), source
			m.Kernels, name = append(m.Kernels, k), k.Name
		default:
			p.fail(p.pos, "expected global, const, declare, func or kernel")
		}
		if defined[name] {
			p.fail(start, "@%s is defined twice", name)
		}
		defined[name] = true
	}
}

// after skips with skip and registers read to run at the current offset once the parser knows all heads.
func (p *parser) after(skip, read func()) {
	at := p.pos
	p.later = append(p.later, func() { p.pos = at; read() })
	skip()
}

func (p *parser) symbol() string {
	p.want("@")
	if p.pos < len(p.text) && p.text[p.pos] == '"' {
		return p.quoted()
	}
	return p.name("the name of a symbol")
}

var linkageNames = []string{"internal", "external", "linkonce", "weak"}

func (p *parser) global(constant, declared bool) *Global {
	g := &Global{Const: constant, Decl: declared, Linkage: Linkage(p.oneOf("a linkage", linkageNames)),
		Space: Space(p.space1(spaceNames[:]))}
	g.Name = p.symbol()
	p.globals[g.Name] = g
	p.want(":")
	g.Type = p.typ()
	if p.word("align") {
		g.Align = p.int64()
	}
	if p.word("entry") {
		p.want("(")
		end := max(strings.IndexByte(p.rest(), ')'), 0)
		g.Entry, g.HostName = true, p.text[p.pos:p.pos+end]
		p.pos += end
		p.want(")")
	}
	g.Link, g.Library = p.word("link"), p.word("library")
	if p.is("=") {
		p.after(p.skipInit, func() { g.Init = p.initialiser() })
	}
	return g
}

// skipInit advances to the end of the line or to its comment.
func (p *parser) skipInit() {
	for p.pos < len(p.text) && p.text[p.pos] != '\n' && p.text[p.pos] != ';' {
		if p.text[p.pos] == '"' {
			p.quoted()
		} else {
			p.pos++
		}
	}
}

func (p *parser) initialiser() Init {
	defer p.nest()()
	p.space()
	at := p.pos
	switch {
	case p.word("bytes"):
		return &InitBytes{Data: []byte(p.quoted())}
	case p.is("{"):
		return p.aggregate()
	case p.peekWord() == "null", p.text[p.pos:] != "" && p.text[p.pos] == '@':
		a := &InitAddr{}
		null := p.word("null")
		if !null {
			name := p.symbol()
			if a.Global, a.Func = p.globals[name], p.funcs[name]; a.Global == nil && a.Func == nil {
				p.fail(at, "@%s is not defined", name)
			}
		}
		switch {
		case p.is("+"):
			a.Offset = p.int64()
		case p.is("-"):
			a.Offset = -p.int64()
		case null:
			return &InitScalar{X: &Null{}}
		}
		return a
	}
	return &InitScalar{X: p.expr()}
}

// aggregate parses the parts of an InitAgg after its opening brace.
func (p *parser) aggregate() Init {
	a := &InitAgg{}
	for !p.is("}") {
		if len(a.Parts) > 0 {
			p.want(",")
		}
		q := InitPart{Offset: p.int64()}
		p.want(":")
		q.Type = p.typ()
		q.Init = p.initialiser()
		a.Parts = append(a.Parts, q)
	}
	p.want("(")
	a.Size = p.int64()
	p.want(")")
	return a
}

// begin clears the names of the previous function.
func (p *parser) begin() {
	p.params, p.locals, p.temps = map[string]*Param{}, map[string]*Local{}, map[string]*Temp{}
	p.labels, p.placed, p.jumps, p.cases = map[string]*Label{}, map[*Label]bool{}, map[*Label]int{}, nil
	p.named = map[string]bool{}
}

// base records a name and returns it without the suffix that the printer adds to make repeated names unique.
func (p *parser) base(name string) string {
	p.named[name] = true
	dot := strings.LastIndexByte(name, '.')
	n, err := strconv.Atoi(name[dot+1:])
	if dot <= 0 || err != nil || strconv.Itoa(n) != name[dot+1:] || n < 2 {
		return name
	}
	before := name[:dot]
	if n > 2 && !p.named[fmt.Sprintf("%s.%d", before, n-1)] || !p.named[before] {
		return name
	}
	return before
}

func (p *parser) param() *Param {
	p.want("$")
	name := p.name("the name of a parameter")
	if p.params[name] != nil {
		p.fail(p.pos-len(name), "$%s is defined twice", name)
	}
	q := &Param{Name: p.base(name)}
	p.params[name] = q
	p.want(":")
	return q
}

func (p *parser) function(declared bool) *Function {
	p.begin()
	f := &Function{Linkage: Linkage(p.oneOf("a linkage", linkageNames)), Name: p.symbol()}
	p.funcs[f.Name] = f
	p.want("(")
	for !p.is(")") {
		if len(f.Params) > 0 {
			p.want(",")
		}
		if f.Variadic = p.is("..."); f.Variadic {
			p.want(")")
			break
		}
		q := p.param()
		q.Type = p.typ()
		if p.word("byval") {
			q.ByVal = p.structure()
		}
		if p.word("sret") {
			q.SRet = p.structure()
		}
		f.Params = append(f.Params, q)
	}
	f.Ret = p.typ()
	p.attributes(f)
	if declared {
		return f
	}
	p.want("{")
	params, named := p.params, p.named
	p.after(p.skipBody, func() {
		p.begin()
		p.params, p.named = params, named
		f.Body = p.block()
		p.checkLabels()
	})
	return f
}

func (p *parser) attributes(f *Function) {
	flags := map[string]*bool{"library": &f.Library, "noinline": &f.NoInline, "alwaysinline": &f.AlwaysInline,
		"noreturn": &f.NoReturn,
		"pure":     &f.Pure, "const": &f.Const, "uses_parallel": &f.UsesParallel, "indirect": &f.Indirect, "noinstrument": &f.NoInstrument, "x86": &f.X86}
	for {
		w := p.peekWord()
		switch {
		case flags[w] != nil && !(w == "const" && p.opensGlobal()):
			p.pos += len(w)
			*flags[w] = true
		case w == "align":
			p.pos += len(w)
			f.Align = p.paren(0, 1<<32)
		case w == "cloned":
			p.pos += len(w)
			p.want("(")
			f.Cloned = p.quoted()
			p.want(")")
		default:
			return
		}
	}
}

// opensGlobal reports whether the current word begins a line.
func (p *parser) opensGlobal() bool { return p.pos > 0 && p.text[p.pos-1] == '\n' }

func (p *parser) paren(lo, hi int64) int64 {
	p.want("(")
	n := p.in(lo, hi)
	p.want(")")
	return n
}

// skipBody advances past the brace that closes a body.
func (p *parser) skipBody() {
	start := p.pos
	for depth := 1; depth > 0; {
		p.space()
		if p.pos == len(p.text) {
			p.fail(start, "no } closes this body")
		}
		switch p.text[p.pos] {
		case '"':
			p.quoted()
			continue
		case '{':
			depth++
		case '}':
			depth--
		}
		p.pos++
	}
}

var paramKinds = []string{"mapped", "value", "copy"}

// namedParam reads the parameter in parentheses that follows a word, nil without the word.
func (p *parser) namedParam(word string) (q *Param) {
	if !p.word(word) {
		return nil
	}
	p.want("(")
	at := p.pos
	if x, ok := p.expr().(*ParamVal); ok {
		q = x.Param
	} else {
		p.fail(at, "%s names no parameter", word)
	}
	p.want(")")
	return q
}

func (p *parser) kernel() *Kernel {
	p.begin()
	k := &Kernel{Name: p.symbol()}
	p.want("(")
	for !p.is(")") {
		q := p.param()
		q.Kind = ParamKind(p.oneOf("what the parameter carries", paramKinds))
		q.Type = p.typ()
		if p.word("to") {
			q.Elem = p.typ()
		}
		if p.word("bytes") {
			q.Bytes = p.paren(0, 1<<62)
		}
		q.NoAlias, q.ReadOnly = p.word("noalias"), p.word("readonly")
		k.Params = append(k.Params, q)
	}
	k.Teams, k.OwnShared, k.Bare = p.word("teams"), p.word("own_shared"), p.word("bare")
	for _, b := range []struct {
		name string
		v    *int64
	}{{"num_teams", &k.NumTeamsConst}, {"thread_limit", &k.ThreadLimitConst}, {"num_threads", &k.NumThreadsConst},
		{"min_teams", &k.MinTeams}, {"min_waves", &k.MinWaves}, {"max_waves", &k.MaxWaves}} {
		if p.word(b.name) {
			*b.v = p.paren(0, 1<<62)
		}
	}
	k.Space = p.namedParam("space")
	if k.GroupMemory = p.namedParam("group_memory"); k.GroupMemory != nil {
		k.GroupHeap = p.word("group_heap")
	}
	p.want("{")
	params, named := p.params, p.named
	p.after(p.skipBody, func() {
		p.begin()
		p.params, p.named = params, named
		k.Reductions = p.reductions()
		k.Body = p.block()
		p.checkLabels()
	})
	return k
}

// checkLabels fails on a jump to a label that the function does not place.
func (p *parser) checkLabels() {
	for l, at := range p.jumps {
		if !p.placed[l] {
			p.fail(at, "label %s is not in this function", l.Name)
		}
	}
}
