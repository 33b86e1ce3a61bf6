package gdb

import (
	"debug/dwarf"
	"encoding/binary"
	"strings"

	"ompcc/rt/emu/ptx"
	"ompcc/rt/emu/sim"
)

// dwarfData are the sections of debug information of all modules, one behind the other.
type dwarfData struct{ sections map[string][]byte }

// add adds a module: the sections that its PTX has, its table of lines, and how its frames are unwound.
func (d *dwarfData) add(u *sim.Unit) {
	m := &moduleData{dwarfData: d, unit: u, start: map[string]uint64{}, labels: map[string]uint64{}}
	if m.read() == nil {
		for _, p := range m.parts {
			m.resolve(p)
		}
		m.registers()
		for _, p := range m.parts {
			d.sections[p.name] = append(d.sections[p.name], p.bytes...)
		}
		d.sections[".debug_line"] = append(d.sections[".debug_line"], lines(u)...)
	}
	d.sections[".debug_frame"] = append(d.sections[".debug_frame"], frames(u, len(d.sections[".debug_frame"]))...)
}

// moduleData is a module's debug information.
type moduleData struct {
	*dwarfData
	unit   *sim.Unit
	parts  []*part
	start  map[string]uint64 // of its sections, in the file's
	labels map[string]uint64 // of its sections, in the file's
}

// part is one of its sections.
type part struct {
	name  string
	data  *ptx.Data
	bytes []byte
}

func (m *moduleData) read() error {
	m.start[".debug_line"] = uint64(len(m.sections[".debug_line"]))
	for _, s := range m.unit.Sections {
		data, err := ptx.ParseSection(s)
		if err != nil {
			return err
		}
		if data.Size == 0 {
			continue
		}
		start := uint64(len(m.sections[s.Name]))
		m.start[s.Name] = start
		for name, at := range data.Labels {
			m.labels[name] = start + at
		}
		m.parts = append(m.parts, &part{name: s.Name, data: data})
	}
	return nil
}

// Operations of DWARF expressions (DWARF 4 §7.7.1).
const (
	opAddr    = 0x03
	opDeref   = 0x06
	opConst2s = 0x0b
	opMinus   = 0x1c
	opPlus2   = 0x22 // DW_OP_plus
	opPlus    = 0x23 // DW_OP_plus_uconst
	opLit0    = 0x30
	opReg0    = 0x50
	opBReg0   = 0x70
	opRegx    = 0x90
	opFBReg   = 0x91
	opBRegx   = 0x92
	opPiece   = 0x93
	opNop     = 0x96
	addrSize  = 8
)

// resolve makes bytes of a section: labels become addresses. The address of a function's local memory becomes a
// distance from the frame's address, of the same length.
func (m *moduleData) resolve(p *part) {
	p.bytes = make([]byte, 0, p.data.Size)
	for _, v := range p.data.Values {
		bits := v.Bits
		if v.Symbol != "" {
			if off, ok := m.unit.Local(v.Symbol); ok && v.Size == addrSize && len(p.bytes) > 0 &&
				p.bytes[len(p.bytes)-1] == opAddr {
				p.bytes[len(p.bytes)-1] = opFBReg
				p.bytes = append(p.bytes, signed(off+int64(v.Bits), addrSize)...)
				continue
			}
			bits += m.address(v.Symbol)
		}
		if v.Minus != "" {
			bits -= m.address(v.Minus)
		}
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], bits)
		p.bytes = append(p.bytes, word[:v.Size]...)
	}
}

// address of a symbol: of a section its start, of labels in code and variables their address.
func (m *moduleData) address(name string) uint64 {
	if at, ok := m.start[name]; ok {
		return at
	}
	if at, ok := m.labels[name]; ok {
		return at
	}
	at, _ := m.unit.Label(name) // what is not there any more is at 0, which gdb passes over
	return at
}

func (m *moduleData) part(name string) []byte {
	for _, p := range m.parts {
		if p.name == name {
			return p.bytes
		}
	}
	return nil
}

// registers gives variables in registers their places in memory. LLVM writes the register's name as its number
// (NVPTXRegisterInfo); its place in the frame's window takes as many bytes.
func (m *moduleData) registers() {
	info := m.part(".debug_info")
	data, err := dwarf.New(m.part(".debug_abbrev"), nil, nil, info, nil, nil, nil, m.part(".debug_str"))
	if err != nil {
		return
	}
	lists := m.part(".debug_loc")
	done := map[int64]bool{}
	var in *sim.Code // the function around
	for r := data.Reader(); ; {
		e, err := r.Next()
		if e == nil || err != nil {
			return
		}
		if e.Tag == dwarf.TagSubprogram {
			in = m.code(e)
		}
		// gdb has no canonical frame address where nobody calls the function, so the stack pointer serves as the base.
		if f := e.AttrField(dwarf.AttrFrameBase); f != nil {
			if x, ok := f.Val.([]byte); ok && len(x) == 1 {
				x[0] = opReg0 + columnSP
			}
		}
		f := e.AttrField(dwarf.AttrLocation)
		if f == nil || in == nil {
			continue
		}
		switch v := f.Val.(type) {
		case []byte: // a part of info
			place(v, ptxPlaces{in})
		case int64:
			if at := v - int64(m.start[".debug_loc"]); !done[at] && at >= 0 && at < int64(len(lists)) {
				done[at] = true
				placeList(lists[at:], ptxPlaces{in})
			}
		}
	}
}

// code is the function of an entry, nil if it has no code of its own.
func (m *moduleData) code(e *dwarf.Entry) *sim.Code {
	pc, ok := e.Val(dwarf.AttrLowpc).(uint64)
	if !ok {
		return nil
	}
	for i := range m.unit.Functions {
		if c := &m.unit.Functions[i]; c.Addr == pc {
			return c
		}
	}
	return nil
}

// placeList goes through a location list: pairs of addresses with an expression, until a pair of zeros.
func placeList(b []byte, in places) {
	const head = 2*addrSize + 2
	for len(b) >= head {
		if strings.Trim(string(b[:2*addrSize]), "\x00") == "" {
			return
		}
		n := int(binary.LittleEndian.Uint16(b[2*addrSize:]))
		if len(b) < head+n {
			return
		}
		place(b[head:head+n], in)
		b = b[head+n:]
	}
}

// places finds registers in the window of a frame: at a distance from the value of an operation, which has n bytes for
// it. frame is the operation of the frame's address.
type places interface {
	register(number uint64, n int) (op byte, off int64, ok bool)
	frame() byte
}

// ptxPlaces are those of a function: LLVM writes the register's name as its number.
type ptxPlaces struct{ in *sim.Code }

func (p ptxPlaces) register(number uint64, _ int) (op byte, off int64, ok bool) {
	off, ok = p.in.Register(registerName(number))
	return opFBReg, off, ok
}

func (ptxPlaces) frame() byte { return opFBReg }

// place rewrites the registers in an expression. What it has no room for is optimised out.
func place(x []byte, in places) {
	for rest := x; len(rest) > 0; {
		n := placeOne(rest, in)
		if n == 0 {
			optimisedOut(x)
			return
		}
		rest = rest[n:]
	}
}

// placeOne rewrites an operation if it names a register, DW_OP_regx or DW_OP_bregx with the distance 0, and returns its
// length, 0 if it is not known.
func placeOne(x []byte, in places) int {
	number, n := unsigned(x[1:])
	switch x[0] {
	case opAddr:
		return min(1+addrSize, len(x))
	case opDeref, opNop, opReg0 + columnSP:
		return 1
	case opFBReg:
		x[0] = in.frame()
		return 1 + n
	case opPiece, opPlus:
		return 1 + n
	case opRegx, opBRegx:
		op, off, ok := in.register(number, n)
		if !ok || x[0] == opBRegx && (len(x) < n+2 || x[n+1] != 0) {
			return 0
		}
		if x[0] == opBRegx {
			x[n+1] = opDeref
		}
		x[0] = op
		copy(x[1:1+n], signed(off, n))
		return 1 + n
	}
	return 0
}

// optimisedOut makes an expression of one piece without a place.
func optimisedOut(x []byte) {
	for i := range x {
		x[i] = opNop
	}
	if n := len(x); n >= 4 {
		copy(x[n-4:], []byte{opPiece, 0xff, 0xff, 0x7f})
	}
}

// registerName is the name in a number: its bytes, the first one the highest.
func registerName(n uint64) string {
	var word [8]byte
	binary.BigEndian.PutUint64(word[:], n)
	return strings.TrimLeft(string(word[:]), "\x00")
}

// unsigned reads an unsigned LEB128 number of n bytes.
func unsigned(b []byte) (v uint64, n int) {
	for i, c := range b {
		v |= uint64(c&0x7f) << (7 * i)
		if c&0x80 == 0 {
			return v, i + 1
		}
	}
	return 0, 0
}

// signed is a signed LEB128 number of exactly n bytes.
func signed(v int64, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(v&0x7f) | 0x80
		v >>= 7
	}
	b[n-1] &^= 0x80
	return b
}

// leb is a signed or unsigned LEB128 number.
func leb(v int64, isSigned bool) []byte {
	var b []byte
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && (!isSigned || c&0x40 == 0) || v == -1 && isSigned && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}
