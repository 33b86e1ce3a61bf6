package body

import (
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

// Flags returns the abi.Kernel… flags of k. They hold on every target: the
// plan depends on the region alone.
func Flags(k *region.Kernel) uint32 {
	flags := uint32(abi.KernelSPMD)
	if k.Teams {
		flags |= abi.KernelTeams
	}
	if k.Bare {
		flags |= abi.KernelBare
	}
	if loop := KernelLoop(k); loop != nil {
		flags |= abi.KernelLoop
		if len(loop.Reductions) > 0 {
			flags |= abi.KernelReduces
		}
	}
	if DistributeLoop(k) != nil {
		flags |= abi.KernelDistribute
	}
	if HasParallel(k.Body) {
		flags |= abi.KernelParallel
	}
	return flags
}

// KernelLoop returns the loop of a kernel that is nothing but one
// distribute-parallel loop (with the assignments before it), which on a CPU
// needs no threads inside a team; nil for others.
//
// A clause that fixes the number of threads, or a body that can tell (a
// barrier, a query of the threads), asks for real threads.
func KernelLoop(k *region.Kernel) *region.WsLoop {
	loop := SoleLoop(k)
	if loop == nil || k.NumThreadsConst != 0 || loop.Levels&region.LevelFor == 0 ||
		loop.NumThreads != nil || loop.If != nil || loop.Ordered || NeedsThreads(loop.Body) {
		return nil
	}
	return loop
}

// DistributeLoop returns the loop of a kernel that is nothing but one distribute
// loop (with the assignments before it), of which each iteration is a team's;
// nil for others.
func DistributeLoop(k *region.Kernel) *region.WsLoop {
	loop := SoleLoop(k)
	if loop == nil || loop.Levels&region.LevelFor != 0 || loop.DistChunk != nil || loop.Ordered || loop.Scan ||
		len(loop.Reductions) > 0 {
		return nil
	}
	return loop
}

// SoleLoop is the loop that is distributed among the teams and makes up all of k
// but for assignments before it; nil if k has more than that.
func SoleLoop(k *region.Kernel) *region.WsLoop {
	if len(k.Reductions) > 0 || !k.Teams {
		return nil
	}
	loop := region.SoleLoop(k.Body)
	if loop == nil || loop.Levels&region.LevelDistribute == 0 {
		return nil
	}
	return loop
}

// NeedsThreads reports whether b can observe the threads of its team.
func NeedsThreads(b *region.Block) bool {
	found := false
	v := region.Visitor{}
	v.Stmt = func(s region.Stmt) bool {
		switch s.(type) {
		case *region.Barrier, *region.Single, *region.Sections, *region.Parallel, *region.Ordered, *region.Masked:
			found = true
		}
		return !found
	}
	v.Expr = func(x region.Expr) bool {
		switch x := x.(type) {
		case *region.Intrinsic:
			switch x.Op {
			case region.OpThreadNum, region.OpNumThreads, region.OpInParallel, region.OpLevel, region.OpActiveLevel,
				region.OpTeamSize, region.OpAncestorThread, region.OpInTask, region.OpInFinal,
				region.OpSetNumThreads, region.OpSetSchedule, region.OpRunSchedule, region.OpRunChunk,
				region.OpSetMaxLevels, region.OpMaxLevels, region.OpTaskCell, region.OpAllocatorCell,
				region.OpExtents, region.OpGroupMemory:
				found = true
			}
		case *region.Call:
			found = found || x.Func == nil || x.Func.UsesParallel
		case *region.GlobalAddr: // each thread has its own
			found = found || x.Global.Space == region.SpaceThread
		}
		return !found
	}
	v.Walk(b)
	return found
}

// HasParallel reports whether b contains a parallel region or may call one.
func HasParallel(b *region.Block) bool {
	found := false
	v := region.Visitor{}
	v.Stmt = func(s region.Stmt) bool {
		switch s := s.(type) {
		case *region.Parallel:
			found = true
		case *region.WsLoop:
			found = found || s.Levels&region.LevelFor != 0
		}
		return !found
	}
	v.Expr = func(x region.Expr) bool {
		if c, ok := x.(*region.Call); ok && (c.Func == nil || c.Func.UsesParallel) {
			found = true
		}
		return !found
	}
	v.Walk(b)
	return found
}
