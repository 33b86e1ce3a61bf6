package plugin

import (
	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// size of a launch.
type size struct{ entry, blocks, threads uint64 }

const (
	warp         = 32
	defaultBlock = 256
	mostBlock    = 1024
	// defaultTeams is the league when neither the program nor a loop says how
	// large it is, and the fewest teams of a wide kernel; mostTeams when a loop would fill more.
	defaultTeams = 8
	mostTeams    = 4096
	// mostShared is the shared memory of a block on GPUs of compute capability 9.0.
	mostShared = 227 << 10
)

// shape chooses entry, blocks and threads of a launch.
func shape(k kernel, l *device.Launch) size {
	s := size{entry: k.id, threads: threads(k, l), blocks: uint64(l.NumTeams)}
	switch {
	case l.Flags&abi.KernelTeams == 0:
		s.blocks = 1
	case l.NumTeams == 0 && l.HasTrip:
		s.blocks = min(max(parts(l, s.threads), 1), mostTeams)
	case l.NumTeams == 0:
		s.blocks = defaultTeams
	}
	if k.once != 0 && l.HasTrip && l.Flags&(abi.KernelLoop|abi.KernelDistribute) != 0 &&
		s.threads == k.exact && s.blocks <= 1<<31/k.exact && s.blocks >= parts(l, s.threads) {
		s.entry = k.once
		g := device.Grid{Threads: uint32(s.threads), Once: true}
		if wide, ok := g.Widened(l, k.wideEach, defaultTeams); ok {
			s.entry, s.blocks = k.wide, uint64(wide.Teams)
		}
	}
	return s
}

// parts is how many teams take one step each to execute all iterations.
func parts(l *device.Launch, threads uint64) uint64 {
	if l.Flags&abi.KernelDistribute != 0 {
		return l.Trip
	}
	size := threads * uint64(max(l.Each, 1))
	return l.Trip/size + min(l.Trip%size, 1)
}

// threads is as many as kernel k is compiled for, or the launch limits it to.
func threads(k kernel, l *device.Launch) uint64 {
	most := k.most
	if most == 0 {
		most = mostBlock
	}
	n := min(most, defaultBlock)
	if k.most != 0 {
		n = k.most
	}
	return uint64(device.ThreadsOf(l, uint32(n), warp))
}
