package hsa

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"

	"ompcc/rt/device"
)

// Config is what the plugin needs beside the driver.
type Config struct {
	Driver Driver
	// Print writes what kernels print to the program's standard output, Warn a
	// line to its standard error stream.
	Print func([]byte)
	Warn  func(string)
}

type plugin struct{ config Config }

// New returns the HSA plugin.
func New(c Config) device.Plugin { return &plugin{c} }

// Name returns "hsa".
func (*plugin) Name() string { return "hsa" }

// Open returns the GPUs among the agents, in their order.
func (p *plugin) Open() ([]device.Device, error) {
	d := &p.config.Driver
	if err := d.do(Init); err != nil {
		return nil, err
	}
	var gpus []uintptr
	var host uintptr
	for _, a := range d.Agents() {
		kind, err := d.info(AgentGetInfo, a, agentDevice)
		if err != nil {
			return nil, err
		}
		switch uint32(kind) {
		case deviceGPU:
			gpus = append(gpus, a)
		case deviceCPU:
			if host == 0 {
				host = a
			}
		}
	}
	shares, err := d.shares()
	if err != nil {
		return nil, err
	}
	var devices []device.Device
	for _, a := range gpus {
		g, err := p.open(a, host, shares)
		if err != nil {
			return nil, err
		}
		g.others = slices.DeleteFunc(slices.Clone(gpus), func(b uintptr) bool { return a == b })
		devices = append(devices, g)
	}
	return devices, nil
}

// shares says whether kernels access all of the host's memory.
func (d *Driver) shares() (bool, error) {
	out := new(uintptr)
	err := d.do(SystemGetInfo, systemSVMByDefault, device.Address(out))
	return uint8(*out) != 0, err
}

// gpu is one GPU: its memory pool, the host's pools for staging buffers and
// kernels' arguments, and idle queues.
type gpu struct {
	config      *Config
	driver      *Driver
	agent, host uintptr
	wavefront   uint32
	unit        Unit
	info        device.Info
	unified     bool // Alloc returns memory that the host and the other GPUs access

	memory, staging, kernarg uintptr   // pools
	stage                    uintptr   // bytes of a queue's buffer
	others                   []uintptr // agents of the other GPUs, after Init those that access this one's memory

	mu      sync.Mutex
	idle    []*queue
	marks   []uintptr // signals that no mark has
	lost    []uintptr // those of marks that were not reached
	kernels []*kernel // a device.Kernel is an index into it, plus one
	stdio   []device.Addr

	mailboxes device.HostMailboxes
	slabs     device.Slabs

	printing sync.Mutex
	running  int // kernels that may print
}

func (p *plugin) open(agent, host uintptr, shares bool) (*gpu, error) {
	d := &p.config.Driver
	g := &gpu{config: &p.config, driver: d, agent: agent, host: host, stage: 1 << 20}
	arch, err := d.architecture(agent)
	if err != nil {
		return nil, err
	}
	model, err := d.words(AgentGetInfo, agent, agentProductName)
	if err != nil {
		return nil, err
	}
	uid, err := d.words(AgentGetInfo, agent, agentUUID)
	if err != nil {
		return nil, err
	}
	var n [4]uintptr
	for i, attribute := range []int{agentComputeUnits, agentWavefront, agentMaxWaves, agentSIMDs} {
		if n[i], err = d.info(AgentGetInfo, agent, attribute); err != nil {
			return nil, err
		}
	}
	g.wavefront = uint32(n[1])
	g.unit = UnitOf(arch, uint32(n[1]), uint32(n[2]), uint32(n[3]))
	processor, _, _ := strings.Cut(arch, ":")
	g.info = device.Info{Type: "AMD;" + model + ";" + processor, Name: model, UID: uid, Target: "amdgcn", Arch: arch,
		Procs: int(uint32(n[0])), TeamMemory: uintptr(g.unit.group), SharesHost: shares}
	return g, nil
}

// architecture is the agent's target ID: the processor, and how its features
// are set ("gfx90a:sramecc+:xnack-").
func (d *Driver) architecture(agent uintptr) (string, error) {
	isa, err := d.info(AgentGetInfo, agent, agentISA)
	if err != nil {
		return "", err
	}
	name, err := d.words(IsaGetInfo, isa, isaName)
	return name[strings.LastIndex(name, "-gfx")+1:], err
}

func (g *gpu) Info() device.Info { return g.info }

// Init finds the pools and the GPUs that reach this one's memory. The runtime
// counts its users: each device is one, until Close.
func (g *gpu) Init() error {
	if err := g.driver.do(Init); err != nil {
		return err
	}
	if err := g.find(); err != nil {
		_ = g.driver.do(ShutDown) // the first error counts
		return err
	}
	return nil
}

func (g *gpu) find() error {
	g.memory = g.pool(g.agent, flagCoarse)
	g.staging = g.pool(g.host, flagFine)
	g.kernarg = g.pool(g.host, flagKernarg)
	if g.kernarg == 0 {
		g.kernarg = g.staging
	}
	if g.memory == 0 || g.staging == 0 {
		return errors.New("the GPU has no memory that can be allocated")
	}
	var reach []uintptr
	for _, a := range g.others {
		access := new(uintptr)
		if err := g.driver.do(PoolAccess, a, g.memory, 0, device.Address(access)); err != nil {
			return err
		}
		if uint32(*access) != poolNeverAccess {
			reach = append(reach, a)
		}
	}
	g.others = reach
	return nil
}

// Unify makes allocations host memory that all GPUs access.
func (g *gpu) Unify() { g.unified = true }

// pool is the first pool of global memory with the flag, 0 without one.
func (g *gpu) pool(agent uintptr, flag uint32) uintptr {
	for _, p := range g.driver.Pools(agent) {
		segment, err := g.driver.info(PoolGetInfo, p, poolSegment)
		flags, err2 := g.driver.info(PoolGetInfo, p, poolFlags)
		may, err3 := g.driver.info(PoolGetInfo, p, poolMayAllocate)
		if err == nil && err2 == nil && err3 == nil && uint32(segment) == segmentGlobal && uint32(flags)&flag != 0 &&
			may&1 != 0 {
			return p
		}
	}
	return 0
}

func (g *gpu) Close() error {
	if g.mailboxes.Busy() {
		return nil // the program ends in what a kernel waits for
	}
	var errs []error
	for _, q := range g.idle {
		errs = append(errs, q.Close())
	}
	g.idle = nil
	for _, s := range append(g.marks, g.lost...) {
		errs = append(errs, g.driver.do(SignalDestroy, s))
	}
	g.marks, g.lost = nil, nil
	return errors.Join(append(errs, g.driver.do(ShutDown))...)
}

func (g *gpu) allocate(pool, size uintptr) (uintptr, error) {
	out := new(uintptr)
	err := g.driver.do(PoolAllocate, pool, max(size, 1), 0, device.Address(out))
	return *out, err
}

// shared allocates memory that agents reach.
func (g *gpu) shared(pool, size uintptr, agents ...uintptr) (uintptr, error) {
	p, err := g.allocate(pool, size)
	if err != nil || len(agents) == 0 {
		return p, err
	}
	err = g.driver.do(AllowAccess, uintptr(len(agents)), device.Address(&agents[0]), 0, p)
	runtime.KeepAlive(agents)
	if err != nil {
		_ = g.driver.do(PoolFree, p) // the first error counts
		return 0, err
	}
	return p, nil
}

func (g *gpu) Alloc(size uintptr) (device.Addr, error) {
	if g.unified {
		return g.Share(size, true)
	}
	p, err := g.shared(g.memory, size, g.others...)
	return device.Addr(p), err
}

func (g *gpu) Free(a device.Addr) error {
	if a = g.slabs.Freed(a); a == 0 || g.mailboxes.DeferFree(a) {
		return nil
	}
	return g.driver.do(PoolFree, uintptr(a))
}

// take returns an idle queue or a new one.
func (g *gpu) take() (*queue, error) {
	g.mu.Lock()
	n := len(g.idle)
	if n == 0 {
		g.mu.Unlock()
		return g.newQueue()
	}
	defer g.mu.Unlock()
	q := g.idle[n-1]
	g.idle = g.idle[:n-1]
	return q, nil
}

// keep makes a queue idle, unless it has failed: then it takes nothing more.
func (g *gpu) keep(q *queue) error {
	if q.hasFailed() {
		return q.Close()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.idle = append(g.idle, q)
	return nil
}

// with gives f a queue of its own.
func (g *gpu) with(f func(*queue) error) error {
	q, err := g.take()
	if err != nil {
		return err
	}
	err = f(q)
	_ = g.keep(q) // the first error counts
	return err
}

func (g *gpu) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	return g.with(func(q *queue) error { return q.CopyTo(dst, src, size) })
}

func (g *gpu) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	return g.with(func(q *queue) error { return q.CopyFrom(dst, src, size) })
}

// CopyOn goes by way of other memory when source and destination overlap.
func (g *gpu) CopyOn(dst, src device.Addr, size uintptr) error {
	if dst >= src+device.Addr(size) || src >= dst+device.Addr(size) {
		return g.with(func(q *queue) error { return q.CopyOn(dst, src, size) })
	}
	between, err := g.Alloc(size)
	if err != nil {
		return err
	}
	err = g.with(func(q *queue) error {
		if err := q.CopyOn(between, src, size); err != nil {
			return err
		}
		return q.CopyOn(dst, between, size)
	})
	if e := g.Free(between); err == nil {
		err = e
	}
	return err
}

func (g *gpu) Set(dst device.Addr, value byte, size uintptr) error {
	return g.with(func(q *queue) error { return q.Set(dst, value, size) })
}

func (g *gpu) Launch(l *device.Launch) error {
	return g.with(func(q *queue) error { return q.Launch(l) })
}

func (g *gpu) Queue() (device.Queue, error) { return g.newQueue() }
