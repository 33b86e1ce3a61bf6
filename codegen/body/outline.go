package body

import (
	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// capture is a value of the enclosing function that an outlined body uses.
type capture struct {
	v     ir.Value // in the enclosing function
	off   int64
	align int64
}

// outer links an outlined function to the one around it. What the body needs
// from there is captured when it is first looked up.
type outer struct {
	f        *Function
	captures []capture
	size     int64
	loads    []ir.Instruction
}

// Outline emits gen as function name, whose parameter is the address of what it uses of this one, and returns that
// address.
func (f *Function) Outline(name string, gen func(g *Function)) (ctx ir.Value) {
	lf := f.Mod.Define(name, ir.Void, []*ir.Param{llir.NewParam("ctx", ir.Ptr)}, "internal")
	g := f.Mod.NewFunction(lf)
	g.outer = &outer{f: f}
	g.Pos, g.ret = f.Pos, region.VoidT
	g.Kernel = f.Kernel
	if f.Mod.Debug != nil {
		g.Scope = f.Mod.Debug.Subprogram(lf, nil, name, PosFile(f.Pos.File, f.Mod.Source.File), f.Pos.Line)
		g.Loc = f.Mod.Debug.Location(g.Scope, f.Pos)
	}
	Checks{g}.CheckEnter()
	gen(g)
	if g.Cur != nil {
		g.Ret(nil)
	}
	g.AtStart(g.outer.loads...)
	g.Finish()
	return f.context(g.outer)
}

// context stores the captured values where the outlined function finds them.
func (f *Function) context(o *outer) ir.Value {
	if o.size == 0 {
		return ir.Null
	}
	ctx := f.Alloca(ir.Bytes(o.size), 16, "ctx")
	for _, c := range o.captures {
		f.Store(c.v, f.Offset(ctx, c.off, "ctx.at"), c.align)
	}
	return ctx
}

// import brings a value of the enclosing function into this one.
func (f *Function) importVal(v ir.Value, name string) ir.Value {
	if ir.IsConstant(v) { // constants and globals need no capture
		return v
	}
	o := f.outer
	size := int64(8)
	switch t := v.Type(); {
	case ir.IsVector(t):
		size = 64
	case ir.Bits(t) == 128, t == ir.Type(ir.X86FP80), t == ir.Type(ir.FP128):
		size = 16
	}
	off := (o.size + size - 1) / size * size
	o.size = off + size
	align := min(size, 16)
	o.captures = append(o.captures, capture{v, off, align})
	at := &llir.InstGetElementPtr{ElemType: ir.I8, Src: f.Func.Params[0], Indices: []ir.Value{ir.Num(ir.I64, off)},
		InBounds: true, Typ: ir.Ptr}
	at.SetName(f.Name(name + ".cap"))
	r := &llir.InstLoad{ElemType: v.Type(), Src: at, Align: llir.Align(align)}
	r.SetName(f.Name(name))
	o.loads = append(o.loads, at, r)
	return r
}

// lookups that fall back on the enclosing function

func (f *Function) param(p *region.Param) ir.Value {
	if v, ok := f.Params[p]; ok || f.outer == nil {
		return v
	}
	v := f.importVal(f.outer.f.param(p), p.Name)
	f.Params[p] = v
	if p.Kind != region.ParamValue && p.C != nil && f.Kernel != nil {
		Described{f}.describeCapture(&described{p.Name, 0, p.Elem, p.C, p.Lengths, region.Position(f.Kernel.Pos)}, v, false)
	}
	return v
}

func (f *Function) temp(t *region.Temp) ir.Value {
	s, ok := f.temps[t]
	if !ok && f.outer != nil {
		s = slot{v: f.importVal(f.outer.f.temp(t), t.Name)}
		f.temps[t] = s
	}
	if s.spilled {
		return f.Load(TypeOf(t.Type), s.v, 0, t.Name)
	}
	return s.v
}

// local returns the address of l.
func (f *Function) local(l *region.Local) ir.Value {
	if v, ok := f.Locals[l]; ok {
		return v
	}
	if f.outer != nil {
		v := f.importVal(f.outer.f.local(l), l.Name)
		f.Locals[l] = v
		Described{f}.describeCapture(ofLocal(l), v, ofLocal(l).isVLA())
		return v
	}
	return f.declareLocal(l)
}

func (f *Function) varArgs() ir.Value {
	if f.vaBuf == nil && f.outer != nil {
		f.vaBuf = f.importVal(f.outer.f.varArgs(), "varargs")
	}
	return f.vaBuf
}
