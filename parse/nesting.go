// Limits of nesting, checked before a recursive stage sees the text.

package parse

import (
	"errors"

	"ompcc/parse/diag"
)

// Limits of nesting. Every stage walks the tree of a program recursively, and the host compiler and LLVM stop
// without a useful message when their stack is full. These limits are several times what C17 5.2.4.1 asks for, and
// equal clang's own for brackets.
const (
	maxBrackets  = 256  // open ( [ {
	maxPrefixes  = 500  // operators and casts before an operand, statements without braces in one another
	maxOperators = 4000 // operators, or commas, of one expression, outside of its brackets
	maxElse      = 1000 // if … else if … else if
)

var errNesting = errors.New("the program is nested too deeply")

// nesting measures how deeply a text is nested, token by token.
type nesting struct {
	open   []level
	closed bool // the last token was a closing bracket
}

// level is what stands inside of one pair of brackets, up to here.
type level struct {
	operators int    // of the expression that is open
	commas    int    // of the statement, or between the brackets
	word1     string // the token before, if it is a word
	declares  bool   // the statement is a declaration: two words follow one another
	chain     bool   // a comma expression or a list of arguments that is too long has ended
	prefixes  int    // since the last operand
	postfixes int    // subscripts, calls and casts in succession
	headers   int    // if, for, … without braces
	elses     int    // of the if statement before
	ended     bool   // the last token ended a statement
	typeName  bool   // the first word is a keyword of types: a cast
	words     int
}

// checkNesting reports what is nested more deeply than the stages can walk.
func (u *Unit) checkNesting(diags *diag.List) error {
	n := nesting{open: []level{{}}}
	s := scanner{text: u.Text}
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if t.kind == tokHash {
			continue
		}
		if what, limit := n.add(t.kind, string(u.Text[t.start:t.end])); what != "" {
			sp := diag.Span{Pos: u.Pos(t.start), Len: t.end - t.start}
			diags.Errorf(sp, diag.Nesting, "more than %d %s", limit, what).
				WithFix("split it up, with variables and functions")
			return errNesting
		}
	}
	return nil
}

func (n *nesting) top() *level { return &n.open[len(n.open)-1] }

// add takes the next token; it returns what there is too much of.
func (n *nesting) add(kind tokenKind, tok string) (what string, limit int) {
	closed := n.closed
	n.closed = false
	top := n.top()
	if kind != tokIdent {
		top.word1 = ""
	}
	if top.ended && tok != "else" {
		top.elses = 0
	}
	top.ended = false
	switch kind {
	case tokIdent:
		top.word(tok)
	case tokPunct:
		n.punctuation(tok[0], closed)
	default:
		top.operand()
	}
	switch top = n.top(); {
	case len(n.open) > maxBrackets+1:
		return "brackets are open here", maxBrackets
	case top.prefixes > maxPrefixes:
		return "operators and casts stand before one operand", maxPrefixes
	case top.headers > maxPrefixes:
		return "statements are nested", maxPrefixes
	case top.postfixes > maxPrefixes:
		return "brackets follow one another", maxPrefixes
	case top.operators > maxOperators:
		return "operators are in one expression", maxOperators
	case top.elses > maxElse:
		return "'else if' follow one another", maxElse
	case top.chain:
		return "commas are in one expression", maxOperators
	}
	return "", 0
}

// operand ends what stands before it.
func (l *level) operand() { l.prefixes, l.postfixes = 0, 0 }

func (l *level) word(w string) {
	l.words++
	if l.words == 1 {
		l.typeName = typeWords[w]
	}
	l.declares = l.declares || l.typeName || l.word1 != "" && !leadingWords[l.word1]
	l.word1 = w
	switch w {
	case "else":
		l.elses++
	case "if", "for", "while", "switch", "do":
		l.headers++
	case "sizeof", "__extension__", "_Alignof", "__alignof__", "__real__", "__imag__":
		l.prefixes++
	default:
		l.operand()
	}
}

// leadingWords may stand before the first word of an expression.
var leadingWords = makeSet("return", "else", "do", "sizeof", "case", "__extension__", "_Alignof", "__alignof__")

var typeWords = map[string]bool{
	"void": true, "char": true, "short": true, "int": true, "long": true, "float": true, "double": true, "signed": true,
	"unsigned": true,
	"_Bool":    true, "_Complex": true, "const": true, "volatile": true, "struct": true, "union": true, "enum": true,
	"__int128": true, "typeof": true,
}

func (n *nesting) punctuation(c byte, closed bool) {
	top := n.top()
	switch c {
	case '(', '[', '{':
		if closed {
			top.postfixes++
		}
		n.open = append(n.open, level{})
	case ')', ']', '}':
		cast, chain := top.typeName, c != '}' && top.commas > maxOperators && !top.declares
		if len(n.open) > 1 {
			n.open = n.open[:len(n.open)-1]
		}
		n.closed = true
		n.top().chain = n.top().chain || chain
		switch outer := n.top(); {
		case c == '}':
			outer.end()
		case cast:
			outer.prefixes++
		default:
			outer.prefixes = 0
		}
	case ';':
		chain := top.commas > maxOperators && !top.declares
		top.end()
		top.chain = chain
	case ',':
		top.operators = 0
		top.commas++
		top.operand()
	default:
		top.operators++
		top.prefixes++
	}
}

// end ends a statement.
func (l *level) end() { *l = level{elses: l.elses, ended: true} }
