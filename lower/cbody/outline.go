// Statements as functions of their own.

package cbody

import (
	"fmt"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
)

// Outlined is a statement as a device function
//
//	void f(void **frame, u32 x)
//
// that can be called where the statement stands, or later.
type Outlined struct {
	Func *region.Function
	// Frame is the address of the frame; null if the statement needs none.
	Frame region.Expr
	// Slots are what its slots hold the addresses of; nil for those that hold anything else.
	Slots []*cc.Declarator
}

// Call calls o where it has been made.
func (o *Outlined) Call(x region.Expr) region.Expr {
	t := &region.Func{Ret: region.VoidT, Params: []region.Type{region.PtrT, region.U32}}
	return &region.Call{Func: o.Func, Type: t, Args: []region.Expr{o.Frame, x}}
}

// Outline makes a function of what gen emits for statement s, which may refer to the variables
// that are bound here but for those of which own says that gen makes them. The frame with
// their addresses is a local of the current block, as that of a nested function.
func (f *Fn) Outline(name string, s *cc.Statement, own func(*cc.Declarator) bool,
	gen func(in *Fn, x region.Expr)) *Outlined {
	t := f.T
	t.serial++
	scan := &captureScan{t: t, of: &nested{}, inside: map[*cc.Declarator]bool{}, seen: map[any]bool{}}
	ctree.Walk(s, scan.visit)
	var list []held
	for _, h := range scan.list {
		if h.decl == nil || !own(h.decl) {
			list = append(list, h)
		}
	}
	frame, x := &region.Param{Name: "frame", Type: region.PtrT}, &region.Param{Name: "x", Type: region.U32}
	o := &Outlined{Frame: &region.Null{}, Func: &region.Function{
		Name: fmt.Sprintf("%s%s.%s.%d", t.cfg.Prefix, f.Name, name, t.serial), Pos: t.place_(s),
		Linkage: region.Internal, Ret: region.VoidT, Params: []*region.Param{frame, x},
	}}
	t.cfg.Module.Funcs = append(t.cfg.Module.Funcs, o.Func)
	in := t.NewFn(o.Func.Name, f.Def)
	in.Func, in.result = o.Func, region.VoidT
	in.setPos(s)
	o.Func.Body = in.Block(s, func() {
		for i, h := range list {
			in.fromFrame(frame, int64(8*i), h)
		}
		gen(in, &region.ParamVal{Param: x})
		in.Emit(&region.Return{At: region.At{Pos: in.pos}})
	})
	if len(list) == 0 {
		return o
	}
	l := f.Local("frame", &region.Array{Elem: region.PtrT, Len: int64(len(list))}, nil)
	o.Frame = &region.LocalAddr{Local: l}
	f.fillSlots(nil, list, o.Frame, s)
	for _, h := range list {
		if h.target != nil {
			h.decl = nil
		}
		o.Slots = append(o.Slots, h.decl)
	}
	return o
}
