package ctree

import (
	"math"
	"math/big"

	"modernc.org/cc/v4"
)

// Loop is a for loop whose parts have the form of a canonical loop (OpenMP 5.2 §4.4.1):
// for (Var = Init; Var Cmp Bound; Var += Step).
type Loop struct {
	For *cc.IterationStatement
	Var *cc.Declarator
	// Declared is set when the loop itself declares Var.
	Declared bool
	Init     cc.ExpressionNode
	// Cmp is the relation with Var on its left: < <= > >= !=.
	Cmp   string
	Bound cc.ExpressionNode
	// Unequal is the comparison if it is one with !=.
	Unequal *cc.EqualityExpression
	// Step is the increment's magnitude expression, nil for 1; Down is set
	// when it is subtracted.
	Step cc.ExpressionNode
	Down bool
}

// LoopPart is the part of a for loop's head that has not the form of a canonical loop's.
type LoopPart int

const (
	LoopCanonical LoopPart = iota // none: the loop has that form
	LoopInit                      // the initialisation is not var = start
	LoopCondition                 // the condition does not compare var with a bound
	LoopIncrement                 // the increment does not add a step to var
)

// LoopOf reads the for loop l. Where a part has not the form of a canonical loop's, the
// fields of the parts before it are set. Types and values are not looked at.
func LoopOf(l *cc.IterationStatement) (*Loop, LoopPart) {
	d := &Loop{For: l}
	cond, incr := l.ExpressionList2, l.ExpressionList3
	switch {
	case l.Case == cc.IterationStatementForDecl:
		cond, incr = l.ExpressionList, l.ExpressionList2
		d.declaration(l.Declaration)
	case l.Case == cc.IterationStatementFor && !IsNil(l.ExpressionList):
		d.assignment(l.ExpressionList)
	}
	switch {
	case d.Var == nil:
		return d, LoopInit
	case IsNil(cond) || !d.condition(cond):
		return d, LoopCondition
	case IsNil(incr) || !d.increment(incr):
		return d, LoopIncrement
	}
	return d, LoopCanonical
}

func (l *Loop) declaration(d *cc.Declaration) {
	if d == nil || d.InitDeclaratorList == nil || d.InitDeclaratorList.InitDeclaratorList != nil {
		return
	}
	x := d.InitDeclaratorList.InitDeclarator
	if x.Initializer == nil || x.Initializer.AssignmentExpression == nil {
		return
	}
	l.Var, l.Declared, l.Init = x.Declarator, true, x.Initializer.AssignmentExpression
}

func (l *Loop) assignment(e cc.ExpressionNode) {
	a, ok := Strip(e).(*cc.AssignmentExpression)
	if !ok || a.Case != cc.AssignmentExpressionAssign {
		return
	}
	l.Var, l.Init = VarOf(a.UnaryExpression), a.AssignmentExpression
}

var mirrored = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}

func (l *Loop) condition(e cc.ExpressionNode) bool {
	var left, right cc.ExpressionNode
	var op string
	switch x := Strip(e).(type) {
	case *cc.RelationalExpression:
		left, right = x.RelationalExpression, x.ShiftExpression
		op = map[cc.RelationalExpressionCase]string{cc.RelationalExpressionLt: "<", cc.RelationalExpressionLeq: "<=",
			cc.RelationalExpressionGt: ">", cc.RelationalExpressionGeq: ">="}[x.Case]
	case *cc.EqualityExpression:
		if x.Case == cc.EqualityExpressionNeq {
			left, right, op = x.EqualityExpression, x.RelationalExpression, "!="
			l.Unequal = x
		}
	}
	switch {
	case op == "":
		return false
	case VarOf(left) == l.Var:
		l.Cmp, l.Bound = op, right
	case VarOf(right) == l.Var:
		l.Cmp, l.Bound = mirrored[op], left
	default:
		return false
	}
	return !Mentions(l.Bound, l.Var)
}

func (l *Loop) increment(e cc.ExpressionNode) bool {
	switch x := Strip(e).(type) {
	case *cc.PostfixExpression:
		l.Down = x.Case == cc.PostfixExpressionDec
		return (x.Case == cc.PostfixExpressionInc || l.Down) && VarOf(x.PostfixExpression) == l.Var
	case *cc.UnaryExpression:
		l.Down = x.Case == cc.UnaryExpressionDec
		return (x.Case == cc.UnaryExpressionInc || l.Down) && VarOf(x.UnaryExpression) == l.Var
	case *cc.AssignmentExpression:
		if VarOf(x.UnaryExpression) != l.Var {
			return false
		}
		switch x.Case {
		case cc.AssignmentExpressionAdd, cc.AssignmentExpressionSub:
			l.Step, l.Down = x.AssignmentExpression, x.Case == cc.AssignmentExpressionSub
		case cc.AssignmentExpressionAssign:
			if !l.sum(x.AssignmentExpression) {
				return false
			}
		default:
			return false
		}
		return !Mentions(l.Step, l.Var)
	}
	return false
}

// sum recognises var + step, step + var and var - step.
func (l *Loop) sum(e cc.ExpressionNode) bool {
	a, ok := Strip(e).(*cc.AdditiveExpression)
	if !ok {
		return false
	}
	switch {
	case VarOf(a.AdditiveExpression) == l.Var:
		l.Step, l.Down = a.MultiplicativeExpression, a.Case == cc.AdditiveExpressionSub
	case VarOf(a.MultiplicativeExpression) == l.Var && a.Case == cc.AdditiveExpressionAdd:
		l.Step = a.AdditiveExpression
	default:
		return false
	}
	return true
}

// Up reports whether the loop counts upwards.
func (l *Loop) Up() bool {
	switch l.Cmp {
	case "<", "<=":
		return true
	case ">", ">=":
		return false
	}
	step := int64(1)
	if l.Step != nil {
		step, _ = ConstInt(l.Step) // with != it is 1 or -1
	}
	return (step > 0) != l.Down
}

// ConstStep is the loop's step with its sign, if it is constant. No step of an unsigned type is negative (5.2 §4.4.1);
// one beyond int64 is given as the greatest int64.
func (l *Loop) ConstStep() (int64, bool) {
	step, known := int64(1), true
	if l.Step != nil {
		step, known = ConstInt(l.Step)
		if v, unsigned := l.Step.Value().(cc.UInt64Value); known && unsigned {
			step = int64(min(uint64(v), math.MaxInt64))
		}
	}
	if l.Down {
		step = -step
	}
	return step, known
}

// Never reports whether the condition holds for no value of the variable's type, for a bound that is constant.
func (l *Loop) Never() bool {
	t := l.Var.Type()
	bound, known := ConstInt(l.Bound)
	if !known || !cc.IsIntegerType(t) || t.Size() > 8 || t.Size() < 1 {
		return false
	}
	lowest, highest := ValuesOf(t)
	return l.Cmp == "<" && bound <= lowest || l.Cmp == "<=" && bound < lowest || l.Cmp == ">" && bound >= highest ||
		l.Cmp == ">=" && bound > highest
}

// NeverStarts reports whether the condition is false for the constant start of the loop.
func (l *Loop) NeverStarts() bool {
	t := l.Var.Type()
	from, known := ConstInt(l.Init)
	to, bounded := ConstInt(l.Bound)
	if !known || !bounded || !cc.IsIntegerType(t) || !cc.IsSignedInteger(t) && (from < 0 || to < 0) {
		return false
	}
	return l.Cmp == "<" && from >= to || l.Cmp == "<=" && from > to || l.Cmp == ">" && from <= to ||
		l.Cmp == ">=" && from < to
}

// LeadsAway reports whether a constant step leads away from the bound.
func (l *Loop) LeadsAway() bool {
	step, known := l.ConstStep()
	return known && l.Cmp != "!=" && l.Up() != (step > 0)
}

// Overflows reports whether the distance of constant bounds, and a step, is more than
// the variable's type holds.
func (l *Loop) Overflows() bool {
	t := l.Var.Type()
	from, known := ConstInt(l.Init)
	to, bounded := ConstInt(l.Bound)
	step, constant := l.ConstStep()
	if !known || !bounded || !constant || !cc.IsIntegerType(t) || t.Size() > 8 ||
		t.Size() == 8 && !cc.IsSignedInteger(t) {
		return false
	}
	distance := new(big.Int).Sub(big.NewInt(to), big.NewInt(from))
	distance.Abs(distance).Add(distance, new(big.Int).Abs(big.NewInt(step)))
	_, highest := ValuesOf(t)
	return distance.Cmp(big.NewInt(highest)) > 0
}

// PassesLimit reports whether a step beyond the constant bound leaves the variable's type.
func (l *Loop) PassesLimit() bool {
	t := l.Var.Type()
	bound, bounded := ConstInt(l.Bound)
	step, constant := l.ConstStep()
	if !bounded || !constant || step == 1 || step == -1 || !cc.IsIntegerType(t) || t.Size() > 8 ||
		t.Size() == 8 && !cc.IsSignedInteger(t) {
		return false
	}
	lowest, highest := ValuesOf(t)
	beyond := new(big.Int).Add(big.NewInt(bound), big.NewInt(step))
	return beyond.Cmp(big.NewInt(lowest)) < 0 || beyond.Cmp(big.NewInt(highest)) > 0
}

// ValuesOf are the lowest and the highest value of integer type t, as far as an int64 has them.
func ValuesOf(t cc.Type) (lowest, highest int64) {
	bits := uint(t.Size() * 8)
	switch {
	case cc.IsSignedInteger(t):
		return -1 << (bits - 1), 1<<(bits-1) - 1
	case bits == 64:
		return 0, 1<<63 - 1
	}
	return 0, 1<<bits - 1
}
