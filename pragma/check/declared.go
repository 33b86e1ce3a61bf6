// Rules on declarative directives, and on directives in different places that must agree.

package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkDeclarations applies the rules on declarative directives, and those that relate
// directives in different places of the unit.
func (k declarationRules) checkDeclarations() {
	k.checkRequiresOrder()
	k.checkThreadprivateUses()
	reductions, inductions, mappers := map[string]*tree.Construct{}, map[string]*tree.Construct{},
		map[string]*tree.Construct{}
	allocated := map[*cc.Declarator]*tree.Construct{}
	for _, c := range k.t.All {
		switch {
		case c == nil:
		case c.Reduction != nil:
			k.checkReductionDecl(c, reductions)
		case c.Induction != nil:
			sharingRules{k.context}.checkInductionDecl(c, inductions)
		case c.Mapper != nil:
			k.checkMapperDecl(c, mappers)
		case c.Kind == spec.DeclareTarget:
			k.checkEnterAndLink(c)
		case c.Kind == spec.Allocate:
			k.checkAllocateDirective(c, allocated)
		case c.Kind == spec.DeclareVariant:
			k.checkVariantType(c)
		}
	}
}

// checkRequiresOrder reports a second default memory order that differs from the first, and one after an
// atomic construct that it would apply to (5.2 §8.2.1). It also reports a default memory
// order that is invalid for an atomic construct (6.0 §10.5.1.1).
func (k declarationRules) checkRequiresOrder() {
	var first *tree.Clause
	var atomic *tree.Construct
	for _, c := range k.t.All {
		if c == nil {
			continue
		}
		if c.Kind == spec.Atomic && atomic == nil && !givesOrder(c) {
			atomic = c
		}
		cl := c.Clause(spec.AtomicDefaultMemOrderClause)
		if c.Kind != spec.Requires || cl == nil {
			continue
		}
		switch {
		case first != nil && !slices.Equal(first.Words, cl.Words):
			k.diags.Errorf(cl.Span, diag.RepeatedClause,
				"the default memory order is specified twice, with different values").WithSection("5.2 §8.2.1").
				WithNote(first.Span, "the first is here").
				WithFix("remove one of the two")
		case first != nil: // the same order again, for example in a header
		case atomic != nil:
			k.diags.Errorf(c.NameSpan(), diag.BadPlacement,
				"'requires' with 'atomic_default_mem_order' must appear before the first atomic construct without a memory order").
				WithSection("5.2 §8.2.1").WithNote(atomic.NameSpan(), "'atomic' is here").
				WithFix("move it to the top of the file")
		}
		first = cl
	}
	if first == nil || len(first.Words) == 0 {
		return
	}
	order := first.Words[0]
	for _, c := range k.t.All {
		if c == nil || c.Kind != spec.Atomic || givesOrder(c) {
			continue
		}
		if kind := order + " " + accessOf(c); kind == "acquire write" || kind == "release read" {
			k.diags.Errorf(c.NameSpan(), diag.BadMemoryOrder,
				"memory order '%s', which '%s' specifies, is invalid for an atomic construct that only %ss", order,
				first.Kind, accessOf(c)).
				WithSection("6.0 §10.5.1.1").WithNote(first.Span, "'%s' is here", first.Kind).
				WithFix("add a memory-order clause to 'atomic'")
		}
	}
}

// accessOf returns "read" or "write" for an atomic construct with that clause, else "".
func accessOf(c *tree.Construct) string {
	for _, k := range []spec.ClauseKind{spec.ReadClause, spec.WriteClause} {
		if c.Clause(k) != nil {
			return k.String()
		}
	}
	return ""
}

// givesOrder reports whether atomic construct c has a memory-order clause.
func givesOrder(c *tree.Construct) bool {
	return slices.ContainsFunc(c.Clauses, func(cl *tree.Clause) bool {
		return cl.Def.Group == "order"
	})
}

// checkThreadprivateUses reports a threadprivate directive after a use of its variables, and one in a
// function for a file-scope variable (5.2 §5.2).
func (k declarationRules) checkThreadprivateUses() {
	for _, c := range k.t.All {
		if c == nil || c.Kind != spec.Threadprivate || c.Args == nil {
			continue
		}
		for _, it := range c.Args.Items {
			if it.Decl != nil && c.Func != nil && k.t.Unit.Offset(it.Decl) < k.t.Unit.Offset(c.Func) {
				k.diags.Errorf(it.Span, diag.BadPlacement,
					"'threadprivate' with the file-scope variable '%s' must appear at file scope", it.Text).
					WithSection("5.2 §5.2").WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Text).
					WithFix("move it directly after the declaration of '%s'", it.Text)
				continue
			}
			if use := k.useBefore(it.Decl, c.Start); use != nil {
				k.diags.Errorf(it.Span, diag.BadPlacement, "'threadprivate' must precede all references to '%s'",
					it.Text).
					WithSection("5.2 §5.2").WithNote(k.t.Unit.NodeSpan(use), "'%s' is used here", it.Text).
					WithFix("move it directly after the declaration of '%s'", it.Text)
			}
		}
	}
}

// useBefore returns an expression in a function that names d before offset off, or nil.
func (k declarationRules) useBefore(d *cc.Declarator, off int) (use cc.Node) {
	if d == nil {
		return nil
	}
	for tu := k.t.Unit.AST.TranslationUnit; tu != nil && use == nil; tu = tu.TranslationUnit {
		e := tu.ExternalDeclaration
		if e == nil || e.FunctionDefinition == nil || k.t.Unit.Offset(e.FunctionDefinition) > off {
			continue
		}
		ctree.Walk(e.FunctionDefinition.CompoundStatement, func(n cc.Node) bool {
			p, ok := n.(*cc.PrimaryExpression)
			if ok && use == nil && p.Case == cc.PrimaryExpressionIdent && k.t.Unit.InPragma(p) == nil {
				if x, ok := p.ResolvedTo().(*cc.Declarator); ok && tree.SameObject(x, d) && k.t.Unit.Offset(p) < off {
					use = p
				}
			}
			return use == nil
		})
	}
	return use
}

// checkReductionDecl checks a declare reduction directive (5.2 §5.5.11). An identifier may be declared
// once for each type, and must not redefine an operator for arithmetic types. The combiner
// and the initializer may use only the special variables.
func (k declarationRules) checkReductionDecl(c *tree.Construct, seen map[string]*tree.Construct) {
	section := c.Def.Section
	for _, t := range c.Reduction.Types {
		if t.Type == nil {
			continue
		}
		if t.InitCall != nil && !isCall(t.InitCall) {
			at := c.NameSpan()
			if cl := c.Clause(spec.InitializerClause); cl != nil {
				at = cl.Span
			}
			k.diags.Errorf(at, diag.BadInitializer,
				"the initializer must assign omp_priv, or call a function with its address").WithSection("5.2 §5.5.6").
				WithFix("write initializer(omp_priv = …)")
		}
		if t.InitCall != nil && t.Priv != nil && isCall(t.InitCall) && !takesAddress(t.InitCall, t.Priv) {
			k.diags.Errorf(k.t.Unit.NodeSpan(t.InitCall), diag.BadInitializer,
				"the call in the initializer does not pass the address of omp_priv").WithSection("5.2 §5.5.6").
				WithFix("pass &omp_priv, or write initializer(omp_priv = …)")
		}
		if kind := tree.Unreducible(t); kind != "" {
			k.diags.Errorf(t.Span, diag.BadType, tree.UnreducibleText, t.Text, kind).WithSection(section).
				WithFix(tree.UnreducibleFix)
			continue
		}
		key := k.declares(c, c.Reduction.ID, t.Type)
		if o := seen[key]; o != nil {
			k.diags.Errorf(t.Span, diag.DeclaredTwice, "redefinition of reduction '%s' for type '%s'", c.Reduction.ID,
				ctree.TypeText(t.Type)).
				WithSection(section).WithNote(o.NameSpan(), "the first is here").
				WithFix("give it another name")
			continue
		}
		seen[key] = c
		if tree.ReductionOpOf(c.Reduction.ID) != nil && cc.IsArithmeticType(t.Type) { // gcc rejects these, too
			k.diags.Errorf(t.Span, diag.BadType, "reduction identifier '%s' is predefined for type '%s'",
				c.Reduction.ID, ctree.TypeText(t.Type)).WithSection(section).WithFix("give the reduction a name")
		}
		k.ownVariables(t.Combiner, "the combiner", section, t.In, t.Out)
		k.ownVariables(t.InitCall, "the initializer", section, t.Priv, t.Orig)
		if t.Init != nil {
			k.ownVariables(t.Init, "the initializer", section, t.Priv, t.Orig)
		}
	}
}

// typeKey returns a text that identifies type t. It is the same for all typedef names of t.
func typeKey(t cc.Type) string {
	if cc.IsArithmeticType(t) && t.Kind() != cc.Enum {
		return t.Kind().String()
	}
	var first *cc.Field // its position identifies a structure or union
	switch x := t.Undecay().(type) {
	case *cc.StructType:
		first = x.FieldByIndex(0)
	case *cc.UnionType:
		first = x.FieldByIndex(0)
	case *cc.PointerType:
		return typeKey(x.Elem()) + "*"
	}
	if first != nil && first.Declarator() != nil {
		return "{" + first.Declarator().Position().String()
	}
	return ctree.TypeText(t)
}

// takesAddress reports whether n contains &d.
func takesAddress(n cc.Node, d *cc.Declarator) bool {
	found := false
	ctree.Walk(n, func(n cc.Node) bool {
		if x, ok := n.(*cc.UnaryExpression); ok && x.Case == cc.UnaryExpressionAddrof &&
			ctree.VarOf(x.CastExpression) == d {
			found = true
		}
		return !found
	})
	return found
}

// ownVariables reports the variables in n other than a, b and the locals of statement expressions.
func (k declarationRules) ownVariables(n cc.Node, what, section string, a, b *cc.Declarator) {
	if e, ok := n.(cc.ExpressionNode); n == nil || ok && e == nil {
		return
	}
	known := map[*cc.Declarator]bool{a: true, b: true, nil: true}
	ctree.Walk(n, func(n cc.Node) bool {
		if d, ok := n.(*cc.Declarator); ok {
			known[d] = true
		}
		return true
	})
	ctree.EachVariable(n, func(d *cc.Declarator) {
		if known[d] || d.Type() == nil || ctree.IsFunction(d) || a == nil || b == nil {
			return
		}
		known[d] = true
		k.diags.Errorf(k.t.Unit.NodeSpan(n), diag.ForeignVariable,
			"%s of a declare reduction may only use %s and %s, not '%s'", what, a.Name(), b.Name(), d.Name()).
			WithSection(section).
			WithFix("%s", instead(d.Name(), a.Name(), b.Name()))
	})
}

// instead says how to do without variable name in an expression that may use a and b only.
func instead(name, a, b string) string {
	if strings.HasPrefix(name, "omp_") {
		return fmt.Sprintf("write %s or %s instead of '%s'", a, b, name)
	}
	return fmt.Sprintf("write a function that reads '%s', and call it here", name)
}

// declares returns a key for the declaration of name id for type t in the block of c.
func (k *context) declares(c *tree.Construct, id string, t cc.Type) string {
	start, _ := k.t.Block(c)
	return strconv.Itoa(start) + ":" + id + ":" + typeKey(t)
}

// checkMapperDecl reports a mapper whose type is not a structure or union, and a second mapper
// with the same name for one type (5.2 §5.8.8).
func (k declarationRules) checkMapperDecl(c *tree.Construct, seen map[string]*tree.Construct) {
	d := c.Mapper.Decl
	if d == nil || d.Type() == nil {
		return
	}
	if strings.Contains(c.Mapper.Type, "{") {
		k.diags.Errorf(c.NameSpan(), diag.BadType, "'declare mapper' must not define the type").
			WithSection(c.Def.Section).
			WithFix("define the type before the directive, and name it here")
		return
	}
	t := d.Type().Undecay()
	if t.Kind() != cc.Struct && t.Kind() != cc.Union {
		k.diags.Errorf(c.NameSpan(), diag.BadType, "mapper type must be a structure or union, but '%s' is neither",
			ctree.TypeText(t)).WithSection(c.Def.Section).
			WithFix("remove the directive: map clauses need no mapper for '%s'", ctree.TypeText(t))
		return
	}
	key := k.declares(c, c.Mapper.ID, t)
	if o := seen[key]; o != nil {
		k.diags.Errorf(c.NameSpan(), diag.DeclaredTwice, "redefinition of mapper '%s' for type '%s'", c.Mapper.ID,
			ctree.TypeText(t)).
			WithSection(c.Def.Section).WithNote(o.NameSpan(), "the first is here").WithFix("give it another name")
		return
	}
	seen[key] = c
	k.mapperVariables(c)
}

// mapperVariables reports a local variable of the enclosing function in the map clauses of a mapper. Where
// a construct uses the mapper, the variable may have another value or not exist (6.0 §7.9.10).
func (k declarationRules) mapperVariables(c *tree.Construct) {
	known := map[*cc.Declarator]bool{c.Mapper.Decl: true}
	for _, cl := range c.All(spec.MapClause) {
		iterators := map[string]bool{}
		if m := cl.Modifier("iterator"); m != nil {
			for _, v := range m.Iter {
				iterators[v.Name] = true
			}
		}
		for _, it := range cl.Items {
			report := func(d *cc.Declarator) {
				if known[d] || iterators[d.Name()] || ctree.IsFileScope(d) || ctree.IsFunction(d) || d.IsExtern() {
					return
				}
				known[d] = true
				k.diags.Errorf(it.Span, diag.ForeignVariable,
					"a mapper may use only %s and variables at file scope, but '%s' uses '%s'", c.Mapper.Var, it.Text,
					d.Name()).
					WithSection("6.0 §7.9.10").WithNote(k.t.Unit.NodeSpan(d), "'%s' is declared here", d.Name()).
					WithFix("move the value into a member of the structure, or declare the variable at file scope")
			}
			ctree.EachVariable(it.Node, report)
			for _, s := range it.Sections {
				for _, e := range []*tree.Expr{s.Lower, s.Length, s.Stride} {
					if e != nil {
						ctree.EachVariable(e.Node, report)
					}
				}
			}
		}
	}
}

// checkEnterAndLink reports a variable that is in two clauses of a declare target directive (5.2 §7.8.1).
func (k declarationRules) checkEnterAndLink(c *tree.Construct) {
	seen := map[*cc.Declarator]*tree.Clause{}
	for _, cl := range c.Clauses {
		if !tree.OneOf(cl.Kind, spec.EnterClause, spec.LinkClause, spec.LocalClause) {
			continue
		}
		for _, it := range cl.Items {
			if it.Decl == nil {
				continue
			}
			if o := seen[it.Decl]; o != nil && o.Kind == cl.Kind {
				k.diags.Errorf(it.Span, diag.ItemTwice, "'%s' is listed twice in '%s' of one declare target directive",
					it.Text, cl.Kind).
					WithSection("5.2 §7.8.1").WithNote(o.Span, "the first is here").WithFix("remove one of them")
			} else if o != nil {
				k.diags.Errorf(it.Span, diag.ItemInTwoClauses,
					"'%s' appears in both clauses '%s' and '%s' of directive 'declare target'", it.Text, o.Kind,
					cl.Kind).
					WithSection("5.2 §7.8.1").WithNote(o.Span, "'%s' is here", o.Kind).
					WithFix("remove it from one of them")
			}
			seen[it.Decl] = cl
		}
	}
}

// checkAllocateDirective reports a variable in two allocate directives, and a variable with static
// storage without a predefined allocator (5.2 §6.5).
func (k declarationRules) checkAllocateDirective(c *tree.Construct, seen map[*cc.Declarator]*tree.Construct) {
	if c.Args == nil {
		return
	}
	for _, it := range c.Args.Items {
		if it.Decl == nil {
			continue
		}
		if o := seen[it.Decl]; o != nil {
			k.diags.Errorf(it.Span, diag.ItemTwice, "'%s' appears in two allocate directives", it.Text).
				WithSection("5.2 §6.5").WithNote(o.NameSpan(), "the first is here").
				WithFix("remove this one")
		}
		seen[it.Decl] = c
		k.checkAllocatorOf(c, it)
		clauseRules{k.context}.checkConstantMemory(c, it)
		if !ctree.IsAutomatic(it.Decl) && c.Clause(spec.AllocatorClause) == nil {
			k.diags.Errorf(it.Span, diag.MissingClause,
				"'%s' has static storage: its allocate directive needs an 'allocator' clause with a predefined allocator", it.Text).
				WithSection("5.2 §6.5").WithFix("write allocator(omp_default_mem_alloc)")
		}
	}
}

// checkVariantType reports a variant whose type differs from that of the base function, apart from
// the parameters that append_args adds (5.2 §7.5).
func (k declarationRules) checkVariantType(c *tree.Construct) {
	if c.Args == nil || len(c.Args.Words) == 0 || c.Target == nil {
		return
	}
	v := k.function(c.Args.Words[0])
	if v == nil {
		for _, n := range k.t.Unit.AST.Scope.Nodes[c.Args.Words[0]] {
			if d, ok := n.(*cc.Declarator); ok {
				k.diags.Errorf(c.Args.Span, diag.BadVariant, "variant '%s' is not a function", c.Args.Words[0]).
					WithSection("5.2 §7.5").
					WithNote(k.t.Unit.NodeSpan(d), "'%s' is declared here", d.Name()).
					WithFix("name a function of the type of the base function")
				break
			}
		}
		return
	}
	k.checkConstructSets(c)
	base, ok1 := c.Target.Type().(*cc.FunctionType)
	other, ok2 := v.Type().(*cc.FunctionType)
	if !ok1 || !ok2 || usesSIMD(c) {
		return
	}
	bp, op := parameters(base), parameters(other)
	sameCount := c.Clause(spec.AppendArgsClause) != nil || len(bp) == len(op) // checkAppended counts the arguments
	for i := range min(len(bp), len(op)) {
		if sameCount && !tree.SameType(bp[i].Type(), op[i].Type()) {
			return // checkBase reports the parameter
		}
	}
	if !tree.SameType(base.Result(), other.Result()) || !sameCount || base.IsVariadic() != other.IsVariadic() {
		k.diags.Errorf(c.Args.Span, diag.BadType, "variant '%s' and base function '%s' have different types", v.Name(),
			c.Target.Name()).WithSection("5.2 §7.5").
			WithNote(k.t.Unit.NodeSpan(v), "'%s' is declared here", v.Name()).
			WithNote(k.t.Unit.NodeSpan(c.Target), "'%s' is declared here", c.Target.Name()).
			WithFix("declare '%s' with the types of '%s'", v.Name(), c.Target.Name())
	}
}

// usesSIMD reports whether the context selector of c has the trait simd. Such a variant has vector
// parameters, so its type differs from that of the base function.
func usesSIMD(c *tree.Construct) bool {
	cl := c.Clause(spec.MatchClause)
	if cl == nil {
		return false
	}
	for _, s := range cl.Selector {
		for _, t := range s.Traits {
			if t.Name == "simd" {
				return true
			}
		}
	}
	return false
}

// function returns the declaration of function name at file scope, or nil.
func (k *context) function(name string) *cc.Declarator {
	for _, n := range k.t.Unit.AST.Scope.Nodes[name] {
		if d, ok := n.(*cc.Declarator); ok && d.Type() != nil && ctree.IsFunction(d) {
			return d
		}
	}
	return nil
}

// checkAllocatorOf checks the allocator of item it (5.2 §6.4, §6.5). Its type must be that of an allocator. A variable
// with static storage needs a predefined one. In a target region the allocator clause is
// required, because no default allocator is known there.
func (k declarationRules) checkAllocatorOf(c *tree.Construct, it *tree.Item) {
	cl := c.Clause(spec.AllocatorClause)
	if cl == nil {
		if t := targetAround(c); t != nil && !k.requires(spec.DynamicAllocatorsClause) {
			k.diags.Errorf(c.NameSpan(), diag.MissingClause,
				"directive 'allocate' in a target region must have an 'allocator' clause").WithSection("5.2 §6.5").
				WithNote(t.NameSpan(), "'%s' is here", t.Kind).
				WithFix("write allocator(omp_default_mem_alloc), or '#pragma omp requires dynamic_allocators'")
		}
		return
	}
	if len(cl.Exprs) == 0 || cl.Exprs[0].Node == nil || cl.Exprs[0].Node.Type() == nil {
		return
	}
	e := cl.Exprs[0]
	if !k.isAllocator(e, "5.2 §6.4") {
		return
	}
	if _, known := ctree.ConstInt(e.Node); !known && !ctree.IsAutomatic(it.Decl) {
		k.diags.Errorf(e.Span, diag.NotConstant, "'%s' has static storage, so its allocator must be a predefined one",
			it.Text).WithSection("5.2 §6.5").
			WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Text).
			WithFix("write one of the constants of <omp.h>, as omp_default_mem_alloc")
	}
}

// targetAround returns the innermost construct around c that contains target, or nil if there is none.
func targetAround(c *tree.Construct) *tree.Construct {
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Has(spec.Target) {
			return p
		}
	}
	return nil
}

// checkConstructSets reports a function that two declare variant directives with different construct
// trait sets name as a variant (5.2 §7.5).
func (k declarationRules) checkConstructSets(c *tree.Construct) {
	for _, o := range k.t.All {
		if o == c {
			return
		}
		if o == nil || o.Kind != spec.DeclareVariant || o.Args == nil || len(o.Args.Words) == 0 ||
			o.Args.Words[0] != c.Args.Words[0] {
			continue
		}
		if mine, other := constructSet(c), constructSet(o); mine != other {
			k.diags.Errorf(c.Args.Span, diag.BadVariant,
				"variant '%s' is declared for construct={%s} here, but for construct={%s} earlier", c.Args.Words[0],
				mine, other).WithSection("5.2 §7.5").
				WithNote(o.NameSpan(), "the other directive is here").
				WithFix("write one variant function for each selector")
			return
		}
	}
}

// constructSet returns the construct trait set of a declare variant directive as text.
func constructSet(c *tree.Construct) string {
	var names []string
	if cl := c.Clause(spec.MatchClause); cl != nil {
		for _, s := range cl.Selector {
			for _, t := range s.Traits {
				if s.Name == "construct" {
					names = append(names, t.Name)
				}
			}
		}
	}
	return strings.Join(names, ", ")
}
