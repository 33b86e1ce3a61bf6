package codegen

import (
	"fmt"
	"hash/fnv"
	"math/big"

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

// addEntry adds a row to the CPU image's entry table.
func (m *module) addEntry(name string, addr ir.Constant, size int64, kind int, flags uint32) {
	m.entries = append(m.entries, entry{name, addr, size, kind, flags})
}

// addGlobal adds a variable; without an initial value it is a declaration.
func (m *module) addGlobal(name string, t ir.Type, space int, init ir.Constant, linkage string, constant bool) *ir.Global {
	g := &ir.Global{ContentType: t, Immutable: constant}
	g.SetName(name)
	g.AddrSpace = types.AddrSpace(space)
	g.Init = init
	g.Linkage = ir.Linkage(linkage)
	m.globals = append(m.globals, g)
	return g
}

// globalSpace is the address space in which g lives.
func (m *module) globalSpace(g *region.Global) int {
	if g.Space == region.SpaceTeam {
		return m.t.SharedSpace
	}
	return m.t.GlobalSpace
}

func (m *module) global(g *region.Global) {
	pos := region.Position(g.Pos)
	if m.isThreadVariable(g) {
		m.threadVariable(g)
		return
	}
	if g.Space == region.SpaceTeam && m.t.SharedSpace == 0 {
		m.errorf(pos, "internal", "team-private variable '%s' with static storage for %s", g.Name, m.t.Triple)
		return
	}
	if g.Library && !m.t.HostLibrary {
		m.needStreams()
		return
	}
	init := m.initialiser(g)
	t := init.Type()
	linkage := linkageName(g.Linkage, false)
	if g.Decl {
		init, linkage = nil, "external"
		if g.Linkage == region.Weak { // it may be missing in the link
			linkage = "extern_weak"
		}
	}
	if !m.t.EntryTable && g.Entry && linkage == "internal" {
		linkage = ""
	}
	lg := m.addGlobal(g.Name, t, m.globalSpace(g), init, linkage, g.Const && !g.Entry)
	lg.Align = llir.Align(max(g.Align, g.Type.Align(), m.arrayAlign(g.Type)))
	m.placeGlobal(g, lg)
	if !g.Decl {
		m.patchLate(g, lg)
	}
}

// arrayAlign is the least alignment of a variable of type t: on CPUs arrays of 16 bytes
// and more are aligned to 16 (System V x86-64 ABI 3.1.2), which vector code relies on.
func (m *module) arrayAlign(t region.Type) int64 {
	if _, ok := t.(*region.Array); ok && t.Size() >= m.t.ArrayAlign {
		return max(m.t.ArrayAlign, 1)
	}
	return 1
}

// findLate marks the addresses in initial values that a PTX module cannot have: those that are
// not aligned, and, because it has no declaration before the definition of a variable, those of variables whose initial values
// lead back to the one they stand in, and, since only linking shows whether they do, of those in other
// units. The runtime writes them when it loads the image (finishPatches).
func (m *module) findLate() {
	if !m.t.LateGlobals {
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
	for _, g := range m.src.Globals {
		if state[g] == 0 && !g.Decl {
			visit(g)
		}
	}
}

// eachAddress visits the addresses in i, which stands at byte off of its variable.
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

// patchLate lists the places in g that the runtime writes; there may be none.
func (m *module) patchLate(g *region.Global, lg *ir.Global) {
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

// finishPatches writes the table of places and the addresses that belong into them.
func (m *module) finishPatches() {
	if len(m.patches) == 0 {
		return
	}
	h := fnv.New64a()
	fmt.Fprintln(h, m.src.File)
	for _, g := range m.src.Globals {
		fmt.Fprintln(h, g.Name)
	}
	for _, k := range m.src.Kernels {
		fmt.Fprintln(h, k.Name)
	}
	v := uniform(m.patches)
	name := fmt.Sprintf("%s%016x", abi.PatchTable, h.Sum64())
	g := m.addGlobal(name, v.Type(), m.t.GlobalSpace, v, "", true)
	g.Align, g.ExternallyInitialized = 8, true // visible, for the runtime
	m.used = append(m.used, m.generic(name, m.t.GlobalSpace))
}

// hugeGlobal is the size from which a zero-initialised variable stays in .bss,
// at the end of the image: in the data section it would take space in the file
// and push what follows out of reach of 32-bit relocations.
const hugeGlobal = 64 << 20

// placeGlobal chooses section and visibility, and lists g for the runtime.
func (m *module) placeGlobal(g *region.Global, lg *ir.Global) {
	if m.t.EntryTable {
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
			m.addEntry(g.Name, ir.Symbol{Name: g.Name}, g.Type.Size(), kind, 0)
		}
		return
	}
	if g.Entry && !g.Decl {
		lg.ExternallyInitialized = true
		lg.Visibility = ir.Visibility(m.t.VariableVisibility)
		m.used = append(m.used, m.globalRef(g))
	}
}

// globalRef is the generic address of g.
func (m *module) globalRef(g *region.Global) ir.Constant {
	if g.Library && !m.t.HostLibrary {
		return m.streamRef(g.Name)
	}
	return m.generic(g.Name, m.globalSpace(g))
}

// generic is the generic address of the variable name, which lives in space.
func (m *module) generic(name string, space int) ir.Constant {
	return ir.Generic(ir.Symbol{Name: name, Space: space})
}

func linkageName(l region.Linkage, fn bool) string {
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

// initialiser returns the initial value of g; for aggregates with
// parts its type is a packed structure of the parts and the gaps.
func (m *module) initialiser(g *region.Global) ir.Constant {
	t := memType(g.Type)
	switch {
	case g.Space == region.SpaceTeam:
		return ir.Undef(t)
	case g.Init == nil:
		return ir.Zero(t)
	}
	if i, ok := g.Init.(*region.InitScalar); ok && g.Type.Size() == 2 && m.t.HalfAsInteger {
		if x, ok := i.X.(*region.FConst); ok {
			// LLVM 19 writes a variable of half precision as .b16 with the bits of a double.
			return ir.BigNum(ir.I16, encode(x, formats[x.Type.Kind]))
		}
	}
	return m.init(g.Init, g.Type, m.wholeWords(g))
}

// wholeWords is g's size, in PTX, whose variables with addresses consist of words, up to the next one.
func (m *module) wholeWords(g *region.Global) int64 {
	size := g.Type.Size()
	if word := m.t.GlobalWord; word > 0 {
		eachAddress(g.Init, 0, func(*region.InitAddr, int64) { size = (size + word - 1) / word * word })
	}
	return size
}

// init returns a constant of exactly size bytes.
func (m *module) init(i region.Init, t region.Type, size int64) ir.Constant {
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
	m.errorf(region.Position{}, "internal", "unknown initialiser %T", i)
	return ir.Zero(memType(t))
}

func pad(c ir.Constant, n, size int64) ir.Constant {
	if n >= size {
		return c
	}
	return ir.Packed(c, ir.Zero(ir.Bytes(size-n)))
}

func (m *module) initScalar(x region.Expr) ir.Constant {
	if c, ok := x.(*region.Const); ok {
		switch t := c.Type.(type) {
		case *region.Bool:
			return ir.BigNum(ir.I8, c.Val)
		case *region.Int:
			return ir.BigNum(memType(t), wrap(c.Val, int(t.Size())*8, t.Signed))
		}
	}
	return constantOf(x) // also x86_fp80, which takes 16 bytes in a packed structure, too
}

func (m *module) initAddr(i *region.InitAddr) ir.Constant {
	at := ir.Null
	switch {
	case i.Global != nil:
		at = m.globalRef(i.Global)
	case i.Func != nil:
		at = m.funcAddr(i.Func, region.Position(i.Func.Pos))
	case i.Offset != 0:
		return ir.Address(big.NewInt(i.Offset))
	}
	if i.Offset != 0 {
		return ir.Behind(at, i.Offset)
	}
	return at
}

func (m *module) initAgg(a *region.InitAgg, size int64) ir.Constant {
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

// uniform is parts of one type as an array, others as a packed structure.
func uniform(parts []ir.Constant) ir.Constant {
	t := parts[0].Type()
	for _, p := range parts {
		if !p.Type().Equal(t) {
			return ir.Packed(parts...)
		}
	}
	return ir.Array(t, parts...)
}

// stringConst is the address of a zero-terminated private string.
func (m *module) stringConst(s string) ir.Constant {
	if c, ok := m.strings[s]; ok {
		return c
	}
	name := m.symbol(".str")
	text := ir.Text(s + "\x00")
	m.addGlobal(name, text.Type(), m.constSpace(), text, "private", true).Align = 1
	c := m.generic(name, m.constSpace())
	m.strings[s] = c
	return c
}

func (m *module) constSpace() int { return m.t.GlobalSpace }

// finishEntries writes the entry table of CPU images and llvm.used.
//
// The linker's __start_ompcc_cpu_entries and __stop_ompcc_cpu_entries delimit
// the table, so each row is a global of its own.
func (m *module) finishEntries() {
	if m.t.EntryTable {
		for _, e := range m.entries {
			name := m.stringConst(e.name)
			row := ir.Struct(name, e.addr, ir.Const(ir.I64, e.size), ir.Const(ir.I32, int64(e.kind)), ir.Const(ir.I32, int64(e.flags)))
			sym := "__ompcc_entry." + e.name
			g := m.addGlobal(sym, row.Type(), 0, row, "internal", true)
			g.Section, g.Align = "ompcc_cpu_entries", 8
			m.used = append(m.used, ir.Symbol{Name: sym})
		}
	}
	if len(m.used) == 0 {
		return
	}
	used := ir.Array(ir.Ptr, m.used...)
	m.addGlobal("llvm.used", used.Type(), 0, used, "appending", false).Section = "llvm.metadata"
}

// threadRecord is the type of such a record.
var threadRecord = ir.StructOf(ir.I64, ir.I64, ir.Ptr)

func (m *module) isThreadVariable(g *region.Global) bool {
	return g.Space == region.SpaceThread && !m.t.ThreadStorage
}

// threadVariable emits the record of g.
func (m *module) threadVariable(g *region.Global) {
	linkage := linkageName(g.Linkage, false)
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
			image = m.globalRef(&of)
		}
		init = ir.Struct(ir.Const(ir.I64, g.Type.Size()), ir.Const(ir.I64, max(g.Align, g.Type.Align())), image)
	}
	m.addGlobal(g.Name, threadRecord, m.t.GlobalSpace, init, linkage, true).Align = 8
}
