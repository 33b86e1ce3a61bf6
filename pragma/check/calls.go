// Nesting across calls: what a function's constructs may be encountered in.

package check

import (
	"bytes"
	"slices"
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Constructs that a call brings into a region nest there just as those that are
// written in it (5.2 §17.1). What is looked at are calls of the unit's own functions
// that are certainly reached: neither a condition nor a jump is on the way from the
// region to the call and from the function's start to the construct.

// reached is a construct that a call of a function certainly reaches.
type reached struct {
	c *tree.Construct
	// up are the constructs around it in its function and in those that call it.
	up []tree.Ancestor
	// via are the calls that lead to it, outermost first.
	via []*cc.PostfixExpression
}

// call is one call in a function.
type call struct {
	node   *cc.PostfixExpression
	off    int
	callee *cc.Declarator
}

// flow is what one function does, as far as the rules on calls need it.
type flow struct {
	def   *cc.FunctionDefinition
	calls []call
	// conditional are the ranges of text that are executed only sometimes, jumps the
	// places from where control may go elsewhere.
	conditional [][2]int
	jumps       []int
	constructs  []*tree.Construct
}

// callGraph knows the functions of a unit.
type callGraph struct {
	k     *context
	flows map[string]*flow
	order []*flow
	known map[*flow][]reached
	// routineCalls are the calls of routines that a call of each function reaches.
	routineCalls map[*flow][]routineCall
}

// checkCalls applies the rules of nesting to what calls bring together.
func (k nestingRules) checkCalls() {
	if k.t.Unit.AST == nil || !bytes.Contains(k.t.Unit.Text, []byte("omp_")) && !slices.ContainsFunc(k.t.All, func(c *tree.Construct) bool { return c != nil && c.Func != nil }) {
		return
	}
	g := &callGraph{k: k.context, flows: map[string]*flow{}, known: map[*flow][]reached{},
		routineCalls: map[*flow][]routineCall{}}
	for tu := k.t.Unit.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if e := tu.ExternalDeclaration; e != nil && e.FunctionDefinition != nil {
			g.add(e.FunctionDefinition)
		}
	}
	for _, c := range k.t.All {
		if c == nil {
			continue
		}
		if c.Kind == spec.DeclareVariant && c.Target != nil {
			delete(g.flows, c.Target.Name()) // another function may be called
		}
		if f := g.flowOf(c.Func); f != nil {
			f.constructs = append(f.constructs, c)
		}
	}
	for _, f := range g.order {
		for _, x := range f.calls {
			k.checkRoutineInTeams(f, x)
			g.checkRoutine(f, x)
			g.checkAssumed(f, x)
			g.check(f, x)
		}
	}
}

func (g *callGraph) flowOf(fd *cc.FunctionDefinition) *flow {
	i := slices.IndexFunc(g.order, func(f *flow) bool { return f.def == fd })
	if fd == nil || i < 0 {
		return nil
	}
	return g.order[i]
}

// add notes function fd. One that has several definitions, as those of begin declare
// variant, or that the linker may replace, is not known by its name.
func (g *callGraph) add(fd *cc.FunctionDefinition) {
	u := g.k.t.Unit
	f := &flow{def: fd}
	jump := func(n cc.Node) { // what it evaluates comes before it
		_, hi := u.NodeRange(n)
		f.jumps = append(f.jumps, max(hi-1, u.Offset(n)))
	}
	branch := func(n cc.Node) {
		if lo, hi := u.NodeRange(n); hi > lo {
			f.conditional = append(f.conditional, [2]int{lo, hi})
		}
	}
	ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.SelectionStatement:
			branch(x.Statement)
			if x.Statement2 != nil {
				branch(x.Statement2)
			}
		case *cc.ConditionalExpression:
			if x.Case == cc.ConditionalExpressionCond {
				branch(x)
			}
		case *cc.LogicalAndExpression:
			if x.Case == cc.LogicalAndExpressionLAnd {
				branch(x.InclusiveOrExpression)
			}
		case *cc.LogicalOrExpression:
			if x.Case == cc.LogicalOrExpressionLOr {
				branch(x.LogicalAndExpression)
			}
		case *cc.JumpStatement:
			jump(x)
		case *cc.UnaryExpression:
			return x.Case != cc.UnaryExpressionSizeofExpr
		case *cc.PostfixExpression:
			d := (*cc.Declarator)(nil)
			if x.Case == cc.PostfixExpressionCall {
				d = ctree.VarOf(x.PostfixExpression)
			}
			switch {
			case d == nil:
			case ctree.IsFunction(d) && mayNotReturn(d.Name()):
				jump(x)
			case ctree.IsFunction(d):
				f.calls = append(f.calls, call{x, u.Offset(x), d})
			}
		}
		return true
	})
	name := fd.Declarator.Name()
	if _, again := g.flows[name]; again || strings.Contains(u.NodeText(fd.DeclarationSpecifiers), "weak") {
		f = &flow{def: fd, calls: f.calls, conditional: f.conditional, jumps: f.jumps}
		g.flows[name] = nil
	} else {
		g.flows[name] = f
	}
	g.order = append(g.order, f)
}

// mayNotReturn tells functions of the C library after which nothing is certain.
func mayNotReturn(name string) bool {
	switch name {
	case "exit", "_exit", "_Exit", "quick_exit", "abort", "longjmp", "__assert_fail", "__builtin_unreachable",
		"__builtin_trap":
		return true
	}
	return false
}

// certain reports whether what stands at off is reached from start on, without a
// condition or a jump between them.
func (f *flow) certain(start, off int) bool {
	for _, r := range f.conditional {
		if r[0] >= start && r[0] <= off && off < r[1] {
			return false
		}
	}
	return !slices.ContainsFunc(f.jumps, func(at int) bool { return at >= start && at < off })
}

// enclosing lists the leaf constructs around the call x, innermost first; false if a
// metadirective hides some of them.
func (g *callGraph) enclosing(f *flow, x call) ([]tree.Ancestor, bool) {
	var in *tree.Construct
	for _, c := range f.constructs {
		if c.Stmt == nil || x.off < c.StmtStart || x.off >= c.End {
			continue
		}
		if c.Nest != nil && c.Nest.Body != nil {
			if lo, hi := g.k.t.Unit.NodeRange(c.Nest.Body); x.off < lo || x.off >= hi {
				continue
			}
		}
		in = c // in textual order: the innermost is the last
	}
	if in == nil {
		return nil, true
	}
	if in.Def.Assoc == spec.AssocMeta || !knownAround(in) {
		return nil, false
	}
	var up []tree.Ancestor
	for i := len(in.Leafs) - 1; i >= 0; i-- {
		up = append(up, tree.Ancestor{Leaf: in.Leafs[i], C: in})
	}
	return append(up, tree.Around(in)...), true
}

// many bounds what is looked at in one function.
const many = 200

// reaches are the constructs that every call of f executes.
func (g *callGraph) reaches(f *flow) []reached {
	if list, ok := g.known[f]; ok {
		return list
	}
	g.known[f] = nil // a recursion adds nothing
	var list []reached
	for _, c := range f.constructs {
		if nests(c) && c.Kind != spec.Section && c.Kind != spec.Scan && c.Kind != spec.TaskIteration &&
			knownAround(c) && f.certain(0, c.Start) {
			list = append(list, reached{c: c, up: tree.Around(c)})
		}
	}
	for _, x := range f.calls {
		callee := g.flows[x.callee.Name()]
		up, known := g.enclosing(f, x)
		if callee == nil || !known || !f.certain(0, x.off) {
			continue
		}
		for _, r := range g.reaches(callee) {
			if len(list) == many {
				break
			}
			list = append(list,
				reached{r.c, slices.Concat(r.up, up), slices.Concat([]*cc.PostfixExpression{x.node}, r.via)})
		}
	}
	g.known[f] = list
	return list
}

// check reports the constructs that call x brings where they cannot be.
func (g *callGraph) check(f *flow, x call) {
	callee := g.flows[x.callee.Name()]
	if callee == nil {
		return
	}
	up, known := g.enclosing(f, x)
	if !known || len(up) == 0 {
		return
	}
	for _, r := range g.reaches(callee) {
		all := slices.Concat(r.up, up)
		for _, rule := range append(nestings[:len(nestings):len(nestings)], orderedOwner) {
			v := rule(r.c, r.c.Leafs[0], all)
			if v == nil || v.at < len(r.up) || !f.certain(all[v.at].C.StmtStart, x.off) {
				continue
			}
			g.report(x, r, all[v.at], v)
			break
		}
	}
}

func (g *callGraph) report(x call, r reached, a tree.Ancestor, v *violation) {
	u := g.k.t.Unit
	d := g.k.diags.Errorf(u.NodeSpan(x.node), diag.BadNesting, "the call of '%s' executes '%s' in the '%s' region: %s",
		x.callee.Name(), r.c.Kind, a.Leaf, v.text).
		WithSection(v.section).WithNote(r.c.NameSpan(), "'%s' is here", r.c.Kind)
	for _, via := range r.via {
		d.WithNote(u.NodeSpan(via), "it is reached by this call")
	}
	d.WithNote(a.C.NameSpan(), "'%s' is here", a.C.Kind)
	d.Fix = v.fix
}

// checkRoutineInTeams: the routines that give the number of the team are the only ones
// of which the regions are strictly nested in teams (5.2 §10.2).
func (k nestingRules) checkRoutineInTeams(f *flow, x call) {
	name := x.callee.Name()
	if !resolve.IsRoutine(x.callee) || strings.HasPrefix(name, "omp_get_dyn_gprivate_") ||
		tree.OneOf(strings.TrimSuffix(name, "_dim"), "omp_get_num_teams", "omp_get_team_num") {
		return
	}
	g := callGraph{k: k.context}
	up, known := g.enclosing(f, x)
	if i := tree.Strictly(up); known && i >= 0 && up[i].Leaf == spec.Teams {
		k.diags.Warnf(k.t.Unit.NodeSpan(x.node), diag.OmpRoutineInTeams,
			"'%s' cannot be called directly in a teams region: only omp_get_num_teams and omp_get_team_num can", name).
			WithSection("5.2 §10.2").WithNote(up[i].C.NameSpan(), "'%s' is here", up[i].C.Kind).
			WithFix("move the call before the teams construct, or into a parallel region")
	}
}
