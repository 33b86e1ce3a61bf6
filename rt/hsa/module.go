package hsa

import (
	"bytes"
	"encoding/binary"
	"errors"
	"runtime"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// module is a loaded code object.
type module struct {
	gpu        *gpu
	executable uintptr
	needs      map[string]needs
	stack      uint32      // bytes of stack for recursive and indirect calls
	stdio      device.Addr // of its variable, 0: it has none
}

// kernel is what a dispatch needs to know.
type kernel struct {
	entry, once entry
	bound       uint32  // most threads of a team, for once the exact number
	registers   uint32  // vector registers of a thread
	scratch     uintptr // bytes for each team
	each        uint32  // iterations of a thread
	wide        entry   // the wide entry point
	wideEach    uint32  // … and the iterations of its threads, 0: there is none
}

// entry is one entry point: its object and segments' sizes.
type entry struct {
	object         uint64
	kernarg        uintptr
	group, private uint32
}

// Load hands the code object to the loader.
func (g *gpu) Load(image *device.Image) (device.Module, error) {
	d := g.driver
	reader, executable := new(uintptr), new(uintptr)
	if err := d.do(ReaderCreate, device.Address(&image.Data[0]), uintptr(len(image.Data)),
		device.Address(reader)); err != nil {
		return nil, err
	}
	err := d.do(ExecutableCreate, profileFull, 0, 0, device.Address(executable))
	if err == nil {
		if err = d.do(ExecutableLoad, *executable, g.agent, *reader, 0, 0); err == nil {
			err = d.do(ExecutableFreeze, *executable, 0)
		}
	}
	err = errors.Join(err, d.do(ReaderDestroy, *reader))
	m := &module{gpu: g, executable: *executable, needs: needsOf(image.Data), stack: uint32(image.Stack)}
	if m.stack == 0 {
		m.stack = device.DeepStack
	}
	if err == nil {
		err = m.findStdio()
	}
	if err != nil && *executable != 0 {
		_ = d.do(ExecutableDestroy, *executable) // the first error counts
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// needs is what the code object's metadata says of a kernel.
type needs struct{ bound, registers uint32 }

// needsOf reads the metadata: in the map of a kernel the keys are sorted, the
// largest team comes before the name, the registers behind it.
func needsOf(data []byte) map[string]needs {
	found := map[string]needs{}
	for {
		bound, rest, ok := after(data, ".max_flat_workgroup_size")
		if !ok {
			return found
		}
		_, named, ok := bytes.Cut(rest, []byte("\xa5.name"))
		if !ok {
			return found
		}
		n := needs{bound: bound}
		// The registers are this kernel's if no other kernel comes first.
		v, _, ok := after(named, ".vgpr_count")
		if next := bytes.Index(named, []byte(".max_flat_workgroup_size")); ok &&
			(next < 0 || next > bytes.Index(named, []byte(".vgpr_count"))) {
			n.registers = v
		}
		if s := text(named); s != "" {
			found[s] = n
		}
		data = named
	}
}

// after is the number behind a key.
func after(data []byte, key string) (n uint32, rest []byte, ok bool) {
	_, value, ok := bytes.Cut(data, []byte(key))
	n, rest = number(value)
	return n, rest, ok
}

// number reads a MessagePack unsigned integer.
func number(b []byte) (uint32, []byte) {
	switch {
	case len(b) > 0 && b[0] < 0x80:
		return uint32(b[0]), b[1:]
	case len(b) > 1 && b[0] == 0xcc:
		return uint32(b[1]), b[2:]
	case len(b) > 2 && b[0] == 0xcd:
		return uint32(binary.BigEndian.Uint16(b[1:])), b[3:]
	}
	return 0, b
}

// text reads a MessagePack string.
func text(b []byte) string {
	n, head := 0, 0
	switch {
	case len(b) > 0 && b[0]&0xe0 == 0xa0:
		n, head = int(b[0]&0x1f), 1
	case len(b) > 1 && b[0] == 0xd9:
		n, head = int(b[1]), 2
	case len(b) > 2 && b[0] == 0xda:
		n, head = int(binary.BigEndian.Uint16(b[1:])), 3
	}
	if head+n > len(b) {
		return ""
	}
	return string(b[head : head+n])
}

// symbol returns the handle of a symbol, 0 when there is none.
func (m *module) symbol(name string) (uintptr, error) {
	d := m.gpu.driver
	s := append([]byte(name), 0)
	agent, out := new(uintptr), new(uintptr)
	*agent = m.gpu.agent
	r := uint32(d.Call(GetSymbol, m.executable, device.Address(&s[0]), device.Address(agent), device.Address(out)))
	runtime.KeepAlive(s)
	runtime.KeepAlive(agent)
	if r == statusNoSymbol {
		return 0, nil
	}
	if r != 0 {
		return 0, errors.New(Symbols[GetSymbol] + ": " + d.text(r))
	}
	return *out, nil
}

func (m *module) entry(name string) (entry, error) {
	s, err := m.symbol(name + ".kd")
	if err != nil || s == 0 {
		return entry{}, err
	}
	var v [4]uintptr
	for i, attribute := range []int{symbolKernel, symbolKernargSize, symbolGroupSize, symbolPrivateSize} {
		if v[i], err = m.gpu.driver.info(SymbolGetInfo, s, attribute); err != nil {
			return entry{}, err
		}
	}
	dynamic, err := m.gpu.driver.info(SymbolGetInfo, s, symbolDynamicStack)
	if err != nil {
		return entry{}, err
	}
	e := entry{uint64(v[0]), uintptr(uint32(v[1])), uint32(v[2]), uint32(v[3])}
	if uint8(dynamic) != 0 {
		e.private += m.stack // beyond the fixed part, which is the kernel's own
	}
	return e, nil
}

// Kernel finds a kernel and its other entry points.
func (m *module) Kernel(name string) (device.Kernel, error) {
	plain, err := m.entry(name)
	if err != nil || plain.object == 0 {
		return 0, err
	}
	once, err := m.entry(name + abi.OnceSuffix)
	if err != nil {
		return 0, err
	}
	_, scratch, err := m.Global(name + abi.ScratchSuffix)
	if err != nil {
		return 0, err
	}
	_, each, err := m.Global(name + abi.EachSuffix)
	if err != nil {
		return 0, err
	}
	var wide entry
	if each != 0 {
		if wide, err = m.entry(name + abi.WideSuffix); err != nil {
			return 0, err
		}
	}
	n := m.needs[name]
	if n.bound == 0 {
		n.bound = defaultTeam
	}
	m.gpu.mu.Lock()
	defer m.gpu.mu.Unlock()
	k := &kernel{entry: plain, once: once, bound: n.bound, registers: n.registers, scratch: scratch, each: uint32(each)}
	if wide.object != 0 {
		k.wide, k.wideEach, k.each = wide, k.each, 0
	}
	m.gpu.kernels = append(m.gpu.kernels, k)
	return device.Kernel(len(m.gpu.kernels)), nil
}

const defaultTeam = 256

func (m *module) Global(name string) (device.Addr, uintptr, error) {
	s, err := m.symbol(name)
	if err != nil || s == 0 {
		return 0, 0, err
	}
	addr, err := m.gpu.driver.info(SymbolGetInfo, s, symbolVariable)
	if err != nil {
		return 0, 0, err
	}
	size, err := m.gpu.driver.info(SymbolGetInfo, s, symbolVariableSize)
	return device.Addr(addr), uintptr(uint32(size)), err
}

func (m *module) Unload() error {
	if m.gpu.mailboxes.Busy() {
		return nil // see gpu.Close
	}
	m.forgetStdio()
	return m.gpu.driver.do(ExecutableDestroy, m.executable)
}
