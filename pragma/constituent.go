package pragma

import (
	"slices"
	"strings"

	"ompcc/pragma/spec"

	"github.com/alecthomas/participle/v2/lexer"
)

// constituent reads a directive-name modifier, which any clause may have: it
// names the constituents of a compound directive that the clause applies to
// (6.0 §5.4). if has had it since 4.5 and keeps the name of a leaf as a modifier of its own.
func (a *argReader) constituent() bool {
	piece, rest := a.directiveName()
	if piece == nil {
		return true
	}
	def := directiveNamed(piece)
	if a.c.Kind == spec.IfClause && (len(def.AllLeafs()) == 1 || !a.d.constituent(def)) {
		return true
	}
	a.c.onSpan = a.runSpan(piece)
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
func (r *reader) warnConstituent(c *Clause) {
	if r.version < 60 {
		r.diags.Warnf(c.onSpan, "openmp-extension", "the name of a directive as a modifier of '%s' is a feature of OpenMP 6.0", c.Kind).
			WithSection("6.0 §5.4").WithFix("pass -fopenmp-version=60")
	}
}

// directiveName finds the modifier among those before the first colon. rest is
// what the clause's own grammar sees.
func (a *argReader) directiveName() (piece, rest []lexer.Token) {
	start := 0
	for i, depth := 0, 0; i < len(a.toks); i++ {
		switch t := a.toks[i]; {
		case t.Type != tokPunct:
		case IsOneOf(t.Value, []string{"(", "[", "{"}):
			depth++
		case IsOneOf(t.Value, []string{")", "]", "}"}):
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
	if def := spec.Directives().Defs[spec.DirectiveKind(strings.Join(words, " "))]; def != nil {
		return def
	}
	if run := leafRun(toks); len(run) > 1 && run[len(run)-1].end == len(toks) && badCompound(leafsOf(run)) == nil {
		return combineNested(spec.Directives(), leafsOf(run))
	}
	return nil
}

// appliesTo reports a name that is no constituent, and one that does not take the clause.
func (a *argReader) appliesTo(def *spec.DirectiveDef) bool {
	if !a.d.constituent(def) {
		a.errorf(a.c.onSpan, "unknown-modifier", "'%s' does not name a constituent of '%s'", def.Kind, a.d.Kind).WithSection("6.0 §5.4").
			WithFix("write one of %s", strings.Join(a.d.takers(a.c.Kind), ", "))
		return false
	}
	if _, ok := def.Clauses[a.c.Kind]; !ok {
		a.errorf(a.c.onSpan, "unknown-modifier", "directive '%s' does not take clause '%s'", def.Kind, a.c.Kind).WithSection("6.0 §5.4").
			WithFix("write one of %s", strings.Join(a.d.takers(a.c.Kind), ", "))
		return false
	}
	return true
}

// checkConstituents reports clauses for a constituent alone that nested directives cannot give
// to it: the loop constructs of a composite directive share one loop nest (6.0 §19.3).
func (r *reader) checkConstituents(d *Directive) {
	for _, c := range d.Clauses {
		c.hoist(d)
	}
	d.serialise()
	if r.failed() || !d.splits() || d.pieces() != nil {
		return
	}
	for _, c := range d.Clauses {
		if !d.displaces(c) || d.fits(c, d.Leafs[d.firstLoop():]) {
			continue // this one can be nested
		}
		e := r.errorf(c.onSpan, "constituent-split", "clause '%s' cannot apply to constituent '%s' of '%s' alone: its loop constructs share the loops", c.Kind, c.On, d.Kind).
			WithSection("6.0 §5.4")
		if c.Kind == spec.PrivateClause || c.Kind == spec.FirstprivateClause {
			e.WithFix("write %s(…) on the teams construct around it", c.Kind)
		} else {
			e.WithFix("leave out '%s'", c.On)
		}
	}
}

// hoist moves c from distribute to teams, in each of whose regions one thread executes the
// distribute construct.
func (c *Clause) hoist(d *Directive) {
	outer, ok := strings.CutSuffix(string(c.On), "distribute")
	if !ok || !d.Has(spec.Teams) || !d.Has(spec.Parallel) || c.Kind != spec.PrivateClause && c.Kind != spec.FirstprivateClause {
		return
	}
	if c.On = spec.DirectiveKind(strings.TrimSpace(outer)); c.On == "" {
		c.On = spec.Teams
	}
}

// serialise leaves simd out of a composite directive where a reduction or lastprivate clause applies
// to it alone: a thread that executes its iterations one after the other has that effect on its own copy.
func (d *Directive) serialise() {
	last := len(d.Leafs) - 1
	alone := func(c *Clause) bool {
		return c.On == spec.Simd && OneOfClauses(c.Kind, spec.ReductionClause, spec.LastprivateClause)
	}
	if !d.Has(spec.Simd) || d.firstLoop() == last || !slices.ContainsFunc(d.Clauses, alone) {
		return
	}
	rest := *d
	rest.Leafs, rest.Clauses = d.Leafs[:last], nil
	for _, c := range d.Clauses {
		onSIMD := c.On == spec.Simd || c.HasModifier("simd") && c.Kind == spec.IfClause
		switch {
		case alone(c), onSIMD && c.Kind == spec.IfClause, OneOfClauses(c.Kind, spec.SafelenClause, spec.SimdlenClause, spec.AlignedClause, spec.NontemporalClause):
			continue
		case len(rest.permitting(c.Kind)) == 0:
			return
		case onSIMD:
			c.On = ""
		}
		rest.Clauses = append(rest.Clauses, c)
	}
	def := *spec.Directives().Defs[nameOf(rest.Leafs)]
	def.Nested = true
	rest.Def, rest.Kind = &def, def.Kind
	*d = rest
}

// splits reports whether d is nested directives in the text (Split).
func (d *Directive) splits() bool { return d.Def.Nested || slices.ContainsFunc(d.Clauses, d.displaces) }

// displaces reports whether c does something else on the constituents that its directive-name
// modifier names than on all of d.
func (d *Directive) displaces(c *Clause) bool {
	if c.On == "" || c.On == d.Kind {
		return false
	}
	return d.Def.Nested || !d.fits(c, d.Leafs)
}

// fits reports whether c does the same on a directive with these leafs of d as on those of them that it
// applies to.
func (d *Directive) fits(c *Clause, leafs []spec.DirectiveKind) bool {
	var on []spec.DirectiveKind
	for _, l := range leafs {
		if d.modifiedPart(c, l) != nil {
			on = append(on, l)
		}
	}
	if len(on) == 0 {
		return true
	}
	piece := *d
	piece.Leafs = leafs
	var all []spec.DirectiveKind
	for _, l := range leafs {
		if piece.ownPart(c, l) != nil {
			all = append(all, l)
		}
	}
	return d.sameEffect(c.Kind, on, all)
}

// sameEffect reports whether a clause of kind k does the same on leafs a as on leafs b.
func (d *Directive) sameEffect(k spec.ClauseKind, a, b []spec.DirectiveKind) bool {
	if slices.Equal(a, b) {
		return true
	}
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	innermost := d.executor(a[len(a)-1]) == d.executor(b[len(b)-1])
	switch k {
	case spec.CollapseClause, spec.OrderClause, spec.AllocateClause:
		return true // once for all of them; an assertion; a matter of memory alone
	case spec.PrivateClause, spec.LinearClause, spec.InductionClause:
		return innermost
	case spec.FirstprivateClause:
		return innermost && ContainsKind(a, spec.Target) == ContainsKind(b, spec.Target)
	case spec.ReductionClause, spec.LastprivateClause:
		return slices.Equal(d.executors(a), d.executors(b))
	}
	return false
}

// executors are what executes the regions of leafs. simd counts where it is alone: its lanes
// are not those that share the work of another construct.
func (d *Directive) executors(leafs []spec.DirectiveKind) (list []int) {
	if len(leafs) == 1 && leafs[0] == spec.Simd && d.Leafs[d.firstLoop()] != spec.Simd {
		return []int{-1}
	}
	for _, l := range leafs {
		if at := d.executor(l); !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	return list
}

// firstLoop is the place of d's outermost leaf that is associated with loops.
func (d *Directive) firstLoop() int {
	for i, l := range d.Leafs {
		if spec.Directives().Defs[l].Assoc == spec.AssocLoop {
			return i
		}
	}
	return len(d.Leafs)
}

// leafsNamed are the leafs of the directive that a directive-name modifier names.
func leafsNamed(k spec.DirectiveKind) []spec.DirectiveKind {
	if def := spec.Directives().Defs[k]; def != nil {
		return def.AllLeafs()
	}
	return leafsOf(leafRun(Lex(string(k))))
}

// executor is what executes the region of leaf l of d: the device's initial
// thread, each team's, each thread, or tasks. Constituents with the same one
// have nothing between them, so that a clause does the same on either.
func (d *Directive) executor(leaf spec.DirectiveKind) int {
	at := 0
	for _, l := range d.Leafs[:indexOf(d.Leafs, leaf)+1] {
		switch l {
		case spec.Teams, spec.Distribute:
			at = 1
		case spec.Parallel, spec.For, spec.Loop, spec.Sections:
			at = 2
		case spec.Task, spec.Taskloop:
			at = 3
		}
	}
	return at
}

// takers are the constituents that take clause k.
func (d *Directive) takers(k spec.ClauseKind) (names []string) {
	for _, l := range d.permitting(k) {
		names = append(names, string(l))
	}
	return names
}

// constituent reports whether def is d itself or made of neighbouring leafs of d.
func (d *Directive) constituent(def *spec.DirectiveDef) bool {
	if def.Kind == d.Kind {
		return true
	}
	leafs := def.AllLeafs()
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
