package gdb

import (
	"bytes"
	"debug/dwarf"
	"debug/elf"
	"fmt"
	"slices"
	"strings"

	"ompcc/rt/emu/debug"
	"ompcc/rt/emu/gcn"
)

// AMDFiles are the files of an emulated AMD device: one for each code object, which gdb takes for a library of a program
// without code. Without a program gdb looks for no libraries.
func AMDFiles(d *gcn.Debug) []File {
	all := []File{{Name: "/ompcc/device.elf", Data: Symbols(nil)}}
	for i, m := range d.Images() {
		if data := imageFile(m); data != nil {
			all = append(all, File{Name: fmt.Sprintf("/ompcc/kernels%d.elf", i), Data: data, Base: m.Base})
		}
	}
	return all
}

// imageFile makes the ELF file of a code object for an x86-64 machine: its functions and variables, and its DWARF with
// other places of variables. It returns nil for a file that cannot be read.
func imageFile(m gcn.Image) []byte {
	in, err := elf.NewFile(bytes.NewReader(m.ELF))
	if err != nil || in.Section(".text") == nil {
		return nil
	}
	from := in.Section(".text")
	f := &file{names: map[string]int{}}
	f.section(".text", elf.SHT_NOBITS, nil)
	to := &f.sections[0]
	to.Flags, to.Addr, to.Size, to.Addralign = uint64(elf.SHF_ALLOC|elf.SHF_EXECINSTR), from.Addr, from.Size, 4
	for _, fn := range m.Functions {
		f.symbol(fn.Name, fn.Addr, fn.Size, true)
	}
	for name, v := range m.Variables {
		if !strings.HasSuffix(name, ".kd") {
			f.symbol(name, v.Addr, v.Size, false)
		}
	}
	sections := map[string][]byte{}
	for _, s := range in.Sections {
		if strings.HasPrefix(s.Name, ".debug_") && s.Name != ".debug_frame" {
			if data, err := s.Data(); err == nil {
				sections[s.Name] = slices.Clone(data)
			}
		}
	}
	placeInWindows(sections)
	sections[".debug_frame"] = imageFrames(m)
	for _, name := range slices.Sorted(keys(sections)) {
		f.section(name, elf.SHT_PROGBITS, sections[name])
	}
	return f.bytes()
}

// placeInWindows gives variables in registers and in scratch memory their places in the window of a frame.
func placeInWindows(sections map[string][]byte) {
	data, err := dwarf.New(sections[".debug_abbrev"], nil, nil, sections[".debug_info"], nil, nil, sections[".debug_ranges"],
		sections[".debug_str"])
	if err != nil {
		return
	}
	lists, done := sections[".debug_loc"], map[int64]bool{}
	for r := data.Reader(); ; {
		e, err := r.Next()
		if e == nil || err != nil {
			return
		}
		if f := e.AttrField(dwarf.AttrFrameBase); f != nil {
			if x, ok := f.Val.([]byte); ok && len(x) >= 2 {
				optimisedOut(x)
				copy(x, []byte{opBReg0 + columnSP, 0})
			}
		}
		f := e.AttrField(dwarf.AttrLocation)
		if f == nil {
			continue
		}
		switch v := f.Val.(type) {
		case []byte: // a part of the section
			place(v, amdPlaces{})
		case int64:
			if v >= 0 && v < int64(len(lists)) && !done[v] {
				done[v] = true
				placeList(lists[v:], amdPlaces{})
			}
		}
	}
}

// Numbers of registers in DWARF ("User Guide for AMDGPU Backend", Register Identifier).
const (
	scalarsLow  = 32 // s0 to s63
	scalarsHigh = 1088 - 64
	vectors32   = 1536 // of wavefronts with 32 lanes
	accums32    = 2048
	vectors64   = 2560
	accums64    = 3072
)

// Registers of the x86-64 machine that stand for s16 and s48 of a frame: a number of a scalar register has one byte, so
// its place in the window is relative to one of them.
const (
	columnS16 = 8
	columnS48 = 9
	halfByte  = 64
)

// amdPlaces finds registers in the window of a frame.
type amdPlaces struct{}

func (amdPlaces) frame() byte { return opBReg0 + columnSP }

func (amdPlaces) register(number uint64, n int) (op byte, off int64, ok bool) {
	at := int64(number)
	switch {
	case n == 1 && at >= scalarsLow && at < scalarsLow+64:
		at -= scalarsLow
		return opBReg0 + columnS16 + byte(at/32), 4*(at%32) - halfByte, true
	case at >= scalarsHigh+64 && at < scalarsHigh+106:
		return opBReg0 + columnSP, gcn.FrameScalars + 4*(at-scalarsHigh), true
	case at >= accums64 && at < accums64+256:
		return opBReg0 + columnSP, gcn.FrameVectors + 4*(256+at-accums64), true
	case at >= vectors64 && at < vectors64+256:
		return opBReg0 + columnSP, gcn.FrameVectors + 4*(at-vectors64), true
	case at >= accums32 && at < accums32+256:
		return opBReg0 + columnSP, gcn.FrameVectors + 4*(256+at-accums32), true
	case at >= vectors32 && at < vectors32+256:
		return opBReg0 + columnSP, gcn.FrameVectors + 4*(at-vectors32), true
	}
	return 0, 0, false
}

// scalarBase is the value of the registers for s16 and s48, from a frame's address.
func scalarBase(column int) int64 {
	return gcn.FrameScalars + 4*32*int64(column-columnS16) + halfByte
}

// imageFrames says how the frames of a code object's functions are unwound. The callers' registers for scalar registers
// follow from their frame's address, which is saved.
func imageFrames(m gcn.Image) []byte {
	w := &frameWriter{}
	var rules []byte
	for _, column := range []int{columnS16, columnS48} {
		base := uint16(scalarBase(column))
		block := []byte{opLit0 - debug.FrameSaved, opMinus, opDeref, opConst2s, byte(base), byte(base >> 8), opPlus2}
		rules = append(append(rules, cfaValue, byte(column), byte(len(block))), block...)
	}
	w.common(rules)
	for _, fn := range m.Functions {
		w.function(0, fn.Addr, fn.Size, fn.Kernel)
	}
	return w.b.Bytes()
}

// wordOf is the frame's address of a thread and a distance.
func wordOf(off int64) func(t debug.Thread) uint64 {
	return func(t debug.Thread) uint64 {
		if at := frameAddress(t); at != 0 {
			return at + uint64(off)
		}
		return 0
	}
}
