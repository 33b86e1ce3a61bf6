package sim

import (
	"encoding/binary"
	"fmt"
	mathbits "math/bits"
	"strings"

	"ompcc/rt/emu/ptx"
)

// Module is a loaded module.
type Module struct {
	dev         *Device
	source      *ptx.Module
	globals     map[string]global
	functions   map[string]*function
	constStart  uint64
	constSize   uint64
	constUsed   uint64
	sharedSize  uint64
	sharedState []byte
	fences      bool // the code has fences
	owned       []uint64
}

// global is a module-level variable.
type global struct {
	addr  uint64
	size  uint64
	space ptx.Space
}

// Kernel is a kernel of a module.
type Kernel struct{ fn *function }

// Load compiles PTX text and places its variables. It waits for launches to end.
func (d *Device) Load(text string) (*Module, error) {
	src, err := ptx.Parse(text)
	if err != nil {
		return nil, err
	}
	d.world.Lock()
	defer d.world.Unlock()
	m := &Module{dev: d, source: src, globals: map[string]global{}, functions: map[string]*function{}}
	if err := m.declare(); err != nil {
		return nil, err
	}
	if err := m.compile(); err != nil {
		return nil, err
	}
	if err := m.initialise(); err != nil {
		return nil, err
	}
	return m, nil
}

// declare gives all variables and functions their addresses.
func (m *Module) declare() error {
	for _, f := range m.source.Funcs {
		if !f.Defined || m.functions[f.Name] != nil {
			continue
		}
		fn := &function{name: f.Name, source: f, module: m, index: len(m.dev.functions)}
		m.functions[f.Name] = fn
		m.dev.functions = append(m.dev.functions, fn)
	}
	for _, a := range m.source.Aliases {
		fn := m.functions[a.Of]
		if fn == nil {
			return fmt.Errorf("the function %s, which %s is an alias of, is not defined", a.Of, a.Name)
		}
		m.functions[a.Name] = fn
	}
	if err := m.placeConstants(); err != nil {
		return err
	}
	for _, v := range m.source.Vars {
		if err := m.place1(v, v.Name); err != nil {
			return err
		}
	}
	for _, f := range m.source.Funcs {
		for _, v := range f.Locals {
			if v.Space == ptx.Shared || v.Space == ptx.Global || v.Space == ptx.Const {
				if err := m.place1(v, localName(f.Name, v.Name)); err != nil {
					return err
				}
			}
		}
	}
	m.dynamicShared()
	return nil
}

const constGap = 16 // keeps constant variables apart, so that an overrun is seen

// placeConstants reserves the memory of .const variables.
func (m *Module) placeConstants() error {
	add := func(v *ptx.Var) {
		if v.Space == ptx.Const && !v.Extern {
			m.constSize = roundUp(m.constSize, max(v.Align, 1)) + v.Size + constGap
		}
	}
	for _, v := range m.source.Vars {
		add(v)
	}
	for _, f := range m.source.Funcs {
		for _, v := range f.Locals {
			add(v)
		}
	}
	if m.constSize == 0 {
		return nil
	}
	addr, err := m.dev.mem.alloc(m.constSize, "the constants")
	if err != nil {
		return err
	}
	m.dev.mem.mark(addr, m.constSize, 0)
	m.owned = append(m.owned, addr)
	m.constStart = addr
	return nil
}

// placeConstant takes memory for a .const variable.
func (m *Module) placeConstant(v *ptx.Var) uint64 {
	m.constUsed = roundUp(m.constUsed, max(v.Align, 1))
	addr := m.constStart + m.constUsed
	m.constUsed += v.Size + constGap
	return addr
}

func localName(f, v string) string { return f + "\x00" + v }

func (m *Module) place1(v *ptx.Var, name string) error {
	if old, ok := m.globals[name]; ok && (v.Extern || old.size >= v.Size) {
		return nil
	}
	if v.Extern && !v.Unsized && v.Space != ptx.Shared {
		if m.defined(v.Name) {
			return nil
		}
		return fmt.Errorf("the variable %s is not defined", v.Name)
	}
	g := global{size: v.Size, space: v.Space}
	switch {
	case v.Space == ptx.Shared && v.Unsized:
		g.addr = ^uint64(0) // behind all others
	case v.Space == ptx.Shared:
		g.addr = roundUp(m.sharedSize, max(v.Align, 1))
		end := g.addr + v.Size
		m.sharedSize = roundUp(end, 4)
		for uint64(len(m.sharedState)) < m.sharedSize {
			m.sharedState = append(m.sharedState, 0)
		}
		for i := g.addr; i < end; i++ {
			m.sharedState[i] = allocated
		}
		m.sharedGap()
	default:
		addr, err := m.placeGlobal(v)
		if err != nil {
			return err
		}
		m.dev.mem.mark(addr, v.Size, allocated|initialised)
		clear(m.dev.mem.bytes(addr, v.Size))
		g.addr = addr
	}
	m.globals[name] = g
	return nil
}

// placeGlobal takes memory for a variable in global or constant memory.
func (m *Module) placeGlobal(v *ptx.Var) (uint64, error) {
	if v.Space == ptx.Const {
		return m.placeConstant(v), nil
	}
	addr, err := m.dev.mem.alloc(v.Size, "the variable "+v.Name)
	if err == nil {
		m.owned = append(m.owned, addr)
	}
	return addr, err
}

// sharedGap keeps variables apart, so that an overrun is seen.
func (m *Module) sharedGap() {
	m.sharedSize += 16
	m.sharedState = append(m.sharedState, make([]byte, 16)...)
}

func (m *Module) defined(name string) bool {
	for _, v := range m.source.Vars {
		if v.Name == name && !v.Extern {
			return true
		}
	}
	return false
}

// dynamicShared places arrays without a length behind the others.
func (m *Module) dynamicShared() {
	m.sharedSize = roundUp(m.sharedSize, 16)
	for uint64(len(m.sharedState)) < m.sharedSize {
		m.sharedState = append(m.sharedState, 0)
	}
	for name, g := range m.globals {
		if g.addr == ^uint64(0) {
			g.addr = m.sharedSize
			m.globals[name] = g
		}
	}
}

// initialise writes the variables' initialisers.
func (m *Module) initialise() error {
	for _, v := range m.source.Vars {
		if err := m.fill(v, v.Name); err != nil {
			return err
		}
	}
	for _, f := range m.source.Funcs {
		for _, v := range f.Locals {
			if v.Space == ptx.Global || v.Space == ptx.Const {
				if err := m.fill(v, localName(f.Name, v.Name)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (m *Module) fill(v *ptx.Var, name string) error {
	if v.Space == ptx.Shared || v.Extern {
		return nil
	}
	data := m.dev.mem.bytes(m.globals[name].addr, v.Size)
	for _, in := range v.Init {
		bits := in.Bits
		if in.Symbol != "" {
			addr, err := m.address(in.Symbol, in.Generic)
			if err != nil {
				return err
			}
			bits += addr
		}
		if in.Mask != 0 {
			bits = bits & in.Mask >> uint(mathbits.TrailingZeros64(in.Mask))
		}
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], bits)
		if in.Offset+in.Size > v.Size {
			return fmt.Errorf("the initialiser of %s is too long", v.Name)
		}
		copy(data[in.Offset:in.Offset+in.Size], word[:])
	}
	return nil
}

// address is the address of a symbol, in its space or generic.
func (m *Module) address(name string, generic bool) (uint64, error) {
	if g, ok := m.globals[name]; ok {
		if g.space == ptx.Shared && generic {
			return sharedBase + g.addr, nil
		}
		return g.addr, nil
	}
	if f, ok := m.functions[name]; ok {
		return codeBase + uint64(f.index)*16, nil
	}
	return 0, fmt.Errorf("the symbol %s is not defined", name)
}

// compile decodes all functions.
func (m *Module) compile() error {
	for _, f := range m.source.Funcs {
		fn := m.functions[f.Name]
		if fn == nil || fn.source != f {
			continue
		}
		for i := range f.Body {
			if op := f.Body[i].Op; strings.HasPrefix(op, "membar") || strings.HasPrefix(op, "fence") ||
				strings.Contains(op, ".acq") || strings.Contains(op, ".release") {
				m.fences = true
			}
		}
		if err := newDecoder(fn).decode(); err != nil {
			return fmt.Errorf("function %s: %w", f.Name, err)
		}
	}
	return nil
}

// Kernel returns the kernel of that name, nil if there is none.
func (m *Module) Kernel(name string) *Kernel {
	if f := m.functions[name]; f != nil && f.source.Entry {
		return &Kernel{f}
	}
	return nil
}

// Params returns size and offset of the kernel's parameters in its block.
func (k *Kernel) Params() (offsets, sizes []uint64) {
	for _, s := range k.fn.kparams {
		offsets = append(offsets, s.off)
		sizes = append(sizes, s.size)
	}
	return offsets, sizes
}

// ParamSize is the size of the parameter block.
func (k *Kernel) ParamSize() uint64 { return k.fn.ksize }

// Bounds are the launch bounds: most threads of a block (0: no bound) and, if
// not 0, their exact number.
func (k *Kernel) Bounds() (most, exact int) { return k.fn.source.MaxThreads, k.fn.source.ReqThreads }

// Name is the kernel's name.
func (k *Kernel) Name() string { return k.fn.name }

// Global returns a variable's or function's address and size, 0 if there is none.
func (m *Module) Global(name string) (addr, size uint64) {
	if g, ok := m.globals[name]; ok && g.space != ptx.Shared {
		return g.addr, g.size
	}
	if f, ok := m.functions[name]; ok && !f.source.Entry {
		return codeBase + uint64(f.index)*16, 0
	}
	return 0, 0
}

// Unload gives the module's memory back.
func (m *Module) Unload() error {
	for _, a := range m.owned {
		if err := m.dev.mem.free(a); err != nil {
			return err
		}
	}
	m.owned = nil
	return nil
}
