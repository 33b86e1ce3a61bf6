package lower

import (
	"slices"

	"ompcc/lower/region"
	"ompcc/rt/abi"
)

// A CPU device has no memory of a team. There a groupprivate variable (6.0 §7.13)
// is a variable of the team's kernel, and each thread of the team has a pointer
// to it: a kernel sets that of the team's initial thread, a parallel region hands
// it on to its threads.

// onCPU reports whether the code being made is for a CPU device.
func (u *unit) onCPU() bool { return u.opts.Device == nil || !u.opts.Device.has("kind", "gpu") }

// teamAddress is the address of groupprivate variable g.
func (u *unit) teamAddress(g *region.Global) region.Expr {
	u.prog.TargetDependent = true
	if !u.onCPU() {
		return &region.GlobalAddr{Global: g}
	}
	if _, ok := u.teamPrivate[g]; !ok {
		u.teamPrivate[g] = g.Type
		g.Type, g.Space, g.Init = region.PtrT, region.SpaceThread, nil
		u.teamVars = append(u.teamVars, g)
	}
	return &region.Load{Type: region.PtrT, Addr: &region.GlobalAddr{Global: g}}
}

// placeTeamPrivate makes the storage of groupprivate variables in every kernel
// and hands the pointers on.
func (u *unit) placeTeamPrivate() {
	// What nothing refers to needs no storage.
	u.mod.Globals = slices.DeleteFunc(u.mod.Globals, func(g *region.Global) bool {
		return u.onCPU() && g.Space == region.SpaceTeam
	})
	if len(u.teamVars) == 0 {
		return
	}
	for _, f := range u.mod.Funcs {
		if f.Body != nil {
			u.handOn(f.Body)
		}
	}
	for _, k := range u.kernels {
		body := k.k.Body
		u.handOn(body)
		var own []region.Stmt
		for _, g := range u.teamVars {
			l := &region.Local{Name: g.Name + ".team", Type: u.teamPrivate[g], Align: g.Align}
			body.Locals = append(body.Locals, l)
			own = append(own, &region.Store{Addr: &region.GlobalAddr{Global: g}, X: &region.LocalAddr{Local: l}})
		}
		body.Stmts = append(own, body.Stmts...)
		k.hb.h.Flags &^= abi.KernelLoop
	}
}

// handOn gives the threads of the parallel regions in b the encountering
// thread's pointers.
func (u *unit) handOn(b *region.Block) {
	var out []region.Stmt
	for _, s := range b.Stmts {
		xs, blocks := region.Parts(s)
		for _, x := range xs {
			u.handOnIn(x)
		}
		for _, in := range blocks {
			u.handOn(in)
		}
		switch p := s.(type) {
		case *region.Parallel:
			out = append(out, u.carried(p.Body)...)
		case *region.WsLoop:
			if p.Levels&region.LevelDistribute != 0 && p.Levels&region.LevelFor != 0 {
				out = append(out, u.carried(p.Body)...)
			}
		}
		out = append(out, s)
	}
	b.Stmts = out
}

func (u *unit) handOnIn(x region.Expr) {
	if x == nil {
		return
	}
	xs, body := region.Operands(x)
	for _, y := range xs {
		u.handOnIn(y)
	}
	if body != nil {
		u.handOn(body)
	}
}

// carried reads the pointers before a region; its body then sets them.
func (u *unit) carried(body *region.Block) (before []region.Stmt) {
	var set []region.Stmt
	for _, g := range u.teamVars {
		t := &region.Temp{Name: g.Name + ".team", Type: region.PtrT}
		before = append(before, &region.Let{Temp: t, X: &region.Load{Type: region.PtrT, Addr: &region.GlobalAddr{Global: g}}})
		set = append(set, &region.Store{Addr: &region.GlobalAddr{Global: g}, X: &region.TempVal{Temp: t}})
	}
	body.Stmts = append(set, body.Stmts...)
	return before
}
