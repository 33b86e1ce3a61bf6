package parse

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
)

// To cc a[i], an array that is an element of an array, is a pointer at once, also in typeof(a[i]) and as what & is applied to. There
// it is respelt as (*((a)+(i))), whose type cc knows, once the types are known.

// An element v[i] of a vector has the type of the vector there; it becomes (*(T*)(0*sizeof(v[i]))).

// rows are the subscripts that are respelt so, by the offsets of their parts.
type rows struct {
	starts      map[int]string // what stands before the name or parenthesis at an offset
	open, close map[int]string // what the brackets become
}

// elementNames are the names of the types that elements of vectors have.
var elementNames = map[cc.Kind]string{
	cc.Char: "char", cc.SChar: "signed char", cc.UChar: "unsigned char", cc.Short: "short", cc.UShort: "unsigned short",
	cc.Int: "int", cc.UInt: "unsigned", cc.Long: "long", cc.ULong: "unsigned long", cc.LongLong: "long long", cc.ULongLong: "unsigned long long",
	cc.Float: "float", cc.Double: "double", cc.Float16: "_Float16",
}

// settleRows notes the subscripts in typeof and in the operands of generic selections that give arrays or elements of vectors; it reports whether there are new ones.
func (u *Unit) settleRows(ast *cc.AST) bool {
	found := false
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		ctree.Walk(tu.ExternalDeclaration, func(n cc.Node) bool {
			switch n := n.(type) {
			case *cc.TypeSpecifier:
				if n.Case == cc.TypeSpecifierTypeofExpr {
					found = u.rowsIn(n.ExpressionList) || found
				}
			case *cc.GenericSelection:
				found = u.rowsIn(n.AssignmentExpression) || found
			}
			return true
		})
	}
	return found
}

func (u *Unit) rowsIn(x cc.Node) bool {
	found := false
	ctree.Walk(x, func(n cc.Node) bool {
		if p, ok := n.(*cc.PostfixExpression); ok && p.Case == cc.PostfixExpressionIndex {
			t := p.PostfixExpression.Type()
			name := elementNames[t.Kind()]
			switch {
			case givesArray(t):
				found = u.noteRow(p, "(*((", ")+(", ")))") || found
			case vectorBytes(t) > 0 && name != "":
				found = u.noteRow(p, "(*("+name+"*)(0*sizeof(", "[", "])))") || found
			}
		}
		return true
	})
	return found
}

// An initialiser of a variable of such a type is refused before the types are known. So when cc refuses a unit,
// all subscripts in typeof are respelt, which is the same C, except for elements of vectors; if that does not help, none is.

// guess is how far this has come.
type guess int

const (
	notGuessed guess = iota
	guessed          // all are respelt
	gaveUp
)

// guessRows takes that one step further; it reports whether the text has changed.
func (u *Unit) guessRows() bool {
	switch u.guess {
	case notGuessed:
		u.guess = guessed
		return u.rowsInText()
	case guessed:
		u.guess, u.rows = gaveUp, rows{}
		return true
	}
	return false
}

// rowsInText notes the subscripts in all typeofs of the text; it reports whether there are any.
func (u *Unit) rowsInText() bool {
	found, end := false, 0
	s := scanner{text: u.Text}
	var before token
	for t := s.next(); t.kind != tokEOF; before, t = t, s.next() {
		word := string(u.Text[t.start:t.end])
		if open := skipBlank(u.Text, t.end); typeofWords[word] && open < len(u.Text) && u.Text[open] == '(' {
			end = max(end, attributeEnd(u.Text, open))
			t = s.next() // its parenthesis
			continue
		}
		if t.start < end && (t.kind == tokIdent && !basicWords[word] && !qualifierWords[word] || word == "(") && beginsOperand(u.Text, before) {
			found = u.chain(t.start) || found
		}
	}
	return found
}

// beginsOperand reports whether an expression's operand may stand behind the token before.
func beginsOperand(text []byte, before token) bool {
	switch before.kind {
	case tokPunct:
		return strings.IndexByte(")].>", text[before.end-1]) < 0
	case tokIdent:
		return string(text[before.start:before.end]) == "sizeof"
	}
	return false
}

// chain notes the subscripts of the postfix expression at start.
func (u *Unit) chain(start int) bool {
	end := wordAt(u.Text, start).end
	if u.Text[start] == '(' {
		end = attributeEnd(u.Text, start)
	}
	found := false
	for {
		next := skipBlank(u.Text, end)
		rest := string(u.Text[next:min(next+2, len(u.Text))])
		switch {
		case strings.HasPrefix(rest, "["):
			end = attributeEnd(u.Text, next)
			found = u.noteBrackets(start, next, end-1, "(*((", ")+(", ")))") || found
		case strings.HasPrefix(rest, "("):
			end = attributeEnd(u.Text, next)
		case rest == "->":
			end = wordAt(u.Text, next+2).end
		case strings.HasPrefix(rest, "."):
			end = wordAt(u.Text, next+1).end
		default:
			return found
		}
	}
}

// givesArray reports whether the elements of t are arrays.
func givesArray(t cc.Type) bool {
	switch t := t.(type) {
	case *cc.PointerType:
		return t.Elem().Kind() == cc.Array
	case *cc.ArrayType:
		return t.Elem().Kind() == cc.Array
	}
	return false
}

// noteRow notes the subscript p; false: it is known, or not to be found in the text.
func (u *Unit) noteRow(p *cc.PostfixExpression, before, opening, closing string) bool {
	at := func(n cc.Node) int {
		if off := nodeOffset(n); off >= 0 {
			return u.marked.start(off)
		}
		return len(u.Text)
	}
	start, open, end := at(p.PostfixExpression), at(p.Token), at(p.Token2)
	return u.noteBrackets(start, open, end, before, opening, closing)
}

func (u *Unit) noteBrackets(start, open, end int, before, opening, closing string) bool {
	if max(start, open, end) >= len(u.Text) || u.Text[open] != '[' || u.Text[end] != ']' || !isIdent(u.Text[start]) && u.Text[start] != '(' || u.rows.open[open] != "" {
		return false
	}
	if u.rows.starts == nil {
		u.rows = rows{map[int]string{}, map[int]string{}, map[int]string{}}
	}
	u.rows.starts[start] += before
	u.rows.open[open], u.rows.close[end] = opening, closing
	return true
}

// beginRows writes what comes before the subscripts that t begins.
func (c *compat) beginRows(t token) {
	if text := c.rows.starts[t.start]; text != "" {
		c.m.replace(c.text, t.start, t.start, text)
	}
}

// rowBracket respells the bracket t of such a subscript.
func (c *compat) rowBracket(t token) bool {
	text := c.rows.open[t.start] + c.rows.close[t.start]
	if text != "" {
		c.m.replace(c.text, t.start, t.end, text)
	}
	return text != ""
}
