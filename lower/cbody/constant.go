// Constant expressions, and code that is made only to know its type.

package cbody

import (
	"math/big"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
)

// dry runs gen without effect: what it emits is dropped, hooks are not asked
// and errors are not reported. For types of unevaluated operands, and constants.
func (f *Fn) dry(gen func()) {
	old, impure := f.block, f.impure
	f.block = &region.Block{}
	f.isDry++
	gen()
	f.isDry--
	f.block, f.impure = old, impure
}

// typeOf is the type that x's value has, without evaluating it; its x is unusable.
func (f *Fn) typeOf(x cc.ExpressionNode) (v val) {
	if t, ok := f.typed[x]; ok {
		return t
	}
	f.dry(func() { v = f.value(x) })
	f.typed[x] = v
	return v
}

// constant evaluates x as an integer constant expression.
func (t *Translator) constant(x cc.ExpressionNode) (*big.Int, bool) {
	if x == nil {
		return nil, false
	}
	if r, ok := t.consts[x]; ok {
		if r == nil {
			return nil, false
		}
		return r.v, true
	}
	f := t.newConstFn()
	v := f.value(x)
	var r *bigConst
	if c, ok := v.x.(*region.Const); ok && len(f.block.Stmts) == 0 && isInt(c.Type) && !f.failed {
		r = &bigConst{c.Val}
	}
	t.consts[x] = r
	if r == nil {
		return nil, false
	}
	return r.v, true
}

// bigConst is a constant expression's value.
type bigConst struct{ v *big.Int }

func (t *Translator) newConstFn() *Fn {
	f := t.NewFn("", nil)
	f.block = &region.Block{}
	f.isDry = 1
	return f
}

// ConstInt evaluates x as an integer constant expression; ok=false: it is not one.
func (t *Translator) ConstInt(x cc.ExpressionNode) (v int64, ok bool) {
	c, ok := t.constant(x)
	if !ok {
		return 0, false
	}
	if c.IsInt64() {
		return c.Int64(), true
	}
	return int64(c.Uint64()), true
}
