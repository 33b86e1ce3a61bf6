package plugin

import (
	"errors"
	"strconv"
	"sync"
	"syscall"

	"ompcc/rt/abi"
	"ompcc/rt/device"
	"ompcc/rt/emu/wire"
)

// Config has the settings of the plugin, and callbacks into the runtime.
type Config struct {
	// Program is the path of the emulator's executable, "" if there is none.
	Program string
	// Environ is the environment of the emulator's process.
	Environ []string
	// Print writes text that kernels print to the program's standard output. Several threads may call it concurrently.
	Print func(text []byte)
	// Name describes the object at a host address; "" if it is unknown.
	Name func(addr uintptr) string
	// Devices is the number of devices; 0 means 1.
	Devices int
	// Shares tells that kernels can access the program's memory.
	Shares bool
	// Counts reports whether launches return counts (device.Launch.Counts). Init calls it once for each device; nil
	// means no.
	Counts func() bool
}

type plugin struct{ config Config }

// New returns the plugin for emulated devices.
func New(config Config) device.Plugin { return &plugin{config} }

// Name returns "cuda", because the devices replace real ones.
func (*plugin) Name() string { return "cuda" }

// Open returns the devices.
func (p *plugin) Open() ([]device.Device, error) {
	var all []device.Device
	for i := range max(p.config.Devices, 1) {
		all = append(all, &emulated{config: &p.config, number: i})
	}
	return all, nil
}

// emulated is a device. Each concurrent request has its own connection.
type emulated struct {
	config *Config
	number int
	pid    int
	first  *wire.Conn

	mu      sync.Mutex
	idle    []*wire.Conn
	closed  bool
	kernels int // number of running kernels
	kinds   []kernel
	dead    error
	scratch []*device.Scratch // not in use by a kernel
	mail    map[device.Addr]*mailbox
	unified unified
}

// kernel has the properties of a kernel that launches need.
type kernel struct {
	id, most    uint64
	once, exact uint64  // the once kernel, and the number of threads that it needs
	scratch     uintptr // bytes for each team
	shared      uintptr // bytes of dynamic shared memory for each team
	each        uintptr // iterations of a thread
	wide        uint64  // the wide kernel, whose threads execute wideEach iterations each
	wideEach    uint32
}

func (e *emulated) Info() device.Info {
	return device.Info{Type: "NVIDIA;emulated;sm_90", Name: "emulated NVIDIA GPU",
		UID: "ompcc-cuda-" + strconv.Itoa(e.number), Procs: 16, TeamMemory: mostShared, SharesHost: e.config.Shares}
}

// Init starts the emulator's process.
func (e *emulated) Init() error {
	if e.config.Program == "" {
		return errors.New("ompcc-emulator is neither beside the runtime or the program nor in PATH (OMPCC_EMULATOR names it)")
	}
	here, there, err := wire.Pair()
	if err != nil {
		return errors.New("no socket for the emulator: " + err.Error())
	}
	e.pid, err = syscall.ForkExec(e.config.Program, []string{e.config.Program},
		&syscall.ProcAttr{Env: e.config.Environ, Files: []uintptr{0, 1, 2, uintptr(there)}})
	_ = syscall.Close(there)
	if err != nil {
		_ = syscall.Close(here)
		return errors.New("the emulator " + e.config.Program + " cannot be started: " + err.Error() + " (OMPCC_EMULATOR names another)")
	}
	e.first = &wire.Conn{FD: here}
	if e.config.Shares {
		letRead()
	}
	hello := wire.Message{Code: wire.Hello, A: wire.Version, B: uint64(e.number)}
	if e.config.Counts != nil && e.config.Counts() {
		hello.C = 1
	}
	_, _, err = e.on(e.first, hello, nil, nil)
	return err
}

// Close ends the emulator's process. A program may exit while other threads of it wait for kernels.
func (e *emulated) Close() error {
	if e.first == nil {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	for _, c := range e.idle {
		c.Close()
	}
	if e.dead == nil {
		if e.first.Send(wire.Message{Code: wire.Close}, nil) == nil {
			_, _ = e.first.Receive() // the process ends in any case
		}
		e.wait()
	}
	e.first.Close()
	return nil
}

// wait waits for the end of the emulator's process and describes how it ended.
func (e *emulated) wait() string {
	var status syscall.WaitStatus
	for {
		switch _, err := syscall.Wait4(e.pid, &status, 0, nil); {
		case err == syscall.EINTR:
		case err != nil:
			return err.Error()
		case status.Signaled() && status.Signal() == syscall.SIGKILL:
			return "killed (when the system was out of memory: OMPCC_EMULATE=nvptx,races=off needs less)"
		case status.Signaled():
			return status.Signal().String()
		default:
			return "exit status " + strconv.Itoa(status.ExitStatus())
		}
	}
}

// lock locks e. After Close it blocks the calling thread forever, so that no error appears while the program exits.
func (e *emulated) lock() {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		select {}
	}
}

// take returns an idle connection for a request, or opens a new one if all are in use.
func (e *emulated) take() (*wire.Conn, error) {
	e.lock()
	defer e.mu.Unlock()
	if e.dead != nil {
		return nil, e.dead
	}
	if n := len(e.idle); n > 0 {
		c := e.idle[n-1]
		e.idle = e.idle[:n-1]
		return c, nil
	}
	here, there, err := wire.Pair()
	if err != nil {
		return nil, errors.New("no socket for the emulator: " + err.Error())
	}
	err = e.first.SendFile(wire.Message{Code: wire.Open}, there)
	_ = syscall.Close(there)
	if err != nil {
		_ = syscall.Close(here)
		return nil, e.lostLocked(err)
	}
	return &wire.Conn{FD: here}, nil
}

func (e *emulated) give(c *wire.Conn) {
	e.mu.Lock()
	e.idle = append(e.idle, c)
	e.mu.Unlock()
}

// ask sends a request and waits for its reply. It reads the data of the reply into out.
func (e *emulated) ask(m wire.Message, data, out []byte) (wire.Message, error) {
	r, _, err := e.askText(m, data, out)
	return r, err
}

// askText is ask, but returns the data of the reply if its size differs from that of out.
func (e *emulated) askText(m wire.Message, data, out []byte) (wire.Message, []byte, error) {
	c, err := e.take()
	if err != nil {
		return wire.Message{}, nil, err
	}
	defer e.give(c)
	return e.on(c, m, data, out)
}

func (e *emulated) on(c *wire.Conn, m wire.Message, data, out []byte) (wire.Message, []byte, error) {
	if err := c.Send(m, data); err != nil {
		return wire.Message{}, nil, e.lost(err)
	}
	return e.reply(c, out)
}

// askWith sends a request with a file descriptor, and waits for its reply.
func (e *emulated) askWith(m wire.Message, fd int) error {
	c, err := e.take()
	if err != nil {
		return err
	}
	defer e.give(c)
	if err := c.SendFile(m, fd); err != nil {
		return e.lost(err)
	}
	_, _, err = e.reply(c, nil)
	return err
}

// reply waits for the reply to a request. Before that, it prints the kernel's output and serves its reverse offload.
func (e *emulated) reply(c *wire.Conn, out []byte) (wire.Message, []byte, error) {
	for {
		r, err := c.Receive()
		if err != nil {
			return r, nil, e.lost(err)
		}
		if r.Code == wire.OK && r.N == uint64(len(out)) {
			if err := c.Read(out); err != nil {
				return r, nil, e.lost(err)
			}
			return r, nil, nil
		}
		text := make([]byte, r.N)
		if err := c.Read(text); err != nil {
			return r, nil, e.lost(err)
		}
		switch r.Code {
		case wire.Print:
			e.config.Print(text)
			continue
		case wire.Call:
			e.called(device.Addr(r.A), uint32(r.B))
			if err := c.Send(wire.Message{Code: wire.Served}, nil); err != nil {
				return r, nil, e.lost(err)
			}
			continue
		case wire.Error:
			return r, nil, e.named(string(text), uintptr(r.A))
		}
		return r, text, nil
	}
}

// named returns an error with the message text, and with the name of the host object at addr.
func (e *emulated) named(text string, addr uintptr) error {
	if addr != 0 && e.config.Name != nil {
		if name := e.config.Name(addr); name != "" {
			text += "\n    " + name
		}
	}
	return errors.New(text)
}

// lost handles a failed connection: the device's memory is lost, and all later requests fail.
func (e *emulated) lost(err error) error {
	e.lock()
	defer e.mu.Unlock()
	return e.lostLocked(err)
}

func (e *emulated) lostLocked(err error) error {
	if e.dead != nil {
		return e.dead
	}
	if err == wire.ErrClosed || err == syscall.ECONNRESET || err == syscall.EPIPE {
		err = errors.New(e.wait())
	} else {
		_ = syscall.Kill(e.pid, syscall.SIGKILL) // it is useless without a connection
		e.wait()
	}
	e.dead = errors.New("the emulator's process has ended: " + err.Error())
	return e.dead
}

// Alloc returns device memory.
func (e *emulated) Alloc(size uintptr) (device.Addr, error) {
	if e.unified.on {
		return e.unified.alloc(size)
	}
	r, err := e.ask(wire.Message{Code: wire.Alloc, A: uint64(max(size, 1))}, nil, nil)
	return device.Addr(r.A), err
}

// Free frees device memory.
func (e *emulated) Free(a device.Addr) error {
	if found, err := e.unified.free(a); found {
		return err
	}
	_, err := e.ask(wire.Message{Code: wire.Free, A: uint64(a)}, nil, nil)
	return err
}

// CopyTo copies from the host.
func (e *emulated) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	if e.unified.has(dst) {
		copy(device.Bytes(uintptr(dst), size), device.Bytes(uintptr(src), size))
		return nil
	}
	_, err := e.ask(wire.Message{Code: wire.CopyTo, A: uint64(dst)}, device.Bytes(uintptr(src), size), nil)
	return err
}

// CopyFrom copies to the host.
func (e *emulated) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	if e.unified.has(src) {
		copy(device.Bytes(uintptr(dst), size), device.Bytes(uintptr(src), size))
		return nil
	}
	_, err := e.ask(wire.Message{Code: wire.CopyFrom, A: uint64(src), B: uint64(size)}, nil,
		device.Bytes(uintptr(dst), size))
	return err
}

// CopyOn copies on the device.
func (e *emulated) CopyOn(dst, src device.Addr, size uintptr) error {
	switch {
	case e.unified.has(src):
		return e.CopyTo(dst, device.Host(src), size)
	case e.unified.has(dst):
		return e.CopyFrom(device.Host(dst), src, size)
	}
	_, err := e.ask(wire.Message{Code: wire.CopyOn, A: uint64(dst), B: uint64(src), C: uint64(size)}, nil, nil)
	return err
}

// Set fills memory.
func (e *emulated) Set(dst device.Addr, value byte, size uintptr) error {
	if e.unified.has(dst) {
		for i, b := 0, device.Bytes(uintptr(dst), size); i < len(b); i++ {
			b[i] = value
		}
		return nil
	}
	_, err := e.ask(wire.Message{Code: wire.Set, A: uint64(dst), B: uint64(value), C: uint64(size)}, nil, nil)
	return err
}

// Watches says that kernels' reads of stale bytes are known.
func (*emulated) Watches() bool { return true }

// MarkStale marks bytes as stale.
func (e *emulated) MarkStale(at device.Addr, mask []byte) error {
	if e.unified.has(at) {
		return nil // there is no copy
	}
	_, err := e.ask(wire.Message{Code: wire.Mark, A: uint64(at)}, mask, nil)
	return err
}

// StaleReads returns what kernels have read of them.
func (e *emulated) StaleReads() ([]device.StaleRead, error) {
	_, text, err := e.askText(wire.Message{Code: wire.Reads}, nil, nil)
	return device.ReadStaleReads(string(text)), err
}

// Load sends the program's PTX to the emulator.
func (e *emulated) Load(image *device.Image) (device.Module, error) {
	if image.Format != "ptx" {
		return nil, errors.New("the emulator executes PTX, not " + image.Format)
	}
	r, err := e.ask(wire.Message{Code: wire.Load}, image.Data, nil)
	if err != nil {
		return nil, err
	}
	return &module{e, r.A}, nil
}

// Queue returns a queue whose operations complete before they return. Operations of several threads overlap.
func (e *emulated) Queue() (device.Queue, error) { return queue{e}, nil }

type queue struct{ *emulated }

func (queue) Sync() error  { return nil }
func (queue) Close() error { return nil }

type module struct {
	dev *emulated
	id  uint64
}

// Kernel finds a kernel, and its once kernel and wide kernel, if it has them.
func (m *module) Kernel(name string) (device.Kernel, error) {
	r, err := m.dev.ask(wire.Message{Code: wire.Kernel, A: m.id}, []byte(name), nil)
	if err != nil || r.A == 0 {
		return 0, err
	}
	k := kernel{id: r.A, most: r.B}
	if r, err = m.dev.ask(wire.Message{Code: wire.Kernel, A: m.id}, []byte(name+abi.OnceSuffix), nil); err != nil {
		return 0, err
	}
	k.once, k.exact = r.A, r.C
	if _, k.shared, err = m.Global(name + abi.SharedSuffix); err != nil {
		return 0, err
	}
	if _, k.each, err = m.Global(name + abi.EachSuffix); err != nil {
		return 0, err
	}
	if k.each != 0 {
		if r, err = m.dev.ask(wire.Message{Code: wire.Kernel, A: m.id}, []byte(name+abi.WideSuffix), nil); err != nil {
			return 0, err
		}
		if k.wide = r.A; k.wide != 0 {
			k.wideEach, k.each = uint32(k.each), 0
		}
	}
	if _, k.scratch, err = m.Global(name + abi.ScratchSuffix); err != nil {
		return 0, err
	}
	m.dev.mu.Lock()
	defer m.dev.mu.Unlock()
	m.dev.kinds = append(m.dev.kinds, k)
	return device.Kernel(len(m.dev.kinds)), nil
}

// Global finds a variable or function.
func (m *module) Global(name string) (device.Addr, uintptr, error) {
	r, err := m.dev.ask(wire.Message{Code: wire.Global, A: m.id}, []byte(abi.PTXName(name)), nil)
	return device.Addr(r.A), uintptr(r.B), err
}

// Unload frees the module's memory. If the program exits while kernels run, it leaves that to the end of the emulator's
// process.
func (m *module) Unload() error {
	if m.dev.busy() {
		return nil
	}
	_, err := m.dev.ask(wire.Message{Code: wire.Unload, A: m.id}, nil, nil)
	return err
}

// Launch runs a kernel.
func (e *emulated) Launch(l *device.Launch) error {
	e.mu.Lock()
	if l.Kernel == 0 || int(l.Kernel) > len(e.kinds) {
		e.mu.Unlock()
		return errors.New("unknown kernel " + strconv.Itoa(int(l.Kernel)))
	}
	k := e.kinds[l.Kernel-1]
	e.mu.Unlock()
	l.Each = uint32(k.each)
	s := shape(k, l)
	l.Granted = uint32(s.blocks)
	shared := uint64(k.shared) + uint64(l.Shared)
	if l.Flags&abi.KernelFallsBack != 0 && shared > mostShared {
		shared = uint64(k.shared)
	}
	if shared > mostShared {
		return errors.New("a team takes " + strconv.Itoa(int(shared)) + " bytes of dynamic shared memory, but the emulated GPU has " + strconv.Itoa(mostShared))
	}
	run := func(l *device.Launch) error {
		e.launched(1)
		defer e.launched(-1)
		_, counts, err := e.askText(wire.Message{Code: wire.Launch, A: s.entry, B: s.blocks, C: s.threads, D: shared},
			device.PackArguments(nil, l), nil)
		l.Counts = counts
		return err
	}
	if k.scratch == 0 {
		return run(l)
	}
	scratch := e.takeScratch()
	defer e.giveScratch(scratch)
	return scratch.With(e, l, k.scratch, run)
}

func (e *emulated) launched(n int) {
	e.mu.Lock()
	e.kernels += n
	e.mu.Unlock()
}

// busy reports whether kernels run.
func (e *emulated) busy() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.kernels > 0
}

// takeScratch returns scratch memory for one launch.
func (e *emulated) takeScratch() *device.Scratch {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := len(e.scratch)
	if n == 0 {
		return &device.Scratch{}
	}
	s := e.scratch[n-1]
	e.scratch = e.scratch[:n-1]
	return s
}

func (e *emulated) giveScratch(s *device.Scratch) {
	e.mu.Lock()
	e.scratch = append(e.scratch, s)
	e.mu.Unlock()
}

// Idle returns at once, because all operations are synchronous.
func (*emulated) Idle() error { return nil }
