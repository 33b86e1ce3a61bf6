// __PRETTY_FUNCTION__.

package parse

import (
	"slices"
	"strings"
)

// __PRETTY_FUNCTION__ is the function's name to gcc, and its whole type to clang.

// prettyFunction is the string literal that the host compiler has for __PRETTY_FUNCTION__ at t, "" if that
// is the function's name.
func (c *compat) prettyFunction(t token) string {
	if c.gcc {
		return ""
	}
	start, end := c.enclosing(t.start)
	if end < 0 {
		return ""
	}
	s := signature(c.words(start, end))
	if s == "" {
		return ""
	}
	return `"` + s + `"`
}

// enclosing is the place of the header of the function around off, end -1 if there is none.
func (c *compat) enclosing(off int) (start, end int) {
	s := scanner{text: c.text}
	from, open, parens := 0, -1, 0
	for t := s.next(); t.kind != tokEOF && t.start < off; t = s.next() {
		switch {
		case t.kind == tokHash:
			if s.depth == 0 && strings.HasPrefix(strings.TrimLeft(string(c.text[t.start+1:t.end]), " \t"), "pragma") {
				from = t.end
			}
		case t.kind != tokPunct:
		case c.text[t.start] == '(':
			parens++
		case c.text[t.start] == ')':
			parens--
		case c.text[t.start] == '{' && s.depth == 1 && parens == 0:
			open = t.start
		case s.depth == 0 && parens == 0 && (c.text[t.start] == ';' || c.text[t.start] == '}'):
			from, open = t.end, -1
		}
	}
	return from, open
}

// words are the words and signs from start to end, without what stands in braces.
func (c *compat) words(start, end int) (list []string) {
	s := scanner{text: c.text, off: start}
	for t := s.next(); t.kind != tokEOF && t.start < end; t = s.next() {
		if t.kind != tokHash && s.depth == 0 && c.text[t.start] != '}' {
			list = append(list, c.word(t))
		}
	}
	if c.c23 {
		for i, w := range list {
			if w == "_Bool" {
				list[i] = "bool"
			}
		}
	}
	return list
}

// signature is the header of a function definition as clang writes it.
func signature(header []string) string {
	header = withoutAttributes(header)
	spec, decl := splitSpecifiers(header)
	at := slices.IndexFunc(decl, isName)
	if at < 0 || at+1 >= len(decl) || decl[at+1] != "(" {
		return ""
	}
	end := matching(decl, at+1)
	if end < 0 {
		return ""
	}
	params := []string{}
	for _, p := range splitParameters(decl[at+2 : end]) {
		params = append(params, parameterName(p))
	}
	list := "(" + strings.Join(params, ", ") + ")"
	out := append(slices.Clone(decl[:at+1]), list)
	if rest := decl[end+1:]; len(rest) > 0 { // what a function that is given takes
		out = append(out, suffix(rest)...)
	}
	return spelling(spec) + " " + joined(out)
}

var unprinted = makeSet("static", "extern", "inline", "__inline", "__inline__", "_Noreturn", "noreturn",
	"__extension__", "register", "auto", "constexpr", "_Nullable", "_Nonnull")

// withoutAttributes leaves out what is no part of the type.
func withoutAttributes(words []string) (list []string) {
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case unprinted[w]:
		case strings.HasPrefix(w, "__attribute") || w == "__asm__" || w == "asm" || w == "_Alignas":
			if end := matching(words, i+1); end > 0 {
				i = end
			}
		case w == "[" && i+1 < len(words) && words[i+1] == "[":
			if end := matching(words, i); end > 0 {
				i = end
			}
		default:
			list = append(list, w)
		}
	}
	return list
}

// matching is the index of what closes the bracket at open, -1 if there is none.
func matching(words []string, open int) int {
	if open >= len(words) || words[open] != "(" && words[open] != "[" {
		return -1
	}
	depth := 0
	for i := open; i < len(words); i++ {
		switch words[i] {
		case "(", "[":
			depth++
		case ")", "]":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func isName(w string) bool {
	return isIdent(w[0]) && !(w[0] >= '0' && w[0] <= '9') && !qualifierWords[w]
}

// splitSpecifiers parts the type's words from the declarator.
func splitSpecifiers(words []string) (spec, decl []string) {
	typed := false
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case qualifierWords[w]:
		case w == "struct" || w == "union" || w == "enum":
			typed, i = true, i+1
		case typeofWords[w]:
			if end := matching(words, i+1); end > 0 {
				typed, i = true, end
			}
		case basicWords[w]:
			typed = true
		case isName(w) && !typed:
			typed = true
		default:
			return words[:i], words[i:]
		}
	}
	return words, nil
}

var basicWords = makeSet("void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool",
	"_Complex", "__int128", "_BitInt", "_Float16", "__bf16", "__signed__", "__complex__", "bool")

func splitParameters(words []string) (list [][]string) {
	depth, from := 0, 0
	for i, w := range words {
		switch w {
		case "(", "[":
			depth++
		case ")", "]":
			depth--
		case ",":
			if depth == 0 {
				list, from = append(list, words[from:i]), i+1
			}
		}
	}
	if from < len(words) {
		list = append(list, words[from:])
	}
	return list
}

// parameterName is the type of a parameter, as it is adjusted (C17 6.7.6.3).
func parameterName(words []string) string {
	if len(words) == 0 || words[0] == "." {
		return "..."
	}
	spec, decl := splitSpecifiers(words)
	return strings.TrimSpace(spelling(spec) + " " + joined(abstract(decl)))
}

// abstract is a parameter's declarator without its name: an array is a pointer, and a function one to it.
func abstract(decl []string) []string {
	at := 0
	for at < len(decl) && (decl[at] == "*" || qualifierWords[decl[at]] || decl[at] == "(" && at+1 < len(decl) &&
		decl[at+1] == "*") {
		at++
	}
	before, rest := decl[:at], decl[at:]
	if len(rest) > 0 && isName(rest[0]) {
		rest = rest[1:]
	}
	out := slices.Clone(before)
	pointer := false
	switch {
	case len(rest) > 0 && rest[0] == "[":
		end := matching(rest, 0)
		rest, pointer = rest[max(end, 0)+1:], true
	case len(rest) > 0 && rest[0] == "(" && (len(before) == 0 || before[len(before)-1] != "("):
		pointer = true
	}
	if pointer && len(rest) > 0 && (rest[0] == "(" || rest[0] == "[") {
		out = append(out, "(", "*", ")")
	} else if pointer {
		out = append(out, "*")
	}
	return append(out, suffix(rest)...)
}

// suffix is what stands behind a declarator's name, with the types of parameters only.
func suffix(words []string) (list []string) {
	for i := 0; i < len(words); i++ {
		end := matching(words, i)
		if words[i] != "(" || end < 0 {
			list = append(list, words[i])
			continue
		}
		var params []string
		for _, p := range splitParameters(words[i+1 : end]) {
			params = append(params, parameterName(p))
		}
		list, i = append(list, "("+strings.Join(params, ", ")+")"), end
	}
	return list
}

// joined writes a declarator: a space stands after qualifiers only.
func joined(words []string) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 && isIdent(words[i-1][0]) && (isIdent(w[0]) || w == "*") {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

// spelling gives the words of a type clang's order and form.
func spelling(spec []string) string {
	var quals, other []string
	count := map[string]int{}
	for i := 0; i < len(spec); i++ {
		w := spec[i]
		switch {
		case qualifierWords[w]:
			quals = append(quals, strings.Trim(w, "_"))
		case basicWords[w]:
			count[plainWord(w)]++
		case typeofWords[w]:
			end := max(matching(spec, i+1), i)
			other, i = append(other, strings.Join(spec[i:end+1], "")), end
		default:
			other = append(other, w)
		}
	}
	return strings.Join(append(append(quals, number(count)...), other...), " ")
}

// plainWord is a word of numbers' types in its own spelling.
func plainWord(w string) string {
	switch w {
	case "__signed__":
		return "signed"
	case "__complex__":
		return "_Complex"
	}
	return w
}

// number orders the words of a type of numbers.
func number(count map[string]int) (list []string) {
	if count["_Complex"] > 0 {
		list = append(list, "_Complex")
	}
	switch {
	case count["unsigned"] > 0:
		list = append(list, "unsigned")
	case count["signed"] > 0 && count["char"] > 0:
		list = append(list, "signed")
	}
	for _, w := range []string{"short", "long", "char", "void", "float", "double", "__int128", "_BitInt", "_Float16",
		"__bf16", "_Bool", "bool"} {
		list = append(list, slices.Repeat([]string{w}, count[w])...)
	}
	plain := count["short"]+count["long"]+count["char"]+count["__int128"]+count["float"]+count["double"] == 0
	if plain && count["int"]+count["unsigned"]+count["signed"] > 0 {
		list = append(list, "int")
	}
	return list
}
