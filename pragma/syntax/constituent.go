// Directive-name modifiers (6.0 §5.4).

package syntax

import (
	"slices"
	"strings"

	"ompcc/parse/diag"

	"github.com/alecthomas/participle/v2/lexer"

	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// constituent reads a directive-name modifier, which any clause may have. It names the constituents of a compound
// directive that the clause applies to (6.0 §5.4). The clause if has had it since 4.5 and keeps the name of a leaf
// as a modifier of its own.
func (a *argReader) constituent() bool {
	piece, rest := a.directiveName()
	if piece == nil {
		return true
	}
	def := directiveNamed(piece)
	if a.c.Kind == spec.IfClause && (len(def.AllLeafs()) == 1 || !a.d.Constituent(def)) {
		return true
	}
	a.c.OnSpan = a.runSpan(piece)
	a.reader.warnConstituent(a.c)
	if !a.appliesTo(def) {
		return false
	}
	a.c.On = def.Kind
	a.blank(rest)
	a.toks = rest
	return true
}

// warnConstituent warns of a directive-name modifier in an older version than 6.0.
func (r *reader) warnConstituent(c *tree.Clause) {
	r.later(c.OnSpan, 60, "6.0 §5.4", "the name of a directive as a modifier of '%s' is", c.Kind)
}

// directiveName finds the modifier among those before the first colon. rest is
// what the clause's own grammar sees.
func (a *argReader) directiveName() (piece, rest []lexer.Token) {
	start := 0
	for i, depth := 0, 0; i < len(a.toks); i++ {
		switch t := a.toks[i]; {
		case t.Type != tokPunct:
		case tree.OneOf(t.Value, "(", "[", "{"):
			depth++
		case tree.OneOf(t.Value, ")", "]", "}"):
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

func directiveNamed(toks []lexer.Token) *spec.DirectiveDef {
	var words []string
	for _, t := range toks {
		if t.Type != tokIdent {
			return nil
		}
		words = append(words, strings.Split(t.Value, "_")...)
	}
	if def := spec.Directives().Defs[spec.DirectiveNamed(strings.Join(words, " "))]; def != nil {
		return def
	}
	if run := leafRun(toks); len(run) > 1 && run[len(run)-1].end == len(toks) && badCompound(leafsOf(run)) == nil {
		return combineNested(spec.Directives(), leafsOf(run))
	}
	return nil
}

// appliesTo reports a name that is no constituent, and one that does not take the clause.
func (a *argReader) appliesTo(def *spec.DirectiveDef) bool {
	if !a.d.Constituent(def) {
		a.errorf(a.c.OnSpan, diag.UnknownModifier, "'%s' does not name a constituent of '%s'", def.Kind, a.d.Kind).
			WithSection("6.0 §5.4").
			WithFix("write %s", choice(a.d.Takers(a.c.Kind)))
		return false
	}
	if _, ok := def.Clauses[a.c.Kind]; !ok {
		a.errorf(a.c.OnSpan, diag.UnknownModifier, "directive '%s' does not take clause '%s'", def.Kind, a.c.Kind).
			WithSection("6.0 §5.4").
			WithFix("write %s", choice(a.d.Takers(a.c.Kind)))
		return false
	}
	return true
}

// checkConstituents reports clauses for a constituent alone that nested directives cannot give
// to it: the loop constructs of a composite directive share one loop nest (6.0 §19.3).
func (r *reader) checkConstituents(d *tree.Directive) {
	for _, c := range d.Clauses {
		hoist(c, d)
	}
	serialise(d)
	if r.failed() || !d.Splits() || pieces(d) != nil {
		return
	}
	for _, c := range d.Clauses {
		if !d.Displaces(c) || d.Fits(c, d.Leafs[d.FirstLoop():]) {
			continue // this one can be nested
		}
		e := r.errorf(c.OnSpan, diag.ConstituentSplit,
			"clause '%s' cannot apply only to constituent '%s' of '%s', whose loop constructs share the loops", c.Kind,
			c.On, d.Kind).
			WithSection("6.0 §5.4")
		if c.Kind == spec.PrivateClause || c.Kind == spec.FirstprivateClause {
			e.WithFix("write %s(…) on the enclosing teams construct", c.Kind)
		} else {
			e.WithFix("remove '%s'", c.On)
		}
	}
}

// hoist moves c from distribute to teams, in each of whose regions one thread executes the
// distribute construct.
func hoist(c *tree.Clause, d *tree.Directive) {
	outer, ok := strings.CutSuffix(c.On.String(), "distribute")
	if !ok || !d.Has(spec.Teams) || !d.Has(spec.Parallel) ||
		c.Kind != spec.PrivateClause && c.Kind != spec.FirstprivateClause {
		return
	}
	if c.On = spec.DirectiveNamed(strings.TrimSpace(outer)); c.On == spec.NoDirective {
		c.On = spec.Teams
	}
}

// serialise leaves simd out of a composite directive where a reduction or lastprivate clause applies
// to it alone: a thread that executes its iterations one after the other has that effect on its own copy.
func serialise(d *tree.Directive) {
	last := len(d.Leafs) - 1
	alone := func(c *tree.Clause) bool {
		return c.On == spec.Simd && tree.OneOf(c.Kind, spec.ReductionClause, spec.LastprivateClause)
	}
	if !d.Has(spec.Simd) || d.FirstLoop() == last || !slices.ContainsFunc(d.Clauses, alone) {
		return
	}
	rest := *d
	rest.Leafs, rest.Clauses = d.Leafs[:last], nil
	for _, c := range d.Clauses {
		onSIMD := c.On == spec.Simd || c.HasModifier("simd") && c.Kind == spec.IfClause
		switch {
		case alone(c), onSIMD && c.Kind == spec.IfClause,
			tree.OneOf(c.Kind, spec.SafelenClause, spec.SimdlenClause, spec.AlignedClause, spec.NontemporalClause):
			continue
		case len(rest.Permitting(c.Kind)) == 0:
			return
		case onSIMD:
			c.On = spec.NoDirective
		}
		rest.Clauses = append(rest.Clauses, c)
	}
	def := *spec.Directives().Defs[nameOf(rest.Leafs)]
	def.Nested = true
	rest.Def, rest.Kind = &def, def.Kind
	*d = rest
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
			for i := t.Pos.Offset; i < EndOf(t); i++ {
				text[i] = ' '
			}
		}
	}
	a.p.Text = string(text)
}
