package device

import "ompcc/rt/abi"

// Grid is the shape of a launch on a GPU.
type Grid struct {
	Teams, Threads uint32
	// Once says that the kernel's second entry point, if there is one, may be used. There are at least as many
	// threads as iterations, or as many teams where a loop is distributed among these alone. The teams have exactly
	// the kernel's bound.
	Once bool
}

const (
	// maxTeams is the most teams that any GPU takes in one dimension, maxLeague
	// the most threads of a league.
	maxTeams  = 1<<31 - 1
	maxLeague = 1<<31 - 1
	// waves is how often the teams of a distributed loop fill the device before
	// a team takes several iterations.
	waves = 64
)

// GridOf chooses the shape: bound is the most threads that the kernel was
// compiled for, warp the threads that execute together, resident how many teams
// of that size the device executes at a time.
func GridOf(l *Launch, bound, warp, resident uint32) Grid {
	threads := ThreadsOf(l, bound, warp)
	g := Grid{Teams: 1, Threads: threads}
	if l.Flags&abi.KernelTeams == 0 {
		return g
	}
	// Kernels count a league's threads in 31 bits.
	most := min(maxTeams, maxLeague/uint64(threads))
	need, once := max(steps(l, threads), 1), l.HasTrip && l.Flags&(abi.KernelLoop|abi.KernelDistribute) != 0
	filled := min(fill(resident, bound, threads), most)
	switch {
	case l.NumTeams != 0:
		g.Teams = uint32(min(uint64(l.NumTeams), most))
	case once && l.Flags&(abi.KernelReduces|abi.KernelDistribute) == 0,
		once && l.Flags&abi.KernelDistribute != 0 && need <= waves*filled:
		g.Teams = uint32(min(need, most))
	case once:
		// The threads add up as much as they can before they combine, and a
		// team has more than one iteration where it would be short-lived.
		g.Teams = uint32(min(need, filled))
	default:
		// A team for each iteration of a distributed loop, or as many as fill
		// the device.
		g.Teams = uint32(filled)
		if l.HasTrip {
			g.Teams = uint32(min(max(l.Trip, 1), filled))
		}
	}
	g.Once = once && threads == bound && uint64(g.Teams) >= need
	return g
}

// Widened is g for a kernel's wide entry point, whose threads execute each iterations. ok is false where the
// program asks for a number of teams, and where so few teams would not fill a device that executes resident ones at
// a time.
func (g Grid) Widened(l *Launch, each, resident uint32) (wide Grid, ok bool) {
	wide = Grid{Threads: g.Threads}
	if each == 0 || !g.Once || l.NumTeams != 0 || l.Flags&(abi.KernelReduces|abi.KernelDistribute) != 0 {
		return wide, false
	}
	size := uint64(g.Threads) * uint64(each)
	wide.Teams = uint32(l.Trip/size + min(l.Trip%size, 1))
	return wide, wide.Teams >= max(resident, 1)
}

// steps is how many teams have one step each to do: a team's threads take an
// iteration each, or as many as the kernel says, or the team takes one.
func steps(l *Launch, threads uint32) uint64 {
	if l.Flags&abi.KernelDistribute != 0 {
		return l.Trip
	}
	size := uint64(threads) * uint64(max(l.Each, 1))
	return l.Trip/size + min(l.Trip%size, 1)
}

// ThreadsOf is how many threads a team has: bound, or as few as the launch limits them to (OpenMP
// 5.2 §13.3). More than a warp are whole warps, but for the teams of ompx_bare.
func ThreadsOf(l *Launch, bound, warp uint32) uint32 {
	threads := bound
	for _, limit := range [2]uint32{l.ThreadLimit, l.NumThreads} {
		if limit != 0 && limit < threads {
			threads = limit
		}
	}
	if threads < bound && threads > warp && l.Flags&abi.KernelBare == 0 {
		threads = threads / warp * warp
	}
	return threads
}

// fill is how many teams of so many threads fill a device that executes
// resident teams of bound threads at a time.
func fill(resident, bound, threads uint32) uint64 {
	return min(uint64(max(resident, 1))*uint64(max(bound/max(threads, 1), 1)), maxTeams)
}
