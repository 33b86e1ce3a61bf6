package syntax

import (
	"github.com/alecthomas/participle/v2/lexer"

	"ompcc/parse/diag"
	"ompcc/parse/pattern"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// items makes list items of runs.
func (r *reader) items(runs []*run) []*tree.Item { return r.itemsOf(spec.NoClause, runs) }

// itemsOf makes the list items of a clause of runs.
func (r *reader) itemsOf(clause spec.ClauseKind, runs []*run) []*tree.Item {
	items := make([]*tree.Item, 0, len(runs))
	for _, x := range runs {
		items = append(items, r.itemOf(clause, x))
	}
	return items
}

// elementClauses are the clauses in which an array element is its array's section of length
// one (5.2 §5.5.5); of an address on the device the array or pointer is what has it (5.2 §5.4.9, §5.4.10).
var elementClauses = map[spec.ClauseKind]bool{spec.ReductionClause: true, spec.InReductionClause: true,
	spec.TaskReductionClause: true, spec.UseDeviceAddrClause: true, spec.HasDeviceAddrClause: true}

func (r *reader) item(x *run) *tree.Item { return r.itemOf(spec.NoClause, x) }

// itemOf splits a list item into array shape, base and sections: ([n][m])p[0:n].
func (r *reader) itemOf(clause spec.ClauseKind, x *run) *tree.Item {
	toks := x.toks
	it := &tree.Item{Text: r.source(toks), Span: r.runSpan(toks), Off: x.off()}
	if len(toks) == 1 && tree.IsReserved(toks[0].Value) {
		it.Name = true
	}
	if r.foreignSection(toks) || !r.plausible(toks) {
		it.Name = true // cc must not see it
		return it
	}
	toks, inner := unwrapShape(toks)
	shaped := len(toks)
	toks = r.shape(it, toks)
	cut := sectionStart(toks)
	switch {
	case inner > 0 && it.Shape != nil:
		cut = inner - (shaped - len(toks))
	case cut == len(toks) && it.Shape != nil || elementClauses[clause]:
		cut = trailingSubscripts(toks)
	}
	it.Base = r.source(toks[:cut])
	for i := cut; i < len(toks); {
		if toks[i].Value != "[" {
			r.errorf(r.runSpan(toks[i:]), diag.SectionNotLast, "'%s' cannot follow an array section in '%s'",
				r.source(toks[i:]), it.Text).
				WithSection("5.2 §3.2.5").
				WithFix("write %s", r.source(toks[:i]))
			break
		}
		j, _ := matching(toks, i)
		it.Sections = append(it.Sections, r.section(toks[i+1:j], toks[j]))
		i = j + 1
	}
	return it
}

// typeWords begin or continue a type's name.
var typeWords = map[string]bool{
	"struct": true, "union": true, "enum": true, "const": true, "volatile": true, "restrict": true, "unsigned": true,
	"signed": true, "int": true, "long": true, "short": true, "char": true, "float": true, "double": true, "void": true,
	"_Bool": true, "_Complex": true, "sizeof": true, "_Alignof": true, "__extension__": true, "__real__": true,
	"__imag__": true,
}

// statementWords are C's keywords that no expression contains.
var statementWords = map[string]bool{
	"for": true, "if": true, "else": true, "while": true, "do": true, "return": true, "break": true, "continue": true,
	"goto": true, "switch": true, "case": true, "default": true, "typedef": true, "extern": true, "static": true,
	"register": true, "auto": true,
}

// numberForm is the form of C's integer and floating constants, with the
// suffixes of GNU C.
var numberForm = pattern.New(`^(?i:0x[0-9a-f.]+(p[+-]?[0-9]+)?|0b[01]+|[0-9.]+(e[+-]?[0-9]+)?)[uUlLfFijqQdDzZ0-9]*$`)

// plausible reports what can be no expression before cc sees it: two operands
// side by side, or a type instead of a variable.
func (r *reader) plausible(toks []lexer.Token) bool {
	if t := toks[0]; t.Type == tokIdent && typeWords[t.Value] && t.Value != "sizeof" && t.Value != "_Alignof" &&
		t.Value[0] != '_' {
		e := r.errorf(r.runSpan(toks), diag.NotAVariable, "'%s' is a type, not a variable", r.source(toks)).
			WithSection("5.2 §3.2.1")
		if last := toks[len(toks)-1]; last.Type == tokIdent && !typeWords[last.Value] && len(toks) > 1 {
			e.WithFix("write only the name of the variable: %s", last.Value)
		}
		return false
	}
	for _, t := range toks {
		if t.Type == tokIdent && statementWords[t.Value] || t.Type == tokNumber && !numberForm().MatchString(t.Value) {
			r.errorf(r.tokSpan(t), diag.Syntax, "'%s' is not part of an expression", t.Value).WithSection("5.2 §3.2.1").
				WithFix("remove it")
			return false
		}
	}
	if t := toks[len(toks)-1]; t.Type == tokPunct && !tree.OneOf(t.Value, ")", "]", "}", "++", "--") {
		r.errorf(r.tokSpan(t), diag.Syntax, "expected an expression after '%s'", t.Value).WithSection("5.2 §3.2.1").
			WithFix("write the operand, or remove the operator")
		return false
	}
	if t := toks[0]; t.Type == tokPunct &&
		!tree.OneOf(t.Value, "(", "*", "&", "-", "+", "!", "~", "++", "--", "&&", "{") {
		r.errorf(r.tokSpan(t), diag.Syntax, "unexpected '%s': expected an expression", t.Value).
			WithSection("5.2 §3.2.1").
			WithFix("remove it")
		return false
	}
	for i := 0; i+1 < len(toks); i++ {
		a, b := toks[i], toks[i+1]
		if a.Value == "[" && b.Value == "]" {
			r.errorf(r.tokSpan(b), diag.Syntax, "expected a subscript before ']'").WithSection("5.2 §3.2.5").
				WithFix("write [:] for the whole array")
			return false
		}
		if (a.Type == tokIdent && !typeWords[a.Value] || a.Type == tokNumber) &&
			(b.Type == tokIdent && !typeWords[b.Value] || b.Type == tokNumber) {
			r.errorf(r.tokSpan(b), diag.Syntax, "unexpected '%s' after '%s'", b.Value, a.Value).
				WithSection("5.2 §3.2.1").WithFix("separate arguments by commas")
			return false
		}
	}
	return true
}

// unwrapShape takes off the parentheses of (([n][m])p)[0:n]. inner is the number of
// tokens that were in them, 0 without: what follows these are subscripts and sections.
func unwrapShape(toks []lexer.Token) (rest []lexer.Token, inner int) {
	if len(toks) < 5 || toks[0].Value != "(" || toks[1].Value != "(" || toks[2].Value != "[" {
		return toks, 0
	}
	end, _ := matching(toks, 0)
	return append(append([]lexer.Token(nil), toks[1:end]...), toks[end+1:]...), end - 1
}

// shape reads the ([n][m]) of an array-shaping expression (5.2 §3.2.4).
func (r *reader) shape(it *tree.Item, toks []lexer.Token) []lexer.Token {
	if len(toks) < 4 || toks[0].Value != "(" || toks[1].Value != "[" {
		return toks
	}
	end, _ := matching(toks, 0)
	for i := 1; i < end; {
		if toks[i].Value != "[" {
			return toks
		}
		j, _ := matching(toks, i)
		if j == i+1 {
			r.errorf(r.tokSpan(toks[j]), diag.Syntax, "an array-shaping dimension needs a size").
				WithSection("5.2 §3.2.4")
			return toks
		}
		it.Shape = append(it.Shape, r.expr(&run{toks[i+1 : j]}))
		i = j + 1
	}
	return toks[end+1:]
}

// sectionStart is the index of the first bracket that holds a section, or
// len(toks).
func sectionStart(toks []lexer.Token) int {
	for i := 0; i < len(toks); i++ {
		if closing(toks[i].Value) == "" || toks[i].Type != tokPunct {
			continue
		}
		j, _ := matching(toks, i)
		if toks[i].Value == "[" && len(splitColons(toks[i+1:j])) > 1 {
			return i
		}
		i = j
	}
	return len(toks)
}

// trailingSubscripts is the index where the subscripts at the end of toks begin.
func trailingSubscripts(toks []lexer.Token) int {
	for i := 0; i < len(toks); i++ {
		if toks[i].Value == "[" {
			return i
		}
		if closing(toks[i].Value) != "" && toks[i].Type == tokPunct {
			i, _ = matching(toks, i)
		}
	}
	return len(toks)
}

// splitColons splits at the colons outside brackets that are no part of ?:.
func splitColons(toks []lexer.Token) [][]lexer.Token {
	parts, start, conds := [][]lexer.Token{}, 0, 0
	for i := 0; i < len(toks); i++ {
		if toks[i].Type != tokPunct {
			continue
		}
		switch v := toks[i].Value; {
		case closing(v) != "":
			i, _ = matching(toks, i)
		case v == "?":
			conds++
		case v == ":" && conds > 0:
			conds--
		case v == ":":
			parts = append(parts, toks[start:i])
			start = i + 1
		}
	}
	return append(parts, toks[start:])
}

// section reads lower : length : stride, or a plain subscript.
func (r *reader) section(toks []lexer.Token, close lexer.Token) *tree.Section {
	parts := splitColons(toks)
	part := func(i int) *tree.Expr {
		if i >= len(parts) || len(parts[i]) == 0 {
			return nil
		}
		return r.expr(&run{parts[i]})
	}
	if len(parts) > 3 {
		r.errorf(r.tokSpan(close), diag.Syntax, "an array section has at most a lower bound, a length and a stride").
			WithSection("5.2 §3.2.5").
			WithFix("write at most a[lower:length:stride]")
	}
	s := &tree.Section{Lower: part(0), Length: part(1), Stride: part(2), Single: len(parts) == 1}
	s.Assumed = r.version >= 60 && !s.Single && s.Length == nil // resolve knows the type
	return s
}
