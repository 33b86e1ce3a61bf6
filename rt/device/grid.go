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
// compiled for, warp the threads that execute together, procs the number of
// multiprocessors. Reductions need whole warps, so a request for fewer threads
// is rounded down to a multiple of them, but at least one.
func GridOf(l *Launch, bound, warp, procs uint32) Grid {
	threads := bound
	for _, limit := range [2]uint32{l.ThreadLimit, l.NumThreads} {
		if limit != 0 && limit < threads {
			threads = max(limit/warp*warp, min(warp, bound))
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
	case loop:
		g.Teams = uint32(min(max(need, 1), maxTeams))
	default:
		// A team for each iteration of a distributed loop, or some for each
		// multiprocessor.
		g.Teams = 4 * max(procs, 1)
		if l.HasTrip {
			g.Teams = uint32(min(max(l.Trip, 1), uint64(g.Teams)))
		}
	}
	g.Once = loop && threads == bound && uint64(g.Teams) >= need
	return g
}
