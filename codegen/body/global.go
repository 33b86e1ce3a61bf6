package body

// This file emits global variables: initial values, sections, entry tables and the addresses that the runtime writes.

import (
	"fmt"
	"hash/fnv"
	"math/big"

	"ompcc/parse/diag"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

// entry is a row of the CPU image's entry table.
type entry struct {
	name  string
	addr  ir.Constant
	size  int64
	kind  int
	flags uint32
}

// AddEntry adds a row to the CPU image's entry table.
func (m *Module) AddEntry(name string, addr ir.Constant, size int64, kind int, flags uint32) {
	m.entries = append(m.entries, entry{name, addr, size, kind, flags})
}

// AddGlobal adds a variable. Without an initial value it is a declaration.
func (m *Module) AddGlobal(name string, t ir.Type, space int, init ir.Constant, linkage string,
	constant bool) *ir.Global {
	g := &ir.Global{ContentType: t, Immutable: constant}
	g.SetName(name)
	g.AddrSpace = types.AddrSpace(space)
	g.Init = init
	g.Linkage = ir.Linkage(linkage)
	m.Globals = append(m.Globals, g)
	return g
}

// globalSpace returns the address space of g.
func (m *Module) globalSpace(g *region.Global) int {
	if g.Space == region.SpaceTeam {
		return m.Target.SharedSpace
	}
	return m.Target.GlobalSpace
}

func (m *Module) global(g *region.Global) {
	pos := region.Position(g.Pos)
	if m.isThreadVariable(g) {
		m.threadVariable(g)
		return
	}
	if g.Space == region.SpaceTeam && m.Target.SharedSpace == 0 {
		m.Errorf(pos, diag.Internal, "team-private variable '%s' with static storage for %s", g.Name, m.Target.Triple)
		return
	}
	if g.Library && !m.Target.HostLibrary {
		m.needStreams()
		return
	}
	init := m.initialiser(g)
	t := init.Type()
	linkage := LinkageName(g.Linkage, false)
	if g.Decl {
		init, linkage = nil, "external"
		if g.Linkage == region.Weak { // possibly no file defines it at link time
			linkage = "extern_weak"
		}
	}
	if !m.Target.EntryTable && g.Entry && linkage == "internal" {
		linkage = ""
	}
	lg := m.AddGlobal(g.Name, t, m.globalSpace(g), init, linkage, g.Const && !g.Entry)
	lg.Align = llir.Align(max(g.Align, g.Type.Align(), m.arrayAlign(g.Type)))
	m.placeGlobal(g, lg)
	if !g.Decl {
		m.patchLate(g, lg)
	}
}

// arrayAlign returns the minimum alignment of a variable of type t. On CPUs, arrays of 16
// bytes and more have an alignment of 16 (System V x86-64 ABI 3.1.2), and vector code
// relies on it.
func (m *Module) arrayAlign(t region.Type) int64 {
	if _, ok := t.(*region.Array); ok && t.Size() >= m.Target.ArrayAlign {
		return max(m.Target.ArrayAlign, 1)
	}
	return 1
}

// findLate marks the addresses in initial values that a PTX module cannot contain. The runtime writes them when it
// loads the image (see finishPatches).
//
// PTX supports aligned addresses only. It also cannot declare a variable before its definition. This rules out
// addresses of variables whose initial values refer back to the variable with the address. It also rules out variables
// of other units, since only the linker sees whether they refer back.
func (m *Module) findLate() {
	if !m.Target.LateGlobals {
		return
	}
	const open, done = 1, 2
	state := map[*region.Global]int{}
	var visit func(g *region.Global)
	visit = func(g *region.Global) {
		state[g] = open
		eachAddress(g.Init, 0, func(a *region.InitAddr, off int64) {
			if off%8 != 0 {
				m.late[a] = true
			}
			switch {
			case a.Global == nil:
			case a.Global.Decl || state[a.Global] == open:
				m.late[a] = true
			case state[a.Global] == 0:
				visit(a.Global)
			}
		})
		state[g] = done
	}
	for _, g := range m.Source.Globals {
		if state[g] == 0 && !g.Decl {
			visit(g)
		}
	}
}

// eachAddress visits the addresses in initial value i, which begins at byte off of its variable.
func eachAddress(i region.Init, off int64, visit func(a *region.InitAddr, off int64)) {
	switch i := i.(type) {
	case *region.InitAddr:
		visit(i, off)
	case *region.InitAgg:
		for _, p := range i.Parts {
			eachAddress(p.Init, off+p.Offset, visit)
		}
	}
}

// patchLate records the places in g that the runtime writes, if there are any.
func (m *Module) patchLate(g *region.Global, lg *ir.Global) {
	n := len(m.patches)
	eachAddress(g.Init, 0, func(a *region.InitAddr, off int64) {
		if m.late[a] {
			place := &region.InitAddr{Global: g, Offset: off}
			m.patches = append(m.patches, m.initAddr(place), m.initAddr(a))
		}
	})
	if len(m.patches) > n {
		lg.ExternallyInitialized, lg.Immutable = true, false
	}
}

// finishPatches adds the table of places and the addresses that the runtime writes there.
func (m *Module) finishPatches() {
	if len(m.patches) == 0 {
		return
	}
	v := uniform(m.patches)
	name := abi.PatchTable + m.UnitID()
	g := m.AddGlobal(name, v.Type(), m.Target.GlobalSpace, v, "", true)
	g.Align, g.ExternallyInitialized = 8, true // the symbol stays visible for the runtime
	m.Used = append(m.Used, m.Generic(name, m.Target.GlobalSpace))
}

// UnitID returns a string that distinguishes this unit of a program from others, for symbols that every unit defines.
func (m *Module) UnitID() string {
	h := fnv.New64a()
	fmt.Fprintln(h, m.Source.File)
	for _, g := range m.Source.Globals {
		fmt.Fprintln(h, g.Name)
	}
	for _, k := range m.Source.Kernels {
		fmt.Fprintln(h, k.Name)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// hugeGlobal is the size from which a zero-initialised variable stays in .bss, at
// the end of the image. In the data section it would take space in the file and
// push later sections out of range of 32-bit relocations.
const hugeGlobal = 64 << 20

// placeGlobal chooses the section and visibility of g, and makes g known to the runtime.
func (m *Module) placeGlobal(g *region.Global, lg *ir.Global) {
	if m.Target.EntryTable {
		if g.Space == region.SpaceThread {
			lg.TLSModel = enum.TLSModelGeneric
			return
		}
		if !g.Const && !g.Decl && !(g.Init == nil && g.Type.Size() >= hugeGlobal) {
			lg.Section = "ompcc_cpu_data"
		}
		if g.Entry && !g.Decl {
			kind := abi.GlobalEnter
			if g.Link {
				kind = abi.GlobalLink
			}
			m.AddEntry(g.Name, ir.Symbol{Name: g.Name}, g.Type.Size(), kind, 0)
		}
		return
	}
	if g.Entry && !g.Decl {
		lg.ExternallyInitialized = true
		lg.Visibility = ir.Visibility(m.Target.VariableVisibility)
		m.Used = append(m.Used, m.GlobalRef(g))
	}
}

// GlobalRef returns the generic address of g.
func (m *Module) GlobalRef(g *region.Global) ir.Constant {
	if g.Library && !m.Target.HostLibrary {
		return m.streamRef(g.Name)
	}
	return m.Generic(g.Name, m.globalSpace(g))
}

// Generic returns the generic address of the variable name in address space space.
func (m *Module) Generic(name string, space int) ir.Constant {
	return ir.Generic(ir.Symbol{Name: name, Space: space})
}

// LinkageName returns LLVM's name of linkage l, for a function or a variable.
func LinkageName(l region.Linkage, fn bool) string {
	switch l {
	case region.Internal:
		return "internal"
	case region.LinkOnce:
		if fn {
			return "linkonce_odr"
		}
		return "weak"
	case region.Weak:
		return "weak"
	}
	return ""
}

// initialiser returns the initial value of g. For an aggregate, its type is an array
// or a packed structure of the parts and the gaps between them.
func (m *Module) initialiser(g *region.Global) ir.Constant {
	t := MemoryType(g.Type)
	switch {
	case g.Space == region.SpaceTeam:
		return ir.Undef(t)
	case g.Init == nil:
		return ir.Zero(t)
	}
	if i, ok := g.Init.(*region.InitScalar); ok && g.Type.Size() == 2 && m.Target.HalfAsInteger {
		if x, ok := i.X.(*region.FConst); ok {
			// LLVM 19 prints the bits of a double for a .b16 variable of half precision.
			return ir.BigNum(ir.I16, encode(x, formats[x.Type.Kind]))
		}
	}
	return m.init(g.Init, g.Type, m.wholeWords(g))
}

// wholeWords returns g's size. In PTX, where variables with addresses consist of words, it rounds the size up to words.
func (m *Module) wholeWords(g *region.Global) int64 {
	size := g.Type.Size()
	if word := m.Target.GlobalWord; word > 0 {
		eachAddress(g.Init, 0, func(*region.InitAddr, int64) { size = (size + word - 1) / word * word })
	}
	return size
}

// init returns a constant of exactly size bytes.
func (m *Module) init(i region.Init, t region.Type, size int64) ir.Constant {
	switch i := i.(type) {
	case *region.InitBytes:
		data := string(i.Data)
		return pad(ir.Text(data), int64(len(data)), size)
	case *region.InitScalar:
		return pad(m.initScalar(i.X), i.X.ExprType().Size(), size)
	case *region.InitAddr:
		if m.late[i] {
			return pad(ir.Null, 8, size)
		}
		return pad(m.initAddr(i), 8, size)
	case *region.InitAgg:
		return m.initAgg(i, size)
	}
	m.Errorf(region.Position{}, diag.Internal, "unknown initialiser %T", i)
	return ir.Zero(MemoryType(t))
}

func pad(c ir.Constant, n, size int64) ir.Constant {
	if n >= size {
		return c
	}
	return ir.Packed(c, ir.Zero(ir.Bytes(size-n)))
}

func (m *Module) initScalar(x region.Expr) ir.Constant {
	if c, ok := x.(*region.Const); ok {
		switch t := c.Type.(type) {
		case *region.Bool:
			return ir.BigNum(ir.I8, c.Val)
		case *region.Int:
			return ir.BigNum(MemoryType(t), wrap(c.Val, int(t.Size())*8, t.Signed))
		}
	}
	return ConstantOf(x) // also x86_fp80, which takes 16 bytes even in a packed structure
}

func (m *Module) initAddr(i *region.InitAddr) ir.Constant {
	at := ir.Null
	switch {
	case i.Global != nil:
		at = m.GlobalRef(i.Global)
	case i.Func != nil:
		at = m.FuncAddr(i.Func, region.Position(i.Func.Pos))
	case i.Offset != 0:
		return ir.Address(big.NewInt(i.Offset))
	}
	if i.Offset != 0 {
		return ir.ByteOffset(at, i.Offset)
	}
	return at
}

func (m *Module) initAgg(a *region.InitAgg, size int64) ir.Constant {
	var parts []ir.Constant
	at := int64(0)
	gap := func(to int64) {
		if to > at {
			parts = append(parts, ir.Zero(ir.Bytes(to-at)))
		}
	}
	for _, p := range a.Parts {
		gap(p.Offset)
		n := p.Type.Size()
		parts = append(parts, m.init(p.Init, p.Type, n))
		at = p.Offset + n
	}
	gap(size)
	if len(parts) == 0 {
		return ir.Zero(ir.Bytes(size))
	}
	return uniform(parts)
}

// uniform returns parts as an array if they have one type, else as a packed structure.
func uniform(parts []ir.Constant) ir.Constant {
	t := parts[0].Type()
	for _, p := range parts {
		if !p.Type().Equal(t) {
			return ir.Packed(parts...)
		}
	}
	return ir.Array(t, parts...)
}

// StringConst returns the address of a zero-terminated private string.
func (m *Module) StringConst(s string) ir.Constant {
	if c, ok := m.strings[s]; ok {
		return c
	}
	name := m.Symbol(".str")
	text := ir.Text(s + "\x00")
	m.AddGlobal(name, text.Type(), m.constSpace(), text, "private", true).Align = 1
	c := m.Generic(name, m.constSpace())
	m.strings[s] = c
	return c
}

func (m *Module) constSpace() int { return m.Target.GlobalSpace }

// finishEntries adds the entry table of CPU images and llvm.used.
//
// The linker's __start_ompcc_cpu_entries and __stop_ompcc_cpu_entries delimit
// the table, so each row can be a global of its own.
func (m *Module) finishEntries() {
	if m.Target.EntryTable {
		for _, e := range m.entries {
			name := m.StringConst(e.name)
			row := ir.Struct(name, e.addr, ir.Const(ir.I64, e.size), ir.Const(ir.I32, int64(e.kind)),
				ir.Const(ir.I32, int64(e.flags)))
			sym := "__ompcc_entry." + e.name
			g := m.AddGlobal(sym, row.Type(), 0, row, "internal", true)
			g.Section, g.Align = "ompcc_cpu_entries", 8
			m.Used = append(m.Used, ir.Symbol{Name: sym})
		}
	}
	if len(m.Used) == 0 {
		return
	}
	used := ir.Array(ir.Ptr, m.Used...)
	m.AddGlobal("llvm.used", used.Type(), 0, used, "appending", false).Section = "llvm.metadata"
}

// threadRecord is the type of the record of a thread variable: its size, alignment and initial value.
var threadRecord = ir.StructOf(ir.I64, ir.I64, ir.Ptr)

// isThreadVariable reports whether g needs a record, because the target has no thread-local storage.
func (m *Module) isThreadVariable(g *region.Global) bool {
	return g.Space == region.SpaceThread && !m.Target.ThreadStorage
}

// threadVariable emits the record that represents g.
func (m *Module) threadVariable(g *region.Global) {
	linkage := LinkageName(g.Linkage, false)
	var init ir.Constant
	switch {
	case g.Decl && g.Linkage == region.Weak:
		linkage = "extern_weak"
	case g.Decl:
		linkage = "external"
	default:
		image := ir.Null
		if g.Init != nil {
			of := *g
			of.Name, of.Linkage, of.Space, of.Const = g.Name+".initial", region.Internal, region.SpaceGlobal, true
			m.global(&of)
			image = m.GlobalRef(&of)
		}
		init = ir.Struct(ir.Const(ir.I64, g.Type.Size()), ir.Const(ir.I64, max(g.Align, g.Type.Align())), image)
	}
	m.AddGlobal(g.Name, threadRecord, m.Target.GlobalSpace, init, linkage, true).Align = 8
}
