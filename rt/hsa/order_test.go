package hsa

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"ompcc/rt/device"
)

var (
	errEarly = errors.New("something has happened before anybody waited")
	errLate  = errors.New("something has not happened, though everybody waited")
)

// chain gives queues work of which each waits for all before it.
type chain struct {
	s      *session
	g      *gpu
	queues []device.OrderedQueue
	marks  []device.Mark
}

func (c *chain) begin(f func(q device.OrderedQueue) error) {
	q, err := c.g.Ordered()
	if !c.s.try(err) {
		return
	}
	for _, m := range c.marks {
		c.s.try(q.Await(m))
	}
	if c.s.try(f(q)) {
		if m, err := q.Mark(); c.s.try(err) {
			c.marks = append(c.marks, m)
		}
	}
	c.queues = append(c.queues, q)
}

// end waits for the last queue first, and gives everything up.
func (c *chain) end() {
	for i := range c.queues {
		c.s.try(c.queues[len(c.queues)-1-i].Sync())
	}
	for _, m := range c.marks {
		c.s.try(c.g.Forget(m))
	}
	for _, q := range c.queues {
		c.s.try(q.Close())
	}
}

// order gives seven queues work that depends on each other, more signals than fit
// into a packet, and waits for the last one only: before that nothing has happened
// on the fake runtime, which prefers what came last.
func (s *session) order(g *gpu) {
	m, err := g.Load(&device.Image{Data: metadata()})
	if !s.try(err) {
		return
	}
	defer func() { s.try(m.Unload()) }()
	const n = 70_000 // for Set two steps
	a, err := g.Alloc(n)
	if !s.try(err) {
		return
	}
	defer func() { s.try(g.Free(a)) }()
	in, from := hostBlock(n)
	out, to := hostBlock(n)
	few, little := hostBlock(100)
	c := &chain{s: s, g: g}
	for i := range 1000 {
		in[i] = byte(i * i >> 5)
	}
	c.begin(func(q device.OrderedQueue) error { return errors.Join(q.Set(a, 3, n), q.CopyTo(a+1000, from, 1000)) })
	clear(in) // it has been read
	c.begin(func(q device.OrderedQueue) error { return q.CopyOn(a, a+1000, 500) })
	for _, name := range []string{"add", "mark", "add"} {
		c.begin(func(q device.OrderedQueue) error { return s.launch(q, m, name, a, n) })
	}
	c.begin(func(q device.OrderedQueue) error { // a kernel and copies in the same queue
		if err := s.launch(q, m, "add", a, n); err != nil {
			return err
		}
		return q.CopyFrom(to, a, n)
	})
	c.begin(func(q device.OrderedQueue) error { return q.CopyFrom(little, a+n-100, 100) })
	if len(s.errs) == 0 && (!bytes.Equal(out, make([]byte, n)) || len(s.k.pending) < 7) {
		s.errs = append(s.errs, errEarly)
	}
	c.end()
	want := bytes.Repeat([]byte{3 + 4}, n)
	for i := range 1000 {
		want[1000+i] = byte(i*i>>5) + 4
	}
	copy(want[:500], want[1000:1500])
	s.compare("ordered queues", out, want)
	s.compare("what has landed", few, want[n-100:])
	if len(s.errs) == 0 && len(s.k.pending) > 0 {
		s.errs = append(s.errs, errLate)
	}
}

func (s *session) launch(q device.OrderedQueue, m device.Module, name string, x device.Addr, n uint64) error {
	kernel, err := m.Kernel(name)
	if err != nil {
		return err
	}
	l, keep := launchOf(kernel, x, n)
	defer keep()
	return q.Launch(l)
}

// TestLaneFills: more than its buffer holds, and more kernels than their arguments'
// memory, make the host wait, and the data is the same.
func TestLaneFills(t *testing.T) {
	s := &session{k: newFake(t, 1)}
	g, m := one(t, s.k)
	g.stage = 16 << 10
	n := 3*g.stage + 5
	a, _ := g.Alloc(n)
	in, from := hostBlock(int(n))
	out, to := hostBlock(int(n))
	for i := range in {
		in[i] = byte(i >> 3)
	}
	const kernels, part = argsSize/128 + 5, 512 // bytes that they add to
	c := &chain{s: s, g: g}
	c.begin(func(q device.OrderedQueue) error { return q.CopyTo(a, from, n) })
	c.begin(func(q device.OrderedQueue) error {
		for range kernels {
			if err := s.launch(q, m, "add", a, part); err != nil {
				return err
			}
		}
		return q.CopyFrom(to, a, n)
	})
	c.end()
	for i := range in[:part] {
		in[i] += kernels % 256
	}
	s.compare("data", out, in)
	if len(s.errs) > 0 {
		t.Error(s.errs)
	}
	if len(g.idle) != 2 || len(g.marks) != 2 || len(s.k.pending) > 0 {
		t.Errorf("%d idle queues, %d marks, %d operations", len(g.idle), len(g.marks), len(s.k.pending))
	}
}

// TestLaneFails: the failure is that of the queue, which is given up.
func TestLaneFails(t *testing.T) {
	s := &session{k: newFake(t, 1)}
	g, m := one(t, s.k)
	x, _ := g.Alloc(8)
	q, err := g.Ordered()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.launch(q, m, "bad", x, 8); err != nil {
		t.Error(err)
	}
	if err := q.Sync(); err == nil || err.Error() != "HSA_STATUS_ERROR_EXCEPTION: an exception" {
		t.Error(err)
	}
	if err := q.Close(); err != nil || len(s.k.queues) != 0 || g.running != 0 {
		t.Errorf("%v, %d queues, %d kernels", err, len(s.k.queues), g.running)
	}
}

// TestMarkStays: the signal of a mark is no other operation's until Forget, for a packet that waits for the
// mark may look at it late.
func TestMarkStays(t *testing.T) {
	s := &session{k: newFake(t, 1)}
	g, m := one(t, s.k)
	x, _ := g.Alloc(8)
	q, err := g.Ordered()
	must(t, err)
	marked := map[device.Mark]bool{}
	for _, operations := range []int{0, 1, 2, 0} {
		for range operations {
			must(t, s.launch(q, m, "add", x, 8))
		}
		for range 2 {
			mark, err := q.Mark()
			must(t, err)
			marked[mark] = true
		}
		must(t, q.Sync())
		for mark := range marked {
			if v := s.k.signals[uintptr(mark)].value; v != 0 {
				t.Errorf("after %d operations a mark's signal is %d", operations, v)
			}
		}
	}
	if len(marked) != 8 {
		t.Errorf("%d marks instead of 8", len(marked))
	}
	for mark := range marked {
		must(t, g.Forget(mark))
	}
	must(t, q.Close())
	if len(g.marks) != 8 || len(g.lost) != 0 {
		t.Errorf("%d free signals, %d lost ones", len(g.marks), len(g.lost))
	}
}

// TestLanesPrint: what kernels of several queues print is fetched when the last of
// them has ended.
func TestLanesPrint(t *testing.T) {
	s := &session{k: newFake(t, 1)}
	s.k.print = true
	g, m := one(t, s.k)
	x, _ := g.Alloc(8)
	c := &chain{s: s, g: g}
	for range 3 {
		c.begin(func(q device.OrderedQueue) error { return s.launch(q, m, "add", x, 8) })
	}
	for i, q := range c.queues {
		s.try(q.Sync())
		if printed := s.k.printed != ""; printed != (i == 2) {
			t.Errorf("after %d kernels: printed %q", i+1, s.k.printed)
		}
	}
	c.end()
	if len(s.errs) > 0 {
		t.Error(s.errs)
	}
}

// TestRandomOrder gives random operations to queues of which each waits for the one
// before, and compares with the same operations one after the other.
func TestRandomOrder(t *testing.T) {
	const n = 96
	s := &session{k: newFake(t, 1)}
	g, m := one(t, s.k)
	a, _ := g.Alloc(n)
	in, from := hostBlock(n)
	out, to := hostBlock(n)
	last, end := hostBlock(n)
	model, landed := make([]byte, n), make([]byte, n)
	must(t, g.Set(a, 0, n))
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := &chain{s: s, g: g}
		for range 2 + r.IntN(6) {
			if len(c.marks) > 2 { // what waits for the last waits for all
				for _, m := range c.marks[:len(c.marks)-2] {
					defer g.Forget(m)
				}
				c.marks = c.marks[len(c.marks)-2:]
			}
			c.begin(func(q device.OrderedQueue) error {
				for range 1 + r.IntN(4) {
					at, size := r.IntN(n/2), 1+r.IntN(n/2)
					dst, src := device.Addr(at), device.Addr(r.IntN(n/2))
					var err error
					switch r.IntN(5) {
					case 0:
						for i := range size {
							in[at+i] = byte(r.Uint32())
						}
						copy(model[at:at+size], in[at:])
						err = q.CopyTo(a+dst, from+device.Host(at), uintptr(size))
					case 1:
						copy(landed[at:at+size], model[at:])
						err = q.CopyFrom(to+device.Host(at), a+dst, uintptr(size))
					case 2:
						size = min(size, max(int(dst), int(src))-min(int(dst), int(src)))
						copy(model[dst:int(dst)+size], model[src:])
						err = q.CopyOn(a+dst, a+src, uintptr(size))
					case 3:
						copy(model[at:at+size], bytes.Repeat([]byte{byte(seed)}, size))
						err = q.Set(a+dst, byte(seed), uintptr(size))
					case 4:
						for i := range model {
							model[i]++
						}
						err = s.launch(q, m, "add", a, n)
					}
					if err != nil {
						return err
					}
				}
				return nil
			})
		}
		// What has landed comes in the order of the queues.
		for _, q := range c.queues {
			s.try(q.Sync())
		}
		c.end()
		must(t, g.CopyFrom(end, a, n))
		s.compare("the device's memory", last, model)
		s.compare("what has landed", out, landed)
		if len(s.errs) > 0 {
			t.Fatalf("seed %d: %v", seed, s.errs)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
