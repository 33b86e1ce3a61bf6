package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"

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
		fmt.Fprintln(os.Stderr, "ompcc-emulator is started by programs that ompcc has compiled when OMPCC_EMULATE=nvptx is set")
		os.Exit(2)
	}
	debug.SetGCPercent(400)
	if err := serve(&wire.Conn{FD: 3}, options); err != nil {
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
	conn    *wire.Conn
	dev     *sim.Device
	options *options
	modules []*sim.Module
	kernels []*sim.Kernel
}

// serve returns when the program has ended.
func serve(conn *wire.Conn, o *options) error {
	s := &server{conn: conn, options: o}
	o.sim.Workers = min(max(runtime.NumCPU(), 1), 16)
	o.sim.Print = s.print
	dev, err := sim.New(o.sim)
	if err != nil {
		return err
	}
	s.dev = dev
	defer func() { report(o, dev) }()
	for {
		m, err := conn.Receive()
		if err != nil {
			return nil // the program has ended
		}
		if m.Code == wire.Close {
			report(o, dev)
			o.profile = false
			return conn.Send(wire.Message{}, nil)
		}
		if err := s.answer(m); err != nil {
			return err
		}
	}
}

// print sends what a kernel prints to the program, whose output it is.
func (s *server) print(text string) {
	_ = s.conn.Send(wire.Message{Code: wire.Print}, []byte(text)) // a lost program is seen by the next request
}

// answer executes a request and replies. An error is one of the connection.
func (s *server) answer(m wire.Message) error {
	data := make([]byte, m.N)
	if err := s.conn.Read(data); err != nil {
		return err
	}
	reply, out, err := s.do(m, data)
	if err == nil {
		return s.conn.Send(reply, out)
	}
	failed := wire.Message{Code: wire.Error}
	var fault *sim.Fault
	if errors.As(err, &fault) && fault.Kind == sim.FaultHost {
		failed.A = fault.Address
	}
	return s.conn.Send(failed, []byte(err.Error()))
}

func (s *server) do(m wire.Message, data []byte) (reply wire.Message, out []byte, err error) {
	switch m.Code {
	case wire.Hello:
		if m.A != wire.Version {
			return reply, nil, fmt.Errorf("the program's runtime has version %d of the emulator's protocol, ompcc-emulator has version %d", m.A, wire.Version)
		}
		return reply, []byte("emulated NVIDIA GPU"), nil
	case wire.Alloc:
		reply.A, err = s.dev.Alloc(m.A)
	case wire.Free:
		err = s.dev.Free(m.A)
	case wire.CopyTo:
		err = s.dev.Write(m.A, data)
	case wire.CopyFrom:
		out, err = s.dev.Bytes(m.A, m.B)
	case wire.CopyOn:
		err = s.dev.Move(m.A, m.B, m.C)
	case wire.Set:
		err = s.dev.Fill(m.A, byte(m.B), m.C)
	case wire.Load, wire.Kernel, wire.Global, wire.Unload:
		return s.module(m, data)
	case wire.Launch:
		err = s.launch(m, data)
	default:
		err = fmt.Errorf("unknown request %d", m.Code)
	}
	return reply, out, err
}

func (s *server) module(m wire.Message, data []byte) (reply wire.Message, out []byte, err error) {
	if m.Code == wire.Load {
		mod, err := s.dev.Load(string(data))
		if err != nil {
			return reply, nil, err
		}
		s.modules = append(s.modules, mod)
		reply.A = uint64(len(s.modules))
		return reply, nil, nil
	}
	if m.A == 0 || m.A > uint64(len(s.modules)) {
		return reply, nil, errors.New("unknown module")
	}
	mod := s.modules[m.A-1]
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
		s.kernels = append(s.kernels, k)
		most, exact := k.Bounds()
		reply.A, reply.B, reply.C = uint64(len(s.kernels)), uint64(most), uint64(exact)
	}
	return reply, nil, nil
}

func (s *server) launch(m wire.Message, data []byte) error {
	if m.A == 0 || m.A > uint64(len(s.kernels)) {
		return errors.New("unknown kernel")
	}
	k := s.kernels[m.A-1]
	params, err := arguments(k, data)
	if err != nil {
		return err
	}
	return s.dev.Launch(k, [3]uint32{uint32(m.B), 1, 1}, [3]uint32{uint32(m.C), 1, 1}, 0, params)
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
