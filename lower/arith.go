// Arithmetic on region expressions, folded where the operands are constants.

package lower

import (
	"math/big"

	"ompcc/lower/region"
)

// The builders below fold constants, so that loops with constant bounds have
// constant trip counts and simple loops stay simple to read.

func isConstExpr(x region.Expr) bool { _, ok := x.(*region.Const); return ok }

// isPlain reports whether repeating x costs nothing: a temporary or parameter.
func isPlain(x region.Expr) bool {
	switch x.(type) {
	case *region.TempVal, *region.ParamVal:
		return true
	}
	return false
}

func isValue(x region.Expr, v int64) bool {
	c, ok := x.(*region.Const)
	return ok && c.Val.IsInt64() && c.Val.Int64() == v
}

func isOne(x region.Expr) bool  { return isValue(x, 1) }
func isZero(x region.Expr) bool { return isValue(x, 0) }

// constVal is the value of a constant, nil for other expressions.
func constVal(x region.Expr) *big.Int {
	if c, ok := x.(*region.Const); ok {
		return c.Val
	}
	return nil
}

func negative(x region.Expr) bool {
	c, ok := x.(*region.Const)
	return ok && c.Val.Sign() < 0
}

func signedExpr(x region.Expr) bool {
	t, ok := x.ExprType().(*region.Int)
	return ok && t.Signed
}

// wrap reduces v to t's range.
func wrap(t region.Type, v *big.Int) region.Expr {
	i, ok := t.(*region.Int)
	if !ok {
		return &region.Const{Type: t, Val: v}
	}
	mod := new(big.Int).Lsh(big.NewInt(1), uint(i.Bits))
	v = new(big.Int).Mod(v, mod)
	if i.Signed && v.Bit(i.Bits-1) == 1 {
		v.Sub(v, mod)
	}
	return &region.Const{Type: t, Val: v}
}

func constPair(x, y region.Expr) (a, b *big.Int, ok bool) {
	p, ok1 := x.(*region.Const)
	q, ok2 := y.(*region.Const)
	if !ok1 || !ok2 {
		return nil, nil, false
	}
	return p.Val, q.Val, true
}

func add(x, y region.Expr) region.Expr { return commute(region.Add, x, y, isZero, (*big.Int).Add) }

func sub(x, y region.Expr) region.Expr {
	if isZero(y) {
		return x
	}
	if a, b, ok := constPair(x, y); ok {
		return wrap(x.ExprType(), new(big.Int).Sub(a, b))
	}
	return &region.Binary{Op: region.Sub, X: x, Y: y}
}

func mul(x, y region.Expr) region.Expr { return commute(region.Mul, x, y, isOne, (*big.Int).Mul) }

// commute is x op y for a commutative operation that has a neutral element and is fold
// for constants.
func commute(op region.BinOp, x, y region.Expr, neutral func(region.Expr) bool,
	fold func(z, x, y *big.Int) *big.Int) region.Expr {
	if neutral(y) {
		return x
	}
	if neutral(x) {
		return y
	}
	if a, b, ok := constPair(x, y); ok {
		return wrap(x.ExprType(), fold(new(big.Int), a, b))
	}
	return &region.Binary{Op: op, X: x, Y: y, NSW: signedExpr(x)}
}

// wrapping is the sum x modulo 2^bits, and so are the operations it consists of.
func wrapping(x region.Expr) region.Expr {
	b, ok := x.(*region.Binary)
	if !ok {
		return x
	}
	return &region.Binary{Op: b.Op, X: wrapping(b.X), Y: wrapping(b.Y)}
}

func divide(x, y region.Expr) region.Expr {
	if isOne(y) {
		return x
	}
	if a, b, ok := constPair(x, y); ok && b.Sign() != 0 {
		return wrap(x.ExprType(), new(big.Int).Quo(a, b))
	}
	return &region.Binary{Op: region.Div, X: x, Y: y}
}

// choose is c ? x : y.
func choose(c *region.Compare, x, y region.Expr) region.Expr {
	if a, b, ok := constPair(c.X, c.Y); ok {
		holds := a.Cmp(b) < 0
		if c.Op == region.Le {
			holds = a.Cmp(b) <= 0
		}
		if holds {
			return x
		}
		return y
	}
	return &region.Cond{C: c, X: x, Y: y}
}

func runAll(fs []func()) {
	for i := len(fs) - 1; i >= 0; i-- {
		fs[i]()
	}
}

func bigInt(v int64) *big.Int { return big.NewInt(v) }
