package codegen

import (
	"math/big"

	"ompcc/lower/region"
	"ompcc/parse/diag"
)

// Short constructors for region IR in tests.

func ci(n int64) region.Expr  { return &region.Const{Type: region.I32, Val: big.NewInt(n)} }
func cu(n int64) region.Expr  { return &region.Const{Type: region.U32, Val: big.NewInt(n)} }
func cul(n int64) region.Expr { return &region.Const{Type: region.U64, Val: big.NewInt(n)} }
func cd(x float64) region.Expr {
	return &region.FConst{Type: region.Dbl, Val: big.NewFloat(x)}
}
func pv(p *region.Param) region.Expr              { return &region.ParamVal{Param: p} }
func tv(t *region.Temp) region.Expr               { return &region.TempVal{Temp: t} }
func lv(l *region.Local) region.Expr              { return &region.LocalAddr{Local: l} }
func ld(t region.Type, a region.Expr) region.Expr { return &region.Load{Type: t, Addr: a} }
func st(a, x region.Expr) region.Stmt             { return &region.Store{Addr: a, X: x} }
func bo(op region.BinOp, x, y region.Expr) region.Expr {
	return &region.Binary{Op: op, X: x, Y: y}
}
func at(p region.Expr, i region.Expr, t region.Type) region.Expr {
	return &region.PtrAdd{Base: p, Index: i, Scale: t.Size(), Elem: t}
}
func cv(t region.Type, x region.Expr) region.Expr { return &region.Convert{To: t, X: x} }
func blk(ss ...region.Stmt) *region.Block         { return &region.Block{Stmts: ss} }
func tmp(n string, t region.Type) *region.Temp    { return &region.Temp{Name: n, Type: t} }

func mapped(name string, elem region.Type, ro bool) *region.Param {
	return &region.Param{Name: name, Type: region.PtrT, Kind: region.ParamMapped, NoAlias: true, ReadOnly: ro,
		Elem: elem}
}

func value(name string, t region.Type) *region.Param {
	return &region.Param{Name: name, Type: t, Kind: region.ParamValue}
}

func kern(name, source string, params []*region.Param, body *region.Block) *region.Module {
	k := &region.Kernel{Name: "__ompcc_k_" + name, Pos: diag.Pos{File: name + ".c", Line: 3, Col: 1}, Source: source,
		Params: params, Body: body, Teams: true}
	return &region.Module{File: name + ".c", Kernels: []*region.Kernel{k}}
}

const dpf = region.LevelDistribute | region.LevelFor

// saxpy: y[i] = a*x[i] + y[i], target teams distribute parallel for.
func saxpy() *region.Module {
	x, y := mapped("x", region.Flt, true), mapped("y", region.Flt, false)
	a, n := value("a", region.Flt), value("n", region.I32)
	i := tmp("i", region.U32)
	body := blk(st(at(pv(y), tv(i), region.Flt),
		bo(region.Add, bo(region.Mul, pv(a), ld(region.Flt, at(pv(x), tv(i), region.Flt))), ld(region.Flt, at(pv(y), tv(i), region.Flt)))))
	loop := &region.WsLoop{Levels: dpf, Trips: []region.Expr{cv(region.U32, pv(n))}, Index: []*region.Temp{i},
		Body: body}
	return kern("saxpy", "target teams distribute parallel for", []*region.Param{x, y, a, n}, blk(loop))
}

func sumRed(name string, t region.Type, orig region.Expr, levels region.Level, loop *region.WsLoop) *region.Local {
	priv := &region.Local{Name: name, Type: t}
	zero := region.Expr(&region.FConst{Type: region.Dbl, Val: big.NewFloat(0)})
	if it, ok := t.(*region.Int); ok {
		zero = &region.Const{Type: it, Val: big.NewInt(0)}
	}
	loop.Reductions = append(loop.Reductions,
		&region.Reduction{Name: name, Op: region.RedAdd, Type: t, Orig: orig, Priv: priv,
			Init: blk(st(lv(priv), zero))})
	loop.RedLevels = levels
	return priv
}

// dot: s += x[i]*y[i] with reduction(+: s).
func dot() *region.Module {
	x, y, s := mapped("x", region.Dbl, true), mapped("y", region.Dbl, true), mapped("s", region.Dbl, false)
	n := value("n", region.I32)
	i := tmp("i", region.U32)
	loop := &region.WsLoop{Levels: dpf, Trips: []region.Expr{cv(region.U32, pv(n))}, Index: []*region.Temp{i}}
	sum := sumRed("s", region.Dbl, pv(s), dpf, loop)
	loop.Body = blk(st(lv(sum), bo(region.Add, ld(region.Dbl, lv(sum)),
		bo(region.Mul, ld(region.Dbl, at(pv(x), tv(i), region.Dbl)), ld(region.Dbl, at(pv(y), tv(i), region.Dbl))))))
	return kern("dot", "target teams distribute parallel for reduction(+: s)", []*region.Param{x, y, s, n}, blk(loop))
}

// stencil: five points, collapse(2), n×m interior of a (n+2)×(m+2) grid.
func stencil() *region.Module {
	a, b := mapped("a", region.Dbl, true), mapped("b", region.Dbl, false)
	n, m := value("n", region.I32), value("m", region.I32)
	i, j := tmp("i", region.U32), tmp("j", region.U32)
	cell := func(p *region.Param, di, dj int64) region.Expr {
		row := bo(region.Mul, bo(region.Add, cv(region.I32, tv(i)), ci(1+di)), bo(region.Add, pv(m), ci(2)))
		return at(pv(p), bo(region.Add, row, bo(region.Add, cv(region.I32, tv(j)), ci(1+dj))), region.Dbl)
	}
	sum := bo(region.Add, bo(region.Add, ld(region.Dbl, cell(a, -1, 0)), ld(region.Dbl, cell(a, 1, 0))),
		bo(region.Add, ld(region.Dbl, cell(a, 0, -1)), ld(region.Dbl, cell(a, 0, 1))))
	loop := &region.WsLoop{Levels: dpf, Trips: []region.Expr{cv(region.U32, pv(n)), cv(region.U32, pv(m))},
		Index: []*region.Temp{i, j},
		Body:  blk(st(cell(b, 0, 0), bo(region.Mul, cd(0.25), sum)))}
	return kern("stencil", "target teams distribute parallel for collapse(2)", []*region.Param{a, b, n, m}, blk(loop))
}

// histogram: h[x[i]]++ atomically.
func histogram() *region.Module {
	x, h := mapped("x", region.I32, true), mapped("h", region.I32, false)
	n := value("n", region.I32)
	i := tmp("i", region.U32)
	body := blk(&region.Eval{X: &region.AtomicRMW{Op: region.AtomicAdd,
		Addr: at(pv(h), ld(region.I32, at(pv(x), tv(i), region.I32)), region.I32), X: ci(1)}})
	loop := &region.WsLoop{Levels: dpf, Trips: []region.Expr{cv(region.U32, pv(n))}, Index: []*region.Temp{i},
		Body: body}
	return kern("histogram", "target teams distribute parallel for", []*region.Param{x, h, n}, blk(loop))
}

// rowsum: teams distribute over rows; inner parallel for with reduction(+: t),
// t a team-local variable that the initial thread stores.
func rowsum() *region.Module {
	a, r := mapped("a", region.Dbl, true), mapped("r", region.Dbl, false)
	n, m := value("n", region.I32), value("m", region.I32)
	i, j := tmp("i", region.U32), tmp("j", region.U32)
	t := &region.Local{Name: "t", Type: region.Dbl, Escapes: true}
	inner := &region.WsLoop{Levels: region.LevelFor, Trips: []region.Expr{cv(region.U32, pv(m))},
		Index: []*region.Temp{j}, NoWait: true}
	sum := sumRed("t", region.Dbl, lv(t), region.LevelFor, inner)
	idx := bo(region.Add, bo(region.Mul, cv(region.I32, tv(i)), pv(m)), cv(region.I32, tv(j)))
	inner.Body = blk(st(lv(sum), bo(region.Add, ld(region.Dbl, lv(sum)), ld(region.Dbl, at(pv(a), idx, region.Dbl)))))
	body := &region.Block{Locals: []*region.Local{t}, Stmts: []region.Stmt{
		st(lv(t), cd(0)),
		&region.Parallel{Body: blk(inner)},
		st(at(pv(r), tv(i), region.Dbl), ld(region.Dbl, lv(t))),
	}}
	loop := &region.WsLoop{Levels: region.LevelDistribute, Trips: []region.Expr{cv(region.U32, pv(n))},
		Index: []*region.Temp{i}, Body: body}
	return kern("rowsum", "target teams distribute", []*region.Param{a, r, n, m}, blk(loop))
}

// rowscale: teams distribute over rows, inner parallel for; no shared state.
func rowscale() *region.Module {
	a, x := mapped("a", region.Dbl, false), mapped("x", region.Dbl, true)
	n, m := value("n", region.I32), value("m", region.I32)
	i, j := tmp("i", region.U32), tmp("j", region.U32)
	s := &region.Local{Name: "s", Type: region.Dbl}
	idx := bo(region.Add, bo(region.Mul, cv(region.I32, tv(i)), pv(m)), cv(region.I32, tv(j)))
	cell := at(pv(a), idx, region.Dbl)
	inner := &region.WsLoop{Levels: region.LevelFor, Trips: []region.Expr{cv(region.U32, pv(m))},
		Index: []*region.Temp{j}, NoWait: true,
		Body: blk(st(cell, bo(region.Mul, ld(region.Dbl, cell), ld(region.Dbl, lv(s)))))}
	body := &region.Block{Locals: []*region.Local{s}, Stmts: []region.Stmt{
		st(lv(s), ld(region.Dbl, at(pv(x), tv(i), region.Dbl))),
		&region.Parallel{Body: blk(inner)},
	}}
	loop := &region.WsLoop{Levels: region.LevelDistribute, Trips: []region.Expr{cv(region.U32, pv(n))},
		Index: []*region.Temp{i}, Body: body}
	return kern("rowscale", "target teams distribute", []*region.Param{a, x, n, m}, blk(loop))
}

// matmul: c = a*b, collapse(2), n×n.
func matmul() *region.Module {
	a, b, c := mapped("a", region.Flt, true), mapped("b", region.Flt, true), mapped("c", region.Flt, false)
	n := value("n", region.I32)
	i, j := tmp("i", region.U32), tmp("j", region.U32)
	s, k := &region.Local{Name: "s", Type: region.Flt}, &region.Local{Name: "k", Type: region.I32}
	ix := func(r, c region.Expr) region.Expr { return bo(region.Add, bo(region.Mul, r, pv(n)), c) }
	I, J, K := cv(region.I32, tv(i)), cv(region.I32, tv(j)), ld(region.I32, lv(k))
	body := &region.Block{Locals: []*region.Local{s, k}, Stmts: []region.Stmt{
		st(lv(s), &region.FConst{Type: region.Flt, Val: big.NewFloat(0)}),
		st(lv(k), ci(0)),
		&region.Loop{Cond: &region.Compare{Op: region.Lt, X: K, Y: pv(n)},
			Body: blk(st(lv(s),
				bo(region.Add, ld(region.Flt, lv(s)),
					bo(region.Mul, ld(region.Flt, at(pv(a), ix(I, K), region.Flt)),
						ld(region.Flt, at(pv(b), ix(K, J), region.Flt)))))),
			Post: blk(st(lv(k), &region.Binary{Op: region.Add, X: K, Y: ci(1), NSW: true}))},
		st(at(pv(c), ix(I, J), region.Flt), ld(region.Flt, lv(s))),
	}}
	loop := &region.WsLoop{Levels: dpf, Trips: []region.Expr{cv(region.U32, pv(n)), cv(region.U32, pv(n))},
		Index: []*region.Temp{i, j}, Body: body}
	return kern("matmul", "target teams distribute parallel for collapse(2)", []*region.Param{a, b, c, n}, blk(loop))
}

var samples = []struct {
	name string
	make func() *region.Module
}{{"saxpy", saxpy}, {"dot", dot}, {"stencil", stencil}, {"histogram", histogram}, {"rowsum", rowsum},
	{"rowscale", rowscale}, {"matmul", matmul},
	{"constructs", constructs}, {"minmax", minmax}}

// constructs: one parallel region of 4 threads with critical, single, masked,
// sections, barrier, and loops with several schedules; out[0..9] are counters.
func constructs() *region.Module {
	out := mapped("out", region.I32, false)
	n := value("n", region.I32)
	slot := func(i int64) region.Expr { return at(pv(out), ci(i), region.I32) }
	bump := func(i int64) region.Stmt { return st(slot(i), bo(region.Add, ld(region.I32, slot(i)), ci(1))) }
	atomic := func(i int64) region.Stmt {
		return &region.Eval{X: &region.AtomicRMW{Op: region.AtomicAdd, Addr: slot(i), X: ci(1)}}
	}
	loop := func(k int64, s region.Schedule, chunk region.Expr) region.Stmt {
		i := tmp("i", region.U32)
		return &region.WsLoop{Levels: region.LevelFor, Trips: []region.Expr{cv(region.U32, pv(n))},
			Index:    []*region.Temp{i},
			Schedule: s, Chunk: chunk, Body: blk(atomic(k))}
	}
	par := &region.Parallel{NumThreads: ci(4), Body: blk(
		&region.Critical{Name: "c", Body: blk(bump(0))},
		&region.Single{Body: blk(bump(1))},
		&region.Masked{Body: blk(bump(2))},
		&region.Barrier{},
		&region.Sections{Parts: []*region.Block{blk(atomic(3)), blk(atomic(3)), blk(atomic(4))}},
		loop(5, region.SchedStatic, nil), loop(6, region.SchedDynamic, ci(3)), loop(7, region.SchedStatic, ci(2)),
		&region.Eval{X: &region.AtomicRMW{Op: region.AtomicAdd, Addr: slot(8),
			X: &region.Intrinsic{Op: region.OpNumThreads, Type: region.I32}}},
		&region.Eval{X: &region.AtomicRMW{Op: region.AtomicMul, Addr: slot(9), X: ci(3)}},
	)}
	m := kern("constructs", "target parallel num_threads(4)", []*region.Param{out, n}, blk(st(slot(9), ci(1)), par))
	m.Kernels[0].Teams = false
	return m
}

// minmax: reductions min (float) and && (int), and an array section, over teams.
func minmax() *region.Module {
	x, lo, all, h := mapped("x", region.Flt, true), mapped("lo", region.Flt, false), mapped("all", region.I32, false),
		mapped("h", region.I32, false)
	n := value("n", region.I32)
	i := tmp("i", region.U32)
	loop := &region.WsLoop{Levels: dpf, Trips: []region.Expr{cv(region.U32, pv(n))}, Index: []*region.Temp{i},
		RedLevels: dpf}
	red := func(name string, op region.RedOp, t region.Type, orig, init region.Expr) *region.Local {
		priv := &region.Local{Name: name, Type: t}
		loop.Reductions = append(loop.Reductions,
			&region.Reduction{Name: name, Op: op, Type: t, Orig: orig, Priv: priv, Init: blk(st(lv(priv), init))})
		return priv
	}
	inf := &region.FConst{Type: region.Flt, Inf: 1}
	m, a := red("lo", region.RedMin, region.Flt, pv(lo), inf), red("all", region.RedLAnd, region.I32, pv(all), ci(1))
	hp := &region.Local{Name: "h", Type: &region.Array{Elem: region.I32, Len: 4}}
	loop.Reductions = append(loop.Reductions,
		&region.Reduction{Name: "h", Op: region.RedAdd, Type: region.I32, Count: cul(4), Orig: pv(h), Priv: hp,
			Init: blk(&region.Zero{Addr: lv(hp), Size: 16})})
	xi := ld(region.Flt, at(pv(x), tv(i), region.Flt))
	bin := at(lv(hp), bo(region.And, tv(i), cu(3)), region.I32)
	loop.Body = blk(st(lv(m), bo(region.Min, ld(region.Flt, lv(m)), xi)),
		&region.If{Cond: &region.Compare{Op: region.Lt, X: xi,
			Y: &region.FConst{Type: region.Flt, Val: big.NewFloat(0)}}, Then: blk(st(lv(a), ci(0)))},
		st(bin, bo(region.Add, ld(region.I32, bin), ci(1))))
	return kern("minmax", "target teams distribute parallel for reduction(min: lo)", []*region.Param{x, lo, all, h, n},
		blk(loop))
}

func sampleByName(name string) *region.Module {
	for _, s := range samples {
		if s.name == name {
			return s.make()
		}
	}
	return nil
}
