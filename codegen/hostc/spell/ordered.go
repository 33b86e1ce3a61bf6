package spell

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// isOneOfManyOrdered reports whether c is an ordered construct beside others in the
// body of a loop. An iteration may execute one of them (OpenMP 5.2 §15.10.2); clang
// takes no more than one in the text.
func isOneOfManyOrdered(c *tree.Construct) bool {
	if !isOrderedBlock(c) {
		return false
	}
	loop := c.Parent
	for loop != nil && !loop.Has(spec.For) {
		loop = loop.Parent
	}
	return loop != nil && orderedBlocks(loop) > 1
}

// isOrderedBlock reports whether c makes threads wait for each other: not
// ordered simd, and no part of a doacross loop.
func isOrderedBlock(c *tree.Construct) bool {
	return c.Kind == spec.Ordered && c.Clause(spec.DoacrossClause) == nil && c.Clause(spec.DependClause) == nil &&
		c.Clause(spec.SimdClause) == nil
}

func orderedBlocks(c *tree.Construct) int {
	n := 0
	for _, child := range c.Children {
		if isOrderedBlock(child) {
			n++
		}
		n += orderedBlocks(child)
	}
	return n
}

// orderedCalls is an ordered construct as the calls of libomp that clang makes of it.
const orderedCalls = "for (int __ompcc_o = ({ extern int __kmpc_global_thread_num(void *); extern void __kmpc_ordered(void *, int); " +
	"__kmpc_ordered((void *)0, __kmpc_global_thread_num((void *)0)); 1; }); __ompcc_o; " +
	"__ompcc_o = ({ extern int __kmpc_global_thread_num(void *); extern void __kmpc_end_ordered(void *, int); " +
	"__kmpc_end_ordered((void *)0, __kmpc_global_thread_num((void *)0)); 0; }))"

// AcrossInOrder reports whether one thread executes doacross loop c in order, because it uses omp_cur_iteration - 1
// (5.2 §15.9.6). Host compilers know the iteration before the current one by a vector alone. Such a vector has
// constant offsets only for one loop of the program with a constant step.
func AcrossInOrder(c *tree.Construct) bool {
	if c.Clause(spec.OrderedClause) == nil || !waitsForPrevious(c) {
		return false
	}
	if c.Nest == nil || len(c.Nest.Loops) > 1 {
		return true
	}
	s := c.Nest.Loops[0].Step
	if s == nil {
		return false
	}
	_, constant := ctree.ConstInt(s)
	return !constant
}

// waitsForPrevious reports whether an ordered construct that binds to loop c has
// omp_cur_iteration - 1.
func waitsForPrevious(c *tree.Construct) bool {
	return slices.ContainsFunc(c.Children, func(x *tree.Construct) bool {
		if x.Kind == spec.Ordered {
			return slices.ContainsFunc(x.All(spec.DoacrossClause), func(d *tree.Clause) bool {
				return d.HasModifier("sink") && len(d.Exprs) == 1 && tree.IsCurrentIteration(d.Exprs[0].Text)
			})
		}
		return x.Clause(spec.OrderedClause) == nil && waitsForPrevious(x)
	})
}

// inOrderedLoop reports whether c is a part of a doacross loop that is executed in order.
func inOrderedLoop(c *tree.Construct) bool {
	p := c.Parent
	for p != nil && p.Clause(spec.OrderedClause) == nil {
		p = p.Parent
	}
	return c.Kind == spec.Ordered && c.Stmt == nil && p != nil && AcrossInOrder(p)
}

// ScansInOrder reports whether one thread executes the loop of c in order, because of its scan directive. No host
// compiler knows an initialization phase, a scan across teams, or other reductions beside those of the scan, which
// gcc can give to a parallel construct. Clang 19 makes wrong sums in worksharing loops, and of arrays. In collapsed
// loops it does not find the scan directive, and it crashes over labels. Gcc 12 crashes over arrays. Gcc takes no
// declarations directly in the parts of the body, and no continue.
func ScansInOrder(c *tree.Construct, h Compiler) bool {
	if !c.Has(spec.For) && !c.Has(spec.Simd) && !c.Has(spec.Loop) {
		return false
	}
	return tree.HasInitPhase(c) || hasInscan(c) && (c.Has(spec.Distribute) || c.Has(spec.Loop)) || mixesInscan(c) && !(h.GCC && c.Has(spec.Parallel)) || scansArray(c) ||
		hasInscan(c) && (h.GCC && scansMoreThanExpressions(c) || !h.GCC &&
			(c.Has(spec.For) || tree.NestDepth(c.Directive) > 1 || scansLabels(c)))
}

// scansLabels reports whether there are labels in the body of c's loop.
func scansLabels(c *tree.Construct) bool {
	found := false
	if c.Nest != nil {
		ctree.Walk(c.Nest.Body, func(n cc.Node) bool {
			l, ok := n.(*cc.LabeledStatement)
			found = found || ok && l.Case == cc.LabeledStatementLabel
			return !found
		})
	}
	return found
}

// scansMoreThanExpressions reports whether the body of c's loop has a declaration outside
// of the blocks in it, or a continue statement.
func scansMoreThanExpressions(c *tree.Construct) bool {
	if c.Nest == nil {
		return false
	}
	found := false
	if b := c.Nest.Body.CompoundStatement; b != nil {
		for l := b.BlockItemList; l != nil; l = l.BlockItemList {
			found = found || l.BlockItem.Case == cc.BlockItemDecl
		}
	}
	ctree.Walk(c.Nest.Body, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.IterationStatement:
			return false // its own
		case *cc.JumpStatement:
			found = found || x.Case == cc.JumpStatementContinue
		}
		return !found
	})
	return found
}

func hasInscan(c *tree.Construct) bool {
	for _, cl := range c.All(spec.ReductionClause) {
		if cl.HasModifier("inscan") {
			return true
		}
	}
	return false
}

// scansArray reports whether a list item of c's inscan reductions is an array or a section.
func scansArray(c *tree.Construct) bool {
	for _, cl := range c.All(spec.ReductionClause) {
		for _, it := range cl.Items {
			if cl.HasModifier("inscan") && (len(it.Sections) > 0 || ctree.IsArrayVariable(it.Decl)) {
				return true
			}
		}
	}
	return false
}

// KeepsLast reports whether one thread executes c in order, because of a lastprivate clause with the modifier
// conditional (5.2 §5.4.5). Clang changes a list item that nothing assigns, and those of sections at random. Gcc
// takes an earlier assignment for the last one where a loop counts down and its schedule is not static.
func KeepsLast(c *tree.Construct, h Compiler) bool {
	if h.GCC && !countsDownUnordered(c) || c.Clause(spec.OrderedClause) != nil ||
		!c.Has(spec.For) && !c.Has(spec.Simd) && !c.Has(spec.Sections) || c.Has(spec.Distribute) ||
		c.Has(spec.Taskloop) {
		return false
	}
	for _, cl := range c.All(spec.LastprivateClause) {
		if cl.HasModifier("conditional") {
			return true
		}
	}
	return false
}

// cancelsInOrder is the construct that cancel or cancellation point c is about, if it is executed
// in order for the sake of its conditional list items; else nil.
func cancelsInOrder(c *tree.Construct, h Compiler) *tree.Construct {
	if c.Kind != spec.Cancel && c.Kind != spec.CancellationPoint || c.Args == nil {
		return nil
	}
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Has(spec.DirectiveNamed(c.Args.Words[0])) {
			if KeepsLast(p, h) {
				return p
			}
			return nil
		}
	}
	return nil
}

// leaveInOrder is what stands for c, by which the only thread that executes construct around leaves it.
func leaveInOrder(c *tree.Construct, around *tree.Construct) string {
	if c.Kind != spec.Cancel {
		return ""
	}
	cond := "1"
	if cl := c.If(spec.Cancel); cl != nil {
		cond = cl.Exprs[0].Text
	}
	return "{ extern int omp_get_cancellation(void); if ((" + cond + ") && omp_get_cancellation()) goto " + cancelled(around) + "; }"
}

// cancelled is the name of the label behind c's loops or sections.
func cancelled(c *tree.Construct) string { return fmt.Sprintf("__ompcc_cancelled_%d", c.Pragma.ID) }

// CancelLabel is a label that cancel constructs in c go to where host compiler h is given c as code in order, "" if
// there are none.
func CancelLabel(c *tree.Construct, h Compiler) string {
	if !KeepsLast(c, h) {
		return ""
	}
	var found func(list []*tree.Construct) bool
	found = func(list []*tree.Construct) bool {
		return slices.ContainsFunc(list, func(x *tree.Construct) bool {
			return x.Kind == spec.Cancel && cancelsInOrder(x, h) == c || found(x.Children)
		})
	}
	if !found(c.Children) {
		return ""
	}
	return cancelled(c) + ":;\n"
}

// countsDownUnordered reports whether c's loop counts down, or may, and a thread
// may be given iterations behind those that another is given later.
func countsDownUnordered(c *tree.Construct) bool {
	schedule := c.Clause(spec.ScheduleClause)
	if c.Nest == nil || schedule == nil || slices.Contains(schedule.Words, "static") {
		return false
	}
	l := c.Nest.Loops[0]
	return l.Down || l.Step != nil
}

// mixesInscan reports whether c has reductions with and without inscan.
func mixesInscan(c *tree.Construct) bool {
	with, without := false, false
	for _, cl := range c.All(spec.ReductionClause) {
		if cl.HasModifier("inscan") {
			with = true
		} else {
			without = true
		}
	}
	return with && without
}
