// Groupprivate variables and other storage of a team.

package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
)

// teamStorage is the function of the CPU device's runtime that knows where a team's
// copy of a groupprivate variable is.
const teamStorage = "__ompcc_cpu_team_storage"

// onCPU reports whether the code being made is for a CPU device.
func (u *unit) onCPU() bool { return u.opts.Device == nil || !u.opts.Device.has("kind", "gpu") }

// teamGlobal is groupprivate variable def. On GPUs it is in the memory of the team.
// A CPU has none: there it stands for the variable where the runtime is asked for the
// team's copy. Units that name the same variable mean the same copies, so it is
// weak there if it is external, defined by each.
func (u *unit) teamGlobal(key ctree.Symbol, def *cc.Declarator) *region.Global {
	g := &region.Global{Name: u.globalName(def), Type: u.c.Type(ctree.ObjectType(def)), Linkage: region.Internal,
		Space: region.SpaceTeam, Align: int64(def.Alignas()), Pos: u.pos(def)}
	if key.Local == nil && !def.IsStatic() {
		g.Name, g.Linkage = "__ompcc_group_"+def.Name(), region.Weak
	}
	if u.onCPU() {
		u.teamTypes[g] = g.Type
		g.Type, g.Space = region.U8, region.SpaceGlobal
	}
	u.vars[key] = g
	u.mod.Globals = append(u.mod.Globals, g)
	return g
}

// teamAddress is the address of groupprivate variable g.
func (u *unit) teamAddress(g *region.Global) region.Expr {
	u.prog.TargetDependent = true
	if !u.onCPU() {
		return &region.GlobalAddr{Global: g}
	}
	t := u.teamTypes[g]
	fn := u.c.LibraryOf(teamStorage, region.PtrT, region.PtrT, region.I64, region.I64)
	fn.Const = true // a thread remains in its team as long as a kernel lasts
	return u.callOf(fn, &region.GlobalAddr{Global: g}, i64(t.Size()), i64(max(t.Align(), g.Align)))
}
