package hsa

import (
	"errors"
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
	var devices []device.Device
	for _, a := range gpus {
		g, err := p.open(a, host)
		if err != nil {
			return nil, err
		}
		devices = append(devices, g)
	}
	return devices, nil
}

// gpu is one GPU: its memory pool, the host's pools for staging buffers and
// kernels' arguments, and idle queues.
type gpu struct {
	config      *Config
	driver      *Driver
	agent, host uintptr
	wavefront   uint32
	info        device.Info

	memory, staging, kernarg uintptr // pools

	mu      sync.Mutex
	idle    []*queue
	kernels []*kernel // a device.Kernel is an index into it, plus one
	stdio   []device.Addr
}

func (p *plugin) open(agent, host uintptr) (*gpu, error) {
	g := &gpu{config: &p.config, driver: &p.config.Driver, agent: agent, host: host}
	arch, err := g.driver.words(agent, agentName)
	if err != nil {
		return nil, err
	}
	model, err := g.driver.words(agent, agentProductName)
	if err != nil {
		model = arch
	}
	uid, err := g.driver.words(agent, agentUUID)
	if err != nil {
		return nil, err
	}
	units, err := g.driver.info(AgentGetInfo, agent, agentComputeUnits)
	if err != nil {
		return nil, err
	}
	wave, err := g.driver.info(AgentGetInfo, agent, agentWavefront)
	if err != nil {
		return nil, err
	}
	g.wavefront = uint32(wave)
	arch, _, _ = strings.Cut(arch, ":")
	g.info = device.Info{Type: "AMD;" + model + ";" + arch, Name: model, UID: uid, Target: "amdgcn", Arch: arch, Procs: int(uint32(units))}
	return g, nil
}

func (g *gpu) Info() device.Info { return g.info }

// Init finds the pools.
func (g *gpu) Init() error {
	g.memory = g.pool(g.agent, flagCoarse)
	g.staging = g.pool(g.host, flagFine)
	g.kernarg = g.pool(g.host, flagKernarg)
	if g.kernarg == 0 {
		g.kernarg = g.staging
	}
	if g.memory == 0 || g.staging == 0 {
		return errors.New("the GPU has no memory that can be allocated")
	}
	return nil
}

// pool is the first pool of global memory with the flag, 0 without one.
func (g *gpu) pool(agent uintptr, flag uint32) uintptr {
	for _, p := range g.driver.Pools(agent) {
		segment, err := g.driver.info(PoolGetInfo, p, poolSegment)
		flags, err2 := g.driver.info(PoolGetInfo, p, poolFlags)
		may, err3 := g.driver.info(PoolGetInfo, p, poolMayAllocate)
		if err == nil && err2 == nil && err3 == nil && uint32(segment) == segmentGlobal && uint32(flags)&flag != 0 && may&1 != 0 {
			return p
		}
	}
	return 0
}

func (g *gpu) Close() error {
	for _, q := range g.idle {
		if err := q.Close(); err != nil {
			return err
		}
	}
	g.idle = nil
	return g.driver.do(ShutDown)
}

func (g *gpu) allocate(pool, size uintptr) (uintptr, error) {
	out := new(uintptr)
	err := g.driver.do(PoolAllocate, pool, max(size, 1), 0, device.Address(out))
	return *out, err
}

// shared allocates host memory that the GPU reaches.
func (g *gpu) shared(pool, size uintptr) (uintptr, error) {
	p, err := g.allocate(pool, size)
	if err != nil {
		return 0, err
	}
	agent := new(uintptr)
	*agent = g.agent
	return p, g.driver.do(AllowAccess, 1, device.Address(agent), 0, p)
}

func (g *gpu) Alloc(size uintptr) (device.Addr, error) {
	p, err := g.allocate(g.memory, size)
	return device.Addr(p), err
}

func (g *gpu) Free(a device.Addr) error { return g.driver.do(PoolFree, uintptr(a)) }

// with gives f a queue of its own.
func (g *gpu) with(f func(*queue) error) error {
	g.mu.Lock()
	var q *queue
	if n := len(g.idle); n > 0 {
		q = g.idle[n-1]
		g.idle = g.idle[:n-1]
	}
	g.mu.Unlock()
	if q == nil {
		var err error
		if q, err = g.newQueue(); err != nil {
			return err
		}
	}
	err := f(q)
	if *q.failed != 0 {
		_ = q.Close() // such a queue takes nothing more; the first error counts
		return err
	}
	g.mu.Lock()
	g.idle = append(g.idle, q)
	g.mu.Unlock()
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
