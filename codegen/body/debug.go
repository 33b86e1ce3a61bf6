package body

// This file emits the metadata from which LLVM generates debug information.

import (
	"fmt"
	"path/filepath"
	"strings"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/metadata"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// debugInfo collects LLVM's debug metadata: a compile unit, a file for each source
// file, a subprogram for each function and a location for each statement. With
// Options.Debug it also describes types and variables.
type debugInfo struct {
	m     *Module
	nodes []string
	cu    int
	files map[string]int
	locs  map[string]int
	types map[string]int
	subty int
	vars  bool // whether to describe variables
}

func newDebugInfo(m *Module) *debugInfo {
	d := &debugInfo{m: m, files: map[string]int{}, locs: map[string]int{}, types: map[string]int{}}
	d.vars = m.Options.Debug
	kind := "FullDebug"
	if !d.vars {
		kind = "DebugDirectivesOnly"
	}
	file := d.file(m.Source.File)
	d.cu = d.node("distinct !DICompileUnit(language: DW_LANG_C11, file: !%d, producer: \"ompcc\", isOptimized: %t, runtimeVersion: 0, emissionKind: %s)", file, m.Options.Opt > 0, kind)
	empty := d.node("!{null}")
	d.subty = d.node("!DISubroutineType(types: !%d)", empty)
	return d
}

func (d *debugInfo) node(format string, args ...any) int {
	id := d.m.newMD()
	d.nodes = append(d.nodes, fmt.Sprintf("!%d = ", id)+fmt.Sprintf(format, args...))
	return id
}

func (d *debugInfo) file(name string) int {
	if id, ok := d.files[name]; ok {
		return id
	}
	id := d.node("!DIFile(filename: %s, directory: %s)", ir.Quote(filepath.Base(name)), ir.Quote(filepath.Dir(name)))
	d.files[name] = id
	return id
}

// Subprogram attaches a DISubprogram to f and returns its number. It has no
// linkage name, which debuggers would show in place of the user's name. rf is the
// function of the program from which f was made, nil if there is none.
func (d *debugInfo) Subprogram(f *ir.Func, rf *region.Function, name, file string, line int) int {
	optimized := " | DISPFlagOptimized"
	if d.m.Options.Opt == 0 {
		optimized = ""
	}
	id := d.node("distinct !DISubprogram(name: %s, scope: !%d, file: !%d, line: %d, type: !%d, scopeLine: %d, spFlags: DISPFlagDefinition%s, unit: !%d)",
		ir.Quote(name), d.file(file), d.file(file), line, d.subroutine(rf), line, optimized, d.cu)
	f.FuncAttrs = append(f.FuncAttrs, ir.Attr(fmt.Sprintf("!dbg !%d", id)))
	return id
}

// subroutine returns the node of rf's type.
func (d *debugInfo) subroutine(rf *region.Function) int {
	if rf == nil || !d.vars {
		return d.subty
	}
	ts := []string{"null"}
	if !IsVoid(rf.Ret) {
		ts[0] = fmt.Sprintf("!%d", d.typ(rf.Ret))
	}
	for _, p := range rf.Params {
		switch {
		case p.SRet != nil:
			ts[0] = fmt.Sprintf("!%d", d.typ(p.SRet))
		case p.ByVal != nil:
			ts = append(ts, fmt.Sprintf("!%d", d.typ(p.ByVal)))
		default:
			ts = append(ts, fmt.Sprintf("!%d", d.typ(p.Type)))
		}
	}
	list := strings.Join(ts, ", ")
	return d.once("sub "+list, "!DISubroutineType(types: !{%s})", list)
}

// lexicalBlock adds a scope inside another one.
func (d *debugInfo) lexicalBlock(scope int, pos region.Position) int {
	return d.node("distinct !DILexicalBlock(scope: !%d, file: !%d, line: %d, column: %d)", scope,
		d.file(PosFile(pos.File, d.m.Source.File)), pos.Line, pos.Col)
}

// Location returns the attachment for an instruction at pos in scope.
func (d *debugInfo) Location(scope int, pos region.Position) *metadata.Attachment {
	return ir.Attach("dbg", ir.Node(d.place(scope, pos)))
}

func (d *debugInfo) place(scope int, pos region.Position) int {
	text := fmt.Sprintf("!DILocation(line: %d, column: %d, scope: !%d)", pos.Line, pos.Col, scope)
	id, ok := d.locs[text]
	if !ok {
		id = d.node("%s", text)
		d.locs[text] = id
	}
	return id
}

func (d *debugInfo) text() string {
	return fmt.Sprintf("!llvm.dbg.cu = !{!%d}\n", d.cu) + strings.Join(d.nodes, "\n") + "\n"
}

// once returns the node of the type that key identifies, and adds it on the first call.
func (d *debugInfo) once(key, format string, args ...any) int {
	if id, ok := d.types[key]; ok {
		return id
	}
	id := d.node(format, args...)
	d.types[key] = id
	return id
}

// typ returns the node of a region IR type.
func (d *debugInfo) typ(t region.Type) int {
	switch t := t.(type) {
	case *region.Ptr:
		return d.once("ptr", "!DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)")
	case *region.Array:
		return d.array(t.Elem, t.Len, t.Size(), "")
	case *region.Vector:
		return d.array(t.Elem, t.Len, t.Size(), ", flags: DIFlagVector")
	case *region.Struct:
		return d.aggregate(t)
	}
	name, encoding := baseType(t)
	return d.once(name, "!DIBasicType(name: %q, size: %d, encoding: %s)", name, 8*t.Size(), encoding)
}

// baseType returns C's name of a scalar type and its DWARF encoding.
func baseType(t region.Type) (name, encoding string) {
	switch t := t.(type) {
	case *region.Bool:
		return "_Bool", "DW_ATE_boolean"
	case *region.Float:
		return [...]string{"_Float16", "__bf16", "float", "double", "long double", "_Float128"}[t.Kind], "DW_ATE_float"
	case *region.Int:
		name = map[int]string{8: "char", 16: "short", 32: "int", 64: "long", 128: "__int128"}[t.Bits]
		encoding = "DW_ATE_signed"
		if name == "" || t.Precise {
			name = fmt.Sprintf("_BitInt(%d)", t.Bits)
		}
		if !t.Signed {
			name, encoding = "unsigned "+name, "DW_ATE_unsigned"
		}
		if t.Bits == 8 && !t.Precise {
			encoding += "_char"
		}
		return name, encoding
	}
	return t.String(), "DW_ATE_unsigned"
}

func (d *debugInfo) array(elem region.Type, n, size int64, flags string) int {
	e := d.typ(elem)
	return d.once(fmt.Sprintf("%d[%d]%s", e, n, flags),
		"!DICompositeType(tag: DW_TAG_array_type, baseType: !%d, size: %d%s, elements: !{!DISubrange(count: %d)})", e,
		8*size, flags, n)
}

// ctype returns the node of type c as the program writes it. t is its representation in region IR.
func (d *debugInfo) ctype(c *region.CType, t region.Type) int {
	if c == nil || c.Kind == region.CPlain && c.Type == nil {
		return d.typ(t)
	}
	key := fmt.Sprintf("c%p", c)
	if id, ok := d.types[key]; ok {
		return id
	}
	if c.Kind == region.CPlain {
		return d.typ(c.Type)
	}
	// A type may refer to itself through a structure, so it gets its number first.
	self := d.m.newMD()
	d.types[key] = self
	d.nodes = append(d.nodes, fmt.Sprintf("!%d = %s", self, d.named(c, t)))
	return self
}

// named returns the text of the node of a type that its representation does not describe completely.
func (d *debugInfo) named(c *region.CType, t region.Type) string {
	switch c.Kind {
	case region.CPointer:
		return fmt.Sprintf("!DIDerivedType(tag: DW_TAG_pointer_type, baseType: %s, size: 64)", d.target(c.Of))
	case region.CName:
		return fmt.Sprintf("!DIDerivedType(tag: DW_TAG_typedef, name: %s, file: !%d, baseType: !%d)", ir.Quote(c.Name),
			d.file(d.m.Source.File), d.ctype(c.Of, t))
	case region.CEnum:
		return d.enumeration(c)
	case region.CFunction:
		types := []string{d.target(c.Of)}
		for _, p := range c.Params {
			types = append(types, d.target(p))
		}
		return fmt.Sprintf("!DISubroutineType(types: !{%s})", strings.Join(types, ", "))
	}
	elem, size := t, int64(0)
	if a, ok := t.(*region.Array); ok {
		elem, size = a.Elem, a.Size()
	}
	return fmt.Sprintf("!DICompositeType(tag: DW_TAG_array_type, baseType: %s, size: %d, elements: !{!DISubrange(count: %d)})", d.element(c.Of, elem), 8*size, c.Len)
}

// target returns the reference to the type that a pointer points to, null if it is unknown.
func (d *debugInfo) target(c *region.CType) string {
	p := c.Plain()
	if p == nil || p.Kind == region.CPlain && (p.Type == nil || IsVoid(p.Type)) {
		return "null"
	}
	return d.element(c, p.Type)
}

func (d *debugInfo) element(c *region.CType, t region.Type) string {
	if t == nil {
		t = region.U8 // pointers, arrays and functions do not use it
	}
	return fmt.Sprintf("!%d", d.ctype(c, t))
}

func (d *debugInfo) enumeration(c *region.CType) string {
	values := make([]string, len(c.Values))
	for i, v := range c.Values {
		values[i] = fmt.Sprintf("!%d", d.node("!DIEnumerator(name: %s, value: %d)", ir.Quote(v.Name), v.Value))
	}
	return fmt.Sprintf("!DICompositeType(tag: DW_TAG_enumeration_type, name: %s, file: !%d, baseType: !%d, size: %d, elements: !{%s})",
		ir.Quote(c.Name), d.file(d.m.Source.File), d.typ(c.Type), 8*c.Type.Size(), strings.Join(values, ", "))
}

// aggregate returns the node of a structure or union. Its members refer to it, so
// it gets its number before they do.
func (d *debugInfo) aggregate(t *region.Struct) int {
	if complexKind(t) != "" {
		return d.once(t.Name, "!DIBasicType(name: %q, size: %d, encoding: DW_ATE_complex_float)", "complex", 8*t.Bytes)
	}
	key := fmt.Sprintf("%p", t)
	if id, ok := d.types[key]; ok {
		return id
	}
	self := d.m.newMD()
	d.types[key] = self
	members := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		size, offset, bits := 8*f.Type.Size(), 8*f.Offset, ""
		if f.BitWidth > 0 {
			bits = fmt.Sprintf(", flags: DIFlagBitField, extraData: i64 %d", offset)
			size, offset = int64(f.BitWidth), offset+int64(f.BitOff)
		}
		id := d.node("!DIDerivedType(tag: DW_TAG_member, name: %s, scope: !%d, file: !%d, baseType: !%d, size: %d, offset: %d%s)",
			ir.Quote(f.Name), self, d.file(d.m.Source.File), d.ctype(f.C, f.Type), size, offset, bits)
		members[i] = fmt.Sprintf("!%d", id)
	}
	tag := "structure"
	if t.Union {
		tag = "union"
	}
	d.nodes = append(d.nodes,
		fmt.Sprintf("!%d = distinct !DICompositeType(tag: DW_TAG_%s_type, name: %s, file: !%d, size: %d, elements: !{%s})",
			self, tag, ir.Quote(t.Name), d.file(d.m.Source.File), 8*t.Bytes, strings.Join(members, ", ")))
	return self
}

// variable adds the node of a variable of scope.
func (d *debugInfo) variable(scope int, name string, arg int, t int, pos region.Position) int {
	argText := ""
	if arg > 0 {
		argText = fmt.Sprintf(", arg: %d", arg)
	}
	return d.node("!DILocalVariable(name: %s%s, scope: !%d, file: !%d, line: %d, type: !%d)",
		ir.Quote(name), argText, scope, d.file(PosFile(pos.File, d.m.Source.File)), pos.Line, t)
}

// described holds what the debug information says about a variable.
type described struct {
	name    string
	arg     int // the number of a parameter, 0 for other variables
	t       region.Type
	c       *region.CType
	lengths []region.Expr // the array lengths in c that only run time determines
	pos     region.Position
}

func ofLocal(l *region.Local) *described {
	return &described{l.Name, l.ArgNo, l.Type, l.C, l.Lengths, region.Position(l.Pos)}
}

// isVLA reports whether the variable is an array of variable length. Its local holds the array's address only.
func (v *described) isVLA() bool {
	c := v.c.Plain()
	return len(v.lengths) > 0 && c != nil && c.Kind == region.CArray
}

// describe declares that a variable is at p or, with deref, at the address stored at p.
func (f Described) describe(v *described, p ir.Value, deref bool) {
	if !f.isDescribed(v, p) {
		return
	}
	t := f.Mod.Debug.typeOf(v, f.extents(v, func(in ir.Instruction) { f.Add(in) }))
	f.Add(f.declaration(v, t, p, deref))
}

// isDescribed reports whether the debug information describes a variable at p.
func (f Described) isDescribed(v *described, p ir.Value) bool {
	d := f.Mod.Debug
	return d != nil && d.vars && v.pos.Line > 0 && !ir.IsConstant(p)
}

func (f Described) declaration(v *described, t int, p ir.Value, deref bool) ir.Instruction {
	d := f.Mod.Debug
	scope := f.Scope
	if v.arg > 0 && f.top != 0 {
		scope = f.top // a parameter belongs to the function's scope, not to that of its body
	}
	return f.declareAt(d.variable(scope, v.name, v.arg, t, v.pos), scope, v.pos, p, deref)
}

func (f Described) declareAt(variable, scope int, pos region.Position, p ir.Value, deref bool) ir.Instruction {
	if cell, ok := f.Cells[p]; ok {
		p = cell
	}
	args := []ir.Value{ir.MetadataArg(p), ir.MetadataArg(ir.Node(variable)), ir.MetadataArg(ir.DebugExpr(deref))}
	return f.debugCall("llvm.dbg.declare", args, scope, pos)
}

func (f Described) debugCall(name string, args []ir.Value, scope int, pos region.Position) ir.Instruction {
	f.Mod.Declare(ir.Void, name, "", args)
	return ir.NewCall(ir.Void, "", ir.Symbol{Name: name}, args, "", llir.Metadata{f.Mod.Debug.Location(scope, pos)})
}

// extents returns artificial variables that hold the lengths of v; array types refer to them. It passes the
// instructions that declare them to emit.
func (f Described) extents(v *described, emit func(ir.Instruction)) (variables []int) {
	d := f.Mod.Debug
	for i, x := range v.lengths {
		var p ir.Value
		if load, ok := x.(*region.Load); ok {
			p = f.Expr(load.Addr)
		}
		switch {
		case f.Stack[p]:
		case p != nil && f.outer == nil:
			return nil // the length is in the team's memory, where it has no value yet
		default:
			p = f.keepLength(v, x, p, emit)
		}
		t := d.typ(region.U64)
		n := d.node("!DILocalVariable(name: \"__length%d_%s\", scope: !%d, file: !%d, type: !%d, flags: DIFlagArtificial)",
			i, v.name, f.Scope, d.file(PosFile(v.pos.File, d.m.Source.File)), t)
		variables = append(variables, n)
		emit(f.declareAt(n, f.Scope, v.pos, p, false))
	}
	return variables
}

// keepLength copies the length x to a stack slot of this function and returns the slot. If p is not nil, x is in memory
// at p.
func (f Described) keepLength(v *described, x region.Expr, p ir.Value, emit func(ir.Instruction)) ir.Value {
	var length ir.Value
	if p == nil {
		length = f.Expr(x)
	} else {
		load := &llir.InstLoad{ElemType: ir.I64, Src: p, Align: 8}
		load.SetName(f.Name(v.name + ".length"))
		emit(load)
		length = load
	}
	cell := f.Alloca(ir.I64, 8, v.name+".length")
	emit(&llir.InstStore{Src: length, Dst: cell, Align: 8})
	return cell
}

// typeOf returns the type of variable v. lengths are the variables that hold its array lengths.
func (d *debugInfo) typeOf(v *described, lengths []int) int {
	if len(lengths) == 0 {
		return d.ctype(v.c, v.t)
	}
	of := v.c.Plain()
	if of != nil && of.Kind == region.CPointer {
		return d.node("!DIDerivedType(tag: DW_TAG_pointer_type, baseType: !%d, size: 64)", d.variableArray(of.Of, nil, lengths))
	}
	return d.variableArray(v.c, v.t, lengths)
}

// variableArray returns the type of an array, possibly of arrays, of variable lengths. t is the type of its elements,
// nil if c determines it.
func (d *debugInfo) variableArray(c *region.CType, t region.Type, lengths []int) int {
	var ranges []string
	for p := c.Plain(); p != nil && p.Kind == region.CArray; p = c.Plain() {
		count := fmt.Sprint(p.Len)
		if p.Len < 0 && len(lengths) > 0 {
			count, lengths = fmt.Sprintf("!%d", lengths[0]), lengths[1:]
		}
		ranges = append(ranges, fmt.Sprintf("!DISubrange(count: %s)", count))
		c = p.Of
	}
	element := d.target(c)
	if _, isPtr := t.(*region.Ptr); t != nil && !isPtr {
		element = d.element(c, t)
	}
	return d.node("!DICompositeType(tag: DW_TAG_array_type, baseType: %s, elements: !{%s})", element,
		strings.Join(ranges, ", "))
}

// describeLocal describes local l, whose storage is p, if it is a variable of the program.
func (f Described) describeLocal(l *region.Local, p ir.Value) {
	if l.Pos.IsValid() {
		v := ofLocal(l)
		f.describe(v, p, v.isVLA())
	}
}

// DescribeParams describes the variables whose addresses the parameters of a kernel hold. In optimised PTX it refers to
// the parameters themselves, since LLVM drops variables that a generic pointer to global memory describes.
func (f Described) DescribeParams(k *region.Kernel, params []*ir.Param) {
	d := f.Mod.Debug
	if d == nil || !d.vars {
		return
	}
	for i, p := range k.Params {
		if p.Kind == region.ParamValue || p.C == nil {
			continue
		}
		if pos := region.Position(k.Pos); f.Mod.Target.DebugLinesOnly && f.Mod.Options.Opt > 0 && pos.Line > 0 {
			at := d.variable(f.Scope, p.Name, 0, d.ctype(p.C, p.Elem), pos)
			f.Add(f.debugCall("llvm.dbg.value", []ir.Value{ir.MetadataArg(params[i]), ir.MetadataArg(ir.Node(at)),
				ir.MetadataArg(ir.DebugExpr(true))}, f.Scope, pos))
		} else {
			cell := f.Alloca(ir.Ptr, 8, p.Name+".ref")
			f.Store(f.Params[p], cell, 8)
			f.describe(&described{p.Name, 0, p.Elem, p.C, p.Lengths, region.Position(k.Pos)}, cell, true)
		}
	}
}

// describeCapture describes a variable of the enclosing function at the start of an
// outlined function. at is its address there or, with held, the address of a cell that
// holds its address.
func (f Described) describeCapture(v *described, at ir.Value, held bool) {
	if v.t == nil || !f.isDescribed(v, at) {
		return
	}
	cell := f.Alloca(ir.Ptr, 8, v.name+".ref")
	emit := func(in ir.Instruction) { f.outer.loads = append(f.outer.loads, in) }
	t := f.Mod.Debug.typeOf(v, f.extents(v, emit))
	if held {
		load := &llir.InstLoad{ElemType: ir.Ptr, Src: at, Align: 8}
		load.SetName(f.Name(v.name))
		emit(load)
		at = load
	}
	emit(&llir.InstStore{Src: at, Dst: cell, Align: 8})
	emit(f.declaration(v, t, cell, true))
}

// inScope emits gen in a lexical scope of its own if b declares variables.
func (f Described) inScope(b *region.Block, gen func()) {
	d := f.Mod.Debug
	if d == nil || !d.vars || len(b.Locals) == 0 {
		gen()
		return
	}
	old := f.Scope
	pos := b.StmtPos()
	if pos.Line == 0 {
		pos = f.Pos
	}
	f.Scope = d.lexicalBlock(old, pos)
	gen()
	f.Scope = old
	if f.Pos.Line > 0 {
		f.Loc = d.Location(f.Scope, f.Pos)
	}
}
