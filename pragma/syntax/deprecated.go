package syntax

import (
	"github.com/alecthomas/participle/v2/lexer"

	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// deprecated says under -Wdeprecated-openmp which words or forms of a clause or a
// directive later versions have others for; they keep their meaning.
func (r *reader) deprecated(toks []lexer.Token, section, version, what, fix string) *diag.Diagnostic {
	return r.diags.Warnf(r.runSpan(toks), diag.DeprecatedOpenmp, "%s deprecated since OpenMP %s", what, version).
		WithSection(section).WithFix("write %s", fix)
}

// deprecatedForms looks at a clause's arguments.
func (a *argReader) deprecatedForms() {
	switch a.c.Kind {
	case spec.ProcBindClause:
		if len(a.toks) == 1 && a.toks[0].Value == "master" {
			a.deprecated(a.toks, "5.2 §10.1.4", "5.1", "proc_bind(master) is", "proc_bind(primary)").
				WithEdit(a.runSpan(a.toks), "primary")
		}
	case spec.MapClause:
		if next := withoutComma(a.toks); next != nil {
			a.deprecated(next, "5.2 §3.2.1", "5.2", "modifiers without commas between them are",
				"a comma before '"+next[0].Value+"'").WithEdit(a.span(next[0].Pos.Offset, 0), ", ")
		}
	case spec.UsesAllocatorsClause:
		if depthOf(a.toks, ":") < 0 {
			if i := depthOf(a.toks, "("); i > 0 {
				a.deprecated(a.toks[i-1:i], "5.2 §6.8", "5.2", "traits after an allocator are",
					"traits("+traitsIn(a.toks[i:])+"): "+a.toks[i-1].Value)
			}
		}
	}
}

// deprecatedDirective looks at a whole directive whose name is toks.
func (r *reader) deprecatedDirective(d *tree.Directive, toks []lexer.Token) {
	if d.Kind == spec.DeclareTarget && d.Args == nil && len(d.Clauses) == 0 && !r.failed() {
		r.deprecated(toks, "5.2 §7.8.2", "5.2", "'declare target' before an 'end declare target' is",
			"begin declare target").WithEdit(r.runSpan(toks), "begin declare target")
	}
}

// depthOf is the index of the first token of that text outside of brackets, -1 without one.
func depthOf(toks []lexer.Token, text string) int {
	depth := 0
	for i, t := range toks {
		if depth == 0 && t.Value == text {
			return i
		}
		depth += bracketStep(t)
	}
	return -1
}

func bracketStep(t lexer.Token) int {
	switch t.Value {
	case "(", "[", "{":
		return 1
	case ")", "]", "}":
		return -1
	}
	return 0
}

// withoutComma is the first of the words before the colon that has a word, and no
// comma, before it.
func withoutComma(toks []lexer.Token) []lexer.Token {
	colon, depth := depthOf(toks, ":"), 0
	for i := 0; i < colon; i++ {
		if depth == 0 && i > 0 && toks[i].Type == tokIdent && (toks[i-1].Type == tokIdent || toks[i-1].Value == ")") {
			return toks[i : i+1]
		}
		depth += bracketStep(toks[i])
	}
	return nil
}

// traitsIn is the name in "(name) …".
func traitsIn(toks []lexer.Token) string {
	if len(toks) > 1 {
		return toks[1].Value
	}
	return ""
}
