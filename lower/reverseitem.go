// List items of map clauses of reverse-offload regions.

package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/tree"
)

// itemPlace says where the storage of a list item of a map clause lies.
type itemPlace int

const (
	inVariable      itemPlace = iota // s, s.x, a[1:2], s.a[1:2]
	throughVariable                  // p[1:2], p->x, *p
	throughPointer                   // s.p[1:2], p->q->x: behind a pointer that is not a variable
)

// placeOf says where it lies, and what its base pointer is if it has one (5.2 §1.2.6).
func placeOf(it *tree.Item) (itemPlace, cc.ExpressionNode) {
	var base cc.ExpressionNode
	switch {
	case it.Node == nil:
		return inVariable, nil
	case len(it.Sections) > 0 && isPointerValue(it.Node):
		base = ctree.Strip(it.Node)
	default:
		base = pointerOf(it.Node)
	}
	switch {
	case base == nil:
		return inVariable, nil
	case ctree.VarOf(base) != nil:
		return throughVariable, base
	}
	return throughPointer, base
}

// wholeVariable reports whether it is a variable, not a part of one.
func wholeVariable(it *tree.Item) bool {
	return len(it.Sections) == 0 && (it.Node == nil || ctree.VarOf(it.Node) != nil)
}

// pointersTo is the number of pointers that are dereferenced on the way to it.
func pointersTo(it *tree.Item) int {
	n := 0
	for _, p := placeOf(it); p != nil; p = pointerOf(p) {
		n++
	}
	return n
}

// pointerOf is the pointer that lvalue x dereferences, nil if x lies in a variable.
func pointerOf(x cc.ExpressionNode) cc.ExpressionNode {
	switch e := ctree.Strip(x).(type) {
	case *cc.PostfixExpression:
		switch e.Case {
		case cc.PostfixExpressionSelect:
			return pointerOf(e.PostfixExpression)
		case cc.PostfixExpressionPSelect:
			return dereferenced(e.PostfixExpression)
		case cc.PostfixExpressionIndex:
			if ctree.Pointee(e.PostfixExpression.Type()) == nil {
				return dereferenced(e.ExpressionList)
			}
			return dereferenced(e.PostfixExpression)
		}
	case *cc.UnaryExpression:
		if e.Case == cc.UnaryExpressionDeref {
			return dereferenced(e.CastExpression)
		}
	}
	return nil
}

// dereferenced is the pointer that p is, or is computed from; what is computed from an array lies where the
// array does.
func dereferenced(p cc.ExpressionNode) cc.ExpressionNode {
	p = withoutArithmetic(p)
	if isPointerValue(p) {
		return p
	}
	return pointerOf(p)
}

// reverseStorage is the storage that a list item of a map clause stands for: its bytes on the device, and on the
// host where that is known. cell is the place of the item's base pointer on the device, if it has one and is not a
// variable of the region.
type reverseStorage struct{ device, host, size, cell region.Expr }

func (b *body) reverseStorage(it *tree.Item, s *reverseSlot) (m reverseStorage, ok bool) {
	f := b.fn
	place, base := placeOf(it)
	name := "item"
	var t cc.Type
	var addr region.Expr
	plain := it.Node == nil || ctree.VarOf(it.Node) != nil
	if it.Decl != nil {
		name = it.Decl.Name()
		t, addr = ctree.ObjectType(it.Decl), b.address(it.Decl)
	}
	variable := addr
	switch {
	case !plain && len(it.Sections) > 0 && !cbody.IsLvalue(it.Node): // the value of a pointer
		t, addr = it.Node.Type().Undecay(), f.Let(name+".item", f.Value(it.Node))
	case !plain:
		t, addr = it.Node.Type().Undecay(), f.Let(name+".item", f.Addr(it.Node))
	}
	offset, size := region.Expr(i64(0)), region.Expr(nil)
	if len(it.Sections) == 0 {
		size = f.SizeOf(t)
	} else {
		if ctree.IsPointer(t) && (plain || cbody.IsLvalue(it.Node)) {
			addr = &region.Load{Type: region.PtrT, Addr: addr}
		}
		sh := b.sectionShape(&redShape{elem: t, orig: addr}, t, it)
		if sh == nil {
			return m, false
		}
		offset = sh.bias
		size = mul(sh.count, i64(b.u.c.Type(sh.elem).Size()))
	}
	m.device = &region.PtrAdd{Base: addr, Index: offset, Scale: 1}
	m.size = f.Convert(size, region.U64)
	if place == throughPointer || s == nil {
		if base != nil && cbody.IsLvalue(base) {
			m.cell = f.Let(name+".cell", f.Addr(base))
		}
		return m, true
	}
	if s.host != nil && (place == inVariable || s.word) { // else the host looks it up
		if place == throughVariable {
			variable = &region.Load{Type: region.PtrT, Addr: variable}
		}
		within := offset
		if !plain {
			within = sub(f.Convert(m.device, region.I64), f.Convert(variable, region.I64))
		}
		m.host = &region.PtrAdd{Base: &region.ParamVal{Param: s.host}, Index: within, Scale: 1}
	}
	return m, true
}
