// Brackets that are not closed, and words in the wrong place.

package syntax

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// unclosed reports the bracket at toks[i], or the innermost one in it, that does not
// end; bad is the index of the token that closes another one, or the end.
func (r *reader) unclosed(toks []lexer.Token, i, bad int, at diag.Span) {
	open := innermost(toks[:bad], i)
	t := toks[open]
	switch {
	case bad+1 < len(toks) && toks[bad+1].Value == closing(t.Value):
		r.errorf(at, diag.Unbalanced, "extraneous '%s'", toks[bad].Value).WithSection("5.2 §3.1").
			WithFix("remove it, or write the opening bracket")
		return
	case bad == len(toks):
		if next := clauseInside(toks, open); next > 0 {
			at = r.tokSpan(toks[next])
		}
	}
	r.errorf(at, diag.Unbalanced, "expected '%s'", closing(t.Value)).WithFix("write '%s' here", closing(t.Value)).
		WithSection("5.2 §3.1").WithNote(r.tokSpan(t), "to match this '%s'", t.Value)
}

// innermost is the index of the last bracket from toks[i] on that toks do not close.
func innermost(toks []lexer.Token, i int) int {
	stack := []int{i}
	for j := i + 1; j < len(toks); j++ {
		switch {
		case toks[j].Type != tokPunct:
		case closing(toks[j].Value) != "":
			stack = append(stack, j)
		case tree.OneOf(toks[j].Value, ")", "]", "}"):
			stack = stack[:len(stack)-1]
		}
	}
	return stack[len(stack)-1]
}

// clauseInside is the index of a clause's name between the parenthesis at open, which
// nothing closes, and the end: there the list has ended. It is 0 if there is none.
func clauseInside(toks []lexer.Token, open int) int {
	for j := open + 2; j < len(toks); j++ {
		before := toks[j-1]
		if spec.Clauses()[spec.ClauseNamed(toks[j].Value)] != nil &&
			(before.Type != tokPunct || before.Value == "]" || before.Value == ")") {
			return j
		}
		if closing(toks[j].Value) != "" && toks[j].Type == tokPunct {
			if end, _ := matching(toks, j); end > 0 {
				j = end
			}
		}
	}
	return 0
}

// unopened reports the closing bracket t behind before, whose brackets are balanced: it
// belongs to a clause without its opening one, or to nothing.
func (r *reader) unopened(before []lexer.Token, t lexer.Token) {
	words, ends := nameWords(before)
	from := 0
	for n := range words {
		if ends[n] > 0 && spec.Directives().Defs[spec.DirectiveNamed(strings.Join(words[:n+1], " "))] != nil {
			from = ends[n]
		}
	}
	for i := from; i < len(before) && t.Value == ")"; i++ {
		def := spec.Clauses()[spec.ClauseNamed(before[i].Value)]
		if def == nil || def.Shape == spec.ShapeFlag || def.Shape == spec.ShapeFlagExpr || i+1 == len(before) {
			continue
		}
		if before[i+1].Value != "(" {
			r.errorf(r.span(EndOf(before[i]), 0), diag.Unbalanced, "expected '(' after clause '%s'", before[i].Value).
				WithSection("5.2 §3.1").
				WithFix("write %s(%s)", before[i].Value, strings.TrimLeft(r.source(before[i+1:]), ":= "))
			return
		}
		i, _ = matching(before, i+1)
	}
	r.errorf(r.tokSpan(t), diag.Unbalanced, "extraneous '%s'", t.Value).WithSection("5.2 §3.1").WithFix("remove it")
}

// fortranEnd is the help for a directive that ends a construct.
const fortranEnd = "remove it: in C the construct ends with the statement or block after the directive"

// endOfConstruct reports "end target" and the like, which Fortran has.
func (r *reader) endOfConstruct(toks []lexer.Token, words []string, ends []int) bool {
	if words[0] != "end" {
		return false
	}
	for n := len(words); n > 1; n-- {
		name := strings.Join(words[1:n], " ")
		if def := spec.Directives().Defs[spec.DirectiveNamed(name)]; def != nil && ends[n-1] > 0 &&
			(def.Assoc == spec.AssocBlock || def.Assoc == spec.AssocLoop) {
			r.errorf(r.runSpan(toks[:ends[n-1]]), diag.FortranDirective,
				"'end %s' is a directive for Fortran, not for C", name).WithSection("5.2 §3.1").WithFix(fortranEnd)
			return true
		}
	}
	return false
}

// otherwiseCalled reports a directive's name that another language has, and a clause
// where the directive should be.
func (r *reader) otherwiseCalled(toks []lexer.Token) bool {
	name := toks[0].Value
	meant, isClause := foreignDirectives[name], spec.Clauses()[spec.ClauseNamed(name)] != nil && len(toks) > 1 &&
		toks[1].Value == "("
	if r.looksLikeDirective(name) || meant == "" && !isClause {
		return false
	}
	e := r.errorf(r.tokSpan(toks[0]), diag.UnknownDirective, "unknown OpenMP directive '%s'", name).
		WithSection("5.2 §3.1")
	if meant != "" {
		e.WithFix("write %s", meant)
	} else {
		e.WithFix("write clause '%s' after the directive's name; a backslash continues a line", name)
	}
	return true
}

// hyphened is the directive that kind, and the words of toks with hyphens between them,
// name; "" if there is none.
func hyphened(kind string, toks []lexer.Token) string {
	if toks[0].Value != "-" {
		return ""
	}
	name := kind
	for i := 0; i+1 < len(toks) && toks[i].Value == "-" && toks[i+1].Type == tokIdent; i += 2 {
		name += " " + toks[i+1].Value
	}
	if spec.Directives().Defs[spec.DirectiveNamed(name)] == nil {
		return ""
	}
	return name
}

// sectionForValue reports an array section where a clause takes a value.
func (a *argReader) sectionForValue(t *run) bool {
	if sectionStart(t.toks) == len(t.toks) {
		return false
	}
	text := a.source(t.toks)
	e := a.errorf(a.runSpan(t.toks), diag.Syntax, "clause '%s' takes a value, not an array section", a.c.Kind).
		WithSection(a.c.Def.Section)
	if a.d.Kind == spec.TargetUpdate {
		e.WithFix("write to(%s)", text)
	}
	return true
}

// misplacedColon reports a list whose modifiers have a colon too many or none, or that
// stands in parentheses of its own.
func (a *argReader) misplacedColon() bool {
	toks := a.toks
	if len(toks) < 2 {
		return false
	}
	if end := wholeParen(toks); end > 0 && len(splitColons(toks[1:end])) > 1 {
		a.errorf(a.runSpan(toks), diag.Syntax, "extraneous parentheses around the arguments of clause '%s'", a.c.Kind).
			WithSection("5.2 §3.2").
			WithFix("write %s%s", a.c.Kind, a.source(toks))
		return true
	}
	def, known := a.c.Def.Mods[toks[0].Value]
	if !known || def.Args != spec.ModPlain {
		return false
	}
	parts := splitColons(toks)
	switch second := toks[1]; {
	case len(parts) == 1 && (second.Type == tokIdent || second.Value == "," && def.Group == "t" &&
		tree.OneOf(toks[0].Value, "tofrom", "release") && len(toks) > 2):
		if second.Value == "," {
			second = toks[2]
		}
		a.errorf(a.span(EndOf(toks[0]), 0), diag.Syntax, "expected ':' after '%s'", toks[0].Value).
			WithSection(a.c.Def.Section).
			WithFix("write %s(%s: %s)", a.c.Kind, toks[0].Value, a.p.Text[second.Pos.Offset:EndOf(toks[len(toks)-1])])
		return true
	case len(parts) > 2 && len(parts[0]) == 1 && len(parts[1]) == 1 && len(parts[2]) > 0:
		if _, modifier := a.c.Def.Mods[parts[1][0].Value]; modifier {
			a.errorf(a.span(EndOf(toks[0]), 1), diag.Syntax, "expected ',' between the modifiers of clause '%s'",
				a.c.Kind).WithSection("5.2 §3.2").
				WithFix("write %s(%s, %s: %s)", a.c.Kind, toks[0].Value, parts[1][0].Value, a.source(parts[2]))
			return true
		}
	}
	return false
}

// wholeParen is the index of the last of toks if it closes a parenthesis at their start,
// else -1.
func wholeParen(toks []lexer.Token) int {
	if toks[0].Value != "(" || toks[0].Type != tokPunct {
		return -1
	}
	if end, _ := matching(toks, 0); end == len(toks)-1 {
		return end
	}
	return -1
}
