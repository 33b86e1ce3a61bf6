// Runtime routines that device code may call.

package lower

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
)

// intrinsics are the runtime routines that device code answers itself (5.2 §18).
var intrinsics = map[string]region.IntrinsicOp{
	"omp_get_thread_num": region.OpThreadNum, "omp_get_num_threads": region.OpNumThreads,
	"omp_get_max_threads": region.OpMaxThreads, "omp_get_team_num": region.OpTeamNum,
	"omp_get_num_teams": region.OpNumTeams, "omp_get_thread_limit": region.OpThreadLimit,
	"omp_get_num_procs": region.OpNumProcs, "omp_in_parallel": region.OpInParallel,
	"omp_get_level": region.OpLevel, "omp_get_active_level": region.OpActiveLevel,
	"omp_get_device_num": region.OpDeviceNum, "omp_is_initial_device": region.OpIsInitialDevice,
	"omp_get_wtime": region.OpWtime, "omp_get_wtick": region.OpWtick,
	"omp_get_ancestor_thread_num": region.OpAncestorThread, "omp_get_team_size": region.OpTeamSize,
	"omp_get_max_active_levels": region.OpMaxLevels, "omp_get_supported_active_levels": region.OpSupportedLevels,
	"omp_in_explicit_task": region.OpInTask,
	"omp_in_final":         region.OpInFinal,
	"omp_get_cancellation": region.OpCancelVar, "omp_get_max_teams": region.OpMaxTeams,
	"omp_get_teams_thread_limit": region.OpTeamsLimit,
}

// constants are routines whose result on a device is fixed.
var routineConstants = map[string]int64{
	"omp_get_dynamic": 0, "omp_get_nested": 0, "omp_get_max_task_priority": 0,
	"omp_get_proc_bind": 0, "omp_get_num_places": 0,
	"omp_get_place_num":       -1,
	"omp_get_place_num_procs": 0, "omp_get_partition_num_places": 0, "omp_pause_resource": -1,
	"omp_pause_resource_all": -1,
	"omp_is_free_agent":      0, "omp_ancestor_is_free_agent": 0,
	"omp_get_num_interop_properties": 0,
	// The host's number that is valid beside the devices' (5.2 §18.7.7).
	"omp_get_initial_device": -1,
}

// ignored are routines whose effect on a device is nothing or unspecified (5.2
// §18.2, §18.3).
var routineIgnored = map[string]bool{
	"omp_set_dynamic": true, "omp_set_nested": true, "omp_set_default_device": true,
	"omp_set_num_teams": true, "omp_set_teams_thread_limit": true, "omp_display_env": true,
	"omp_set_device_num_teams": true, "omp_set_device_teams_thread_limit": true, "omp_set_affinity_format": true,
	"omp_display_affinity": true, "omp_get_place_proc_ids": true, "omp_get_partition_place_nums": true,
}

// routine lowers a call of an OpenMP runtime routine; ok=false: not one of
// those that need no function.
func (b *body) routine(name string, call *cc.PostfixExpression) (region.Expr, bool) {
	if rest, ok := strings.CutPrefix(name, "ompc_"); ok { // how omp.h spells it for clang
		name = "omp_" + rest
	}
	if op, ok := intrinsics[name]; ok {
		t := region.Type(region.I32)
		if op == region.OpWtime || op == region.OpWtick {
			t = region.Dbl
		}
		return &region.Intrinsic{Op: op, Type: t, Args: b.intArgs(call)}, true
	}
	switch name {
	case "__ompcc_hardware_thread": // for the device library, whose functions do not know the region around
		return &region.Intrinsic{Op: region.OpHardwareThread, Type: region.I32}, true
	case "omp_get_default_device":
		// In a target region the effect is unspecified (5.2 §18.7.3): the device itself.
		return &region.Intrinsic{Op: region.OpDeviceNum, Type: region.I32}, true
	case "omp_get_num_devices":
		// Unspecified too (5.2 §18.7.4): the device's number is less than that of devices.
		return add(&region.Intrinsic{Op: region.OpDeviceNum, Type: region.I32}, cbody.Int(region.I32, 1)), true
	case "omp_get_max_progress_width":
		// The device's own: what others have is unknown here.
		b.fn.Discard(call.ArgumentExpressionList.AssignmentExpression)
		return &region.Intrinsic{Op: region.OpProgressWidth, Type: region.I32}, true
	case "omp_get_device_num_teams":
		return b.ownICV(region.OpMaxTeams, call), true
	case "omp_get_device_teams_thread_limit":
		return b.ownICV(region.OpTeamsLimit, call), true
	case "llvm_omp_target_dynamic_shared_alloc":
		// clang's extension, for kernels with an ompx_dyn_cgroup_mem clause.
		return &region.Intrinsic{Op: region.OpTeamMemory, Type: region.PtrT}, true
	case "omp_set_num_threads":
		return b.setICV(region.OpSetNumThreads, call), true
	case "omp_set_schedule":
		return b.setICV(region.OpSetSchedule, call), true
	case "omp_fulfill_event":
		return b.fulfillEvent(call), true
	case "omp_set_max_active_levels":
		return b.setICV(region.OpSetMaxLevels, call), true
	case "omp_get_schedule":
		return b.runSchedule(call), true
	}
	if v, ok := routineConstants[name]; ok {
		for a := call.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
			b.fn.Discard(a.AssignmentExpression)
		}
		return cbody.Int(region.I32, v), true
	}
	if routineIgnored[name] {
		for a := call.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
			b.fn.Discard(a.AssignmentExpression)
		}
		return &region.Seq{Body: &region.Block{}}, true
	}
	if x, ok := b.allocation(name, call); ok {
		return x, true
	}
	if x, ok := b.spatialRoutine(name, call); ok {
		return x, true
	}
	if x, ok := b.groupMemoryRoutine(name, call); ok {
		return x, true
	}
	if x, ok := b.memorySpace(name, call); ok {
		return x, true
	}
	return b.lock(name, call)
}

// setICV sets an ICV of the encountering task (5.2 §18.2.1, §18.2.11).
func (b *body) setICV(op region.IntrinsicOp, call *cc.PostfixExpression) region.Expr {
	b.u.mod.SetsICVs = true
	return &region.Intrinsic{Op: op, Type: region.VoidT, Args: b.intArgs(call)}
}

// ownICV is an ICV of the device whose number the call has (6.0 §24.11, §24.13). What others have
// is unknown here: 0.
func (b *body) ownICV(op region.IntrinsicOp, call *cc.PostfixExpression) region.Expr {
	num := &region.Intrinsic{Op: region.OpDeviceNum, Type: region.I32}
	own := &region.Compare{Op: region.Eq, X: b.intArgs(call)[0], Y: num}
	return &region.Cond{C: own, X: &region.Intrinsic{Op: op, Type: region.I32}, Y: cbody.Int(region.I32, 0)}
}

// runSchedule answers omp_get_schedule (5.2 §18.2.12).
func (b *body) runSchedule(call *cc.PostfixExpression) region.Expr {
	f := b.fn
	ops := []region.IntrinsicOp{region.OpRunSchedule, region.OpRunChunk}
	return &region.Seq{Body: f.Block(call, func() {
		for i, a := 0, call.ArgumentExpressionList; a != nil; i, a = i+1, a.ArgumentExpressionList {
			f.Emit(&region.Store{Addr: f.Value(a.AssignmentExpression),
				X: &region.Intrinsic{Op: ops[i], Type: region.I32}})
		}
	})}
}

func (b *body) intArgs(call *cc.PostfixExpression) (args []region.Expr) {
	for a := call.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		args = append(args, b.fn.Convert(b.fn.Value(a.AssignmentExpression), region.I32))
	}
	return args
}

// lock lowers the simple lock routines (5.2 §18.9) to atomics on the lock
// variable: 0 unlocked, 1 locked.
func (b *body) lock(name string, call *cc.PostfixExpression) (region.Expr, bool) {
	f := b.fn
	arg := func() region.Expr {
		return f.Let("lock", f.Value(call.ArgumentExpressionList.AssignmentExpression))
	}
	void := func(gen func()) (region.Expr, bool) { return &region.Seq{Body: f.Block(call, gen)}, true }
	one, zero := cbody.Int(region.I32, 1), cbody.Int(region.I32, 0)
	if call.ArgumentExpressionList == nil {
		return nil, false
	}
	if x, ok := b.nestLock(name, call, arg); ok {
		return x, ok
	}
	switch name {
	case "omp_init_lock", "omp_unset_lock", "omp_init_lock_with_hint":
		return void(func() { f.Emit(&region.AtomicStore{Addr: arg(), X: zero, Order: region.Release}) })
	case "omp_destroy_lock":
		return void(func() { f.Discard(call.ArgumentExpressionList.AssignmentExpression) })
	case "omp_set_lock":
		return void(func() {
			l := arg()
			got := &region.AtomicRMW{Op: region.AtomicXchg, Addr: l, X: one, Order: region.Acquire}
			f.Emit(&region.Loop{Cond: &region.Compare{Op: region.Ne, X: got, Y: zero}, Body: &region.Block{}})
		})
	case "omp_test_lock":
		got := &region.AtomicRMW{Op: region.AtomicXchg, Addr: arg(), X: one, Order: region.Acquire}
		return &region.Convert{To: region.I32, X: &region.Compare{Op: region.Eq, X: got, Y: zero}}, true
	}
	return nil, false
}

// nestLock lowers the nestable locks: the first word of the variable is the
// owner, as team * 2^20 + thread + 1 (0: free), the second the count.
func (b *body) nestLock(name string, call *cc.PostfixExpression, arg func() region.Expr) (region.Expr, bool) {
	f := b.fn
	zero, one := cbody.Int(region.I32, 0), cbody.Int(region.I32, 1)
	count := func(l region.Expr) region.Expr { return &region.PtrAdd{Base: l, Offset: 8} }
	bump := func(l region.Expr, by region.Expr) region.Expr {
		return f.Let("count", add(&region.Load{Type: region.I32, Addr: count(l)}, by))
	}
	switch name {
	case "omp_init_nest_lock", "omp_init_nest_lock_with_hint":
		return &region.Seq{Body: f.Block(call, func() {
			l := arg()
			f.Emit(&region.AtomicStore{Addr: l, X: zero, Order: region.Release})
			f.Emit(&region.Store{Addr: count(l), X: zero})
		})}, true
	case "omp_destroy_nest_lock":
		return &region.Seq{Body: f.Block(call, func() { f.Discard(call.ArgumentExpressionList.AssignmentExpression) })}, true
	case "omp_unset_nest_lock":
		return &region.Seq{Body: f.Block(call, func() {
			l := arg()
			n := bump(l, cbody.Int(region.I32, -1))
			f.Emit(&region.Store{Addr: count(l), X: n})
			free := f.Block(call, func() { f.Emit(&region.AtomicStore{Addr: l, X: zero, Order: region.Release}) })
			f.Emit(&region.If{Cond: &region.Compare{Op: region.Eq, X: n, Y: zero}, Then: free})
		})}, true
	case "omp_set_nest_lock", "omp_test_nest_lock":
		res := f.Local("nest", region.I32, call)
		body := f.Block(call, func() {
			l := arg()
			team := &region.Intrinsic{Op: region.OpTeamNum, Type: region.I32}
			thread := &region.Intrinsic{Op: region.OpThreadNum, Type: region.I32}
			me := f.Let("me", add(add(mul(team, cbody.Int(region.I32, 1<<20)), thread), one))
			try := func() region.Expr {
				return &region.CmpXchg{Addr: l, Expect: zero, New: me, Order: region.Acquire, Fail: region.Relaxed}
			}
			f.Emit(&region.Store{Addr: &region.LocalAddr{Local: res}, X: zero})
			mine := f.Let("mine",
				&region.Compare{Op: region.Eq, X: &region.AtomicLoad{Type: region.I32, Addr: l, Order: region.Relaxed},
					Y: me})
			var got region.Expr
			if name == "omp_set_nest_lock" {
				wait := f.Block(call, func() {
					f.Emit(&region.Loop{Cond: &region.Compare{Op: region.Ne, X: try(), Y: zero}, Body: &region.Block{}})
				})
				f.Emit(&region.If{Cond: &region.Not{X: mine}, Then: wait})
				got = cbody.Int(region.BoolT, 1)
			} else {
				got = f.Let("got", &region.OrElse{X: mine, Y: &region.Compare{Op: region.Eq, X: try(), Y: zero}})
			}
			have := f.Block(call, func() {
				n := bump(l, one)
				f.Emit(&region.Store{Addr: count(l), X: n})
				f.Emit(&region.Store{Addr: &region.LocalAddr{Local: res}, X: n})
			})
			f.Emit(&region.If{Cond: got, Then: have})
		})
		if name == "omp_set_nest_lock" {
			return &region.Seq{Body: body}, true
		}
		return &region.Seq{Body: body, Value: &region.Load{Type: region.I32, Addr: &region.LocalAddr{Local: res}}}, true
	}
	return nil, false
}
