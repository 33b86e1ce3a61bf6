// Rewriting of C extensions that cc does not accept, in the copy of the text that only cc parses.

package parse

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/pattern"
)

// compat respells the tokens that cc rejects or interprets differently. It changes only the copy
// of the text that cc parses; the host compiler always gets the original. Every
// replacement has the same type and value as the original.
type compat struct {
	scanner
	m      *markedText
	text   []byte
	c23    bool
	gcc    bool            // the host compiler is gcc
	strict bool            // the -std flag disables GNU C's keywords
	used   map[string]bool // builtin functions that need a declaration
	prevs  [3]token        // the last three tokens, most recent first
	before map[int]string  // text to insert before the closing parenthesis at an offset
	after  map[int]string  // text to insert after the parenthesis or comma at an offset
	// separators replace the semicolons of old-style parameters, by offset (oldsizes.go).
	separators map[int]string
	// rangeDots holds the offsets of "..." in designators.
	rangeDots map[int]bool
	// replaced holds the new spellings of words, by offset.
	replaced map[int]string
	// constants maps named constants to their values; later holds those not declared yet (inferred.go).
	constants map[string]string
	later     []namedConstant
}

func newCompat(text []byte, m *markedText, cfg *Config) *compat {
	return &compat{scanner: scanner{text: text}, m: m, text: text, used: map[string]bool{}, before: map[int]string{},
		after: map[int]string{}, separators: map[int]string{}, rangeDots: map[int]bool{}, replaced: map[int]string{},
		c23: cfg != nil && cfg.isC23(), gcc: cfg != nil &&
			isGCC(cfg.HostCC), strict: cfg != nil && isStrict(cfg.HostArgs)}
}

// respeltMark respells a marker's expressions.
func (c *compat) respeltMark(mark *Mark) *Mark {
	r := *mark
	r.Decls = c.respell(mark.Decls)
	r.Args = make([]MarkArg, len(mark.Args))
	for i, a := range mark.Args {
		r.Args[i] = MarkArg{Text: c.respell(a.Text), Off: a.Off}
	}
	return &r
}

// respell respells a piece of text that is not part of the unit's text.
func (c *compat) respell(s string) string {
	if s == "" {
		return s
	}
	m := &markedText{}
	in := &compat{scanner: scanner{text: []byte(s)}, m: m, text: []byte(s), used: c.used, before: map[int]string{},
		after: map[int]string{}, separators: map[int]string{}, rangeDots: map[int]bool{}, replaced: map[int]string{},
		constants: c.constants, c23: c.c23, strict: c.strict, gcc: c.gcc}
	for t := in.next(); t.kind != tokEOF; t = in.next() {
		if t.kind != tokHash {
			in.token(t)
		}
	}
	m.finish(in.text)
	return string(m.text)
}

// isC23 reports whether the effective -std flag selects C23, which is gcc's default from version 15 on.
func (cfg *Config) isC23() bool {
	std := ""
	for _, a := range cfg.HostArgs {
		if s, ok := strings.CutPrefix(a, "-std="); ok {
			std = s
		} else if a == "-ansi" {
			std = "c90"
		}
	}
	if std == "" {
		return isGCC(cfg.HostCC) && cfg.hostVersion() >= 15
	}
	return slices.Contains([]string{"c2x", "c23", "gnu2x", "gnu23", "c2y", "gnu2y", "iso9899:2024"}, std)
}

// isStrict reports whether the effective -std flag disables GNU C's keywords.
func isStrict(args []string) bool {
	strict := false
	for _, a := range args {
		if std, ok := strings.CutPrefix(a, "-std="); ok {
			strict = !strings.HasPrefix(std, "gnu")
		} else if a == "-ansi" {
			strict = true
		}
	}
	return strict
}

// respelt maps words that cc does not know to the spellings that it accepts.
var respelt = map[string]string{
	"__FUNCTION__":           "__func__",
	"__PRETTY_FUNCTION__":    "__func__",
	"__extension__":          "",
	"_Nullable":              "",
	"_Null_unspecified":      "",
	"_Nonnull":               "",
	"__typeof_unqual":        "typeof",
	"__typeof_unqual__":      "typeof",
	"typeof_unqual":          "typeof",
	"__alignof__":            "_Alignof",
	"__float80":              "long double",
	"_Float32":               "float",
	"_Float64":               "double",
	"_Float32x":              "double",
	"_Float64x":              "long double",
	"_Float128":              "__float128",
	"__builtin_huge_valf128": "__builtin_huge_val",
}

// c23Words maps C23's new keywords to their C11 spelling or value.
var c23Words = map[string]string{
	"alignas": "_Alignas", "alignof": "_Alignof", "bool": "_Bool", "static_assert": "_Static_assert",
	"thread_local": "_Thread_local", "true": "((_Bool)1)", "false": "((_Bool)0)", "nullptr": "((void*)0)",
}

// token copies or respells one token. The caller handles directive lines.
func (c *compat) token(t token) {
	switch t.kind {
	case tokIdent:
		c.ident(t)
	case tokNumber:
		c.number(t)
	case tokPunct:
		c.punct(t)
		if s := c.after[t.start]; s != "" {
			c.m.replace(c.text, t.end, t.end, s)
		}
		if c.opensAttributes(t) { // skip attributes: the "[[" must not count as a preceding bracket (inBrackets)
			return
		}
	}
	c.prevs[2], c.prevs[1], c.prevs[0] = c.prevs[1], c.prevs[0], t
}

func (c *compat) word(t token) string { return string(c.text[t.start:t.end]) }

func (c *compat) ident(t token) {
	w := c.word(t)
	if s, ok := c.replaced[t.start]; ok {
		c.m.replace(c.text, t.start, t.end, s)
		return
	}
	if (w == "visibility" || w == "__visibility__") && visibilityOperand().Match(c.text[t.end:]) {
		c.m.replace(c.text, t.start, t.end, "__ompcc_visibility") // typeMark marks types with the attribute visibility
		return
	}
	if w == genericWord && c.generic(t) {
		return
	}
	if c.strict && (w == "asm" || w == "typeof" && !c.c23) {
		c.m.replace(c.text, t.start, t.end, "__ompcc_"+w) // plain identifiers in ISO C
		return
	}
	if w == "_Static_assert" || w == "static_assert" && c.c23 {
		c.staticAssert(t)
	}
	if implicitLibrary()[w] && bytes.HasPrefix(bytes.TrimLeft(c.text[t.end:], " \t\n"), []byte("(")) && !c.isMember() {
		// An undeclared library function has its library type (as in gcc and clang).
		// cc takes this type from the builtin of the same name.
		c.used["__builtin_"+w] = true
	}
	if s := c.constantValue(t, w); s != "" {
		c.m.replace(c.text, t.start, t.end, s)
		return
	}
	switch {
	case typeofWords[w] && c.typeOf(t, w):
		return
	case w == "static" && c.inBrackets():
		// int [static n]: cc rejects static in an unnamed parameter. It is only a
		// promise to the optimiser (C11 §6.7.6.3), so remove it.
		c.m.replace(c.text, t.start, t.end, "")
		return
	case w == "enum":
		c.enumeration(t)
		return
	case strings.HasPrefix(w, "__attribute") && c.word(c.prevs[0]) == "*" && c.pointerAttribute(t):
		return
	case w == "typedef":
		c.extVector(t)
		return
	case strings.HasPrefix(w, "_") && c.underscore(t, w):
		return
	case c.c23 && w == "auto" && c.isInferred(t):
		c.inferType(t)
	case w == "constexpr" && c.c23:
		c.constexpr(t)
		if c.depth > 0 {
			c.m.replace(c.text, t.start, t.end, "const") // automatic, unless the declaration says static
		} else {
			c.m.replace(c.text, t.start, t.end, "static const")
		}
	case c.c23:
		if s, ok := c23Words[w]; ok && !c.isMember() {
			c.m.replace(c.text, t.start, t.end, s)
		} else if w == "typeof_unqual" {
			c.m.replace(c.text, t.start, t.end, "typeof")
		}
	}
}

// pointerAttribute moves the attribute cleanup from after a star to after the name.
// After a star, cc drops the attribute.
func (c *compat) pointerAttribute(t token) bool {
	open := skipBlank(c.text, t.end)
	if open >= len(c.text) || c.text[open] != '(' {
		return false
	}
	end := attributeEnd(c.text, open)
	name := wordAt(c.text, end)
	if !bytes.Contains(c.text[open:end], []byte("cleanup")) || len(name.text) == 0 ||
		qualifierWords[string(name.text)] {
		return false
	}
	lines := strings.Repeat("\n", bytes.Count(c.text[end:name.end], []byte("\n")))
	c.m.replace(c.text, t.start, name.end, string(name.text)+" "+string(c.text[t.start:end])+lines)
	c.off = name.end
	return true
}

// inBrackets reports whether the previous token other than a qualifier is an opening bracket.
func (c *compat) inBrackets() bool {
	for _, p := range c.prevs {
		if w := c.word(p); w != "const" && w != "restrict" && w != "volatile" {
			return w == "["
		}
	}
	return false
}

// visibilityOperand matches the operand of the attribute visibility.
var visibilityOperand = pattern.New(`^\s*\(\s*"(default|hidden|internal|protected)"\s*\)`)

// elementsWord is the attribute that marks a vector type whose number of elements is not a power of two.
const elementsWord = "__ompcc_elements"

// VectorElements returns the number of elements of the vector type t if it is not a power of two, else 0.
func VectorElements(t cc.Type) int64 {
	if vectorBytes(t) == 0 {
		return 0
	}
	return int64(typeMarkOf(t, elementsWord))
}

// foreignWord is the attribute that marks vector types which the host compiler treats as scalars.
const foreignWord = "__ompcc_foreign"

// ForeignVector reports whether t has the attribute ext_vector_type and the host compiler is gcc, which ignores it.
func ForeignVector(t cc.Type) bool { return vectorBytes(t) > 0 && typeMarkOf(t, foreignWord) > 0 }

// extVector replaces the attribute ext_vector_type(n) in a typedef, which cc does not support, by
// vector_size. The first gives the number of elements, the second the size in bytes.
func (c *compat) extVector(t token) {
	end := bytes.IndexByte(c.text[t.end:], ';')
	if end < 0 {
		return
	}
	decl := c.text[t.end : t.end+end]
	m := extVectorType().FindIndex(decl)
	if m == nil {
		return
	}
	attr := extVectorAttribute().FindIndex(decl)
	if attr == nil {
		return
	}
	words := strings.Fields(string(decl[:attr[0]]) + " " + string(decl[attr[1]:]))
	if len(words) < 2 {
		return
	}
	size := "vector_size(sizeof(" + strings.Join(words[:len(words)-1], " ") + ")*"
	if open := skipBlank(c.text, t.end+m[1]); open < len(c.text) && c.text[open] == '(' {
		end := attributeEnd(c.text, open)
		c.after[end-1] = ")"
		n, err := strconv.Atoi(strings.TrimSpace(string(c.text[open+1 : max(end-1, open+1)])))
		if err == nil && n > 1 && n&(n-1) != 0 { // its size is rounded up to a power of two
			size = fmt.Sprintf("%s,%s%d+0*", typeMark(elementsWord, n), size, 1<<bits.Len(uint(n)))
		}
	}
	if c.gcc {
		size = typeMark(foreignWord, 1) + ",vector_size(sizeof(" + strings.Join(words[:len(words)-1], " ") + ")*4+0*"
	}
	c.replaced[t.end+m[0]] = size
}

var (
	extVectorType      = pattern.New(`\b_*ext_vector_type_*\b`)
	extVectorAttribute = pattern.New(`__attribute(__)?\s*\(\(\s*_*ext_vector_type_*\s*\([^()]*\)\s*\)\)`)
)

func skipBlank(text []byte, off int) int {
	for off < len(text) && strings.IndexByte(" \t\n", text[off]) >= 0 {
		off++
	}
	return off
}

// staticAssert adds an empty message to a static assertion without one (C23 6.7.11), because cc requires it.
func (c *compat) staticAssert(t token) {
	open := bytes.IndexByte(c.text[t.end:], '(')
	if open < 0 {
		return
	}
	open += t.end
	end := attributeEnd(c.text, open)
	if end > open+1 && len(SplitCommas(string(c.text[open+1:end-1]))) == 1 {
		c.before[end-1] = `,""`
	}
}

// generic replaces a type in the controlling position of a generic selection by an expression.
// It reports whether it has respelt t, the word _Generic.
func (c *compat) generic(t token) bool {
	open := skipBlank(c.text, t.end)
	if open >= len(c.text) || c.text[open] != '(' {
		return false
	}
	s := readSelection(c.text, t.start)
	if s == nil {
		return false
	}
	if c.namesType(s.open, s.control) {
		quals, from := c.qualifiers(s.open)
		begin, end := typeOperand+quals+"__typeof__(", ")"+typeOperandEnd
		switch name := c.text[s.open:s.control]; {
		case typeofWords[string(wordAt(c.text, from).text)]: // cc does not support nested typeof
			begin, end = typeOperand+quals, typeOperandEnd
		case quals != "" && bytes.IndexByte(name, '*') >= 0 && !bytes.ContainsAny(name, "(["): // not the pointer's qualifiers
			begin, end = typeOperand+quals, typeOperandEnd
		}
		c.m.replace(c.text, t.start, from,
			"_Generic("+begin+strings.Repeat("\n", bytes.Count(c.text[t.start:from], []byte("\n"))))
		c.off = from
		c.before[s.control] = end + c.before[s.control]
		return true
	}
	return false
}

// namesType reports whether text[from:to) is the name of a type.
func (c *compat) namesType(from, to int) bool {
	s := scanner{text: c.text, off: from}
	t := s.next()
	w := c.word(t)
	if t.kind != tokIdent || t.end > to {
		return false
	}
	if typeofWords[w] {
		open := skipBlank(c.text, t.end)
		rest := bytes.TrimLeft(c.text[attributeEnd(c.text, open):to], " \t\n*")
		return len(rest) == 0 || isIdent(rest[0]) || rest[0] == '['
	}
	if basicWords[w] || qualifierWords[w] || w == "struct" || w == "union" || w == "enum" || w == "_Atomic" {
		return true
	}
	next := s.next()
	if next.start < to && c.text[next.start] != '*' && c.text[next.start] != '[' && !qualifierWords[c.word(next)] {
		return false
	}
	return regexp.MustCompile(`(\btypedef\b[^;]*\b|\}\s*)` + regexp.QuoteMeta(w) + `\s*[;,\[)]`).Match(c.text[:from])
}

// typeofWords is the set of spellings of typeof (C23 6.7.2.5, GNU C).
var typeofWords = makeSet("typeof", "__typeof", "__typeof__", "typeof_unqual", "__typeof_unqual", "__typeof_unqual__")

// typeOf respells typeof(T), which cc supports only in type names, as the typeof of
// an expression: T's qualifiers, then typeof(*(typeof(T) *)0).
func (c *compat) typeOf(t token, w string) bool {
	rest := bytes.TrimLeft(c.text[t.end:], " \t\n")
	if !bytes.HasPrefix(rest, []byte("(")) {
		return false
	}
	open := len(c.text) - len(rest)
	end := attributeEnd(c.text, open)
	if end <= open+2 || c.text[end-1] != ')' {
		return false
	}
	quals, from := c.qualifiers(open + 1)
	if strings.Contains(w, "unqual") {
		quals = ""
	}
	if params := c.functionType(from, end-1); params > 0 {
		c.m.replace(c.text, t.start, from,
			"__typeof__(*("+strings.Repeat("\n", bytes.Count(c.text[t.start:from], []byte("\n"))))
		c.before[params] = "(*)" + c.before[params]
		c.before[end-1] = ")0"
		c.off = from
		return true
	}
	c.m.replace(c.text, t.start, from,
		quals+"__typeof__(*(__typeof__("+strings.Repeat("\n", bytes.Count(c.text[t.start:from], []byte("\n"))))
	c.before[end-1] = ")*)0"
	c.off = from
	return true
}

// functionType returns the offset of the parameter list if text[from:to) names a function
// type such as int(int), for which cc requires a declarator. Otherwise it returns 0.
func (c *compat) functionType(from, to int) int {
	text := bytes.TrimRight(c.text[from:to], " \t\n")
	open := bytes.IndexByte(text, '(')
	if open <= 0 || typeofWords[string(wordAt(c.text, from).text)] ||
		attributeEnd(c.text, from+open) != from+len(text) || !c.namesType(from, from+open) {
		return 0
	}
	if inner := skipBlank(c.text, from+open+1); c.text[inner] == '*' || c.text[inner] == '(' {
		return 0
	}
	return from + open
}

// qualifiers returns the qualifiers before the type at from, and the offset where they end.
func (c *compat) qualifiers(from int) (quals string, end int) {
	for word := wordAt(c.text, from); qualifierWords[string(word.text)]; word = wordAt(c.text, from) {
		quals += string(word.text) + " "
		from = word.end
	}
	return quals, from
}

var qualifierWords = makeSet("const", "volatile", "restrict", "__const", "__const__", "__volatile", "__volatile__",
	"__restrict", "__restrict__")

type word struct {
	text []byte
	end  int
}

// wordAt returns the identifier at off, after blanks. Its text is empty if no identifier follows.
func wordAt(text []byte, off int) word {
	for off < len(text) && strings.IndexByte(" \t\n", text[off]) >= 0 {
		off++
	}
	end := off
	for end < len(text) && isIdent(text[end]) {
		end++
	}
	return word{text[off:end], end}
}

func makeSet(words ...string) map[string]bool {
	m := map[string]bool{}
	for _, w := range words {
		m[w] = true
	}
	return m
}

// underscore handles reserved names. It reports whether it has respelt w.
func (c *compat) underscore(t token, w string) bool {
	if strings.HasPrefix(w, "__builtin_") || strings.HasPrefix(w, "__sync_") || strings.HasPrefix(w, "__atomic_") ||
		strings.HasPrefix(w, "__scoped_atomic_") || strings.HasPrefix(w, "__c11_atomic_") {
		c.used[w] = true
		c.shield(t)
	}
	if strings.HasPrefix(w, "_Float") && c.isTypedefName(t) {
		c.m.replace(c.text, t.start, t.end, "__ompcc"+w)
		return true
	}
	switch w {
	case "__builtin_va_arg":
		if c.vaArgument(t) {
			return true
		}
	case "_BitInt":
		return c.bitPrecise(t)
	case "__PRETTY_FUNCTION__":
		if s := c.prettyFunction(t); s != "" {
			c.m.replace(c.text, t.start, t.end, s)
			return true
		}
	case "__label__":
		c.localLabels(t)
	case "__auto_type":
		c.inferType(t)
		return true
	case "__alignof", "__alignof__":
		if c.alignOfName(t) {
			return true
		}
	case "__attribute__":
		if c.tailCall(t) {
			return true
		}
	}
	s, ok := respelt[w]
	if name := s == "__func__" || w == "__func__"; name && c.word(c.prevs[0]) == "{" { // cc declares it after the first word of a body
		s, ok = "(__func__)", true
	}
	if ok {
		c.m.replace(c.text, t.start, t.end, s)
	}
	return ok
}

// alignOfName puts the operand of __alignof__ in parentheses, which cc requires.
func (c *compat) alignOfName(t token) bool {
	name := wordAt(c.text, t.end)
	next := skipBlank(c.text, name.end)
	if len(name.text) == 0 || next < len(c.text) && bytes.IndexByte([]byte("[(.-"), c.text[next]) >= 0 {
		return false
	}
	c.m.replace(c.text, t.start, name.end, "_Alignof("+string(name.text)+")")
	c.off = name.end
	return true
}

// tailCall removes the attribute musttail of a return statement (clang), which changes no value.
func (c *compat) tailCall(t token) bool {
	open := skipBlank(c.text, t.end)
	if open >= len(c.text) || c.text[open] != '(' {
		return false
	}
	end := attributeEnd(c.text, open)
	if string(wordAt(c.text, end).text) != "return" {
		return false
	}
	c.m.replace(c.text, t.start, end, "")
	c.off = end
	return true
}

// plainDesignator inserts the = after the designator "[n]" in an initialiser, which is optional in GNU C.
func (c *compat) plainDesignator(t token) {
	if p := c.word(c.prevs[0]); p != "{" && p != "," {
		return
	}
	end := attributeEnd(c.text, t.start)
	if next := skipBlank(c.text, end); next < len(c.text) && bytes.IndexByte([]byte("=.[,}"), c.text[next]) < 0 {
		c.after[end-1] += "="
	}
}

// shield puts parentheses around the compound literals among the arguments of a builtin. The prelude defines
// some builtins as macros (builtin.go), and a comma inside braces would split a macro argument.
func (c *compat) shield(t token) {
	rest := bytes.TrimLeft(c.text[t.end:], " \t\n")
	if !bytes.HasPrefix(rest, []byte("(")) {
		return
	}
	open := len(c.text) - len(rest)
	end := attributeEnd(c.text, open)
	if bytes.IndexByte(c.text[open:end], '{') < 0 {
		return
	}
	depth, start := 0, open
	for i := open; i < end; i++ {
		switch c.text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
		case '"':
			return
		default:
			continue
		}
		if c.text[i] == ',' && depth == 1 || depth == 0 {
			if arg := bytes.TrimLeft(c.text[start+1:i], " \t\n"); len(arg) > 0 && arg[0] == '(' &&
				bytes.IndexByte(arg, '{') >= 0 {
				c.after[start] += "("
				c.before[i] = ")" + c.before[i]
			}
			start = i
		}
	}
}

// isTypedefName reports whether t is the name that "typedef … t;" declares.
func (c *compat) isTypedefName(t token) bool {
	rest := bytes.TrimLeft(c.text[t.end:], " \t\n")
	return c.prevs[0].kind == tokIdent && (c.word(c.prevs[1]) == "typedef" || c.word(c.prevs[2]) == "typedef") &&
		len(rest) > 0 && (rest[0] == ';' || bytes.HasPrefix(rest, []byte("__attribute__")))
}

// isMember reports whether the next word follows "." or "->".
func (c *compat) isMember() bool {
	p := c.word(c.prevs[0])
	return p == "." || p == ">" && c.word(c.prevs[1]) == "-"
}

// number respells suffixes that cc does not support, and removes digit separators (C23 6.4.4.1).
func (c *compat) number(t token) {
	w := c.word(t)
	if plain := respeltNumber(strings.ReplaceAll(w, "'", "")); plain != w {
		c.m.replace(c.text, t.start, t.end, plain)
	}
}

func respeltNumber(w string) string {
	if s := respeltBits(w); s != "" {
		return s
	}
	if strings.HasPrefix(w, "0x") || strings.HasPrefix(w, "0X") {
		if !strings.ContainsAny(w, "pP") {
			return w
		}
	}
	lower := strings.ToLower(w)
	if isInfinite(lower) {
		return map[bool]string{true: "((float)(1e308*1e308))", false: "(1e308*1e308)"}[strings.HasSuffix(lower, "f")]
	}
	for _, s := range [...]string{"f16i", "f16j", "if16", "jf16"} {
		if strings.HasSuffix(lower, s) {
			return "((_Complex _Float16)" + w[:len(w)-len(s)] + "fi)"
		}
	}
	for _, s := range [...]struct{ suffix, cast, plain string }{
		{"f128", "((__float128)", "L)"}, {"f64x", "((long double)", "L)"}, {"f32x", "((double)", ")"},
		{"f64", "((double)", ")"}, {"f32", "((float)", "f)"}, {"bf16", "((__bf16)", "f)"}, {"f16", "((_Float16)", "f)"},
		{"q", "((__float128)", "L)"}, {"w", "((long double)", "L)"},
	} {
		if strings.HasSuffix(lower, s.suffix) {
			return s.cast + w[:len(w)-len(s.suffix)] + s.plain
		}
	}
	return w
}

// isInfinite reports whether a floating constant of type float or double overflows a double.
func isInfinite(number string) bool {
	v, err := strconv.ParseFloat(strings.TrimRight(number, "f"), 64)
	return strings.ContainsAny(number, ".ep") && errors.Is(err, strconv.ErrRange) && math.IsInf(v, 1)
}

// punct handles punctuators. Among others, it removes attributes in double brackets and
// replaces the star of [*] (C11 6.7.6.2).
func (c *compat) punct(t token) {
	if s := c.before[t.start]; s != "" {
		c.m.replace(c.text, t.start, t.start, s)
	}
	if w, ok := c.separators[t.start]; ok {
		c.m.replace(c.text, t.start, t.end, w)
		return
	}
	if c.text[t.start] == '(' && c.oldSizes(t) {
		return
	}
	c.resultParameters(t)
	if c.rangeDots[t.start] {
		c.m.replace(c.text, t.start, t.start+3, ")+(")
		c.off = t.start + 3
		return
	}
	if c.text[t.start] == '(' && c.onlyVariable(t) {
		return
	}
	if c.text[t.start] == ':' && c.endsLabel(t) {
		c.m.replace(c.text, t.end, t.end, ";")
		return
	}
	if c.text[t.start] != '[' {
		return
	}
	if c.opensAttributes(t) {
		c.doubleBracket(t)
		return
	}
	c.plainDesignator(t)
	c.indexRange(t)
	at := skipBlank(c.text, t.end)
	for w := wordAt(c.text, at); qualifierWords[string(w.text)]; w = wordAt(c.text, at) {
		at = skipBlank(c.text, w.end)
	}
	if end := skipBlank(c.text, at+1); end < len(c.text) && c.text[at] == '*' && c.text[end] == ']' {
		c.m.replace(c.text, at, at+1, "(*(int *)0)")
		c.off = at + 1
	}
}

// onlyVariable rewrites (...), a parameter list without named parameters (C23 6.7.6.3), to
// (void,...), which cc accepts.
func (c *compat) onlyVariable(t token) bool {
	dots := skipBlank(c.text, t.end)
	if !bytes.HasPrefix(c.text[dots:], []byte("...")) {
		return false
	}
	if end := skipBlank(c.text, dots+3); end >= len(c.text) || c.text[end] != ')' {
		return false
	}
	c.m.replace(c.text, dots, dots, "void,")
	c.off = dots
	return true
}

// endsLabel reports whether t is the colon of a label before the end of a block or before a declaration.
// C23 (6.8.2) allows both, cc neither. A declaration begins with a type keyword or with two words.
func (c *compat) endsLabel(t token) bool {
	if c.word(c.prevs[0]) == "enum" || c.word(c.prevs[1]) == "enum" { // its underlying type
		return false
	}
	s := scanner{text: c.text, off: t.end}
	first := s.next()
	if c.endsExpression(t) {
		return true
	}
	if first.kind == tokPunct {
		return c.text[first.start] == '}'
	}
	w := c.text[first.start:first.end]
	if first.kind != tokIdent || expressionWords[string(w)] || statementWords[string(w)] {
		return false
	}
	return typeWords[string(w)] || s.next().kind == tokIdent
}

// endsExpression reports whether t ends a label before the last statement of a statement expression
// (GNU C). cc does not find the value of a labelled statement.
func (c *compat) endsExpression(t token) bool {
	if p := c.word(c.prevs[1]); c.prevs[0].kind != tokIdent || p != ";" && p != "{" && p != "}" {
		return false
	}
	s := scanner{text: c.text, off: t.end}
	depth := 0
	for u := s.next(); u.kind != tokEOF; u = s.next() {
		if u.start == skipBlank(c.text, t.end) && u.kind == tokNumber &&
			string(bytes.TrimLeft(c.text[u.end:], " ")[:1]) == ";" && c.word(c.prevs[1]) == "{" {
			return false // an unnamed bit-field
		}
		if u.kind != tokPunct {
			continue
		}
		switch c.text[u.start] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return false
			}
		case ';':
			if depth > 0 {
				continue
			}
			brace := skipBlank(c.text, u.end)
			end := skipBlank(c.text, brace+1)
			return end < len(c.text) && c.text[brace] == '}' && c.text[end] == ')'
		}
	}
	return false
}

// expressionWords can precede another word in an expression; statementWords begin statements.
var (
	expressionWords = makeSet("sizeof", "_Alignof", "alignof", "__alignof__", "__alignof", "__extension__", "__real__",
		"__imag__", "__real", "__imag", "L", "u", "U", "u8")
	statementWords = makeSet("return", "goto", "if", "else", "case", "default", "do", "while", "for", "switch",
		"break", "continue", "asm", "__asm__", "__asm")
)

// indexRange respells the designator [lo ... hi] (GNU C) as the constant
// [__ompcc_range*(lo)+(hi)], where __ompcc_range is 0. cc supports ranges only in
// outermost arrays, and expands them element by element.
func (c *compat) indexRange(t token) {
	depth := 0
	for i := t.end; i < len(c.text); i++ {
		switch c.text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return
			}
		case ';', '"':
			return
		case '.':
			if depth == 0 && bytes.HasPrefix(c.text[i:], []byte("...")) {
				end := attributeEnd(c.text, t.start)
				c.m.replace(c.text, t.end, t.end, RangeWord+"*(")
				c.rangeDots[i] = true
				c.before[end-1] += ")"
				c.used[RangeWord] = true
				return
			}
		}
	}
}

// RangeWord is the identifier that marks the range of a designator: RangeWord*(lo)+(hi).
const RangeWord = "__ompcc_range"
