package cuda

import (
	"errors"
	"strconv"
	"strings"
	"sync"

	"ompcc/rt/device"
)

type plugin struct{ driver Driver }

// New returns the CUDA plugin.
func New(d Driver) device.Plugin { return &plugin{d} }

// Name returns "cuda".
func (*plugin) Name() string { return "cuda" }

// Open returns the GPUs that the driver finds, in its order.
func (p *plugin) Open() ([]device.Device, error) {
	if err := p.driver.do(Init, 0); err != nil {
		return nil, err
	}
	n, err := p.driver.number(DeviceGetCount)
	if err != nil {
		return nil, err
	}
	devices := make([]device.Device, n)
	for i := range devices {
		g, err := p.open(i)
		if err != nil {
			return nil, err
		}
		devices[i] = g
	}
	return devices, nil
}

// gpu is one GPU. The context is the device's primary one, which libraries of
// the program that use CUDA have too.
type gpu struct {
	driver    Driver
	number    int // among the driver's devices
	handle    uintptr
	info      device.Info
	context   uintptr
	unified   bool // Alloc returns managed memory
	shared    int  // most bytes of shared memory of a block
	stage     staging
	mailboxes device.HostMailboxes
	slabs     device.Slabs

	mu      sync.Mutex
	peers   map[*gpu]bool // those whose memory it has asked to access
	idle    []*stream
	kernels []*kernel // a device.Kernel is an index into it, plus one
}

func (p *plugin) open(i int) (*gpu, error) {
	handle, err := p.driver.get(DeviceGet, uintptr(i))
	if err != nil {
		return nil, err
	}
	g := &gpu{driver: p.driver, number: i, handle: uintptr(uint32(handle)),
		stage: staging{least: 64 << 10, size: 1 << 20}}
	name := make([]byte, 256)
	if err := g.driver.do(DeviceGetName, device.Address(&name[0]), uintptr(len(name)), g.handle); err != nil {
		return nil, err
	}
	model, _, _ := strings.Cut(string(name), "\x00")
	uuid := make([]byte, 16)
	if err := g.driver.do(DeviceGetUUID, device.Address(&uuid[0]), g.handle); err != nil {
		return nil, err
	}
	var attr [5]int
	for k, a := range []uintptr{attrMajor, attrMinor, attrMultiprocessors, attrPageableAccess, attrMostShared} {
		if attr[k], err = g.driver.number(DeviceGetAttribute, a, g.handle); err != nil {
			return nil, err
		}
	}
	arch := "sm_" + strconv.Itoa(attr[0]) + strconv.Itoa(attr[1])
	g.shared = attr[4]
	g.info = device.Info{Type: "NVIDIA;" + model + ";" + arch, Name: model, UID: "GPU-" + hexadecimal(uuid),
		Target: "nvptx64", Arch: arch, Procs: attr[2], TeamMemory: uintptr(g.shared), SharesHost: attr[3] == 1}
	return g, nil
}

func hexadecimal(data []byte) string {
	text := make([]byte, 0, 2*len(data))
	for _, b := range data {
		text = append(text, "0123456789abcdef"[b>>4], "0123456789abcdef"[b&15])
	}
	return string(text)
}

func (g *gpu) Info() device.Info { return g.info }

func (g *gpu) Init() error {
	context, err := g.driver.get(PrimaryCtxRetain, g.handle)
	g.context = context
	return err
}

func (g *gpu) Close() error {
	if g.mailboxes.Busy() {
		return nil // the program ends in what a kernel waits for, and the driver would wait for the kernel
	}
	errs := []error{g.enter()}
	if errs[0] == nil {
		for _, s := range g.idle {
			errs = append(errs, s.close())
		}
	}
	g.idle = nil
	return errors.Join(append(errs, g.driver.do(PrimaryCtxRelease, g.handle))...)
}

// Unify makes allocations managed memory, which the host and other GPUs access.
func (g *gpu) Unify() { g.unified = true }

// enter makes the context that of the calling thread, which keeps it: the
// program may have set another one since.
func (g *gpu) enter() error { return g.driver.do(CtxSetCurrent, g.context) }

func (g *gpu) Alloc(size uintptr) (device.Addr, error) {
	if err := g.enter(); err != nil {
		return 0, err
	}
	if g.unified {
		p, err := g.driver.get(MemAllocManaged, max(size, 1), attachGlobal)
		return device.Addr(p), err
	}
	p, err := g.driver.get(MemAlloc, max(size, 1))
	return device.Addr(p), err
}

func (g *gpu) Free(a device.Addr) error {
	if a = g.released(a); a == 0 {
		return nil
	}
	if err := g.enter(); err != nil {
		return err
	}
	return g.driver.do(MemFree, uintptr(a))
}

// released returns what the driver is to free when a is freed, 0: nothing yet.
func (g *gpu) released(a device.Addr) device.Addr {
	if a = g.slabs.Freed(a); a != 0 && g.mailboxes.DeferFree(a) {
		return 0
	}
	return a
}

// with gives f a stream of its own and waits for what f has put into it.
func (g *gpu) with(f func(*stream) error) error {
	s, err := g.stream()
	if err != nil {
		return err
	}
	err = f(s)
	if e := s.Sync(); err == nil {
		err = e
	}
	g.keep(s)
	return err
}

func (g *gpu) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	return g.with(func(s *stream) error { return s.stageTo(dst, src, size) })
}

func (g *gpu) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	return g.with(func(s *stream) error { return s.stageFrom(dst, src, size) })
}

// CopyOn goes by way of other memory when source and destination overlap.
func (g *gpu) CopyOn(dst, src device.Addr, size uintptr) error {
	if dst >= src+device.Addr(size) || src >= dst+device.Addr(size) {
		return g.with(func(s *stream) error { return s.CopyOn(dst, src, size) })
	}
	between, err := g.Alloc(size)
	if err != nil {
		return err
	}
	err = g.with(func(s *stream) error {
		if err := s.CopyOn(between, src, size); err != nil {
			return err
		}
		return s.CopyOn(dst, between, size)
	})
	if e := g.Free(between); err == nil {
		err = e
	}
	return err
}

func (g *gpu) Set(dst device.Addr, value byte, size uintptr) error {
	return g.with(func(s *stream) error { return s.Set(dst, value, size) })
}

func (g *gpu) Launch(l *device.Launch) error {
	return g.with(func(s *stream) error { return s.Launch(l) })
}

func (g *gpu) Queue() (device.Queue, error) { return g.newStream() }
