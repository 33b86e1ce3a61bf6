package dataenv

import (
	"errors"
	"sync"
	"unsafe"

	"ompcc/rt/device"
)

// memory is a device whose storage is Go's. It can be told to fail.
type memory struct {
	mu     sync.Mutex
	blocks map[device.Addr][]byte
	failAt int // Alloc number that fails, 0: none
	allocs int
	moved  int // bytes
	info   device.Info
}

func newMemory() *memory {
	return &memory{blocks: map[device.Addr][]byte{}, info: device.Info{Name: "memory"}}
}

var errFull = errors.New("out of memory")

func (m *memory) Info() device.Info { return m.info }
func (m *memory) Init() error       { return nil }
func (m *memory) Close() error      { return nil }

func (m *memory) Alloc(size uintptr) (device.Addr, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.allocs++; m.allocs == m.failAt {
		return 0, errFull
	}
	b := make([]byte, max(size, 1)+128)
	b = b[-uintptr(unsafe.Pointer(&b[0]))%64:] // devices align blocks
	for i := range b {
		b[i] = 0xAA
	}
	a := device.Addr(uintptr(unsafe.Pointer(&b[0])))
	m.blocks[a] = b
	return a, nil
}

func (m *memory) Free(a device.Addr) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.blocks[a] == nil {
		return errors.New("not allocated")
	}
	delete(m.blocks, a)
	return nil
}

func (m *memory) count(n uintptr) {
	m.mu.Lock()
	m.moved += int(n)
	m.mu.Unlock()
}

func (m *memory) CopyTo(dst device.Addr, src device.Host, n uintptr) error {
	m.count(n)
	copy(device.Bytes(uintptr(dst), n), device.Bytes(uintptr(src), n))
	return nil
}

func (m *memory) CopyFrom(dst device.Host, src device.Addr, n uintptr) error {
	m.count(n)
	copy(device.Bytes(uintptr(dst), n), device.Bytes(uintptr(src), n))
	return nil
}

func (m *memory) CopyOn(dst, src device.Addr, n uintptr) error {
	copy(device.Bytes(uintptr(dst), n), device.Bytes(uintptr(src), n))
	return nil
}

func (m *memory) Set(dst device.Addr, v byte, n uintptr) error {
	for i := range device.Bytes(uintptr(dst), n) {
		device.Bytes(uintptr(dst), n)[i] = v
	}
	return nil
}

func (m *memory) Load(*device.Image) (device.Module, error) { return nil, errors.New("no images") }
func (m *memory) Launch(*device.Launch) error               { return errors.New("no kernels") }
func (m *memory) Queue() (device.Queue, error)              { return nil, errors.New("no queues") }

func (m *memory) used() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.blocks)
}

// cstring returns the address of a C string that lives as long as the tests.
func cstring(s string) uintptr {
	b := append([]byte(s), 0)
	keep.Lock()
	keep.all = append(keep.all, b)
	keep.Unlock()
	return uintptr(unsafe.Pointer(&b[0]))
}

var keep struct {
	sync.Mutex
	all [][]byte
}

var testFile, testDirective = cstring("app.c"), cstring("target enter data")

// constructs lasts, as a program's constructs do: entries keep their addresses
// as numbers, which the collector does not see.
var constructs sync.Map

func construct(line uint32) *Construct {
	line %= 1000
	if c, ok := constructs.Load(line); ok {
		return c.(*Construct)
	}
	c, _ := constructs.LoadOrStore(line, newConstruct(line))
	return c.(*Construct)
}

func newConstruct(line uint32) *Construct {
	return &Construct{Version: 1, Loc: Loc{file: testFile, Line: line}, directive: testDirective}
}

var names sync.Map

func item(name string, flags uint32) Item {
	p, ok := names.Load(name)
	if !ok {
		p, _ = names.LoadOrStore(name, cstring(name))
	}
	return Item{name: p.(uintptr), Kind: itemMap, Flags: flags, Parent: -1}
}

func (env *Env) enterData(c *Construct, items []Item, args []Arg) error {
	o, err := env.Enter(c, items, args)
	if err == nil {
		env.Done(o)
	}
	return err
}

// heap returns n bytes whose address does not change: stacks move.
//
//go:noinline
func heap(n int) []byte { return make([]byte, n) }

func newEnv(num int, dev device.Device) *Env { return New(num, dev, dev, nil, device.System{}) }
