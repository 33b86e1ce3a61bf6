// Constructs in device code, one constituent after the other.

package lower

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// construct lowers a construct met in device code.
func (b *body) construct(c *tree.Construct) {
	if len(c.Leafs) == 0 || c.Leafs[0] == spec.NoDirective {
		return
	}
	if c.Has(spec.Target) {
		b.nestedTarget(c)
		return
	}
	if c.Kind == spec.Metadirective {
		b.metadirective(c)
		return
	}
	saved := b.context
	b.context = append(append([]spec.DirectiveKind(nil), saved...), c.Leafs...)
	aligns := b.aligns
	b.aligns = b.u.allocAligns(c)
	b.waits(c, func() { b.leafs(c, c.Leafs, c.Stmt) })
	b.context, b.aligns = saved, aligns
}

// waits lowers c by lower, and a barrier behind it where the argument of its nowait
// clause says so when the program runs (6.0 §17.6).
func (b *body) waits(c *tree.Construct, lower func()) {
	e := c.MayWait()
	if e == nil {
		lower()
		return
	}
	nowait := b.fn.Let("nowait", b.fn.Bool(e.Node))
	lower()
	b.fn.Emit(&region.If{At: b.at(c), Cond: &region.Not{X: nowait}, Then: b.fn.Block(nil, func() {
		b.beforeBarrier(b.at(c))
		b.barrier(b.at(c))
	})})
}

// nestedTarget: only reverse offload may be nested in a target region (5.2
// §13.8 restrictions).
func (b *body) nestedTarget(c *tree.Construct) {
	if c.RunsOnAncestor() {
		b.reverseOffload(c)
		return
	}
	if b.kernel == nil && c.Func != nil && b.u.dt[ctree.SymbolOf(c.Func.Declarator)] != nil {
		// A declare target function may have one, as long as no target region encounters it.
		if !leftToHost(c) {
			b.u.diags.Warnf(diag.Span{Pos: c.Pos(), Len: len(c.Kind.String())}, diag.OmpNestedTarget,
				"'%s' in a device routine: a target region that encounters it ends with an error", c.Kind).
				WithSection("5.2 §13.8").WithFix("write 'if (omp_is_initial_device())' before it")
		}
		b.fn.Emit(&region.Eval{At: b.at(c), X: &region.Intrinsic{Op: region.OpTrap, Type: region.VoidT}})
		return
	}
	b.u.errorf(c.Pos(), diag.NestedTarget, "'%s' cannot be nested in a target region or device routine", c.Kind).
		WithSection("5.2 §13.8").WithFix("move it out of the region")
}

// leftToHost reports whether c is in a statement behind if (omp_is_initial_device()): no device executes it.
func leftToHost(c *tree.Construct) (guarded bool) {
	if c.Marker == nil {
		return false
	}
	ctree.Walk(c.Func.CompoundStatement, func(n cc.Node) bool {
		s, ok := n.(*cc.SelectionStatement)
		if ok && s.Case != cc.SelectionStatementSwitch && asksForHost(s.ExpressionList) {
			ctree.Walk(s.Statement, func(x cc.Node) bool {
				guarded = guarded || x == cc.Node(c.Marker.Call)
				return !guarded
			})
		}
		return !guarded
	})
	return guarded
}

func asksForHost(x cc.ExpressionNode) bool {
	call, ok := ctree.Strip(x).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return false
	}
	d := tree.RootDecl(call.PostfixExpression)
	return d != nil && strings.HasSuffix(d.Name(), "_is_initial_device")
}

func (b *body) unsupported(c *tree.Construct, what string) {
	if strings.HasPrefix(c.Kind.String(), "target") {
		b.nestedTarget(c)
		return
	}
	b.u.errorf(c.Pos(), diag.Unsupported, "%s is not supported in device code yet", what)
}

// leafs lowers the constituents of a combined construct from the outside in.
func (b *body) leafs(c *tree.Construct, leafs []spec.DirectiveKind, stmt *cc.Statement) {
	if len(leafs) == 0 {
		b.fn.Stmt(stmt)
		return
	}
	switch leafs[0] {
	case spec.Teams:
		b.teams(c, leafs, stmt)
	case spec.Distribute, spec.For, spec.Simd, spec.Loop:
		if b.levelsOf(c, leafs)&region.LevelFor != 0 {
			b.beforeShared(b.at(c))
		}
		b.aroundPrivateReductions(c, stmt, func() { b.worksharingLoop(c, leafs, stmt) })
	case spec.Parallel:
		b.parallelRegion(c, leafs, stmt)
	case spec.Sections:
		b.beforeShared(b.at(c))
		b.aroundPrivateReductions(c, stmt, func() { b.sections(c, stmt) })
	case spec.TaskIteration:
		// The tasks of a taskloop are executed in order here.
	case spec.Section, spec.Nothing, spec.Assume, spec.Assumes, spec.Taskgraph:
		if stmt != nil {
			b.fn.Stmt(stmt)
		}
	case spec.Single:
		b.single(c, leafs, stmt)
	case spec.Master, spec.Masked:
		b.masked(c, leafs, stmt)
	case spec.Critical:
		b.critical(c, stmt)
	case spec.Barrier:
		b.beforeBarrier(b.at(c))
		b.barrier(b.at(c))
	case spec.Atomic:
		b.inScope(c, stmt, func() { b.atomic(c) })
	case spec.Flush:
		b.flush(c)
	case spec.Ordered:
		b.ordered(c, stmt)
	case spec.Scope:
		b.beforeShared(b.at(c))
		b.aroundPrivateReductions(c, stmt, func() { b.scope(c, stmt) })
	case spec.Task, spec.Taskgroup, spec.Taskwait, spec.Taskyield:
		b.task(c, leafs[0], stmt)
	case spec.Taskloop:
		b.taskloop(c, stmt)
	case spec.Depobj:
		b.depobj(c)
	case spec.Dispatch:
		b.dispatchConstruct(c)
	case spec.Interop:
		b.u.errorf(c.Pos(), diag.InteropInTarget, "'interop' is not allowed in device code").
			WithSection("5.2 §14.1").WithFix("move it out of the target region")
	case spec.Tile, spec.Unroll, spec.Reverse, spec.Interchange, spec.Stripe, spec.Fuse, spec.Split,
		spec.Flatten:
		b.transformation(c)
	case spec.Scan:
		if n := len(b.ws); n > 0 && b.ws[n-1].Scan {
			f := b.fn
			if init := c.Clause(spec.InitCompleteClause); init == nil || tree.EndsInitPhase(init) {
				f.Emit(&region.Scan{At: b.at(c), Exclusive: c.Clause(spec.ExclusiveClause) != nil, Init: init != nil})
			}
		} // else the loop runs in order (see inOrder)
	case spec.Error:
		b.errorDirective(c)
	case spec.Cancel, spec.CancellationPoint:
		b.cancel(c, stmt)
	case spec.Allocate:
		b.allocateDirective(c)
	case spec.DeclareTarget, spec.BeginDeclareTarget, spec.EndDeclareTarget, spec.Threadprivate, spec.DeclareSimd,
		spec.DeclareReduction, spec.DeclareInduction, spec.DeclareMapper, spec.Groupprivate, spec.Requires,
		spec.DeclareVariant, spec.BeginDeclareVariant, spec.EndDeclareVariant, spec.BeginAssumes, spec.EndAssumes:
	default:
		b.unsupported(c, "directive "+leafs[0].String())
	}
}

func (b *body) at(c *tree.Construct) region.At { return region.At{Pos: b.u.regionPos(c.Pos())} }

// clauseExpr is the first expression of clause kind k of c, nil if absent.
func clauseExpr(c *tree.Construct, k spec.ClauseKind) *tree.Expr {
	if cl := c.Clause(k); cl != nil && len(cl.Exprs) > 0 {
		return cl.Exprs[0]
	}
	return nil
}

// condition is the value of the if clause for leaf in device code. On a target
// construct an if without modifier decided about offloading already: it is true.
func (b *body) condition(c *tree.Construct, leaf spec.DirectiveKind) region.Expr {
	cl := c.If(leaf)
	if cl == nil || cl == c.If(spec.Target) {
		return nil
	}
	return b.fn.Bool(cl.Exprs[0].Node)
}

func (b *body) unsigned(e *tree.Expr) region.Expr {
	if e == nil {
		return nil
	}
	return b.fn.Convert(b.fn.Value(e.Node), region.U32)
}
