// Text without the parts that have errors, for further analyses.

package parse

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ompcc/parse/diag"
	"ompcc/parse/pattern"
)

// Draft is the preprocessed text of a unit with errors. What a diagnostic is about can be
// erased from it, so that a further analysis finds the errors of the rest. An erasure
// keeps the length of the text: all offsets and places stay as they are.
type Draft struct {
	unit   *Unit // the unit before Split
	text   []byte
	judged bool // the host compiler has reported the C errors
	erased []*erasure

	lines map[place]bool // with an erased error
}

type place struct {
	file string
	line int
}

// erasure is a part of the text that is left out.
type erasure struct {
	start, end int
	directive  bool            // a whole directive
	opens      bool            // a directive that an end directive may close
	statement  bool            // a statement, a declaration or an initialiser
	scopeStart int             // where errors with its names may follow from it: in the function around it, or from its own start at file scope
	scopeEnd   int             // the end of that function or of the text, of its statement for clauses of executable directives
	names      map[string]bool // identifiers in it that others may depend on
	behind     int             // the end of the statement behind an erased directive
}

// Part is what of a directive holds an error.
type Part struct {
	Start, End int  // the clause in the directive's text, empty if it is in none
	Executable bool // the directive declares nothing for what follows its statement
	Standalone bool // it has no statement
	Opens      bool // an end directive may close it
}

// Draft begins a draft of u, which must not have been split yet.
func (u *Unit) Draft() *Draft {
	before := *u
	return &Draft{unit: &before, text: bytes.Clone(u.Text), lines: map[place]bool{}}
}

// Unit is a new unit of what is left of the text.
func (d *Draft) Unit() *Unit {
	u := newUnit(d.unit.cfg, d.unit.File, bytes.Clone(d.text))
	u.Attributes = d.unit.Attributes
	u.lines.sources = d.unit.lines.sources
	u.judged = true // JudgeC asks at the end
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

// Erase leaves out what the error x is about: the clause or the statement with its place, and
// at a second error there the whole directive. It returns false where it finds nothing. part
// says what holds an offset of a directive's text.
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

// freeC leaves out a directive on whose lines C begins at off, and keeps that C: the brace, if the
// text has one that closes it, or the line that a backslash has made a part of the directive.
func (d *Draft) freeC(p *Pragma, off int, brace bool) bool {
	if d.gone(p) {
		return false
	}
	end := p.End
	if !brace {
		end = p.textOffset(d.unit.Text, off)
	}
	e := d.erase(p.Start, end, true)
	e.scopeStart, e.scopeEnd = p.Start, e.behind
	if brace && d.unopened() {
		d.text[p.Start] = '{'
	}
	d.unit.edited = true
	d.unit.Text = slices.Concat(d.unit.Text[:p.Start], d.text[p.Start:end], d.unit.Text[end:])
	return true
}

// gone reports whether all of a directive is left out.
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

// pragmaAt finds the directive, and the offset in its text, of a place.
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
		e.behind = p.End
	}
	switch words := strings.Fields(p.Text); {
	case part.Executable:
		e.scopeStart, e.scopeEnd = p.Start, e.behind
	case !directive && len(words) > 1 && words[0] == "declare" && !strings.HasPrefix(words[1], "target"):
		e.scopeStart, e.scopeEnd = p.Start, p.End
	}
	return true
}

func blank(text []byte) bool { return len(bytes.TrimSpace(text)) == 0 }

// textOffset is the offset in the unit's text of byte off of p.Text.
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

// offset is the offset in the text of a place outside of directives, or -1.
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

// eraseStatement leaves out an identifier in parentheses, or at a second error the statement
// or declaration around off.
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

// statement is the range of the simple statement, the declaration, or the head of a
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
			// The braces of an initialiser, a compound literal or a statement expression.
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

// value is the offset of the = before off in the statement that begins at start, else start.
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

// simpleWords begin statements that declare nothing.
var simpleWords = strings.Fields("return if while switch do else goto break continue case default")

// declares reports whether the text from start to end may declare something: it is no
// initialiser of the last name, and no statement that begins with a keyword or is an expression.
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

// erase puts blanks in the place of [start, end).
func (d *Draft) erase(start, end int, directive bool) *erasure {
	e := &erasure{start: start, end: end, directive: directive, scopeStart: start, scopeEnd: len(d.text),
		names: d.words(start, end, directive), behind: d.statementEnd(end)}
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

// words are the identifiers from start to end that others may depend on: those of a directive's or
// clause's arguments. What stands before a colon in a declare directive is all that it declares.
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

// statementEnd is the end of the statement that begins at off or behind it.
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
		case '}': // of the block around it
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

// dependent are the first words of directives that are wrong without the one around or before them.
var dependent = []string{"section", "scan", "ordered", "cancel", "cancellation", "end"}

var quotedName = pattern.New(`'[^']+'`)

// FollowsFrom reports whether the error x may be the effect of an erasure alone: it is on the
// line of one, names what was declared or listed there, or depends on an erased directive.
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

// depends reports whether x names what an erased part declares, or is about a directive that
// needs an erased one.
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
			return true // its statement is erased, or a part of it
		}
		if e.directive && p != nil && d.needs(p, e) {
			return true
		}
	}
	return false
}

// needs reports whether directive p, which stands behind the erased directive e, may be wrong
// without it: inside its statement, or as its end.
func (d *Draft) needs(p *Pragma, e *erasure) bool {
	switch word := firstWord(p.Text); {
	case !slices.Contains(dependent, word) || p.Start < e.end:
		return false
	case word == "end":
		return e.opens
	}
	return p.Start < e.behind && !blank(d.withoutLines(e.end, p.Start))
}

// contains reports whether an erased directive that the construct of p may need is in its statement.
func (d *Draft) contains(p *Pragma, e *erasure) bool {
	words := strings.Fields(strings.TrimPrefix(string(d.unit.Text[e.start:e.end]), "#"))
	return len(words) > 2 && slices.Contains(dependent, words[2]) && !slices.Contains(dependent, firstWord(p.Text)) &&
		p.End <= e.start && e.start < d.statementEnd(p.End)
}

// withoutLines is the text from start to end without the lines of directives.
func (d *Draft) withoutLines(start, end int) (out []byte) {
	for line := range bytes.Lines(d.text[start:end]) {
		if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
			out = append(out, line...)
		}
	}
	return out
}

// frequentWords are words of directives, which a message may quote without a relation to
// another directive that has them.
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

// JudgeC reports the errors in C that the host compiler finds, if it has not been asked yet and
// nothing else is said of their lines.
func (d *Draft) JudgeC(diags *diag.List) {
	if d.judged || slices.ContainsFunc(d.unit.Pragmas, (*Pragma).renames) {
		return
	}
	list := &diag.List{}
	d.unit.hostRejects(list)
	said := map[place]bool{}
	for _, x := range diags.All {
		if x.Severity == diag.Error {
			said[place{x.Span.File, x.Span.Line}] = true
		}
	}
	for _, x := range list.All {
		if x.Message = d.unsaid(x.Message, said); x.Message != "" {
			diags.Add(x)
		}
	}
	d.judged = true
}

// renames reports whether functions behind p have other names than in the text.
func (p *Pragma) renames() bool {
	words := strings.Fields(p.Text)
	return len(words) > 1 && words[0] == "begin" && words[1] != "assumes"
}

var hostMessage = pattern.New(`^(.+?):(\d+):(\d+): (fatal error|error|warning): `)

// unsaid are the errors of a host compiler's output that are on lines of which nothing is said and
// do not follow from what is said.
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
