package device

import "ompcc/rt/abi"

// Grid is the shape of a launch on a GPU.
type Grid struct {
	Teams, Threads uint32
	// Once says that there are at least as many threads as iterations, in
	// teams of exactly the kernel's bound: the kernel's second entry point, if
	// there is one, may be used.
	Once bool
}

// maxTeams is the most teams that any GPU takes in one dimension.
const maxTeams = 1<<31 - 1

// GridOf chooses the shape: bound is the most threads that the kernel was
// compiled for, warp the threads that execute together, resident how many teams
// of that size the device executes at a time. A request for fewer threads is
// rounded down to a multiple of whole warps; of less than one only kernels can make
// teams that expect it.
func GridOf(l *Launch, bound, warp, resident uint32) Grid {
	threads := bound
	for _, limit := range [2]uint32{l.ThreadLimit, l.NumThreads} {
		if limit != 0 && limit < threads {
			threads = wholeWarps(limit, warp, bound, l.Flags&abi.KernelAnyThreads != 0)
		}
	}
	g := Grid{Teams: 1, Threads: threads}
	if l.Flags&abi.KernelTeams == 0 {
		return g
	}
	need := (l.Trip + uint64(threads) - 1) / uint64(threads)
	loop := l.HasTrip && l.Flags&abi.KernelLoop != 0
	switch {
	case l.NumTeams != 0:
		g.Teams = min(l.NumTeams, maxTeams)
	case loop && l.Flags&abi.KernelReduces == 0:
		g.Teams = uint32(min(max(need, 1), maxTeams))
	case loop:
		// The threads add up as much as they can before they combine.
		g.Teams = uint32(min(max(need, 1), fill(resident, bound, threads)))
	default:
		// A team for each iteration of a distributed loop, or as many as fill
		// the device.
		n := fill(resident, bound, threads)
		if l.HasTrip {
			n = min(max(l.Trip, 1), n)
		}
		g.Teams = uint32(n)
	}
	g.Once = loop && threads == bound && uint64(g.Teams) >= need
	return g
}

func wholeWarps(limit, warp, bound uint32, any bool) uint32 {
	if limit < warp && any {
		return limit
	}
	return max(limit/warp*warp, min(warp, bound))
}

// fill is how many teams of so many threads fill a device that executes
// resident teams of bound threads at a time.
func fill(resident, bound, threads uint32) uint64 {
	return min(uint64(max(resident, 1))*uint64(max(bound/max(threads, 1), 1)), maxTeams)
}
