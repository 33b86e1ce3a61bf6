// What a region does first with a variable: read or write it.

package lint

import (
	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
)

// What a statement does first with a part of a variable: whether it reads it before anything
// gives it a value.

// place tells the expressions that are a part of what base is, or, through it, points to.
type place func(base *cc.Declarator, through bool) func(cc.ExpressionNode) bool

// elementPlace tells elements.
func elementPlace(base *cc.Declarator, through bool) func(cc.ExpressionNode) bool {
	return func(x cc.ExpressionNode) bool { v, _ := elementOf(x); return v == base }
}

// wholePlace tells a variable, or what a pointer to it points to.
func wholePlace(base *cc.Declarator, through bool) func(cc.ExpressionNode) bool {
	return func(x cc.ExpressionNode) bool {
		v, n := elementOf(x)
		if through {
			return v == base && n == 1
		}
		return ctree.VarOf(x) == base
	}
}

// memberPlace tells a member of a structure.
func memberPlace(name string) place {
	return func(base *cc.Declarator, through bool) func(cc.ExpressionNode) bool {
		return func(x cc.ExpressionNode) bool {
			p, ok := ctree.Strip(x).(*cc.PostfixExpression)
			if !ok || p.Case != cc.PostfixExpressionSelect && p.Case != cc.PostfixExpressionPSelect ||
				p.Token2.SrcStr() != name {
				return false
			}
			if p.Case == cc.PostfixExpressionPSelect {
				return through && ctree.VarOf(p.PostfixExpression) == base
			}
			v, n := elementOf(p.PostfixExpression)
			return ctree.VarOf(p.PostfixExpression) == base && !through || through && v == base && n == 1
		}
	}
}

// useScan looks for the first use of a part of a variable.
type useScan struct {
	u     *Unit
	part  place
	level int

	base    *cc.Declarator
	through bool
	isPart  func(cc.ExpressionNode) bool

	done        bool
	conditional int
	read        cc.Node
	ok          bool
}

// firstUse is the first use in s of a part of d, which part tells, if it reads one on every
// path; ok is false where that is not known. Functions of the unit that get d or its address are
// followed.
func (u *Unit) firstUse(s cc.Node, d *cc.Declarator, part place) (read cc.Node, ok bool) {
	f := &useScan{u: u, part: part}
	return f.in(s, d, false)
}

func (f *useScan) in(s cc.Node, d *cc.Declarator, through bool) (read cc.Node, ok bool) {
	f.base, f.through, f.isPart, f.ok = d, through, f.part(d, through), true
	f.visit(s)
	return f.read, f.ok
}

// branch visits what is executed on some paths only.
func (f *useScan) branch(list ...cc.Node) {
	f.conditional++
	for _, n := range list {
		f.visit(n)
	}
	f.conditional--
}

func (f *useScan) use(n cc.Node, reads bool) {
	if f.done {
		return
	}
	f.done = true
	f.ok = f.conditional == 0
	if reads {
		f.read = n
	}
}

// visit looks at n in the order of execution.
func (f *useScan) visit(n cc.Node) {
	ctree.Walk(n, func(n cc.Node) bool {
		if f.done {
			return false
		}
		switch x := n.(type) {
		case *cc.IterationStatement:
			parts := []cc.Node{x.ExpressionList, x.Statement}
			switch x.Case {
			case cc.IterationStatementDo:
				parts = []cc.Node{x.Statement, x.ExpressionList}
			case cc.IterationStatementFor:
				parts = []cc.Node{x.ExpressionList, x.ExpressionList2, x.Statement, x.ExpressionList3}
			case cc.IterationStatementForDecl:
				parts = []cc.Node{x.Declaration, x.ExpressionList, x.Statement, x.ExpressionList2}
			}
			for _, part := range parts {
				f.visit(part)
			}
			return false
		case *cc.SelectionStatement:
			f.visit(x.ExpressionList)
			f.branch(x.Statement, x.Statement2)
			return false
		case *cc.AsmStatement, *cc.LabeledStatement:
			f.branch(nodeOf(x)) // what its operands do, and from where it is reached, is not known
			return false
		case *cc.ConditionalExpression:
			if x.Case == cc.ConditionalExpressionCond {
				f.visit(x.LogicalOrExpression)
				f.branch(x.ExpressionList, x.ConditionalExpression)
				return false
			}
		case *cc.LogicalAndExpression:
			if x.Case == cc.LogicalAndExpressionLAnd {
				f.visit(x.LogicalAndExpression)
				f.branch(x.InclusiveOrExpression)
				return false
			}
		case *cc.LogicalOrExpression:
			if x.Case == cc.LogicalOrExpressionLOr {
				f.visit(x.LogicalOrExpression)
				f.branch(x.LogicalAndExpression)
				return false
			}
		case *cc.AssignmentExpression:
			if x.Case == cc.AssignmentExpressionCond {
				return true
			}
			f.visit(x.AssignmentExpression) // before the target has its value
			if f.isPart(x.UnaryExpression) {
				f.use(x, x.Case != cc.AssignmentExpressionAssign)
			} else {
				f.visit(x.UnaryExpression)
			}
			return false
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionSizeofExpr || x.Case == cc.UnaryExpressionSizeofType {
				return false
			}
			if x.Case == cc.UnaryExpressionAddrof &&
				(f.isPart(x.CastExpression) || ctree.VarOf(x.CastExpression) == f.base) {
				f.use(x, false)
				return false
			}
			if x.Case == cc.UnaryExpressionDeref && f.isPart(x) {
				f.use(x, cc.IsScalarType(x.Type()) && !ctree.IsArray(x.Type().Undecay()))
				return false
			}
		case *cc.PostfixExpression:
			switch {
			case f.isPart(x):
				f.use(x, cc.IsScalarType(x.Type()) && !ctree.IsArray(x.Type().Undecay()))
				return false
			case x.Case == cc.PostfixExpressionCall:
				f.call(x)
				return false
			case f.otherMember(x):
				return false
			}
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent && ctree.VarOf(x) == f.base {
				f.use(x, f.isPart(x) && f.u.Tree.Unit.InPragma(x) == nil)
			}
		}
		return true
	})
}

func nodeOf(n cc.Node) cc.Node {
	if l, ok := n.(*cc.LabeledStatement); ok {
		return l.Statement
	}
	return n.(*cc.AsmStatement).Asm
}

// otherMember reports whether x is a member of the structure, not the one that is looked
// for.
func (f *useScan) otherMember(x *cc.PostfixExpression) bool {
	switch x.Case {
	case cc.PostfixExpressionSelect:
		return ctree.VarOf(x.PostfixExpression) == f.base && !f.through
	case cc.PostfixExpressionPSelect:
		return ctree.VarOf(x.PostfixExpression) == f.base && f.through
	}
	return false
}

// call visits the arguments of a call and then what the function does with the variable, if
// it is given it or its address, and is a function of the unit.
func (f *useScan) call(x *cc.PostfixExpression) {
	fd, i := f.u.called(x), 0
	type given struct {
		arg     cc.ExpressionNode
		p       *cc.Declarator
		through bool
	}
	var list []given
	for a := x.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		arg := a.AssignmentExpression
		var p *cc.Declarator
		if fd != nil {
			p = parameterFor(fd, i)
		}
		i++
		is, through := f.gives(arg)
		if !is || p == nil || f.level == depth || reassigns(fd, p) {
			f.visit(arg)
			continue
		}
		list = append(list, given{arg, p, through})
	}
	for _, g := range list {
		if f.done {
			return
		}
		in := &useScan{u: f.u, part: f.part, level: f.level + 1}
		read, ok := in.in(fd.CompoundStatement, g.p, g.through)
		switch {
		case in.done:
			f.use(g.arg, ok && read != nil)
			f.ok = f.ok && ok
		case g.through && len(list) > 1:
			f.use(g.arg, false)
		}
	}
}

// gives reports whether argument x is the variable or its address, and whether the
// parameter then points to it.
func (f *useScan) gives(x cc.ExpressionNode) (is, through bool) {
	x = ctree.StripCast(x)
	if a, ok := x.(*cc.UnaryExpression); ok && a.Case == cc.UnaryExpressionAddrof {
		return ctree.VarOf(a.CastExpression) == f.base && !f.through && !ctree.IsArray(ctree.ObjectType(f.base)), true
	}
	if ctree.VarOf(x) != f.base {
		return false, false
	}
	switch {
	case f.isPart(x):
		return false, false // its value: it is read
	case f.through, ctree.IsArray(ctree.ObjectType(f.base)), ctree.ObjectType(f.base).Kind() == cc.Ptr:
		return true, true
	}
	return ctree.IsAggregate(ctree.ObjectType(f.base)), false
}
