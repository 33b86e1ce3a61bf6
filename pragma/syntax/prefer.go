// The modifier prefer_type.

package syntax

import (
	"strings"

	"ompcc/parse/diag"

	"github.com/alecthomas/participle/v2/lexer"

	"ompcc/parse"
	"ompcc/pragma/tree"
)

// preferences checks the list of prefer_type: foreign runtimes, or their properties in
// braces (5.2 §14.1.2, 6.0 §16.1.3); close is the offset of the closing parenthesis.
func (a *argReader) preferences(toks []lexer.Token, close int) bool {
	if len(toks) == 0 {
		a.errorf(a.span(close, 1), diag.EmptyList, "modifier 'prefer_type' has empty parentheses").
			WithSection("5.2 §14.1.2").WithFix("write prefer_type(\"cuda\", \"hsa\")")
		return false
	}
	for _, p := range splitCommas(toks) {
		switch {
		case len(p) == 0:
			a.errorf(a.span(close, 1), diag.Syntax, "empty preference in modifier 'prefer_type'").
				WithSection("5.2 §14.1.2")
			return false
		case p[0].Value == "{":
			if end, _ := matching(p, 0); end != len(p)-1 || !a.preference(p) {
				return false
			}
		case tree.OneOf(p[0].Value, "fr", "attr") && len(p) > 1 && p[1].Value == "(":
			a.errorf(a.runSpan(p), diag.Syntax, "'%s' must be written in braces", p[0].Value).
				WithSection("6.0 §16.1.3").WithFix("write {%s}", a.source(p))
			return false
		case !a.foreignRuntime(p):
			return false
		}
	}
	return true
}

// preference checks {fr(runtime), attr("ompx_…")}: at most one runtime.
func (a *argReader) preference(toks []lexer.Token) bool {
	a.later(a.tokSpan(toks[0]), 60, "6.0 §16.1.3", "preferences in braces are")
	var runtime []lexer.Token
	for _, s := range splitCommas(toks[1 : len(toks)-1]) {
		if len(s) < 3 || s[1].Value != "(" || s[len(s)-1].Value != ")" || !tree.OneOf(s[0].Value, "fr", "attr") {
			at := toks
			if len(s) > 0 {
				at = s
			}
			a.errorf(a.runSpan(at), diag.UnknownKeyword, "'%s' is not a valid preference", a.source(at)).
				WithSection("6.0 §16.1.3").WithFix("write {fr(\"cuda\")} or {attr(\"ompx_…\")}")
			return false
		}
		inner := s[2 : len(s)-1]
		switch {
		case s[0].Value == "attr":
			if !a.attributes(s, inner) {
				return false
			}
		case runtime != nil:
			a.errorf(a.runSpan(s), diag.TooManyArguments, "a preference can have only one foreign runtime").
				WithSection("6.0 §16.1.3").
				WithNote(a.runSpan(runtime), "the first is here").
				WithFix("write two preferences: {%s}, {%s}", a.source(runtime), a.source(s))
			return false
		case len(inner) == 0 || !a.foreignRuntime(inner):
			return false
		default:
			runtime = s
		}
	}
	return true
}

// attributes checks attr's strings: extensions, whose names begin with ompx_.
func (a *argReader) attributes(whole, toks []lexer.Token) bool {
	for _, s := range splitCommas(toks) {
		if len(s) != 1 || s[0].Type != tokString {
			a.errorf(a.runSpan(whole), diag.Syntax, "'attr' takes string literals").WithSection("6.0 §16.1.3").
				WithFix("write attr(\"ompx_…\")")
			return false
		}
		text := strings.Trim(s[0].Value, `"`)
		if !strings.HasPrefix(text, "ompx_") || strings.Contains(text, ",") {
			a.errorf(a.tokSpan(s[0]), diag.UnknownKeyword,
				"%s is not a valid attribute: its name must begin with ompx_ and contain no comma", s[0].Value).
				WithSection("6.0 §16.1.3").
				WithFix("write a name that begins with ompx_, or leave attr out")
			return false
		}
	}
	return true
}

// foreignRuntime checks the name of a foreign runtime: a string, or a constant expression that the checker
// evaluates. Others than the known ones are implementation defined: those of no device here.
func (a *argReader) foreignRuntime(toks []lexer.Token) bool {
	t := toks[0]
	name := strings.TrimPrefix(strings.Trim(t.Value, `"`), "omp_ifr_")
	isName := len(toks) == 1 && (t.Type == tokString || t.Type == tokIdent && strings.HasPrefix(t.Value, "omp_ifr_"))
	if !isName && t.Type == tokString || len(toks) == 1 && t.Type == tokIdent && !isName && tree.ForeignRuntimes[name] > 0 {
		e := a.errorf(a.runSpan(toks), diag.NotConstant, "'%s' does not name a foreign runtime: it must be a string, a number or an enumerator omp_ifr_…", a.source(toks)).WithSection("5.2 §14.1.2").
			WithFix("write a name in quotation marks, for example \"cuda\"")
		if tree.ForeignRuntimes[name] > 0 {
			e.WithFix("write \"%s\"", name)
		}
		return false
	}
	if !isName {
		a.c.Runtimes = append(a.c.Runtimes, a.expr(&run{toks: toks}))
		return true
	}
	if tree.ForeignRuntimes[name] > 0 || name == "last" {
		return true
	}
	var known []string
	for n := range tree.ForeignRuntimes {
		known = append(known, n)
	}
	if near := parse.Nearest(name, known); near != "" {
		a.diags.Warnf(a.tokSpan(t), diag.OmpForeignRuntime, "unknown foreign runtime %s", t.Value).WithSection("5.2 §14.1.2").Suggest(strings.Replace(t.Value, name, near, 1))
	}
	return true
}

// appended checks an operation interop(…) of append_args: what it takes is what init
// takes (5.2 §7.5.3).
func (a *argReader) appended(toks []lexer.Token) bool {
	if len(toks) < 3 || toks[1].Value != "(" {
		a.errorf(a.runSpan(toks), diag.MissingArgument, "operation 'interop' needs an interop type in parentheses").WithSection("5.2 §7.5.3").WithFix("write interop(target) or interop(targetsync)")
		return false
	}
	end, _ := matching(toks, 1)
	seen := map[string]bool{}
	for _, m := range splitCommas(toks[2:end]) {
		if len(m) == 0 {
			break
		}
		name := m[0].Value
		switch {
		case seen[name]:
			a.errorf(a.tokSpan(m[0]), diag.ModifierConflict, "modifier '%s' appears twice in operation 'interop'", name).WithSection("5.2 §7.5.3").
				WithFix("remove one of the two")
			return false
		case tree.OneOf(name, "target", "targetsync") && len(m) == 1:
		case name == "prefer_type" && len(m) > 2 && m[1].Value == "(" && m[len(m)-1].Value == ")":
			if !a.preferences(m[2:len(m)-1], m[len(m)-1].Pos.Offset) {
				return false
			}
		default:
			e := a.errorf(a.runSpan(m), diag.UnknownModifier, "'%s' is not a modifier of operation 'interop'", a.source(m)).WithSection("5.2 §7.5.3").
				WithFix("write target, targetsync or prefer_type(…)")
			if near := parse.Nearest(name, []string{"target", "targetsync", "prefer_type"}); near != "" {
				e.Suggest(near)
			}
			return false
		}
		seen[name] = true
	}
	if !seen["target"] && !seen["targetsync"] {
		a.errorf(a.runSpan(toks), diag.MissingModifier, "operation 'interop' needs an interop type: target or targetsync").WithSection("5.2 §7.5.3").WithFix("write interop(targetsync)")
		return false
	}
	return true
}
