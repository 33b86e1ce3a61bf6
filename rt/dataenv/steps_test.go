package dataenv

import (
	"strconv"
	"testing"

	"ompcc/rt/device"
)

// stepping is a memory that carries out steps in one call, the first stop of them.
type stepping struct {
	*memory
	calls, stop int
}

func (s *stepping) Steps(list []device.Step) int {
	s.calls++
	for i := range list {
		if i == s.stop {
			return i
		}
		st := &list[i]
		var err error
		switch dev := device.At(list, i); st.Kind {
		case device.StepAlloc:
			st.Dev, err = s.Alloc(st.Size)
		case device.StepTo:
			err = s.CopyTo(dev, st.Host, st.Size)
		case device.StepFrom:
			err = s.CopyFrom(st.Host, dev, st.Size)
		case device.StepFree:
			err = s.Free(dev)
		}
		if err != nil {
			return i
		}
	}
	return len(list)
}

// TestSteps maps and unmaps two arrays by a device that carries out all, some or none of the steps.
func TestSteps(t *testing.T) {
	for stop := range 5 {
		dev := &stepping{memory: newMemory(), stop: stop}
		env := newEnv(0, dev)
		x, y := heap(100), heap(50)
		x[99], y[0] = 7, 9
		items, args := []Item{item("x", flagTo|flagFrom), item("y", flagTo|flagFrom)}, []Arg{arg(x), arg(y)}
		must(t, env.enterData(construct(1), items, args))
		dx, dy := onDevice(t, env, x), onDevice(t, env, y)
		if dx[99] != 7 || dy[0] != 9 || dev.calls != 1 {
			t.Errorf("stop at %d: %d, %d on the device after %d calls", stop, dx[99], dy[0], dev.calls)
		}
		dx[99], dy[0] = 1, 2
		must(t, env.Exit(construct(2), items, args))
		if x[99] != 1 || y[0] != 2 || dev.calls != 2 || dev.used() != 0 || env.Len() != 0 {
			t.Errorf("stop at %d: %d, %d on the host after %d calls; %d blocks, %d entries are left", stop, x[99], y[0],
				dev.calls, dev.used(), env.Len())
		}
	}
}

// TestStepsFail lets an allocation fail: nothing is left, and the error is the device's.
func TestStepsFail(t *testing.T) {
	for n := 1; n <= 2; n++ {
		dev := &stepping{memory: newMemory(), stop: -1}
		dev.failAt = n
		env := newEnv(0, dev)
		x, y := heap(100), heap(50)
		// The second attempt at the step succeeds, a third failure is for good.
		must(t, env.enterData(construct(1), []Item{item("x", flagTo), item("y", flagTo)}, []Arg{arg(x), arg(y)}))
		must(t, env.Exit(construct(1), []Item{item("x", 0), item("y", 0)}, []Arg{arg(x), arg(y)}))
		full := &failing{dev}
		env = newEnv(0, full)
		err := env.enterData(construct(1), []Item{item("x", flagTo), item("y", flagTo)}, []Arg{arg(x), arg(y)})
		wantError(t, err, "x", errFull.Error())
		if dev.used() != 0 || env.Len() != 0 {
			t.Errorf("%d blocks, %d entries are left", dev.used(), env.Len())
		}
	}
}

// failing never has memory.
type failing struct{ *stepping }

func (*failing) Alloc(uintptr) (device.Addr, error) { return 0, errFull }

func (*failing) Steps([]device.Step) int { return 0 }

// TestStepsBackwards: with Itemwise each item is filled before the next one is allocated, and the last one leaves
// first.
func TestStepsBackwards(t *testing.T) {
	dev := &recording{memory: newMemory()}
	env := newEnv(0, dev)
	env.Itemwise()
	x, y := heap(100), heap(50)
	items, args := []Item{item("x", flagTo|flagFrom), item("y", flagTo|flagFrom)}, []Arg{arg(x), arg(y)}
	must(t, env.enterData(construct(1), items, args))
	must(t, env.Exit(construct(2), items, args))
	const want = "alloc 100, to 100, alloc 50, to 50, from 50, from 100, free, free, "
	if dev.text != want {
		t.Errorf("got  %s\nwant %s", dev.text, want)
	}
}

// recording notes what the steps are.
type recording struct {
	*memory
	text string
}

func (r *recording) Alloc(n uintptr) (device.Addr, error) {
	r.text += "alloc " + strconv.Itoa(int(n)) + ", "
	return r.memory.Alloc(n)
}

func (r *recording) CopyTo(dst device.Addr, src device.Host, n uintptr) error {
	r.text += "to " + strconv.Itoa(int(n)) + ", "
	return r.memory.CopyTo(dst, src, n)
}

func (r *recording) CopyFrom(dst device.Host, src device.Addr, n uintptr) error {
	r.text += "from " + strconv.Itoa(int(n)) + ", "
	return r.memory.CopyFrom(dst, src, n)
}

func (r *recording) Free(a device.Addr) error {
	r.text += "free, "
	return r.memory.Free(a)
}
