package pragma

import (
	"strings"

	"modernc.org/cc/v4"
)

// checkVariants applies the rules on context selectors and on the clauses of
// declare variant (5.2 §7.2, §7.5).
func (k *checker) checkVariants(c *Construct) {
	for _, cl := range c.Clauses {
		k.checkSelector(cl)
	}
	k.checkOtherwise(c)
	if cl := c.Clause("match"); cl != nil && c.Kind == "begin declare variant" && usesSIMD(c) {
		k.diags.Errorf(cl.Span, "bad-selector", "the selector of 'begin declare variant' cannot have the trait 'simd'").WithSection("5.2 §7.5.5").
			WithFix("declare the function with SIMD versions by declare simd")
	}
	if c.Kind == "declare variant" {
		k.checkAdjusted(c)
		k.checkAppended(c)
		k.checkBase(c)
	}
}

// checkSelector: scores are constants that are not negative, and stand where the
// context does not give one itself; a selector appears once in its set (5.2 §7.2).
func (k *checker) checkSelector(cl *Clause) {
	for _, s := range cl.Selector {
		seen := map[string]*Trait{}
		for _, t := range s.Traits {
			if o := seen[t.Name]; o != nil && s.Name != "construct" {
				k.diags.Errorf(t.Span, "trait-twice", "selector '%s' appears twice in trait set '%s'", t.Name, s.Name).
					WithSection("5.2 §7.2").WithNote(o.Span, "the first is here").WithFix("write %s(a, b) for what must both hold", t.Name)
			}
			seen[t.Name] = t
			k.checkScore(s, t)
			k.checkAny(t)
			k.checkRequired(t)
		}
	}
}

func (k *checker) checkScore(s *TraitSet, t *Trait) {
	if t.Score == nil {
		return
	}
	if oneOf(s.Name, "construct", "device", "target_device") {
		k.diags.Errorf(t.Score.Span, "bad-score", "a selector of trait set '%s' cannot have a score", s.Name).WithSection("5.2 §7.2").
			WithFix("put the score on a selector of set user or implementation")
		return
	}
	if t.Score.Node == nil {
		return
	}
	if v, ok := ConstInt(t.Score.Node); !ok {
		k.diags.Errorf(t.Score.Span, "not-constant", "a score must be a constant integer").WithSection("5.2 §7.2")
	} else if v < 0 {
		k.diags.Errorf(t.Score.Span, "bad-score", "a score must not be negative, this is %d", v).WithSection("5.2 §7.2")
	}
}

func oneOf(s string, set ...string) bool { return isOneOf(s, set) }

func (k *checker) checkAny(t *Trait) {
	if t.Name != "kind" || len(t.Props) < 2 {
		return
	}
	for _, p := range t.Props {
		if p.Word == "any" {
			k.diags.Errorf(p.Span, "bad-kind", "kind 'any' cannot stand with other kinds").WithSection("5.2 §7.1").WithFix("remove the others, or any")
			return
		}
	}
}

// checkRequired: what a selector requires is a clause of requires (5.2 §7.2).
func (k *checker) checkRequired(t *Trait) {
	if t.Name != "requires" {
		return
	}
	var names []string
	for n := range Directives().Defs["requires"].Clauses {
		names = append(names, string(n))
	}
	for _, p := range t.Props {
		if p.Word == "" || isOneOf(firstWord(p.Word), names) {
			continue
		}
		e := k.diags.Errorf(p.Span, "unknown-keyword", "'%s' is not a clause of the directive 'requires'", p.Word).WithSection("5.2 §7.2")
		if near := nearest(p.Word, names); near != "" {
			e.WithFix("did you mean '%s'?", near)
		}
	}
}

// checkOtherwise: the otherwise clause is the last one (5.2 §7.4.2).
func (k *checker) checkOtherwise(c *Construct) {
	var last *Clause
	for _, cl := range c.Clauses {
		if last != nil && cl.Kind == "when" {
			k.diags.Errorf(cl.Span, "clause-order", "clause '%s' must be the last one, but 'when' follows", last.Kind).
				WithSection("5.2 §7.4.2").WithNote(last.Span, "'%s' is here", last.Kind).WithFix("move it to the end")
			return
		}
		if cl.Kind == "otherwise" {
			last = cl
		}
	}
}

// dispatches reports whether c's selector asks for the dispatch construct.
func dispatches(c *Construct) bool {
	cl := c.Clause("match")
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

// checkAdjusted: adjust_args is for variants of dispatched calls, each argument
// in one clause, and device pointers are pointers (5.2 §7.5.2).
func (k *checker) checkAdjusted(c *Construct) {
	seen := map[string]*Item{}
	for _, cl := range c.All("adjust_args") {
		if !dispatches(c) {
			k.diags.Errorf(cl.Span, "needs-dispatch", "clause 'adjust_args' needs the selector construct={dispatch}").WithSection("5.2 §7.5.2").
				WithFix("write match(construct={dispatch}): only calls of dispatch constructs are adjusted")
			return
		}
		if cl.HasModifier("need_device_addr") {
			k.diags.Errorf(cl.Span, "bad-adjustment", "need_device_addr is for arguments passed by reference, which C has not").WithSection("6.0 §9.6.2").WithFix("write need_device_ptr")
		}
		for _, it := range cl.Items {
			k.checkParameterNumber(c, cl, it)
			if o := seen[it.Text]; o != nil {
				k.diags.Errorf(it.Span, "item-in-two-clauses", "'%s' appears in two 'adjust_args' clauses", it.Text).WithSection("5.2 §7.5.2").WithNote(o.Span, "the first is here")
			}
			seen[it.Text] = it
			if it.Decl != nil && cl.HasModifier("need_device_ptr") && it.Decl.Type() != nil && it.Decl.Type().Decay().Kind() != cc.Ptr {
				k.diags.Errorf(it.Span, "bad-type", "'%s' is not a pointer, so it cannot become a device pointer", it.Text).WithSection("5.2 §7.5.2").
					WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Text)
			}
		}
	}
}

// checkParameterNumber: a number stands for one of the function's parameters (6.0 §5.2.1).
func (k *checker) checkParameterNumber(c *Construct, cl *Clause, it *Item) {
	ft, ok := functionType(c.Target)
	if !ok || !isParameterRange(it.Text) {
		return
	}
	params := ft.Parameters()
	lo, hi, ok := it.ParameterNumbers(nil, len(params))
	switch {
	case !ok:
		k.diags.Errorf(it.Span, "bad-parameter", "'%s' is no parameter, number or range of numbers", it.Text).WithSection("6.0 §5.2.1").
			WithFix("write the parameter's name, its number from 1, or first:last, in which omp_num_args is the number of arguments")
	case lo < 1 || !ft.IsVariadic() && (hi > len(params) || lo > hi && !strings.Contains(it.Text, "omp_num_args")):
		k.diags.Errorf(it.Span, "bad-parameter", "'%s' is outside of the %d parameters of '%s'", it.Text, len(params), c.Target.Name()).WithSection("6.0 §5.2.1").
			WithNote(k.t.Unit.NodeSpan(c.Target), "'%s' is declared here", c.Target.Name()).WithFix("count parameters from 1")
	case lo == hi && lo <= len(params) && cl.HasModifier("need_device_ptr") && params[lo-1].Type().Decay().Kind() != cc.Ptr:
		k.diags.Errorf(it.Span, "bad-type", "parameter %s is not a pointer, so it cannot become a device pointer", it.Text).WithSection("5.2 §7.5.2").
			WithNote(k.t.Unit.NodeSpan(c.Target), "'%s' is declared here", c.Target.Name())
	}
}

// checkAppended: the variant ends with a parameter of type omp_interop_t for each
// operation of append_args (5.2 §7.5.3).
func (k *checker) checkAppended(c *Construct) {
	cl := c.Clause("append_args")
	if cl == nil {
		return
	}
	if !dispatches(c) {
		k.diags.Errorf(cl.Span, "needs-dispatch", "clause 'append_args' needs the selector construct={dispatch}").WithSection("5.2 §7.5.3").
			WithFix("write match(construct={dispatch}): only calls of dispatch constructs get arguments")
		return
	}
	v := k.variantOf(c)
	base, ok := functionType(c.Target)
	if v == nil || !ok {
		return
	}
	ft, _ := functionType(v)
	params := ft.Parameters()
	n := len(base.Parameters())
	if len(params) != n+len(cl.Words) {
		k.diags.Errorf(cl.Span, "bad-type", "the variant '%s' has %d parameters, but '%s' has %d and append_args adds %d", v.Name(), len(params), c.Target.Name(), n, len(cl.Words)).
			WithSection("5.2 §7.5.3").WithNote(k.t.Unit.NodeSpan(v), "'%s' is declared here", v.Name())
		return
	}
	for _, p := range params[n:] {
		if !isInterop(p.Type()) {
			k.diags.Errorf(cl.Span, "bad-type", "parameter '%s' of the variant '%s' must have type omp_interop_t", p.Name(), v.Name()).
				WithSection("5.2 §7.5.3").WithNote(k.t.Unit.NodeSpan(v), "'%s' is declared here", v.Name())
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

// variantOf is the variant function that c names, if it is declared.
func (k *checker) variantOf(c *Construct) *cc.Declarator {
	if c.Args == nil || len(c.Args.Words) == 0 {
		return nil
	}
	return k.function(c.Args.Words[0])
}

// checkBase: a function is no variant of itself, and a variant is no base
// function of another one; parameters have the same types (5.2 §7.5).
func (k *checker) checkBase(c *Construct) {
	v := k.variantOf(c)
	if v == nil || c.Target == nil {
		return
	}
	if v.Name() == c.Target.Name() {
		k.diags.Errorf(c.Args.Span, "bad-variant", "'%s' cannot be a variant of itself", v.Name()).WithSection("5.2 §7.5")
		return
	}
	for _, o := range k.t.All {
		if o != nil && o != c && o.Kind == "declare variant" && o.Target != nil && o.Args != nil && len(o.Args.Words) > 0 && o.Args.Words[0] == c.Target.Name() {
			k.diags.Errorf(c.nameSpan(), "bad-variant", "'%s' is a variant of '%s', so it cannot have variants itself", c.Target.Name(), o.Target.Name()).
				WithSection("5.2 §7.5").WithNote(o.nameSpan(), "it is declared a variant here")
			return
		}
	}
	base, ok1 := functionType(c.Target)
	other, ok2 := functionType(v)
	if !ok1 || !ok2 || usesSIMD(c) || len(other.Parameters()) < len(base.Parameters()) {
		return
	}
	for i, p := range base.Parameters() {
		if q := other.Parameters()[i]; p.Type() != nil && q.Type() != nil && !sameType(p.Type(), q.Type()) {
			k.diags.Errorf(c.Args.Span, "bad-type", "parameter %d of the variant '%s' has type '%s', that of '%s' has type '%s'", i+1, v.Name(), typeText(q.Type()), c.Target.Name(), typeText(p.Type())).
				WithSection("5.2 §7.5").WithNote(k.t.Unit.NodeSpan(v), "'%s' is declared here", v.Name())
			return
		}
	}
}
