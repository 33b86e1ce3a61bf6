// Loops that one thread executes in order, since their iterations depend on each other.

package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// ordersIterations reports whether the loop's iterations depend on each other by
// rule: an inscan reduction (5.2 §5.6), a conditional lastprivate, whose value is
// that of the last iteration that assigns it (§5.4.5), or doacross dependences
// (§15.10).
func ordersIterations(c *tree.Construct) bool {
	for _, cl := range c.Clauses {
		if cl.Kind == spec.ReductionClause && cl.HasModifier("inscan") ||
			cl.Kind == spec.LastprivateClause && cl.HasModifier("conditional") {
			return true
		}
	}
	return hasDoacross(c.Children)
}

// scansTogether reports whether the threads of a team, or of the league, can execute the loop
// together, though it has an inscan reduction: those of a parallel region. On the CPU
// device the phases of an iteration are executed by loops of their own, which no initialization phase's
// variables outlive.
func (b *body) scansTogether(c *tree.Construct, levels region.Level) bool {
	found := false
	for _, cl := range c.Clauses {
		switch {
		case cl.Kind == spec.LastprivateClause && cl.HasModifier("conditional"):
			return false
		case cl.Kind == spec.ReductionClause && cl.HasModifier("inscan"):
			found = true
		}
	}
	if !found || hasDoacross(c.Children) {
		return false
	}
	switch levels &^ region.LevelSimd {
	case region.LevelFor:
		if b.kernel != nil && b.parallel == 0 {
			return false
		}
	case region.LevelFor | region.LevelDistribute:
	default:
		return false
	}
	if tree.HasInitPhase(c) {
		b.u.prog.TargetDependent = true
		return !b.u.onCPU()
	}
	return true
}

// scansInOneTeam reports whether the teams of the target cannot share a scan: those of the CPU device take the
// processors one after another, and one team has them all.
func (b *body) scansInOneTeam() bool {
	b.u.prog.TargetDependent = true
	return b.u.onCPU()
}

// scannable reports whether the phases of n's iterations can be parted: it is a
// nest of the program's own loops with no code between them.
func scannable(n *loopNest, s *sharing) bool {
	rectangular := true
	for i, d := range n.dims {
		if d.v == nil || len(n.Before[i])+len(n.After[i]) > 0 {
			return false
		}
		rectangular = rectangular && !d.NonRect
	}
	return !n.transformed() && (rectangular || len(s.linear)+len(s.inductions) == 0)
}

func hasDoacross(list []*tree.Construct) bool {
	for _, c := range list {
		if c.Kind == spec.Ordered && c.Clause(spec.DoacrossClause) != nil ||
			(c.Kind.IsTransformation() || !loopLeaf(c.Leafs)) && hasDoacross(c.Children) {
			return true
		}
	}
	return false
}

// inOrder lowers such a loop as a loop of one thread. Then a prefix is what the
// list item holds when the scan phase runs, whether the phase follows the input
// phase (inclusive) or precedes it (exclusive), and every doacross dependence
// is satisfied when it is waited for.
func (b *body) inOrder(c *tree.Construct, levels region.Level, stmt *cc.Statement) {
	f, outer := b.fn, b.across
	b.across = nil
	defer func() { b.across = outer }()
	run := func() { b.serialLoops(c, stmt) }
	switch {
	case levels&region.LevelDistribute != 0:
		team := &region.Intrinsic{Op: region.OpTeamNum, Type: region.I32}
		blk := f.Block(stmt, run)
		f.Emit(&region.If{At: b.at(c), Cond: &region.Compare{Op: region.Eq, X: team, Y: cbody.Int(region.I32, 0)},
			Then: blk})
	case levels&region.LevelFor != 0:
		f.Emit(&region.Single{At: b.at(c), Body: f.Block(stmt, run), NoWait: c.Clause(spec.NowaitClause) != nil &&
			!c.Has(spec.Target)})
	default:
		f.Emit(f.Block(stmt, run))
	}
}

// serialLoops runs c's loops in order with its data environment; reductions
// update the original.
func (b *body) serialLoops(c *tree.Construct, stmt *cc.Statement) {
	n := b.u.nest(c, stmt, true)
	if n == nil {
		return
	}
	s := b.u.sharingOf(c)
	origs := map[*cc.Declarator]region.Expr{}
	for _, d := range s.lastprivate {
		origs[d] = b.address(d)
	}
	undo := b.privates(append(append([]*cc.Declarator(nil), s.private...), without(s.lastprivate, s.firstprivate)...),
		stmt)
	undo = append(undo, b.firstprivates(s.firstprivate, stmt, func(*cc.Declarator) bool { return true })...)
	ll := &loopLowering{b: b, n: n}
	inductions := b.inductions(s.inductions, stmt)
	ll.prepareTransformed(n)
	un, leave := ll.inOrderInductions(inductions, stmt)
	undo = append(undo, un...)
	b.cancellableInOrder(c, "for", stmt, func() { ll.programLoops(0) })
	leave()
	for _, d := range s.lastprivate {
		b.copyObject(origs[d], b.fn.Lookup(d), ctree.ObjectType(d))
	}
	runAll(undo)
}

// programLoops runs the associated loops, with the code between them.
func (ll *loopLowering) programLoops(level int) {
	b, n := ll.b, ll.n
	if level == len(n.dims) {
		var undo []func()
		if ll.next != nil {
			ll.next()
		}
		if n.transformed() {
			ll.insideGenerated(n, 0, &undo)
		} else {
			b.loopBody(n.Body)
		}
		runAll(undo)
		return
	}
	d := n.dims[level]
	if d.v != nil {
		ll.startAndStep(d)
		d.tripVal = b.let(d.label()+".trips", b.tripCount(d))
		d.NonRect = false // its start is known here
	}
	ll.serialLoop(d, func() {
		for _, it := range n.Before[level] {
			b.blockItem(it)
		}
		un := func() {}
		if d.v != nil {
			un = ll.setVariable(d)
		}
		ll.programLoops(level + 1)
		un()
		for _, it := range n.After[level] {
			b.blockItem(it)
		}
	})
}
