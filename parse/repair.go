// Error recovery: copies of the text without its erroneous parts, for further analyses.

package parse

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ompcc/parse/diag"
	"ompcc/parse/pattern"
)

// Draft is a copy of the preprocessed text of a unit with errors. Erase removes the part that a
// diagnostic concerns, so that a further analysis finds the errors in the rest. An erasure
// replaces characters by blanks, so offsets and source positions stay valid.
type Draft struct {
	unit   *Unit // the unit before Split
	text   []byte
	judged bool // the host compiler has reported the C errors
	erased []*erasure

	lines        map[place]bool // the lines with an erased error
	preprocessor map[place]bool // the lines with an error of the preprocessor
}

type place struct {
	file string
	line int
}

// erasure is an erased part of the text. Its scope is the range where it may cause further errors about its names.
type erasure struct {
	start, end int
	directive  bool            // a whole directive
	opens      bool            // a directive that an end directive may close
	statement  bool            // a statement, a declaration or an initialiser
	scopeStart int             // start of the scope: the enclosing function or, at file scope, start
	scopeEnd   int             // end of the scope: of the function, the text, or an executable directive's statement
	names      map[string]bool // identifiers in it on which other code may depend
	following  int             // the end of the statement after an erased directive
}

// Part is the part of a directive that contains an error.
type Part struct {
	Start, End int  // range of the clause in the directive's text; empty if the error is in no clause
	Executable bool // the directive declares nothing that code after its statement uses
	Standalone bool // the directive has no statement
	Opens      bool // an end directive may close it
}

// Draft returns a new draft of u. The caller must not have called Split on u yet.
func (u *Unit) Draft() *Draft {
	before := *u
	return &Draft{unit: &before, text: bytes.Clone(u.Text), lines: map[place]bool{}}
}

// Unit returns a new unit with the remaining text.
func (d *Draft) Unit() *Unit {
	u := newUnit(d.unit.cfg, d.unit.File, bytes.Clone(d.text))
	u.Attributes = d.unit.Attributes
	u.lines.sources = d.unit.lines.sources
	u.judged = true // JudgeC asks the host compiler at the end
	at := map[int]*Pragma{}
	for _, p := range d.unit.Pragmas {
		at[p.Start] = p
	}
	for _, p := range u.Pragmas {
		if old := at[p.Start]; old != nil {
			p.Pos, p.places = old.Pos, old.places
		}
	}
	return u
}

var hostError = pattern.New(`(?m)^(.+?):(\d+):(\d+): (?:fatal )?error: `)

// Erase erases the part of the text that the error x concerns: the clause or the statement at its
// position. At a second error in the same directive it erases the whole directive. It returns
// false if there is nothing to erase. part returns the part of p that contains offset off of p's text.
func (d *Draft) Erase(x *diag.Diagnostic, part func(p *Pragma, off int) Part) bool {
	if x.Raw {
		d.judged = true
		done := false
		for _, m := range hostError().FindAllStringSubmatch(x.Message, -1) {
			line, _ := strconv.Atoi(m[2])
			col, _ := strconv.Atoi(m[3])
			done = d.eraseAt(diag.Pos{File: m[1], Line: line, Col: col}, part) || done
		}
		return done
	}
	if p, off := d.pragmaAt(x.Span.Pos); p != nil && (x.Code == diag.BlockOnLine || x.Code == diag.SwallowedLine) {
		d.lines[place{x.Span.File, x.Span.Line}] = true
		return d.freeC(p, off, x.Code == diag.BlockOnLine)
	}
	return d.eraseAt(x.Span.Pos, part)
}

// freeC erases a directive whose lines contain C code from off on, and keeps the C code. That is the
// opening brace, if the text closes it, or the line that a backslash has joined to the directive.
func (d *Draft) freeC(p *Pragma, off int, brace bool) bool {
	if d.gone(p) {
		return false
	}
	end := p.End
	if !brace {
		end = p.textOffset(d.unit.Text, off)
	}
	e := d.erase(p.Start, end, true)
	e.scopeStart, e.scopeEnd = p.Start, e.following
	if brace && d.unopened() {
		d.text[p.Start] = '{'
	}
	d.unit.edited = true
	d.unit.Text = slices.Concat(d.unit.Text[:p.Start], d.text[p.Start:end], d.unit.Text[end:])
	return true
}

// gone reports whether the whole directive is erased.
func (d *Draft) gone(p *Pragma) bool {
	return blank(bytes.TrimPrefix(d.text[p.Start:p.End], []byte("{")))
}

// unopened reports whether the text closes more braces than it opens.
func (d *Draft) unopened() bool {
	s := scanner{text: d.text}
	depth := 0
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if t.kind == tokPunct && d.text[t.start] == '{' {
			depth++
		} else if t.kind == tokPunct && d.text[t.start] == '}' {
			depth--
		}
	}
	return depth < 0
}

func (d *Draft) eraseAt(pos diag.Pos, part func(p *Pragma, off int) Part) bool {
	if !pos.IsValid() {
		return false
	}
	d.lines[place{pos.File, pos.Line}] = true
	if p, off := d.pragmaAt(pos); p != nil {
		return d.erasePragma(p, part(p, off))
	}
	off := d.offset(pos)
	return off >= 0 && d.eraseStatement(off)
}

// pragmaAt returns the directive at pos and the offset of pos in its text. It returns nil if
// there is no directive at pos.
func (d *Draft) pragmaAt(pos diag.Pos) (*Pragma, int) {
	for _, p := range d.unit.Pragmas {
		if i := slices.Index(p.places, pos); i >= 0 {
			return p, i
		}
	}
	for _, p := range d.unit.Pragmas {
		if slices.ContainsFunc(p.places, func(q diag.Pos) bool { return q.File == pos.File && q.Line == pos.Line }) {
			return p, 0
		}
	}
	return nil, 0
}

func (d *Draft) erasePragma(p *Pragma, part Part) bool {
	if d.gone(p) {
		return false
	}
	seen := slices.ContainsFunc(d.erased, func(e *erasure) bool { return p.Start <= e.start && e.end <= p.End })
	start, end, directive := p.textOffset(d.unit.Text, part.Start), p.textOffset(d.unit.Text, part.End), false
	if part.Start >= part.End || seen || start >= end || blank(d.text[start:end]) {
		start, end, directive = p.Start, p.End, true
	}
	e := d.erase(start, end, directive)
	e.opens = part.Opens
	if part.Standalone {
		e.following = p.End
	}
	switch words := strings.Fields(p.Text); {
	case part.Executable:
		e.scopeStart, e.scopeEnd = p.Start, e.following
	case !directive && len(words) > 1 && words[0] == "declare" && !strings.HasPrefix(words[1], "target"):
		e.scopeStart, e.scopeEnd = p.Start, p.End
	}
	return true
}

func blank(text []byte) bool { return len(bytes.TrimSpace(text)) == 0 }

// textOffset converts offset off of p.Text to an offset in the unit's text.
func (p *Pragma) textOffset(text []byte, off int) int {
	rest, ok := cutPragma(text[p.Start:p.End])
	if !ok {
		return p.Start
	}
	at := p.Start + bytes.LastIndex(text[p.Start:p.End], rest)
	for range off {
		if bytes.HasPrefix(text[at:p.End], []byte("\\\n")) {
			at++
		}
		at++
	}
	return min(at, p.End)
}

// offset returns the offset in the text of a position outside directives, or -1.
func (d *Draft) offset(pos diag.Pos) int {
	for i, start := range d.unit.lines.starts {
		if file, line := d.unit.lines.at(i); file != pos.File || line != pos.Line {
			continue
		}
		end := len(d.text)
		if i+1 < len(d.unit.lines.starts) {
			end = d.unit.lines.starts[i+1] - 1
		}
		if bytes.HasPrefix(d.text[start:end], []byte("#")) {
			continue
		}
		for off := start; off < end; off++ {
			if d.unit.Text[off] > ' ' && d.unit.Pos(off) == pos {
				return off
			}
		}
		return min(start+pos.Col-1, end-1)
	}
	return -1
}

// eraseStatement erases the statement or declaration around off. If an = precedes off, it erases
// only the text from there on, such as an initialiser.
func (d *Draft) eraseStatement(off int) bool {
	start, end := d.statement(off)
	if start >= end || blank(bytes.Trim(d.text[start:end], "; \t\n")) {
		return false
	}

	e := d.erase(d.value(start, off), end, false)
	if e.statement = true; !d.declares(e.start, end) {
		e.names = nil
	}
	if d.text[end-1] == ' ' && d.unit.Text[end-1] == ';' {
		d.text[end-1] = ';'
	}
	return true
}

// statement returns the range of the simple statement, the declaration, or the head of the
// compound statement around off.
func (d *Draft) statement(off int) (start, end int) {
	s := scanner{text: d.text}
	depth, last := 0, byte(0)
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if t.kind == tokHash {
			if t.start <= off {
				start, depth = t.end, 0
			}
			continue
		}
		before := last
		last = d.text[t.start]
		if t.kind != tokPunct {
			continue
		}
		switch c := d.text[t.start]; c {
		case '(', '[':
			depth++
		case ')', ']':
			depth = max(depth-1, 0)
		case '{', '}':
			// Skip the braces of an initialiser, a compound literal or a statement expression.
			if c == '{' && (before == '=' || depth > 0 && strings.IndexByte("({,)", before) >= 0) {
				depth++
				continue
			}
			if c == '}' && depth > 0 {
				depth--
				continue
			}
			if t.start > off {
				return d.trimmed(start, t.start)
			}
			start, depth = t.end, 0
		case ';':
			if depth > 0 && t.start <= off {
				continue
			}
			if t.start >= off {
				return d.trimmed(start, t.end)
			}
			start = t.end
		}
	}
	return start, start
}

// value returns the offset of the first = before off in the statement at start, or start if there is none.
func (d *Draft) value(start, off int) int {
	s := scanner{text: d.text[:off], off: start}
	depth := 0
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if t.kind != tokPunct {
			continue
		}
		switch d.text[t.start] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '=':
			if depth == 0 && strings.IndexByte("=!<>+-*/%&|^", d.text[t.start-1]) < 0 && d.text[t.end] != '=' {
				return t.start
			}
		}
	}
	return start
}

// simpleWords lists the keywords of statements that declare nothing.
var simpleWords = strings.Fields("return if while switch do else goto break continue case default")

// declares reports whether the text from start to end may declare something. It declares nothing if it is the
// initialiser of the last declarator, an expression statement, or a statement that begins with a keyword.
func (d *Draft) declares(start, end int) bool {
	s := scanner{text: d.unit.Text[:end], off: start}
	first, second := s.next(), s.next()
	if first.kind != tokIdent {
		return first.kind == tokPunct && s.text[first.start] == '=' && bytes.IndexByte(s.text[first.end:], ',') >= 0
	}
	word := string(s.text[first.start:first.end])
	if slices.Contains(simpleWords, word) ||
		d.depthAt(start) > 0 && word != "for" && second.kind == tokPunct &&
			strings.IndexByte("=(.[+-/%&|^<>?,;", s.text[second.start]) >= 0 && !strings.Contains(word, "typeof") {
		return false
	}
	return true
}

func (d *Draft) trimmed(start, end int) (int, int) {
	for start < end && d.text[start] <= ' ' {
		start++
	}
	for end > start && d.text[end-1] <= ' ' {
		end--
	}
	return start, end
}

// erase replaces the text in [start, end) by blanks and records the erasure.
func (d *Draft) erase(start, end int, directive bool) *erasure {
	e := &erasure{start: start, end: end, directive: directive, scopeStart: start, scopeEnd: len(d.text),
		names: d.words(start, end, directive), following: d.statementEnd(end)}
	s := scanner{text: d.text}
	open := 0
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		switch {
		case t.kind != tokPunct:
		case d.text[t.start] == '{' && s.depth == 1:
			open = t.start
		case d.text[t.start] == '}' && s.depth == 0 && open <= start && end <= t.start:
			e.scopeStart, e.scopeEnd = open, t.end
		}
		if t.start > end && s.depth == 0 {
			break
		}
	}
	for i := start; i < end; i++ {
		if d.text[i] != '\n' {
			d.text[i] = ' '
		}
	}
	d.erased = append(d.erased, e)
	return e
}

// words returns the identifiers from start to end on which other code may depend. In a directive or clause these are
// the identifiers in its arguments. In a declare directive it is only the identifier before the colon.
func (d *Draft) words(start, end int, directive bool) map[string]bool {
	names := map[string]bool{}
	s := scanner{text: d.text[:end], off: start}
	if directive || d.inPragma(start) {
		s = scanner{text: bytes.ReplaceAll(d.text[start:end], []byte("#"), []byte(" "))}
		if s.off = bytes.IndexByte(s.text, '('); s.off < 0 {
			return names
		}
		words := bytes.Fields(s.text[:s.off])
		s.off++
		id := s
		first, colon := id.next(), id.next()
		for colon.kind == tokPunct && first.kind == tokPunct && s.text[colon.start] != ':' { // && or ||
			colon = id.next()
		}
		if len(words) > 2 && string(words[len(words)-2]) == "declare" && colon.kind == tokPunct &&
			s.text[colon.start] == ':' {
			return map[string]bool{string(bytes.TrimSpace(s.text[first.start:colon.start])): true}
		}
	}
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if t.kind == tokIdent {
			names[string(s.text[t.start:t.end])] = true
		}
	}
	return names
}

func (d *Draft) inPragma(off int) bool {
	return slices.ContainsFunc(d.unit.Pragmas, func(p *Pragma) bool { return p.Start <= off && off < p.End })
}

// statementEnd returns the end of the first statement that begins at or after off.
func (d *Draft) statementEnd(off int) int {
	s := scanner{text: d.text, off: off}
	parens, last := 0, off
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if last = t.end; t.kind != tokPunct {
			continue
		}
		switch d.text[t.start] {
		case '(', '[':
			parens++
		case ')', ']':
			parens--
		case '{':
			for s.depth > 0 && t.kind != tokEOF {
				t = s.next()
			}
			if last = t.end; parens == 0 && !d.elseAt(last) {
				return last
			}
		case '}': // the end of the enclosing block
			return t.start
		case ';':
			if parens <= 0 && !d.elseAt(t.end) {
				return t.end
			}
		}
	}
	return last
}

func (d *Draft) elseAt(off int) bool {
	s := scanner{text: d.text, off: off}
	t := s.next()
	return string(d.text[t.start:t.end]) == "else"
}

func (d *Draft) depthAt(off int) int {
	s := scanner{text: d.text[:off]}
	for t := s.next(); t.kind != tokEOF; t = s.next() {
	}
	return s.depth
}

// dependent lists the first words of directives that are invalid without an enclosing or a preceding directive.
var dependent = []string{"section", "scan", "ordered", "cancel", "cancellation", "end"}

var quotedName = pattern.New(`'[^']+'`)

// FollowsFrom reports whether an erasure alone may have caused the error x. That is so if x is on the
// line of an erasure, names an identifier in the erased part, or depends on an erased directive.
func (d *Draft) FollowsFrom(x *diag.Diagnostic) bool {
	if x.Raw {
		return d.judged
	}
	if d.lines[place{x.Span.File, x.Span.Line}] {
		return true
	}
	if p, _ := d.pragmaAt(x.Span.Pos); p == nil && (x.Code == diag.C || x.Code == diag.Undeclared) {
		return true
	}
	return d.depends(x)
}

// depends reports whether x names an identifier that an erased part declares, or concerns a
// directive that needs an erased one.
func (d *Draft) depends(x *diag.Diagnostic) bool {
	p, _ := d.pragmaAt(x.Span.Pos)
	off := -1
	if p != nil {
		off = p.Start
	} else if off = d.offset(x.Span.Pos); off < 0 {
		return true
	}
	var names []string
	for _, q := range quotedName().FindAllString(x.Message, -1) {
		names = append(names, q[1:len(q)-1])
		s := scanner{text: []byte(q[1 : len(q)-1])}
		for t := s.next(); t.kind != tokEOF; t = s.next() {
			if t.kind == tokIdent {
				names = append(names, string(s.text[t.start:t.end]))
			}
		}
	}
	for _, e := range d.erased {
		if e.directive && p != nil && d.contains(p, e) {
			return true
		}
		if off < e.scopeStart || off >= e.scopeEnd {
			continue
		}
		if slices.ContainsFunc(names, func(n string) bool { return e.names[n] && !frequentWords()[n] }) {
			return true
		}
		if p != nil && e.statement && p.End <= e.start &&
			(blank(d.withoutLines(p.End, e.start)) || x.Code == diag.MissingLoop) {
			return true // the statement of p is erased, wholly or in part
		}
		if e.directive && p != nil && d.needs(p, e) {
			return true
		}
	}
	return false
}

// needs reports whether directive p, which follows the erased directive e, may be invalid without
// e. That is so if p is in the statement of e, or is its end directive.
func (d *Draft) needs(p *Pragma, e *erasure) bool {
	switch word := firstWord(p.Text); {
	case !slices.Contains(dependent, word) || p.Start < e.end:
		return false
	case word == "end":
		return e.opens
	}
	return p.Start < e.following && !blank(d.withoutLines(e.end, p.Start))
}

// contains reports whether e is a directive in the statement of p that the construct of p may need.
func (d *Draft) contains(p *Pragma, e *erasure) bool {
	words := strings.Fields(strings.TrimPrefix(string(d.unit.Text[e.start:e.end]), "#"))
	return len(words) > 2 && slices.Contains(dependent, words[2]) && !slices.Contains(dependent, firstWord(p.Text)) &&
		p.End <= e.start && e.start < d.statementEnd(p.End)
}

// withoutLines returns the text from start to end without the lines of directives.
func (d *Draft) withoutLines(start, end int) (out []byte) {
	for line := range bytes.Lines(d.text[start:end]) {
		if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
			out = append(out, line...)
		}
	}
	return out
}

// frequentWords is the set of common words of directives. Two diagnostics that quote the same such word
// are not related for that reason.
var frequentWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields("pragma omp target teams distribute parallel for simd loop task taskloop taskgroup sections section single masked critical atomic ordered scan " +
		"declare begin end variant mapper reduction induction map to from tofrom alloc release delete private firstprivate lastprivate shared default none linear aligned collapse schedule " +
		"static dynamic guided nowait if num_threads num_teams thread_limit device depend in out inout doacross update data enter exit scope flush barrier cancel " +
		"int double float char long short signed unsigned void struct union enum const volatile static extern omp_in omp_out omp_priv omp_orig") {
		words[w] = true
	}
	return words
})

// preprocessorError is the beginning of an error of the preprocessor. gcc names no column of an unterminated #if.
var preprocessorError = pattern.New(`(?m)^(.+?):(\d+):(?:\d+:)? error: `)

// Reported takes the lines of the preprocessor's errors, which no later analysis reports again.
func (d *Draft) Reported(diags *diag.List) {
	d.preprocessor = map[place]bool{}
	for _, x := range diags.All {
		for _, m := range preprocessorError().FindAllStringSubmatch(x.Message, -1) {
			line, _ := strconv.Atoi(m[2])
			d.preprocessor[place{m[1], line}] = true
		}
	}
}

// JudgeC runs the host compiler on the text, if no analysis has done so yet, and reports its errors in C.
// It omits errors on lines that already have one in diags.
func (d *Draft) JudgeC(diags *diag.List) {
	if d.judged || slices.ContainsFunc(d.unit.Pragmas, (*Pragma).renames) {
		return
	}
	list := &diag.List{}
	d.unit.hostRejects(list)
	said := map[place]bool{}
	maps.Copy(said, d.preprocessor)
	for _, x := range diags.All {
		if x.Severity == diag.Error {
			said[place{x.Span.File, x.Span.Line}] = true
		}
		if p, _ := d.pragmaAt(x.Span.Pos); p != nil && x.Code == diag.BadPlacement {
			// Without its only statement, a construct of C is wrong at what follows.
			next := d.unit.Pos(p.End + len(d.text[p.End:]) - len(bytes.TrimLeft(d.text[p.End:], " \t\r\n")))
			said[place{next.File, next.Line}] = true
		}
	}
	for _, x := range list.All {
		if x.Message = d.unsaid(x.Message, said); x.Message != "" {
			diags.Add(x)
		}
	}
	d.judged = true
}

// renames reports whether p may give the functions after it other names than those in the text
// (begin declare variant).
func (p *Pragma) renames() bool {
	words := strings.Fields(p.Text)
	return len(words) > 1 && words[0] == "begin" && words[1] != "assumes"
}

var hostMessage = pattern.New(`^(.+?):(\d+):(\d+): (fatal error|error|warning): `)

// unsaid filters the output of a host compiler. It keeps the errors on lines that have no diagnostic
// in said and that do not depend on an erasure.
func (d *Draft) unsaid(output string, said map[place]bool) string {
	var b strings.Builder
	take := false
	for line := range strings.Lines(output) {
		if m := hostMessage().FindStringSubmatch(line); m != nil {
			x := &diag.Diagnostic{Message: line}
			x.Span.File = m[1]
			x.Span.Line, _ = strconv.Atoi(m[2])
			x.Span.Col, _ = strconv.Atoi(m[3])
			take = m[4] != "warning" && !said[place{m[1], x.Span.Line}] && !d.depends(x)
		} else if generated().MatchString(line) {
			continue
		}
		if take {
			b.WriteString(line)
		}
	}
	return b.String()
}

var generated = pattern.New(`^\d+ (?:warnings?|errors?)(?: and \d+ errors?)? generated\.`)
