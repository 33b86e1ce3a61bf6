// Rules on device constructs and on declarations for devices.

package check

import (
	"slices"
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkDevices applies the rules on interop, declare target, groupprivate, motion
// clauses, mappers and allocators.
func (k deviceRules) checkDevices(c *tree.Construct) {
	switch c.Kind {
	case spec.Interop:
		k.checkInterop(c)
	case spec.DeclareTarget, spec.BeginDeclareTarget:
		k.checkDeclareTarget(c)
	case spec.Groupprivate:
		k.checkGroupprivate(c)
	case spec.TargetUpdate:
		k.checkMotion(c)
	case spec.DeclareMapper:
		k.checkMapped(c)
	}
	if c.Has(spec.Target) {
		k.checkAllocators(c)
	}
	if c.Has(spec.Target) || slices.ContainsFunc(tree.Around(c), func(a tree.Ancestor) bool { return a.Leaf == spec.Target }) {
		k.checkTargetAllocate(c)
	}
	k.checkGroupprivateItems(c)
	k.checkConsistent(c)
}

// checkInterop checks an interop construct (5.2 §14.1). Its variables must be modifiable objects of type
// omp_interop_t, each in a single action clause. Clause depend needs an object with
// interop type targetsync.
func (k deviceRules) checkInterop(c *tree.Construct) {
	seen := map[string]*tree.Clause{}
	sync, inits := false, 0
	for _, cl := range c.Clauses {
		if cl.Kind == spec.InitClause {
			inits++
			sync = sync || cl.HasModifier("targetsync")
		}
		if !tree.OneOf(cl.Kind, spec.InitClause, spec.UseClause, spec.DestroyClause) {
			continue
		}
		for _, x := range tree.InteropVars(cl) {
			if o := seen[x.Text]; o != nil {
				k.diags.Errorf(x.At, diag.ItemInTwoClauses, "'%s' appears in clauses '%s' and '%s'", x.Text, o.Kind,
					cl.Kind).WithSection("5.2 §14.1").
					WithNote(o.Span, "'%s' is here", o.Kind).WithFix("write two interop constructs")
			}
			seen[x.Text] = cl
			k.checkInteropVar(cl, x)
		}
	}
	if d := c.Clause(spec.DependClause); d != nil && inits > 0 && !sync {
		k.diags.Errorf(d.Span, diag.NeedsTargetsync, "clause 'depend' needs an object with interop type targetsync").
			WithSection("5.2 §14.1").
			WithFix("write init(targetsync: …)")
	}
}

func (k deviceRules) checkInteropVar(cl *tree.Clause, x tree.InteropVar) {
	if x.Node == nil || x.Node.Type() == nil {
		return
	}
	if !isInterop(x.Node.Type()) {
		k.diags.Errorf(x.At, diag.BadType, "'%s' must have type omp_interop_t", x.Text).WithSection(cl.Def.Section).
			WithFix("declare '%s' as omp_interop_t", x.Text)
		return
	}
	if d := tree.RootDecl(x.Node); d != nil && cl.Kind != spec.UseClause && d.Name() == x.Text && d.IsConst() {
		k.diags.Errorf(x.At, diag.ConstItem, "'%s' is const, but clause '%s' modifies it", x.Text, cl.Kind).
			WithSection(cl.Def.Section).
			WithNote(k.t.Unit.NodeSpan(d), "'%s' is declared here", x.Text).
			WithFix("declare '%s' without const", x.Text)
	}
}

// checkDeclareTarget checks the placement, the lists and the clauses of a declare target directive
// (5.2 §7.8.1, §7.8.3, §13.1).
func (k deviceRules) checkDeclareTarget(c *tree.Construct) {
	kind := ""
	if cl := c.Clause(spec.DeviceTypeClause); cl != nil && len(cl.Words) > 0 {
		kind = cl.Words[0]
	}
	if ind := c.Clause(spec.IndirectClause); ind != nil {
		if kind != "" && kind != "any" && !isFalse(ind) {
			k.diags.Errorf(ind.Span, diag.ExclusiveClauses,
				"clause 'indirect' needs device_type(any), not device_type(%s)", kind).WithSection("5.2 §7.8.3").
				WithNote(c.Clause(spec.DeviceTypeClause).Span, "the other clause is here").
				WithFix("remove clause 'device_type' or clause 'indirect'")
		}
		if c.Kind == spec.DeclareTarget && c.Clause(spec.EnterClause) == nil && len(listItems(c)) > 0 {
			k.diags.Errorf(ind.Span, diag.MissingClause, "clause 'indirect' needs an 'enter' clause with functions").
				WithSection("5.2 §7.8.3").WithFix("write enter(function) indirect")
		}
		for _, it := range listItemsOf(c, spec.EnterClause) {
			if it.Decl != nil && it.Decl.Type() != nil && !ctree.IsFunction(it.Decl) && !isFalse(ind) {
				k.diags.Errorf(it.Span, diag.NotAFunction,
					"'%s' is a variable, but clause 'indirect' applies only to functions", it.Text).
					WithSection("5.2 §7.8.3").
					WithNote(ind.Span, "'indirect' is here").
					WithFix("write a second directive for the variable: declare target enter(%s)", it.Text)
			}
		}
	}
	if l := c.Clause(spec.LinkClause); l != nil && kind == "nohost" {
		k.diags.Errorf(l.Span, diag.ExclusiveClauses,
			"variables in clause 'link' need a host version to be mapped, so device_type(nohost) is not allowed").
			WithSection("5.2 §13.1").
			WithNote(c.Clause(spec.DeviceTypeClause).Span, "the other clause is here").WithFix("write enter(…)")
	}
	if c.Func != nil && len(listItems(c)) == 0 {
		k.diags.Errorf(c.NameSpan(), diag.BadPlacement,
			"'%s' must appear at file scope: inside a function it has no effect", c.Kind).WithSection(c.Def.Section).
			WithFix("move it before the function, or write declare target enter(…) for static variables")
	}
	if c.Kind == spec.DeclareTarget && c.Args != nil && len(c.Args.Items) > 0 && len(c.Clauses) > 0 {
		k.diags.Errorf(c.Clauses[0].Span, diag.ExclusiveClauses,
			"'declare target' with an extended list must not have clause '%s'", c.Clauses[0].Kind).
			WithSection("5.2 §7.8.1").
			WithNote(c.Args.Items[0].Span, "the list is here").
			WithFix("write the list as a clause: declare target enter(%s)", c.Args.Items[0].Text)
	}
	if c.Kind == spec.DeclareTarget && c.Pair != nil && c.Args == nil && len(c.Clauses) > 0 &&
		c.Clause(spec.EnterClause) == nil && c.Clause(spec.LinkClause) == nil && c.Clause(spec.LocalClause) == nil {
		k.diags.Errorf(c.Clauses[0].Span, diag.MissingClause,
			"'declare target' with clause '%s' needs an 'enter' or a 'link' clause", c.Clauses[0].Kind).
			WithSection("5.2 §7.8.1").
			WithFix("add enter(…), or write begin declare target")
	}
	for _, it := range listItems(c) {
		if g := resolve.GroupprivateItem(k.t, it); g != nil && c.Clause(spec.LocalClause) == nil {
			k.diags.Errorf(it.Span, diag.GroupprivateItem,
				"groupprivate variable '%s' is not allowed in the list of 'declare target'", it.Text).
				WithSection("6.0 §7.13").WithNote(g.Span, "groupprivate is here").
				WithFix("leave '%s' out: groupprivate makes it available on devices", it.Text)
		}
		if len(it.Sections) > 0 || it.Decl != nil && !it.IsVar() {
			k.diags.Errorf(it.Span, diag.NotAVariable,
				"'%s' in the list of '%s' must be the name of a variable or function", it.Text, c.Kind).
				WithSection("5.2 §7.8.1").WithFix("write %s", it.Decl.Name())
			continue
		}
		if it.Decl != nil && it.Decl.Type() != nil && it.Decl.Type().Kind() != cc.Function && k.incomplete(it.Decl) {
			k.diags.Errorf(it.Span, diag.IncompleteType, "'%s' has an incomplete type and cannot be a device variable",
				it.Text).WithSection("5.2 §7.8.1").
				WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Text).
				WithFix("define its type before the directive")
		}
		k.checkDeclaredOnce(c, it)
	}
}

// incomplete reports whether d has an incomplete type other than an array. An extern array may get
// its bounds in another file.
func (k deviceRules) incomplete(d *cc.Declarator) bool {
	t := d.Type().Undecay()
	return t.IsIncomplete() && t.Kind() != cc.Array
}

// checkDeclaredOnce reports an item that two declare target directives list in clauses of different
// kinds, such as enter and link (5.2 §7.8.1).
func (k deviceRules) checkDeclaredOnce(c *tree.Construct, it *tree.Item) {
	how := func(c *tree.Construct, name string) (cl *tree.Clause) {
		if c.Args != nil && slices.ContainsFunc(c.Args.Items, func(i *tree.Item) bool { return i.Text == name }) {
			cl = &tree.Clause{Kind: spec.EnterClause, Span: c.Args.Span} // the list of the directive itself
		}
		for _, x := range c.Clauses {
			if !tree.OneOf(x.Kind, spec.EnterClause, spec.LinkClause, spec.LocalClause) {
				continue
			}
			for _, i := range x.Items {
				if i.Text == name {
					cl = x
				}
			}
		}
		return cl
	}
	mine := how(c, it.Text)
	for _, o := range k.t.All {
		if o == c {
			return
		}
		k.checkDeviceTypes(c, o, it)
		if o == nil || o.Kind != spec.DeclareTarget || mine == nil {
			continue
		}
		if other := how(o, it.Text); other != nil && other.Kind != mine.Kind {
			k.diags.Errorf(it.Span, diag.ItemInTwoClauses,
				"'%s' appears in clause '%s' of one declare target directive and in clause '%s' of another", it.Text,
				other.Kind, mine.Kind).
				WithSection("5.2 §7.8.1").WithNote(other.Span, "'%s' is here", other.Kind).
				WithFix("remove it from one of them")
			return
		}
	}
}

// checkDeviceTypes reports an item that two declare target directives list with different device_type
// clauses (5.2 §13.1). The default is any.
func (k deviceRules) checkDeviceTypes(c, o *tree.Construct, it *tree.Item) {
	if o == nil || o.Kind != spec.DeclareTarget {
		return
	}
	mine, other := deviceType(c), deviceType(o)
	for _, x := range listItems(o) {
		if x.Text == it.Text && mine != other {
			k.diags.Errorf(it.Span, diag.ItemInTwoDirectives,
				"'%s' is declared with device_type(%s) here, but with device_type(%s) earlier", it.Text, mine, other).
				WithSection("5.2 §13.1").
				WithNote(x.Span, "the other directive is here").WithFix("write the same device_type in both directives")
			return
		}
	}
}

func deviceType(c *tree.Construct) string {
	if cl := c.Clause(spec.DeviceTypeClause); cl != nil && len(cl.Words) > 0 {
		return cl.Words[0]
	}
	return "any"
}

// listItems returns the items in all lists of a declare target directive.
func listItems(c *tree.Construct) (list []*tree.Item) {
	if c.Args != nil {
		list = append(list, c.Args.Items...)
	}
	for _, cl := range c.Clauses {
		if tree.OneOf(cl.Kind, spec.EnterClause, spec.LinkClause, spec.LocalClause) {
			list = append(list, cl.Items...)
		}
	}
	return list
}

// checkGroupprivate reports a groupprivate variable that has an initialiser or is also threadprivate
// (6.0 §7.13).
func (k deviceRules) checkGroupprivate(c *tree.Construct) {
	if c.Args == nil {
		return
	}
	for _, it := range c.Args.Items {
		d := k.fileVariable(it)
		if d == nil {
			continue
		}
		if d.HasInitializer() {
			k.diags.Errorf(it.Span, diag.HasInitializer, "groupprivate variable '%s' must not have an initialiser",
				it.Text).WithSection("6.0 §7.13").
				WithNote(k.t.Unit.NodeSpan(d), "'%s' is declared here", it.Text).
				WithFix("remove the initialiser, and assign the variable in the region")
		}
		if t := k.threadprivate[it.Text]; t != nil {
			k.diags.Errorf(it.Span, diag.ItemInTwoDirectives, "'%s' cannot be both threadprivate and groupprivate",
				it.Text).WithSection("6.0 §7.13").WithNote(t.Span, "threadprivate is here").
				WithFix("leave '%s' out of one of the two", it.Text)
		}
	}
}

// fileVariable returns the declarator of it. For a name that no marker has resolved, it looks
// the name up at file scope.
func (k *context) fileVariable(it *tree.Item) *cc.Declarator {
	if it.Decl != nil {
		return it.Decl
	}
	if k.t.Unit.AST == nil || k.t.Unit.AST.Scope.Nodes == nil {
		return nil
	}
	for _, n := range k.t.Unit.AST.Scope.Nodes[it.Text] {
		if d, ok := n.(*cc.Declarator); ok && !d.IsTypename() {
			return d
		}
	}
	return nil
}

// checkGroupprivateItems reports a groupprivate variable in a clause that maps it or gives it another
// data-sharing attribute (6.0 §7.13). It also reports a device-local variable in a map clause.
func (k deviceRules) checkGroupprivateItems(c *tree.Construct) {
	if c.Kind == spec.Groupprivate || c.Def.Category == "declarative" {
		return
	}
	for _, cl := range c.Clauses {
		if cl.Kind != spec.MapClause && !cl.Kind.Is(spec.Shares|spec.DeviceAddress) || cl.Kind == spec.CopyinClause {
			continue
		}
		for _, it := range cl.Items {
			if g := resolve.GroupprivateItem(k.t, it); g != nil {
				k.diags.Errorf(it.Span, diag.GroupprivateItem,
					"groupprivate variable '%s' is not allowed in clause '%s'", it.Text, cl.Kind).
					WithSection("6.0 §7.13").WithNote(g.Span, "groupprivate is here").
					WithFix("leave '%s' out of clause '%s'", it.Text, cl.Kind)
			} else if l := k.localItem(it); l != nil && cl.Kind == spec.MapClause {
				k.diags.Errorf(it.Span, diag.LocalItem, "'%s' is device-local and cannot be mapped", it.Text).
					WithSection("6.0 §7.9.6").WithNote(l.Span, "it is declared device-local here").
					WithFix("remove it, or write enter(%s) in its declare target directive", it.Text)
			}
		}
	}
}

// isFalse reports whether the argument of cl is the constant 0.
func isFalse(cl *tree.Clause) bool {
	if len(cl.Exprs) == 0 {
		return false
	}
	v, ok := ctree.ConstInt(cl.Exprs[0].Node)
	return ok && v == 0
}

// localItem returns the item of a local clause that names the variable of it, or nil.
func (k deviceRules) localItem(it *tree.Item) *tree.Item {
	if it.Decl == nil || ctree.IsAutomatic(it.Decl) {
		return nil
	}
	for _, c := range k.t.All {
		if c == nil || c.Kind != spec.DeclareTarget {
			continue
		}
		for _, cl := range c.All(spec.LocalClause) {
			for _, l := range cl.Items {
				if l.Text == it.Decl.Name() {
					return l
				}
			}
		}
	}
	return nil
}

// listItemsOf returns the list items of all clauses of one kind.
func listItemsOf(c *tree.Construct, kind spec.ClauseKind) (items []*tree.Item) {
	for _, cl := range c.All(kind) {
		items = append(items, cl.Items...)
	}
	return items
}

// checkMotion reports an item of target update that is in both a to and a from clause (5.2 §13.9). It also
// reports array sections in the two clauses that overlap.
func (k deviceRules) checkMotion(c *tree.Construct) {
	seen := map[string]*tree.Clause{}
	for _, to := range listItemsOf(c, spec.ToClause) {
		lo, n, ok := constSection(to)
		for _, from := range listItemsOf(c, spec.FromClause) {
			lo2, n2, ok2 := constSection(from)
			if ok && ok2 && to.Decl != nil && to.Decl == from.Decl && to.Base == from.Base && lo < lo2+n2 &&
				lo2 < lo+n && (lo != lo2 || n != n2) {
				k.diags.Errorf(from.Span, diag.StorageShared,
					"'%s' in clause 'to' and '%s' in clause 'from' overlap: the order of the transfers is unspecified",
					to.Text, from.Text).
					WithSection("5.2 §13.9").WithNote(to.Span, "'%s' is here", to.Text).
					WithFix("write two target update constructs")
			}
		}
	}
	for _, cl := range c.Clauses {
		if !tree.OneOf(cl.Kind, spec.ToClause, spec.FromClause) {
			continue
		}
		for _, it := range cl.Items {
			key := strings.Join(strings.Fields(it.Text), "")
			if o := seen[key]; o != nil && o.Kind != cl.Kind {
				k.diags.Errorf(it.Span, diag.ItemInTwoClauses, "'%s' appears in both clauses 'to' and 'from'", it.Text).
					WithSection("5.2 §13.9").
					WithNote(o.Span, "'%s' is here", o.Kind).WithFix("write two target update constructs")
			}
			seen[key] = cl
		}
	}
}

// checkMapped reports a mapper that maps neither its variable nor a part of it (5.2 §5.8.8).
func (k deviceRules) checkMapped(c *tree.Construct) {
	if c.Mapper == nil || c.Mapper.Decl == nil {
		return
	}
	for _, cl := range c.All(spec.MapClause) {
		for _, it := range cl.Items {
			if it.Decl == c.Mapper.Decl {
				return
			}
		}
	}
	k.diags.Errorf(c.NameSpan(), diag.MapperWithoutVariable, "a mapper must map '%s' or a part of it", c.Mapper.Var).
		WithSection("5.2 §5.8.8").
		WithFix("write map(%s) or map(%s.member)", c.Mapper.Var, c.Mapper.Var)
}

// checkConsistent reports num_teams and thread_limit clauses of a nested teams construct that depend on a variable
// whose value differs in the target region (5.2 §10.2). The target construct evaluates them on the host.
func (k deviceRules) checkConsistent(c *tree.Construct) {
	t := c.Parent
	if c.Leafs[0] != spec.Teams || t == nil || t.Kind != spec.Target {
		return
	}
	for _, cl := range c.Clauses {
		if !tree.OneOf(cl.Kind, spec.NumTeamsClause, spec.ThreadLimitClause, spec.DynGroupprivateClause) {
			continue
		}
		list := append([]*tree.Expr(nil), cl.Exprs...)
		for _, m := range cl.Mods() {
			list = append(list, m.Args...)
		}
		for _, e := range list {
			if e == nil || e.Node == nil {
				continue
			}
			ctree.EachVariable(e.Node, func(d *cc.Declarator) {
				if o := newInTarget(t, d); o != nil {
					k.diags.Errorf(e.Span, diag.NotConsistent,
						"clause '%[2]s' of '%[3]s' depends on '%[1]s', whose value in the target region differs from its value on the host", d.Name(), cl.Kind, c.Kind).WithSection("5.2 §10.2").
						WithNote(o.Span, "this clause gives the region a new variable").
						WithFix("write firstprivate(%s) on the target construct", d.Name())
				}
			})
		}
	}
}

// newInTarget returns the clause of t that gives the region an uninitialised copy of variable d, or nil.
func newInTarget(t *tree.Construct, d *cc.Declarator) *tree.Clause {
	for _, cl := range t.Clauses {
		switch cl.Kind {
		case spec.PrivateClause:
		case spec.MapClause:
			if cl.MapType().To {
				continue
			}
		default:
			continue
		}
		for _, it := range cl.Items {
			if it.Decl == d && it.IsVar() {
				return cl
			}
		}
	}
	return nil
}

// checkAllocators checks the items of uses_allocators (5.2 §6.8). They must be predefined allocators without
// traits, or variables of type omp_allocator_handle_t.
func (k deviceRules) checkAllocators(c *tree.Construct) {
	for _, cl := range c.All(spec.UsesAllocatorsClause) {
		for _, u := range cl.Allocs {
			name := u.Item.Text
			if name == "omp_null_allocator" {
				continue
			}
			if strings.HasSuffix(name, "_mem_alloc") &&
				(strings.HasPrefix(name, "omp_") || strings.HasPrefix(name, "llvm_omp_target_")) {
				if u.Traits != "" || u.MemSpace != "" {
					k.diags.Errorf(u.Item.Span, diag.BadAllocator,
						"predefined allocator '%s' must not have traits or a memory space", name).
						WithSection("5.2 §6.8").WithFix("write uses_allocators(%s)", name)
				}
				continue
			}
			if u.Item.Node == nil || u.Item.Node.Type() == nil {
				continue
			}
			if t := u.Item.Node.Type().Typedef(); t == nil || t.Name() != "omp_allocator_handle_t" {
				k.diags.Errorf(u.Item.Span, diag.BadType, "allocator '%s' must have type omp_allocator_handle_t", name).
					WithSection("5.2 §6.8").
					WithFix("declare '%s' as omp_allocator_handle_t", name)
			}
		}
	}
}

// checkTargetAllocate reports an allocate clause without an allocator in a target region, unless the unit
// requires dynamic_allocators (5.2 §6.6).
func (k deviceRules) checkTargetAllocate(c *tree.Construct) {
	for _, cl := range c.All(spec.AllocateClause) {
		if cl.HasModifier("allocator") || len(cl.Modifiers) > 0 && !cl.HasModifier("align") {
			continue
		}
		if k.requires(spec.DynamicAllocatorsClause) {
			return
		}
		k.diags.Errorf(cl.Span, diag.MissingModifier, "clause 'allocate' on '%s' must name an allocator", c.Kind).
			WithSection("5.2 §6.6").
			WithFix("write allocate(allocator(omp_default_mem_alloc): …), or '#pragma omp requires dynamic_allocators'")
	}
}

// requires reports whether a requires directive of the unit has clause name.
func (k *context) requires(name spec.ClauseKind) bool {
	for _, c := range k.t.All {
		if c != nil && c.Kind == spec.Requires && c.Clause(name) != nil {
			return true
		}
	}
	return false
}
