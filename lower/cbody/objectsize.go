// __builtin_object_size.

package cbody

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/lower/region"
)

// extent is how much of an object lies behind an address: of the whole object, of which nothing is known if
// whole is negative, and of the innermost member or array in it that the address was formed with.
type extent struct {
	whole, off  int64
	part, start int64 // start is counted from the whole object's beginning, as off is
}

// rest is what lies between off and the end of size bytes from start.
func rest(start, size, off int64) int64 {
	if off < start || off > start+size {
		return 0
	}
	return start + size - off
}

// objectSize is __builtin_object_size and __builtin_dynamic_object_size (GCC 12 6.61): of objects that
// the expression names they are constants, of others the optimiser knows more.
func (f *Fn) objectSize(args []cc.ExpressionNode, dynamic bool) val {
	if len(args) != 2 {
		f.errorf(nil, diag.C, "__builtin_object_size takes two arguments")
		return scalar(Int(region.U64, -1))
	}
	mode, _ := f.T.ConstInt(args[1])
	e, ok := f.extent(args[0])
	switch {
	case ok && mode&1 == 1:
		return scalar(Int(region.U64, rest(e.start, e.part, e.off)))
	case ok && e.whole >= 0:
		return scalar(Int(region.U64, rest(0, e.whole, e.off)))
	}
	unknown := Int(region.U64, -1)
	if mode&2 != 0 {
		unknown = Int(region.U64, 0)
	}
	if f.isDry > 0 || f.static || mode == 3 {
		return scalar(unknown)
	}
	b, p := f.branch(func() val { return f.value(args[0]) })
	if len(b.Stmts) > 0 || !region.IsPtr(p.t) || hasEffect(p.x) {
		return scalar(unknown) // the argument is not evaluated if it has side effects
	}
	return scalar(&region.Intrinsic{Op: region.OpObjectSize, Type: region.U64,
		Args: []region.Expr{p.x, Int(region.I32, (mode>>1)&1), Int(region.I32, b2i(dynamic))}})
}

// extent tells what is known of the object that pointer x points into without running the program.
func (f *Fn) extent(x cc.ExpressionNode) (extent, bool) {
	switch n := unwrap(x).(type) {
	case *cc.CastExpression:
		if n.Case == cc.CastExpressionCast && n.TypeName.Type().Kind() == cc.Ptr {
			return f.extent(n.CastExpression)
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionAddrof {
			return f.designates(n.CastExpression)
		}
	case *cc.AdditiveExpression:
		e, ok := f.extent(n.AdditiveExpression)
		k, known := f.T.ConstInt(n.MultiplicativeExpression)
		elem := f.typeOf(n.AdditiveExpression).elem()
		if !ok || !known || elem == nil || f.T.isVLA(elem) {
			return extent{}, false
		}
		if n.Case == cc.AdditiveExpressionSub {
			k = -k
		}
		e.off += k * max(f.T.Type(elem).Size(), 1)
		return e, true
	case *cc.PrimaryExpression, *cc.PostfixExpression:
		if t := f.typeOf(x); region.IsPtr(t.t) {
			if _, array := t.ct.(*cc.ArrayType); array {
				return f.designates(x)
			}
		}
	}
	return extent{}, false
}

// designates is the extent of the object that x names.
func (f *Fn) designates(x cc.ExpressionNode) (extent, bool) {
	switch n := unwrap(x).(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return f.wholeOf(x)
		case cc.PrimaryExpressionIdent:
			if d, ok := n.ResolvedTo().(*cc.Declarator); ok && !d.IsParam() {
				return f.wholeOf(x)
			}
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionComplit:
			return f.wholeOf(x)
		case cc.PostfixExpressionSelect:
			e, ok := f.designates(n.PostfixExpression)
			return f.memberExtent(e, ok, f.dryLvalue(n.PostfixExpression).ct, n.Token2.SrcStr())
		case cc.PostfixExpressionPSelect:
			e, ok := f.extent(n.PostfixExpression)
			if !ok {
				e, ok = extent{whole: -1}, true
			}
			return f.memberExtent(e, ok, f.typeOf(n.PostfixExpression).elem(), n.Token2.SrcStr())
		case cc.PostfixExpressionIndex:
			e, ok := f.extent(n.PostfixExpression)
			k, known := f.T.ConstInt(n.ExpressionList)
			elem := f.typeOf(n.PostfixExpression).elem()
			if !ok || !known || elem == nil || f.T.isVLA(elem) {
				return extent{}, false
			}
			size := f.T.Type(elem).Size()
			e.off += k * size
			if _, row := f.T.Type(elem).(*region.Array); row {
				e.start, e.part = e.off, size
			}
			return e, true
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			return f.extent(n.CastExpression)
		}
	}
	return extent{}, false
}

// wholeOf is the extent of an object that is not part of another.
func (f *Fn) wholeOf(x cc.ExpressionNode) (extent, bool) {
	lv := f.dryLvalue(x)
	if lv.ct != nil && f.T.isVLA(lv.ct) || lv.t == nil || isVoid(lv.t) || lv.t.Size() == 0 {
		return extent{}, false
	}
	if _, ok := lv.ct.(*cc.FunctionType); ok {
		return extent{}, false
	}
	return extent{whole: lv.t.Size(), part: lv.t.Size()}, true
}

// memberExtent is the member called name of an object of type ct with extent e. What stands last in an object
// that is not known may be longer than its type says.
func (f *Fn) memberExtent(e extent, ok bool, ct cc.Type, name string) (extent, bool) {
	if !ok || ct == nil {
		return extent{}, false
	}
	path := f.T.member(ct, name)
	size := f.T.Type(ct).Size()
	for _, fl := range path {
		t := f.T.Type(fl.ct)
		e.off += fl.bit / 8
		e.start, e.part = e.off, t.Size()
		_, array := t.(*region.Array)
		if array && fl.bit/8+t.Size() >= size && (e.whole < 0 || t.Size() == 0) {
			return extent{}, false
		}
		size = t.Size()
	}
	return e, len(path) > 0
}

// dryLvalue is what x designates, without code for it.
func (f *Fn) dryLvalue(x cc.ExpressionNode) (lv lval) {
	f.dry(func() { lv = f.lvalue(x) })
	return lv
}
