package plugin

import (
	"errors"
	"runtime"

	"ompcc/rt/abi"
	"ompcc/rt/device"
	"ompcc/rt/emu/wire"
)

// mailbox is device memory that the emulator looks at while kernels run.
type mailbox struct {
	dev   *emulated
	at    device.Addr
	slots uint32
	size  uintptr // of a slot
	serve func(m device.Mailbox, slot uint32)
	word  *uint32 // the state of a slot that is answered
}

// Serve makes a mailbox.
func (e *emulated) Serve(n uint32, size uintptr, serve func(m device.Mailbox, slot uint32)) (device.Mailbox, error) {
	bytes := uintptr(n+1) * size
	at, err := e.Alloc(bytes)
	if err != nil {
		return nil, err
	}
	m := &mailbox{dev: e, at: at, slots: n, size: size, serve: serve, word: new(uint32)}
	*m.word = abi.MailAnswered
	if err = e.Set(at, 0, bytes); err == nil {
		_, err = e.ask(wire.Message{Code: wire.Serve, A: uint64(at), B: uint64(n), C: uint64(size), D: 1}, nil, nil)
	}
	if err != nil {
		return nil, errors.Join(err, e.Free(at))
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.mail == nil {
		e.mail = map[device.Addr]*mailbox{}
	}
	e.mail[at] = m
	return m, nil
}

// called serves what a kernel has posted.
func (e *emulated) called(at device.Addr, slot uint32) {
	e.mu.Lock()
	m := e.mail[at]
	e.mu.Unlock()
	if m != nil {
		m.serve(m, slot)
	}
}

func (m *mailbox) Addr() device.Addr { return m.at }

func (m *mailbox) place(slot uint32, at uintptr) device.Addr {
	return m.at + device.Addr(uintptr(slot)*m.size+at)
}

func (m *mailbox) Read(dst device.Host, slot uint32, at, size uintptr) error {
	return m.dev.CopyFrom(dst, m.place(slot, at), size)
}

func (m *mailbox) Write(slot uint32, at uintptr, src device.Host, size uintptr) error {
	return m.dev.CopyTo(m.place(slot, at), src, size)
}

func (m *mailbox) Answer(slot uint32) error {
	return m.dev.CopyTo(m.place(slot, abi.MailState), device.Host(device.Address(m.word)), 4)
}

// AwaitDoorbell has the emulator not take a kernel for endless that waits for a bell.
func (m *mailbox) AwaitDoorbell() error {
	_, err := m.dev.ask(wire.Message{Code: wire.Late, A: 1}, nil, nil)
	return err
}

func (m *mailbox) Ring(doorbell, value uint32) error {
	word := new(uint32)
	*word = value
	err := m.dev.CopyTo(m.place(m.slots, 4*uintptr(doorbell)), device.Host(device.Address(word)), 4)
	runtime.KeepAlive(word)
	_, late := m.dev.ask(wire.Message{Code: wire.Late}, nil, nil)
	return errors.Join(err, late)
}

func (m *mailbox) Close() error {
	if m.dev.busy() {
		return nil // see module.Unload
	}
	m.dev.mu.Lock()
	delete(m.dev.mail, m.at)
	m.dev.mu.Unlock()
	_, err := m.dev.ask(wire.Message{Code: wire.Serve, A: uint64(m.at)}, nil, nil)
	return errors.Join(err, m.dev.Free(m.at))
}
