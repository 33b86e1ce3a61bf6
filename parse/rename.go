// Names of variants' definitions.

package parse

import "slices"

// Rename is the name of a function definition that stands for another function
// in the region of a delimited directive: Unit.Text[Start:End) is From.
type Rename struct {
	Start, End int
	From, To   string
	// Pragma is the ID of the directive that asked for it.
	Pragma int
}

// Range is a part of Unit.Text that is not translated.
type Range struct{ Start, End int }

// delimit finds what the marks with Rename and Elide say about the text between
// their pragma and the one whose mark has End set.
func (u *Unit) delimit(marks []*Mark) {
	var open []int
	for i, m := range marks {
		if m == nil {
			continue
		}
		if m.End && len(open) > 0 {
			u.delimited(open[len(open)-1], marks[open[len(open)-1]], u.Pragmas[i].Start)
			open = open[:len(open)-1]
		}
		if m.Rename != nil || m.Elide {
			open = append(open, i)
		}
	}
	slices.SortFunc(u.Renamed, func(a, b Rename) int { return a.Start - b.Start })
}

func (u *Unit) delimited(id int, m *Mark, end int) {
	from := u.Pragmas[id].End
	if m.Elide {
		u.Elided = append(u.Elided, Range{from, end})
		return
	}
	for _, r := range definitions(u.Text, from, end) {
		if !slices.ContainsFunc(u.Renamed, func(x Rename) bool { return x.Start == r.Start }) {
			r.To, r.Pragma = m.Rename(r.From), id
			u.Renamed = append(u.Renamed, r)
		}
	}
}

// notNames are words that a parenthesis may follow in a declaration although
// they are not its declarator.
var notNames = []string{
	"__attribute__", "__attribute", "__asm__", "asm", "__asm", "_Alignas", "alignas", "typeof", "__typeof__",
	"__typeof",
	"_Atomic", "_Static_assert", "static_assert", "__declspec", "int", "void", "char", "short", "long", "float",
	"double", "signed", "unsigned", "_Bool", "_Complex",
}

// definitions are the names of the functions that text[from:to) defines.
func definitions(text []byte, from, to int) []Rename {
	s := scanner{text: text[:to], off: from}
	var list []Rename
	var name *Rename
	var prev token
	word := func(t token) string { return string(text[t.start:t.end]) }
	body, parens, skip := 0, 0, 0
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if t.kind == tokHash {
			continue
		}
		switch w := word(t); {
		case t.kind != tokPunct:
		case w == "{":
			body++
			if body == 1 && name != nil && parens == 0 {
				list = append(list, *name)
			}
			name = nil
		case w == "}":
			body--
		case body > 0:
		case w == "(":
			parens++
			switch {
			case skip > 0:
			case prev.kind == tokIdent && slices.Contains(notNames, word(prev)):
				if p := word(prev); p[0] == '_' || p == "asm" || p == "alignas" || p == "typeof" ||
					p == "static_assert" {
					skip = parens
				}
			case prev.kind == tokIdent && name == nil && !followedByStar(text[t.end:to]):
				name = &Rename{Start: prev.start, End: prev.end, From: word(prev)}
			}
		case w == ")":
			if skip == parens {
				skip = 0
			}
			parens--
		case (w == ";" || w == "=") && parens == 0:
			name = nil
		}
		prev = t
	}
	return list
}

// followedByStar: T (*f(…))(…) declares f.
func followedByStar(rest []byte) bool {
	for _, c := range rest {
		if c != ' ' && c != '\t' && c != '\n' {
			return c == '*'
		}
	}
	return false
}
