package dataenv

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

const unsafeSizeofEntry = unsafe.Sizeof(Entry{})

// model is the device data environment as the specification describes it, one
// step after the other, for a host of a few hundred bytes.
type model struct {
	host    []byte
	entries []*modelEntry
}

type modelEntry struct {
	begin, size uintptr
	refs        int
	data        []byte
	fresh       bool
	counted     bool // by the construct that is executed
}

type section struct {
	begin, size uintptr
	flags       uint32
}

// find returns the entry of s; ok is false when only part of s is mapped.
func (m *model) find(s section) (found *modelEntry, ok bool) {
	for _, e := range m.entries {
		if s.begin < e.begin+e.size && e.begin < s.begin+s.size {
			if s.begin < e.begin || s.begin+s.size > e.begin+e.size {
				return nil, false
			}
			found = e
		}
	}
	return found, true
}

// once says whether the construct has not changed e's count yet (OpenMP 5.2 §5.8.3).
func (e *modelEntry) once() bool {
	first := !e.counted
	e.counted = true
	return first
}

func (e *modelEntry) bytes(s section) []byte { return e.data[s.begin-e.begin:][:s.size] }

func (m *model) clone() *model {
	c := &model{host: bytes.Clone(m.host)}
	for _, e := range m.entries {
		f := *e
		f.data = bytes.Clone(e.data)
		f.counted, f.fresh = false, false
		c.entries = append(c.entries, &f)
	}
	return c
}

func (m *model) enter(items []section) (*model, bool) {
	n := m.clone()
	for _, s := range items {
		e, ok := n.find(s)
		if !ok || s.flags&flagPresent != 0 && (e == nil || e.fresh) {
			return m, false
		}
		if e == nil {
			e = &modelEntry{begin: s.begin, size: s.size, data: bytes.Repeat([]byte{0xAA}, int(s.size)), fresh: true}
			n.entries = append(n.entries, e)
		}
		if e.once() {
			e.refs++
		}
	}
	for _, s := range items {
		e, _ := n.find(s)
		if s.flags&flagTo != 0 && (e.fresh || s.flags&flagAlways != 0) {
			copy(e.bytes(s), n.host[s.begin:])
		}
	}
	return n, true
}

func (m *model) exit(items []section) (*model, bool) {
	n := m.clone()
	for _, s := range items {
		e, ok := n.find(s)
		if !ok || s.flags&flagPresent != 0 && e == nil {
			return m, false
		}
	}
	for _, s := range items {
		e, _ := n.find(s)
		if e == nil || e.refs == 0 {
			continue
		}
		if e.once() {
			e.refs--
		}
		if s.flags&flagDelete != 0 {
			e.refs = 0
		}
	}
	for _, s := range items {
		if e, _ := n.find(s); e != nil && s.flags&flagFrom != 0 && (e.refs == 0 || s.flags&flagAlways != 0) {
			copy(n.host[s.begin:], e.bytes(s))
		}
	}
	var kept []*modelEntry
	for _, e := range n.entries {
		if e.refs > 0 {
			kept = append(kept, e)
		}
	}
	n.entries = kept
	return n, true
}

func (m *model) update(items []section) (*model, bool) {
	n := m.clone()
	for _, s := range items {
		if e, ok := n.find(s); !ok || s.flags&flagPresent != 0 && e == nil {
			return m, false
		}
	}
	for _, s := range items {
		e, _ := n.find(s)
		switch {
		case e == nil:
		case s.flags&flagTo != 0:
			copy(e.bytes(s), n.host[s.begin:])
		case s.flags&flagFrom != 0:
			copy(n.host[s.begin:], e.bytes(s))
		}
	}
	return n, true
}

// pick returns one of the values.
func pick(r *rand.Rand, v ...uint32) uint32 { return v[r.IntN(len(v))] }

func sections(r *rand.Rand, m *model, kinds []uint32) []section {
	list := make([]section, 1+r.IntN(3))
	for i := range list {
		s := section{begin: uintptr(r.IntN(len(m.host) - 20)), size: uintptr(1 + r.IntN(20)),
			flags: kinds[r.IntN(len(kinds))]}
		if len(m.entries) > 0 && r.IntN(3) > 0 { // usually something that exists
			e := m.entries[r.IntN(len(m.entries))]
			s.begin, s.size = e.begin, e.size
			if r.IntN(4) == 0 && e.size > 1 {
				s.begin += uintptr(r.IntN(int(e.size)))
				s.size = 1 + uintptr(r.IntN(int(e.begin+e.size-s.begin)))
			}
		}
		s.flags |= pick(r, 0, 0, 0, 0, flagAlways, flagPresent)
		list[i] = s
	}
	return list
}

func (s section) item() Item { return item(fmt.Sprintf("a[%d:%d]", s.begin, s.size), s.flags) }

func compare(t *testing.T, step int, env *Env, host []byte, m *model) {
	t.Helper()
	if !bytes.Equal(host, m.host) {
		t.Fatalf("step %d: host data differs", step)
	}
	base := uintptr(unsafe.Pointer(&host[0]))
	seen := 0
	env.table.all(func(e *Entry) {
		seen++
		want, _ := m.find(section{begin: e.host - base, size: e.size})
		switch {
		case want == nil || want.size != e.size:
			t.Fatalf("step %d: [%d:%d] is mapped", step, e.host-base, e.size)
		case int(e.refs) != want.refs:
			t.Fatalf("step %d: [%d:%d] has count %d, want %d", step, want.begin, want.size, e.refs, want.refs)
		case !bytes.Equal(device.Bytes(uintptr(e.dev), e.size), want.data):
			t.Fatalf("step %d: device data of [%d:%d] differs", step, want.begin, want.size)
		}
	})
	if seen != len(m.entries) {
		t.Fatalf("step %d: %d entries, want %d", step, seen, len(m.entries))
	}
}

// TestAgainstModel does random constructs on the data environment, directly or through cgo's entry points, and on the
// model, and compares everything after each.
func TestAgainstModel(t *testing.T) {
	steps := 20000
	if testing.Short() {
		steps = 2000
	}
	for seed := range uint64(3) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		dev := &stepping{memory: newMemory(), stop: -1}
		env := newEnv(0, dev)
		host, served := heap(300), 0
		direct := func(call uint32, c *Construct, items []Item, args []Arg, through func() error) error {
			if rnd.IntN(3) > 0 {
				if done, err := env.directly(call, c, items, args); done {
					served++
					return err
				}
			}
			return through()
		}
		m := &model{host: make([]byte, len(host))}
		base := uintptr(unsafe.Pointer(&host[0]))
		errors := 0
		for step := range steps {
			k := rnd.IntN(len(host))
			host[k], m.host[k] = byte(step), byte(step)
			var list []section
			op := rnd.IntN(5)
			switch op {
			case 0, 1:
				list = sections(rnd, m, []uint32{0, flagTo, flagFrom, flagTo | flagFrom})
			case 2, 3:
				list = sections(rnd, m, []uint32{flagFrom, 0, flagFrom, 0, flagDelete})
			case 4:
				list = sections(rnd, m, []uint32{flagTo, flagFrom})
			}
			items, args := make([]Item, len(list)), make([]Arg, len(list))
			for i, s := range list {
				items[i], args[i] = s.item(), Arg{base + s.begin, base + s.begin, s.size}
			}
			// The device changes its data as kernels do.
			if len(m.entries) > 0 {
				e := m.entries[rnd.IntN(len(m.entries))]
				d, ok := env.Lookup(base + e.begin)
				if !ok {
					t.Fatalf("step %d: [%d:%d] is not mapped", step, e.begin, e.size)
				}
				e.data[0] ^= 0x55
				device.Bytes(uintptr(d), 1)[0] ^= 0x55
			}
			c := construct(uint32(step))
			var err error
			var ok bool
			switch op {
			case 0, 1:
				err = direct(abi.DirectEnter, c, items, args, func() error { return env.enterData(c, items, args) })
				m, ok = m.enter(list)
			case 2, 3:
				err = direct(abi.DirectExit, c, items, args, func() error { return env.Exit(c, items, args) })
				m, ok = m.exit(list)
			case 4:
				err = direct(abi.DirectUpdate, c, items, args, func() error { return env.Update(c, items, args) })
				m, ok = m.update(list)
			}
			if ok != (err == nil) {
				t.Fatalf("seed %d step %d op %d %v: error %v, model says ok=%v", seed, step, op, list, err, ok)
			}
			if err != nil {
				errors++
			}
			compare(t, step, env, host, m)
		}
		if errors == 0 || errors > steps*3/4 {
			t.Errorf("%d of %d constructs failed: a poor mixture", errors, steps)
		}
		if served < steps/10 {
			t.Errorf("%d of %d constructs were served directly", served, steps)
		}
		if dev.used() != len(m.entries) {
			t.Errorf("%d blocks on the device for %d entries", dev.used(), len(m.entries))
		}
		runtime.KeepAlive(host)
	}
}

// TestManyThreads maps the same and different storage from 16 threads; every
// thread sees its own data, and in the end nothing is mapped.
func TestManyThreads(t *testing.T) {
	rounds := 5000
	if testing.Short() {
		rounds = 1000
	}
	dev := newMemory()
	env := newEnv(0, dev)
	shared := heap(64)
	for i := range shared {
		shared[i] = byte(i)
	}
	var wg sync.WaitGroup
	for id := range 16 {
		wg.Go(func() {
			own := heap(128)
			c := construct(uint32(id))
			items := []Item{item("own", flagTo|flagFrom), item("shared", flagTo)}
			for round := range rounds {
				for i := range own {
					own[i] = byte(round)
				}
				args := []Arg{
					{Begin: uintptr(unsafe.Pointer(&own[0])), Size: 128},
					{Begin: uintptr(unsafe.Pointer(&shared[0])), Size: 64},
				}
				o, err := env.Enter(c, items, args)
				if err != nil {
					t.Error(err)
					return
				}
				mine, ours := o.res[0].e.entry().dev, o.res[1].e.entry().dev
				if !bytes.Equal(device.Bytes(uintptr(ours), 64), shared) {
					t.Error("shared data is not there when Enter returns")
					return
				}
				for i := range device.Bytes(uintptr(mine), 128) {
					device.Bytes(uintptr(mine), 128)[i]++
				}
				if err := env.Leave(o); err != nil {
					t.Error(err)
					return
				}
				if own[0] != byte(round)+1 || own[127] != byte(round)+1 {
					t.Error("data did not come back")
					return
				}
			}
			runtime.KeepAlive(own)
		})
	}
	wg.Wait()
	runtime.KeepAlive(shared)
	if env.Len() != 0 || dev.used() != 0 {
		t.Errorf("%d entries and %d blocks are left", env.Len(), dev.used())
	}
}
