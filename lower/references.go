// References: the variables outside of a construct that it refers to, and the variables that code may assign.

package lower

import (
	"slices"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// reference is a variable of the enclosing function or file that a construct refers to (5.2 §5.1.1), with its first
// use.
type reference struct {
	decl *cc.Declarator
	use  cc.Node
}

// refScan collects references in textual order.
type refScan struct {
	u      *unit
	inside map[*cc.Declarator]bool // the variables that the region declares
	hidden map[*cc.Declarator]int  // the variables that nested constructs around the current node privatise
	seen   map[*cc.Declarator]bool
	list   []reference
	// reverse counts the enclosing reverse-offload regions.
	reverse int
	// privates is set if the scan includes private variables.
	privates bool
	// vlas holds hidden variables whose private copies need run-time lengths.
	vlas []reference
}

// references returns the variables that target construct c refers to. It excludes those in map clauses and in clauses
// that the host evaluates.
func (u *unit) references(c *tree.Construct) (list, vlas []reference) {
	r := &refScan{u: u, inside: map[*cc.Declarator]bool{}, hidden: map[*cc.Declarator]int{},
		seen: map[*cc.Declarator]bool{}}
	r.construct(c, c.Leafs[1:])
	return r.list, r.vlas
}

// referencesIn returns the variables that the expressions refer to.
func (u *unit) referencesIn(list []*tree.Expr) []reference {
	r := &refScan{u: u, inside: map[*cc.Declarator]bool{}, hidden: map[*cc.Declarator]int{},
		seen: map[*cc.Declarator]bool{}}
	for _, e := range list {
		r.expr(e)
	}
	return r.list
}

// targetClause reports whether only the host evaluates clause cl of a combined construct.
func targetClause(c *tree.Construct, cl *tree.Clause) bool {
	return cl.Kind.Is(spec.HostEvaluated) || cl.Kind == spec.IfClause && (cl == c.If(spec.Target) || cl == c.TeamsIf())
}

// construct scans the clauses of a construct, then its statement without the variables that the construct privatises.
func (r *refScan) construct(c *tree.Construct, leafs []spec.DirectiveKind) {
	own := c.Has(spec.Target)
	var hide []*cc.Declarator
	for _, cl := range c.Clauses {
		// The enclosing code evaluates the sections of a reverse-offload region's map clauses.
		if own && targetClause(c, cl) && (cl.Kind != spec.MapClause || !c.RunsOnAncestor()) {
			continue
		}
		if cl.Kind == spec.PrivateClause {
			if len(leafs) > 0 {
				for _, it := range cl.Items {
					hide = append(hide, it.Decl)
				}
			}
			if !r.privates {
				continue
			}
		}
		// Other clauses that privatise the items list them too (5.2 §6.6).
		if cl.Kind == spec.AllocateClause {
			r.operandsOf(cl)
			continue
		}
		r.clause(cl)
	}
	if c.Args != nil && c.Kind != spec.Critical {
		r.clause(c.Args)
	}
	if loopLeaf(leafs) {
		hide = append(hide, without(r.u.loopVariables(c), r.u.lastLoopVariables(c))...)
	}
	if r.privates {
		hide = nil
	}
	for _, d := range hide {
		if d != nil && r.hidden[d] == 0 && !r.inside[d] && ctree.IsVLA(ctree.ObjectType(d)) {
			r.vlas = append(r.vlas, reference{d, d})
		}
		r.hidden[d]++
	}
	if c.Stmt != nil {
		r.walk(c.Stmt)
	}
	for _, d := range hide {
		r.hidden[d]--
	}
}

// operandsOf scans the expressions of a clause outside of its list.
func (r *refScan) operandsOf(cl *tree.Clause) {
	for _, e := range cl.Exprs {
		r.expr(e)
	}
	for _, m := range cl.Mods() {
		for _, e := range m.Args {
			r.expr(e)
		}
		for _, v := range m.Iter {
			r.expr(v.Begin)
			r.expr(v.End)
			r.expr(v.Step)
			r.inside[v.Decl] = true
		}
	}
}

func (r *refScan) clause(cl *tree.Clause) {
	r.operandsOf(cl)
	for _, it := range cl.Items {
		if it.Node != nil {
			r.walk(it.Node)
		} else if it.Decl != nil {
			r.add(it.Decl, nil)
		}
		for _, s := range it.Sections {
			r.expr(s.Lower)
			r.expr(s.Length)
			r.expr(s.Stride)
		}
	}
}

func (r *refScan) expr(e *tree.Expr) {
	if e != nil && e.Node != nil {
		r.walk(e.Node)
	}
}

func (r *refScan) add(d *cc.Declarator, use cc.Node) {
	if r.inside[d] || r.hidden[d] > 0 || r.seen[d] || d.IsTypename() || ctree.IsFunction(d) {
		return
	}
	if r.reverse > 0 && ctree.IsStaticStorage(d) {
		return
	}
	if use == nil {
		use = d
	}
	r.seen[d] = true
	r.list = append(r.list, reference{d, use})
}

func (r *refScan) walk(n cc.Node) {
	ctree.Walk(n, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.AttributeSpecifierList, *cc.AsmIndex:
			return false // attributes and asm operand names do not name variables
		case *cc.AsmArgList:
			r.operands(x)
			return false
		case *cc.IterationStatement:
			if c := r.u.tree.ByLoop[x]; c != nil {
				r.nested(c)
				return false
			}
		case *cc.PostfixExpression:
			if c := r.u.tree.ByCall[x]; c != nil {
				r.nested(c)
				return false
			}
		case *cc.Declarator:
			r.inside[x] = true
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent {
				if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
					r.add(d, x)
					r.nestedFunction(d)
				}
			}
		}
		return true
	})
}

// operands scans the operands of an asm statement, but not its clobbers and labels.
func (r *refScan) operands(l *cc.AsmArgList) {
	for section := 0; l != nil && section < 2; l, section = l.AsmArgList, section+1 {
		r.walk(l.AsmExpressionList)
	}
}

// nestedFunction adds the references of a nested function of the host function.
func (r *refScan) nestedFunction(d *cc.Declarator) {
	def := r.u.c.Nested(d)
	if def == nil || r.inside[def.Declarator] {
		return
	}
	r.walk(def.Declarator)
	r.walk(def.CompoundStatement)
}

func (r *refScan) nested(c *tree.Construct) {
	if c.RunsOnAncestor() {
		// The file-scope variables that it refers to are the host's.
		r.reverse++
		r.construct(c, c.Leafs)
		r.reverse--
		return
	}
	if c.Kind == spec.Metadirective {
		r.metadirective(c)
		return
	}
	r.construct(c, c.Leafs)
}

func loopLeaf(leafs []spec.DirectiveKind) bool {
	for _, l := range leafs {
		switch l {
		case spec.For, spec.Simd, spec.Distribute, spec.Loop, spec.Taskloop:
			return true
		}
		if l.IsTransformation() {
			return true
		}
	}
	return false
}

// assigned reports whether code in n may write variable d itself. Writes are assignments to d or a part of it, ++ and
// --, & and arrays that decay, and clauses of nested constructs that write d.
func (u *unit) assigned(n cc.Node, d *cc.Declarator) bool {
	w := &writeScan{u: u, d: d}
	w.walk(n)
	return w.found
}

type writeScan struct {
	u     *unit
	d     *cc.Declarator
	found bool
}

func (w *writeScan) walk(n cc.Node) {
	ctree.Walk(n, func(n cc.Node) bool {
		if w.found {
			return false
		}
		switch x := n.(type) {
		case *cc.IterationStatement:
			if c := w.u.tree.ByLoop[x]; c != nil {
				w.clauses(c)
			}
		case *cc.AssignmentExpression:
			if x.Case != cc.AssignmentExpressionCond && w.roots(x.UnaryExpression) {
				w.found = true
			}
		case *cc.UnaryExpression:
			switch x.Case {
			case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
				w.found = w.found || w.roots(x.UnaryExpression)
			case cc.UnaryExpressionAddrof:
				w.found = w.found || w.roots(x.CastExpression)
			}
		case *cc.PostfixExpression:
			return w.postfix(x)
		case *cc.PrimaryExpression:
			// A bare use of an array decays: its address may escape.
			if ctree.VarOf(x) == w.d && ctree.IsArray(ctree.ObjectType(w.d)) {
				w.found = true
			}
		}
		return !w.found
	})
}

// postfix scans ++, -- and subscripts. a[i] reads an array without letting its address escape.
func (w *writeScan) postfix(x *cc.PostfixExpression) bool {
	switch x.Case {
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		w.found = w.found || w.roots(x.PostfixExpression)
	case cc.PostfixExpressionIndex:
		if !ctree.IsArrayValue(x) && w.roots(x) {
			w.indices(x)
			return false
		}
	}
	return !w.found
}

// indices scans the subscripts of an access path, but not its root.
func (w *writeScan) indices(x cc.ExpressionNode) {
	switch e := ctree.Strip(x).(type) {
	case *cc.PostfixExpression:
		switch e.Case {
		case cc.PostfixExpressionIndex:
			w.walk(e.ExpressionList)
			w.indices(e.PostfixExpression)
		case cc.PostfixExpressionSelect:
			w.indices(e.PostfixExpression)
		}
	}
}

// roots reports whether lvalue x denotes d or a part of d.
func (w *writeScan) roots(x cc.ExpressionNode) bool {
	switch e := ctree.Strip(x).(type) {
	case *cc.PrimaryExpression:
		return ctree.VarOf(e) == w.d
	case *cc.PostfixExpression:
		switch e.Case {
		case cc.PostfixExpressionSelect:
			return w.roots(e.PostfixExpression)
		case cc.PostfixExpressionIndex:
			if d := ctree.RootOf(e.PostfixExpression); d == w.d && ctree.IsArrayValue(e.PostfixExpression) {
				return true
			}
			return ctree.IsArray(ctree.ObjectType(w.d)) && ctree.VarOf(e.PostfixExpression) == w.d
		}
	case *cc.UnaryExpression:
		if e.Case == cc.UnaryExpressionDeref {
			return ctree.IsArray(ctree.ObjectType(w.d)) && ctree.RootOf(e.CastExpression) == w.d
		}
		if e.Case == cc.UnaryExpressionReal || e.Case == cc.UnaryExpressionImag {
			return w.roots(e.UnaryExpression)
		}
	}
	return false
}

func (w *writeScan) clauses(c *tree.Construct) {
	for _, cl := range c.Clauses {
		if cl.Kind.Is(spec.Returns|spec.Reduces) || cl.Kind == spec.CopyprivateClause {
			w.found = w.found || cl.Lists(w.d)
		}
	}
	if loopLeaf(c.Leafs) {
		for _, d := range w.u.loopVariables(c) {
			w.found = w.found || d == w.d
		}
	}
}

// metadirective scans every variant: the choice may depend on the target, and all targets share the item table.
func (r *refScan) metadirective(c *tree.Construct) {
	at, decided := r.u.decidedAt(c)
	for i, cl := range c.Clauses {
		if decided && at != i {
			continue
		}
		r.u.chosen[c] = i
		if !decided {
			r.selector(cl.Selector)
		}
		for _, v := range cl.Variants {
			if v == nil || v.Kind == spec.Nothing {
				r.plain(c)
				continue
			}
			x := r.u.variantConstruct(c, v)
			r.construct(x, x.Leafs)
		}
	}
	if decided && at < 0 || !decided && leavesNothing(c) {
		r.u.chosen[c] = -1
		r.plain(c)
	}
}

func (r *refScan) selector(sets []*tree.TraitSet) {
	for _, set := range sets {
		for _, t := range set.Traits {
			for _, p := range t.Props {
				r.expr(p.Expr)
			}
		}
	}
}

// leavesNothing reports whether metadirective c may be replaced by an implicit nothing: it has neither an otherwise
// clause nor a condition that is always true (5.2 §7.4.2).
func leavesNothing(c *tree.Construct) bool {
	return !slices.ContainsFunc(c.Clauses, func(cl *tree.Clause) bool {
		return cl.Kind != spec.WhenClause || !slices.ContainsFunc(cl.Selector, func(s *tree.TraitSet) bool {
			return s.Name != "user" || slices.ContainsFunc(s.Traits, func(t *tree.Trait) bool {
				v, ok := ctree.ConstInt(t.Props[0].Expr.Node)
				return !ok || v == 0
			})
		})
	})
}

// plain scans metadirective c for the case that a nothing directive replaces it.
func (r *refScan) plain(c *tree.Construct) {
	if c.Stmt != nil {
		r.walk(c.Stmt)
	}
}
