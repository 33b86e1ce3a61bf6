package check

import (
	"slices"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkSync applies the restrictions of synchronisation constructs (5.2 §15).
func (k syncRules) checkSync(c *tree.Construct) {
	switch c.Kind {
	case spec.Atomic:
		k.checkAtomic(c)
	case spec.Critical:
		k.checkCriticalHint(c)
	case spec.Flush:
		k.checkFlush(c)
	case spec.Taskwait:
		k.checkTaskwait(c)
	case spec.Depobj:
		if c.Args != nil {
			for _, it := range c.Args.Items {
				k.hasTypeName(it, "omp_depend_t", "directive 'depobj'", c.Def.Section)
				if it.Decl != nil && it.IsVar() && it.Decl.IsConst() {
					k.diags.Errorf(it.Span, diag.ConstItem, "'%s' is const, but 'depobj' modifies it", it.Text).
						WithSection(c.Def.Section).
						WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Text).
						WithFix("declare it without const")
				}
			}
		}
		k.checkDepobj(c)
	}
	k.checkHint(c)
	k.checkDepend(c)
	k.checkInit(c)
}

// checkDepobj: the object holds one dependence, and is the one that is destroyed
// (5.2 §15.9.4).
func (k syncRules) checkDepobj(c *tree.Construct) {
	if cl := c.Clause(spec.DependClause); cl != nil && cl.HasModifier("depobj") {
		k.diags.Errorf(cl.Modifier("depobj").Span, diag.BadDepend,
			"clause 'depend' of 'depobj' must not have dependence type 'depobj'").WithSection("5.2 §15.9.4").
			WithFix("write depend(in: …), depend(out: …) or depend(inout: …)")
	}
	if cl := c.Clause(spec.DependClause); cl != nil && len(cl.Items) > 1 {
		k.diags.Errorf(cl.Items[1].Span, diag.BadDepend, "a depend object can hold only one dependence, found %d",
			len(cl.Items)).WithSection("5.2 §15.9.4").
			WithNote(cl.Items[0].Span, "the first is here").WithFix("use one depend object for each")
	}
	if cl := c.Clause(spec.UpdateClause); cl != nil && len(cl.Words) > 0 && cl.Words[0] == "depobj" {
		k.diags.Errorf(cl.Span, diag.BadDepend, "dependence type 'depobj' is not allowed in clause 'update'").
			WithSection("5.2 §15.9.3").WithFix("write in, out, inout, inoutset or mutexinoutset")
	}
	cl := c.Clause(spec.DestroyClause)
	if cl == nil || c.Args == nil || len(c.Args.Items) == 0 {
		return
	}
	own := c.Args.Items[0]
	for _, e := range cl.Exprs {
		if d := ctree.VarOf(e.Node); d != nil && own.IsVar() && d != own.Decl {
			k.diags.Errorf(e.Span, diag.BadDepend, "'%s' must be the depend object of the directive, '%s'", e.Text,
				own.Text).WithSection("5.2 §15.9.4").
				WithNote(own.Span, "'%s' is here", own.Text).WithFix("write destroy(%s)", own.Text)
		}
	}
	for _, it := range cl.Items {
		if it.Decl != nil && own.Decl != nil && it.IsVar() && own.IsVar() && it.Decl != own.Decl {
			k.diags.Errorf(it.Span, diag.BadDepend, "'%s' must be the depend object of the directive, '%s'", it.Text,
				own.Text).WithSection("5.2 §15.9.4").
				WithNote(own.Span, "'%s' is here", own.Text).WithFix("write destroy(%s)", own.Text)
		}
	}
}

// checkInit: a dependence is what init gives a depend object, nothing else (6.0 §5.6).
func (k syncRules) checkInit(c *tree.Construct) {
	for _, cl := range c.All(spec.InitClause) {
		for _, m := range cl.Modifiers {
			if tree.OneOf(m.Name, "in", "out", "inout", "inoutset", "mutexinoutset") != (c.Kind == spec.Depobj) {
				k.diags.Errorf(m.Span, diag.UnknownModifier,
					"modifier '%s' of clause 'init' has no meaning on directive '%s'", m.Name, c.Kind).
					WithSection("6.0 §5.6")
			}
		}
	}
}

// Values of omp_sync_hint_t (5.2 §15.1).
const (
	hintUncontended    = 1
	hintContended      = 2
	hintNonspeculative = 4
	hintSpeculative    = 8
)

// checkHint: hints that contradict each other must not be combined (5.2 §15.1).
func (k syncRules) checkHint(c *tree.Construct) {
	cl := c.Clause(spec.HintClause)
	if cl == nil || len(cl.Exprs) == 0 {
		return
	}
	v, ok := ctree.ConstInt(cl.Exprs[0].Node)
	if !ok || v < 0 {
		return
	}
	for _, pair := range []struct {
		a, b   int64
		an, bn string
	}{
		{hintUncontended, hintContended, "omp_sync_hint_uncontended", "omp_sync_hint_contended"},
		{hintNonspeculative, hintSpeculative, "omp_sync_hint_nonspeculative", "omp_sync_hint_speculative"},
	} {
		if v&pair.a != 0 && v&pair.b != 0 {
			k.diags.Errorf(cl.Exprs[0].Span, diag.BadHint, "the hints %s and %s are mutually exclusive", pair.an,
				pair.bn).WithSection("5.2 §15.1").WithFix("remove one of them")
		}
	}
}

// checkCriticalHint: a critical construct with a hint has a name, and all of one
// name have the same hint (5.2 §15.2).
func (k syncRules) checkCriticalHint(c *tree.Construct) {
	v, cl := hintOf(c)
	name := criticalName(c)
	if name == "" {
		if v != 0 {
			k.diags.Errorf(cl.Span, diag.BadHint, "a critical construct with a hint needs a name").
				WithSection("5.2 §15.2").WithFix("write critical(name) hint(…)")
		}
		return
	}
	for _, o := range k.t.All {
		if o == c {
			return
		}
		if o == nil || o.Kind != spec.Critical || criticalName(o) != name {
			continue
		}
		if w, _ := hintOf(o); w != v {
			span := c.NameSpan()
			if cl != nil {
				span = cl.Span
			}
			k.diags.Errorf(span, diag.BadHint,
				"critical constructs with the same name must have the same hint: '%s' has hint %d here, but %d elsewhere", name, v, w).
				WithSection("5.2 §15.2").WithNote(o.NameSpan(), "the other is here").
				WithFix("write hint(%d) here, or give one of them another name", w)
			return
		}
	}
}

// hintOf is the value of a construct's hint, 0 without one.
func hintOf(c *tree.Construct) (int64, *tree.Clause) {
	cl := c.Clause(spec.HintClause)
	if cl == nil || len(cl.Exprs) == 0 {
		return 0, cl
	}
	v, _ := ctree.ConstInt(cl.Exprs[0].Node)
	return v, cl
}

// checkFlush: a flush with a memory order has no list (5.2 §15.8.5).
func (k syncRules) checkFlush(c *tree.Construct) {
	for _, cl := range c.Clauses {
		for _, e := range cl.Exprs {
			// flush acq_rel (x): the list comes last in 5.0 and 5.1. What 6.0 has there is a constant.
			if _, constant := ctree.ConstInt(e.Node); !constant {
				k.diags.Errorf(e.Span, diag.FlushList, "a flush with clause '%s' cannot have a list", cl.Kind).
					WithSection("5.2 §15.8.5").WithFix("remove the list")
			}
		}
	}
	if c.Args == nil || len(c.Args.Items) == 0 {
		return
	}
	for _, cl := range c.Clauses {
		if cl.Def.Group == "order" || tree.OneOf(cl.Kind, spec.AcqRelClause, spec.AcquireClause, spec.ReleaseClause,
			spec.SeqCstClause) {
			k.diags.Errorf(c.Args.Items[0].Span, diag.FlushList, "a flush with clause '%s' cannot have a list",
				cl.Kind).
				WithSection("5.2 §15.8.5").WithNote(cl.Span, "'%s' is here", cl.Kind).WithFix("remove the list")
			return
		}
	}
}

// checkTaskwait applies 5.2 §15.5.
func (k syncRules) checkTaskwait(c *tree.Construct) {
	if cl := c.Clause(spec.NowaitClause); cl != nil && c.Clause(spec.DependClause) == nil {
		k.diags.Errorf(cl.Span, diag.MissingClause, "'nowait' on 'taskwait' needs a 'depend' clause").
			WithSection("5.2 §15.5").
			WithFix("remove nowait, or name the tasks with clause depend")
	}
	for _, cl := range c.All(spec.DependClause) {
		if m := cl.Modifier("mutexinoutset"); m != nil {
			k.diags.Errorf(m.Span, diag.BadDepend, "the dependence type 'mutexinoutset' cannot be used on 'taskwait'").
				WithSection("5.2 §15.5").WithFix("write inout")
		}
	}
}

// checkDepend applies the rules on the list items of depend (5.2 §15.9.5).
func (k syncRules) checkDepend(c *tree.Construct) {
	for _, cl := range c.All(spec.AffinityClause) {
		for _, it := range cl.Items {
			if !it.Name && it.Node != nil && !ctree.IsLvalue(it.Node) && len(it.Sections) == 0 && len(it.Shape) == 0 {
				k.diags.Errorf(it.Span, diag.NotAVariable,
					"'%s' in clause 'affinity' has no address: it must be a variable, an element or a section",
					it.Text).WithSection("5.2 §12.5.1").
					WithFix("write a variable, or a section of what a pointer points to: p[0:n]")
			} else if !it.Name && it.Node != nil && it.Decl != nil {
				k.checkBitField(cl, it)
			}
		}
	}
	for _, cl := range c.All(spec.DependClause) {
		for _, it := range cl.Items {
			for _, s := range it.Sections {
				if s.Length != nil && !s.Single {
					if v, ok := ctree.ConstInt(s.Length.Node); ok && v == 0 {
						k.diags.Errorf(s.Length.Span, diag.BadSection,
							"array section '%s' in clause 'depend' has length 0", it.Text).WithSection("5.2 §15.9.5").
							WithFix("write a length of at least 1, or leave the item out")
					}
				}
			}
			switch {
			case it.Text == "omp_all_memory":
				if !cl.HasModifier("out") && !cl.HasModifier("inout") {
					k.diags.Errorf(it.Span, diag.BadDepend, "omp_all_memory needs dependence type out or inout").
						WithSection("5.2 §15.9.5").WithFix("write depend(inout: omp_all_memory)")
				}
			case it.Name || it.Node == nil:
			case cl.HasModifier("depobj") && isSection(it):
				k.diags.Errorf(it.Span, diag.BadSection,
					"'%s' is an array section, but depend(depobj: …) takes single depend objects", it.Text).
					WithSection("5.2 §15.9.5").WithFix("write the elements, or depend(iterator(i = first:end), depobj: %s[i])", it.Base)
			case cl.HasModifier("depobj"):
				k.hasTypeName(it, "omp_depend_t", "clause 'depend' with 'depobj'", cl.Def.Section)
			case !ctree.IsLvalue(it.Node) && len(it.Sections) == 0 && len(it.Shape) == 0:
				k.diags.Errorf(it.Span, diag.NotAVariable,
					"'%s' in clause 'depend' has no address: it must be a variable, an element or a section", it.Text).
					WithSection("5.2 §15.9.5").
					WithFix("write a variable, or a section of what a pointer points to: p[0:n]")
			default:
				k.checkBitField(cl, it)
			}
		}
	}
}

// isSection reports whether it is an array section, and no element.
func isSection(it *tree.Item) bool {
	return slices.ContainsFunc(it.Sections, func(s *tree.Section) bool { return !s.Single })
}

// hasTypeName reports a variable whose type is not the one of omp.h called name.
func (k *context) hasTypeName(it *tree.Item, name, where, section string) {
	if it.Decl == nil || !it.IsVar() || it.Decl.Type() == nil {
		return
	}
	t := it.Decl.Type().Undecay()
	if ctree.TypeText(t) == name || ctree.TypeText(t) == "void *" && name != "omp_event_handle_t" {
		return // other headers define omp_depend_t as void *
	}
	if it.Decl.IsParam() && name == "omp_depend_t" && t.Kind() == cc.Ptr {
		return
	}
	k.diags.Errorf(it.Span, diag.BadType, "'%s' in %s has type '%s': it must be an %s", it.Text, where,
		ctree.TypeText(t), name).WithSection(section).WithFix("include <omp.h> and declare it: %s name", name)
}

// checkDependObjects: a depend object is an item of depend(depobj: …) alone (5.2 §15.9.5).
func (k syncRules) checkDependObjects(c *tree.Construct) {
	for _, cl := range c.All(spec.DependClause) {
		if cl.HasModifier("depobj") {
			continue
		}
		for _, it := range cl.Items {
			if it.Decl != nil && it.IsVar() && it.Decl.Type() != nil &&
				ctree.TypeText(it.Decl.Type().Undecay()) == "omp_depend_t" {
				k.diags.Errorf(it.Span, diag.BadDepend,
					"'%s' is a depend object, which is allowed only in depend(depobj: …)", it.Text).
					WithSection("5.2 §15.9.5").WithFix("write depend(depobj: %s)", it.Text)
			}
		}
	}
}

// checkDependCopies: a depend object is accessed by directives alone; a copy of it is no
// object that depobj has initialised (5.2 §15.9.2).
func (k syncRules) checkDependCopies() {
	if k.t.Unit.AST == nil || !slices.ContainsFunc(k.t.All, func(c *tree.Construct) bool { return c != nil && c.Kind == spec.Depobj }) {
		return
	}
	for tu := k.t.Unit.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if e := tu.ExternalDeclaration; e != nil && e.FunctionDefinition != nil {
			ctree.Walk(e.FunctionDefinition.CompoundStatement, func(n cc.Node) bool {
				switch x := n.(type) {
				case *cc.AssignmentExpression:
					if x.Case == cc.AssignmentExpressionAssign && isDependObject(x.UnaryExpression.Type()) {
						k.dependCopy(x)
					}
				case *cc.InitDeclarator:
					if i := x.Initializer; i != nil && i.Case == cc.InitializerExpr &&
						isDependObject(x.Declarator.Type()) {
						k.dependCopy(i)
					}
				}
				return true
			})
		}
	}
}

func (k syncRules) dependCopy(at cc.Node) {
	k.diags.Errorf(k.t.Unit.NodeSpan(at), diag.BadObject,
		"a depend object cannot be copied: only directives may access it").WithSection("5.2 §15.9.2").
		WithFix("initialise the other object by '#pragma omp depobj', or use a pointer")
}

func isDependObject(t cc.Type) bool {
	return t != nil && t.Undecay().Kind() == cc.Struct && ctree.TypeText(t.Undecay()) == "omp_depend_t"
}
