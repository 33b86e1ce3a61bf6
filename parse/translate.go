// The translation of the marked text by cc, and the diagnostics for invalid C.

package parse

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"modernc.org/cc/v4"

	"ompcc/parse/diag"
	"ompcc/parse/pattern"
)

// unitName is the file name of the marked text for cc.
const unitName = "@"

// Translate parses and type-checks the unit. mark returns the marker for a pragma, or nil for
// none, and reports its own diagnostics. If the text is not valid C, Translate appends the host
// compiler's diagnostics to diags. It returns an error whenever it appends one.
func (u *Unit) Translate(mark func(*Pragma) *Mark, diags *diag.List) error {
	if err := u.checkNesting(diags); err != nil {
		return err
	}
	marks := make([]*Mark, len(u.Pragmas))
	for i, p := range u.Pragmas {
		marks[i] = mark(p)
	}
	if err := u.checkStatements(marks, diags); err != nil {
		return err
	}
	u.delimit(marks)
	ast, err := u.translateMarked(marks, diags)
	if err != nil {
		return err
	}
	u.AST = ast
	u.collectMarkers(marks)
	return u.checkMarkers(marks, diags)
}

// translateMarked builds the marked text and runs cc on it.
func (u *Unit) translateMarked(marks []*Mark, diags *diag.List) (*cc.AST, error) {
	prelude := u.buildMarked(marks)
	return u.translateInTime(prelude, diags)
}

// cc may not terminate for a program that is invalid. After patience translateInTime lets the host compiler check the
// program. If the host compiler accepts it, translateInTime waits for endurance more, which is longer than cc needs for
// any program.
const (
	patience  = 3 * time.Second
	endurance = 2 * time.Minute
)

var errEndless = errors.New("internal error: the C parser does not come to an end")

// translateInTime runs cc with a time limit and reports the errors in the text.
func (u *Unit) translateInTime(prelude string, diags *diag.List) (*cc.AST, error) {
	type result struct {
		ast *cc.AST
		err error
	}
	done := make(chan result, 1)
	text := u.marked.text
	go func() {
		ast, err := translate(prelude, text, u)
		done <- result{ast, err}
	}()
	finish := func(r result) (*cc.AST, error) {
		if r.err == nil {
			if definedTwice(r.ast) && u.hostRejects(diags) {
				return nil, errRedefined
			}
		}
		if r.err != nil {
			u.reportInvalid(r.err, diags)
			if u.declared {
				return nil, ErrNoStatement
			}
		}
		return r.ast, r.err
	}
	limit := endurance
	if u.judged {
		limit = patience
	}
	select {
	case r := <-done:
		return finish(r)
	case <-time.After(patience):
	}
	if u.hostRejects(diags) {
		return nil, errEndless
	}
	select {
	case r := <-done:
		return finish(r)
	case <-time.After(limit):
	}
	return finish(result{nil, errEndless})
}

var errRedefined = errors.New("a function is defined twice")

// definedTwice reports whether a function has two definitions, which cc accepts. Host compilers accept
// them only if the first one is a GNU C inline definition.
func definedTwice(ast *cc.AST) bool {
	defined := map[string]bool{}
	for l := ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		if f := l.ExternalDeclaration.FunctionDefinition; f != nil {
			name := f.Declarator.Name()
			if defined[name] {
				return true
			}
			defined[name] = true
		}
	}
	return false
}

// translate runs cc and turns a panic in it into an error.
func translate(prelude string, text []byte, u *Unit) (ast *cc.AST, err error) {
	defer func() {
		if r := recover(); r != nil {
			ast, err = nil, fmt.Errorf("internal error: the C parser stopped: %v", r)
		}
	}()
	abi, err := newABI(u.arch())
	if err != nil {
		return nil, err
	}
	cfg := &cc.Config{ABI: abi, UnsignedEnums: true, IgnoreNegativeShiftAmounts: true, IgnoreUnknownConstants: true,
		IgnoreStaticAssert: true, SelectAssociation: u.selector(), EnumConstants: sync.OnceValue(u.enumConstants),
		UnsignedUTF8: u.cfg.unsigned8}
	return cc.Translate(cfg, []cc.Source{{Name: "<ompcc>", Value: prelude}, {Name: unitName, Value: text}})
}

// arch returns the program's processor as a GOARCH name.
func (u *Unit) arch() string {
	if u.cfg == nil || u.cfg.Arch == "" {
		return "amd64"
	}
	return u.cfg.Arch
}

// newABI returns a processor's ABI on Linux with the half-precision types. It does not use
// cc.NewConfig, because that runs the host compiler, which takes longer than parsing.
func newABI(arch string) (*cc.ABI, error) {
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		return nil, err
	}
	abi.Types = maps.Clone(abi.Types)
	abi.Types[cc.Float16] = cc.AbiType{Size: 2, Align: 2, FieldAlign: 2}
	abi.Types[cc.BFloat16] = cc.AbiType{Size: 2, Align: 2, FieldAlign: 2}
	abi.Types[cc.ComplexFloat16] = cc.AbiType{Size: 4, Align: 2, FieldAlign: 2}
	return abi, nil
}

var ccError = pattern.New(`^@:(\d+):(\d+): (.*?)(?: \([a-z0-9]+\.go:\d+:[^)]*\))?$`)

// reportInvalid reports why the unit is not valid C. It uses the host compiler's diagnostics if the
// host compiler also rejects the source, else cc's.
func (u *Unit) reportInvalid(err error, diags *diag.List) {
	if u.hostRejects(diags) {
		return
	}
	reported := false
	for line := range strings.Lines(err.Error()) {
		m := ccError().FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		row, _ := strconv.Atoi(m[1])
		col, _ := strconv.Atoi(m[2])
		off := u.markedOffset(row, col)
		if p := u.blockBefore(off); p != nil && !strings.HasPrefix(m[3], "undefined: ") {
			u.declared = missingStatement(p, u.marked.text[off:], diags)
			return
		}
		p, msg := u.markerAt(off), cleanMessage(m[3])
		switch {
		case p == nil:
			u.reportC(u.tokenSpan(off), msg, diags)
		case strings.HasPrefix(msg, "unexpected "):
			misplaced(p, diags)
			return
		default:
			u.reportC(u.inPragma(p, off), msg, diags)
		}
		reported = true
		break
	}
	if !reported {
		diags.Errorf(diag.Span{Pos: diag.Pos{File: displayName(u.File), Line: 1, Col: 1}}, diag.C,
			"cannot analyse this file: %s", cleanMessage(firstLine(err.Error())))
	}
}

// tokenSpan returns the span of the token at offset off of the marked text.
func (u *Unit) tokenSpan(off int) diag.Span {
	return diag.Span{Pos: u.markedPos(off), Len: len(tokenAt(string(u.marked.text[off:])))}
}

// inPragma finds the token at offset off of the marked text in p's text and returns its span there. The
// marker contains generated copies of expressions that declare names, and has no source
// positions for them. If p does not contain the token, the result is the span of p's first word.
func (u *Unit) inPragma(p *Pragma, off int) diag.Span {
	text := string(u.marked.text[off:])
	tok := tokenAt(text)
	if n := len(tok); n < len(text) && (text[:n] == "." || text[:n] == "->") {
		tok += tokenAt(text[n:])
	}
	if at := indexToken(p.Text, tok); at >= 0 {
		return p.SpanAt(at, len(tok))
	}
	return p.SpanAt(0, len(firstWord(p.Text)))
}

// reportC reports cc's message about the token at sp in the wording of gcc and clang.
func (u *Unit) reportC(sp diag.Span, msg string, diags *diag.List) {
	if what, fix := u.unsupported(msg); what != "" {
		diags.Errorf(sp, diag.C, "%s in a file with device code", what).WithFix("%s", fix)
		return
	}
	name, ok := strings.CutPrefix(msg, "undefined: ")
	if !ok && strings.HasPrefix(msg, "strconv.Parse") && strings.HasSuffix(msg, strconv.ErrRange.Error()) {
		diags.Errorf(sp, diag.C, "integer constant is too large for any type").
			WithFix("write a number of at most 64 bits that the clause allows")
		return
	}
	if !ok {
		d := diags.Errorf(sp, diag.C, "%s", hostWords(msg))
		helpC(d, msg)
		return
	}
	d := diags.Errorf(sp, diag.Undeclared, "use of undeclared identifier '%s'", name)
	if near := u.nearestName(name); near != "" {
		d.Suggest(near)
	} else {
		d.WithFix("declare '%s' before this line, or include the header that does", name)
	}
}

// rewordings rewrites cc's messages about common mistakes to the wording of gcc and clang.
var rewordings = []struct {
	from func() *regexp.Regexp
	to   string
}{
	{pattern.New(`^type ((?:struct|union) \w+) \{.*\} has no member named (\w+)$`),
		"no member named '$2' in '$1'"},
	{pattern.New(`^operand shall be a pointer: (.*)$`),
		"indirection requires a pointer operand, but the operand has type '$1'"},
}

func hostWords(msg string) string {
	for _, r := range rewordings {
		msg = r.from().ReplaceAllString(msg, r.to)
	}
	return msg
}

// noMember matches cc's message about a member that a type does not have.
var noMember = pattern.New(`^type (?:struct|union) \w+ \{(.*)\} has no member named (\w+)$`)

// helpC sets the help of d, which repeats cc's message msg.
func helpC(d *diag.Diagnostic, msg string) {
	switch {
	case strings.HasPrefix(msg, "operand shall be a pointer: "):
		d.WithFix("remove the '*', or write a pointer")
	case strings.HasPrefix(msg, "the elements of the array have no members"):
		d.WithFix("write {} for each element")
	}
	m := noMember().FindStringSubmatch(msg)
	if m == nil {
		return
	}
	names := memberNames(m[1])
	if near := Nearest(m[2], names); near != "" {
		d.WithFix("did you mean '%s'?", near)
	} else {
		d.WithFix("write the name of a member: %s", strings.Join(names, ", "))
	}
}

// memberNames are the names of the members in cc's text of a structure, "a int; b struct {c int}".
func memberNames(text string) (names []string) {
	depth, begins := 0, true
	for i, c := range text {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == ';' && depth == 0:
			begins = true
		case begins && c != ' ':
			name, _, _ := strings.Cut(text[i:], " ")
			names, begins = append(names, name), false
		}
	}
	return names
}

// unsupported returns the C feature that the host compiler accepts but cc rejects with msg, and a fix-it.
// what is "" if msg is about another error.
func (u *Unit) unsupported(msg string) (what, fix string) {
	switch {
	case strings.HasPrefix(msg, "conflicting types for") && bytes.Contains(u.marked.text, []byte("overloadable")):
		return "overloadable functions are not supported", "give each function a different name"
	case strings.HasPrefix(msg, "unexpected '(', expected abstract declarator"):
		return "type names of functions, such as int(int), are not supported", "declare a typedef of the function type"
	case strings.HasPrefix(msg, "vector size must be a power of two"):
		return "vectors whose number of elements is no power of two are not supported",
			"use the next power of two, or an array"
	}
	return "", ""
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

var (
	internalPlace = pattern.New(` \([a-z0-9]+\.go:\d+:[^)]*\)`)
	markerCall    = pattern.New(`\b__ompcc_\w+`)
)

// cleanMessage removes the parts of a message of cc that concern internals: places in cc's
// source and the names of markers.
func cleanMessage(s string) string {
	s = internalPlace().ReplaceAllString(s, "")
	return markerCall().ReplaceAllString(s, "the directive")
}

// markedOffset converts a line and column of cc to an offset in the marked text.
func (u *Unit) markedOffset(row, col int) int {
	off := 0
	for i := 1; i < row; i++ {
		k := strings.IndexByte(string(u.marked.text[off:]), '\n')
		if k < 0 {
			break
		}
		off += k + 1
	}
	return min(off+col-1, len(u.marked.text)-1)
}

// checkStatements reports block directives without a following statement.
func (u *Unit) checkStatements(marks []*Mark, diags *diag.List) error {
	var err error
	standAlone := map[int]bool{}
	for i, p := range u.Pragmas {
		standAlone[p.Start] = marks[i] != nil && marks[i].Form == MarkAlone
	}
	for i, p := range u.Pragmas {
		if marks[i] == nil || marks[i].Form != MarkBlock {
			continue
		}
		s := scanner{text: u.Text, off: p.End}
		t := s.next()
		for t.kind == tokHash && !standAlone[t.start] {
			t = s.next()
		}
		if p.fileScope || t.kind == tokEOF || u.Text[t.start] == '}' {
			missingStatement(p, nil, diags)
			err = ErrNoStatement
		}
	}
	return err
}

// missingStatement reports that next, not a statement, follows p. It returns whether next begins a
// declaration.
func missingStatement(p *Pragma, next []byte, diags *diag.List) bool {
	name := p.Text
	if i := strings.IndexAny(name, "(,"); i >= 0 {
		name = name[:i]
		if k := strings.LastIndexByte(strings.TrimSpace(name), ' '); k > 0 {
			name = name[:k]
		}
	}
	e := diags.Errorf(p.SpanAt(0, len(name)), diag.MissingStatement, "directive '%s' must be followed by a statement",
		strings.TrimSpace(name)).
		WithSection("5.2 §4.3").WithFix("put the statement, or a block { … }, on the next line")
	if !declares[tokenAt(string(next))] {
		return false
	}
	e.WithFix("put the declaration before the directive, or into a block { … }: it is no statement")
	return true
}

// declares is the set of words that begin declarations.
var declares = map[string]bool{
	"int": true, "double": true, "float": true, "char": true, "long": true, "short": true, "unsigned": true,
	"signed": true,
	"struct": true, "union": true, "enum": true, "static": true, "const": true, "_Bool": true, "bool": true,
	"extern": true,
}

// blockBefore returns the pragma whose block marker directly precedes off, or nil.
func (u *Unit) blockBefore(off int) *Pragma {
	text := u.marked.text
	for off > 0 && strings.IndexByte(" \t\n", text[off-1]) >= 0 {
		off--
	}
	if off == 0 || text[off-1] != ')' {
		return nil
	}
	if e, _ := u.marked.editAt(off - 1); e != nil {
		return e.pragma
	}
	return nil
}

// ErrNoStatement is the error of Translate if no statement follows a directive.
var ErrNoStatement = errors.New("a directive has no statement")

var errMarkers = errors.New("an OpenMP directive is not allowed here")

func misplaced(p *Pragma, diags *diag.List) {
	diags.Errorf(p.SpanAt(0, len(firstWord(p.Text))), diag.MisplacedDirective,
		"an OpenMP directive is not allowed here").
		WithSection("5.2 §3").WithFix("put it before a statement or between declarations")
}

// markerAt returns the pragma whose marker contains off, or nil. It ignores the user's expressions in
// the marker.
func (u *Unit) markerAt(off int) *Pragma {
	e, _ := u.marked.editAt(off)
	if e == nil || e.pragma == nil {
		return nil
	}
	for _, a := range e.args {
		if a.start <= off && off < a.end {
			return nil
		}
	}
	return e.pragma
}

// checkMarkers reports pragmas whose marker is missing from cc's syntax tree.
func (u *Unit) checkMarkers(marks []*Mark, diags *diag.List) error {
	var err error
	for i, p := range u.Pragmas {
		if marks[i] != nil && marks[i].Form != MarkNone && u.Markers[i] == nil {
			misplaced(p, diags)
			err = errMarkers
		}
	}
	return err
}
