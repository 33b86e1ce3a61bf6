// The conversion of C23's [[omp::…]] attributes to pragmas.

package parse

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"ompcc/parse/diag"
)

// attributeEdit replaces text[start:end] by pragma lines.
type attributeEdit struct {
	start, end int
	at         int // the offset whose line the pragmas get
	directives []string
	// declaration follows the directives: it redeclares one function of a declaration with several.
	declaration string
	more        bool // another edit follows at the same offset
}

// attributesToPragmas rewrites C23 OpenMP attributes, [[omp::directive(d)]],
// [[omp::sequence(…)]] and [[omp::decl(d)]], as pragma lines. OpenMP 5.2 §3.1 gives
// both the same meaning. Line markers and padding preserve the source position of the rest of the line.
func attributesToPragmas(text []byte) []byte {
	if !bytes.Contains(text, []byte("omp")) || !bytes.Contains(text, []byte("[[")) {
		return text
	}
	edits := attributeEdits(text)
	if len(edits) == 0 {
		return text
	}
	// Insertions before a declaration precede the attributes at the start of that declaration.
	slices.SortStableFunc(edits, func(a, b attributeEdit) int { return cmp.Or(a.start-b.start, a.end-b.end) })
	var out []byte
	last := 0
	lines := newLineTable(text, "")
	for _, e := range edits {
		file, line := lines.at(lines.physical(e.at))
		endFile, endLine := lines.at(lines.physical(e.end))
		out = append(out, text[last:e.start]...)
		for _, d := range e.directives {
			out = appendMarker(append(out, '\n'), line, file)
			out = append(out, "#pragma omp "+d...)
		}
		if e.declaration != "" {
			out = append(appendMarker(append(out, '\n'), line, file), e.declaration...)
		}
		if e.more {
			last = e.end
			continue
		}
		out = appendMarker(append(out, '\n'), endLine, endFile)
		pad := e.end - (1 + bytes.LastIndexByte(text[:e.end], '\n'))
		out = append(out, bytes.Repeat([]byte(" "), pad)...)
		last = e.end
	}
	return append(out, text[last:]...)
}

func attributeEdits(text []byte) (edits []attributeEdit) {
	s := scanner{text: text}
	before := token{kind: tokEOF}
	begins := declarationStart{text: text}
	for t := s.next(); t.kind != tokEOF; before, t = t, s.next() {
		begins.next(before, t)
		if t.kind != tokPunct || !bytes.HasPrefix(text[t.start:], []byte("[[")) {
			continue
		}
		end := attributeEnd(text, t.start)
		here, ahead, declared := ompDirectives(string(text[t.start:end]))
		if len(here)+len(ahead)+len(declared) == 0 {
			s.off, t = end, before
			continue
		}
		if again, at := declaredAgain(text, begins.at, before, t.start, end); len(ahead) > 0 && len(again) > 0 {
			for i, d := range again {
				edits = append(edits,
					attributeEdit{start: at, end: at, at: t.start, directives: ahead, declaration: d,
						more: i+1 < len(again)})
			}
		} else if len(ahead) > 0 {
			edits = append(edits, attributeEdit{start: begins.at, end: begins.at, at: t.start, directives: ahead})
		}
		if len(declared) > 0 {
			d := declarationAt(text, before, end)
			for i := range declared {
				declared[i] = forNames(declared[i], d.names)
			}
			edits = append(edits, attributeEdit{start: d.end, end: d.end, at: t.start, directives: declared})
		}
		edits = append(edits, attributeEdit{start: t.start, end: end, at: t.start, directives: here})
		s.off, t = end, before // the next token follows the token before the attribute
	}
	return edits
}

// declaredAgain splits the declaration at begin, which has the attribute text[start:end]. It returns one
// declaration for each function to which the attribute applies, and the offset after the original declaration.
// The list is empty if the original has only one declarator. A directive before a declaration
// requires that it declares only one function (5.2 §7.7).
func declaredAgain(text []byte, begin int, before token, start, end int) (list []string, at int) {
	toks, at := declarationTokens(text, begin)
	parts := declarators(text, toks)
	if len(parts) < 2 {
		return nil, at
	}
	named := before.kind == tokIdent && start > begin
	specifiers := specifiersOf(text, parts[0])
	for i, p := range parts {
		if i == 0 {
			p = p[specifiers:]
		}
		name := declaredName(text, p)
		if name == "" || !slices.ContainsFunc(p, func(t token) bool { return text[t.start] == '(' }) {
			continue // skip variables
		}
		if !named || p[0].start <= before.start && before.start <= p[len(p)-1].start {
			list = append(list, tokensText(text, parts[0][:specifiers])+" "+tokensText(text, p)+";")
		}
	}
	return list, at
}

// specifiersOf returns the number of tokens before the first declarator, which begins with its name, a star or a
// parenthesis.
func specifiersOf(text []byte, toks []token) int {
	name := declaredName(text, toks)
	for i, t := range toks {
		word := string(text[t.start:t.end])
		switch {
		case t.kind == tokPunct && text[t.start] == '*', t.kind == tokIdent && word == name && i > 0:
			return i
		case t.kind == tokPunct && text[t.start] == '(' && i > 0 &&
			!baseOperators[string(text[toks[i-1].start:toks[i-1].end])]:
			return i
		}
	}
	return len(toks)
}

// tokensText returns the text of the tokens, with one space where the source has blanks between them.
func tokensText(text []byte, toks []token) string {
	var b strings.Builder
	for i, t := range toks {
		if i > 0 && toks[i-1].end < t.start {
			b.WriteByte(' ')
		}
		b.Write(text[t.start:t.end])
	}
	return b.String()
}

// declarationStart tracks the start of the statement or declaration that contains the current
// token.
type declarationStart struct {
	text  []byte
	at    int
	ended bool // the next token begins another statement or declaration
	outer []int
}

// next advances to token t, which follows the token before.
func (d *declarationStart) next(before, t token) {
	if t.kind == tokHash {
		d.ended = true
		return
	}
	if d.ended || before.kind == tokEOF {
		d.at, d.ended = t.start, false
	}
	if t.kind != tokPunct {
		return
	}
	switch d.text[t.start] {
	case ';':
		d.ended = true
	case '{':
		start := d.at
		if before.kind == tokPunct && d.text[before.start] == ')' { // a function body, after which a new declaration begins
			start = -1
		}
		d.outer, d.ended = append(d.outer, start), true
	case '}':
		if n := len(d.outer); n > 0 {
			d.at, d.outer = d.outer[n-1], d.outer[:n-1]
		}
		d.ended = d.at < 0
	}
}

// ompDirectives returns the directives of an attribute list "[[ omp::… ]]". Those in here replace the attribute as
// pragmas. Those in ahead precede the declaration. Those in declared follow the declaration and list
// its names.
func ompDirectives(attr string) (here, ahead, declared []string) {
	inner := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(attr, "[["), "]]"))
	if rest, ok := strings.CutPrefix(inner, "using"); ok { // using omp : directive(d)
		if namespace, list, ok := strings.Cut(rest, ":"); ok && strings.TrimSpace(namespace) == "omp" {
			inner = list
		}
	}
	for _, a := range SplitCommas(inner) {
		name, args, ok := strings.Cut(strings.TrimSpace(a), "(")
		if !ok {
			continue
		}
		args = strings.TrimSuffix(strings.TrimSpace(args), ")")
		switch strings.TrimPrefix(strings.Join(strings.Fields(name), ""), "omp::") {
		case "directive":
			here = append(here, directiveText(args))
		case "decl":
			if d := directiveText(args); beforeDeclaration(d) {
				ahead = append(ahead, d)
			} else {
				declared = append(declared, d)
			}
		case "sequence":
			for _, d := range SplitCommas(args) {
				h, a, later := ompDirectives("[[" + d + "]]")
				here, ahead, declared = append(here, h...), append(ahead, a...), append(declared, later...)
			}
		}
	}
	return here, ahead, declared
}

// beforeDeclaration reports whether a declarative directive applies to the next declaration
// without naming it.
func beforeDeclaration(directive string) bool {
	d := strings.ReplaceAll(directive, "_", " ")
	return strings.HasPrefix(d, "declare simd") || strings.HasPrefix(d, "declare variant")
}

// directiveText joins the lines of a directive.
func directiveText(s string) string { return strings.Join(strings.Fields(s), " ") }

// forNames adds names, those that the attributed declaration declares, to a declarative directive. They
// become its arguments, or those of its clause without arguments (5.2 §3.1).
func forNames(directive string, names []string) string {
	list := "(" + strings.Join(names, ", ") + ")"
	for _, name := range []string{"threadprivate", "groupprivate", "allocate"} {
		if rest, ok := strings.CutPrefix(directive, name); ok {
			return name + list + rest
		}
	}
	rest, ok := strings.CutPrefix(strings.Replace(directive, "declare_target", "declare target", 1), "declare target")
	if !ok {
		return directive
	}
	words := strings.Fields(strings.ReplaceAll(rest, ",", " , "))
	for i, w := range words {
		switch w {
		case "enter", "to", "link", "local":
			words[i] += list
			return "declare target " + strings.Join(words, " ")
		}
	}
	return strings.TrimSpace("declare target enter" + list + rest)
}

// declaration is a declaration with a decl attribute.
type declaration struct {
	names []string
	end   int // the offset after its semicolon or body
}

// declarationAt reads the declaration with an attribute that ends at off. At the beginning of the
// declaration, the attribute applies to all declared names; after a name, to that name only.
func declarationAt(text []byte, before token, off int) declaration {
	toks, end := declarationTokens(text, off)
	if before.kind == tokIdent {
		return declaration{[]string{string(text[before.start:before.end])}, end}
	}
	d := declaration{end: end}
	for _, part := range declarators(text, toks) {
		if name := declaredName(text, part); name != "" {
			d.names = append(d.names, name)
		}
	}
	return d
}

// declarationTokens returns the tokens from off to the end of a declaration, without attributes
// and without tokens in braces.
func declarationTokens(text []byte, off int) (toks []token, end int) {
	s := scanner{text: text, off: off}
	depth := 0
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if t.kind == tokIdent && strings.HasPrefix(string(text[t.start:t.end]), "__attribute") {
			s.off = attributeEnd(text, s.next().start)
			continue
		}
		if t.kind == tokPunct {
			switch c := text[t.start]; {
			case bytes.HasPrefix(text[t.start:], []byte("[[")):
				s.off = attributeEnd(text, t.start)
				continue
			case c == '{':
				end := attributeEnd(text, t.start)
				if n := len(toks); depth == 0 && n > 0 && text[toks[n-1].start] == ')' {
					return toks, end // a function's body
				}
				s.off = end
				continue
			case c == ';' && depth == 0:
				return toks, t.end
			case c == '(' || c == '[':
				depth++
			case c == ')' || c == ']':
				depth--
			}
		}
		toks = append(toks, t)
	}
	return toks, len(text)
}

// declarators splits the tokens of a declaration at its commas, and drops the initialisers.
func declarators(text []byte, toks []token) [][]token {
	parts := [][]token{nil}
	depth, skip := 0, false
	for _, t := range toks {
		c := text[t.start]
		if t.kind == tokPunct {
			switch c {
			case '(', '[':
				depth++
			case ')', ']':
				depth--
			case ',':
				if depth == 0 {
					parts, skip = append(parts, nil), false
					continue
				}
			case '=':
				skip = skip || depth == 0
			}
		}
		if !skip {
			parts[len(parts)-1] = append(parts[len(parts)-1], t)
		}
	}
	return parts
}

// declaredName returns the name that a declarator with its specifiers declares. It is the first identifier
// in parentheses that begin with * or (, else the last identifier before the suffixes.
func declaredName(text []byte, toks []token) string {
	name := ""
	for i, t := range toks {
		switch c := text[t.start]; {
		case t.kind == tokIdent:
			name = string(text[t.start:t.end])
		case c == '(' && i+1 < len(toks) && (text[toks[i+1].start] == '*' || text[toks[i+1].start] == '('):
			for _, u := range toks[i:] {
				if u.kind == tokIdent {
					return string(text[u.start:u.end])
				}
			}
		case c == '(' && baseOperators[name]:
			name = ""
		case c == '(' && name != "", c == '[':
			return name
		}
	}
	return name
}

// baseOperators is the set of words in declaration specifiers that have an operand.
var baseOperators = map[string]bool{"typeof": true, "__typeof__": true, "typeof_unqual": true, "_Alignas": true,
	"alignas": true, "_Atomic": true}

// CheckAttributes reports omp:: attributes that contain no directive (OpenMP 5.2 §3.1). Other compilers
// silently ignore unknown attributes, so the program would run without the directive.
func (u *Unit) CheckAttributes(diags *diag.List) {
	if !bytes.Contains(u.Text, []byte("[[")) || !bytes.Contains(u.Text, []byte("omp")) {
		return
	}
	s := scanner{text: u.Text}
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if t.kind != tokPunct || !bytes.HasPrefix(u.Text[t.start:], []byte("[[")) {
			continue
		}
		end := attributeEnd(u.Text, t.start)
		for _, a := range SplitCommas(strings.TrimSuffix(string(u.Text[t.start+2:end]), "]]")) {
			name, _, _ := strings.Cut(a, "(")
			word, ok := strings.CutPrefix(strings.Join(strings.Fields(name), ""), "omp::")
			if !ok {
				continue
			}
			at := t.start + strings.Index(string(u.Text[t.start:end]), a)
			e := diags.Errorf(u.SpanOf(at, at+len(name)), diag.UnknownAttribute,
				"attribute 'omp::%s' contains no directive", word).WithSection("5.2 §3.1")
			switch {
			case word == "sequence":
				e.WithFix("write omp::sequence(directive(parallel), directive(for))")
			default:
				e.WithFix("write omp::directive(…), omp::sequence(…) or omp::decl(…)")
			}
		}
		s.off = end
	}
}
