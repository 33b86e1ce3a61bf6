// Lines that a backslash has made a part of a pragma.

package syntax

import (
	"github.com/alecthomas/participle/v2/lexer"

	"ompcc/parse/diag"
)

// swallowed reports a line of the program that the backslash at the end of the line before has made a part of the
// directive toks. No other message about this line, or about what is missing after it, would help.
func (r *reader) swallowed(toks []lexer.Token) bool {
	first := -1
	for i, depth := 1, bracket(toks[0]); i < len(toks); i++ {
		if depth <= 0 && r.tokSpan(toks[i]).Line > r.tokSpan(toks[i-1]).Line {
			first = i
		}
		if first > 0 && depth <= 0 && (i == first && r.beginsStatement(toks[i:]) || toks[i].Value == ";") {
			r.errorf(r.tokSpan(toks[first]), diag.SwallowedLine,
				"this line is part of the directive: the previous line ends with a backslash").
				WithSection("5.2 §3.1").WithFix("remove the backslash")
			return true
		}
		depth += bracket(toks[i])
	}
	return false
}

// bracket is what t adds to the depth of brackets.
func bracket(t lexer.Token) int {
	switch {
	case t.Type != tokPunct:
	case closing(t.Value) != "":
		return 1
	case t.Value == ")" || t.Value == "]" || t.Value == "}":
		return -1
	}
	return 0
}

// beginsStatement reports whether toks, which begin a line, are no part of a directive.
func (r *reader) beginsStatement(toks []lexer.Token) bool {
	switch word := toks[0].Value; {
	case word == "for":
		return len(toks) > 1 && toks[1].Value == "("
	case word == "if" || word == "default":
		return false // clauses
	default:
		return word == "{" || toks[0].Type == tokIdent && (statementWords[word] || typeWords[word])
	}
}
