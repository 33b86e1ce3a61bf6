// The parser of the parenthesised arguments of clauses.

package syntax

import (
	"slices"

	"ompcc/parse/diag"

	"github.com/alecthomas/participle/v2/lexer"

	"ompcc/parse"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// argReader is the parser of the parenthesised arguments of one clause.
type argReader struct {
	*reader
	d     *tree.Directive
	c     *tree.Clause
	toks  []lexer.Token // between the parentheses
	close int           // offset of the closing parenthesis
}

func (a *argReader) where() string { return "clause '" + a.c.Kind.String() + "'" }

// read parses the arguments according to the clause's shape and stores them in the clause.
// It reports whether they are valid.
func (a *argReader) read() bool {
	switch a.c.Def.Shape {
	case spec.ShapeFlag:
		a.errorf(a.c.Span, diag.UnexpectedArgument, "clause '%s' takes no argument", a.c.Kind).
			WithSection(a.c.Def.Section)
		return false
	case spec.ShapeFlagExpr, spec.ShapeExpr, spec.ShapeExprs, spec.ShapeOptExpr:
		return a.exprs()
	case spec.ShapeWords:
		return a.words()
	case spec.ShapeWordExpr:
		return a.modWords()
	case spec.ShapeList, spec.ShapeInit:
		return a.list()
	case spec.ShapeVector:
		return a.vector()
	case spec.ShapeNames:
		return a.names()
	case spec.ShapeSelector:
		return a.selector()
	case spec.ShapeWhen:
		return a.when()
	case spec.ShapeVariant, spec.ShapeApply:
		return a.variant()
	case spec.ShapeAdjust, spec.ShapeAppend:
		return a.adjust()
	case spec.ShapeAllocs:
		return a.allocs()
	case spec.ShapeCode:
		return a.code()
	case spec.ShapeAttrs:
		return a.ompxAttributes()
	case spec.ShapeUpdate:
		return a.update()
	}
	return false
}

// expr makes an Expr of a run. If the tokens cannot be an expression, it reports an error
// and returns the expression 0.
func (r *reader) expr(t *run) *tree.Expr {
	if t == nil {
		return nil
	}
	if !r.plausible(t.toks) {
		return &tree.Expr{Text: "0", Span: r.runSpan(t.toks), Off: t.off()}
	}
	return &tree.Expr{Text: r.source(t.toks), Span: r.runSpan(t.toks), Off: t.off()}
}

func (a *argReader) exprs() bool {
	g := parseWith(a.reader, clauseGrammars().list, a.toks, a.close, a.where())
	if g == nil || !a.modifiers(g.Mods) {
		return false
	}
	grid := len(g.Items) > 1 && a.isBareGrid()
	if grid && !a.isGrid(g.Items) {
		return false
	}
	if a.c.Def.Shape != spec.ShapeExprs && len(g.Items) > 1 && !grid && !a.c.HasModifier("dims") {
		e := a.errorf(a.runSpan(g.Items[1].toks), diag.TooManyArguments, "clause '%s' takes one argument", a.c.Kind).
			WithSection(a.c.Def.Section).WithFix("write %s(%s)", a.c.Kind, a.source(g.Items[0].toks))
		if name := a.source(g.Items[0].toks); a.c.Kind == spec.IfClause && a.looksLikeDirective(name) {
			e.WithFix("write if(%s: %s)", name, a.source(g.Items[1].toks))
		} else if _, spatial := a.c.Def.Mods["dims"]; spatial && g.Mods == nil {
			e.WithFix("write %s(dims(%d): %s) for several dimensions (OpenMP 6.1)", a.c.Kind, len(g.Items), a.source(a.toks))
		}
		return false
	}
	for _, it := range g.Items {
		if a.sectionForValue(it) {
			return false
		}
	}
	for _, it := range g.Items {
		if len(it.toks) == 1 && it.toks[0].Value == "omp_fill" && a.c.Kind == spec.CountsClause {
			a.c.Words = append(a.c.Words, "omp_fill")
			a.c.Exprs = append(a.c.Exprs, nil)
			continue
		}
		a.c.Exprs = append(a.c.Exprs, a.expr(it))
	}
	return true
}

// words parses keyword [: category].
func (a *argReader) words() bool {
	if len(a.c.Def.Mods) > 0 {
		return a.modWords()
	}
	g := parseWith(a.reader, clauseGrammars().words, a.toks, a.close, a.where())
	if g == nil || a.swappedWords(g.Word, g.Category) || !a.keyword(a.toks[0]) {
		return false
	}
	a.c.Words = []string{g.Word}
	if g.Category != "" {
		t := a.toks[len(a.toks)-1]
		if a.c.Kind != spec.DefaultmapClause && a.c.Kind != spec.DefaultClause {
			a.errorf(a.tokSpan(t), diag.Syntax, "unexpected ':' in %s", a.where()).WithSection(a.c.Def.Section).
				WithFix("write %s(%s)", a.c.Kind, g.Word)
			return false
		}
		if !slices.Contains(variableCategories, g.Category) {
			e := a.errorf(a.tokSpan(t), diag.UnknownKeyword, "'%s' is not a variable category", g.Category).
				WithSection(a.c.Def.Section)
			e.WithFix("write one of scalar, aggregate, pointer, all")
			if n := parse.Nearest(g.Category, variableCategories); n != "" {
				e.Suggest(n)
			}
			return false
		}
		a.c.Words = append(a.c.Words, g.Category)
	}
	return true
}

// keyword reports whether t is a keyword of the clause, and diagnoses it if it is not.
func (a *argReader) keyword(t lexer.Token) bool {
	if slices.Contains(a.c.Def.Words, t.Value) {
		return true
	}
	e := a.errorf(a.tokSpan(t), diag.UnknownKeyword, "'%s' is not an argument of clause '%s'", t.Value, a.c.Kind).
		WithSection(a.c.Def.Section)
	if n := parse.Nearest(t.Value, a.c.Def.Words); n != "" {
		e.Suggest(n)
	} else {
		e.WithFix("write %s", choice(a.c.Def.Words))
	}
	return false
}

// variableCategories lists the variable categories of defaultmap and default (5.2 §5.8.7).
var variableCategories = []string{"scalar", "aggregate", "pointer", "all", "allocatable"}

// swappedWords reports a defaultmap clause with the category before the colon and the behaviour after it.
func (a *argReader) swappedWords(word, category string) bool {
	if a.c.Kind != spec.DefaultmapClause || !slices.Contains(variableCategories, word) ||
		!slices.Contains(a.c.Def.Words, category) {
		return false
	}
	a.errorf(a.tokSpan(a.toks[0]), diag.UnknownKeyword, "'%s' is not an argument of clause '%s'", word, a.c.Kind).
		WithSection(a.c.Def.Section).
		WithFix("write %s(%s: %s)", a.c.Kind, category, word)
	return true
}

// modWords parses [modifiers :] keyword [, expr].
func (a *argReader) modWords() bool {
	g := parseWith(a.reader, clauseGrammars().modWords, a.toks, a.close, a.where())
	if g == nil || !a.modifiers(g.Mods) {
		return false
	}
	t := a.toks[0]
	if g.Mods != nil {
		last := g.Mods.Mods[len(g.Mods.Mods)-1]
		for _, x := range a.toks {
			if x.Pos.Offset > last.off() && x.Value == g.Word {
				t = x
			}
		}
	}
	if !a.keyword(t) {
		return false
	}
	a.c.Words = []string{g.Word}
	if g.Expr == nil {
		return true
	}
	if a.c.Def.Shape != spec.ShapeWordExpr || g.Word == "auto" || g.Word == "runtime" {
		a.errorf(a.runSpan(g.Expr.toks), diag.UnexpectedArgument, "'%s' in clause '%s' takes no value", g.Word,
			a.c.Kind).WithSection(a.c.Def.Section).
			WithFix("write %s(%s)", a.c.Kind, g.Word)
		return false
	}
	a.c.Exprs = []*tree.Expr{a.expr(g.Expr)}
	return true
}

// list parses a list of items with its modifiers, which precede or follow the list.
func (a *argReader) list() bool {
	if a.c.Def.Trailing {
		return a.trailing()
	}
	if a.emptyAfterColon() || a.misplacedOperator() || a.misplacedColon() {
		return false
	}
	g := parseWith(a.reader, clauseGrammars().list, a.toks, a.close, a.where())
	if g == nil || !a.modifiers(g.Mods) {
		return false
	}
	a.c.Items = a.itemsOf(a.c.Kind, g.Items)
	a.markNames()
	return a.required()
}

// emptyAfterColon reports a clause with modifiers but without list items.
func (a *argReader) emptyAfterColon() bool {
	n := len(a.toks)
	if n == 0 || a.toks[n-1].Value != ":" {
		return false
	}
	a.errorf(a.span(a.close, 1), diag.EmptyList, "%s has no list item", a.where()).WithSection("5.2 §3.2.1").
		WithFix("name variables, or remove it")
	return true
}

// misplacedOperator reports a reduction operator after the list, or one that is followed by a
// comma instead of a colon (5.2 §5.5.8).
func (a *argReader) misplacedOperator() bool {
	n := len(a.toks)
	if !a.c.Kind.Is(spec.Reduces) || n < 3 {
		return false
	}
	isOperator := func(i int) bool { return a.toks[i].Type == tokPunct && tree.IsReductionOperator(a.toks[i].Value) }
	var operator, list []lexer.Token
	switch {
	case isOperator(n-1) && a.toks[n-2].Value == ":":
		operator, list = a.toks[n-1:], a.toks[:n-2]
	case isOperator(0) && a.toks[1].Value == "," && a.toks[2].Type == tokIdent && n > 4 && a.toks[3].Value == ":":
		a.errorf(a.runSpan(a.toks[:1]), diag.ModifierOrder,
			"the reduction identifier must be the last modifier of clause '%s'", a.c.Kind).WithSection(a.c.Def.Section).
			WithFix("write %s(%s, %s: %s)", a.c.Kind, a.toks[2].Value, a.toks[0].Value, a.source(a.toks[4:]))
		return true
	case isOperator(0) && a.toks[1].Value == ",":
		operator, list = a.toks[:1], a.toks[2:]
	default:
		return false
	}
	a.errorf(a.runSpan(operator), diag.MissingModifier, "expected a reduction identifier and ':' in clause '%s'",
		a.c.Kind).WithSection(a.c.Def.Section).
		WithFix("write %s(%s: %s)", a.c.Kind, a.source(operator), a.source(list))
	return true
}

// markNames sets Name on items that are not expressions in the scope of the directive.
func (a *argReader) markNames() {
	switch {
	case a.d.Has(spec.DeclareSimd), a.d.Has(spec.DeclareVariant):
	case a.c.Kind == spec.ReductionClause && a.c.HasModifier("none"):
	default:
		return
	}
	for _, it := range a.c.Items {
		it.Name = true
	}
}

// required reports whether the clause has its required modifiers, and diagnoses a missing one.
func (a *argReader) required() bool {
	need := ""
	switch a.c.Kind {
	case spec.ReductionClause, spec.InReductionClause, spec.TaskReductionClause:
		switch items := a.c.Items; {
		case a.hasReductionID():
		case len(items) > 0 && items[0].Base == "":
			return false // itemsOf has reported the invalid reduction identifier
		default:
			need = "a reduction identifier"
		}
	case spec.DependClause:
		if !a.hasGroup("t") {
			need = "a dependence type"
		} else if m := a.c.Modifiers[len(a.c.Modifiers)-1]; a.c.Def.Mods[m.Name].Group != "t" {
			a.errorf(m.Span, diag.ModifierOrder, "the dependence type must be the last modifier of clause 'depend'").
				WithSection("5.2 §15.9.1").
				WithFix("write depend(%s(…), %s: …)", m.Name, a.c.Modifiers[0].Name)
			return false
		}
	case spec.MapClause:
		if !a.mapTypeLast() {
			return false
		}
	case spec.InitClause:
		if a.d.Kind == spec.Interop && !a.c.HasModifier("target") && !a.c.HasModifier("targetsync") {
			need = "an interop type (target or targetsync)"
		}
		if a.d.Kind == spec.Depobj && len(a.c.Modifiers) == 0 {
			a.errorf(a.c.Span, diag.MissingModifier, "clause 'init' of 'depobj' needs a dependence type and a locator").
				WithSection("6.0 §5.6").WithFix("write init(in(x): object)")
			return false
		}
		for _, m := range a.c.Modifiers {
			if a.d.Kind != spec.Interop && tree.OneOf(m.Name, "target", "targetsync", "prefer_type") {
				a.errorf(m.Span, diag.UnknownModifier, "modifier '%s' of clause 'init' is for the directive 'interop'",
					m.Name).WithSection("6.0 §5.6")
				return false
			}
		}
	}
	if need == "" {
		return true
	}
	e := a.errorf(a.c.Span, diag.MissingModifier, "clause '%s' needs %s before a colon", a.c.Kind, need).
		WithSection(a.c.Def.Section)
	switch need {
	case "a reduction identifier":
		e.WithFix("write %s(+: …)", a.c.Kind)
	case "a dependence type":
		e.WithFix("write depend(in: …), depend(out: …) or depend(inout: …)")
	}
	return false
}

func (a *argReader) hasReductionID() bool {
	for _, m := range a.c.Modifiers {
		if d, known := a.c.Def.Mods[m.Name]; !known || d.Group == "" && d.Args == spec.ModPlain {
			return true
		}
	}
	return false
}

func (a *argReader) hasGroup(g string) bool {
	for _, m := range a.c.Modifiers {
		if a.c.Def.Mods[m.Name].Group == g {
			return true
		}
	}
	return false
}

// trailing parses the arguments of linear and aligned, whose modifiers follow the list.
func (a *argReader) trailing() bool {
	g := parseWith(a.reader, clauseGrammars().trail, a.toks, a.close, a.where())
	if g == nil {
		return false
	}
	if len(a.toks) > 0 && a.toks[len(a.toks)-1].Value == ":" {
		a.errorf(a.span(a.close, 1), diag.Syntax, "%s has nothing after its colon", a.where()).
			WithSection(a.c.Def.Section)
		return false
	}
	items := g.Items
	if legacy := a.legacyLinear(items); legacy != nil {
		items = legacy
	}
	a.c.Items = a.itemsOf(a.c.Kind, items)
	a.markNames()
	for _, t := range g.Trail {
		a.c.Trailing = append(a.c.Trailing, a.trailingModifier(t))
	}
	if n := len(g.Trail); a.c.Kind == spec.LinearClause && n > 1 {
		for i, m := range a.c.Trailing[:n] {
			// A step that is not written step(…) excludes other modifiers (5.2 §5.4.6).
			if step := g.Trail[i]; m.Name == "step" && step.first() != "step" && a.oneStep() {
				a.errorf(m.Span, diag.ModifierConflict,
					"a step beside other modifiers of clause 'linear' must be written step(…)").
					WithSection(a.c.Def.Section).
					WithFix("write step(%s)", a.source(step.toks))
				return false
			}
		}
	}
	return a.oneStep()
}

// oneStep reports whether the list has at most one step or alignment, and diagnoses a second one.
func (a *argReader) oneStep() bool {
	var first *tree.Modifier
	for _, m := range a.c.Trailing {
		if m.Name != "step" && m.Name != "alignment" {
			continue
		}
		if first != nil {
			a.errorf(m.Span, diag.ModifierConflict, "clause '%s' has a second %s", a.c.Kind, m.Name).
				WithSection(a.c.Def.Section).
				WithNote(first.Span, "the first is here").WithFix("write a second clause for items with another step")
			return false
		}
		first = m
	}
	return true
}

// legacyLinear returns the items of the form linear(val(x): 2) of OpenMP 4.5 to 5.1, or nil.
func (a *argReader) legacyLinear(items []*run) []*run {
	if a.c.Kind != spec.LinearClause || len(items) != 1 || len(items[0].toks) < 4 {
		return nil
	}
	t := items[0].toks
	if _, known := a.c.Def.Mods[t[0].Value]; !known || t[1].Value != "(" || t[len(t)-1].Value != ")" {
		return nil
	}
	inner := parseWith(a.reader, clauseGrammars().trail, t[2:len(t)-1], t[len(t)-1].Pos.Offset, a.where())
	if inner == nil {
		return nil
	}
	a.diags.Warnf(a.tokSpan(t[0]), diag.DeprecatedOpenmp, "linear(%s(…)) is deprecated since OpenMP 5.2", t[0].Value).
		WithSection(a.c.Def.Section).WithFix("write linear(list: %s)", t[0].Value)
	a.c.Trailing = append(a.c.Trailing, &tree.Modifier{Name: t[0].Value, Span: a.tokSpan(t[0])})
	return inner.Items
}

func (a *argReader) trailingModifier(t *run) *tree.Modifier {
	m := &tree.Modifier{Name: t.first(), Span: a.runSpan(t.toks)}
	n := len(t.toks)
	if _, known := a.c.Def.Mods[t.first()]; known && n == 1 && a.c.Kind == spec.LinearClause {
		return m
	}
	if a.c.Kind == spec.LinearClause && t.first() == "step" && n > 3 && t.toks[1].Value == "(" {
		if j, _ := matching(t.toks, 1); j == n-1 {
			m.Args = []*tree.Expr{a.expr(&run{t.toks[2 : n-1]})}
			return m
		}
	}
	m.Name = "step"
	if a.c.Kind == spec.AlignedClause {
		m.Name = "alignment"
	}
	m.Args = []*tree.Expr{a.expr(t)}
	return m
}

// vector parses doacross(sink: i-1, j) and doacross(source:).
func (a *argReader) vector() bool {
	g := parseWith(a.reader, clauseGrammars().vector, a.toks, a.close, a.where())
	if g == nil {
		return false
	}
	if g.Mods == nil && len(a.toks) == 1 && a.toks[0].Value == "source" {
		// depend(source) of OpenMP 4.5.
		a.c.Modifiers = []*tree.Modifier{{Name: "source", Span: a.tokSpan(a.toks[0])}}
		return true
	}
	if g.Mods == nil {
		a.errorf(a.c.Span, diag.MissingModifier, "clause '%s' needs source or sink before a colon", a.c.Kind).
			WithSection(a.c.Def.Section).WithFix("write doacross(source:) or doacross(sink: i-1)")
		return false
	}
	if !a.modifiers(g.Mods) {
		return false
	}
	for _, it := range g.Items {
		a.c.Exprs = append(a.c.Exprs, a.expr(it))
	}
	if a.c.HasModifier("sink") && len(g.Items) == 0 {
		a.errorf(a.span(a.close, 1), diag.EmptyList, "doacross(sink:) needs an iteration vector").
			WithSection(a.c.Def.Section)
		return false
	}
	return true
}

// names parses the directive names of absent and contains.
func (a *argReader) names() bool {
	g := parseWith(a.reader, clauseGrammars().list, a.toks, a.close, a.where())
	if g == nil {
		return false
	}
	for _, it := range g.Items {
		name := joined(it.toks)
		def, n := a.name(it.toks)
		if def != nil && n < len(it.toks) {
			a.errorf(a.runSpan(it.toks), diag.UnknownDirective, "'%s' in clause '%s' names no directive",
				a.source(it.toks), a.c.Kind).WithSection("5.2 §8.3.1").Suggest(def.Kind.String())
			return false
		}
		if def != nil {
			name = def.Kind.String()
		}
		a.c.Words = append(a.c.Words, name)
	}
	return true
}

// code stores the clause's argument as C text. Mark places it in a marker.
func (a *argReader) code() bool {
	if len(a.toks) == 0 {
		a.errorf(a.span(a.close, 1), diag.EmptyList, "%s has empty parentheses", a.where()).WithSection(a.c.Def.Section).
			WithFix("write the argument, or remove it")
		return false
	}
	a.c.Code = a.source(a.toks)
	return a.plausible(a.toks)
}

// update parses update(type) of depobj, and update(expression) of atomic.
func (a *argReader) update() bool {
	if a.d.Has(spec.Atomic) {
		return a.exprs()
	}
	g := parseWith(a.reader, clauseGrammars().words, a.toks, a.close, a.where())
	if g == nil || !a.keyword(a.toks[0]) {
		return false
	}
	a.c.Words = []string{g.Word}
	if g.Category != "" { // the depend object (6.0 §17.9.4)
		a.c.Items = a.items([]*run{{a.toks[len(a.toks)-1:]}})
	}
	return true
}

// adjust parses adjust_args(op: names) and append_args(interop(…), …).
func (a *argReader) adjust() bool {
	toks := a.toks
	if a.c.Def.Shape == spec.ShapeAdjust {
		toks = withoutRanges(toks)
	}
	g := parseWith(a.reader, clauseGrammars().list, toks, a.close, a.where())
	if g == nil || !a.modifiers(g.Mods) {
		return false
	}
	if a.c.Def.Shape == spec.ShapeAdjust && g.Mods == nil {
		a.errorf(a.c.Span, diag.MissingModifier, "clause 'adjust_args' needs an operation before a colon").
			WithSection(a.c.Def.Section).WithFix("write adjust_args(need_device_ptr: …)")
		return false
	}
	for _, it := range g.Items {
		if a.c.Def.Shape == spec.ShapeAppend {
			a.c.Words = append(a.c.Words, a.source(it.toks))
			if it.first() != "interop" {
				a.errorf(a.runSpan(it.toks), diag.UnknownKeyword, "'%s' is not an append operation", a.source(it.toks)).
					WithSection(a.c.Def.Section).WithFix("write interop(target) or interop(targetsync)")
				return false
			}
			if !a.appended(it.toks) {
				return false
			}
			continue
		}
		if text := a.source(it.toks); tree.IsParameterRange(text) {
			span := a.runSpan(it.toks)
			a.later(span, 60, "6.0 §5.2.1", "parameters by number are")
			a.c.Items = append(a.c.Items, &tree.Item{Text: text, Span: span, Off: it.off(), Name: true})
			continue
		}
		item := a.item(it)
		item.Name = true
		a.c.Items = append(a.c.Items, item)
	}
	return true
}

// allocs parses uses_allocators in the form of OpenMP 5.2 and in the older form name(traits).
func (a *argReader) allocs() bool {
	g := parseWith(a.reader, clauseGrammars().allocs, a.toks, a.close, a.where())
	if g == nil {
		return false
	}
	for _, e := range g.Elems {
		u := &tree.AllocUse{}
		if e.Mods != nil {
			for _, m := range e.Mods.Mods {
				if m.Name == "memspace" {
					u.MemSpace = a.source(m.Arg.toks)
				} else {
					u.Traits, u.TraitsItem = a.source(m.Arg.toks), a.item(m.Arg)
				}
			}
		}
		if e.Traits != nil {
			u.Traits, u.TraitsItem = a.source(e.Traits.toks), a.item(e.Traits)
		}
		for i := range a.toks {
			if a.toks[i].Pos.Offset == e.Name.Pos.Offset {
				u.Item = a.item(&run{a.toks[i : i+1]})
			}
		}
		if u.Item == nil {
			continue
		}
		a.c.Items = append(a.c.Items, u.Item)
		a.c.Allocs = append(a.c.Allocs, u)
	}
	return true
}

// withoutRanges turns the colons of parameter ranges into identifier tokens, so that the list
// grammar accepts them as parts of an item. The first colon ends the modifier and stays.
func withoutRanges(toks []lexer.Token) []lexer.Token {
	out := append([]lexer.Token(nil), toks...)
	first := true
	for i := range out {
		if out[i].Value != ":" {
			continue
		}
		if !first {
			out[i].Type = tokIdent
		}
		first = false
	}
	return out
}
