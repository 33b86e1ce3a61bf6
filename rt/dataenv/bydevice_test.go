package dataenv

import (
	"math/rand/v2"
	"testing"

	"ompcc/rt/device"
)

// TestHostOf asks for random device addresses while storage, some of it overlapping, comes and goes.
func TestHostOf(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 1))
	env := newEnv(0, newMemory())
	dev := map[uintptr]deviceRange{}
	for step := range 3000 {
		host := 1 + 100*rnd.UintN(200)
		if _, there := dev[uintptr(host)]; there && rnd.UintN(2) == 0 {
			env.Disassociate(uintptr(host))
			delete(dev, uintptr(host))
		} else if !there {
			r := deviceRange{device.Addr(1000 + rnd.UintN(3000)), uintptr(1 + rnd.UintN(90)), uintptr(host)}
			env.Associate(r.host, r.size, r.dev)
			dev[r.host] = r
		}
		a, size := device.Addr(990+rnd.UintN(3100)), uintptr(rnd.UintN(20))
		want := false
		for _, r := range dev {
			want = want || r.dev <= a && a < r.end() && size <= uintptr(r.end()-a)
		}
		got, ok := env.HostOf(a, size)
		if ok != want {
			t.Fatalf("step %d: HostOf(%d, %d) says %t", step, a, size, ok)
		}
		if !ok {
			continue
		}
		if d, present := env.Lookup(got); !present || d != a {
			t.Fatalf("step %d: HostOf(%d, %d) = %d, which is at %d on the device", step, a, size, got, d)
		}
	}
}
