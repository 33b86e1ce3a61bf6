// Array sections in the forms of other languages.

package syntax

import (
	"strconv"
	"strings"

	"ompcc/parse/diag"

	"github.com/alecthomas/participle/v2/lexer"

	"ompcc/pragma/tree"
)

// foreignSection reports an array section in the form of another language, or with an
// operator that C would apply to the section, and says how C's is written (5.2 §3.2.5).
func (r *reader) foreignSection(toks []lexer.Token) bool {
	if end := wholeParen(toks); end > 0 && toks[1].Value != "[" && sectionStart(toks[1:end]) < end-1 {
		r.errorf(r.runSpan(toks), diag.Syntax, "an array section must not be in parentheses").WithSection("5.2 §3.2.5").
			WithFix("write %s", r.source(toks[1:end]))
		return true
	}
	for i := 0; i < len(toks); i++ {
		open := toks[i]
		if open.Type != tokPunct || open.Value != "[" && open.Value != "(" || i == 0 {
			continue
		}
		end, _ := matching(toks, i)
		inside, before := toks[i+1:end], toks[i-1]
		array := r.source(toks[:i])
		switch {
		case open.Value == "(" && before.Type == tokIdent && !typeWords[before.Value] && len(splitColons(inside)) > 1:
			return r.wrongSection(toks[i:end+1], "an array section is written with brackets, not with parentheses",
				array, r.fromBounds(splitColons(inside), true))
		case open.Value == "[" && len(splitCommas(inside)) > 1 && len(splitColons(inside)) > 1:
			var parts []string
			for _, p := range splitCommas(inside) {
				parts = append(parts, r.source(p))
			}
			return r.wrongSection(toks[i:end+1], "each dimension of an array section needs its own brackets", array,
				strings.Join(parts, "]["))
		case open.Value == "[":
			if bounds, inclusive := rangeBounds(inside); bounds != nil {
				return r.wrongSection(toks[i:end+1], "an array section is written with a colon", array,
					r.fromBounds(bounds, inclusive))
			}
		}
		i = end
	}
	return r.operatorOnSection(toks)
}

func (r *reader) wrongSection(at []lexer.Token, what, array, section string) bool {
	r.errorf(r.runSpan(at), diag.Syntax, "%s", what).WithSection("5.2 §3.2.5").
		WithFix("write %s[%s], which is lower bound : length", array, section)
	return true
}

// fromBounds is the first element and the number of elements for the bounds of a
// range, of which the second is in the range or, as in 0..n, behind it.
func (r *reader) fromBounds(bounds [][]lexer.Token, inclusive bool) string {
	if len(bounds[0]) == 0 || len(bounds[1]) == 0 {
		return "first:count"
	}
	first, last := r.source(bounds[0]), r.source(bounds[1])
	extra, plus := 0, ""
	if inclusive {
		extra, plus = 1, " + 1"
	}
	a, err1 := strconv.Atoi(first)
	b, err2 := strconv.Atoi(last)
	switch {
	case err1 == nil && err2 == nil && b >= a:
		return first + ":" + strconv.Itoa(b-a+extra)
	case first == "0":
		return "0:" + last + plus
	}
	return first + ":" + last + " - " + first + plus
}

// splitCommas splits at the commas outside brackets.
func splitCommas(toks []lexer.Token) [][]lexer.Token {
	parts, start := [][]lexer.Token{}, 0
	for i := 0; i < len(toks); i++ {
		if toks[i].Type != tokPunct {
			continue
		}
		if closing(toks[i].Value) != "" {
			i, _ = matching(toks, i)
		} else if toks[i].Value == "," {
			parts, start = append(parts, toks[start:i]), i+1
		}
	}
	return append(parts, toks[start:])
}

// rangeBounds splits what brackets hold at one of the words and signs by which other
// languages write ranges: 0..9, 0 ... 9, 0 to 9.
func rangeBounds(toks []lexer.Token) (bounds [][]lexer.Token, inclusive bool) {
	for i, t := range toks {
		if t.Type == tokNumber {
			if a, b, ok := strings.Cut(t.Value, ".."); ok {
				lo, hi := t, t
				lo.Value, hi.Value = a, strings.TrimLeft(b, ".")
				hi.Pos.Offset = EndOf(t) - len(hi.Value)
				left, right := append(append([]lexer.Token(nil), toks[:i]...), lo),
					append([]lexer.Token{hi}, toks[i+1:]...)
				if hi.Value == "" {
					right = right[1:]
				}
				return [][]lexer.Token{left, right}, strings.HasPrefix(b, ".")
			}
		}
		if t.Value == "..." || t.Value == "to" && i > 0 && i+1 < len(toks) && isOperand(toks[i-1]) &&
			isOperand(toks[i+1]) {
			return [][]lexer.Token{toks[:i], toks[i+1:]}, true
		}
		if t.Value == "." && i+1 < len(toks) && toks[i+1].Value == "." {
			return [][]lexer.Token{toks[:i], toks[i+2:]}, false
		}
	}
	return nil, false
}

func isOperand(t lexer.Token) bool { return t.Type == tokIdent || t.Type == tokNumber }

// operatorOnSection reports a cast or an operator in front of a section: in C they
// bind less tightly than the brackets.
func (r *reader) operatorOnSection(toks []lexer.Token) bool {
	cut := sectionStart(toks)
	if cut == len(toks) || cut == 0 {
		return false
	}
	n := 0
	switch t := toks[0]; {
	case t.Type == tokPunct && tree.OneOf(t.Value, "*", "&", "-", "+", "!", "~", "++", "--"):
		n = 1
	case t.Value == "(" && toks[1].Value != "[":
		end, _ := matching(toks, 0)
		if end+1 < cut && (toks[end+1].Type != tokPunct) {
			n = end + 1
		}
	}
	if n == 0 {
		return false
	}
	e := r.errorf(r.runSpan(toks[:n]), diag.Syntax,
		"the cast '%s' applies to the array section: brackets bind more tightly", r.source(toks[:n])).
		WithSection("5.2 §3.2.5")
	if toks[0].Value == "*" || toks[0].Value == "(" {
		e.WithFix("write (%s)%s", r.source(toks[:cut]), r.source(toks[cut:]))
	} else {
		e.WithFix("write %s", r.source(toks[n:]))
	}
	return true
}
