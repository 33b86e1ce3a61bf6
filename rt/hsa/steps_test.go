package hsa

import (
	"slices"
	"testing"
	"unsafe"

	"ompcc/rt/device"
)

// carryOut does what the data environment does with steps.
func carryOut(d device.Device, steps []device.Step) error {
	for i := d.(device.Stepper).Steps(steps); i < len(steps); i++ {
		s, dev := &steps[i], device.At(steps, i)
		var err error
		switch s.Kind {
		case device.StepAlloc:
			s.Dev, err = d.Alloc(s.Size)
		case device.StepTo:
			err = d.CopyTo(dev, s.Host, s.Size)
		case device.StepFrom:
			err = d.CopyFrom(s.Host, dev, s.Size)
		case device.StepFree:
			err = d.Free(dev)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func hostOf(data []byte) device.Host {
	return device.Host(uintptr(unsafe.Pointer(unsafe.SliceData(data))))
}

// enter allocates and fills storage for arrays, and exit copies it back, and frees it.
func enterSteps(arrays [][]byte) (steps []device.Step) {
	for _, a := range arrays {
		steps = append(steps, device.Step{Kind: device.StepAlloc, Size: uintptr(len(a))})
		steps = append(steps, device.Step{Kind: device.StepTo, Of: uint32(len(steps)), Host: hostOf(a), Size: uintptr(len(a))})
	}
	return steps
}

func exitSteps(arrays [][]byte, at []device.Addr) (steps []device.Step) {
	for i, a := range arrays {
		steps = append(steps, device.Step{Kind: device.StepFrom, Dev: at[i], Host: hostOf(a), Size: uintptr(len(a))})
	}
	for i := range arrays {
		steps = append(steps, device.Step{Kind: device.StepFree, Dev: at[i]})
	}
	return steps
}

func addresses(steps []device.Step) (at []device.Addr) {
	for _, s := range steps {
		if s.Kind == device.StepAlloc {
			at = append(at, s.Dev)
		}
	}
	return at
}

// TestBatch counts the runtime's calls for 100 small arrays of one construct, both ways.
func TestBatch(t *testing.T) {
	k := newFake(t, 1)
	d := open(t, k)
	arrays := make([][]byte, 100)
	for i := range arrays {
		arrays[i] = make([]byte, 40+i)
		arrays[i][0], arrays[i][39+i] = byte(i), byte(2*i)
	}
	for round := range 2 {
		before := len(k.calls)
		steps := enterSteps(arrays)
		if err := carryOut(d, steps); err != nil {
			t.Fatal(err)
		}
		enter := len(k.calls) - before
		at := addresses(steps)
		for i, a := range arrays {
			got := make([]byte, len(a))
			if err := d.CopyFrom(hostOf(got), at[i], uintptr(len(a))); err != nil || !slices.Equal(got, a) {
				t.Fatalf("array %d: %v, the device has %v, want %v", i, err, got, a)
			}
			got[0]++
			if err := d.CopyTo(at[i], hostOf(got), uintptr(len(a))); err != nil {
				t.Fatal(err)
			}
		}
		before = len(k.calls)
		if err := carryOut(d, exitSteps(arrays, at)); err != nil {
			t.Fatal(err)
		}
		limit := 4
		if round == 0 {
			limit = 10 // the queue is made
		}
		if exit := len(k.calls) - before; enter > limit || exit > limit {
			t.Errorf("%d calls enter 100 arrays, %d exit, want at most %d", enter, exit, limit)
		}
		for i := range arrays {
			if arrays[i][0]--; arrays[i][0] != byte(i) {
				t.Errorf("array %d has come back with %d", i, arrays[i][0]+1)
			}
		}
	}
	if err := d.Close(); err != nil || k.left() != nil {
		t.Errorf("%v, left: %q", err, k.left())
	}
}

func open(t *testing.T, k *fake) device.Device {
	t.Helper()
	devices, err := New(k.config()).Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := devices[0].Init(); err != nil {
		t.Fatal(err)
	}
	return devices[0]
}
