package codegen

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
	f        *fn
	captures []capture
	size     int64
	loads    []ir.Instruction
}

func (f cpuFn) parallel(s *region.Parallel) {
	f.fork(s.NumThreads, s.If, func(g cpuFn) {
		red := g.beginReductions(s.Reductions)
		g.block(s.Body)
		if g.Cur != nil {
			g.combineShared(red, region.ScopeDevice)
		}
	})
}

// fork outlines gen into a function of a context and has the runtime run it
// by n threads; the if clause chooses one thread.
func (f cpuFn) fork(threads, cond region.Expr, gen func(g cpuFn)) {
	n := ir.Num(ir.I32, 0)
	if threads != nil {
		n = f.Resize(f.expr(threads), ir.I32, true)
	}
	if cond != nil {
		n = f.Sel(f.expr(cond), n, ir.Num(ir.I32, 1), "threads")
	}
	name := f.m.symbol(f.Func.Name() + ".par")
	lf := f.m.define(name, ir.Void, []*ir.Param{llir.NewParam("ctx", ir.Ptr)}, "internal")
	g := cpuFn{f.m.newFn(f.m.newBuilder(lf))}
	g.outer = &outer{f: f.fn}
	g.pos, g.ret = f.pos, region.VoidT
	g.ctx = execContext{kernel: f.ctx.kernel, parallel: true}
	if f.m.dbg != nil {
		g.scope = f.m.dbg.subprogram(lf, nil, name, posFile(f.pos.File, f.m.src.File), f.pos.Line)
		g.Loc = f.m.dbg.location(g.scope, f.pos)
	}
	checks{g.fn}.checkEnter()
	gen(g)
	if g.Cur != nil {
		g.Ret(nil)
	}
	g.AtStart(g.outer.loads...)
	g.Finish()
	ctx := f.context(g.outer)
	f.call(ir.Void, "__ompcc_cpu_parallel", "", ir.Symbol{Name: name}, ctx, n)
}

// context stores the captured values where the outlined function finds them.
func (f cpuFn) context(o *outer) ir.Value {
	if o.size == 0 {
		return ir.Null
	}
	ctx := f.alloca(ir.Bytes(o.size), 16, "ctx")
	for _, c := range o.captures {
		f.Store(c.v, f.Offset(ctx, c.off, "ctx.at"), c.align)
	}
	return ctx
}

// import brings a value of the enclosing function into this one.
func (f *fn) importVal(v ir.Value, name string) ir.Value {
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
	at := &llir.InstGetElementPtr{ElemType: ir.I8, Src: f.Func.Params[0], Indices: []ir.Value{ir.Num(ir.I64, off)}, InBounds: true, Typ: ir.Ptr}
	at.SetName(f.Name(name + ".cap"))
	r := &llir.InstLoad{ElemType: v.Type(), Src: at, Align: llir.Align(align)}
	r.SetName(f.Name(name))
	o.loads = append(o.loads, at, r)
	return r
}

// lookups that fall back on the enclosing function

func (f *fn) param(p *region.Param) ir.Value {
	if v, ok := f.params[p]; ok || f.outer == nil {
		return v
	}
	v := f.importVal(f.outer.f.param(p), p.Name)
	f.params[p] = v
	if p.Kind != region.ParamValue && p.C != nil && f.ctx.kernel != nil {
		described{f}.describeCapture(p.Name, p.Elem, p.C, region.Position(f.ctx.kernel.Pos), v)
	}
	return v
}

func (f *fn) temp(t *region.Temp) ir.Value {
	s, ok := f.temps[t]
	if !ok && f.outer != nil {
		s = slot{v: f.importVal(f.outer.f.temp(t), t.Name)}
		f.temps[t] = s
	}
	if s.spilled {
		return f.Load(typ(t.Type), s.v, 0, t.Name)
	}
	return s.v
}

// local returns the address of l.
func (f *fn) local(l *region.Local) ir.Value {
	if v, ok := f.locals[l]; ok {
		return v
	}
	if f.outer != nil {
		v := f.importVal(f.outer.f.local(l), l.Name)
		f.locals[l] = v
		described{f}.describeCapture(l.Name, l.Type, l.C, region.Position(l.Pos), v)
		return v
	}
	return f.declareLocal(l)
}

func (f *fn) varArgs() ir.Value {
	if f.vaBuf == nil && f.outer != nil {
		f.vaBuf = f.importVal(f.outer.f.varArgs(), "varargs")
	}
	return f.vaBuf
}
