package gdb

import (
	"bytes"
	"debug/dwarf"
	"debug/elf"
	"testing"

	"ompcc/rt/emu/sim"
)

// TestSymbols: the file has functions, their lines and how their frames are unwound.
func TestSymbols(t *testing.T) {
	o := sim.Defaults()
	o.Memory, o.Debug = 1<<20, sim.NewDebug()
	dev, err := sim.New(o)
	if err != nil {
		t.Fatal(err)
	}
	// A unit without entries: its lines are enough.
	const unit = "\t.section\t.debug_abbrev\n\t{\n.b8 1,17,0,16,6,3,8,0,0,0\n\t}\n\t.section\t.debug_info\n\t{\n.b32 20\n.b16 2\n" +
		".b32 .debug_abbrev\n.b8 8,1\n.b32 .debug_line\n.b8 107,101,114,110,101,108,46,0\n\t}\n"
	if _, err := dev.Load(kernelPTX + unit); err != nil {
		t.Fatal(err)
	}
	f, err := elf.NewFile(bytes.NewReader(Symbols(o.Debug.Units())))
	if err != nil {
		t.Fatal(err)
	}
	symbols, err := f.Symbols()
	if err != nil || len(symbols) != 2 || symbols[0].Name != "increment" || symbols[1].Name != "kernel" ||
		symbols[0].Value != sim.TextBase || symbols[0].Size != 4*sim.TextStep {
		t.Errorf("symbols %+v, %v", symbols, err)
	}
	d, err := f.DWARF()
	if err != nil {
		t.Fatal(err)
	}
	cu, err := d.Reader().Next()
	if err != nil {
		t.Fatal(err)
	}
	lr, err := d.LineReader(cu)
	if err != nil {
		t.Fatal(err)
	}
	want := map[uint64]int{symbols[0].Value: 2, symbols[0].Value + sim.TextStep: 3, symbols[1].Value: 7}
	for pc, line := range want {
		var e dwarf.LineEntry
		if err := lr.SeekPC(pc, &e); err != nil || e.Line != line || e.File.Name != "kernel.c" {
			t.Errorf("%#x is at %+v, not at line %d: %v", pc, e, line, err)
		}
	}
	if s := f.Section(".debug_frame"); s == nil || s.Size%8 != 0 || s.Size == 0 {
		t.Errorf("unwinding: %+v", s)
	}
}

// TestPlaces: registers become distances from the frame address, of the same length.
func TestPlaces(t *testing.T) {
	o := sim.Defaults()
	o.Memory, o.Debug = 1<<20, sim.NewDebug()
	dev, err := sim.New(o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dev.Load(kernelPTX); err != nil {
		t.Fatal(err)
	}
	in := &o.Debug.Units()[0].Functions[0]
	off, _ := in.Register("%r2")
	r2 := []byte{0xb2, 0xe4, 0x95, 0x01}   // the letters %r2
	none := []byte{0xb9, 0xe4, 0x95, 0x01} // %r9
	at := signed(off, 4)
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	for _, test := range []struct{ x, want []byte }{
		{join([]byte{opRegx}, r2), join([]byte{opFBReg}, at)},
		{join([]byte{opBRegx}, r2, []byte{0}), join([]byte{opFBReg}, at, []byte{opDeref})},
		{join([]byte{opRegx}, r2, []byte{opPiece, 4, opRegx}, r2, []byte{opPiece, 4}),
			join([]byte{opFBReg}, at, []byte{opPiece, 4, opFBReg}, at, []byte{opPiece, 4})},
		{join([]byte{opBRegx}, r2, []byte{8}), []byte{opNop, opNop, opPiece, 0xff, 0xff, 0x7f}},
		{join([]byte{opRegx}, none), []byte{opNop, opPiece, 0xff, 0xff, 0x7f}},
		{[]byte{opFBReg, 0x10, opDeref, opPlus, 0x81, 0x01}, []byte{opFBReg, 0x10, opDeref, opPlus, 0x81, 0x01}},
	} {
		x := bytes.Clone(test.x)
		place(x, ptxPlaces{in})
		if !bytes.Equal(x, test.want) {
			t.Errorf("% x becomes % x, not % x", test.x, x, test.want)
		}
	}
}
