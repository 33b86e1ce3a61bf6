// Host constructs that concern devices, and the kernels of target constructs.

package lower

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/cexpr"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// lowerHostConstructs lowers every construct that the host executes and that concerns a device, in textual order.
func (u *unit) lowerHostConstructs() {
	for _, c := range u.tree.All {
		if c == nil || c.Marker == nil && c.Stmt == nil {
			continue
		}
		if c.Func == nil {
			continue
		}
		if m := u.meta[c]; m != nil {
			u.hostAlternatives(m)
			continue
		}
		if !u.insideTarget(c, nil) {
			u.hostConstruct(c)
		}
	}
}

// hostAlternatives lowers those alternatives of m that concern a device.
func (u *unit) hostAlternatives(m *HostMeta) {
	c := m.Construct
	if d := u.deciding[c]; d != nil && len(d.computed) > 0 {
		m.Chooser = u.chooser(c, d)
	}
	for _, a := range m.Alternatives {
		if a.Construct == nil || u.insideTarget(c, a) {
			continue
		}
		u.chosen[c] = a.at
		if a.inner != nil {
			u.decided[a.inner] = a.innerAt
		}
		n := len(u.prog.Host)
		u.hostConstruct(a.Construct)
		delete(u.decided, a.inner)
		if len(u.prog.Host) > n {
			a.Host = u.prog.Host[n]
			a.Host.Alternative = true
		}
	}
	if d := u.deciding[c]; d != nil {
		m.number(d.number)
	}
}

func (u *unit) hostConstruct(c *tree.Construct) {
	switch {
	case c.Has(spec.Target) && c.RunsOnAncestor():
		// The host may also call the device routine that contains it.
		if u.reverseInFunction(c) == nil {
			return
		}
	case c.Has(spec.Target):
		u.target(c)
	case c.Kind == spec.TargetData:
		u.dataConstruct(c, abi.KindData)
	case c.Kind == spec.TargetEnterData:
		u.dataConstruct(c, abi.KindEnterData)
	case c.Kind == spec.TargetExitData:
		u.dataConstruct(c, abi.KindExitData)
	case c.Kind == spec.TargetUpdate:
		u.updateConstruct(c)
	case c.Kind == spec.Interop:
		u.interop(c)
	}
}

// insideTarget reports whether a target region of its function contains c. If c is a metadirective, chosen is the
// alternative that it becomes.
func (u *unit) insideTarget(c *tree.Construct, chosen *HostAlternative) bool {
	follows := c.Follows()
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Has(spec.Target) {
			return true
		}
		if m := u.meta[p]; m != nil {
			for _, a := range m.Alternatives {
				other := p == follows && a.at != chosen.at
				if !other && a.Construct != nil && a.Construct.Has(spec.Target) {
					return true
				}
			}
		}
		if p == follows {
			follows = p.Follows()
		}
	}
	return false
}

// newKernel creates the kernel of target construct c.
func (u *unit) newKernel(c *tree.Construct) *kernel {
	hb := newHostBuilder(u, c, abi.KindTarget)
	k := &kernel{c: c, hb: hb, byDecl: map[*cc.Declarator]*capture{}, cells: map[*region.Local]*region.Param{},
		reverse: map[*tree.Construct]*reverseRegion{}, words: map[*HostItem]*region.Param{},
		snapshots: map[*cc.Declarator]*region.Param{}}
	k.k = &region.Kernel{
		Name: u.kernelName(c.Pos(), c.Func.Declarator), Pos: c.Pos(),
		Source: "#pragma omp " + c.Pragma.Text,
	}
	return k
}

// target outlines target construct c into a kernel.
func (u *unit) target(c *tree.Construct) {
	k := u.newKernel(c)
	k.teams = u.teamsOf(c)
	k.k.Teams, k.k.Bare = k.teams != nil, c.Bare()
	errors := u.errors()
	k.capture()
	if u.errors() > errors {
		return // lowering the body would only repeat the errors
	}
	u.lint.Region(k.lintRegion())
	k.bounds()
	u.chain = "target at " + c.Pos().String()
	k.body(func(b *body) {
		b.aligns = u.allocAligns(c)
		k.bind(b)
		b.implicitTask(b.at(c), func() { b.leafs(c, c.Leafs[1:], c.Stmt) })
		k.releaseAllocators(b)
	})
	u.addKernel(k)
	k.hb.h.Shadows = k.shadows()
}

// body creates the kernel's body; lower emits its statements.
func (k *kernel) body(lower func(b *body)) {
	u, c := k.hb.u, k.c
	f := u.c.NewFn(k.k.Name, c.Func)
	b := u.bodyOf(f)
	b.kernel = k
	b.context = c.Leafs
	k.fn = b
	k.k.Body = f.Block(c.Stmt, func() { lower(b) })
}

// addKernel adds k to the module, and the construct that launches k to the program.
func (u *unit) addKernel(k *kernel) {
	h := k.hb.h
	u.mod.Kernels = append(u.mod.Kernels, k.k)
	h.Kernel = k.k
	u.launchClauses(k)
	u.taskClauses(k.c, h)
	u.prog.Host = append(u.prog.Host, h)
	u.kernels = append(u.kernels, k)
}

// teamsOf returns the teams construct of a target construct: c itself if it is combined, or the one strictly nested
// in it (5.2 §10.2).
func (u *unit) teamsOf(c *tree.Construct) *tree.Construct {
	if c.Has(spec.Teams) {
		return c
	}
	if len(c.Leafs) > 1 {
		return nil
	}
	for _, x := range u.strictlyIn(c) {
		if len(x.Leafs) > 0 && x.Leafs[0] == spec.Teams && x.Stmt != nil {
			return x
		}
		if v := u.teamsVariant(x); v != nil {
			return v
		}
	}
	return nil
}

// teamsVariant returns the variant of metadirective c, or of one that follows c, that is a teams construct.
func (u *unit) teamsVariant(c *tree.Construct) *tree.Construct {
	if c.Kind != spec.Metadirective {
		return nil
	}
	list := []*candidate{}
	if at, ok := u.decidedAt(c); ok {
		list = append(list, following(c, at))
	} else {
		list = (&context{u: u, constructs: []spec.DirectiveKind{spec.Target}, device: true}).candidates(c)
	}
	for _, k := range list {
		for m := c; m != nil; m = m.Follower() {
			if d := following(m, k.at).dir; d != nil && len(d.Leafs) > 0 && d.Leafs[0] == spec.Teams {
				return u.variantConstruct(m, d)
			}
		}
	}
	return nil
}

// bounds records the bounds that clauses specify with constants.
func (k *kernel) bounds() {
	for _, c := range []*tree.Construct{k.c, k.teams} {
		if c == nil {
			continue
		}
		if cl := c.Clause(spec.NumTeamsClause); cl != nil && len(cl.Exprs) == 1 && len(cl.Modifiers) == 0 &&
			c.TeamsIf() == nil {
			k.k.NumTeamsConst = positive(cl.Exprs[0])
		}
		if cl := c.SpatialClause(spec.NumTeamsClause); cl != nil && c.TeamsIf() == nil {
			k.k.NumTeamsConst = product(cl)
		}
		if c.Clause(spec.ThreadLimitClause) != nil {
			k.k.ThreadLimitConst = threadsConst(c, spec.ThreadLimitClause)
		}
	}
	k.k.NumThreadsConst = threadsConst(k.c, spec.NumThreadsClause)
	if k.space != nil {
		k.k.Space = k.space.word
	}
	if k.memory != nil {
		k.k.GroupMemory, k.k.GroupHeap, k.k.OwnShared = k.memory.param, k.memory.fallback == tree.FallbackDefaultMem, true
	}
	for _, cl := range k.c.All(spec.OmpxAttributeClause) {
		for _, a := range cl.Attributes {
			k.attribute(a)
		}
	}
}

// attribute applies an attribute of ompx_attribute. The smallest thread limit of all attributes holds; the runtime
// chooses the minimum.
func (k *kernel) attribute(a *tree.Attribute) {
	args := make([]int64, 3)
	for i, e := range a.Args {
		args[i] = positive(e)
	}
	most := args[0]
	switch a.Name {
	case "amdgpu_waves_per_eu":
		k.k.MinWaves, k.k.MaxWaves = args[0], args[1]
		return
	case "amdgpu_flat_work_group_size":
		most = args[1]
	case "launch_bounds":
		k.k.MinTeams = args[1]
	}
	if k.k.ThreadLimitConst == 0 || most < k.k.ThreadLimitConst {
		k.k.ThreadLimitConst = most
	}
}

func positive(e *tree.Expr) int64 {
	if v, ok := ctree.ConstInt(e.Node); ok && v > 0 {
		return v
	}
	return 0
}

// launchClauses sets the texts of the expressions that the host evaluates for the launch.
func (u *unit) launchClauses(k *kernel) {
	h, c := k.hb.h, k.c
	deviceAndIf(c, h)
	league := []*tree.Construct{c}
	if k.teams != nil && k.teams != c {
		league = append(league, k.teams)
	}
	for _, x := range league {
		if cl := x.Clause(spec.NumTeamsClause); cl != nil && len(cl.Exprs) > 0 {
			h.NumTeams = paren(cl.Exprs[len(cl.Exprs)-1])
			h.NumTeamsLower = numTeamsLower(cl)
			if k.space != nil && cl.Spatial() {
				h.NumTeams, h.NumTeamsLower = k.space.teams, ""
			}
		}
		if cl := x.TeamsIf(); cl != nil && len(cl.Exprs) > 0 {
			h.NumTeams = oneUnless(cl, h.NumTeams)
			if h.NumTeamsLower != "" {
				h.NumTeamsLower = oneUnless(cl, h.NumTeamsLower)
			}
		}
		if e := clauseExpr(x, spec.ThreadLimitClause); e != nil {
			h.ThreadLimit = paren(e)
		}
	}
	if cl := c.Clause(spec.NumThreadsClause); cl != nil && k.evaluable(cl.Exprs...) {
		h.NumThreads = "(" + cl.Count() + ")"
	}
	if s := k.space; s != nil {
		h.Space = s.extents
		if s.limit != "" {
			h.ThreadLimit = s.limit
		}
		if s.limit != "" && c.Bare() {
			h.NumThreads = s.limit
		}
	}
	if e := clauseExpr(c, spec.OmpxDynCgroupMemClause); e != nil {
		h.Shared, k.k.OwnShared = paren(e), true
	}
	if m := k.memory; m != nil {
		h.Shared, h.GroupMemory = m.bytes(), m.word
		if m.fallback != tree.FallbackAbort {
			h.Flags |= abi.KernelFallsBack
		}
	}
	loop := k.distributed()
	h.Trip = k.hostTrip(loop)
	if k.k.Teams {
		h.Flags |= abi.KernelTeams
	}
}

// oneUnless returns the number of teams under if clause cl: 1 if the condition is false, else n. If n is "", the
// implementation chooses the number (6.0 §12.2).
func oneUnless(cl *tree.Clause, n string) string {
	if n == "" {
		n = "0"
	}
	return "(" + paren(cl.Exprs[0]) + " ? " + n + " : 1)"
}

func (k *kernel) evaluable(list ...*tree.Expr) bool {
	return !slices.ContainsFunc(list, func(e *tree.Expr) bool { return e.Node == nil || !k.hostValue(e.Node) })
}

func paren(e *tree.Expr) string { return written(e).String() }

// written returns e in parentheses as an expression for the host.
func written(e *tree.Expr) *cexpr.Expr { return cexpr.Paren(cexpr.Text(strings.TrimSpace(e.Text))) }

// numTeamsLower returns the lower bound of num_teams(lower: upper), "" if there is none.
func numTeamsLower(cl *tree.Clause) string {
	if len(cl.Exprs) > 1 {
		return paren(cl.Exprs[0])
	}
	for _, m := range cl.Modifiers {
		if len(m.Args) > 0 {
			return paren(m.Args[0])
		}
	}
	return ""
}

func deviceAndIf(c *tree.Construct, h *HostConstruct) {
	if e := clauseExpr(c, spec.DeviceClause); e != nil {
		h.Device = paren(e)
	}
	if cl := c.If(c.Leafs[0]); cl != nil {
		h.If = paren(cl.Exprs[0])
	}
}

// distributed returns the construct whose loops the teams (without teams, the threads) divide. The launch depends on
// their iteration count.
func (k *kernel) distributed() *tree.Construct {
	if loopLeaf(k.c.Leafs) {
		return k.c
	}
	list := k.c.Children
	if k.teams != nil && k.teams != k.c {
		if loopLeaf(k.teams.Leafs) {
			return k.teams
		}
		list = k.teams.Children
	}
	if len(list) == 1 && loopLeaf(list[0].Leafs) {
		return list[0]
	}
	return nil
}

// shape sets the kernel flags that depend on the complete body.
func (k *kernel) shape() {
	flags, body := &k.hb.h.Flags, k.k.Body
	if n := region.SoleLoop(body); n != nil && n.Levels&region.LevelDistribute != 0 {
		*flags |= loopFlags(k.k, n)
	}
	list, parallel := region.Callees(body)
	for _, f := range list {
		parallel = parallel || f.UsesParallel
	}
	if parallel || containsParallel(body) {
		*flags |= abi.KernelParallel
	}
	if k.k.Bare {
		*flags |= abi.KernelBare
	}
}

// loopFlags returns the flags for the schedule of n, a loop that is the kernel's whole body.
func loopFlags(k *region.Kernel, n *region.WsLoop) (flags uint32) {
	switch {
	case n.Levels&region.LevelFor != 0:
		flags = abi.KernelLoop
		if len(n.Reductions) > 0 {
			flags |= abi.KernelReduces
		}
	case len(k.Reductions) == 0 && len(n.Reductions) == 0 && n.DistChunk == nil:
		flags = abi.KernelDistribute
	}
	return flags
}

// taskClauses collects the clauses that make the construct a deferrable host task (5.2 §13.8: nowait, depend).
func (u *unit) taskClauses(c *tree.Construct, h *HostConstruct) {
	var parts []string
	for _, cl := range c.Clauses {
		switch cl.Kind {
		case spec.NowaitClause:
			h.NoWait = true
			if len(cl.Exprs) > 0 {
				parts = append(parts, "if("+strings.TrimSpace(cl.Exprs[0].Text)+")")
			}
		case spec.DependClause, spec.InReductionClause:
			parts = append(parts, strings.TrimSpace(c.DependText(cl)))
		}
	}
	h.TaskClauses = strings.Join(parts, " ")
}

func clauseText(c *tree.Construct, cl *tree.Clause) string {
	return strings.TrimSpace(c.Pragma.Text[cl.Start:cl.End])
}

func onlySimd(leafs []spec.DirectiveKind) bool { return len(leafs) == 1 && leafs[0] == spec.Simd }

// shadows returns the variables of which the host version needs its own copy. These are the private and firstprivate
// variables of the target construct itself, and the implicitly firstprivate variables that the region writes. The
// remaining directive copies the variables of other constructs.
func (k *kernel) shadows() (list []*Shadow) {
	for _, d := range k.hb.u.ownLoopVariables(k.c) { // no capture, unlike the construct's other variables
		list = append(list, &Shadow{Decl: d, Name: d.Name()})
	}
	for _, c := range k.captures {
		switch c.kind {
		case capPrivate:
			list = append(list, &Shadow{Decl: c.decl, Name: c.decl.Name()})
		case capAllocator:
			list = append(list, &Shadow{Decl: c.decl, Name: c.decl.Name(), Allocator: allocUse(k.c, c.decl)})
		case capValue, capCopy, capShared, capPointer:
			if c.item == nil || c.item.Kind == abi.ItemMap || c.item.Kind == abi.ItemDevicePtr {
				continue
			}
			if ctree.IsArray(ctree.ObjectType(c.decl)) && ctree.IsVLA(ctree.ObjectType(c.decl)) {
				list = append(list, &Shadow{Decl: c.decl, Name: c.decl.Name(), Init: true})
				continue
			}
			if k.hb.u.assigned(k.c.Stmt, c.decl) && !k.inRemaining(c.decl) {
				list = append(list, &Shadow{Decl: c.decl, Name: c.decl.Name(), Init: true})
			}
		}
	}
	return list
}

// values returns the variables that k captures by value and that its region writes. In an ompx_bare region each
// thread has its own copy.
func (k *kernel) values() (list []*cc.Declarator) {
	for _, c := range k.captures {
		switch c.kind {
		case capValue, capCopy, capShared, capPointer:
			if (c.item == nil || c.item.Kind != abi.ItemMap && c.item.Kind != abi.ItemDevicePtr) &&
				k.hb.u.assigned(k.c.Stmt, c.decl) {
				list = append(list, c.decl)
			}
		}
	}
	return list
}

// allocUse returns the uses_allocators item of c for allocator d.
func allocUse(c *tree.Construct, d *cc.Declarator) *tree.AllocUse {
	for _, cl := range c.All(spec.UsesAllocatorsClause) {
		for _, u := range cl.Allocs {
			if u.Item.Decl == d {
				return u
			}
		}
	}
	return nil
}

// inRemaining reports whether the directive that remains in the host version copies d itself.
func (k *kernel) inRemaining(d *cc.Declarator) bool {
	if len(k.c.Leafs) == 1 || onlySimd(k.c.Leafs[1:]) {
		return false
	}
	for _, cl := range k.c.Clauses {
		if cl.Kind != spec.PrivateClause && cl.Kind != spec.FirstprivateClause && cl.Kind != spec.LastprivateClause &&
			cl.Kind != spec.ReductionClause && cl.Kind != spec.InductionClause {
			continue
		}
		if cl.Lists(d) {
			return true
		}
	}
	return false
}

// containsParallel reports whether b starts a parallel region.
func containsParallel(b *region.Block) bool {
	found := false
	region.Inspect(b, func(n any) bool {
		switch x := n.(type) {
		case *region.Parallel:
			found = true
		case *region.WsLoop:
			if x.Levels&region.LevelFor != 0 {
				found = true
			}
		}
		return !found
	})
	return found
}
