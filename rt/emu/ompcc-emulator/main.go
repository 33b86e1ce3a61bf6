package main

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"

	"ompcc/rt/emu/check"
	"ompcc/rt/emu/gdb"
	"ompcc/rt/emu/profile"
	"ompcc/rt/emu/sim"
	"ompcc/rt/emu/wire"
)

func main() {
	options, err := readOptions(os.Getenv("OMPCC_EMULATE"))
	if err != nil {
		fmt.Fprintln(os.Stderr, "ompcc-emulator:", err)
		os.Exit(1)
	}
	if len(os.Args) > 1 || !isSocket(3) {
		fmt.Fprintln(os.Stderr,
			"ompcc-emulator is started by programs that ompcc has compiled when OMPCC_EMULATE is set")
		os.Exit(2)
	}
	debug.SetGCPercent(400)
	signal.Ignore(syscall.SIGINT, syscall.SIGQUIT, syscall.SIGHUP) // they are for the program, which may go on
	if options.amd {
		s := &amd{options: options, program: program{pid: os.Getppid()}}
		go s.program.outlive(s.report)
		s.serve(&wire.Conn{FD: 3})
		s.report()
		return
	}
	s := &server{options: options, program: program{pid: os.Getppid()}}
	go s.program.outlive(s.report)
	if err := s.serve(&wire.Conn{FD: 3}); err != nil {
		fmt.Fprintln(os.Stderr, "ompcc-emulator:", err)
		os.Exit(1)
	}
}

func isSocket(fd int) bool {
	_, err := syscall.GetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_TYPE)
	return err == nil
}

// server answers the requests of one program.
type server struct {
	options  *options
	program  program
	counts   bool // of each launch, for the program
	reported sync.Once

	mu      sync.Mutex
	dev     *sim.Device
	modules []*sim.Module
	kernels []*sim.Kernel
	mail    []mailbox
	gdb     *gdb.Server // nil: nobody debugs
}

// report writes the profile, once.
func (s *server) report() {
	s.reported.Do(func() {
		s.mu.Lock()
		dev := s.dev
		s.mu.Unlock()
		if s.gdb != nil {
			s.gdb.Close()
		}
		if dev != nil {
			report(s.options, dev.Profile())
		}
	})
}

// serve answers on the program's first connection, and on those that it opens,
// until the program has ended.
func (s *server) serve(conn *wire.Conn) error {
	defer s.report()
	for {
		m, err := conn.Receive()
		if err != nil {
			return nil // the program has ended
		}
		switch m.Code {
		case wire.Open:
			go func(c *wire.Conn) {
				defer c.Close()
				for s.next(c) == nil {
				}
			}(&wire.Conn{FD: conn.Passed})
		case wire.Close:
			s.report()
			return conn.Send(wire.Message{}, nil)
		default:
			if err := s.answer(conn, m); err != nil {
				return err
			}
		}
	}
}

// next answers the next request. An error is one of the connection.
func (s *server) next(conn *wire.Conn) error {
	m, err := conn.Receive()
	if err != nil {
		return err
	}
	return s.answer(conn, m)
}

// answer executes a request and replies. An error is one of the connection.
func (s *server) answer(conn *wire.Conn, m wire.Message) error {
	reply, out, err := s.receive(conn, m)
	var broken lost
	if errors.As(err, &broken) {
		return broken
	}
	if err == nil {
		return conn.Send(reply, out)
	}
	failed := wire.Message{Code: wire.Error}
	var fault *check.Fault
	if errors.As(err, &fault) && fault.Kind == check.Host {
		failed.A = fault.Address
	}
	return conn.Send(failed, []byte(err.Error()))
}

// lost is an error of the connection.
type lost struct{ error }

// receive takes a request's data and executes it. What is copied to the device, which
// may be large, is read to where it belongs.
func (s *server) receive(conn *wire.Conn, m wire.Message) (reply wire.Message, out []byte, err error) {
	if m.Code == wire.CopyTo && s.dev != nil {
		var came bool
		err := s.dev.Fetch(m.A, m.N, func(b []byte) error {
			came = true
			if err := conn.Read(b); err != nil {
				return lost{err}
			}
			return nil
		})
		if !came {
			if err := conn.Discard(m.N); err != nil {
				return reply, nil, lost{err}
			}
		}
		return reply, nil, err
	}
	data := make([]byte, m.N)
	if err := conn.Read(data); err != nil {
		return reply, nil, lost{err}
	}
	return s.do(conn, m, data)
}

func (s *server) do(conn *wire.Conn, m wire.Message, data []byte) (reply wire.Message, out []byte, err error) {
	if m.Code == wire.Hello {
		return reply, []byte("emulated NVIDIA GPU"), s.begin(m)
	}
	if s.dev == nil {
		return reply, nil, errors.New("a request before the first one")
	}
	switch m.Code {
	case wire.Alloc:
		reply.A, err = s.dev.Alloc(m.A)
	case wire.Free:
		err = s.dev.Free(m.A)
	case wire.CopyFrom:
		out, err = s.dev.Bytes(m.A, m.B)
	case wire.CopyOn:
		err = s.dev.Move(m.A, m.B, m.C)
	case wire.Set:
		err = s.dev.Fill(m.A, byte(m.B), m.C)
	case wire.Serve:
		s.serveMail(m)
	case wire.Late:
		s.dev.Late(m.A != 0)
	case wire.Mark:
		err = s.dev.MarkStale(m.A, data)
	case wire.Reads:
		out = s.dev.StaleReads()
	case wire.Give:
		err = s.give(&wire.Conn{FD: conn.Passed}, m.A, m.B)
	case wire.Take:
		err = s.take(&wire.Conn{FD: conn.Passed}, m.A, m.B)
	case wire.Load, wire.Kernel, wire.Global, wire.Unload:
		return s.module(m, data)
	case wire.Launch:
		out, err = s.launch(conn, m, data)
	default:
		err = fmt.Errorf("unknown request %d", m.Code)
	}
	return reply, out, err
}

// begin makes the device.
func (s *server) begin(m wire.Message) error {
	if m.A != wire.Version {
		return fmt.Errorf("the program's runtime has version %d of the emulator's protocol, ompcc-emulator has version %d", m.A, wire.Version)
	}
	o := s.options
	o.sim.Workers = min(max(runtime.NumCPU(), 1), 16)
	o.sim.Number = int(m.B)
	s.counts = m.C != 0
	o.sim.Profile = o.sim.Profile || s.counts
	o.sim.Quiet = s.program.quiet
	o.sim.Note = func(text string) { fmt.Fprintln(os.Stderr, "ompcc-emulator: note:", text) }
	if o.usm {
		var err error
		if o.sim.Program, err = check.OpenProgram(s.program.pid); err != nil {
			return err
		}
	}
	if o.gdb != 0 {
		if err := s.debug(o.sim.Number); err != nil {
			return err
		}
	}
	dev, err := sim.New(o.sim)
	s.mu.Lock()
	s.dev = dev
	s.mu.Unlock()
	return err
}

// debug lets gdb connect, by a port for each device.
func (s *server) debug(number int) (err error) {
	d := sim.NewDebug()
	s.options.sim.Debug = d
	if s.gdb, err = gdb.Listen(s.options.gdb+number, d, func() []gdb.File { return gdb.PTXFiles(d) }); err == nil {
		s.options.sim.Note(fmt.Sprintf("the first kernel on device %d waits for gdb: gdb -ex 'target remote :%d'", number, s.gdb.Port()))
	}
	return err
}

// give sends bytes and their states to another device.
func (s *server) give(to *wire.Conn, addr, size uint64) error {
	defer to.Close()
	return s.dev.Raw(addr, size, func(data, states []byte) error {
		if err := to.Write(states); err != nil {
			return err
		}
		return to.Write(data)
	})
}

// take receives what another device gives.
func (s *server) take(from *wire.Conn, addr, size uint64) error {
	defer from.Close()
	var came bool
	err := s.dev.Raw(addr, size, func(data, states []byte) error {
		came = true
		if err := from.Read(states); err != nil {
			return err
		}
		return from.Read(data)
	})
	if !came {
		return errors.Join(err, from.Discard(2*size)) // the other device does not wait
	}
	return err
}

// addModule returns a handle of the module; handles begin with 1.
func (s *server) addModule(m *sim.Module) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.modules = append(s.modules, m)
	return uint64(len(s.modules))
}

func (s *server) addKernel(k *sim.Kernel) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kernels = append(s.kernels, k)
	return uint64(len(s.kernels))
}

// handle finds what a handle stands for, nil if nothing.
func handle[T any](s *server, all *[]*T, h uint64) *T {
	s.mu.Lock()
	defer s.mu.Unlock()
	if h == 0 || h > uint64(len(*all)) {
		return nil
	}
	return (*all)[h-1]
}

func (s *server) module(m wire.Message, data []byte) (reply wire.Message, out []byte, err error) {
	if m.Code == wire.Load {
		mod, err := s.dev.Load(string(data))
		if err != nil {
			return reply, nil, err
		}
		reply.A = s.addModule(mod)
		return reply, nil, nil
	}
	mod := handle(s, &s.modules, m.A)
	if mod == nil {
		return reply, nil, errors.New("unknown module")
	}
	switch m.Code {
	case wire.Unload:
		return reply, nil, mod.Unload()
	case wire.Global:
		reply.A, reply.B = mod.Global(string(data))
	case wire.Kernel:
		k := mod.Kernel(string(data))
		if k == nil {
			return reply, nil, nil
		}
		most, exact := k.Bounds()
		reply.A, reply.B, reply.C = s.addKernel(k), uint64(most), uint64(exact)
	}
	return reply, nil, nil
}

// launch executes a kernel; what it prints goes to the program, whose output it is. It returns the launch's counts as
// JSON if the program wants them.
func (s *server) launch(conn *wire.Conn, m wire.Message, data []byte) (counts []byte, err error) {
	k := handle(s, &s.kernels, m.A)
	if k == nil {
		return nil, errors.New("unknown kernel")
	}
	params, err := arguments(k, data)
	if err != nil {
		return nil, err
	}
	c := s.courier(conn)
	defer c.end()
	g := sim.Grid{Blocks: [3]uint32{uint32(m.B), 1, 1}, Threads: [3]uint32{uint32(m.C), 1, 1}, Shared: m.D,
		Params: params,
		Print:  func(text string) { c.send(wire.Message{Code: wire.Print}, []byte(text)) }}
	var counted *profile.Counts
	if s.counts {
		g.Counted = func(n *profile.Counts) { counted = n }
	}
	if err := s.dev.Launch(k, g); err != nil || counted == nil {
		return nil, err
	}
	return json.Marshal(counted)
}

// arguments lays the arguments out as the kernel wants them.
func arguments(k *sim.Kernel, data []byte) ([]byte, error) {
	offsets, sizes := k.Params()
	params := make([]byte, k.ParamSize())
	for i, off := range offsets {
		if len(data) < 8 {
			return nil, fmt.Errorf("%d arguments for a kernel with %d parameters", i, len(offsets))
		}
		n := binary.LittleEndian.Uint64(data)
		if n != sizes[i] || uint64(len(data)-8) < n {
			return nil, fmt.Errorf("parameter %d of the kernel has %d bytes, its argument %d", i, sizes[i], n)
		}
		copy(params[off:], data[8:8+n])
		data = data[8+n:]
	}
	if len(data) != 0 {
		return nil, fmt.Errorf("more arguments than the kernel's %d parameters", len(offsets))
	}
	return params, nil
}
