package gcn

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"unsafe"
)

// Object is a loaded code object.
type Object struct {
	Arch    string
	base    uint64
	end     uint64
	symbols map[string]Symbol
	code    []inst
	at      map[uint64]int // the instruction at an address of the file
	names   []elf.Symbol   // functions
	lines   lines
	close   bool // some instruction follows too closely on another one
	first   int  // number of the first instruction among those of the device
}

// Symbol is a variable or a kernel's descriptor.
type Symbol struct{ Addr, Size uint64 }

// machines are the processors by their number in the flags of a code object.
var machines = map[uint32]string{0x3f: "gfx90a", 0x4c: "gfx942", 0x41: "gfx1100"}

// Load places a code object at an address of the arena.
func Load(mem *Memory, image []byte, base uint64) (*Object, error) {
	f, err := elf.NewFile(bytes.NewReader(image))
	if err != nil {
		return nil, fmt.Errorf("the code object: %w", err)
	}
	if len(image) < 64 || f.Machine != 224 {
		return nil, errors.New("no code object for an AMD GPU")
	}
	flags := binary.LittleEndian.Uint32(image[48:])
	o := &Object{Arch: machines[flags&0xff], base: base, symbols: map[string]Symbol{}, at: map[uint64]int{}}
	o.lines.image = image
	if o.Arch == "" {
		return nil, fmt.Errorf("the emulator has no processor of number 0x%x (it has gfx90a, gfx942 and gfx1100)",
			flags&0xff)
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_GNU_RELRO { // the table of addresses, which has no symbol
			mem.mark(base+p.Vaddr, p.Memsz, allocated|written)
		}
		if p.Type != elf.PT_LOAD {
			continue
		}
		to, ok := mem.bytes(base+p.Vaddr, p.Memsz)
		if !ok {
			return nil, errors.New("no memory for the code object")
		}
		clear(to)
		if n, err := p.ReadAt(to[:p.Filesz], 0); n < int(p.Filesz) {
			return nil, err
		}
		o.end = max(o.end, base+p.Vaddr+p.Memsz)
		if p.Flags&elf.PF_W == 0 {
			mem.mark(base+p.Vaddr, p.Memsz, allocated|written)
		}
	}
	dynamic, err := f.DynamicSymbols()
	if err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		return nil, err
	}
	for _, s := range dynamic {
		if s.Section != elf.SHN_UNDEF {
			o.symbols[s.Name] = Symbol{base + s.Value, s.Size}
		}
	}
	if all, err := f.Symbols(); err == nil {
		for _, s := range all {
			switch elf.ST_TYPE(s.Info) {
			case elf.STT_FUNC:
				o.names = append(o.names, s)
			case elf.STT_OBJECT:
				if s.Section != elf.SHN_UNDEF && s.Size > 0 {
					mem.mark(base+s.Value, s.Size, allocated|written)
					mem.Alloc(base+s.Value, s.Size, "variable "+s.Name)
				}
			}
		}
	}
	if err := o.relocate(mem, f, dynamic); err != nil {
		return nil, err
	}
	return o, o.disassemble(image)
}

// relocate applies the dynamic relocations (LLVM's "User Guide for AMDGPU Backend", Relocation Records).
func (o *Object) relocate(mem *Memory, f *elf.File, symbols []elf.Symbol) error {
	for _, s := range f.Sections {
		if s.Type != elf.SHT_RELA {
			continue
		}
		data, err := s.Data()
		if err != nil {
			return err
		}
		for ; len(data) >= 24; data = data[24:] {
			at, info, addend := binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:]),
				binary.LittleEndian.Uint64(data[16:])
			value := addend + o.base
			if n := info >> 32; n != 0 {
				if n > uint64(len(symbols)) {
					return errors.New("a relocation of an unknown symbol")
				}
				sym := symbols[n-1]
				if sym.Section == elf.SHN_UNDEF {
					return errors.New("undefined symbol " + sym.Name)
				}
				value += sym.Value
			}
			to, ok := mem.bytes(o.base+at, 8)
			if !ok {
				return errors.New("a relocation outside of the code object")
			}
			switch kind := uint32(info); kind {
			case 3, 13: // R_AMDGPU_ABS64, R_AMDGPU_RELATIVE64
				binary.LittleEndian.PutUint64(to, value)
			case 1, 6: // R_AMDGPU_ABS32_LO, R_AMDGPU_ABS32
				binary.LittleEndian.PutUint32(to, uint32(value))
			case 2: // R_AMDGPU_ABS32_HI
				binary.LittleEndian.PutUint32(to, uint32(value>>32))
			default:
				return fmt.Errorf("unknown relocation %d", kind)
			}
		}
	}
	return nil
}

// Symbol finds a symbol.
func (o *Object) Symbol(name string) (Symbol, bool) {
	s, ok := o.symbols[name]
	return s, ok
}

// Descriptor is a kernel descriptor.
type Descriptor struct {
	Group, Private, Kernarg uint32
	_                       uint32
	Entry                   int64
	_                       [20]byte
	Rsrc3, Rsrc1, Rsrc2     uint32
	Properties, Preload     uint16
	_                       uint32
}

// Descriptor reads the kernel descriptor at an address.
func (m *Memory) Descriptor(addr uint64) (*Descriptor, bool) {
	b, ok := m.bytes(addr, uint64(unsafe.Sizeof(Descriptor{})))
	if !ok {
		return nil, false
	}
	d := *(*Descriptor)(unsafe.Pointer(&b[0]))
	return &d, true
}

// DynamicStack says that the kernel calls functions whose stack is not known.
func (d *Descriptor) DynamicStack() bool { return d.Properties>>11&1 != 0 }
