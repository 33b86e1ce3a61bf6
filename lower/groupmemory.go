// The memory of teams that dyn_groupprivate asks for (6.1), and the routines that tell of it.

package lower

import (
	"strconv"

	"modernc.org/cc/v4"

	"ompcc/lower/cexpr"
	"ompcc/lower/region"
	"ompcc/pragma/spec"
)

// The host evaluates the size once. A word with size and fallback is passed to the kernel (Kernel.GroupMemory), and the
// launch asks for as much of a team's fast memory. rt/devlib/gprivate.h says what the word means.

// groupMemory is what the launch of a kernel evaluates.
type groupMemory struct {
	word     string        // the host's variable with the word
	param    *region.Param // which the kernel gets
	fallback int
}

// groupMemoryOf evaluates the clause before the launch; nil: k has none. That of a nested teams construct counts for its
// teams, which are all contention groups that the region has then.
func (k *kernel) groupMemoryOf() *groupMemory {
	cl := k.c.Clause(spec.DynGroupprivateClause)
	if k.teams != nil && k.teams.Clause(spec.DynGroupprivateClause) != nil {
		cl = k.teams.Clause(spec.DynGroupprivateClause)
	}
	if cl == nil || len(cl.Exprs) == 0 {
		return nil
	}
	m := &groupMemory{fallback: cl.Fallback()}
	m.word = k.hb.temp("unsigned long", cexpr.Call("__ompcc_gprivate", cexpr.Text(cexpr.Quote(k.c.Pos().String())),
		cexpr.Cast("unsigned long", written(cl.Exprs[0])), cexpr.Text(strconv.Itoa(m.fallback))))
	m.param = k.hostWord(k.c, cexpr.Pointer(cexpr.Text(m.word)), "group_memory")
	return m
}

// bytes is the size as the launch takes it: more than 32 bits have no room on any device.
func (m *groupMemory) bytes() string {
	size := "(" + m.word + " & ~0UL >> 2)"
	return "(" + size + " > 0xffffffffUL ? 0xffffffffUL : " + size + ")"
}

// groupMemoryRoutines are the routines that tell of the memory, with the number of their arguments and their results.
var groupMemoryRoutines = map[string]struct {
	function string
	args     int
	result   region.Type
}{
	"omp_get_dyn_gprivate_ptr":      {"ptr", 2, region.PtrT},
	"omp_get_dyn_gprivate_nofb_ptr": {"nofb_ptr", 2, region.PtrT},
	"omp_get_dyn_gprivate_size":     {"size", 1, region.U64},
	"omp_get_dyn_gprivate_memspace": {"memspace", 1, region.U64},
}

// groupMemoryRoutine lowers a call of one of them (6.1 §34.13).
func (b *body) groupMemoryRoutine(name string, call *cc.PostfixExpression) (region.Expr, bool) {
	r, ok := groupMemoryRoutines[name]
	if !ok {
		return nil, false
	}
	f := b.fn
	args := []region.Expr{&region.Intrinsic{Op: region.OpGroupMemory, Type: region.PtrT}}
	types := []region.Type{region.U64, region.I32}[2-r.args:]
	list := call.ArgumentExpressionList
	for _, t := range types {
		if list == nil {
			return nil, false
		}
		args = append(args, f.Convert(f.Value(list.AssignmentExpression), t))
		list = list.ArgumentExpressionList
	}
	t := &region.Func{Ret: r.result}
	for _, a := range args {
		t.Params = append(t.Params, a.ExprType())
	}
	return &region.Call{Func: b.u.c.LibraryOf("__openmp_gprivate_"+r.function, r.result, t.Params...), Type: t, Args: args,
		Pos: f.Pos(call)}, true
}
