package cuda

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"ompcc/rt/abi"
	"ompcc/rt/device"
	"ompcc/rt/device/devicetest"
)

// TestConform runs the conformance suite on a GPU of the fake driver.
func TestConform(t *testing.T) {
	for _, unified := range []bool{false, true} {
		k := newFake(t, 1)
		devices, err := New(k.call).Open()
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
		if err := devices[0].Close(); err != nil || k.left() != nil {
			t.Errorf("%v, left: %q", err, k.left())
		}
		if managed := slices.Contains(k.calls, MemAllocManaged); managed != unified {
			t.Errorf("managed memory: %v, want %v", managed, unified)
		}
	}
}

// TestShare: pinned memory of the host, and managed memory.
func TestShare(t *testing.T) {
	k := newFake(t, 1)
	devices, err := New(k.call).Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := devices[0].Init(); err != nil {
		t.Fatal(err)
	}
	devicetest.Share(t, devices[0])
	if err := devices[0].Close(); err != nil || k.left() != nil {
		t.Errorf("%v, left: %q", err, k.left())
	}
	for _, f := range []Function{MemAllocManaged, MemHostAlloc, MemFreeHost} {
		if !slices.Contains(k.calls, f) {
			t.Errorf("%v is not called", f)
		}
	}
}

// session is a program's use of the plugin, which goes on as far as it can.
type session struct {
	k    *fake
	errs []error
	// blocks are the host's memory: the fake has it by address, for copies that it
	// makes later, so that it must neither lie on a stack nor be collected.
	blocks [][]byte
}

// hostBlock is n bytes that do not move.
func (s *session) hostBlock(n int) ([]byte, device.Host) {
	b := make([]byte, n)
	s.blocks = append(s.blocks, b)
	return b, device.Host(device.Address(&b[0]))
}

func (s *session) try(err error) bool {
	if err != nil {
		s.errs = append(s.errs, err)
	}
	return err == nil
}

// run uses everything that a device has, on two devices.
func (s *session) run() {
	s.k.deep = true
	devices, err := New(s.k.call).Open()
	if !s.try(err) {
		return
	}
	var ready []*gpu
	for i, d := range devices {
		g := d.(*gpu)
		if g.unified = false; i == 1 {
			g.Unify()
		}
		g.stage = staging{least: 1 << 10, size: 16 << 10} // a session is repeated for each call
		if s.try(d.Init()) {
			ready = append(ready, g)
		}
	}
	for _, g := range ready {
		s.memory(g)
		s.code(g)
		s.queues(g)
		s.mail(g)
	}
	if len(ready) == 2 {
		s.peers(ready[0], ready[1])
	}
	for _, g := range ready {
		s.try(g.Close())
	}
}

// mail has work done while there is a mailbox.
func (s *session) mail(g *gpu) {
	m, err := g.Serve(2, 64, func(device.Mailbox, uint32) {})
	if !s.try(err) {
		return
	}
	a, err := g.Alloc(64)
	if s.try(err) {
		s.try(g.Set(a, 1, 64))
		s.try(g.Free(a))
	}
	s.try(m.Close())
}

// compare reports data that differs although nothing has failed.
func (s *session) compare(what string, got, want []byte) {
	if len(s.errs) == 0 && !bytes.Equal(got, want) {
		s.errs = append(s.errs, errors.New(what+": wrong data"))
	}
}

func (s *session) memory(g *gpu) {
	n := 2*g.stage.size + 5 // three stages
	if g.number > 0 {
		n = g.stage.size // one
	}
	a, err := g.Alloc(n)
	if !s.try(err) {
		return
	}
	src, from := s.hostBlock(int(n))
	dst, to := s.hostBlock(int(n))
	for i := range 1000 {
		src[i] = byte(i * i >> 3)
	}
	copy(src[1000:], src[:n-1000])
	s.try(g.CopyTo(a, from, n))
	s.try(g.CopyFrom(to, a, n))
	s.compare("copies", dst, src)
	s.try(g.CopyOn(a, a+5, n-5)) // overlapping
	s.try(g.CopyOn(a, a+device.Addr(n/2), 100))
	s.try(g.Set(a+device.Addr(n-10), 7, 10))
	s.try(g.CopyFrom(to, a, n))
	copy(src, src[5:])
	copy(src, src[n/2:n/2+100])
	copy(src[n-10:], bytes.Repeat([]byte{7}, 10))
	s.compare("copies on the device", dst, src)
	s.try(g.CopyTo(a, to, n))
	_, err = g.CopyBox(&device.Box{Host: to + 3, Dev: a + 3, Run: 2, Rows: 4, Pitch: 10, Planes: 3, Slice: 60}, true)
	s.try(err)
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
	m, err := g.Load(&device.Image{Data: []byte(".version 7.0 …")})
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
	expect := byte(3)
	for _, name := range []string{"add", "mark", "big", "add"} {
		kernel, err := m.Kernel(name)
		if !s.try(err) {
			continue
		}
		l, keep := launchOf(kernel, x, n)
		if expect == 5 {
			_, err = g.LaunchTimed(l)
		} else {
			err = g.Launch(l)
		}
		expect++
		s.try(err)
		keep()
	}
	got, to := s.hostBlock(n)
	s.try(g.CopyFrom(to, x, n))
	s.compare("kernels", got, bytes.Repeat([]byte{7}, n))
}

func (s *session) queues(g *gpu) {
	q, err := g.Queue()
	if !s.try(err) {
		return
	}
	if a, err := g.Alloc(64); s.try(err) {
		data, at := s.hostBlock(64)
		s.try(q.Set(a, 9, 64))
		s.try(q.CopyFrom(at, a, 64))
		s.try(q.Sync())
		s.compare("queue", data, bytes.Repeat([]byte{9}, 64))
		s.try(g.Free(a))
	}
	s.try(q.Close())
	s.order(g)
	if f, handle, err := g.ForeignQueue(); s.try(err) {
		if s.k.streams[handle] == nil {
			s.try(errors.New("the program's queue is no stream"))
		}
		s.try(f.Close())
	}
}

// order gives three queues work that depends on each other, and waits for the
// last one only: before that nothing has happened on the fake's lazy streams.
func (s *session) order(g *gpu) {
	n := 3 * g.stage.size / 2 // in two stages
	if g.number > 0 {
		n = g.stage.least // in none
	}
	a, err := g.Alloc(n)
	if !s.try(err) {
		return
	}
	defer func() { s.try(g.Free(a)) }()
	in, from := s.hostBlock(int(n))
	out, to := s.hostBlock(int(n))
	few, little := s.hostBlock(100)
	for i := range 1000 {
		in[i] = byte(i * i >> 5)
	}
	copy(in[1000:], in[:n-1000])
	var queues []device.OrderedQueue
	var marks []device.Mark
	begin := func(f func(q device.OrderedQueue) error) {
		q, err := g.Ordered()
		if !s.try(err) {
			return
		}
		for _, m := range marks {
			s.try(q.Await(m))
		}
		s.try(f(q))
		if m, err := q.Mark(); s.try(err) {
			marks = append(marks, m)
		}
		queues = append(queues, q)
	}
	begin(func(q device.OrderedQueue) error { return q.CopyTo(a, from, n) })
	begin(func(q device.OrderedQueue) error { return q.Set(a+50, 1, 50) })
	begin(func(q device.OrderedQueue) error {
		if err := q.CopyFrom(little, a, 100); err != nil {
			return err
		}
		return q.CopyFrom(to, a, n)
	})
	for i := range queues {
		s.try(queues[len(queues)-1-i].Sync())
	}
	copy(in[50:], bytes.Repeat([]byte{1}, 50))
	s.compare("ordered queues", out, in)
	s.compare("what has landed", few, in[:100])
	for _, m := range marks {
		s.try(g.Forget(m))
	}
	for _, q := range queues {
		s.try(q.Close())
	}
}

func (s *session) peers(a, b *gpu) {
	const n = 1 << 12
	if !b.Reaches(a) || b.Reaches(nil) {
		s.try(errors.New("the GPUs do not know each other"))
	}
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
	for range 2 { // the second one finds the way open
		s.try(b.CopyPeer(y, a, x, n))
	}
	got, to := s.hostBlock(n)
	s.try(b.CopyFrom(to, y, n))
	s.compare("peers", got, bytes.Repeat([]byte{42}, n))
}

// TestEveryCall uses two GPUs, and calls every function of the driver, each of which fails once.
func TestEveryCall(t *testing.T) {
	called := devicetest.EveryCall(t, devicetest.Driver[Function]{
		Symbols: Symbols[:],
		Failure: "unspecified launch failure (CUDA_ERROR_LAUNCH_FAILED, 719)",
		Releases: []Function{MemFree, MemFreeHost, StreamDestroy, EventDestroy, ModuleUnload, PrimaryCtxRelease,
			CtxSetCurrent},
		// Without pinned buffers transfers go on from the program's memory, and the events of a measurement do not
		// matter once it is done.
		Survives: func(f Function, _ string) bool { return f == MemHostAlloc || f == EventCreate || f == EventDestroy },
	}, func(failing int) devicetest.Session[Function] {
		s := &session{k: newFake(t, 2)}
		s.k.failing, s.k.result, s.k.alone = failing, 719, failing >= 0
		s.run()
		return devicetest.Session[Function]{Calls: s.k.calls, Errs: s.errs, Left: s.k.left()}
	})
	for f := range numFunctions {
		if called[f] == 0 && f != GetErrorString && f != GetErrorName { // these follow a failure
			t.Errorf("%s is not called", Symbols[f])
		}
	}
}

// TestNoMemory: the driver's "out of memory" is the runtime's.
func TestNoMemory(t *testing.T) {
	k := newFake(t, 1)
	devices, _ := New(k.call).Open()
	_ = devices[0].Init()
	if _, err := devices[0].Alloc(1 << 50); !errors.Is(err, device.ErrMemory) {
		t.Error(err)
	}
}

// TestLoadSays: the compiler's complaint is in the error.
func TestLoadSays(t *testing.T) {
	k := newFake(t, 1)
	devices, _ := New(k.call).Open()
	_ = devices[0].Init()
	_, err := devices[0].Load(&device.Image{Data: []byte("nonsense")})
	if want := "cuModuleLoadDataEx: unspecified launch failure (CUDA_ERROR_LAUNCH_FAILED, 218)\nptxas fatal : bad text"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestPeersWithoutLink: GPUs that cannot access each other's memory copy all
// the same.
func TestPeersWithoutLink(t *testing.T) {
	for _, result := range []int{noPeerAccess, tooManyPeers, alreadyEnabled} {
		s := &session{k: newFake(t, 2)}
		s.k.link = result
		s.run()
		if len(s.errs) > 0 {
			t.Errorf("result %d: %q", result, s.errs)
		}
	}
}

// TestSharesHost: GPUs that access the host's memory say so.
func TestSharesHost(t *testing.T) {
	for pageable := range 2 {
		k := newFake(t, 1)
		k.pageable = pageable
		devices, _ := New(k.call).Open()
		if got := devices[0].Info().SharesHost; got != (pageable == 1) {
			t.Errorf("attribute %d: %v", pageable, got)
		}
	}
}

// TestGrids: the launch's shape, and its entry point, follow from the loop.
func TestGrids(t *testing.T) {
	k := newFake(t, 1)
	devices, _ := New(k.call).Open()
	g := devices[0].(*gpu)
	_ = g.Init()
	m, err := g.Load(&device.Image{Data: []byte(".version")})
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := m.Kernel("add")
	if err != nil {
		t.Fatal(err)
	}
	x, _ := g.Alloc(1000)
	for _, c := range []struct {
		change func(*device.Launch)
		want   string
	}{
		{func(*device.Launch) {}, "0x3001 4 x 256"},                                                   // an iteration for each thread
		{func(l *device.Launch) { l.NumTeams = 2 }, "0x3000 2 x 256"},                                 // a loop
		{func(l *device.Launch) { l.NumTeams = 9 }, "0x3001 9 x 256"},                                 // more than enough
		{func(l *device.Launch) { l.ThreadLimit = 100 }, "0x3000 11 x 96"},                            // whole warps
		{func(l *device.Launch) { l.Flags |= abi.KernelReduces; l.Trip = 1 << 20 }, "0x3000 6 x 256"}, // 3 processors, 2 teams each
		{func(l *device.Launch) { l.Flags = abi.KernelSPMD }, "0x3000 1 x 256"},                       // no teams construct
		{func(l *device.Launch) { l.Flags &^= abi.KernelLoop; l.HasTrip = false }, "0x3000 6 x 256"},
		{func(l *device.Launch) { l.Trip = 0 }, "0x3001 1 x 256"},
	} {
		l, keep := launchOf(kernel, x, 1000)
		c.change(l)
		if err := g.Launch(l); err != nil {
			t.Error(err)
		}
		keep()
		if got := k.said[len(k.said)-1]; got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// TestModels: a loop has a thread for each iteration on every model, a reduction fills
// the model, and a kernel with much shared memory runs on those that have it.
func TestModels(t *testing.T) {
	const kib = 1 << 10
	for _, c := range []struct {
		kind             gpuKind
		reduction, large string
	}{
		{gpuKind{"GeForce GTX 1080", 6, 1, 20, 2048, 96 * kib, 48 * kib}, "0x3000 160 x 256",
			"GeForce GTX 1080 has 49152 for each"},
		{gpuKind{"Tesla V100", 7, 0, 80, 2048, 96 * kib, 96 * kib}, "0x3000 640 x 256", "0x3003 80 x 256, 65536 bytes"},
		{gpuKind{"Tesla T4", 7, 5, 40, 1024, 64 * kib, 64 * kib}, "0x3000 160 x 256", "Tesla T4 has 65536 for each"},
		{gpuKind{"A100", 8, 0, 108, 2048, 164 * kib, 163 * kib}, "0x3000 864 x 256", "0x3003 216 x 256, 65536 bytes"},
		{gpuKind{"GeForce RTX 3060", 8, 6, 28, 1536, 100 * kib, 99 * kib}, "0x3000 168 x 256",
			"0x3003 28 x 256, 65536 bytes"},
		{gpuKind{"GeForce RTX 4090", 8, 9, 128, 1536, 100 * kib, 99 * kib}, "0x3000 768 x 256",
			"0x3003 128 x 256, 65536 bytes"},
		{gpuKind{"H100", 9, 0, 132, 2048, 228 * kib, 227 * kib}, "0x3000 1056 x 256", "0x3003 396 x 256, 65536 bytes"},
		{gpuKind{"B200", 10, 0, 148, 2048, 228 * kib, 227 * kib}, "0x3000 1184 x 256", "0x3003 444 x 256, 65536 bytes"},
	} {
		k := newFake(t, 1)
		k.kind = c.kind
		devices, _ := New(k.call).Open()
		g := devices[0].(*gpu)
		_ = g.Init()
		if arch := fmt.Sprintf("sm_%d%d", c.kind.major, c.kind.minor); g.info.Name != c.kind.name ||
			g.info.Arch != arch {
			t.Errorf("%s is %s, %s", c.kind.name, g.info.Name, g.info.Arch)
		}
		m, err := g.Load(&device.Image{Data: []byte(".version")})
		if err != nil {
			t.Fatal(err)
		}
		x, _ := g.Alloc(1000)
		launch := func(name string, change func(*device.Launch)) string {
			kernel, err := m.Kernel(name)
			if err != nil {
				return err.Error()
			}
			l, keep := launchOf(kernel, x, 1000)
			defer keep()
			change(l)
			if err := g.Launch(l); err != nil {
				return err.Error()
			}
			return k.said[len(k.said)-1]
		}
		for _, l := range []struct {
			kernel string
			change func(*device.Launch)
			want   string
		}{
			{"add", func(l *device.Launch) { l.Trip = 1 << 24 }, "0x3001 65536 x 256"},
			{"add", func(l *device.Launch) { l.Trip = 1 << 40 }, "0x3000 8388607 x 256"},
			{"add", func(l *device.Launch) { l.Flags |= abi.KernelReduces; l.Trip = 1 << 30 }, c.reduction},
			{"big", func(l *device.Launch) { l.Flags |= abi.KernelReduces; l.Trip = 1 << 30 }, c.large},
		} {
			if got := launch(l.kernel, l.change); !strings.HasSuffix(got, l.want) {
				t.Errorf("%s, %s: %s, want %s", c.kind.name, l.kernel, got, l.want)
			}
		}
	}
}

// TestSharedMemory: kernels get the dynamic shared memory that their image and
// the program ask for, and an error says how much is too much.
func TestSharedMemory(t *testing.T) {
	k := newFake(t, 1)
	devices, _ := New(k.call).Open()
	g := devices[0].(*gpu)
	_ = g.Init()
	m, err := g.Load(&device.Image{Data: []byte(".version")})
	if err != nil {
		t.Fatal(err)
	}
	x, _ := g.Alloc(1000)
	for _, c := range []struct {
		kernel string
		asked  uint32
		want   string
	}{
		{"add", 0, "0x3001 4 x 256"},
		{"add", 40 << 10, "0x3001 4 x 256, 40960 bytes"},
		{"add", 99 << 10, "0x3001 4 x 256, 101376 bytes"},
		{"add", 99<<10 + 1,
			"a team takes 102401 bytes of shared memory (101377 of them asked for at the launch or by large variables), but Fake GPU has 102400 for each"},
		{"big", 0, "0x3003 4 x 256, 65536 bytes"},
		{"big", 1 << 10, "0x3003 4 x 256, 66560 bytes"},
	} {
		kernel, err := m.Kernel(c.kernel)
		if err != nil {
			t.Fatal(err)
		}
		l, keep := launchOf(kernel, x, 1000)
		l.Shared = c.asked
		err = g.Launch(l)
		keep()
		got := k.said[max(len(k.said)-1, 0)]
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s, %d bytes: %s, want %s", c.kernel, c.asked, got, c.want)
		}
	}
	g.shared = 48 << 10
	if _, err := m.Kernel("big"); err == nil || !strings.Contains(err.Error(), "66560 bytes of shared memory") {
		t.Errorf("too large a kernel: %v", err)
	}
}

// TestStack: images whose code has recursive or indirect calls get a deep stack,
// and none gets less than it had.
func TestStack(t *testing.T) {
	for _, c := range []struct {
		deep             bool
		had, asked, want int
	}{{false, 0, 0, 0}, {true, 0, 0, 16 << 10}, {true, 64 << 10, 0, 64 << 10}, {true, 0, 40 << 10, 40 << 10},
		{true, 0, 2 << 10, 2 << 10}, {false, 0, 40 << 10, 0}} {
		k := newFake(t, 1)
		k.deep, k.stack = c.deep, c.had
		devices, _ := New(k.call).Open()
		_ = devices[0].Init()
		if _, err := devices[0].Load(&device.Image{Data: []byte(".version"), Stack: uintptr(c.asked)}); err != nil {
			t.Error(err)
		}
		if k.stack != c.want {
			t.Errorf("%+v: %d bytes", c, k.stack)
		}
	}
}

// TestLaneStagesAgain: what is copied through the pinned buffers of a lane without a wait in between
// does not overwrite what is still on its way, and the host's memory may change meanwhile.
func TestLaneStagesAgain(t *testing.T) {
	k := newFake(t, 1)
	devices, err := New(k.call).Open()
	if err != nil {
		t.Fatal(err)
	}
	g := devices[0].(*gpu)
	g.stage = staging{least: 1 << 10, size: 16 << 10}
	if err := g.Init(); err != nil {
		t.Fatal(err)
	}
	s := &session{k: k}
	q, err := g.Ordered()
	s.try(err)
	var want, got [][]byte
	var places []device.Addr
	for i, n := range []int{int(g.stage.size) + 3, 2 << 10, 3*int(g.stage.size) - 1, 5 << 10} {
		src, from := s.hostBlock(n)
		for j := range src {
			src[j] = byte(j*7 + i)
		}
		want = append(want, bytes.Clone(src))
		at, err := g.Alloc(uintptr(n))
		s.try(err)
		places = append(places, at)
		s.try(q.CopyTo(at, from, uintptr(n)))
		clear(src)
	}
	for i, at := range places {
		dst, to := s.hostBlock(len(want[i]))
		s.try(q.CopyFrom(to, at, uintptr(len(dst))))
		got = append(got, dst)
	}
	s.try(q.Sync())
	for i := range want {
		s.compare(fmt.Sprintf("copy %d", i), got[i], want[i])
		s.try(g.Free(places[i]))
	}
	s.try(q.Close())
	s.try(g.Close())
	if len(s.errs) > 0 || k.left() != nil {
		t.Errorf("%v, left: %q", errors.Join(s.errs...), k.left())
	}
}
