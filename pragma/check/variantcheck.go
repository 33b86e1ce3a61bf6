// Rules on context selectors, metadirectives, declare variant and dispatch.

package check

import (
	"slices"
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkVariants applies the rules on context selectors and on the clauses of
// declare variant (5.2 §7.2, §7.5).
func (k variantRules) checkVariants(c *tree.Construct) {
	for _, cl := range c.Clauses {
		k.checkSelector(cl)
	}
	k.checkOtherwise(c)
	k.checkDynamic(c)
	k.checkAtFileScope(c)
	k.checkDispatch(c)
	if cl := c.Clause(spec.MatchClause); cl != nil && c.Kind == spec.BeginDeclareVariant && usesSIMD(c) {
		k.diags.Errorf(cl.Span, diag.BadSelector,
			"the selector of 'begin declare variant' cannot have the trait 'simd'").WithSection("5.2 §7.5.5").
			WithFix("declare the function with SIMD versions by declare simd")
	}
	if c.Kind == spec.DeclareVariant {
		k.checkAdjusted(c)
		k.checkAppended(c)
		k.checkBase(c)
	}
}

// checkSelector checks the context selector of cl (5.2 §7.2). A selector may appear only once in its set,
// and its score and properties must be valid.
func (k variantRules) checkSelector(cl *tree.Clause) {
	for _, s := range cl.Selector {
		seen := map[string]*tree.Trait{}
		for _, t := range s.Traits {
			if o := seen[t.Name]; o != nil && s.Name != "construct" {
				k.diags.Errorf(t.Span, diag.TraitTwice, "duplicate selector '%s' in trait set '%s'", t.Name, s.Name).
					WithSection("5.2 §7.2").WithNote(o.Span, "the first is here").
					WithFix("write %s(a, b) to require both", t.Name)
			}
			seen[t.Name] = t
			k.checkScore(s, t)
			k.checkAny(s, t)
			k.checkRequired(t)
			k.checkCondition(t)
		}
	}
}

// checkCondition reports a selector expression that is not a scalar (5.2 §7.2).
func (k variantRules) checkCondition(t *tree.Trait) {
	for _, p := range t.Props {
		if p.Expr == nil || p.Expr.Node == nil || p.Expr.Node.Type() == nil {
			continue
		}
		if ct := p.Expr.Node.Type(); ct.Kind() == cc.Struct || ct.Kind() == cc.Union || ct.Kind() == cc.Void {
			k.diags.Errorf(p.Expr.Span, diag.BadType,
				"the expression of selector '%s' must be a scalar, but '%s' has type '%s'", t.Name, p.Expr.Text,
				ctree.TypeText(ct)).WithSection("5.2 §7.2").
				WithFix("write a comparison or a member: a value that is 0 or not")
		}
	}
}

// checkDynamic reports a declarative or informational directive that a run-time condition would
// select (6.0 §9.4).
func (k variantRules) checkDynamic(c *tree.Construct) {
	if c.Kind != spec.Metadirective {
		return
	}
	chooses := c
	for o := c.Follows(); o != nil; o = o.Follows() {
		chooses = o
	}
	for i, cl := range c.Clauses {
		at := dynamicTrait(chooses.Clauses[i])
		if at == nil || len(cl.Variants) == 0 || cl.Variants[0] == nil {
			continue
		}
		if d := cl.Variants[0]; d.Def.Category == "declarative" || d.Def.Category == "informational" {
			k.diags.Errorf(at.Span, diag.BadVariant,
				"directive '%s' cannot be selected by a run-time condition: it is not executable", d.Kind).
				WithSection("6.0 §9.4").
				WithFix("use a constant condition, or the sets device and implementation")
		}
	}
}

// checkAtFileScope reports a metadirective at file scope as unsupported. OpenMP 5.2 §7.4 allows one to select a
// declarative directive, but no host compiler implements it. Clang rejects the metadirective, and gcc
// ignores the selected directive.
func (k variantRules) checkAtFileScope(c *tree.Construct) {
	if c.Kind != spec.Metadirective || c.Func != nil {
		return
	}
	for _, cl := range c.Clauses {
		if len(cl.Variants) == 0 || cl.Variants[0] == nil || cl.Variants[0].Kind == spec.Nothing {
			continue
		}
		d := cl.Variants[0]
		k.diags.Errorf(d.NameSpan(), diag.Unsupported, "a metadirective at file scope cannot choose '%s'", d.Kind).
			WithSection("5.2 §7.4").WithFix("choose the directive with #if")
	}
}

// dynamicTrait returns the selector of cl whose value is known only at run time, or nil.
func dynamicTrait(cl *tree.Clause) *tree.Trait {
	for _, s := range cl.Selector {
		for _, t := range s.Traits {
			if s.Name == "target_device" {
				return t
			}
			for _, p := range t.Props {
				if s.Name != "user" || p.Expr == nil || p.Expr.Node == nil {
					continue
				}
				if _, ok := ctree.ConstInt(p.Expr.Node); !ok {
					return t
				}
			}
		}
	}
	return nil
}

// checkDispatch checks the interop clause of dispatch. With several interoperability objects, the directive
// needs a device clause, because each object may have another device (6.0 §9.7).
func (k variantRules) checkDispatch(c *tree.Construct) {
	cl := c.Clause(spec.InteropClause)
	if c.Kind == spec.Dispatch && cl != nil {
		for _, it := range cl.Items {
			if !it.IsVar() {
				k.diags.Errorf(it.Span, diag.NotAVariable, "'%s' in clause 'interop' is not a variable", it.Text).
					WithSection(cl.Def.Section).WithFix("declare omp_interop_t object;")
				continue
			}
			k.hasTypeName(it, "omp_interop_t", "clause 'interop'", cl.Def.Section)
		}
	}
	if c.Kind != spec.Dispatch || cl == nil || len(cl.Items) < 2 || c.Clause(spec.DeviceClause) != nil {
		return
	}
	k.diags.Errorf(cl.Span, diag.MissingClause,
		"directive 'dispatch' with several interoperability objects needs a 'device' clause").WithSection("6.0 §9.7").
		WithFix("add device(n), where n is the device of the objects")
}

// checkSelected reports a requirement of the requires directive c that a selector of the earlier
// directive before tests (5.2 §8.2).
func (k variantRules) checkSelected(c, before *tree.Construct) {
	for _, cl := range before.Clauses {
		for _, s := range cl.Selector {
			for _, t := range s.Traits {
				for _, r := range c.Clauses {
					if s.Name == "implementation" && asksFor(t, r.Kind.String()) {
						k.diags.Errorf(r.Span, diag.BadPlacement,
							"requirement '%s' must precede the context selectors that test it", r.Kind).
							WithSection("5.2 §8.2").
							WithNote(t.Span, "the selector is here").
							WithFix("move the directive to the top of the file")
					}
				}
			}
		}
	}
}

// asksFor reports whether selector t of set implementation tests the given clause of requires.
func asksFor(t *tree.Trait, clause string) bool {
	if t.Name == clause {
		return true
	}
	for _, p := range t.Props {
		if t.Name == "requires" && tree.FirstWord(p.Word) == clause {
			return true
		}
	}
	return false
}

func (k variantRules) checkScore(s *tree.TraitSet, t *tree.Trait) {
	if t.Score == nil {
		return
	}
	if tree.OneOf(s.Name, "construct", "device", "target_device") {
		k.diags.Errorf(t.Score.Span, diag.BadScore, "a selector of trait set '%s' cannot have a score", s.Name).
			WithSection("5.2 §7.2").
			WithFix("move the score to a selector of set user or implementation")
		return
	}
	if t.Score.Node == nil {
		return
	}
	if v, ok := ctree.ConstInt(t.Score.Node); !ok {
		k.diags.Errorf(t.Score.Span, diag.NotConstant, "a score must be a constant integer").WithSection("5.2 §7.2")
	} else if v < 0 {
		k.diags.Errorf(t.Score.Span, diag.BadScore, "a score must not be negative, but is %d", v).
			WithSection("5.2 §7.2").
			WithFix("write score(0), or a positive number")
	}
}

// checkAny reports kind(any) beside another kind, arch or isa (5.2 §7.1, §7.2).
func (k variantRules) checkAny(s *tree.TraitSet, t *tree.Trait) {
	if t.Name != "kind" {
		return
	}
	if len(t.Props) == 1 && t.Props[0].Word == "any" {
		for _, o := range s.Traits {
			if o.Name == "arch" || o.Name == "isa" {
				k.diags.Errorf(t.Props[0].Span, diag.BadKind, "kind 'any' cannot be combined with selector '%s'",
					o.Name).WithSection("5.2 §7.2").
					WithNote(o.Span, "'%s' is here", o.Name).WithFix("remove kind(any), which is the default")
				return
			}
		}
	}
	if len(t.Props) < 2 {
		return
	}
	for _, p := range t.Props {
		if p.Word == "any" {
			k.diags.Errorf(p.Span, diag.BadKind, "kind 'any' cannot be combined with other kinds").
				WithSection("5.2 §7.1").WithFix("remove 'any', or the other kinds")
			return
		}
	}
}

// checkRequired reports a property of selector requires that is not a clause of requires (5.2 §7.2).
func (k variantRules) checkRequired(t *tree.Trait) {
	if t.Name != "requires" {
		return
	}
	var names []string
	for n := range spec.Directives().Defs[spec.Requires].Clauses {
		names = append(names, n.String())
	}
	for _, p := range t.Props {
		if p.Word == "" || slices.Contains(names, tree.FirstWord(p.Word)) {
			continue
		}
		e := k.diags.Errorf(p.Span, diag.UnknownKeyword, "'%s' is not a clause of the directive 'requires'", p.Word).
			WithSection("5.2 §7.2")
		if near := parse.Nearest(p.Word, names); near != "" {
			e.Suggest(near)
		}
	}
}

// checkOtherwise reports a when clause after the otherwise clause (5.2 §7.4.2).
func (k variantRules) checkOtherwise(c *tree.Construct) {
	var last *tree.Clause
	for _, cl := range c.Clauses {
		if last != nil && cl.Kind == spec.WhenClause {
			k.diags.Errorf(cl.Span, diag.ClauseOrder, "clause '%s' must be last, but 'when' follows it", last.Kind).
				WithSection("5.2 §7.4.2").WithNote(last.Span, "'%s' is here", last.Kind).WithFix("move it to the end")
			return
		}
		if cl.Kind == spec.OtherwiseClause {
			last = cl
		}
	}
}

// dispatches reports whether c's selector has the construct trait dispatch, or c has no selector.
func dispatches(c *tree.Construct) bool {
	cl := c.Clause(spec.MatchClause)
	if cl == nil {
		return true
	}
	for _, s := range cl.Selector {
		for _, t := range s.Traits {
			if s.Name == "construct" && t.Name == "dispatch" {
				return true
			}
		}
	}
	return false
}

// checkAdjusted checks the adjust_args clauses (5.2 §7.5.2). They need the selector construct={dispatch}.
// Each argument may be in one clause, and only a pointer can become a device pointer.
func (k variantRules) checkAdjusted(c *tree.Construct) {
	seen := map[string]*tree.Item{}
	for _, cl := range c.All(spec.AdjustArgsClause) {
		if !dispatches(c) {
			k.diags.Errorf(cl.Span, diag.NeedsDispatch, "clause 'adjust_args' needs the selector construct={dispatch}").
				WithSection("5.2 §7.5.2").
				WithFix("write match(construct={dispatch})")
			return
		}
		if cl.HasModifier("need_device_addr") {
			k.diags.Errorf(cl.Span, diag.BadAdjustment,
				"need_device_addr applies to reference parameters, which C does not have").WithSection("6.0 §9.6.2").
				WithFix("write need_device_ptr")
		}
		for _, it := range cl.Items {
			k.checkParameterNumber(c, cl, it)
			if o := seen[it.Text]; o != nil {
				k.diags.Errorf(it.Span, diag.ItemInTwoClauses, "'%s' appears in two 'adjust_args' clauses", it.Text).
					WithSection("5.2 §7.5.2").WithNote(o.Span, "the first is here").
					WithFix("leave '%s' out of one of the two", it.Text)
			}
			seen[it.Text] = it
			if it.Decl != nil && cl.HasModifier("need_device_ptr") && it.Decl.Type() != nil &&
				it.Decl.Type().Decay().Kind() != cc.Ptr {
				k.diags.Errorf(it.Span, diag.BadType, "'%s' is not a pointer, so it cannot become a device pointer",
					it.Text).WithSection("5.2 §7.5.2").
					WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Text).
					WithFix("leave '%s' out of the clause, or write nothing instead of need_device_ptr", it.Text)
			}
		}
	}
}

// checkParameterNumber reports a parameter number or range that does not match the function's parameters
// (6.0 §5.2.1).
func (k variantRules) checkParameterNumber(c *tree.Construct, cl *tree.Clause, it *tree.Item) {
	ft, ok := functionType(c.Target)
	if !ok || !tree.IsParameterRange(it.Text) {
		return
	}
	params := parameters(ft)
	lo, hi, ok := it.ParameterNumbers(nil, len(params))
	switch {
	case !ok:
		k.diags.Errorf(it.Span, diag.BadParameter, "'%s' is neither a parameter, nor a number, nor a range of numbers",
			it.Text).WithSection("6.0 §5.2.1").
			WithFix("write a parameter's name, its number counted from 1, or first:last")
	case lo < 1 || !ft.IsVariadic() && (hi > len(params) || lo > hi && !strings.Contains(it.Text, "omp_num_args")):
		k.diags.Errorf(it.Span, diag.BadParameter, "'%s' is out of range: '%[3]s' has %[2]d parameters", it.Text,
			len(params), c.Target.Name()).WithSection("6.0 §5.2.1").
			WithNote(k.t.Unit.NodeSpan(c.Target), "'%s' is declared here", c.Target.Name()).
			WithFix("count parameters from 1")
	case lo == hi && lo <= len(params) && cl.HasModifier("need_device_ptr") &&
		params[lo-1].Type().Decay().Kind() != cc.Ptr:
		k.diags.Errorf(it.Span, diag.BadType, "parameter %s is not a pointer, so it cannot become a device pointer",
			it.Text).WithSection("5.2 §7.5.2").
			WithNote(k.t.Unit.NodeSpan(c.Target), "'%s' is declared here", c.Target.Name()).
			WithFix("leave %s out of the clause", it.Text)
	}
}

// checkAppended checks the append_args clause (5.2 §7.5.3). The variant must end with one parameter of type
// omp_interop_t for each operation of the clause.
func (k variantRules) checkAppended(c *tree.Construct) {
	cl := c.Clause(spec.AppendArgsClause)
	if cl == nil {
		return
	}
	if !dispatches(c) {
		k.diags.Errorf(cl.Span, diag.NeedsDispatch, "clause 'append_args' needs the selector construct={dispatch}").
			WithSection("5.2 §7.5.3").
			WithFix("write match(construct={dispatch})")
		return
	}
	v := k.variantOf(c)
	base, ok := functionType(c.Target)
	if v == nil || !ok {
		return
	}
	ft, _ := functionType(v)
	params := parameters(ft)
	n := len(parameters(base))
	if len(params) != n+len(cl.Words) {
		k.diags.Errorf(cl.Span, diag.BadType,
			"the variant '%s' has %d parameters, but '%s' has %d and append_args adds %d", v.Name(), len(params),
			c.Target.Name(), n, len(cl.Words)).
			WithSection("5.2 §7.5.3").WithNote(k.t.Unit.NodeSpan(v), "'%s' is declared here", v.Name())
		return
	}
	for _, p := range params[n:] {
		if !isInterop(p.Type()) {
			k.diags.Errorf(cl.Span, diag.BadType, "parameter '%s' of the variant '%s' must have type omp_interop_t",
				p.Name(), v.Name()).
				WithSection("5.2 §7.5.3").WithNote(k.t.Unit.NodeSpan(v), "'%s' is declared here", v.Name()).
				WithFix("declare '%s' as omp_interop_t", p.Name())
		}
	}
}

func isInterop(t cc.Type) bool {
	return t != nil && t.Typedef() != nil && t.Typedef().Name() == "omp_interop_t"
}

func functionType(d *cc.Declarator) (*cc.FunctionType, bool) {
	if d == nil {
		return nil, false
	}
	ft, ok := d.Type().(*cc.FunctionType)
	return ft, ok
}

// parameters returns the parameters of a function type. The list (void) has none.
func parameters(ft *cc.FunctionType) []*cc.Parameter {
	list := ft.Parameters()
	if len(list) == 1 && list[0].Type() != nil && list[0].Type().Kind() == cc.Void {
		return nil
	}
	return list
}

// variantOf returns the variant function that c names, or nil if it is not declared.
func (k variantRules) variantOf(c *tree.Construct) *cc.Declarator {
	if c.Args == nil || len(c.Args.Words) == 0 {
		return nil
	}
	return k.function(c.Args.Words[0])
}

// checkBase checks the base function of c (5.2 §7.5). It must be neither the variant itself nor a variant
// of another function, and its parameters must have the types of the variant's.
func (k variantRules) checkBase(c *tree.Construct) {
	if c.Base != "" && c.Target != nil && c.Base != c.Target.Name() {
		k.diags.Errorf(c.BaseSpan, diag.BadName, "the directive precedes the declaration of '%s', but names '%s'",
			c.Target.Name(), c.Base).WithSection("5.2 §7.5.4").
			WithNote(k.t.Unit.NodeSpan(c.Target), "'%s' is declared here", c.Target.Name()).
			WithFix("write declare variant(%s: %s)", c.Target.Name(), c.Args.Words[0])
	}
	v := k.variantOf(c)
	if v == nil || c.Target == nil {
		return
	}
	if v.Name() == c.Target.Name() {
		k.diags.Errorf(c.Args.Span, diag.BadVariant, "'%s' cannot be a variant of itself", v.Name()).
			WithSection("5.2 §7.5").
			WithFix("name another function, which replaces '%s'", v.Name())
		return
	}
	for _, o := range k.t.All {
		if o != nil && o != c && o.Kind == spec.DeclareVariant && o.Target != nil && o.Args != nil &&
			len(o.Args.Words) > 0 && o.Args.Words[0] == c.Target.Name() {
			k.diags.Errorf(c.NameSpan(), diag.BadVariant, "'%s' is a variant of '%s' and cannot be a base function",
				c.Target.Name(), o.Target.Name()).
				WithSection("5.2 §7.5").WithNote(o.NameSpan(), "it is declared a variant here").
				WithFix("write the directive before '%s'", o.Target.Name())
			return
		}
	}
	base, ok1 := functionType(c.Target)
	other, ok2 := functionType(v)
	if !ok1 || !ok2 || usesSIMD(c) || len(parameters(other)) < len(parameters(base)) {
		return
	}
	for i, p := range parameters(base) {
		if q := parameters(other)[i]; p.Type() != nil && q.Type() != nil && !tree.SameType(p.Type(), q.Type()) {
			k.diags.Errorf(c.Args.Span, diag.BadType,
				"parameter %d of variant '%s' has type '%s', but in '%s' it has type '%s'", i+1, v.Name(),
				ctree.TypeText(q.Type()), c.Target.Name(), ctree.TypeText(p.Type())).
				WithSection("5.2 §7.5").WithNote(k.t.Unit.NodeSpan(v), "'%s' is declared here", v.Name()).
				WithFix("declare parameter %d of '%s' as '%s'", i+1, v.Name(), ctree.TypeText(p.Type()))
			return
		}
	}
}
