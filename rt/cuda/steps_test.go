package cuda

import (
	"math/rand/v2"
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

// TestBatch counts the driver's calls for 100 small arrays of one construct, both ways.
func TestBatch(t *testing.T) {
	k := newFake(t, 1)
	d := open(t, k)
	arrays := make([][]byte, 100)
	for i := range arrays {
		arrays[i] = make([]byte, 40+i)
		arrays[i][0], arrays[i][39+i] = byte(i), byte(2*i)
	}
	for range 2 {
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
		if exit := len(k.calls) - before; enter > 5 || exit > 4 {
			t.Errorf("%d calls enter 100 arrays, %d exit, want at most 4 (and one for the first stream)", enter, exit)
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

// TestBatchRandom maps arrays of any size, unmaps some one by one and in groups, in any order. Each of the driver's calls
// fails once: then nothing is lost, and nothing that was there has changed.
func TestBatchRandom(t *testing.T) {
	for failing := -1; failing < 120; failing++ {
		r := rand.New(rand.NewPCG(1, uint64(failing+1)))
		k := newFake(t, 1)
		k.alone = true
		d := open(t, k)
		var arrays [][]byte
		var at []device.Addr
		if failing >= 0 {
			k.failing, k.result = len(k.calls)+failing, 2
		}
		for range 12 {
			var fresh [][]byte
			for range r.IntN(12) {
				a := make([]byte, []int{1, 8, 100, 5000, batchLimit + 1}[r.IntN(5-r.IntN(2))])
				for i := range a {
					a[i] = byte(r.Int())
				}
				fresh = append(fresh, a)
			}
			steps := enterSteps(fresh)
			if carryOut(d, steps) == nil {
				arrays, at = append(arrays, fresh...), append(at, addresses(steps)...)
			} else {
				for _, s := range steps {
					if s.Kind == device.StepAlloc && s.Dev != 0 {
						_ = d.Free(s.Dev)
					}
				}
			}
			n := r.IntN(len(arrays) + 1)
			out := make([][]byte, n)
			for i := range out {
				out[i] = make([]byte, len(arrays[i]))
			}
			if carryOut(d, exitSteps(out, at[:n])) != nil {
				break // the driver has failed, and the test does not know what is left
			}
			for i := range out {
				if !slices.Equal(out[i], arrays[i]) {
					t.Fatalf("call %d failed: array %d of %d bytes has changed", failing, i, len(out[i]))
				}
			}
			arrays, at = arrays[n:], at[n:]
		}
		if failing < 0 {
			for _, a := range at {
				if err := d.Free(a); err != nil {
					t.Fatal(err)
				}
			}
			if err := d.Close(); err != nil || k.left() != nil {
				t.Errorf("%v, left: %q", err, k.left())
			}
		}
	}
}

const batchLimit = 16 << 10

func open(t *testing.T, k *fake) device.Device {
	t.Helper()
	devices, err := New(k.call).Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := devices[0].Init(); err != nil {
		t.Fatal(err)
	}
	return devices[0]
}
