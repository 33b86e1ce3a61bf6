// Types of variables as the host's function of a reverse-offload region names them.

package lower

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
)

// The function of a reverse-offload region is outside of the function around the region. So it gets the run-time
// lengths in the types of its variables as variables of its own, before those. They have the values from the points
// of declaration.

// reverseLengths passes the run-time lengths in d's type.
func (u *unit) reverseLengths(r *reverseRegion, d *cc.Declarator) {
	lengths := u.hostLengths(d)
	for _, e := range u.c.VLASizes(ctree.ObjectType(d)) {
		if r.lengths[e] != "" {
			continue
		}
		name := fmt.Sprintf("__ompcc_n_%d", len(r.slots))
		r.lengths[e] = name
		r.add(&reverseSlot{length: e}, HostReverseVar{Name: name, Type: "unsigned long", Length: lengths[e]})
	}
}

// reverseLength is the address of a cell with the length of slot s.
func (b *body) reverseLength(s *reverseSlot) region.Expr {
	cell := &region.LocalAddr{Local: b.fn.Local("reverse.len", region.U64, nil)}
	b.fn.Emit(&region.Store{Addr: cell, X: b.fn.Length(s.length)})
	return cell
}

// dimension is a's length in brackets, in terms of the function's variables.
func (r *reverseRegion) dimension(u *unit, a *cc.ArrayType) string {
	if sizes := u.c.VLASizes(a); len(sizes) > 0 && sizes[0] == a.SizeExpression() {
		return "[" + r.lengths[sizes[0]] + "]"
	}
	if e := a.SizeExpression(); e != nil {
		if n, ok := u.c.ConstInt(e); ok {
			return fmt.Sprintf("[%d]", n)
		}
	}
	return fmt.Sprintf("[%d]", max(a.Len(), 0))
}

// nameable reports whether the function can name t, a structure without a tag or a function apart.
func nameable(t cc.Type) bool {
	if t.Typedef() != nil {
		return true
	}
	switch x := t.(type) {
	case *cc.PointerType:
		return nameable(x.Elem())
	case *cc.ArrayType:
		return nameable(x.Elem())
	case *cc.FunctionType:
		return false
	}
	return !strings.Contains(typeName(t), "…")
}

// typeText names type t so that declarations of variables can begin with it.
func (r *reverseRegion) typeText(u *unit, t cc.Type) string {
	if p, ok := t.(*cc.PointerType); !ok || t.Typedef() != nil && len(u.c.VLASizes(t)) == 0 || !pointsToArray(p) {
		return typeName(t)
	}
	return "__typeof__(" + r.abstract(u, t, "") + ")"
}

// pointsToArray reports whether an array lies behind p and pointers that p points to.
func pointsToArray(p *cc.PointerType) bool {
	switch e := p.Elem().(type) {
	case *cc.ArrayType:
		return true
	case *cc.PointerType:
		return pointsToArray(e)
	}
	return false
}

// abstract is the type name of t, whose abstract declarator ends with inner.
func (r *reverseRegion) abstract(u *unit, t cc.Type, inner string) string {
	if t.Typedef() != nil && len(u.c.VLASizes(t)) == 0 {
		return typeName(t) + " " + inner
	}
	switch x := t.(type) {
	case *cc.PointerType:
		if _, ok := x.Elem().(*cc.ArrayType); ok {
			return r.abstract(u, x.Elem(), "(*"+inner+")")
		}
		return r.abstract(u, x.Elem(), "*"+inner)
	case *cc.ArrayType:
		return r.abstract(u, x.Elem(), inner+r.dimension(u, x))
	}
	return typeName(t) + " " + inner
}
