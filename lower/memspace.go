// Routines about memory spaces in device code.

package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
)

// The handles of the predefined memory spaces, as in omp.h; officialDefaultSpace is the default one by
// its value in the official header.
const (
	lastSpace            = 4
	officialDefaultSpace = 99
	nullSpace            = -1
	// spacePage is the page size that device code is told: what host and device share is moved in
	// such pages.
	spacePage = 4096
)

// memorySpace lowers the routines about memory spaces that may be called on any device
// (OpenMP 6.0 §27.2 to §27.4; those that return spaces are the host's alone, §27.1). A memory
// space has one resource, the device's memory, as on the host.
func (b *body) memorySpace(name string, call *cc.PostfixExpression) (region.Expr, bool) {
	var args []cc.ExpressionNode
	for a := call.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		args = append(args, a.AssignmentExpression)
	}
	f := b.fn
	t := b.u.c.Type(call.Type())
	space := func() region.Expr { return b.let("space", f.Convert(f.Value(args[0]), region.U64)) }
	choose := func(c region.Expr, x, y region.Expr) region.Expr {
		return f.Convert(&region.Cond{C: c, X: x, Y: y}, t)
	}
	switch {
	case name == "omp_get_memspace_num_resources" && len(args) == 1:
		return choose(knownSpace(space()), i64u(1), i64u(0)), true
	case name == "omp_get_memspace_pagesize" && len(args) == 1:
		return choose(knownSpace(space()), i64u(spacePage), i64u(0)), true
	case name == "omp_get_submemspace" && len(args) == 3:
		s := space()
		n := b.let("n", f.Convert(f.Value(args[1]), region.I32))
		list := b.let("list", f.Convert(f.Value(args[2]), region.PtrT))
		first := &region.Cond{
			C: &region.Compare{Op: region.Eq, X: n, Y: cbody.Int(region.I32, 1)},
			X: &region.Load{Type: region.I32, Addr: list}, Y: cbody.Int(region.I32, -1),
		}
		some := &region.Cond{C: &region.Compare{Op: region.Eq, X: first, Y: cbody.Int(region.I32, 0)}, X: s,
			Y: i64u(nullSpace)}
		return choose(knownSpace(s), some, i64u(nullSpace)), true
	}
	return nil, false
}

// knownSpace is whether s is a predefined memory space.
func knownSpace(s region.Expr) region.Expr {
	official := &region.Cond{
		C: &region.Compare{Op: region.Eq, X: s, Y: i64u(officialDefaultSpace)},
		X: i64u(0), Y: s,
	}
	return &region.Compare{Op: region.Le, X: official, Y: i64u(lastSpace)}
}
