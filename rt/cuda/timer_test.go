package cuda

import (
	"math"
	"testing"
	"time"

	"ompcc/rt/device"
)

// TestLaunchTimed has a driver that notes the calls of a launch.
func TestLaunchTimed(t *testing.T) {
	var calls []Function
	driver := Driver(func(f Function, args ...uintptr) int {
		switch f {
		case EventElapsedTime:
			*(*uint32)(device.Pointer(args[0])) = math.Float32bits(0.125)
		case EventCreate, StreamCreate:
			*(*uintptr)(device.Pointer(args[0])) = 0x100 + uintptr(len(calls))
		}
		if f != CtxSetCurrent {
			calls = append(calls, f)
		}
		return success
	})
	g := &gpu{driver: driver, kernels: []*kernel{{entry: 7}}}
	took, err := g.LaunchTimed(&device.Launch{Kernel: 1, NumTeams: 2})
	if err != nil || took != 125*time.Microsecond {
		t.Errorf("took %v, %v", took, err)
	}
	want := []Function{StreamCreate, EventCreate, EventRecord, LaunchKernel, EventCreate, EventRecord, EventSynchronize,
		EventElapsedTime, EventDestroy, EventDestroy, StreamSynchronize}
	if len(calls) != len(want) {
		t.Fatalf("calls %v, want %v", calls, want)
	}
	for i := range want {
		if calls[i] != want[i] {
			t.Errorf("call %d is %s, want %s", i, Symbols[calls[i]], Symbols[want[i]])
		}
	}
}
