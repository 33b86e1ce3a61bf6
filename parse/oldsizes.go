// Old-style definitions whose parameters have sizes of their own.

package parse

import (
	"bytes"
	"slices"
	"strings"
)

// An old-style definition may declare a parameter whose size names another one: int h(n, a) int n; int a[][2 * n]; {…}.
// To cc the parameters are not declared there. It gets a prototype: int h(int n, int a[][2 * n]) {…}.

// oldSizes respells the old-style definition whose parenthesis t opens, if it has such a size and declares the
// parameters in their order. It reports whether it does.
func (c *compat) oldSizes(t token) bool {
	if c.depth > 0 || c.prevs[0].kind != tokIdent {
		return false
	}
	end := closingParen(c.text, t.start)
	if end < 0 {
		return false
	}
	names := SplitCommas(string(c.text[t.end:end]))
	for i, n := range names {
		if names[i] = strings.TrimSpace(n); names[i] == "" || wordAt([]byte(names[i]), 0).end < len(names[i]) {
			return false
		}
	}
	d := oldDeclarations{compat: c, scanner: scanner{text: c.text, off: end + 1}, names: names}
	if !d.read() || !d.sized {
		return false
	}
	lines := strings.Repeat("\n", bytes.Count(c.text[t.end:end], []byte("\n")))
	c.m.replace(c.text, t.end, end+1, lines)
	c.off = end + 1
	for i, at := range d.ends {
		c.separators[at] = ","
		if i == len(d.ends)-1 {
			c.separators[at] = ")"
		}
	}
	for at, s := range d.repeats {
		c.after[at] = s
	}
	return true
}

// oldDeclarations reads the declarations of an old-style definition's parameters.
type oldDeclarations struct {
	*compat
	scanner
	names   []string
	sized   bool           // a size names a parameter
	ends    []int          // their semicolons
	repeats map[int]string // the specifiers that a declarator behind the comma at an offset has, too
}

// read reports whether all of names, and nothing else, are declared one after another, and a body follows.
func (d *oldDeclarations) read() bool {
	d.repeats = map[int]string{}
	for at := 0; at < len(d.names); {
		n, ok := d.declaration(d.names[at:])
		if !ok {
			return false
		}
		at += n
	}
	t := d.scanner.next()
	return t.kind == tokPunct && d.scanner.text[t.start] == '{'
}

// declaration reads one, of n of names.
func (d *oldDeclarations) declaration(names []string) (n int, ok bool) {
	var words []string // the specifiers, and the name if nothing is in front of it
	named, brackets, parentheses := false, 0, 0
	for {
		t := d.scanner.next()
		w := string(d.scanner.text[t.start:t.end])
		switch {
		case t.kind == tokEOF, t.kind == tokHash, w == "{", w == "}":
			return 0, false
		case brackets > 0:
			d.sized = d.sized || t.kind == tokIdent && slices.Contains(d.names, w)
		case t.kind == tokIdent && n < len(names) && w == names[n] && !named:
			named = true
		case t.kind == tokIdent && !named && n == 0:
			words = append(words, w)
		}
		switch w {
		case "[":
			brackets++
		case "]":
			brackets--
		case "(":
			parentheses++
		case ")":
			parentheses--
		}
		if brackets > 0 || parentheses > 0 || w != "," && w != ";" {
			continue
		}
		if !named || len(words) == 0 {
			return 0, false
		}
		n, named = n+1, false
		if w == ";" {
			d.ends = append(d.ends, t.start)
			return n, true
		}
		d.repeats[t.start] = " " + strings.Join(words, " ") + " "
	}
}
