package hsa

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
	"ompcc/rt/device/devicetest"
)

// TestConform runs the conformance suite on a GPU of the fake runtime.
func TestConform(t *testing.T) {
	for _, unified := range []bool{false, true} {
		k := newFake(t, 1)
		devices, err := New(k.config()).Open()
		if err != nil {
			t.Fatal(err)
		}
		if unified {
			devices[0].(device.Unifier).Unify()
		}
		if err := devices[0].Init(); err != nil {
			t.Fatal(err)
		}
		devicetest.Conform(t, devices[0])
		if err := devices[0].Close(); err != nil || k.left() != nil || k.users != 1 {
			t.Errorf("%v, left: %q, %d users", err, k.left(), k.users)
		}
	}
}

func hostBlock(n int) ([]byte, device.Host) {
	b := make([]byte, n)
	return b, device.Host(device.Address(&b[0]))
}

// session is a program's use of the plugin, which goes on as far as it can.
type session struct {
	k    *fake
	errs []error
}

func (s *session) try(err error) bool {
	if err != nil {
		s.errs = append(s.errs, err)
	}
	return err == nil
}

// run uses everything that a device has, on two devices.
func (s *session) run() {
	devices, err := New(s.k.config()).Open()
	if !s.try(err) {
		return
	}
	var ready []*gpu
	for i, d := range devices {
		g := d.(*gpu)
		if i == 1 {
			g.Unify()
		}
		g.stage = 2 * setFirst // a session is repeated for each call
		if s.try(g.Init()) {
			ready = append(ready, g)
		}
	}
	for _, g := range ready {
		s.memory(g)
		s.code(g)
		s.queues(g)
		if !g.unified {
			s.order(g)
		}
	}
	if len(ready) == 2 {
		s.peers(ready[0], ready[1])
	}
	for _, g := range ready {
		s.try(g.Close())
	}
}

func (s *session) compare(what string, got, want []byte) {
	if len(s.errs) == 0 && !bytes.Equal(got, want) {
		s.errs = append(s.errs, errors.New(what+": wrong data"))
	}
}

func (s *session) memory(g *gpu) {
	n := g.stage + 5 // two stages
	a, err := g.Alloc(n)
	if !s.try(err) {
		return
	}
	src, from := hostBlock(int(n))
	dst, to := hostBlock(int(n))
	for i := range 1000 {
		src[i] = byte(i * i >> 3)
	}
	copy(src[1000:], src[:n-1000])
	s.try(g.CopyTo(a, from, n))
	s.try(g.CopyOn(a, a+5, n-5)) // overlapping
	s.try(g.CopyOn(a, a+device.Addr(n/2), 100))
	s.try(g.Set(a+device.Addr(n-11), 7, 10))
	s.try(g.CopyFrom(to, a, n))
	copy(src, src[5:])
	copy(src, src[n/2:n/2+100])
	copy(src[n-11:], bytes.Repeat([]byte{7}, 10))
	s.compare("copies", dst, src)
	s.try(g.Free(a))
}

// launchOf is a launch of the kernel with a block of n bytes.
func launchOf(kernel device.Kernel, x device.Addr, n uint64) (*device.Launch, func()) {
	values := &[2]uint64{uint64(x), n}
	args := &[2]uintptr{device.Address(&values[0]), device.Address(&values[1])}
	sizes := &[2]uint32{8, 8}
	l := &device.Launch{Kernel: kernel, Args: device.Host(device.Address(&args[0])),
		Sizes: device.Host(device.Address(&sizes[0])), NumArgs: 2,
		Flags: abi.KernelSPMD | abi.KernelTeams | abi.KernelLoop, Trip: n, HasTrip: true}
	return l, func() { runtime.KeepAlive(values); runtime.KeepAlive(args); runtime.KeepAlive(sizes) }
}

func (s *session) code(g *gpu) {
	m, err := g.Load(&device.Image{Data: metadata()})
	if !s.try(err) {
		return
	}
	defer func() { s.try(m.Unload()) }()
	if _, size, err := m.Global("counter"); s.try(err) && size != 4 {
		s.try(errors.New("the variable has a wrong size"))
	}
	const n = 1000
	x, err := g.Alloc(n)
	if !s.try(err) {
		return
	}
	defer func() { s.try(g.Free(x)) }()
	s.try(g.Set(x, 3, n))
	for _, name := range []string{"add", "mark", "add"} {
		kernel, err := m.Kernel(name)
		if !s.try(err) {
			continue
		}
		l, keep := launchOf(kernel, x, n)
		if name == "mark" {
			took, err := g.LaunchTimed(l)
			if s.try(err) && took != 5*time.Microsecond {
				s.try(fmt.Errorf("the kernel took %v", took))
			}
		} else {
			s.try(g.Launch(l))
		}
		keep()
	}
	got, to := hostBlock(n)
	s.try(g.CopyFrom(to, x, n))
	s.compare("kernels", got, bytes.Repeat([]byte{6}, n))
}

func (s *session) queues(g *gpu) {
	q, err := g.Queue()
	if !s.try(err) {
		return
	}
	if a, err := g.Alloc(64); s.try(err) {
		data, at := hostBlock(64)
		s.try(q.Set(a, 9, 64))
		s.try(q.CopyFrom(at, a, 64))
		s.try(q.Sync())
		s.compare("queue", data, bytes.Repeat([]byte{9}, 64))
		s.try(g.Free(a))
	}
	s.try(q.Close())
	if f, handle, err := g.ForeignQueue(); s.try(err) {
		s.k.mu.Lock()
		own := s.k.queues[handle]
		s.k.mu.Unlock()
		if own == nil {
			s.try(errors.New("the program's queue is none"))
			return
		}
		own.written += queueSize // of the program, not yet done
		s.try(f.Sync())
		s.try(f.Close())
	}
}

func (s *session) peers(a, b *gpu) {
	const n = 1 << 12
	x, err := a.Alloc(n)
	if !s.try(err) {
		return
	}
	defer func() { s.try(a.Free(x)) }()
	y, err := b.Alloc(n)
	if !s.try(err) {
		return
	}
	defer func() { s.try(b.Free(y)) }()
	s.try(a.Set(x, 42, n))
	if !b.Reaches(a) || b.Reaches(nil) {
		s.try(errors.New("the GPUs do not know each other"))
	}
	s.try(b.CopyPeer(y, a, x, n))
	got, to := hostBlock(n)
	s.try(b.CopyFrom(to, y, n))
	s.compare("peers", got, bytes.Repeat([]byte{42}, n))
}

// TestEveryCall uses two GPUs, and calls every function of the runtime, each of which fails once.
func TestEveryCall(t *testing.T) {
	called := devicetest.EveryCall(t, devicetest.Driver[Function]{
		Symbols:  Symbols[:],
		Failure:  "HSA_STATUS_ERROR_EXCEPTION: an exception",
		NoStatus: noStatus,
		Releases: []Function{PoolFree, SignalDestroy, QueueDestroy, ReaderDestroy, ExecutableDestroy, ShutDown},
		// A pool that says nothing of itself is not taken; if it was the one for kernels' arguments, there is another.
		Survives: func(f Function, errors string) bool {
			return f == PoolGetInfo && (errors == "[]" || strings.Contains(errors, "no memory that can be allocated"))
		},
	}, func(failing int) devicetest.Session[Function] {
		s := &session{k: newFake(t, 2)}
		s.k.failing = failing
		s.run()
		return devicetest.Session[Function]{Calls: s.k.calls, Errs: s.errs, Left: s.k.left()}
	})
	for f := range numFunctions {
		if called[f] == 0 && f != StatusString { // it follows a failure
			t.Errorf("%s is not called", Symbols[f])
		}
	}
}

// one is an initialised GPU with the image.
func one(t *testing.T, k *fake) (*gpu, device.Module) {
	t.Helper()
	devices, err := New(k.config()).Open()
	if err != nil {
		t.Fatal(err)
	}
	g := devices[0].(*gpu)
	if err := g.Init(); err != nil {
		t.Fatal(err)
	}
	m, err := g.Load(&device.Image{Data: metadata()})
	if err != nil {
		t.Fatal(err)
	}
	return g, m
}

// TestGrids: the launch's shape, and its entry point, follow from the loop;
// how many teams fill the GPU, from the registers too.
func TestGrids(t *testing.T) {
	k := newFake(t, 1)
	g, m := one(t, k)
	x, _ := g.Alloc(1000)
	for _, c := range []struct {
		name   string
		change func(*device.Launch)
		want   string
	}{
		{"add", func(*device.Launch) {}, "symOnce 4 x 256"},                                                     // an iteration for each thread
		{"add", func(l *device.Launch) { l.NumTeams = 2 }, "symAdd 2 x 256"},                                    // a loop
		{"add", func(l *device.Launch) { l.ThreadLimit = 100 }, "symAdd 16 x 64"},                               // whole waves
		{"add", func(l *device.Launch) { l.Flags |= abi.KernelReduces; l.Trip = 1 << 20 }, "symAdd 24 x 256"},   // 3 units of 32 waves
		{"mark", func(l *device.Launch) { l.Flags |= abi.KernelReduces; l.Trip = 1 << 20 }, "symMark 12 x 256"}, // 100 of 512 registers: 4 waves on each of 4 SIMDs
		{"add", func(l *device.Launch) { l.Flags = abi.KernelSPMD }, "symAdd 1 x 256"},
	} {
		kernel, err := m.Kernel(c.name)
		if err != nil {
			t.Fatal(err)
		}
		l, keep := launchOf(kernel, x, 1000)
		c.change(l)
		if err := g.Launch(l); err != nil {
			t.Error(err)
		}
		keep()
		names := strings.NewReplacer("symAdd", fmt.Sprint(symAdd), "symOnce", fmt.Sprint(symOnce), "symMark",
			fmt.Sprint(symMark))
		if got, want := k.said[len(k.said)-1], names.Replace(c.want); got != want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestTeamMemory: a packet has what the kernel and the program want of a team's
// memory, if the GPU has it.
func TestTeamMemory(t *testing.T) {
	k := newFake(t, 1)
	g, m := one(t, k)
	x, _ := g.Alloc(1000)
	kernel, err := m.Kernel("add")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		asked uint32
		want  string
	}{
		{1024, "<nil>"},
		{64<<10 - 32, "<nil>"},
		{64<<10 - 31,
			"a team takes 65537 bytes of its memory (65505 of them asked for at the launch), but " + g.info.Name + " has 65536 for each"},
	} {
		l, keep := launchOf(kernel, x, 1000)
		k.asked, l.Shared = c.asked, c.asked
		if err := g.Launch(l); fmt.Sprint(err) != c.want {
			t.Errorf("%d bytes: %v, want %s", c.asked, err, c.want)
		}
		keep()
	}
}

// TestUnits: what runs at a time on a compute unit of several generations.
func TestUnits(t *testing.T) {
	for _, c := range []struct {
		arch               string
		wave, waves, simds uint32
		bound, regs, group uint32
		want               uint32
	}{
		{"gfx906", 64, 40, 4, 256, 32, 0, 8},     // 8 of 10 waves a SIMD, for the registers
		{"gfx906", 64, 40, 4, 256, 24, 0, 10},    // all waves
		{"gfx90a", 64, 32, 4, 256, 64, 0, 8},     // all waves
		{"gfx90a", 64, 32, 4, 256, 129, 0, 3},    // 3 waves a SIMD
		{"gfx90a", 64, 32, 4, 256, 10, 20000, 3}, // LDS
		{"gfx1030", 32, 32, 2, 256, 96, 0, 2},    // 10 waves a SIMD
		{"gfx1100", 32, 32, 2, 256, 96, 0, 4},    // all waves, for it has half as many registers again
		{"gfx1100", 32, 32, 2, 256, 97, 0, 3},    // 12 waves a SIMD: 120 registers are allocated
		{"gfx1100", 64, 32, 2, 256, 97, 0, 3},    // 7 waves a SIMD: registers have two halves
		{"gfx1102", 32, 32, 2, 256, 97, 0, 2},    // 9 waves a SIMD
		{"gfx1100", 32, 32, 2, 1024, 200, 0, 1},  // at least one
	} {
		u := UnitOf(c.arch, c.wave, c.waves, c.simds)
		if got := u.Teams(c.regs, c.bound, c.group); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
		waves, most := u.Waves(c.regs, c.bound, c.group)
		if want := c.want * (c.bound / c.wave); waves*c.simds < want || (waves-1)*c.simds >= want || most != c.waves/c.simds {
			t.Errorf("%+v: %d waves of %d", c, waves, most)
		}
	}
}

// TestModels: how many teams of 256 threads a reduction has on whole GPUs, whose
// kernel takes so many registers and bytes of a team's memory.
func TestModels(t *testing.T) {
	for _, c := range []struct {
		name, arch                string
		units, wave, waves, simds uint32
		small, registers, memory  uint32 // teams, of kernels with 10 registers, 128 and 20000 bytes
	}{
		{"Radeon Instinct MI100", "gfx908:sramecc+:xnack-", 120, 64, 40, 4, 1200, 240, 360},
		{"Instinct MI210", "gfx90a:sramecc+:xnack-", 104, 64, 32, 4, 832, 416, 312},
		{"Instinct MI300X", "gfx942:sramecc+:xnack-", 304, 64, 32, 4, 2432, 1216, 912},
		{"Radeon RX 6800", "gfx1030", 60, 32, 32, 2, 240, 120, 180},
		{"Radeon RX 7900 XTX", "gfx1100", 96, 32, 32, 2, 384, 192, 288},
		{"Radeon RX 9070 XT", "gfx1201", 64, 32, 32, 2, 256, 128, 192},
	} {
		g := &gpu{unit: UnitOf(c.arch, c.wave, c.waves, c.simds), wavefront: c.wave}
		g.info.Procs = int(c.units)
		plan := func(registers, group uint32, change func(*device.Launch)) string {
			g.kernels = []*kernel{{entry: entry{object: 1, group: group}, once: entry{object: 2, group: group},
				bound: 256, registers: registers}}
			l := &device.Launch{Kernel: 1, Flags: abi.KernelSPMD | abi.KernelTeams | abi.KernelLoop, Trip: 1 << 30,
				HasTrip: true}
			change(l)
			_, e, grid := g.plan(l)
			return fmt.Sprintf("%d: %d x %d", e.object, grid.Teams, grid.Threads)
		}
		reduces := func(l *device.Launch) { l.Flags |= abi.KernelReduces }
		for _, l := range []struct {
			registers, group uint32
			change           func(*device.Launch)
			want             string
		}{
			{10, 0, func(*device.Launch) {}, "2: 4194304 x 256"},
			{10, 0, func(l *device.Launch) { l.Trip = 1 << 40 }, "1: 8388607 x 256"},
			{10, 0, func(l *device.Launch) { l.NumThreads = c.wave }, fmt.Sprintf("1: %d x %d", min(1<<30/c.wave, (1<<31-1)/c.wave), c.wave)},
			{10, 0, reduces, fmt.Sprintf("1: %d x 256", c.small)},
			{128, 0, reduces, fmt.Sprintf("1: %d x 256", c.registers)},
			{10, 20000, reduces, fmt.Sprintf("1: %d x 256", c.memory)},
		} {
			if got := plan(l.registers, l.group, l.change); got != l.want {
				t.Errorf("%s, %d registers, %d bytes: %s, want %s", c.name, l.registers, l.group, got, l.want)
			}
		}
	}
}

// TestFails: a kernel that fails ends its queue; the next launch has a new one.
func TestFails(t *testing.T) {
	k := newFake(t, 1)
	g, m := one(t, k)
	x, _ := g.Alloc(8)
	for _, name := range []string{"bad", "add"} {
		kernel, err := m.Kernel(name)
		if err != nil {
			t.Fatal(err)
		}
		l, keep := launchOf(kernel, x, 8)
		err = g.Launch(l)
		keep()
		if failed := err != nil; failed != (name == "bad") ||
			failed && err.Error() != "HSA_STATUS_ERROR_EXCEPTION: an exception" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(k.queues) != 1 {
		t.Errorf("%d queues", len(k.queues))
	}
}

// TestPrints: what kernels print is fetched when the last one has ended, and
// the buffer is emptied.
func TestPrints(t *testing.T) {
	k := newFake(t, 1)
	k.print = true
	g, m := one(t, k)
	x, _ := g.Alloc(8)
	kernel, _ := m.Kernel("add")
	const said = "printed by a kernel\nwarning: 3 bytes of device output were lost"
	for i := range 2 {
		l, keep := launchOf(kernel, x, 8)
		if err := g.Launch(l); err != nil {
			t.Error(err)
		}
		keep()
		if k.printed != strings.Repeat(said, i+1) {
			t.Errorf("printed %q", k.printed)
		}
	}
	for _, e := range k.loaded {
		if h := *(*head)(unsafe.Pointer(&k.blocks[e.stdio].data[0])); h != (head{}) {
			t.Errorf("the buffer has %+v", h)
		}
	}
	g.running = 1 // another kernel runs: it will print
	l, keep := launchOf(kernel, x, 8)
	if err := g.Launch(l); err != nil || k.printed != strings.Repeat(said, 2) {
		t.Errorf("%v, printed %q", err, k.printed)
	}
	keep()
}

// TestInfo: the device's target ID has its features.
func TestInfo(t *testing.T) {
	for _, svm := range []bool{false, true} {
		k := newFake(t, 1)
		k.svm = svm
		g, _ := one(t, k)
		i := g.Info()
		if i.Arch != "gfx90a:sramecc+:xnack-" || i.Type != "AMD;Fake GPU;gfx90a" || i.SharesHost != svm {
			t.Errorf("%+v", i)
		}
	}
}

// TestNoLink: GPUs without a way to each other's memory.
func TestNoLink(t *testing.T) {
	k := newFake(t, 2)
	k.noLink = true
	devices, _ := New(k.config()).Open()
	for _, d := range devices {
		if err := d.Init(); err != nil {
			t.Fatal(err)
		}
	}
	if devices[0].(device.Peer).Reaches(devices[1]) {
		t.Error("a way where there is none")
	}
	if a, err := devices[0].Alloc(64); err != nil || len(k.blocks[uintptr(a)].access) != 0 {
		t.Errorf("%v, access for %v", err, k.blocks[uintptr(a)].access)
	}
}

// TestStack: a kernel with recursive or indirect calls gets their stack beside its fixed part, others only that.
func TestStack(t *testing.T) {
	for _, c := range []struct{ asked, want uint32 }{{0, 16 << 10}, {64 << 10, 64 << 10}, {1, 1}} {
		devices, err := New(newFake(t, 1).config()).Open()
		if err != nil {
			t.Fatal(err)
		}
		if err := devices[0].Init(); err != nil {
			t.Fatal(err)
		}
		m, err := devices[0].Load(&device.Image{Data: metadata(), Stack: uintptr(c.asked)})
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]uint32{"mark": 16 + c.want, "add": 16} {
			if e, err := m.(*module).entry(name); err != nil || e.private != want {
				t.Errorf("%+v: %s has %d bytes of stack, not %d (%v)", c, name, e.private, want, err)
			}
		}
	}
}
