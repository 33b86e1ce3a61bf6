// va_arg with types that cc does not read.

package parse

// plainVaArg is va_arg of a type with a star behind it.
const plainVaArg = "__ompcc_va_arg"

// vaArgument puts the qualifiers in front of the type that va_arg names behind the words they
// stand before: the name is an operand of typeof to cc, whose typeof takes no type that begins with them.
// Where they stand before braces or another typeof, the type is left as it is.
func (c *compat) vaArgument(t token) bool {
	s := scanner{text: c.text, off: t.end}
	next := func() token {
		x := s.next()
		for x.kind == tokHash { // a line marker
			x = s.next()
		}
		return x
	}
	x := next()
	for depth := 0; x.kind != tokEOF; x = next() {
		switch c.word(x) {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
		if depth == 0 || depth == 1 && c.word(x) == "," {
			break
		}
	}
	if c.word(x) != "," {
		return false
	}
	var quals []token
	for x = next(); qualifierWords[c.word(x)]; x = next() {
		quals = append(quals, x)
	}
	last := x
	for ; x.kind == tokIdent; x = next() {
		last = x
	}
	switch {
	case len(quals) == 0 || last.kind != tokIdent || x.kind != tokPunct:
		return false
	case c.word(x) == "{" || c.word(x) == "(" && typeofWords[c.word(last)]:
		c.used[plainVaArg] = true
		c.m.replace(c.text, t.start, t.end, plainVaArg)
		return true
	}
	for _, q := range quals {
		c.replaced[q.start] = ""
		c.before[x.start] += " " + c.word(q) + " "
	}
	return false
}
