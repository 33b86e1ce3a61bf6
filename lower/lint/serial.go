// Loops on one thread of a device.

package lint

import (
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Loops of a target region that one thread executes, or each thread, where many could share
// them.

// serialLoop: a loop on one thread of the device.
func (k *target) serialLoop() {
	if k.repeatedLoop() || len(k.c.Leafs) > 1 || anyParallel(k.c.Children) {
		return
	}
	loop := heavyLoop(k.c.Stmt, k.u)
	if loop == nil {
		return
	}
	w := k.warn(loop, diag.OmpSerialTarget, "this loop runs on one thread of the device").WithSection("5.2 §13.8")
	if op, sum := summed(loop); sum != nil {
		w.WithFix("write target teams distribute parallel for reduction(%s: %s) if its iterations are independent", op,
			sum.Name())
		return
	}
	w.WithFix("write target teams distribute parallel for if its iterations are independent")
}

func (u *Unit) hasConstructs(fd *cc.FunctionDefinition) bool {
	for _, c := range u.Tree.All {
		if c != nil && c.Func == fd {
			return true
		}
	}
	return false
}

// summed is the variable of the construct to which loop adds something in each iteration.
func summed(loop *cc.IterationStatement) (op string, d *cc.Declarator) {
	own := map[*cc.Declarator]bool{}
	ctree.Walk(loop, func(n cc.Node) bool {
		if v, ok := n.(*cc.Declarator); ok {
			own[v] = true
		}
		if target := ctree.Written(n); target != nil && d == nil {
			if v := ctree.VarOf(target); v != nil && !own[v] {
				if o, updates := operatorOf(n, v); updates && o != "" {
					if a, assigns := n.(*cc.AssignmentExpression); assigns && readsElement(a.AssignmentExpression) {
						op, d = o, v
					}
				}
			}
		}
		return true
	})
	return op, d
}

func readsElement(x cc.Node) bool {
	found := false
	ctree.Walk(x, func(n cc.Node) bool {
		p, ok := n.(*cc.PostfixExpression)
		found = found || ok && p.Case == cc.PostfixExpressionIndex
		return !found
	})
	return found
}

// repeatedLoop: a loop that every team of a league, or every thread of a team, executes as
// a whole, for nothing shares it out and nothing tells them apart.
func (k *target) repeatedLoop() bool {
	inner := k.c
	if len(k.c.Leafs) == 1 && len(k.c.Children) == 1 {
		inner = k.c.Children[0]
	}
	last := inner.Leafs[len(inner.Leafs)-1]
	if last != spec.Teams && last != spec.Parallel || len(inner.Leafs) > 2 || len(inner.Children) > 0 ||
		inner.Stmt == nil {
		return false
	}
	loop := heavyLoop(inner.Stmt, k.u)
	if loop == nil || !ctree.IsFor(loop) || callsAnything(inner.Stmt, k.u) || !k.writesShared(loop, inner) {
		return false
	}
	if dim := canonical(loop); dim == nil || dim.Init == nil {
		return false
	} else if _, constant := ctree.ConstInt(dim.Init); !constant {
		return false
	}
	who, fix := "team", "target teams distribute parallel for"
	if last == spec.Parallel {
		who, fix = "thread", "parallel for"
	}
	k.warn(loop, diag.OmpSerialTarget, "every %s executes all iterations of this loop: no construct distributes them",
		who).
		WithSection("5.2 §11").WithFix("write %s if its iterations are independent", fix)
	return true
}

// writesShared reports whether loop writes elements only of what those who execute the
// region of construct inner share.
func (k *target) writesShared(loop *cc.IterationStatement, inner *tree.Construct) bool {
	shared, own := false, false
	ctree.Walk(loop.Statement, func(n cc.Node) bool {
		target := ctree.Written(n)
		if target == nil {
			return true
		}
		d, _ := elementOf(target)
		if d == nil {
			return true
		}
		private, _ := copies(inner, d)
		off := k.u.Tree.Unit.Offset(d)
		if private || k.capture(d) == nil || off >= inner.StmtStart && off < inner.End {
			own = true
		} else {
			shared = true
		}
		return true
	})
	return shared && !own
}

// callsAnything reports whether s calls other functions than mathematical ones and those of the
// unit that only compute.
func callsAnything(s *cc.Statement, u *Unit) bool {
	calls := false
	ctree.Walk(s, func(n cc.Node) bool {
		if p, ok := n.(*cc.PostfixExpression); ok && p.Case == cc.PostfixExpressionCall &&
			!mathematical[calledName(p)] {
			fd := u.called(p)
			calls = calls || fd == nil || !u.onlyComputes(fd, 0)
		}
		return !calls
	})
	return calls
}

// onlyComputes reports whether fd writes nothing but variables of its own, and calls only what does
// so, too.
func (u *Unit) onlyComputes(fd *cc.FunctionDefinition, level int) bool {
	if level == depth || u.hasConstructs(fd) {
		return false
	}
	only := true
	ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.AsmStatement:
			only = false
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionCall && !mathematical[calledName(x)] {
				f := u.called(x)
				only = only && f != nil && u.onlyComputes(f, level+1)
			}
		}
		if target := ctree.Written(n); target != nil {
			d := ctree.VarOf(target)
			only = only && d != nil && !ctree.IsStaticStorage(d)
		}
		return only
	})
	return only
}

// mathematical are functions of which the calls do not keep a loop from being shared out.
var mathematical = map[string]bool{
	"sqrt": true, "sqrtf": true, "fabs": true, "fabsf": true, "exp": true, "expf": true, "log": true, "logf": true,
	"pow": true, "powf": true,
	"sin": true, "sinf": true, "cos": true, "cosf": true, "tan": true, "tanh": true, "atan2": true, "fmin": true,
	"fmax": true, "fminf": true, "fmaxf": true,
	"floor": true, "ceil": true, "abs": true, "hypot": true, "fma": true, "cbrt": true, "erf": true,
}

func anyParallel(list []*tree.Construct) bool {
	for _, c := range list {
		for _, l := range c.Leafs {
			switch l {
			case spec.Parallel, spec.Teams, spec.Loop, spec.Simd, spec.Metadirective:
				return true
			}
		}
		if anyParallel(c.Children) {
			return true
		}
	}
	return false
}

// heavyLoop is a loop at the region's top that has at least constant many iterations and calls only mathematical
// functions. No iteration may read another element of an array that it writes. So small loops, loops of calls and
// recurrences are left alone.
func heavyLoop(s *cc.Statement, u *Unit) *cc.IterationStatement {
	const many = 256
	for _, x := range ctree.Statements(s) {
		if x.Case != cc.StatementIteration || u.Tree.ByLoop[x.IterationStatement] != nil {
			continue
		}
		v, bound := counted(x.IterationStatement)
		if v == nil {
			continue
		}
		if hi, ok := ctree.ConstInt(bound); ok && hi < many && hi > -many {
			continue
		}
		if !callsAnything(x, u) && spreads(x.IterationStatement, v) && !u.carries(x.IterationStatement) {
			return x.IterationStatement
		}
	}
	return nil
}

// counted gives the variable that loop l counts and its bound, nil if it counts none:
// a while loop does so if its condition compares a variable that its body steps by one
// statement of its own.
func counted(l *cc.IterationStatement) (v *cc.Declarator, bound cc.ExpressionNode) {
	if ctree.IsFor(l) {
		if d := canonical(l); d != nil {
			return d.Var, d.Bound
		}
		return nil, nil
	}
	if l.Case != cc.IterationStatementWhile && l.Case != cc.IterationStatementDo {
		return nil, nil
	}
	x, ok := ctree.Strip(l.ExpressionList).(*cc.RelationalExpression)
	if !ok || ctree.VarOf(x.RelationalExpression) == nil {
		return nil, nil
	}
	v = ctree.VarOf(x.RelationalExpression)
	steps, changes := 0, 0
	ctree.Walk(l.Statement, func(n cc.Node) bool {
		if w := ctree.Written(n); w != nil && ctree.VarOf(w) == v {
			changes++
		}
		return true
	})
	for _, s := range ctree.Statements(l.Statement) {
		if w := ctree.Written(ctree.OnlyExpression(s)); w != nil && ctree.VarOf(w) == v {
			steps++
		}
	}
	if steps != 1 || changes != 1 {
		return nil, nil
	}
	return v, x.ShiftExpression
}

// spreads reports whether each iteration writes elements of its own, as far as the analysis sees. Every assignment
// in the body must be to a variable of the body, or to an element whose subscript has the loop's variable v, or to
// a sum of such elements. Only such a loop has anything to gain from more threads.
func spreads(loop *cc.IterationStatement, v *cc.Declarator) bool {
	own := map[*cc.Declarator]bool{}
	ctree.Walk(loop.Statement, func(n cc.Node) bool {
		if d, ok := n.(*cc.Declarator); ok {
			own[d] = true
		}
		return true
	})
	elements, others := 0, 0
	ctree.Walk(loop.Statement, func(n cc.Node) bool {
		target := ctree.Written(n)
		if target == nil {
			return true
		}
		x, ok := ctree.Strip(target).(*cc.PostfixExpression)
		switch {
		case own[ctree.VarOf(target)] || ctree.VarOf(target) == v:
		case ok && subscriptNames(x, v), sums(n, v):
			elements++
		default:
			others++
		}
		return true
	})
	return elements > 0 && others == 0
}

// sums reports whether n adds an element that v numbers to a variable.
func sums(n cc.Node, v *cc.Declarator) bool {
	a, ok := n.(*cc.AssignmentExpression)
	if !ok || ctree.VarOf(a.UnaryExpression) == nil ||
		a.Case != cc.AssignmentExpressionAdd && a.Case != cc.AssignmentExpressionMul &&
			a.Case != cc.AssignmentExpressionXor {
		return false
	}
	found := false
	ctree.Walk(a.AssignmentExpression, func(n cc.Node) bool {
		x, ok := n.(*cc.PostfixExpression)
		found = found || ok && x.Case == cc.PostfixExpressionIndex && subscriptNames(x, v)
		return !found
	})
	return found
}

// carries reports whether the body of loop reads elements of an array other than those
// that it writes: an iteration may need what another one has written.
func (u *Unit) carries(loop *cc.IterationStatement) bool {
	written, target := map[*cc.Declarator]string{}, map[cc.Node]bool{}
	ctree.Walk(loop.Statement, func(n cc.Node) bool {
		if t := ctree.Written(n); t != nil {
			if d, _ := elementOf(t); d != nil {
				written[d] = u.source(ctree.Strip(t))
				target[ctree.Strip(t)] = true
			}
		}
		return true
	})
	carried := false
	ctree.Walk(loop.Statement, func(n cc.Node) bool {
		if x, ok := n.(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionIndex {
			if d, _ := elementOf(x); d != nil && !target[x] {
				text, is := written[d]
				carried = carried || is && u.source(x) != text && !strings.HasPrefix(text, u.source(x)+"[")
			}
		}
		return !carried
	})
	return carried
}

// subscriptNames reports whether x is an element of which a subscript names v.
func subscriptNames(x *cc.PostfixExpression, v *cc.Declarator) bool {
	for ok := true; ok && x.Case == cc.PostfixExpressionIndex; x,
		ok = ctree.Strip(x.PostfixExpression).(*cc.PostfixExpression) {
		if namesVariable(x.ExpressionList, v) {
			return true
		}
	}
	return false
}

func namesVariable(e cc.Node, v *cc.Declarator) bool {
	found := false
	ctree.Walk(e, func(n cc.Node) bool {
		if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent &&
			p.ResolvedTo() == cc.Node(v) {
			found = true
		}
		return !found
	})
	return found
}
