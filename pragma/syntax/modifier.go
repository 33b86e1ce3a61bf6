package syntax

import (
	"slices"
	"sort"
	"strings"

	"ompcc/parse/diag"

	"github.com/alecthomas/participle/v2/lexer"

	"ompcc/parse"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// modifiers resolves what stands before a clause's colon. OpenMP 5.1 made the
// commas between map's modifiers optional, so one run may hold several.
func (a *argReader) modifiers(g *modsArgs) bool {
	if g == nil {
		return true
	}
	for _, r := range g.Mods {
		if !a.modifierRun(r.toks) {
			return false
		}
	}
	return a.exclusiveModifiers()
}

func (a *argReader) modifierRun(toks []lexer.Token) bool {
	for len(toks) > 0 {
		n, ok := a.modifier(toks)
		if !ok {
			return false
		}
		if a.c.Kind != spec.MapClause && n < len(toks) && toks[n].Type == tokIdent {
			a.errorf(a.tokSpan(toks[n]), diag.Syntax, "expected ',' after modifier '%s' of clause '%s'", toks[0].Value,
				a.c.Kind).
				WithSection("5.2 §3.2").WithFix("write %s, %s", a.source(toks[:n]), a.source(toks[n:]))
			return false
		}
		toks = toks[n:]
	}
	return true
}

// modifier reads one modifier at the start of toks and returns its length.
func (a *argReader) modifier(toks []lexer.Token) (int, bool) {
	name := toks[0].Value
	if def, known := a.c.Def.Mods[name]; known {
		return a.knownModifier(toks, def)
	}
	for _, wild := range []string{"*n", "*r", "*i", "*e"} {
		if _, ok := a.c.Def.Mods[wild]; ok {
			return len(toks), a.wildModifier(wild, toks)
		}
	}
	if a.c.Kind == spec.AllocateClause {
		m := &tree.Modifier{Name: "allocator", Span: a.runSpan(toks), Args: []*tree.Expr{a.expr(&run{toks})}}
		a.c.Modifiers = append(a.c.Modifiers, m)
		return len(toks), true
	}
	a.unknownModifier(toks)
	return 0, false
}

func (a *argReader) unknownModifier(toks []lexer.Token) {
	var names []string
	for n := range a.c.Def.Mods {
		names = append(names, n)
	}
	sort.Strings(names)
	if len(names) == 0 {
		a.errorf(a.runSpan(toks), diag.UnknownModifier, "clause '%s' takes no modifier, found '%s:'", a.c.Kind,
			a.source(toks)).WithSection(a.c.Def.Section).WithFix("remove '%s:'", a.source(toks))
		return
	}
	e := a.errorf(a.tokSpan(toks[0]), diag.UnknownModifier, "'%s' is not a modifier of clause '%s'", toks[0].Value,
		a.c.Kind).WithSection(a.c.Def.Section)
	if f := foreignModifiers[a.c.Kind][toks[0].Value]; f != "" {
		e.WithFix("write %s(%s: …)", a.c.Kind, f)
	} else if n := parse.Nearest(toks[0].Value, names); n != "" {
		e.Suggest(n)
	} else {
		e.WithFix("write %s", choice(names))
	}
}

// choice lists words of which one may be written.
func choice(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return "one of " + strings.Join(words, ", ")
}

// knownModifier reads a modifier that the table names.
func (a *argReader) knownModifier(toks []lexer.Token, def spec.ModDef) (int, bool) {
	m := &tree.Modifier{Name: toks[0].Value, Span: a.tokSpan(toks[0])}
	a.later(m.Span, def.Since, a.c.Def.Section, "modifier '%s' of clause '%s' is", m.Name, a.c.Kind)
	if len(toks) < 2 || toks[1].Value != "(" {
		if !tree.OneOf(def.Args, spec.ModPlain, spec.ModOpt, spec.ModFallback) {
			a.errorf(m.Span, diag.MissingArgument, "modifier '%s' needs an argument in parentheses", m.Name).
				WithSection(a.c.Def.Section).
				WithFix("write %s(…)", m.Name)
			return 0, false
		}
		a.c.Modifiers = append(a.c.Modifiers, m)
		return 1, true
	}
	close, _ := matching(toks, 1)
	inner := toks[2:close]
	m.Raw = a.source(inner)
	if !a.modifierArgs(m, def, inner, toks[close].Pos.Offset) {
		return 0, false
	}
	a.c.Modifiers = append(a.c.Modifiers, m)
	return close + 1, true
}

func (a *argReader) modifierArgs(m *tree.Modifier, def spec.ModDef, inner []lexer.Token, close int) bool {
	where := "modifier '" + m.Name + "'"
	switch def.Args {
	case spec.ModRaw:
		return m.Name != "prefer_type" || a.preferences(inner, close)
	case spec.ModPlain:
		a.errorf(m.Span, diag.UnexpectedArgument, "modifier '%s' of clause '%s' takes no argument", m.Name, a.c.Kind).
			WithSection(a.c.Def.Section)
		return false
	case spec.ModIter:
		return a.iterators(m, inner, close)
	case spec.ModFallback:
		return a.fallback(m, inner, close)
	case spec.ModWord:
		if len(inner) != 1 || inner[0].Type != tokIdent {
			a.errorf(a.span(close, 1), diag.BadName, "%s needs one identifier", where).WithSection(a.c.Def.Section)
			return false
		}
		m.Word, m.WordSpan = inner[0].Value, a.span(inner[0].Pos.Offset, len(inner[0].Value))
	case spec.ModExpr, spec.ModExprs, spec.ModOpt:
		g := parseWith(a.reader, clauseGrammars().trail, inner, close, where)
		if g == nil {
			return false
		}
		for _, r := range g.Items {
			m.Args = append(m.Args, a.expr(r))
		}
	}
	return true
}

// fallbacks say what a pointer without a device pointer becomes: itself, or NULL (6.1).
var fallbacks = []string{"fb_preserve", "fb_nullify"}

// fallback reads the argument of need_device_ptr(fb_preserve) (6.1).
func (a *argReader) fallback(m *tree.Modifier, inner []lexer.Token, close int) bool {
	if len(inner) != 1 || !slices.Contains(fallbacks, inner[0].Value) {
		span := a.span(close, 1)
		if len(inner) > 0 {
			span = a.runSpan(inner)
		}
		e := a.errorf(span, diag.UnknownKeyword, "modifier '%s' takes %s", m.Name, choice(fallbacks)).
			WithSection("6.1").WithFix("write %s(fb_nullify)", m.Name)
		if len(inner) == 1 {
			if n := parse.Nearest(inner[0].Value, fallbacks); n != "" {
				e.Suggest(n)
			}
		}
		return false
	}
	m.Word, m.WordSpan = inner[0].Value, a.runSpan(inner)
	a.later(m.WordSpan, 61, "6.1", "the argument of modifier '%s' is", m.Name)
	return true
}

// iterators reads iterator(int i = 0:n, …) (5.2 §3.2.6).
func (a *argReader) iterators(m *tree.Modifier, inner []lexer.Token, close int) bool {
	g := parseWith(a.reader, clauseGrammars().iter, inner, close, "modifier 'iterator'")
	if g == nil {
		return false
	}
	seen := map[string]bool{}
	for _, s := range g.Specs {
		n := len(s.Head.toks)
		name := s.Head.toks[n-1]
		if name.Type != tokIdent {
			a.errorf(a.tokSpan(name), diag.BadName, "an iterator must be an identifier, not '%s'", name.Value).
				WithSection("5.2 §3.2.6")
			return false
		}
		if seen[name.Value] {
			a.errorf(a.tokSpan(name), diag.DuplicateIterator, "iterator '%s' appears twice", name.Value).
				WithSection("5.2 §3.2.6").
				WithFix("give one of them another name")
			return false
		}
		seen[name.Value] = true
		v := &tree.IterVar{Type: a.source(s.Head.toks[:n-1]), Name: name.Value, Begin: a.expr(s.Begin),
			End: a.expr(s.End), Step: a.expr(s.Step)}
		if v.Type == "" {
			v.Type = "int"
		}
		m.Iter = append(m.Iter, v)
	}
	return true
}

// wildModifier reads a modifier whose name is not fixed.
func (a *argReader) wildModifier(kind string, toks []lexer.Token) bool {
	m := &tree.Modifier{Name: joined(toks), Span: a.runSpan(toks)}
	switch kind {
	case "*n":
		// A directive-name modifier names a leaf of the construct (5.2 §3.4).
		def := spec.Directives().Defs[spec.DirectiveNamed(strings.ReplaceAll(m.Name, "_", " "))]
		if def == nil || !(a.d.Has(def.Kind) || def.Kind == a.d.Kind) {
			a.errorf(m.Span, diag.UnknownModifier, "'%s' does not name a constituent of '%s'", m.Name, a.d.Kind).
				WithSection("5.2 §3.4").
				WithFix("write %s", choice(conditionalLeafs(a.d.Leafs)))
			return false
		}
		if len(conditionalLeafs(def.Leafs)) == 0 {
			a.errorf(m.Span, diag.UnknownModifier, "directive '%s' does not take clause 'if'", m.Name).WithSection("5.2 §3.4").
				WithFix("write %s", choice(conditionalLeafs(a.d.Leafs)))
			return false
		}
		m.Name = def.Kind.String()
	case "*r":
		if !isReductionID(toks) {
			a.errorf(m.Span, diag.BadReductionIdentifier, "'%s' is not a reduction identifier", m.Name).
				WithSection("5.2 §5.5.1").
				WithFix("write one of + * & | ^ && || min max or the name of a declare reduction")
			return false
		}
		if m.Name == "-" {
			a.diags.Warnf(m.Span, diag.DeprecatedOpenmp, "reduction identifier '-' is deprecated since OpenMP 5.2").
				WithSection("5.2 §5.5.1").WithFix("write +")
		}
	case "*i":
		if !isInductionID(toks) {
			a.errorf(m.Span, diag.BadReductionIdentifier, "'%s' is not an induction identifier", m.Name).
				WithSection("6.0 §7.6.1").
				WithFix("write +, * or the name of a declare induction")
			return false
		}
	case "*e":
		m.Name, m.Args = "lower", []*tree.Expr{a.expr(&run{toks})}
	}
	a.c.Modifiers = append(a.c.Modifiers, m)
	return true
}

// exclusiveModifiers reports two modifiers of one group and repetitions.
func (a *argReader) exclusiveModifiers() bool {
	groups := map[string]*tree.Modifier{}
	ok := true
	for _, m := range a.c.Modifiers {
		key := a.c.Def.Mods[m.Name].Group
		if _, known := a.c.Def.Mods[m.Name]; !known {
			key = "*"
		}
		if key == "" {
			key = " " + m.Name
		}
		if prev := groups[key]; prev != nil {
			what := "modifiers '" + prev.Name + "' and '" + m.Name + "' of clause '" + a.c.Kind.String() + "' are mutually exclusive"
			if prev.Name == m.Name {
				what = "modifier '" + m.Name + "' appears twice in clause '" + a.c.Kind.String() + "'"
			}
			e := a.errorf(m.Span, diag.ModifierConflict, "%s", what).WithSection(a.c.Def.Section).
				WithNote(prev.Span, "the other is here").WithFix("leave out one of the two")
			if a.c.Kind == spec.MapClause && len(prev.Name)+len(m.Name) == len("tofrom") && prev.Name != m.Name {
				e.WithFix("write tofrom for both directions")
			}
			ok = false
			continue
		}
		groups[key] = m
	}
	return ok
}

// mapTypeLast: the map type is an ultimate modifier (5.2 §5.8.3); from 6.0 (§7.9.1) on it
// stands at any place.
func (a *argReader) mapTypeLast() bool {
	isType := func(m *tree.Modifier) bool { g := a.c.Def.Mods[m.Name].Group; return g == "t" || g == "d" }
	list := a.c.Modifiers
	if a.version >= 60 || len(list) == 0 || isType(list[len(list)-1]) {
		return true
	}
	var kind *tree.Modifier
	var texts []string
	for _, m := range list {
		if isType(m) {
			kind = m
		} else if m.Raw != "" {
			texts = append(texts, m.Name+"("+m.Raw+")")
		} else {
			texts = append(texts, m.Name)
		}
	}
	if kind == nil {
		return true
	}
	last := list[len(list)-1]
	a.errorf(last.Span, diag.ModifierOrder, "the map type must be the last modifier of clause 'map'").
		WithSection(a.c.Def.Section).
		WithNote(kind.Span, "the map type is here").
		WithFix("write map(%s, %s: …), or use OpenMP 6.0 (-fopenmp-version=60)", strings.Join(texts, ", "), kind.Name)
	return false
}

// conditionalLeafs are those of leafs that take an if clause.
func conditionalLeafs(leafs []spec.DirectiveKind) (list []string) {
	for _, l := range leafs {
		if _, ok := spec.Directives().Defs[l].Clauses[spec.IfClause]; ok {
			list = append(list, l.String())
		}
	}
	return list
}
