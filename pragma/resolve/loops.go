// The reader of canonical loop nests.

package resolve

import (
	"math"
	"slices"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// loopReader analyses the loop nest of one construct.
type loopReader struct {
	t     *tree.Tree
	c     *tree.Construct
	diags *diag.List
	nest  *tree.LoopNest
	ok    bool
}

// loops sets the loop nest of the loop-associated construct c, and reports loops that are not canonical.
func loops(t *tree.Tree, c *tree.Construct, diags *diag.List) {
	if c.Def.Assoc != spec.AssocLoop || c.Stmt == nil || c.Kind == spec.Fuse {
		return // package loops analyses the loop sequence of fuse
	}
	l := &loopReader{t: t, c: c, diags: diags, nest: &tree.LoopNest{Perfect: true}, ok: true}
	l.run(tree.NestDepth(c.Directive))
	if l.ok && len(l.nest.Loops) > 0 {
		c.Nest = l.nest
	}
}

// LoopVariableClauses reports the clauses of c that list the variable of loop l, with which c is associated, although
// it is private (5.2 §5.1.1). Where a transformation generates one of c's loops, package loops finds the others.
func LoopVariableClauses(t *tree.Tree, c *tree.Construct, l *tree.Loop, diags *diag.List) {
	for _, cl := range c.Clauses {
		if !cl.Kind.Is(spec.Shares) || cl.Kind == spec.SharedClause && len(c.Leafs) > 1 ||
			tree.OneOf(cl.Kind, spec.PrivateClause, spec.LastprivateClause, spec.LinearClause) {
			continue
		}
		if cl.Kind == spec.FirstprivateClause && c.Has(spec.Target) && !c.Has(spec.For) && !c.Has(spec.Distribute) &&
			!l.Declared {
			continue // the clause applies only to the target construct (5.2 §17.2)
		}
		for _, it := range cl.Items {
			if it.Decl == l.Var && it.IsVar() {
				e := diags.Errorf(it.Span, diag.LoopVariable, "the loop variable '%s' cannot appear in clause '%s'",
					it.Text, cl.Kind)
				tree.WithoutItem(e.WithSection("5.2 §5.1.1").WithNote(t.Unit.NodeSpan(l.For), "the loop is here").
					WithFix("remove it from the clause: loop variables are private"), c.Pragma, cl, it)
			}
		}
	}
}

func (l *loopReader) run(depth int) {
	s := l.c.Stmt
	for i := 0; i < depth; i++ {
		f, generated := l.loopIn(s, i, depth)
		if generated {
			l.ok = false // another directive generates the nest
			return
		}
		if f == nil {
			l.ok = false
			return
		}
		loop := l.canonical(f)
		if loop == nil {
			l.ok = false
			return
		}
		l.nest.Loops = append(l.nest.Loops, loop)
		s = f.Statement
	}
	l.nest.Body = s
	if l.sameVariable() {
		return
	}
	l.linear()
	l.innerBounds()
	for _, loop := range l.nest.Loops {
		l.invariants(loop)
	}
}

// linear reports an inner loop with a step that depends on an outer loop's variable (5.2 §4.4.1). It also reports
// bounds that are not a linear function of at most one such variable.
func (l *loopReader) linear() {
	for i, inner := range l.nest.Loops {
		for _, outer := range l.nest.Loops[:i] {
			if ctree.Mentions(inner.Step, outer.Var) {
				l.notCanonical(inner.Step,
					"the step of loop '%s' must not depend on '%s', the variable of an outer loop", inner.Var.Name(),
					outer.Var.Name()).
					WithFix("copy the step into a variable before the construct, and step by that")
			}
			for _, e := range []cc.ExpressionNode{inner.Init, inner.Bound} {
				if ctree.Mentions(e, outer.Var) && !isLinear(e, outer.Var) {
					l.notCanonical(e,
						"a bound of loop '%s' must be a linear function of '%s', the variable of an outer loop",
						inner.Var.Name(), outer.Var.Name()).
						WithFix("write a bound of the form a * %s + b", outer.Var.Name())
				}
			}
		}
		l.oneOuter(inner, l.nest.Loops[:i])
	}
}

// oneOuter reports an inner loop whose bounds depend on the variables of two outer loops. The standard
// allows one var-outer (5.2 §4.4.1).
func (l *loopReader) oneOuter(inner *tree.Loop, outer []*tree.Loop) {
	var first *tree.Loop
	for _, o := range outer {
		if !ctree.Mentions(inner.Init, o.Var) && !ctree.Mentions(inner.Bound, o.Var) {
			continue
		}
		if first == nil {
			first = o
			continue
		}
		e := inner.Bound
		if !ctree.Mentions(e, o.Var) {
			e = inner.Init
		}
		l.notCanonical(e, "the bounds of loop '%s' may depend on only one outer loop, but depend on '%s' and '%s'",
			inner.Var.Name(), first.Var.Name(), o.Var.Name()).
			WithFix("associate fewer loops, or remove one of the two dependences")
		return
	}
}

// isLinear reports whether e is a linear function of v: a sum of multiples of v and of terms
// without v.
func isLinear(e cc.ExpressionNode, v *cc.Declarator) bool {
	e = ctree.Strip(e)
	if !ctree.Mentions(e, v) || ctree.VarOf(e) == v {
		return true
	}
	switch x := e.(type) {
	case *cc.AdditiveExpression:
		return isLinear(x.AdditiveExpression, v) && isLinear(x.MultiplicativeExpression, v)
	case *cc.MultiplicativeExpression:
		a, b := x.MultiplicativeExpression, x.CastExpression
		return x.Case == cc.MultiplicativeExpressionMul &&
			(ctree.VarOf(a) == v && !ctree.Mentions(b, v) || ctree.VarOf(b) == v && !ctree.Mentions(a, v))
	case *cc.CastExpression:
		return isLinear(x.CastExpression, v)
	case *cc.UnaryExpression:
		return (x.Case == cc.UnaryExpressionMinus || x.Case == cc.UnaryExpressionPlus) && isLinear(x.CastExpression, v)
	}
	return false
}

// loopIn finds the for statement in s. The outermost loop must be s itself. generated is true if a
// directive in s generates the loop.
func (l *loopReader) loopIn(s *cc.Statement, level, depth int) (f *cc.IterationStatement, generated bool) {
	if it := s.IterationStatement; it != nil {
		if c := l.t.ByLoop[it]; c != nil {
			if c.Transforms() {
				return nil, true
			}
			if c.Def.Assoc != spec.AssocMeta {
				l.missing(s, level, depth)
				return nil, false
			}
			return nil, true
		}
		if it.Case == cc.IterationStatementFor || it.Case == cc.IterationStatementForDecl {
			return it, false
		}
	}
	if s.CompoundStatement != nil && level > 0 {
		return l.loopInBlock(s, level, depth)
	}
	l.missing(s, level, depth)
	return nil, false
}

// loopInBlock finds the single loop in a block. All other statements are intervening code, which
// OpenMP 5.2 allows unless the nest must be perfect.
func (l *loopReader) loopInBlock(s *cc.Statement, level, depth int) (*cc.IterationStatement, bool) {
	var inner *cc.Statement
	var before, after []*cc.BlockItem
	for it := s.CompoundStatement.BlockItemList; it != nil; it = it.BlockItemList {
		b := it.BlockItem
		if b.Case == cc.BlockItemStmt && l.mayBeInner(b.Statement) {
			if inner != nil {
				l.missing(b.Statement, level, depth).Message += ": there are several loops"
				return nil, false
			}
			inner = b.Statement
			continue
		}
		if b.Case == cc.BlockItemStmt && tree.IsEmpty(b.Statement) {
			continue
		}
		if l.nest.Perfect {
			l.nest.Perfect, l.c.PerfectDepth = false, level
			l.imperfect(b)
		}
		if inner == nil {
			before = append(before, b)
		} else {
			after = append(after, b)
		}
	}
	if inner == nil {
		l.missing(s, level, depth)
		return nil, false
	}
	l.nest.Blocks = l.nest.Blocks || inner.CompoundStatement != nil && len(before)+len(after) > 0
	if l.perfectFor() == "" {
		l.interveningCode(before)
		l.interveningCode(after)
	}
	return l.loopIn(inner, level, depth)
}

// mayBeInner reports whether s, a statement in an associated loop, may contain the next loop. A
// directive that generates no loop is intervening code.
func (l *loopReader) mayBeInner(s *cc.Statement) bool {
	if it := s.IterationStatement; it != nil {
		c := l.t.ByLoop[it]
		return c == nil || c.Transforms() || c.Def.Assoc == spec.AssocMeta || c.Def.Assoc == spec.AssocLoop
	}
	return s.CompoundStatement != nil && hasLoop(s)
}

func hasLoop(s *cc.Statement) bool {
	found := false
	ctree.Walk(s, func(n cc.Node) bool {
		if _, ok := n.(*cc.IterationStatement); ok {
			found = true
		}
		return !found
	})
	return found
}

// perfectFor names the clause or directive that requires perfectly nested loops, or returns "".
func (l *loopReader) perfectFor() string {
	switch {
	case l.c.Clause(spec.OrderedClause) != nil && len(l.c.Clause(spec.OrderedClause).Exprs) > 0:
		return "the ordered clause"
	case l.c.Transforms():
		return "directive '" + l.c.Kind.String() + "'"
	case slices.ContainsFunc(l.c.All(spec.ReductionClause), func(cl *tree.Clause) bool { return cl.HasModifier("inscan") }):
		return "the inscan reduction"
	}
	return ""
}

// imperfect reports code between loops that must be perfectly nested.
func (l *loopReader) imperfect(b *cc.BlockItem) {
	why := l.perfectFor()
	if why == "" {
		return
	}
	l.diags.Errorf(l.t.Unit.NodeSpan(b), diag.NotPerfectlyNested,
		"%s needs perfectly nested loops, but there is code between them", why).
		WithSection("5.2 §4.4.1").WithNote(l.c.NameSpan(), "'%s' is here", l.c.Kind).
		WithFix("move it into the innermost loop")
	l.ok = false
}

func (l *loopReader) missing(s *cc.Statement, level, depth int) *diag.Diagnostic {
	if level == 0 {
		d := l.diags.Errorf(l.t.Unit.NodeSpan(s), diag.MissingLoop, "directive '%s' must be followed by a for loop",
			l.c.Kind).
			WithSection("5.2 §4.4.1").WithNote(l.c.NameSpan(), "'%s' is here", l.c.Kind)
		switch {
		case s != nil && s.CompoundStatement != nil:
			d.WithFix("write the loop directly after the directive")
		default:
			d.WithFix("write for (int i = start; i < end; i++)")
		}
		return d
	}
	d := l.diags.Errorf(l.t.Unit.NodeSpan(s), diag.MissingLoop, "directive '%s' needs %d nested loops, found %d",
		l.c.Kind, depth, level).WithSection("5.2 §4.4.1")
	for _, k := range []spec.ClauseKind{spec.CollapseClause, spec.OrderedClause, spec.DepthClause,
		spec.SizesClause, spec.PermutationClause} {
		if c := l.c.Clause(k); c != nil {
			d.WithNote(c.Span, "'%s' requires them", k)
			if k == spec.CollapseClause || k == spec.OrderedClause || k == spec.DepthClause {
				d.WithFix("write %s(%d), or the loops directly inside each other", k, level)
			} else {
				d.WithFix("write the loops directly inside each other, or fewer arguments in clause '%s'", k)
			}
			break
		}
	}
	return d
}

func (l *loopReader) notCanonical(n cc.Node, format string, args ...any) *diag.Diagnostic {
	l.ok = false
	return l.diags.Errorf(l.t.Unit.NodeSpan(n), diag.NotCanonical, format, args...).WithSection("5.2 §4.4.1").
		WithNote(l.c.NameSpan(), "the loop belongs to '%s'", l.c.Kind)
}

// canonical analyses a for statement (5.2 §4.4.1). It returns nil if the loop is not canonical.
func (l *loopReader) canonical(f *cc.IterationStatement) *tree.Loop {
	cond, incr := f.ExpressionList2, f.ExpressionList3
	if f.Case == cc.IterationStatementForDecl {
		cond, incr = f.ExpressionList, f.ExpressionList2
	}
	loop, wrong := ctree.LoopOf(f)
	if wrong == ctree.LoopInit {
		l.notCanonical(first(f.Declaration, f.ExpressionList, f),
			"the initialisation of the loop must be of the form 'var = start' or 'type var = start'").
			WithFix("write for (int i = start; i < end; i++)")
		return nil
	}
	if t := loop.Var.Type(); !tree.IsIntegerType(t) && t.Kind() != cc.Ptr {
		l.notCanonical(first(f.Declaration, f.ExpressionList, f),
			"loop variable '%s' must be of integer or pointer type, but has type '%s'", loop.Var.Name(),
			ctree.TypeText(t)).WithFix("use an integer loop variable")
		return nil
	}
	switch {
	case wrong == ctree.LoopCondition:
		l.notCanonical(first(nil, cond, f),
			"the condition of the loop must be a relational comparison ('<', '<=', '>', '>=' or '!=') of loop variable '%s'", loop.Var.Name()).
			WithFix("write %s < end", loop.Var.Name())
		return nil
	case wrong == ctree.LoopIncrement:
		l.notCanonical(first(nil, incr, f),
			"the increment of the loop must add a loop-invariant step to loop variable '%s'", loop.Var.Name()).
			WithFix("write %s++ or %s += step", loop.Var.Name(), loop.Var.Name())
		return nil
	case ctree.Evaluates(loop.Init, loop.Var):
		l.notCanonical(loop.Init, "the start of the loop must be loop invariant, but depends on loop variable '%s'",
			loop.Var.Name()).WithFix("copy '%s' to another variable before the directive", loop.Var.Name())
		return nil
	case l.changing(loop.Bound, "bound") || l.changing(loop.Step, "step") || !l.direction(loop, incr) ||
		l.endless(loop, cond):
		return nil
	}
	return loop
}

// changing reports an expression in the loop's header that modifies a variable. The standard does not
// specify how often and when a program evaluates it (5.2 §4.4.1).
func (l *loopReader) changing(e cc.ExpressionNode, what string) bool {
	var at cc.Node
	var changed *cc.Declarator
	if e != nil {
		start, end := l.t.Unit.NodeRange(e)
		ctree.EachWrite(e, func(d *cc.Declarator, n cc.Node) {
			if off := l.t.Unit.Offset(d); off < start || off >= end { // not a local of a statement expression
				at, changed = n, d
			}
		})
	}
	if changed == nil {
		return false
	}
	l.notCanonical(at, "the %s of the loop must be loop invariant, but modifies '%s'", what, changed.Name()).
		WithFix("compute it before the directive, and use the result in the loop")
	return true
}

func first(d *cc.Declaration, e cc.ExpressionNode, f *cc.IterationStatement) cc.Node {
	if d != nil {
		return d
	}
	if e != nil {
		return e
	}
	return f
}

// direction checks the step against the relational operator: with < it must be positive.
func (l *loopReader) direction(loop *tree.Loop, incr cc.ExpressionNode) bool {
	step, known := loop.ConstStep()
	if !known {
		if loop.Cmp == "!=" {
			l.notCanonical(incr, "a loop with != needs the constant step 1 or -1").WithFix("compare with < or >")
			return false
		}
		return true
	}
	switch {
	case step == 0:
		l.notCanonical(incr, "the step of the loop is zero").
			WithFix("write a step that is not 0")
		return false
	case loop.Cmp == "!=" && step != 1 && step != -1:
		l.notCanonical(incr, "a loop with != needs step 1 or -1, not %d", step).WithFix("compare with < or >")
		return false
	case loop.LeadsAway() && loop.NeverStarts() && loop.Declared && (l.c.Transforms() || l.perfectFor() == ""):
		// The step "must cause var to increase on each iteration", but no iteration runs: only warn.
		l.diags.Warnf(l.t.Unit.NodeSpan(incr), diag.OmpEmptyLoop,
			"the loop's step %d leads away from its bound, but no iteration is executed", step).
			WithSection("5.2 §4.4.1")
	case loop.LeadsAway():
		l.notCanonical(incr, "the step %d of the loop leads away from its bound: the condition uses '%s'", step,
			loop.Cmp).WithFix("change the sign of the step, or the direction of the comparison")
		return false
	}
	return true
}

// invariants reports a loop body that modifies the loop variable, or a local variable in the loop's bound
// or step.
func (l *loopReader) invariants(loop *tree.Loop) {
	var fixed []*cc.Declarator
	for _, e := range []cc.ExpressionNode{loop.Bound, loop.Step} {
		ctree.EachVariable(e, func(d *cc.Declarator) { fixed = append(fixed, d) })
	}
	outer := map[*cc.Declarator]bool{}
	for _, o := range l.nest.Loops {
		outer[o.Var] = true
	}
	done := map[*cc.Declarator]bool{}
	ctree.EachWrite(loop.For.Statement, func(d *cc.Declarator, at cc.Node) {
		if done[d] || l.headOf(at) {
			return
		}
		if d == loop.Var {
			done[d] = true
			l.notCanonical(at, "loop variable '%s' must not be modified in the loop body", d.Name()).
				WithNote(l.t.Unit.NodeSpan(loop.For), "the loop is here").
				WithFix("declare another variable in the loop body, and change that instead of '%s'", d.Name())
			return
		}
		for _, f := range fixed {
			if f == d && !outer[d] && IsLocalScalar(d) {
				done[d] = true
				l.notCanonical(at,
					"'%s' must not be modified in the loop body: the bound or step of the loop depends on it",
					d.Name()).
					WithNote(l.t.Unit.NodeSpan(loop.For), "the loop is here").
					WithFix("copy '%s' before the construct, and use the copy in the head of the loop", d.Name())
				return
			}
		}
	})
}

// headOf reports whether at is in the header of a loop of this nest.
func (l *loopReader) headOf(at cc.Node) bool {
	off := l.t.Unit.Offset(at)
	for _, lp := range l.nest.Loops {
		start, _ := l.t.Unit.NodeRange(lp.For)
		body, _ := l.t.Unit.NodeRange(lp.For.Statement)
		if off >= start && off < body {
			return true
		}
	}
	return false
}

// IsLocalScalar reports whether d is a block-scope variable of integer or pointer type.
func IsLocalScalar(d *cc.Declarator) bool {
	return d.ResolvedIn() != nil && d.Type() != nil && (tree.IsIntegerType(d.Type()) || d.Type().Kind() == cc.Ptr)
}

// endless reports a loop whose condition holds for every value of the loop variable's type. No type
// can represent its number of iterations (5.2 §4.4.2).
func (l *loopReader) endless(loop *tree.Loop, cond cc.ExpressionNode) bool {
	t := loop.Var.Type()
	bound, known := ctree.ConstInt(loop.Bound)
	if !known || !tree.IsIntegerType(t) || t.Size() > 8 || t.Size() < 1 {
		return false
	}
	bits := uint(t.Size() * 8)
	signed, exact := cc.IsSignedInteger(t), true
	lowest, highest := int64(0), int64(1)<<min(bits, 62)-1
	switch {
	case signed:
		lowest, highest = -1<<(bits-1), 1<<(bits-1)-1
	case bits == 64 || bits == 32 && bound < 0: // C converts the bound to the variable's type
		highest, exact = math.MaxInt64, false
		if bound < 0 {
			return false
		}
	}
	always := loop.Cmp == "<" && bound > highest || loop.Cmp == "<=" && bound >= highest && exact ||
		loop.Cmp == ">" && bound < lowest || loop.Cmp == ">=" && bound <= lowest
	if always {
		d := l.notCanonical(cond, "the loop never ends: every value of type '%s' is %s %d", ctree.TypeText(t), loop.Cmp,
			bound).WithSection("5.2 §4.4.2")
		if !signed && loop.Cmp == ">=" {
			d.WithFix("use a signed loop variable, or count upwards")
		} else {
			d.WithFix("use a wider type for the loop variable")
		}
	}
	return always
}

// CanonicalLoop analyses the for statement f, a loop of c. It returns nil if the loop is not
// canonical (5.2 §4.4.1).
func CanonicalLoop(t *tree.Tree, c *tree.Construct, f *cc.IterationStatement) *tree.Loop {
	if f.Case != cc.IterationStatementFor && f.Case != cc.IterationStatementForDecl {
		return nil
	}
	l := &loopReader{t: t, c: c, diags: &diag.List{}, nest: &tree.LoopNest{}, ok: true}
	return l.canonical(f)
}
