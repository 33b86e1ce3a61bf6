package codegen

import (
	"fmt"

	"github.com/llir/llvm/ir"

	"ompcc/lower/region"
)

// capture is a value of the enclosing function that an outlined body uses.
type capture struct {
	v     val // in the enclosing function
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

func (*cpuModel) parallel(f *fn, s *region.Parallel) {
	f.fork(s.NumThreads, s.If, func(g *fn) {
		red := g.beginReductions(s.Reductions)
		g.block(s.Body)
		if g.cur != nil {
			g.combineShared(red, region.ScopeDevice)
		}
	})
}

// fork outlines gen into a function of a context and has the runtime run it
// by n threads; the if clause chooses one thread.
func (f *fn) fork(threads, cond region.Expr, gen func(g *fn)) {
	n := num(tI32, 0)
	if threads != nil {
		n = f.resize(f.expr(threads), tI32, true)
	}
	if cond != nil {
		n = f.sel(f.expr(cond), n, num(tI32, 1), "threads")
	}
	name := f.m.symbol(f.f.Name() + ".par")
	lf := f.m.define(name, tVoid, []val{{tPtr, "%ctx"}}, "internal")
	g := f.m.newFn(f.m.newBuilder(lf))
	g.outer = &outer{f: f}
	g.pos, g.ret = f.pos, region.VoidT
	g.ctx = execContext{kernel: f.ctx.kernel, parallel: true}
	if f.m.dbg != nil {
		g.scope = f.m.dbg.subprogram(lf, nil, name, posFile(f.pos.File, f.m.src.File), f.pos.Line)
		g.loc = f.m.dbg.location(g.scope, f.pos)
	}
	g.checkEnter()
	gen(g)
	if g.cur != nil {
		g.builder.ret(nil)
	}
	g.allocas = append(g.allocas, g.outer.loads...)
	g.finish()
	ctx := f.context(g.outer)
	f.call(tVoid, "__ompcc_cpu_parallel", "", val{tPtr, "@" + quoteName(name)}, ctx, n)
}

// context stores the captured values where the outlined function finds them.
func (f *fn) context(o *outer) val {
	if o.size == 0 {
		return val{tPtr, "null"}
	}
	ctx := f.alloca(ltype(fmt.Sprintf("[%d x i8]", o.size)), 16, "ctx")
	for _, c := range o.captures {
		f.store(c.v, f.offset(ctx, c.off, "ctx.at"), c.align)
	}
	return ctx
}

// import brings a value of the enclosing function into this one.
func (f *fn) importVal(v val, name string) val {
	if v.id != "" && v.id[0] != '%' { // constants and globals need no capture
		return v
	}
	o := f.outer
	size := int64(8)
	switch v.t {
	case "i128", "x86_fp80", "fp128":
		size = 16
	}
	if v.t[0] == '<' {
		size = 64
	}
	off := (o.size + size - 1) / size * size
	o.size = off + size
	align := min(size, 16)
	o.captures = append(o.captures, capture{v, off, align})
	at := val{tPtr, "%" + f.uniq(name+".cap")}
	r := val{v.t, "%" + f.uniq(name)}
	o.loads = append(o.loads,
		newInst(at.id, "getelementptr inbounds i8, %s, i64 %d", val{tPtr, "%ctx"}, off),
		newInst(r.id, "load %s, %s, align %d", r.t, at, align))
	return r
}

// lookups that fall back on the enclosing function

func (f *fn) param(p *region.Param) val {
	if v, ok := f.params[p]; ok || f.outer == nil {
		return v
	}
	v := f.importVal(f.outer.f.param(p), p.Name)
	f.params[p] = v
	if p.Kind != region.ParamValue && p.C != nil && f.ctx.kernel != nil {
		f.describeCapture(p.Name, p.Elem, p.C, region.Position(f.ctx.kernel.Pos), v)
	}
	return v
}

func (f *fn) temp(t *region.Temp) val {
	s, ok := f.temps[t]
	if !ok && f.outer != nil {
		s = slot{v: f.importVal(f.outer.f.temp(t), t.Name)}
		f.temps[t] = s
	}
	if s.spilled {
		return f.load(typ(t.Type), s.v, 0, t.Name)
	}
	return s.v
}

// local returns the address of l.
func (f *fn) local(l *region.Local) val {
	if v, ok := f.locals[l]; ok {
		return v
	}
	if f.outer != nil {
		v := f.importVal(f.outer.f.local(l), l.Name)
		f.locals[l] = v
		f.describeCapture(l.Name, l.Type, l.C, region.Position(l.Pos), v)
		return v
	}
	return f.declareLocal(l)
}

func (f *fn) varArgs() val {
	if f.vaBuf.id == "" && f.outer != nil {
		f.vaBuf = f.importVal(f.outer.f.varArgs(), "varargs")
	}
	return f.vaBuf
}
