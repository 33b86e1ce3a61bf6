package pragma

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// constituent reads a directive-name modifier, which any clause may have: it
// names the constituents of a compound directive that the clause applies to
// (6.0 §5.4). if has had it since 4.5 and keeps it as a modifier of its own.
func (a *argReader) constituent() bool {
	if a.c.Kind == "if" {
		return true
	}
	piece, rest := a.directiveName()
	if piece == nil {
		return true
	}
	def := directiveNamed(piece)
	if r := a.reader; r.version < 60 {
		r.diags.Warnf(r.runSpan(piece), "openmp-extension", "the name of a directive as a modifier of '%s' is a feature of OpenMP 6.0", a.c.Kind).
			WithSection("6.0 §5.4").WithFix("pass -fopenmp-version=60")
	}
	if !a.appliesTo(def, piece) {
		return false
	}
	a.c.On = def.Kind
	a.blank(rest)
	a.toks = rest
	return true
}

// directiveName finds the modifier among those before the first colon. rest is
// what the clause's own grammar sees.
func (a *argReader) directiveName() (piece, rest []lexer.Token) {
	start := 0
	for i, depth := 0, 0; i < len(a.toks); i++ {
		switch t := a.toks[i]; {
		case t.Type != tokPunct:
		case isOneOf(t.Value, []string{"(", "[", "{"}):
			depth++
		case isOneOf(t.Value, []string{")", "]", "}"}):
			depth--
		case depth > 0:
		case t.Value == "?":
			return nil, nil
		case t.Value == "," || t.Value == ":":
			if p := a.toks[start:i]; piece == nil && a.namesDirective(p) {
				piece, rest = p, a.without(start, i)
			}
			if t.Value == ":" {
				return piece, rest
			}
			start = i + 1
		}
	}
	return nil, nil // no colon: these are no modifiers
}

// without drops the tokens from i to the separator at end, and that: a comma
// before it if the colon must stay for other modifiers.
func (a *argReader) without(i, end int) []lexer.Token {
	if a.toks[end].Value == ":" && i > 0 {
		i, end = i-1, end-1
	}
	return append(append([]lexer.Token(nil), a.toks[:i]...), a.toks[end+1:]...)
}

// namesDirective reports whether toks are the name of a directive and no
// modifier that the clause itself has.
func (a *argReader) namesDirective(toks []lexer.Token) bool {
	if len(toks) == 0 || directiveNamed(toks) == nil {
		return false
	}
	_, own := a.c.Def.Mods[toks[0].Value]
	return !own
}

func directiveNamed(toks []lexer.Token) *DirectiveDef {
	var words []string
	for _, t := range toks {
		if t.Type != tokIdent {
			return nil
		}
		words = append(words, strings.Split(t.Value, "_")...)
	}
	return Directives().Defs[DirectiveKind(strings.Join(words, " "))]
}

// directiveLeafs are the leafs of the table's directive k.
func directiveLeafs(k DirectiveKind) []DirectiveKind {
	if def := Directives().Defs[k]; def != nil {
		return def.leafs()
	}
	return nil
}

// appliesTo reports a name that is no constituent, one that does not take the
// clause, and one inside of which a further constituent would take it.
func (a *argReader) appliesTo(def *DirectiveDef, piece []lexer.Token) bool {
	sp := a.runSpan(piece)
	if !a.d.constituent(def) {
		a.errorf(sp, "unknown-modifier", "'%s' does not name a constituent of '%s'", def.Kind, a.d.Kind).WithSection("6.0 §5.4").
			WithFix("write one of %s", strings.Join(a.d.takers(a.c.Kind), ", "))
		return false
	}
	if _, ok := def.Clauses[a.c.Kind]; !ok {
		a.errorf(sp, "unknown-modifier", "directive '%s' does not take clause '%s'", def.Kind, a.c.Kind).WithSection("6.0 §5.4").
			WithFix("write one of %s", strings.Join(a.d.takers(a.c.Kind), ", "))
		return false
	}
	if a.d.Def.Nested {
		return true // Split gives the clause to these alone
	}
	inner := DirectiveKind("")
	for _, l := range a.d.Leafs {
		if a.d.part(a.c, l) != nil {
			inner = l
		}
	}
	leafs := def.leafs()
	if inner != "" && a.d.executor(inner) != a.d.executor(leafs[len(leafs)-1]) {
		a.errorf(sp, "constituent-split", "clause '%s' on '%s' applies to its constituent '%s' too; for '%s' alone it needs a construct of its own",
			a.c.Kind, a.d.Kind, inner, def.Kind).WithSection("6.0 §5.4").
			WithFix("write '#pragma omp %s %s(…)' and the rest as a nested construct", def.Kind, a.c.Kind)
		return false
	}
	return true
}

// executor is what executes the region of leaf l of d: the device's initial
// thread, each team's, each thread, or tasks. Constituents with the same one
// have nothing between them, so that a clause does the same on either.
func (d *Directive) executor(leaf DirectiveKind) int {
	at := 0
	for _, l := range d.Leafs[:indexOf(d.Leafs, leaf)+1] {
		switch l {
		case "teams", "distribute":
			at = 1
		case "parallel", "for", "loop", "sections":
			at = 2
		case "task", "taskloop":
			at = 3
		}
	}
	return at
}

// takers are the constituents that take clause k.
func (d *Directive) takers(k ClauseKind) (names []string) {
	for _, l := range d.permitting(k) {
		names = append(names, string(l))
	}
	return names
}

// constituent reports whether def is d itself or made of neighbouring leafs of d.
func (d *Directive) constituent(def *DirectiveDef) bool {
	if def.Kind == d.Kind {
		return true
	}
	leafs := def.leafs()
	for i := 0; i+len(leafs) <= len(d.Leafs); i++ {
		same := true
		for j, l := range leafs {
			same = same && d.Leafs[i+j] == l
		}
		if same {
			return true
		}
	}
	return false
}

func (def *DirectiveDef) leafs() []DirectiveKind {
	if len(def.Leafs) == 0 {
		return []DirectiveKind{def.Kind}
	}
	return def.Leafs
}

// blank takes the modifier out of the pragma's text: host compilers before 6.0
// do not know it.
func (a *argReader) blank(rest []lexer.Token) {
	keep := map[int]bool{}
	for _, t := range rest {
		keep[t.Pos.Offset] = true
	}
	text := []byte(a.p.Text)
	for _, t := range a.toks {
		if !keep[t.Pos.Offset] {
			for i := t.Pos.Offset; i < endOf(t); i++ {
				text[i] = ' '
			}
		}
	}
	a.p.Text = string(text)
}
