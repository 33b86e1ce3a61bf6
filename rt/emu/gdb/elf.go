package gdb

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"slices"
	"strings"

	"ompcc/rt/emu/sim"
)

// Symbols is the ELF file that tells gdb of modules: functions, variables, lines, and what the PTX has of DWARF.
func Symbols(units []*sim.Unit) []byte {
	f := &file{names: map[string]int{}}
	f.section(".text", elf.SHT_NOBITS, nil)
	text := &f.sections[0]
	text.Flags = uint64(elf.SHF_ALLOC | elf.SHF_EXECINSTR)
	text.Addr, text.Addralign = sim.TextBase, sim.TextStep
	for _, u := range units {
		for _, c := range u.Functions {
			text.Size = max(text.Size, c.Addr+c.Size-sim.TextBase)
			f.symbol(c.Name, c.Addr, c.Size, true)
		}
		for _, v := range u.Variables {
			if v.Addr != 0 {
				f.symbol(v.Name, v.Addr, v.Size, false)
			}
		}
	}
	d := &dwarfData{sections: map[string][]byte{}}
	for _, u := range units {
		d.add(u)
	}
	for _, name := range slices.Sorted(keys(d.sections)) {
		f.section(name, elf.SHT_PROGBITS, d.sections[name])
	}
	return f.bytes()
}

func keys[V any](m map[string]V) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// file is an ELF file that is being made.
type file struct {
	sections []elf.Section64
	contents [][]byte
	names    map[string]int // in strings
	strings  bytes.Buffer
	symbols  bytes.Buffer
}

// name is a string's place in the table of strings, which serves symbols and sections.
func (f *file) name(text string) uint32 {
	if f.strings.Len() == 0 {
		f.strings.WriteByte(0)
	}
	at, ok := f.names[text]
	if !ok {
		at = f.strings.Len()
		f.names[text] = at
		f.strings.WriteString(text + "\x00")
	}
	return uint32(at)
}

func (f *file) section(name string, kind elf.SectionType, data []byte) {
	f.sections = append(f.sections, elf.Section64{Name: f.name(name), Type: uint32(kind), Size: uint64(len(data)),
		Addralign: 1})
	f.contents = append(f.contents, data)
}

func (f *file) symbol(name string, addr, size uint64, code bool) {
	kind, where := elf.STT_OBJECT, elf.SHN_ABS
	if code {
		kind, where = elf.STT_FUNC, 1 // .text
	}
	name, _, _ = strings.Cut(name, "\x00")
	sym := elf.Sym64{Name: f.name(name), Info: elf.ST_INFO(elf.STB_GLOBAL, kind), Shndx: uint16(where), Value: addr,
		Size: size}
	write(&f.symbols, sym)
}

func write(b *bytes.Buffer, v any) {
	_ = binary.Write(b, binary.LittleEndian, v) // a buffer takes everything
}

// bytes puts the file together: header, contents, section headers.
func (f *file) bytes() []byte {
	symbols := append(make([]byte, elf.Sym64Size), f.symbols.Bytes()...)
	f.section(".symtab", elf.SHT_SYMTAB, symbols)
	last := &f.sections[len(f.sections)-1]
	last.Link, last.Info, last.Entsize = uint32(len(f.sections)+1), 1, elf.Sym64Size
	f.name(".strtab")
	f.section(".strtab", elf.SHT_STRTAB, f.strings.Bytes())

	const header = 64
	at := uint64(header)
	for i := range f.sections {
		f.sections[i].Off = at
		at += uint64(len(f.contents[i]))
	}
	at = (at + 7) &^ 7
	var b bytes.Buffer
	h := elf.Header64{Type: uint16(elf.ET_EXEC), Machine: uint16(elf.EM_X86_64), Version: uint32(elf.EV_CURRENT),
		Shoff: at, Ehsize: header, Shentsize: 64, Shnum: uint16(len(f.sections) + 1), Shstrndx: uint16(len(f.sections))}
	copy(h.Ident[:], elf.ELFMAG)
	h.Ident[elf.EI_CLASS], h.Ident[elf.EI_DATA] = byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB)
	h.Ident[elf.EI_VERSION] = byte(elf.EV_CURRENT)
	write(&b, h)
	for _, c := range f.contents {
		b.Write(c)
	}
	b.Write(make([]byte, at-uint64(b.Len())))
	write(&b, elf.Section64{})
	for i := range f.sections {
		write(&b, f.sections[i])
	}
	return b.Bytes()
}
