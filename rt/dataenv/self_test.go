package dataenv

import (
	"strings"
	"testing"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// sharing is a device whose kernels access the host's memory.
type sharing struct{ device.Device }

func (s sharing) Info() device.Info {
	i := s.Device.Info()
	i.SharesHost = true
	return i
}

// TestSelf: with the modifier self, or where the program requires self_maps, the
// host's storage is the device's; nothing is allocated or moved, and pointers
// stay as they are (OpenMP 6.0 §7.9.6, §10.5.1.6).
func TestSelf(t *testing.T) {
	for _, required := range []bool{false, true} {
		dev := newMemory()
		env := newEnv(0, sharing{dev})
		flag := uint32(abi.FlagSelf)
		if required {
			env.SelfMaps()
			flag = 0
		}
		c, s, p := construct(1), heap(32), heap(100)
		pointer := Arg{Base: addr(s), Begin: addr(p), Size: 100}
		*word(s) = addr(p) - 4
		items := []Item{item("s", flagTo|flagFrom|flag), item("s.p[4:100]", flagTo|flag),
			with(item("s.p", 0), itemAttach)}
		args := []Arg{arg(s), arg(p), pointer}
		must(t, env.enterData(c, items, args))
		must(t, env.enterData(c, items, args))
		for _, b := range [][]byte{s, p} {
			if d, ok := env.Lookup(addr(b)); !ok || uintptr(d) != addr(b) {
				t.Errorf("at %#x on the device, want %#x", d, addr(b))
			}
		}
		must(t, env.Update(c, []Item{item("s", flagTo), item("s", flagFrom)}, []Arg{arg(s), arg(s)}))
		if list, ok := env.Transfers(c, []Item{item("s", flagTo)}, []Arg{arg(s)}); !ok || len(list) != 0 {
			t.Errorf("transfers %v", list)
		}
		if *word(s) != addr(p)-4 {
			t.Error("the host's pointer was changed")
		}
		must(t, env.Exit(c, items, args))
		must(t, env.Exit(c, items, args))
		if env.Len() != 0 {
			t.Errorf("%d entries are left", env.Len())
		}
		must(t, env.enterData(c, items, args))
		must(t, env.Clear())
		if dev.used() != 0 || env.Len() != 0 {
			t.Errorf("%d blocks, %d entries", dev.used(), env.Len())
		}
	}
}

// TestNotSelf: on a device with memory of its own, and where there is other
// storage already, it is an error.
func TestNotSelf(t *testing.T) {
	c, x := construct(1), heap(16)
	self := []Item{item("x", flagTo|abi.FlagSelf)}
	env := newEnv(0, newMemory())
	env.SelfMaps() // does nothing there: such a device is none of the program's
	err := env.enterData(c, self, []Arg{arg(x)})
	if err == nil || !strings.Contains(err.Error(),
		"'x' has the 'self' modifier but cannot be mapped to itself on device 0") ||
		!strings.Contains(err.Error(), "does not access the host's memory") {
		t.Error(err)
	}
	env = newEnv(0, sharing{newMemory()})
	must(t, env.enterData(c, []Item{item("x", flagTo)}, []Arg{arg(x)}))
	if err := env.enterData(c, self, []Arg{arg(x)}); err == nil ||
		!strings.Contains(err.Error(), "it is mapped to other storage already") {
		t.Error(err)
	}
	must(t, env.Exit(c, self, []Arg{arg(x)}))
	if env.Len() != 0 {
		t.Errorf("%d entries are left", env.Len())
	}
}
