package syntax

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// selector reads match's context selector (5.2 §7.2).
func (a *argReader) selector() bool {
	g := parseWith(a.reader, clauseGrammars().selector, a.toks, a.close, a.where())
	if g == nil {
		return false
	}
	if len(g.Sets) == 0 {
		a.errorf(a.span(a.close, 1), diag.EmptyList, "clause 'match' needs a context selector").WithSection("5.2 §7.2").
			WithFix("write match(device={kind(gpu)})")
		return false
	}
	return a.traitSets(g.Sets)
}

func (a *argReader) traitSets(sets []*selectorSet) bool {
	seen := map[string]diag.Span{}
	for _, s := range sets {
		sp := a.span(s.Pos.Offset, len(s.Name))
		if _, ok := traitNames[s.Name]; !ok {
			e := a.errorf(sp, diag.UnknownTraitSet, "'%s' is not a trait set", s.Name).WithSection("5.2 §7.2")
			if n := parse.Nearest(s.Name, sortedKeys(traitNames)); n != "" {
				e.Suggest(n)
			} else {
				e.WithFix("write one of %s", strings.Join(sortedKeys(traitNames), ", "))
			}
			return false
		}
		if first, dup := seen[s.Name]; dup {
			a.errorf(sp, diag.RepeatedTraitSet, "duplicate trait set '%s'", s.Name).WithSection("5.2 §7.2").
				WithNote(first, "the first is here").
				WithFix("write the selectors of both into one: %s = {…}", s.Name)
			return false
		}
		seen[s.Name] = sp
		set := &tree.TraitSet{Name: s.Name, Span: sp}
		for _, t := range s.Traits {
			tr := a.trait(s.Name, t)
			if tr == nil {
				return false
			}
			set.Traits = append(set.Traits, tr)
		}
		if len(set.Traits) == 0 {
			a.errorf(sp, diag.EmptyList, "trait set '%s' has no selector", s.Name).WithSection("5.2 §7.2")
			return false
		}
		a.c.Selector = append(a.c.Selector, set)
	}
	return true
}

// traitNames are the selectors of each set; construct takes directive names and
// implementation also the clauses of requires.
var traitNames = map[string][]string{
	"construct":     {"target", "teams", "parallel", "for", "simd", "dispatch"},
	"device":        {"kind", "isa", "arch"},
	"target_device": {"kind", "isa", "arch", "device_num", "uid"},
	"implementation": {"vendor", "extension", "requires", "atomic_default_mem_order", "unified_address",
		"unified_shared_memory", "reverse_offload", "dynamic_allocators", "self_maps", "device_safesync"},
	"user": {"condition"},
}

func sortedKeys(m map[string][]string) []string {
	return []string{"construct", "device", "implementation", "target_device", "user"}
}

func (a *argReader) trait(set string, t *selectorTrait) *tree.Trait {
	tr := &tree.Trait{Name: t.Name, Span: a.span(t.Pos.Offset, len(t.Name))}
	if !slices.Contains(traitNames[set], t.Name) && !(set == "implementation" && strings.HasPrefix(t.Name, "ext_")) {
		e := a.errorf(tr.Span, diag.UnknownTrait, "'%s' is not a selector of trait set '%s'", t.Name, set).
			WithSection("5.2 §7.2")
		if n := parse.Nearest(t.Name, traitNames[set]); n != "" {
			e.Suggest(n)
		} else {
			e.WithFix("write one of %s", strings.Join(traitNames[set], ", "))
		}
		return nil
	}
	if t.Props == nil {
		if tree.OneOf(t.Name, "kind", "isa", "arch", "device_num", "uid", "condition", "vendor", "extension",
			"requires", "atomic_default_mem_order") {
			a.errorf(tr.Span, diag.MissingArgument, "selector '%s' needs a property in parentheses", t.Name).
				WithSection("5.2 §7.2")
			return nil
		}
		return tr
	}
	if t.Props.Score != nil && !a.score(tr, t.Props.Score.Mods) {
		return nil
	}
	for _, p := range t.Props.Props {
		prop := &tree.TraitProp{Word: strings.Trim(a.source(p.toks), `"`), Span: a.runSpan(p.toks)}
		if t.Name == "condition" || t.Name == "device_num" {
			prop.Word, prop.Expr = "", a.expr(p)
		}
		tr.Props = append(tr.Props, prop)
	}
	if t.Name == "kind" && !a.kinds(tr) || !a.properties(set, tr) {
		return nil
	}
	return tr
}

// properties checks the number and the form of a selector's properties (5.2 §7.2).
func (a *argReader) properties(set string, tr *tree.Trait) bool {
	switch n := len(tr.Props); {
	case set == "construct" && tr.Name != "simd":
		a.errorf(tr.Span, diag.UnexpectedArgument, "selector '%s' takes no property", tr.Name).WithSection("5.2 §7.2").
			WithFix("write %s", tr.Name)
		return false
	case set == "construct" && a.c.Kind == spec.WhenClause && n > 0:
		a.errorf(tr.Props[0].Span, diag.UnexpectedArgument, "selector 'simd' takes no property in clause 'when'").
			WithSection("5.2 §7.4.1").WithFix("write simd")
		return false
	case n == 0 && set != "construct":
		a.errorf(tr.Span, diag.MissingArgument, "selector '%s' needs a property in its parentheses", tr.Name).
			WithSection("5.2 §7.2").
			WithFix("write a property, or remove the selector")
		return false
	case n > 1 && tree.OneOf(tr.Name, "condition", "device_num", "uid", "atomic_default_mem_order"):
		e := a.errorf(tr.Props[1].Span, diag.TooManyArguments, "selector '%s' takes one property", tr.Name).
			WithSection("5.2 §7.2").
			WithFix("leave out all but one")
		if tr.Name == "condition" {
			e.WithFix("write condition(%s && %s)", tr.Props[0].Expr.Text, tr.Props[1].Expr.Text)
		}
		return false
	case n > 0 && tree.OneOf(tr.Name, "unified_address", "unified_shared_memory", "reverse_offload",
		"dynamic_allocators", "self_maps", "device_safesync"):
		a.errorf(tr.Props[0].Span, diag.UnexpectedArgument, "selector '%s' takes no property", tr.Name).
			WithSection("5.2 §7.2").WithFix("write %s", tr.Name)
		return false
	case tr.Name == "atomic_default_mem_order":
		orders := spec.Clauses()[spec.AtomicDefaultMemOrderClause].Words
		if p := tr.Props[0]; !slices.Contains(orders, p.Word) {
			e := a.errorf(p.Span, diag.UnknownKeyword, "'%s' is not an argument of clause 'atomic_default_mem_order'",
				p.Word).WithSection("5.2 §7.2").WithFix("write %s", choice(orders))
			if near := parse.Nearest(p.Word, orders); near != "" {
				e.Suggest(near)
			}
			return false
		}
	}
	return true
}

func (a *argReader) kinds(tr *tree.Trait) bool {
	names := []string{"host", "nohost", "any", "cpu", "gpu", "fpga"}
	for _, p := range tr.Props {
		if !slices.Contains(names, p.Word) {
			e := a.errorf(p.Span, diag.UnknownKeyword, "'%s' is not a kind of device", p.Word).WithSection("5.2 §7.1")
			if n := parse.Nearest(p.Word, names); n != "" {
				e.Suggest(n)
			} else {
				e.WithFix("write one of %s", strings.Join(names, ", "))
			}
			return false
		}
	}
	return true
}

func (a *argReader) score(tr *tree.Trait, mods []*run) bool {
	t := mods[0].toks
	if len(mods) != 1 || t[0].Value != "score" || len(t) < 4 || t[1].Value != "(" {
		a.errorf(a.runSpan(t), diag.UnknownModifier, "expected score(expression) before the colon, found '%s'",
			a.source(t)).WithSection("5.2 §7.2")
		return false
	}
	tr.Score = a.expr(&run{t[2 : len(t)-1]})
	return true
}

// when reads when(selector: directive) (5.2 §7.4.1).
func (a *argReader) when() bool {
	g := parseWith(a.reader, clauseGrammars().when, a.toks, a.close, a.where())
	if g == nil || !a.traitSets(g.Sets) {
		return false
	}
	var toks []lexer.Token
	if g.Directive != nil {
		toks = g.Directive.toks
	}
	return a.addVariant(toks)
}

// maxVariantDepth bounds the nesting of directives in clauses; apply in apply is
// the only useful one.
const maxVariantDepth = 16

// addVariant parses the directive inside when, otherwise or apply; none is nothing.
func (a *argReader) addVariant(toks []lexer.Token) bool {
	if len(toks) == 0 {
		a.c.Variants = append(a.c.Variants, nil)
		return true
	}
	if a.nested >= maxVariantDepth {
		a.errorf(a.runSpan(toks), diag.BadVariant, "directives are nested too deeply in clauses").
			WithSection("5.2 §7.4")
		return false
	}
	a.nested++
	defer func() { a.nested-- }()
	d := a.reader.directive(toks, EndOf(toks[len(toks)-1]))
	if d == nil {
		return false
	}
	if a.d.Kind == spec.BeginMetadirective && d.Kind != spec.Nothing {
		if d.Kind != spec.BeginDeclareTarget && d.Kind != spec.BeginAssumes {
			e := a.errorf(a.runSpan(toks), diag.BadVariant,
				"directive '%s' cannot be a variant of '%s': it has no end directive", d.Kind, a.d.Kind).
				WithSection("5.2 §7.4.4")
			if d.Kind == spec.BeginDeclareVariant {
				e.Message = "directive 'begin declare variant' cannot be a variant of 'begin metadirective'"
				e.WithFix("move the selector into its match clause")
			} else {
				e.WithFix("write #pragma omp metadirective for a statement, or one of begin declare target, begin assumes")
			}
			return false
		}
	} else if d.Def.Assoc == spec.AssocMeta || d.Def.Assoc == spec.AssocBegin || d.Def.Assoc == spec.AssocEnd {
		a.errorf(a.runSpan(toks), diag.BadVariant, "directive '%s' cannot be a variant of '%s'", d.Kind, a.d.Kind).
			WithSection("5.2 §7.4").
			WithFix("write another directive, or nothing")
		return false
	}
	a.c.Variants = append(a.c.Variants, d)
	return true
}

// variant reads otherwise(directive) and apply([where:] directive, …).
func (a *argReader) variant() bool {
	if a.c.Def.Shape == spec.ShapeVariant {
		return a.addVariant(a.toks)
	}
	g := parseWith(a.reader, clauseGrammars().list, a.toks, a.close, a.where())
	if g == nil {
		return false
	}
	if g.Mods != nil {
		t := g.Mods.Mods[0].toks
		m := &tree.Modifier{Name: t[0].Value, Span: a.runSpan(t)}
		if len(t) > 3 && t[1].Value == "(" {
			m.Raw = a.source(t[2 : len(t)-1])
		}
		a.c.Modifiers = append(a.c.Modifiers, m)
	}
	for _, it := range g.Items {
		if !a.addVariant(it.toks) {
			return false
		}
	}
	return true
}

// selectorForm says how a context selector is written whose form is wrong at token at.
func (r *reader) selectorForm(e *diag.Diagnostic, toks []lexer.Token, at lexer.Token) {
	sets := sortedKeys(traitNames)
	isSet := slices.Contains(sets, at.Value)
	var set, before string
	for _, t := range toks {
		if t.Pos.Offset < at.Pos.Offset {
			before = t.Value
		}
	}
	for _, name := range sets {
		if set == "" && slices.Contains(traitNames[name], at.Value) {
			set = name
		}
	}
	switch {
	case isSet:
		e.WithFix("write %s={%s…}", at.Value, traitNames[at.Value][0])
	case at.Pos.Offset == toks[0].Pos.Offset && set != "":
		e.WithFix("write %s={%s…}", set, at.Value)
	case set == "construct" && before != "}":
		e.WithFix("write a comma between the constructs")
	case r.looksLikeDirective(at.Value):
		e.WithFix("write a colon before the directive")
	}
}
