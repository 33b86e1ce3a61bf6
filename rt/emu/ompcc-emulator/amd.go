package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
	"unsafe"

	"ompcc/rt/emu/check"
	"ompcc/rt/emu/gcn"
	"ompcc/rt/emu/gdb"
	"ompcc/rt/emu/profile"
	"ompcc/rt/emu/wire"
)

// amd answers the requests of libhsa-runtime64.so.1 (rt/emu/hsa): an emulated AMD device of a program.
type amd struct {
	options  *options
	program  program
	reported sync.Once
	dev      *gcn.Device
	gdb      *gdb.Server // nil: nobody debugs

	mu      sync.Mutex
	objects []*gcn.Object
}

// report writes the profile, once.
func (s *amd) report() {
	s.reported.Do(func() {
		s.mu.Lock()
		dev := s.dev
		s.mu.Unlock()
		if s.gdb != nil {
			s.gdb.Close()
		}
		if dev != nil && dev.Profile != nil {
			report(s.options, dev.Profile.All())
		}
	})
}

// serve answers on a connection until the program has ended.
func (s *amd) serve(conn *wire.Conn) {
	for {
		m, err := conn.Receive()
		if err != nil {
			return
		}
		if m.Code == wire.Open {
			go func(c *wire.Conn) {
				defer c.Close()
				s.serve(c)
			}(&wire.Conn{FD: conn.Passed})
			continue
		}
		data := make([]byte, m.N)
		if conn.Read(data) != nil {
			return
		}
		reply, text, err := s.do(m, data)
		if err != nil {
			reply, text = wire.Message{Code: wire.Error}, []byte(err.Error())
		}
		if conn.Send(reply, text) != nil {
			return
		}
	}
}

// do executes a request. Load has the address as A, Launch that of the packet, which is the data, too; with B it answers
// with the launch's counts as JSON.
func (s *amd) do(m wire.Message, data []byte) (reply wire.Message, text []byte, err error) {
	if m.Code == wire.Hello {
		return reply, nil, s.begin(m)
	}
	if s.dev == nil {
		return reply, nil, errors.New("a request before the first one")
	}
	switch m.Code {
	case wire.Close:
		s.report()
	case wire.Alloc:
		s.dev.Memory.Alloc(m.A, m.B, "")
	case wire.Free:
		s.dev.Memory.Free(m.A)
	case wire.Mark:
		s.dev.Memory.MarkStale(m.A, data)
	case wire.Reads:
		text = s.dev.Memory.StaleReads()
	case wire.Load:
		o, err := gcn.Load(s.dev.Memory, data, m.A)
		if err != nil {
			return reply, nil, err
		}
		s.dev.Add(o)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.objects = append(s.objects, o)
		reply.A = uint64(len(s.objects))
	case wire.Global, wire.Unload:
		s.mu.Lock()
		defer s.mu.Unlock()
		if m.A == 0 || m.A > uint64(len(s.objects)) {
			return reply, nil, errors.New("unknown module")
		}
		o := s.objects[m.A-1]
		if m.Code == wire.Unload {
			s.dev.Remove(o)
			return reply, nil, nil
		}
		if symbol, ok := o.Symbol(string(data)); ok {
			reply.A, reply.B = symbol.Addr, symbol.Size
		}
	case wire.Launch:
		if uintptr(len(data)) != unsafe.Sizeof(gcn.Packet{}) {
			return reply, nil, errors.New("no packet")
		}
		text, err = s.launch(*(*gcn.Packet)(unsafe.Pointer(&data[0])), m)
	default:
		err = fmt.Errorf("unknown request %d", m.Code)
	}
	return reply, text, err
}

// launch executes a kernel. It returns the launch's counts as JSON if the program wants them.
func (s *amd) launch(p gcn.Packet, m wire.Message) ([]byte, error) {
	var counted *profile.Counts
	var take func(*profile.Counts)
	if m.B != 0 {
		take = func(c *profile.Counts) { counted = c }
	}
	if err := s.dev.Dispatch(p, m.A, take); err != nil || counted == nil {
		return nil, err
	}
	return json.Marshal(counted)
}

// begin maps the arena (file descriptor 4) and the states of its bytes (5): B is its address in the program and for
// kernels, C its size. D is the device's number.
func (s *amd) begin(m wire.Message) error {
	if m.A != wire.Version {
		return fmt.Errorf("libhsa-runtime64.so.1 has version %d of the emulator's protocol, ompcc-emulator has version %d", m.A, wire.Version)
	}
	var parts [2][]byte
	for i := range parts {
		var err error
		if parts[i], err = syscall.Mmap(4+i, 0, int(m.C), syscall.PROT_READ|syscall.PROT_WRITE,
			syscall.MAP_SHARED|syscall.MAP_NORESERVE); err != nil {
			return fmt.Errorf("the devices' memory cannot be mapped: %w", err)
		}
	}
	o := &s.options.sim
	o.Number = int(m.D)
	dev := &gcn.Device{Memory: &gcn.Memory{Base: m.B, Bytes: parts[0], States: parts[1]}, Budget: o.Budget,
		Unset: o.Unset, Caches: s.options.caches}
	if s.options.usm {
		var err error
		if dev.Program, err = check.OpenProgram(s.program.pid); err != nil {
			return err
		}
	}
	if s.options.profile {
		dev.Profile = &profile.Profile{}
	}
	if s.options.gdb != 0 {
		if err := s.debug(dev); err != nil {
			return err
		}
	}
	s.mu.Lock()
	s.dev = dev
	s.mu.Unlock()
	if s.options.races {
		return dev.StartRaces(o.Strict)
	}
	return nil
}

// debug lets gdb connect. All devices of the program have the same port.
func (s *amd) debug(dev *gcn.Device) (err error) {
	d := gcn.NewDebug(dev)
	dev.Debug = d
	if s.gdb, err = gdb.Listen(s.options.gdb, d, func() []gdb.File { return gdb.AMDFiles(d) }); err == nil {
		fmt.Fprintf(os.Stderr, "ompcc-emulator: note: the first kernel waits for gdb: gdb -ex 'target remote :%d'\n", s.gdb.Port())
	}
	return err
}
