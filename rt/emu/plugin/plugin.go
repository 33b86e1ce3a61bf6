package plugin

import (
	"errors"
	"strconv"
	"sync"
	"syscall"

	"ompcc/rt/device"
	"ompcc/rt/emu/wire"
)

// Config is what the plugin needs from its surroundings.
type Config struct {
	// Program is the emulator's program.
	Program string
	// Environ is the environment of the emulator's process.
	Environ []string
	// Print writes what kernels print to the program's standard output.
	Print func(text []byte)
	// Name says what is at a host address, "" when it is not known.
	Name func(addr uintptr) string
}

type plugin struct{ config Config }

// New returns the plugin for one emulated device.
func New(config Config) device.Plugin { return &plugin{config} }

// Name returns "cuda": the device takes the place of a real one.
func (*plugin) Name() string { return "cuda" }

// Open returns the one device.
func (p *plugin) Open() ([]device.Device, error) {
	return []device.Device{&emulated{config: &p.config}}, nil
}

// emulated is the device. One request is under way at a time.
type emulated struct {
	config *Config
	mu     sync.Mutex
	conn   *wire.Conn
	pid    int
	kinds  []kernel
	dead   error
	// scratch is for one kernel at a time.
	scratch device.Scratch
	running sync.Mutex
}

// kernel is what launches need to know of a kernel.
type kernel struct {
	id, most    uint64
	once, exact uint64  // the entry for launches of a thread for each iteration
	scratch     uintptr // bytes for each team
}

func (*emulated) Info() device.Info {
	return device.Info{Type: "NVIDIA;emulated;sm_90", Name: "emulated NVIDIA GPU", UID: "ompcc-cuda-0", Procs: 16}
}

// Init starts the emulator's process.
func (e *emulated) Init() error {
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return errors.New("no socket for the emulator: " + err.Error())
	}
	e.pid, err = syscall.ForkExec(e.config.Program, []string{e.config.Program},
		&syscall.ProcAttr{Env: e.config.Environ, Files: []uintptr{0, 1, 2, uintptr(pair[1])}})
	_ = syscall.Close(pair[1])
	if err != nil {
		_ = syscall.Close(pair[0])
		return errors.New("the emulator " + e.config.Program + " cannot be started: " + err.Error() + " (OMPCC_EMULATOR names another)")
	}
	e.conn = &wire.Conn{FD: pair[0]}
	_, err = e.ask(wire.Message{Code: wire.Hello, A: wire.Version}, nil, nil)
	return err
}

// Close ends the emulator's process.
func (e *emulated) Close() error {
	if e.conn == nil {
		return nil
	}
	if e.dead == nil {
		_, _ = e.ask(wire.Message{Code: wire.Close}, nil, nil) // it ends in any case
	}
	_ = syscall.Close(e.conn.FD)
	if e.dead == nil {
		e.wait()
	}
	return nil
}

// wait returns how the emulator's process has ended.
func (e *emulated) wait() string {
	var status syscall.WaitStatus
	for {
		switch _, err := syscall.Wait4(e.pid, &status, 0, nil); {
		case err == syscall.EINTR:
		case err != nil:
			return err.Error()
		case status.Signaled():
			return status.Signal().String()
		default:
			return "exit status " + strconv.Itoa(status.ExitStatus())
		}
	}
}

// ask sends a request and waits for its reply, whose data goes to out.
func (e *emulated) ask(m wire.Message, data, out []byte) (wire.Message, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.dead != nil {
		return wire.Message{}, e.dead
	}
	if err := e.conn.Send(m, data); err != nil {
		return wire.Message{}, e.lost(err)
	}
	for {
		r, err := e.conn.Receive()
		if err != nil {
			return r, e.lost(err)
		}
		if r.Code == wire.OK && r.N == uint64(len(out)) {
			if err := e.conn.Read(out); err != nil {
				return r, e.lost(err)
			}
			return r, nil
		}
		text := make([]byte, r.N)
		if err := e.conn.Read(text); err != nil {
			return r, e.lost(err)
		}
		switch r.Code {
		case wire.Print:
			e.config.Print(text)
			continue
		case wire.Error:
			return r, e.named(string(text), uintptr(r.A))
		}
		return r, nil
	}
}

// named adds to a message what is at the host address that it is about.
func (e *emulated) named(text string, addr uintptr) error {
	if addr != 0 && e.config.Name != nil {
		if name := e.config.Name(addr); name != "" {
			text += "\n    " + name
		}
	}
	return errors.New(text)
}

// lost is called when the connection fails: what was on the device is gone.
func (e *emulated) lost(err error) error {
	if err == wire.ErrClosed || err == syscall.ECONNRESET || err == syscall.EPIPE {
		err = errors.New(e.wait())
	} else {
		_ = syscall.Kill(e.pid, syscall.SIGKILL) // it is of no use without a connection
		e.wait()
	}
	e.dead = errors.New("the emulator's process has ended: " + err.Error())
	return e.dead
}

// Alloc returns device memory.
func (e *emulated) Alloc(size uintptr) (device.Addr, error) {
	r, err := e.ask(wire.Message{Code: wire.Alloc, A: uint64(max(size, 1))}, nil, nil)
	return device.Addr(r.A), err
}

// Free gives it back.
func (e *emulated) Free(a device.Addr) error {
	_, err := e.ask(wire.Message{Code: wire.Free, A: uint64(a)}, nil, nil)
	return err
}

// CopyTo copies from the host.
func (e *emulated) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	_, err := e.ask(wire.Message{Code: wire.CopyTo, A: uint64(dst)}, device.Bytes(uintptr(src), size), nil)
	return err
}

// CopyFrom copies to the host.
func (e *emulated) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	_, err := e.ask(wire.Message{Code: wire.CopyFrom, A: uint64(src), B: uint64(size)}, nil, device.Bytes(uintptr(dst), size))
	return err
}

// CopyOn copies on the device.
func (e *emulated) CopyOn(dst, src device.Addr, size uintptr) error {
	_, err := e.ask(wire.Message{Code: wire.CopyOn, A: uint64(dst), B: uint64(src), C: uint64(size)}, nil, nil)
	return err
}

// Set fills memory.
func (e *emulated) Set(dst device.Addr, value byte, size uintptr) error {
	_, err := e.ask(wire.Message{Code: wire.Set, A: uint64(dst), B: uint64(value), C: uint64(size)}, nil, nil)
	return err
}

// Load gives the emulator the program's PTX.
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

// Queue returns a queue that works at once.
func (e *emulated) Queue() (device.Queue, error) { return queue{e}, nil }

type queue struct{ *emulated }

func (queue) Sync() error  { return nil }
func (queue) Close() error { return nil }

type module struct {
	dev *emulated
	id  uint64
}

const onceSuffix = "__once" // codegen.OnceSuffix

// Kernel finds a kernel and, if it has one, its entry for one iteration per thread.
func (m *module) Kernel(name string) (device.Kernel, error) {
	r, err := m.dev.ask(wire.Message{Code: wire.Kernel, A: m.id}, []byte(name), nil)
	if err != nil || r.A == 0 {
		return 0, err
	}
	k := kernel{id: r.A, most: r.B}
	if r, err = m.dev.ask(wire.Message{Code: wire.Kernel, A: m.id}, []byte(name+onceSuffix), nil); err != nil {
		return 0, err
	}
	k.once, k.exact = r.A, r.C
	if _, k.scratch, err = m.Global(name + device.ScratchSuffix); err != nil {
		return 0, err
	}
	m.dev.mu.Lock()
	defer m.dev.mu.Unlock()
	m.dev.kinds = append(m.dev.kinds, k)
	return device.Kernel(len(m.dev.kinds)), nil
}

// Global finds a variable or function.
func (m *module) Global(name string) (device.Addr, uintptr, error) {
	r, err := m.dev.ask(wire.Message{Code: wire.Global, A: m.id}, []byte(name), nil)
	return device.Addr(r.A), uintptr(r.B), err
}

// Unload gives the module's memory back.
func (m *module) Unload() error {
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
	s := shape(k, l)
	l.Granted = uint32(s.blocks)
	if k.scratch != 0 {
		e.running.Lock()
		defer e.running.Unlock()
	}
	return e.scratch.With(e, l, k.scratch, func(l *device.Launch) error {
		_, err := e.ask(wire.Message{Code: wire.Launch, A: s.entry, B: s.blocks, C: s.threads}, arguments(l), nil)
		return err
	})
}

// Idle has nothing to wait for.
func (*emulated) Idle() error { return nil }

// arguments packs size and value of each argument.
func arguments(l *device.Launch) []byte {
	var data []byte
	for i := range uintptr(l.NumArgs) {
		value := *(*uintptr)(device.Pointer(uintptr(l.Args) + 8*i))
		size := uintptr(*(*uint32)(device.Pointer(uintptr(l.Sizes) + 4*i)))
		for b := range uint(8) {
			data = append(data, byte(size>>(8*b)))
		}
		data = append(data, device.Bytes(value, size)...)
	}
	return data
}
