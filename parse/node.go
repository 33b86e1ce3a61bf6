// Offsets of nodes of the C tree in the text.

package parse

import (
	"bytes"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
)

// tokenOffset returns the offset of t in the marked text, or -1 if it stands elsewhere.
func tokenOffset(t *cc.Token) int {
	p := t.Position()
	if p.Filename != unitName {
		return -1
	}
	return p.Offset
}

// tokenEnd returns the offset after t in the marked text; t begins at off.
// Adjacent string literals are one token of cc, and a few tokens are cc's own.
func (u *Unit) tokenEnd(t *cc.Token, off int) int {
	text := u.marked.text
	src := t.Src()
	if t.Ch == rune(cc.STRINGLITERAL) || t.Ch == rune(cc.LONGSTRINGLITERAL) {
		return stringsEnd(text, off)
	}
	if bytes.HasPrefix(text[off:], src) {
		return off + len(src)
	}
	return off
}

// stringsEnd returns the end of the sequence of string literals at off.
func stringsEnd(text []byte, off int) int {
	s := scanner{text: text, off: off}
	end := off
	for {
		t := s.next()
		if t.kind == tokIdent && s.off < len(text) && text[s.off] == '"' {
			t = s.next()
		}
		if t.kind != tokString || text[t.end-1] != '"' {
			return end
		}
		end = t.end
	}
}

// NodeRange returns the byte range of n in Unit.Text, from its first to its last token. For a node inside a clause
// that is the whole pragma. ok is false for a nil node and for one without tokens of the unit.
func (u *Unit) NodeRange(n cc.Node) (start, end int) {
	lo, hi := u.markedRange(n)
	if hi < 0 {
		return 0, 0
	}
	return u.marked.start(lo), u.marked.end(hi)
}

// markedRange is NodeRange in the marked text; hi is -1 when there is no token.
func (u *Unit) markedRange(n cc.Node) (lo, hi int) {
	lo, hi = len(u.marked.text), -1
	ctree.EachToken(n, func(t *cc.Token) {
		off := tokenOffset(t)
		if off < 0 {
			return
		}
		lo, hi = min(lo, off), max(hi, u.tokenEnd(t, off))
	})
	return lo, hi
}

// Offset returns the byte offset in Unit.Text of n's first token, or -1.
func (u *Unit) Offset(n cc.Node) int {
	off := nodeOffset(n)
	if off < 0 {
		return -1
	}
	return u.marked.start(off)
}

// nodeOffset is Offset in the marked text.
func nodeOffset(n cc.Node) int {
	if ctree.IsNil(n) {
		return -1
	}
	p := n.Position()
	if p.Filename != unitName {
		return -1
	}
	return p.Offset
}

// NodePos returns the place of n's first token in the user's source; for an
// expression of a clause that is its place in the directive.
func (u *Unit) NodePos(n cc.Node) diag.Pos {
	off := nodeOffset(n)
	if off < 0 {
		return diag.Pos{File: displayName(u.File)}
	}
	return u.markedPos(off)
}

// NodeSpan is the place of n, cut at the end of its first line.
func (u *Unit) NodeSpan(n cc.Node) diag.Span {
	lo, hi := u.markedRange(n)
	if hi < 0 {
		return diag.Span{Pos: u.NodePos(n)}
	}
	if i := bytes.IndexByte(u.marked.text[lo:hi], '\n'); i >= 0 {
		hi = lo + i
	}
	return diag.Span{Pos: u.markedPos(lo), Len: hi - lo}
}

// NodeText returns the C text of n: as the host compiler would see it, or as
// written in the clause.
func (u *Unit) NodeText(n cc.Node) string {
	lo, hi := u.markedRange(n)
	if hi < 0 {
		return ""
	}
	if e, _ := u.marked.editAt(lo); e != nil && e.pragma != nil && hi <= e.newEnd {
		return string(u.marked.text[lo:hi])
	}
	return withoutLineMarkers(string(u.Text[u.marked.start(lo):u.marked.end(hi)]))
}

// NodeLine is NodeText on one line, each white space one blank.
func (u *Unit) NodeLine(n cc.Node) string { return strings.Join(strings.Fields(u.NodeText(n)), " ") }

// withoutLineMarkers takes out the markers that gcc's preprocessor puts around what
// comes out of a system header's macro, also inside an expression.
func withoutLineMarkers(text string) string {
	if !strings.Contains(text, "\n#") {
		return text
	}
	lines := strings.Split(text, "\n")
	kept := lines[:1]
	for _, l := range lines[1:] {
		if rest, ok := strings.CutPrefix(l, "# "); !ok || rest == "" || rest[0] < '0' || '9' < rest[0] {
			kept = append(kept, l)
		}
	}
	return strings.Join(kept, "\n")
}

// InPragma returns the pragma in whose clauses n stands, or nil.
func (u *Unit) InPragma(n cc.Node) *Pragma {
	off := nodeOffset(n)
	if off < 0 {
		return nil
	}
	if e, _ := u.marked.editAt(off); e != nil {
		return e.pragma
	}
	return nil
}

// collectMarkers finds the markers in the tree.
func (u *Unit) collectMarkers(marks []*Mark) {
	u.Markers = make([]*Marker, len(u.Pragmas))
	left := 0
	for _, m := range marks {
		if m != nil && m.Form != MarkNone {
			left++
		}
	}
	for tu := u.AST.TranslationUnit; tu != nil && left > 0; tu = tu.TranslationUnit {
		if d := tu.ExternalDeclaration; d.Case == cc.ExternalDeclarationFuncDef {
			left -= u.markersIn(d.FunctionDefinition)
		}
	}
}

// markersIn records the markers of one function and returns their number.
func (u *Unit) markersIn(f *cc.FunctionDefinition) int {
	start := nodeOffset(f)
	end := tokenOffset(&f.CompoundStatement.Token2)
	if start < 0 || !u.hasPragma(start, end) {
		return 0
	}
	c := &collector{u: u, marked: f}
	if strings.HasPrefix(f.Declarator.Name(), "__ompcc_f") {
		c.fn = nil
	} else {
		c.fn = f
	}
	c.visit(f.CompoundStatement, nil)
	return c.found
}

// hasPragma reports whether a pragma's marker stands in marked[start:end).
func (u *Unit) hasPragma(start, end int) bool {
	lo, hi := u.marked.start(start), u.marked.end(end)
	for _, p := range u.Pragmas {
		if lo <= p.Start && p.Start < hi {
			return true
		}
	}
	return false
}

type collector struct {
	u      *Unit
	marked *cc.FunctionDefinition
	fn     *cc.FunctionDefinition
	found  int
}

func (c *collector) visit(n cc.Node, loop *cc.IterationStatement) {
	ctree.Walk(n, func(x cc.Node) bool {
		switch x := x.(type) {
		case *cc.IterationStatement:
			if x.Case == cc.IterationStatementWhile {
				c.visit(x.ExpressionList, x)
				c.visit(x.Statement, nil)
				return false
			}
		case *cc.PostfixExpression:
			if id, args, ok := markerArgs(x); ok && id < len(c.u.Markers) {
				c.u.Markers[id] = &Marker{Pragma: c.u.Pragmas[id], Args: args, Loop: loop, Call: x, Func: c.fn}
				c.found++
				return false
			}
		}
		return true
	})
}

// markerArgs recognises a call of the marker function.
func markerArgs(x *cc.PostfixExpression) (id int, args []cc.ExpressionNode, ok bool) {
	if x.Case != cc.PostfixExpressionCall {
		return 0, nil, false
	}
	fn, ok := x.PostfixExpression.(*cc.PrimaryExpression)
	if !ok || fn.Case != cc.PrimaryExpressionIdent || fn.Token.SrcStr() != markerFunc {
		return 0, nil, false
	}
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		args = append(args, l.AssignmentExpression)
	}
	if len(args) == 0 {
		return 0, nil, false
	}
	first, ok := args[0].(*cc.PrimaryExpression)
	if !ok {
		return 0, nil, false
	}
	id, err := strconv.Atoi(first.Token.SrcStr())
	return id, args[1:], err == nil
}
