package codegen

import (
	"ompcc/codegen/body"
	"ompcc/lower/region"
	"ompcc/parse/diag"
)

// checkSkeleton reports what a target that is a skeleton has no code for: all but kernels that are one loop without
// calls.
func checkSkeleton(m *body.Module) {
	if !m.Target.Skeleton {
		return
	}
	refuse := func(pos region.Position, what string) {
		if !m.Reported[pos] {
			m.Reported[pos] = true
			m.Errorf(pos, diag.SkeletonTarget,
				"%s is not supported on %s: a kernel there is one loop without calls", what, m.Target.Triple)
		}
	}
	at := func(p diag.Pos) region.Position { return region.Position(p) }
	for _, g := range m.Source.Globals {
		if g.Pos.IsValid() { // else a constant, which is refused where it is used
			refuse(at(g.Pos), "the variable '"+g.Name+"'")
		}
	}
	for _, f := range m.Source.Funcs {
		if f.Body != nil {
			refuse(at(f.Pos), "the function '"+body.UserName(f)+"'")
		}
	}
	for _, k := range m.Source.Kernels {
		if body.SoleLoop(k) == nil {
			refuse(at(k.Pos), "this region")
			continue
		}
		pos := at(k.Pos)
		v := region.Visitor{Stmt: func(s region.Stmt) bool {
			if p := s.StmtPos(); p.Line > 0 {
				pos = p
			}
			switch s := s.(type) {
			case *region.WsLoop:
				if len(region.ReductionsOf(s)) > 0 || s.Levels&region.LevelFor == 0 {
					refuse(pos, "this loop")
				}
			case *region.Block, *region.Let, *region.Eval, *region.Store, *region.If, *region.Loop, *region.Break,
				*region.Continue:
			default:
				refuse(pos, "this statement")
			}
			return true
		}}
		v.Expr = func(x region.Expr) bool {
			switch x.(type) {
			case *region.Call, *region.Intrinsic, *region.AtomicLoad, *region.AtomicRMW, *region.CmpXchg,
				*region.FuncAddr, *region.GlobalAddr:
				refuse(pos, "this expression")
			}
			return true
		}
		v.Walk(k.Body)
	}
}
