// Warnings about data races between iterations of loops that several threads or teams execute.

package lint

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// The checks find variables that concurrent iterations of a loop update (5.2 §1.4.1: a data race), and iterations
// that read what another iteration writes.

// races checks the loops of the unit whose iterations threads or teams execute concurrently.
func (u *Unit) races() {
	if u.locks() {
		return
	}
	for _, c := range u.Tree.All {
		if c == nil || c.Stmt == nil || c.Func == nil || c.Meta != nil || !sharedOut(c) ||
			c.Clause(spec.OrderedClause) != nil || oneThread(c) {
			continue
		}
		if around := u.teamAround(c); around != nil {
			r := &raceScan{u: u, c: c, around: around, loops: u.LoopVariables(c)}
			if len(r.loops) > 0 && !u.once(c) {
				r.statement(c.Stmt, false)
				r.carried()
			}
		}
	}
}

// once reports whether the outermost loop of c has one iteration.
func (u *Unit) once(c *tree.Construct) bool {
	once, first := false, true
	ctree.Walk(c.Stmt, func(n cc.Node) bool {
		l, ok := n.(*cc.IterationStatement)
		if !ok || !ctree.IsFor(l) || !first {
			return first
		}
		first = false
		if dim := canonical(l); dim != nil {
			lo, ok1 := ctree.ConstInt(dim.Init)
			hi, ok2 := ctree.ConstInt(dim.Bound)
			once = ok1 && ok2 && (dim.Cmp == "<" || dim.Cmp == ">") && hi-lo >= -1 && hi-lo <= 1
		}
		return false
	})
	return once
}

// locks reports whether the unit acquires a lock, which may order the accesses.
func (u *Unit) locks() bool {
	found := false
	for tu := u.Tree.Unit.AST.TranslationUnit; tu != nil && !found; tu = tu.TranslationUnit {
		e := tu.ExternalDeclaration
		if e == nil || e.FunctionDefinition == nil {
			continue
		}
		ctree.Walk(e.FunctionDefinition, func(n cc.Node) bool {
			if x, ok := n.(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionCall {
				switch calledName(x) {
				case "omp_set_lock", "omp_test_lock", "omp_set_nest_lock", "omp_test_nest_lock":
					found = true
				}
			}
			return !found
		})
	}
	return found
}

func sharedOut(c *tree.Construct) bool {
	switch c.Leafs[len(c.Leafs)-1] {
	case spec.For, spec.Distribute, spec.Simd, spec.Loop:
		return c.Has(spec.For) || c.Has(spec.Distribute) || c.Has(spec.Loop)
	}
	return false
}

// oneThread reports whether a construct around c may limit its team to one thread.
func oneThread(c *tree.Construct) bool {
	for p := c; p != nil; p = p.Parent {
		for _, cl := range p.All(spec.ThreadLimitClause) {
			if !moreThanOne(cl) {
				return true
			}
		}
	}
	return false
}

// teamAround returns the construct, c or an enclosing one, that starts the threads or teams which execute c's
// iterations. It returns nil if none is known, or if there may be only one thread or team.
func (u *Unit) teamAround(c *tree.Construct) *tree.Construct {
	leaf := spec.Parallel
	if !c.Has(spec.For) && c.Has(spec.Distribute) || c.Has(spec.Loop) && !c.Has(spec.Parallel) {
		leaf = spec.Teams
	}
	for p := c; p != nil; p = p.Parent {
		if p.Meta != nil || p.Kind == spec.Metadirective || p.Kind == spec.Dispatch {
			return nil
		}
		for _, kind := range []spec.ClauseKind{spec.IfClause, spec.NumThreadsClause, spec.NumTeamsClause,
			spec.SafesyncClause} {
			for _, cl := range p.All(kind) {
				if kind == spec.IfClause || !moreThanOne(cl) {
					return nil
				}
			}
		}
		if p.Has(leaf) {
			return p
		}
		if p != c && p.Leafs[0] != spec.TargetData && !p.Kind.IsTransformation() {
			for _, l := range p.Leafs {
				switch l {
				case spec.For, spec.Teams, spec.Distribute, spec.Simd, spec.Loop:
				default:
					return nil
				}
			}
		}
	}
	return nil
}

// moreThanOne reports whether the clause's argument is a constant above 1.
func moreThanOne(cl *tree.Clause) bool {
	if len(cl.Exprs) != 1 && !cl.Spatial() {
		return false
	}
	product := int64(1)
	for _, e := range cl.Exprs {
		if e == nil || e.Node == nil {
			return false
		}
		v, ok := ctree.ConstInt(e.Node)
		if !ok {
			return false
		}
		product *= v
	}
	return product > 1
}

// raceScan checks the body of one loop construct.
type raceScan struct {
	u      *Unit
	c      *tree.Construct
	around *tree.Construct
	loops  []*cc.Declarator
	warned map[*cc.Declarator]bool
}

// statement looks for updates in n. guarded is set below a condition that may select single iterations.
func (r *raceScan) statement(n cc.Node, guarded bool) {
	ctree.Walk(n, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.IterationStatement:
			if in := r.u.Tree.ByLoop[x]; in != nil && in != r.c {
				return r.enters(in)
			}
		case *cc.SelectionStatement:
			r.statement(x.ExpressionList, guarded)
			g := guarded || r.picks(x.ExpressionList)
			r.statement(x.Statement, g)
			r.statement(x.Statement2, g)
			return false
		case *cc.ConditionalExpression, *cc.LogicalAndExpression, *cc.LogicalOrExpression, *cc.AsmStatement:
			return false
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionCall {
				return r.u.Tree.ByCall[x] == nil
			}
		}
		if target := ctree.Written(n); target != nil && !guarded {
			r.update(n, target)
		}
		return true
	})
}

// enters reports whether the updates in nested construct in are unsynchronised and not private to it.
func (r *raceScan) enters(in *tree.Construct) bool {
	for _, l := range in.Leafs {
		if l != spec.Simd && l != spec.Loop && !in.Kind.IsTransformation() {
			return false
		}
	}
	for _, cl := range in.Clauses {
		if cl.Kind.Is(spec.Privatizes) {
			return false
		}
	}
	return true
}

// picks reports whether condition e may be true for one iteration only. It assumes this in three cases:
// e names a loop variable or a variable of the region outside of subscripts; e calls a function; e has no subscript.
func (r *raceScan) picks(e cc.Node) bool {
	picks, elements := false, false
	ctree.Walk(e, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionCall {
				picks = true
			}
			if x.Case == cc.PostfixExpressionIndex {
				elements = true
				return false
			}
		case *cc.PrimaryExpression:
			d := ctree.VarOf(x)
			if d != nil && (slices.Contains(r.loops, d) || r.declares(r.c, d)) {
				picks = true
			}
		}
		return !picks
	})
	return picks || !elements
}

// declares reports whether c's region declares d.
func (r *raceScan) declares(c *tree.Construct, d *cc.Declarator) bool {
	off := r.u.Tree.Unit.Offset(d)
	return off >= c.StmtStart && off < c.End
}

// update warns if n, which writes target, also reads it and all threads share it.
func (r *raceScan) update(n cc.Node, target cc.ExpressionNode) {
	d, text := ctree.VarOf(target), ""
	if d == nil {
		if d = r.fixedElement(target); d == nil {
			return
		}
		text = r.u.source(target)
	} else {
		text = d.Name()
	}
	op, updates := operatorOf(n, d)
	if !updates || r.warned[d] || !r.shared(d) || r.u.Atomic(d) {
		return
	}
	if r.warned == nil {
		r.warned = map[*cc.Declarator]bool{}
	}
	r.warned[d] = true
	w := r.u.Diags.Warnf(r.u.Tree.Unit.NodeSpan(n), diag.OmpDataRace,
		"data race: concurrent iterations update the shared variable '%s'", text).WithSection("5.2 §1.4.1").
		WithNote(diag.Span{Pos: r.c.Pos(), Len: len(r.c.Kind.String())}, "'%s' runs the iterations concurrently",
			r.c.Kind)
	_, assigns := n.(*cc.AssignmentExpression)
	switch {
	case op != "" && takes(r.c, spec.ReductionClause) && ctree.VarOf(target) != nil &&
		!ctree.IsAggregate(ctree.ObjectType(d)) && ctree.ObjectType(d).Kind() != cc.Ptr:
		w.WithFix("write reduction(%s: %s)", op, text)
		if clauseNaming(r.c, d) == nil && r.c.Meta == nil && !r.c.Pragma.Inner {
			w.WithEdit(clausesEnd(r.c), fmt.Sprintf(" reduction(%s: %s)", op, text))
		}
	case assigns && op == "":
		w.WithFix("write a reduction clause, or '#pragma omp critical' above it")
	default:
		w.WithFix("write '#pragma omp atomic' above it")
	}
}

// fixedElement returns the variable if target is the same element of it, or of the storage it points to, in every
// iteration.
func (r *raceScan) fixedElement(target cc.ExpressionNode) *cc.Declarator {
	fixed := true
	for x := ctree.Strip(target); ; {
		if p, ok := x.(*cc.PostfixExpression); ok && p.Case == cc.PostfixExpressionIndex {
			_, constant := ctree.ConstInt(p.ExpressionList)
			fixed = fixed && constant
			x = ctree.Strip(p.PostfixExpression)
			continue
		}
		if p, ok := x.(*cc.UnaryExpression); ok && p.Case == cc.UnaryExpressionDeref {
			x = ctree.Strip(p.CastExpression)
			continue
		}
		if d := ctree.VarOf(x); d != nil && fixed && (ctree.IsArray(ctree.ObjectType(d)) || !writes(r.c.Stmt, d)) {
			return d
		}
		return nil
	}
}

// operatorOf returns the reduction operator that update n applies, and whether n updates d.
func operatorOf(n cc.Node, d *cc.Declarator) (op string, updates bool) {
	switch x := n.(type) {
	case *cc.PostfixExpression, *cc.UnaryExpression:
		return "+", true
	case *cc.AssignmentExpression:
		switch x.Case {
		case cc.AssignmentExpressionAdd, cc.AssignmentExpressionSub:
			return "+", true
		case cc.AssignmentExpressionMul:
			return "*", true
		case cc.AssignmentExpressionAnd:
			return "&", true
		case cc.AssignmentExpressionOr:
			return "|", true
		case cc.AssignmentExpressionXor:
			return "^", true
		case cc.AssignmentExpressionAssign:
			return operatorWith(x.AssignmentExpression, d), ctree.VarOf(x.UnaryExpression) == d &&
				ctree.Mentions(x.AssignmentExpression, d)
		}
		return "", true
	}
	return "", false
}

// operatorWith returns the operator of x that has d as an operand.
func operatorWith(x cc.ExpressionNode, d *cc.Declarator) string {
	switch a := ctree.Strip(x).(type) {
	case *cc.AdditiveExpression:
		if ctree.VarOf(a.AdditiveExpression) == d ||
			a.Case == cc.AdditiveExpressionAdd && ctree.VarOf(a.MultiplicativeExpression) == d {
			return "+"
		}
	case *cc.MultiplicativeExpression:
		if a.Case == cc.MultiplicativeExpressionMul &&
			(ctree.VarOf(a.MultiplicativeExpression) == d || ctree.VarOf(a.CastExpression) == d) {
			return "*"
		}
	}
	return ""
}

// shared reports whether the threads or teams that execute the iterations share one d.
func (r *raceScan) shared(d *cc.Declarator) bool {
	u := r.u
	if slices.Contains(r.loops, d) || r.declares(r.around, d) || u.Threadprivate(d) || d.IsThreadLocal() ||
		u.Groupprivate(d) {
		return false
	}
	for p := r.c; p != nil; p = p.Parent {
		for _, cl := range p.Clauses {
			switch {
			case cl.Kind == spec.DefaultClause:
				if len(cl.Words) > 0 && cl.Words[0] != "shared" && cl.Words[0] != "none" && p.Start >= r.around.Start {
					return false
				}
			case !cl.Lists(d) || cl.Kind == spec.FirstprivateClause && p.Kind == spec.Target:
			case cl.Kind.Is(spec.Privatizes|spec.Reduces) || cl.Kind == spec.CopyinClause ||
				cl.Kind == spec.HasDeviceAddrClause:
				if p.Start >= r.around.Start || cl.Kind == spec.ReductionClause {
					return false
				}
			}
		}
		if p == r.around {
			break
		}
		// d may be the variable of an enclosing loop.
		if slices.Contains(u.LoopVariables(p), d) {
			return false
		}
	}
	return !r.counts(d)
}

// counts reports whether d is the variable of a loop in the region, which may be predetermined private.
func (r *raceScan) counts(d *cc.Declarator) bool {
	found := false
	ctree.Walk(r.c.Stmt, func(n cc.Node) bool {
		if l, ok := n.(*cc.IterationStatement); ok && ctree.IsFor(l) {
			if dim := canonical(l); dim != nil && dim.Var == d {
				found = true
			}
		}
		return !found
	})
	return found
}

// carried warns if an iteration reads an element that another iteration writes.
func (r *raceScan) carried() {
	if len(r.c.Children) > 0 || r.c.Clause(spec.ReductionClause) != nil && r.c.Clause(spec.ReductionClause).
		HasModifier("inscan") {
		return
	}
	var written, read []*cc.PostfixExpression
	targets := map[cc.Node]bool{}
	ctree.Walk(r.c.Stmt, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.SelectionStatement, *cc.ConditionalExpression, *cc.LogicalAndExpression, *cc.LogicalOrExpression:
			return false
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionIndex {
				if !targets[x] {
					read = append(read, x)
				}
				return false
			}
		}
		if target := ctree.Written(n); target != nil {
			if x, ok := ctree.Strip(target).(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionIndex {
				targets[x] = true
				written = append(written, x)
			}
		}
		return true
	})
	for _, w := range written {
		for _, x := range read {
			if d := r.conflict(w, x); d != nil {
				r.u.Diags.Warnf(r.u.Tree.Unit.NodeSpan(x), diag.OmpDataRace,
					"data race: this iteration reads '%s', which another iteration writes concurrently", r.u.source(x)).
					WithSection("5.2 §1.4.1").
					WithNote(r.u.Tree.Unit.NodeSpan(w), "it is written here").
					WithNote(diag.Span{Pos: r.c.Pos(), Len: len(r.c.Kind.String())},
						"'%s' runs the iterations concurrently", r.c.Kind).
					WithFix("write the results to another array")
				return
			}
		}
	}
}

// conflict returns the variable if w and x are elements of it that different iterations access. Their subscripts must
// differ only by a constant distance of a loop variable.
func (r *raceScan) conflict(w, x *cc.PostfixExpression) *cc.Declarator {
	a, n := elementOf(w)
	b, m := elementOf(x)
	if a == nil || a != b || n != m || r.declares(r.around, a) || !r.shared(a) ||
		!ctree.IsArray(ctree.ObjectType(a)) && writes(r.c.Stmt, a) {
		return nil
	}
	apart := false
	for p, q := w, x; ; {
		if v, by := r.distance(p.ExpressionList, q.ExpressionList); v != nil {
			if by != 0 && !r.overlaps(v, by) {
				return nil
			}
			apart = apart || by != 0
		} else if r.u.source(p.ExpressionList) != r.u.source(q.ExpressionList) || !r.fixed(p.ExpressionList) {
			return nil
		}
		pp, ok1 := ctree.Strip(p.PostfixExpression).(*cc.PostfixExpression)
		qq, ok2 := ctree.Strip(q.PostfixExpression).(*cc.PostfixExpression)
		if !ok1 || !ok2 || pp.Case != cc.PostfixExpressionIndex || qq.Case != cc.PostfixExpressionIndex {
			break
		}
		p, q = pp, qq
	}
	if !apart {
		return nil
	}
	return a
}

// fixed reports whether e, a subscript of both elements, has the same value in all iterations that may conflict. Then
// it names no variables of the region except loop variables.
func (r *raceScan) fixed(e cc.ExpressionNode) bool {
	fixed := true
	ctree.Walk(e, func(n cc.Node) bool {
		if p, ok := n.(*cc.PrimaryExpression); ok {
			if d := ctree.VarOf(p); d != nil && (r.declares(r.c, d) || ctree.IsFunction(d)) && !r.counts(d) {
				fixed = false
			}
		}
		return fixed
	})
	return fixed
}

// distance returns the loop variable v of the construct and the distance of subscripts p and q, if both are v plus a
// constant.
func (r *raceScan) distance(p, q cc.ExpressionNode) (v *cc.Declarator, by int64) {
	v, a := plusConstant(p)
	w, b := plusConstant(q)
	if v == nil || v != w || !slices.Contains(r.loops, v) {
		return nil, 0
	}
	return v, b - a
}

// plusConstant splits x into a variable and the constant added to it.
func plusConstant(x cc.ExpressionNode) (*cc.Declarator, int64) {
	x = ctree.Strip(x)
	if d := ctree.VarOf(x); d != nil {
		return d, 0
	}
	a, ok := x.(*cc.AdditiveExpression)
	if !ok || a.Case != cc.AdditiveExpressionAdd && a.Case != cc.AdditiveExpressionSub {
		return nil, 0
	}
	d := ctree.VarOf(a.AdditiveExpression)
	by, constant := ctree.ConstInt(a.MultiplicativeExpression)
	if d == nil || !constant {
		return nil, 0
	}
	if a.Case == cc.AdditiveExpressionSub {
		by = -by
	}
	return d, by
}

// overlaps reports whether two iterations of v's loop have the distance by.
func (r *raceScan) overlaps(v *cc.Declarator, by int64) bool {
	const near = 8
	found := false
	ctree.Walk(r.c.Stmt, func(n cc.Node) bool {
		l, ok := n.(*cc.IterationStatement)
		if !ok || !ctree.IsFor(l) {
			return true
		}
		dim := canonical(l)
		if dim == nil || dim.Var != v || dim.Step != nil {
			return true
		}
		lo, ok1 := ctree.ConstInt(dim.Init)
		hi, ok2 := ctree.ConstInt(dim.Bound)
		switch {
		case ok1 && ok2:
			found = max(hi-lo, lo-hi) > max(by, -by)
		default:
			found = by <= near && by >= -near
		}
		return false
	})
	return found
}
