// Calls that may mean one of several functions.

package cbody

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
)

// Callee is a function that a call may mean, if all of Conds hold.
type Callee struct {
	Conds []cc.ExpressionNode
	Args  []Argument // those that Conds name
	Func  *region.Function
	Type  *cc.FunctionType
}

// Argument is the value of a parameter in whose scope a condition stands.
type Argument struct {
	Param *cc.Declarator
	Value cc.ExpressionNode
}

// callOneOf calls the first of list whose conditions hold; the last has none.
func (f *Fn) callOneOf(list []Callee, n *cc.PostfixExpression, want bool) val {
	k := list[0]
	call := func() val { return f.callWith(&region.Call{Func: k.Func}, k.Type, arguments(n), want) }
	if len(list) == 1 || len(k.Conds) == 0 {
		return call()
	}
	for _, a := range k.Args {
		l := f.Local(a.Param.Name(), f.T.Type(a.Param.Type()), n)
		addr := &region.LocalAddr{Local: l}
		f.Assign(addr, a.Param.Type(), a.Value)
		defer f.Bind(a.Param, addr)()
	}
	cond := f.Bool(k.Conds[0])
	for _, x := range k.Conds[1:] {
		blk, v := f.branch(func() val { return scalar(f.Bool(x)) })
		cond = &region.AndAlso{X: cond, Y: seq(blk, v.x)}
	}
	bx, x := f.branch(call)
	by, y := f.branch(func() val { return f.callOneOf(list[1:], n, want) })
	return f.choose(cond, bx, x, by, y)
}
