package gdb

import (
	"bytes"
	"encoding/binary"

	"ompcc/rt/emu/debug"
	"ompcc/rt/emu/sim"
)

// Opcodes of a program of lines (DWARF 2 §6.2.5).
const (
	lineCopy        = 1
	lineAdvancePC   = 2
	lineAdvanceLine = 3
	lineSetFile     = 4
	lineEndSequence = 1 // extended
	lineSetAddress  = 2 // extended
	lineOpcodes     = 10
)

// lines is the table of lines of a module, for which the PTX has directives: a row wherever the line changes. What has
// no line belongs to the one before.
func lines(u *sim.Unit) []byte {
	var program bytes.Buffer
	for i := range u.Functions {
		c := &u.Functions[i]
		w := &lineWriter{b: &program, addr: c.Addr, file: 1, line: 1}
		for pc, loc := range c.Lines {
			if loc == nil || loc.Line == 0 || w.rows > 0 && loc.File == w.file && loc.Line == w.line {
				continue
			}
			if w.rows == 0 {
				w.begin()
			}
			w.row(c.Addr+sim.TextStep*uint64(pc), loc.File, loc.Line)
		}
		if w.rows > 0 {
			w.end(c.Addr + c.Size)
		}
	}
	return lineUnit(u, program.Bytes())
}

// lineWriter writes the rows of a function, and keeps what registers hold.
type lineWriter struct {
	b          *bytes.Buffer
	addr       uint64
	file, line int
	rows       int
}

func (w *lineWriter) begin() {
	w.b.Write([]byte{0, 1 + addrSize, lineSetAddress})
	write(w.b, w.addr)
}

// row adds a row. The first one of a function is at its start.
func (w *lineWriter) row(addr uint64, file, line int) {
	if w.rows == 0 {
		addr = w.addr
	}
	w.advance(addr)
	if file != w.file {
		w.b.WriteByte(lineSetFile)
		w.b.Write(leb(int64(file), false))
	}
	w.b.WriteByte(lineAdvanceLine)
	w.b.Write(leb(int64(line-w.line), true))
	w.b.WriteByte(lineCopy)
	w.file, w.line = file, line
	w.rows++
}

func (w *lineWriter) advance(addr uint64) {
	w.b.WriteByte(lineAdvancePC)
	w.b.Write(leb(int64(addr-w.addr), false))
	w.addr = addr
}

func (w *lineWriter) end(addr uint64) {
	w.advance(addr)
	w.b.Write([]byte{0, 1, lineEndSequence})
}

// lineUnit puts the header before a program of lines.
func lineUnit(u *sim.Unit, program []byte) []byte {
	var rest bytes.Buffer
	rest.Write([]byte{1, 1, 0xfb, 14, lineOpcodes}) // instruction length, is_stmt, line base and range (not used)
	rest.Write([]byte{0, 1, 1, 1, 1, 0, 0, 0, 1})   // operands of the standard opcodes
	rest.WriteByte(0)                               // no folders
	last := 0
	for n := range u.Files {
		last = max(last, n)
	}
	for n := 1; n <= last; n++ {
		name := u.Files[n]
		if name == "" {
			name = "?"
		}
		rest.WriteString(name)
		rest.Write([]byte{0, 0, 0, 0}) // end of the name, folder, time, size
	}
	rest.WriteByte(0)
	var b bytes.Buffer
	write(&b, uint32(2+4+rest.Len()+len(program)))
	write(&b, uint16(2)) // version
	write(&b, uint32(rest.Len()))
	b.Write(rest.Bytes())
	b.Write(program)
	return b.Bytes()
}

// Instructions of call frame information (DWARF 4 §6.4.2), and the numbers of registers on x86-64.
const (
	cfaUndefined = 0x07
	cfaDefine    = 0x0c
	cfaValue     = 0x16 // DW_CFA_val_expression
	cfaOffset    = 0x80
	columnSP     = 7
	columnIP     = 16
)

// frames says how the frames of a module's functions are unwound. start is where it lies in the section.
func frames(u *sim.Unit, start int) []byte {
	w := &frameWriter{}
	w.common(nil)
	for _, c := range u.Functions {
		w.function(start, c.Addr, c.Size, c.Entry)
	}
	return w.b.Bytes()
}

// frameWriter writes call frame information: the stack pointer is the frame's address, near which are the caller's and
// where it goes on. Nobody calls a kernel.
type frameWriter struct{ b bytes.Buffer }

func (w *frameWriter) entry(head, rest []byte) {
	n := (len(head) + len(rest) + addrSize - 1 + 4) &^ (addrSize - 1)
	write(&w.b, uint32(n-4))
	w.b.Write(head)
	w.b.Write(rest)
	w.b.Write(make([]byte, n-4-len(head)-len(rest))) // DW_CFA_nop
}

// common writes what functions have in common, with the rules of further registers.
func (w *frameWriter) common(rules []byte) {
	head := []byte{0xff, 0xff, 0xff, 0xff, 1, 0, 1, 0x78, columnIP} // CIE: version, augmentation, factors 1 and -8, column
	w.entry(head, append([]byte{cfaDefine, columnSP, 0, cfaOffset | columnIP, -debug.FrameReturn / 8,
		cfaOffset | columnSP, -debug.FrameSaved / 8}, rules...))
}

// function writes the entry of a function; start is where what they have in common lies in the section.
func (w *frameWriter) function(start int, addr, size uint64, kernel bool) {
	head := binary.LittleEndian.AppendUint32(nil, uint32(start))
	head = binary.LittleEndian.AppendUint64(head, addr)
	head = binary.LittleEndian.AppendUint64(head, size)
	var rest []byte
	if kernel {
		rest = []byte{cfaUndefined, columnIP}
	}
	w.entry(head, rest)
}
