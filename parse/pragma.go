package parse

import (
	"bytes"
	"slices"
	"strings"

	"ompcc/parse/diag"
)

// newUnit finds the pragmas in preprocessed text.
func newUnit(cfg *Config, file string, text []byte) *Unit {
	plain := attributesToPragmas(text)
	attributes := len(plain) != len(text)
	text = plain
	u := &Unit{File: file, Text: text, Attributes: attributes, cfg: cfg, lines: newLineTable(text, displayName(file))}
	s := scanner{text: text}
	for {
		switch t := s.next(); t.kind {
		case tokEOF:
			u.placePragmas()
			return u
		case tokHash:
			rest, ok := cutPragma(text[t.start:t.end])
			if !ok {
				continue
			}
			// The pragma begins at the line's first byte: what stands before it is white space.
			start := 1 + bytes.LastIndexByte(text[:t.start], '\n')
			p := &Pragma{ID: len(u.Pragmas), Start: start, End: t.end, Text: joinLines(string(rest)),
				fileScope: s.depth == 0, following: text[t.end:]}
			u.Pragmas = append(u.Pragmas, p)
		}
	}
}

// joinLines removes line continuations.
func joinLines(s string) string {
	if !strings.Contains(s, "\\\n") {
		return s
	}
	return strings.ReplaceAll(s, "\\\n", " ")
}

// placePragmas finds where each pragma's text stands in the user's file: the
// preprocessor respells directives, expands macros and joins lines.
func (u *Unit) placePragmas() {
	type place struct {
		file string
		line int
	}
	nth := map[place]int{} // pragmas seen so far on the same line
	for _, p := range u.Pragmas {
		file, line := u.lines.at(u.lines.physical(p.Start))
		k := place{file, line}
		p.Pos = diag.Pos{File: file, Line: line, Col: 1}
		p.places = u.lines.pragmaPlaces(file, line, nth[k], p.Text)
		nth[k]++
		if len(p.places) > 0 {
			p.Pos = p.places[0]
		}
	}
}

// pragmaPlaces returns the place of every byte of text, which is the nth
// directive that begins on the line. It returns nil if the line cannot be read.
func (t *lineTable) pragmaPlaces(file string, line, nth int, text string) []diag.Pos {
	src, ok := t.source(file, line)
	if !ok {
		return nil
	}
	start := directiveStart(src, nth)
	if start < 0 {
		if start = attributeStart(src, nth); start < 0 {
			return macroPlaces(file, line, src, text)
		}
		return t.attributePlaces(file, line, start, text)
	}
	if _, ok := cutPragma([]byte(src)); !ok { // the text of an operator _Pragma ends before the next one
		if next := strings.Index(src[start:], `_Pragma`); next >= 0 {
			src = src[:start+next]
		}
	}
	var chars []byte
	var where []diag.Pos
	for l := line; ; l++ {
		for i := start; i < len(src); i++ {
			chars = append(chars, src[i])
			where = append(where, diag.Pos{File: file, Line: l, Col: i + 1})
		}
		n := len(strings.TrimRight(string(chars), "\r"))
		if n == 0 || chars[n-1] != '\\' {
			break
		}
		chars, where = chars[:n-1], where[:n-1]
		if src, ok = t.source(file, l+1); !ok {
			break
		}
		start = 0
	}
	return alignTokens(text, string(blankComments(chars)), where)
}

// attributePlaces is the same for a directive that is an attribute's argument, which may
// go over lines.
func (t *lineTable) attributePlaces(file string, line, start int, text string) []diag.Pos {
	var chars []byte
	var where []diag.Pos
	depth := 1
	for l := line; depth > 0; l++ {
		src, ok := t.source(file, l)
		if !ok {
			break
		}
		for i := start; i < len(src) && depth > 0; i++ {
			switch src[i] {
			case '(':
				depth++
			case ')':
				depth--
			}
			chars = append(chars, src[i])
			where = append(where, diag.Pos{File: file, Line: l, Col: i + 1})
		}
		start = 0
		chars = append(chars, ' ')
		where = append(where, diag.Pos{File: file, Line: l, Col: len(src) + 1})
	}
	source := string(blankComments(chars))
	if places := alignNames(text, source, where); places != nil {
		return places
	}
	return alignTokens(text, source, where)
}

// alignNames places the bytes of a directive to which forNames has added the declared names: they are at the token
// before them. It returns nil if text has other tokens than chars, as those of macros.
func alignNames(text, chars string, where []diag.Pos) []diag.Pos {
	have, want := tokenOffsets(text), tokenOffsets(chars[:max(strings.LastIndexByte(chars, ')'), 0)])
	if i := slices.IndexFunc(want, func(at int) bool { return tokenAt(chars[at:]) == "declare_target" }); i >= 0 {
		chars = chars[:want[i]] + "declare target" + chars[want[i]+len("declare_target"):]
		want = slices.Insert(want, i+1, want[i]+len("declare_"))
	}
	same := func(i, j int) bool { return tokenAt(text[have[i]:]) == tokenAt(chars[want[j]:]) }
	added := len(have) - len(want)
	front := 0
	for front < len(want) && front < len(have) && same(front, front) {
		front++
	}
	if added <= 0 || front == 0 {
		return nil
	}
	for i := front; i < len(want); i++ {
		if !same(i+added, i) {
			return nil
		}
	}
	out := make([]diag.Pos, len(text)+1)
	at := 0
	for i, off := range have {
		from := min(i, front-1)
		if i >= front+added {
			from = i - added
		}
		for ; at < off; at++ {
			out[at] = where[want[from]]
		}
		for j := range tokenAt(text[off:]) {
			out[at] = where[want[from]]
			if from == i || from == i-added {
				out[at] = where[want[from]+j]
			}
			at++
		}
	}
	for ; at < len(out); at++ {
		out[at] = where[len(where)-1]
	}
	return out
}

// tokenOffsets returns where the tokens of s begin.
func tokenOffsets(s string) (list []int) {
	for i := 0; i < len(s); {
		if n := len(s[i:]) - len(strings.TrimLeft(s[i:], " \t")); n > 0 {
			i += n
			continue
		}
		list = append(list, i)
		i += len(tokenAt(s[i:]))
	}
	return list
}

// attributeStart returns the column where the text of the nth directive begins that an
// OpenMP attribute on the line has as its argument, or -1.
func attributeStart(src string, nth int) int {
	if !strings.Contains(src, "[[") {
		return -1
	}
	for i := 0; i < len(src); i++ {
		if src[i] != '(' {
			continue
		}
		name := strings.TrimRight(src[:i], " \t")
		word := len(name)
		for word > 0 && isIdent(name[word-1]) {
			word--
		}
		if w := name[word:]; w != "directive" && w != "decl" {
			continue
		}
		if nth == 0 {
			return i + 1 + leadingSpace(src[i+1:])
		}
		nth--
	}
	return -1
}

// blankComments puts spaces in the place of comments.
func blankComments(s []byte) []byte {
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		switch {
		case quote != 0 && s[i] == '\\':
			i++
		case quote != 0 && s[i] == quote:
			quote = 0
		case quote != 0:
		case s[i] == '"' || s[i] == '\'':
			quote = s[i]
		case s[i] == '/' && i+1 < len(s) && (s[i+1] == '*' || s[i+1] == '/'):
			end := len(s)
			if k := bytes.Index(s[i+2:], []byte("*/")); s[i+1] == '*' && k >= 0 {
				end = i + 2 + k + 2
			}
			for ; i < end; i++ {
				s[i] = ' '
			}
			i--
		}
	}
	return s
}

// directiveStart returns the column where the text of the nth OpenMP directive
// on the line begins, or -1.
func directiveStart(src string, nth int) int {
	if _, ok := cutPragma([]byte(src)); ok {
		at := strings.Index(src, "omp") + 3
		return at + leadingSpace(src[at:])
	}
	at := 0
	for i := 0; ; i++ {
		k := strings.Index(src[at:], `_Pragma`)
		if k < 0 {
			return -1
		}
		at += k + len(`_Pragma`)
		if i < nth {
			continue
		}
		q := strings.Index(src[at:], "omp")
		if q < 0 {
			return -1
		}
		at += q + 3
		return at + leadingSpace(src[at:])
	}
}

func leadingSpace(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }

// macroPlaces puts every byte of a directive that a macro made at that macro's
// use: the first word of the line.
func macroPlaces(file string, line int, src, text string) []diag.Pos {
	where := make([]diag.Pos, len(text)+1)
	for i := range where {
		where[i] = diag.Pos{File: file, Line: line, Col: leadingSpace(src) + 1}
	}
	return where
}

// alignTokens places each byte of text by matching its tokens in order with
// those of chars; what has no counterpart (it came out of a macro) is placed at
// the last token before it that was not matched.
func alignTokens(text, chars string, where []diag.Pos) []diag.Pos {
	if len(where) == 0 {
		return nil
	}
	out := make([]diag.Pos, len(text)+1)
	at := 0
	last := where[0]
	for i := 0; i < len(text); {
		if text[i] == ' ' || text[i] == '\t' {
			out[i] = last
			i++
			continue
		}
		word := tokenAt(text[i:])
		if k := nextToken(chars[at:], word); k >= 0 {
			at += k
			for j := range len(word) {
				out[i+j] = where[at+j]
			}
			at += len(word)
			last = where[min(at, len(where)-1)]
		} else {
			here := where[min(at+leadingSpace(chars[min(at, len(chars)):]), len(where)-1)]
			for j := range len(word) {
				out[i+j] = here
			}
		}
		i += len(word)
	}
	out[len(text)] = last
	return out
}

// nextToken returns the offset of word in s if it is at most one macro's use away.
func nextToken(s, word string) int {
	k := indexToken(s, word)
	if k < 0 || !isIdent(word[0]) && k > 0 && strings.TrimSpace(s[:k]) != "" && !macroUse(s[:k]) {
		return -1
	}
	if k > 0 && strings.TrimSpace(s[:k]) != "" && !macroUse(s[:k]) {
		return -1
	}
	return k
}

// macroUse reports whether s could be one macro's name with its arguments.
func macroUse(s string) bool {
	s = strings.TrimSpace(s)
	i := 0
	for i < len(s) && isIdent(s[i]) {
		i++
	}
	rest := strings.TrimSpace(s[i:])
	return i > 0 && (rest == "" || rest[0] == '(')
}

// PosAt returns the place in the user's file of byte off of p.Text.
func (p *Pragma) PosAt(off int) diag.Pos {
	if off >= 0 && off < len(p.places) {
		return p.places[off]
	}
	q := p.Pos
	q.Col += max(off, 0)
	return q
}

// SpanAt is the place of n bytes at off of p.Text, cut at the end of the line.
func (p *Pragma) SpanAt(off, n int) diag.Span {
	sp := diag.Span{Pos: p.PosAt(off), Len: n}
	if n > 1 && off+n <= len(p.places) {
		last := p.PosAt(off + n - 1)
		if last.Line == sp.Line && last.Col >= sp.Col {
			sp.Len = last.Col - sp.Col + 1
		}
		for i := off; i < off+n; i++ {
			if q := p.PosAt(i); q.Line != sp.Line {
				sp.Len = i - off
				break
			}
		}
	}
	return sp
}

func attributeEnd(text []byte, start int) int {
	s := scanner{text: text, off: start}
	depth, closing := 0, 0
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if t.kind != tokPunct {
			continue
		}
		switch text[t.start] {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			depth--
		case ';':
			if closing > 0 {
				return closing // a bracket in the attribute is not closed
			}
		}
		if closing == 0 && bytes.HasPrefix(text[t.start:], []byte("]]")) {
			closing = t.start + 2
		}
		if depth == 0 {
			return t.end
		}
	}
	if closing > 0 {
		return closing
	}
	return len(text)
}

// SplitCommas splits s at the commas outside of all brackets; the parts have no
// white space around them.
func SplitCommas(s string) []string {
	var parts []string
	depth, last := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(s[last:i]))
				last = i + 1
			}
		}
	}
	return append(parts, strings.TrimSpace(s[last:]))
}
