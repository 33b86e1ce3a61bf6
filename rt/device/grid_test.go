package device

import (
	"testing"

	"ompcc/rt/abi"
)

func TestGridOf(t *testing.T) {
	const teams, loop, reduces = abi.KernelTeams, abi.KernelTeams | abi.KernelLoop,
		abi.KernelTeams | abi.KernelLoop | abi.KernelReduces
	const distribute = abi.KernelTeams | abi.KernelDistribute
	for _, c := range []struct {
		name string
		l    Launch
		want Grid
	}{
		{"no teams construct", Launch{Trip: 1000, HasTrip: true}, Grid{Teams: 1, Threads: 256}},
		{"a thread for each iteration", Launch{Flags: loop, Trip: 1000001, HasTrip: true},
			Grid{Teams: 3907, Threads: 256, Once: true}},
		{"no iterations", Launch{Flags: loop, HasTrip: true}, Grid{Teams: 1, Threads: 256, Once: true}},
		{"num_teams too small", Launch{Flags: loop, Trip: 1000, HasTrip: true, NumTeams: 3},
			Grid{Teams: 3, Threads: 256}},
		{"num_teams large enough", Launch{Flags: loop, Trip: 1000, HasTrip: true, NumTeams: 4},
			Grid{Teams: 4, Threads: 256, Once: true}},
		{"thread_limit", Launch{Flags: loop, Trip: 1000, HasTrip: true, ThreadLimit: 100},
			Grid{Teams: 11, Threads: 96}},
		{"less than a warp", Launch{Flags: loop, Trip: 1000, HasTrip: true, NumThreads: 5},
			Grid{Teams: 200, Threads: 5}},
		{"exactly as many threads", Launch{Flags: teams | abi.KernelBare, NumTeams: 3, ThreadLimit: 40},
			Grid{Teams: 3, Threads: 40}},
		{"two limits", Launch{Flags: loop, Trip: 1000, HasTrip: true, ThreadLimit: 31, NumThreads: 64},
			Grid{Teams: 33, Threads: 31}},
		{"a reduction that fills the device", Launch{Flags: reduces, Trip: 1 << 30, HasTrip: true},
			Grid{Teams: 1056, Threads: 256}},
		{"a short reduction", Launch{Flags: reduces, Trip: 1000, HasTrip: true},
			Grid{Teams: 4, Threads: 256, Once: true}},
		{"a reduction by small teams", Launch{Flags: reduces, Trip: 1 << 30, HasTrip: true, ThreadLimit: 64},
			Grid{Teams: 4224, Threads: 64}},
		{"rows", Launch{Flags: teams, Trip: 50, HasTrip: true}, Grid{Teams: 50, Threads: 256}},
		{"many rows", Launch{Flags: teams, Trip: 5000, HasTrip: true}, Grid{Teams: 1056, Threads: 256}},
		{"teams without a loop", Launch{Flags: teams}, Grid{Teams: 1056, Threads: 256}},
		{"more iterations than a league's threads", Launch{Flags: loop, Trip: 1 << 31, HasTrip: true},
			Grid{Teams: 1<<23 - 1, Threads: 256}},
		{"as many as it may have", Launch{Flags: loop, Trip: 1<<31 - 256, HasTrip: true},
			Grid{Teams: 1<<23 - 1, Threads: 256, Once: true}},
		{"the most iterations", Launch{Flags: loop, Trip: 1<<64 - 1, HasTrip: true},
			Grid{Teams: 1<<23 - 1, Threads: 256}},
		{"num_teams of more", Launch{Flags: loop, Trip: 1000, HasTrip: true, NumTeams: 1 << 30},
			Grid{Teams: 1<<23 - 1, Threads: 256, Once: true}},
		{"a loop of teams", Launch{Flags: distribute, Trip: 5000, HasTrip: true},
			Grid{Teams: 5000, Threads: 256, Once: true}},
		{"a loop of teams of which there are fewer",
			Launch{Flags: distribute, Trip: 5000, HasTrip: true, NumTeams: 4999}, Grid{Teams: 4999, Threads: 256}},
		{"a loop of smaller teams", Launch{Flags: distribute, Trip: 5000, HasTrip: true, ThreadLimit: 64},
			Grid{Teams: 5000, Threads: 64}},
		{"a loop of short-lived teams", Launch{Flags: distribute, Trip: 1 << 20, HasTrip: true},
			Grid{Teams: 1056, Threads: 256}},
	} {
		if got := GridOf(&c.l, 256, 32, 8*132); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestWidened(t *testing.T) {
	const loop, resident = abi.KernelTeams | abi.KernelLoop, 8 * 132
	for _, c := range []struct {
		name string
		l    Launch
		each uint32
		want uint32 // teams, 0: the grid stays
	}{
		{"teams that fill the device", Launch{Flags: loop, Trip: 4 * 256 * resident}, 4, resident},
		{"a last team that is not full", Launch{Flags: loop, Trip: 4*256*resident + 1}, 4, resident + 1},
		{"too few teams", Launch{Flags: loop, Trip: 4*256*resident - 1024}, 4, 0},
		{"no wide entry point", Launch{Flags: loop, Trip: 1 << 30}, 0, 0},
		{"num_teams", Launch{Flags: loop, Trip: 1 << 21, NumTeams: 1 << 20}, 4, 0},
		{"thread_limit", Launch{Flags: loop, Trip: 1 << 24, ThreadLimit: 128}, 4, 0},
		{"a reduction", Launch{Flags: loop | abi.KernelReduces, Trip: 1 << 24}, 4, 0},
		{"more iterations than threads", Launch{Flags: loop, Trip: 1<<64 - 1}, 4, 0},
	} {
		c.l.HasTrip = true
		wide, ok := GridOf(&c.l, 256, 32, resident).Widened(&c.l, c.each, resident)
		if ok != (c.want != 0) || ok && wide != (Grid{Teams: c.want, Threads: 256}) {
			t.Errorf("%s: %v, %v, want %d teams", c.name, wide, ok, c.want)
		}
	}
}
