package body

import (
	"fmt"
	"sort"
	"strings"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"

	"ompcc/codegen/ir"
	"ompcc/codegen/target"
	"ompcc/lower/region"
	"ompcc/parse/diag"
)

// Options are what a compilation chooses besides the target.
type Options struct {
	Debug bool // debug information (-g)
	// Lines asks for the places of instructions without Debug. The code is the same as without them, and nothing of
	// them is in an object.
	Lines bool
	// AliasMaps drops noalias from kernel parameters: the program maps
	// overlapping storage under several names on one construct.
	AliasMaps bool
	// Deterministic has reductions of floating-point numbers across a GPU's
	// teams, and those by user-defined combiners, combine in a fixed order.
	Deterministic bool
	// Opt is the level of -O, for attributes (optnone is never set).
	Opt int
	// Instrument calls __cyg_profile_func_enter and _exit in every function of code for
	// the CPU device (-finstrument-functions).
	Instrument bool
	// Whole: the module is the program's only one.
	Whole bool
	// Remarks asks for Unit.Remarks.
	Remarks bool
	// Sanitize checks every access of code for the CPU device (sanitize.go).
	Sanitize bool
}

// Error is a defect of the user's program that only the target can see: an
// operation that the target does not have.
type Error struct {
	Pos     diag.Pos
	Message string
	Code    diag.Code
	Fix     string // what to write, "" if there is nothing to say
}

// StackFrameHelp is what to write in place of variables that are too large for a thread's stack.
const StackFrameHelp = "allocate it with malloc in the region, or map one array with a part for each thread"

// helps are what to write in place of what a target lacks, by the errors' codes.
var helps = map[diag.Code]string{
	diag.OmpLockstepLock: "use '#pragma omp critical', or set and unset a simple lock in one compound statement without jumps between",
	diag.X86Intrinsic:    "write a variant without it, '#pragma omp declare variant(f) match(device={kind(gpu)})', or compile for the CPU only",
	diag.AsmTarget:       "write a variant in C, '#pragma omp declare variant(f) match(device={kind(gpu)})', or compile for the CPU only",
	diag.AsmGoto:         "write the condition and the jump in C",
	diag.NestedJump:      "return a status, and jump in the enclosing function",
	diag.NestedFunction: "pass the variables as an argument to a function at file scope: " +
		"GPUs cannot execute trampolines",
	diag.LongDoubleGpu: "use double",
	diag.StackFrame:    StackFrameHelp,
	diag.DeterministicReduction: "move the construct out of the statement around it, " +
		"or compile without -fopenmp-deterministic-reductions",
	diag.UnsupportedBuiltin: "move the call out of the target region, or compile for the CPU only",
	diag.SkeletonTarget:     "remove the target from -fopenmp-targets",
}

func (e *Error) Error() string {
	if e.Pos.IsValid() {
		return e.Pos.String() + ": " + e.Message
	}
	return e.Message
}

// Generate emits all of the module.
func (m *Module) Generate() {
	m.findLate()
	for _, g := range m.Source.Globals {
		m.global(g)
	}
	for _, f := range m.Source.Funcs {
		m.function(f)
	}
	for _, k := range m.Source.Kernels {
		m.Model.Kernel(k)
	}
	if m.Options.Sanitize {
		m.listVariables()
	}
	m.Model.Finish()
	m.finishPatches()
	m.finishFeatures()
	m.finishEntries()
}

// Module is one LLVM module under construction.
type Module struct {
	// Model emits what differs between CPUs and GPUs.
	Model   Model
	Source  *region.Module
	Target  *target.Target
	Options Options
	Errs    []error
	// Warnings are about code that the target executes otherwise than the program may mean.
	Warnings []*Error

	Globals  []*ir.Global
	Funcs    []*ir.Func
	Comments map[*ir.Func]string
	Declared map[string]bool // functions declared or defined
	names    map[string]int  // symbols made by codegen
	strings  map[string]ir.Constant
	rows     map[string]ir.Constant // constants by what they describe
	entries  []entry
	Used     []ir.Constant
	// late are the addresses in initial values that the runtime writes, and patches
	// their places and values in turn.
	late    map[*region.InitAddr]bool
	patches []ir.Constant
	Debug   *debugInfo
	// Compared are those of AddressTaken that pointers are compared with.
	Compared []*region.Function
	// AddressTaken are the functions whose address the module uses.
	AddressTaken map[*region.Function]bool
	// Reported are the places of errors that are not to be repeated.
	Reported map[region.Position]bool
	loopMDs  []string // loop metadata nodes
	// Features are those that the module serves; true: it has them.
	Features map[Feature]bool
	// serving is the feature whose code is being emitted, Served those of functions that only such code calls.
	serving Feature
	Served  map[string]Feature
	// Events and Awaits: Unit has them.
	Events, Awaits bool
	md             int // next metadata number
	// TeamMemory is the function that names the team's memory of functions called indirectly, "" without one.
	TeamMemory string
	// Annotations are the launch bounds of kernels that are metadata.
	Annotations []string
}

// NewModule starts the code of m for target t; a model is attached to it before code is emitted.
func NewModule(m *region.Module, t *target.Target, opts Options) *Module {
	opts.Sanitize, opts.Instrument = opts.Sanitize && t.Instrumented, opts.Instrument && t.Instrumented
	mod := &Module{Source: m, Target: t, Options: opts, Comments: map[*ir.Func]string{}, Declared: map[string]bool{},
		names: map[string]int{}, strings: map[string]ir.Constant{}, late: map[*region.InitAddr]bool{}, Features: map[Feature]bool{}, Served: map[string]Feature{}, rows: map[string]ir.Constant{}, AddressTaken: takenAddresses(m), Reported: map[region.Position]bool{}}
	for _, f := range m.Funcs {
		mod.names[f.Name]++
		if f.Body != nil {
			mod.Declared[f.Name] = true
		}
	}
	for _, g := range m.Globals {
		mod.names[g.Name]++
	}
	if opts.Debug || opts.Lines {
		mod.Debug = newDebugInfo(mod)
	}
	return mod
}

// Errorf reports an error of the program, by its code.
func (m *Module) Errorf(pos region.Position, code diag.Code, format string, args ...any) {
	m.Errs = append(m.Errs,
		&Error{Pos: diag.Pos(pos), Code: code, Message: fmt.Sprintf(format, args...), Fix: helps[code]})
}

// Warnf warns of code that the target executes in a way that the program may not mean, by the warning's name.
func (m *Module) Warnf(pos region.Position, code diag.Code, format string, args ...any) {
	m.Warnings = append(m.Warnings,
		&Error{Pos: diag.Pos(pos), Code: code, Message: fmt.Sprintf(format, args...), Fix: helps[code]})
}

// Symbol makes a module-wide name from base.
func (m *Module) Symbol(base string) string {
	n := m.names[base]
	m.names[base]++
	if n == 0 {
		return base
	}
	return fmt.Sprintf("%s.%d", base, n)
}

// Declare declares a function known by name once.
func (m *Module) Declare(ret ir.Type, name, attrs string, args []ir.Value) {
	if m.serving == noFeature {
		delete(m.Served, name)
	} else if !m.Declared[name] {
		m.Served[name] = m.serving
	}
	if m.Declared[name] {
		return
	}
	m.Declared[name] = true
	f := &ir.Func{Sig: &types.FuncType{RetType: ret}}
	f.SetName(name)
	for _, a := range args {
		p := &ir.Param{Typ: a.Type()}
		if arg, ok := a.(*llir.Arg); ok {
			p.Attrs = arg.Attrs
		}
		f.Params = append(f.Params, p)
	}
	if m.mayConverge(name) && !strings.Contains(attrs, Convergent) {
		attrs = strings.TrimSpace(Convergent + " " + attrs)
	}
	if attrs != "" {
		f.FuncAttrs = append(f.FuncAttrs, ir.Attr(attrs))
	}
	m.Funcs = append(m.Funcs, f)
}

// Convergent is what LLVM must know of a call in which threads may meet: it is moved to no place, and
// copied to none, that fewer of them reach together. On GPUs it holds for every function, as with
// clang, until LLVM sees that nothing in one is so.
const Convergent = "convergent"

// mayConverge reports whether threads may meet in what is called name; intrinsics say so themselves.
func (m *Module) mayConverge(name string) bool {
	return m.Target.Convergent && !strings.HasPrefix(name, "llvm.")
}

// Define starts a function definition; params are named.
func (m *Module) Define(name string, ret ir.Type, params []*ir.Param, linkage string) *ir.Func {
	f := &ir.Func{Sig: &types.FuncType{RetType: ret}, Params: params}
	f.SetName(name)
	for _, a := range m.Target.FuncAttrs {
		f.FuncAttrs = append(f.FuncAttrs, ir.Attr(a))
	}
	f.Linkage = ir.Linkage(linkage)
	m.Declared[name] = true
	m.Funcs = append(m.Funcs, f)
	return f
}

// Text assembles the module: llir prints each part, comments stand before functions.
func (m *Module) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "; %s for %s\n", m.Source.File, m.Target)
	fmt.Fprintf(&b, "source_filename = %s\ntarget datalayout = %q\ntarget triple = %q\n", ir.Quote(m.Source.File),
		m.Target.DataLayout, m.Target.Triple)
	if len(m.Globals) > 0 {
		b.WriteByte('\n')
	}
	for _, g := range m.Globals {
		b.WriteString(g.LLString() + "\n")
	}
	decls := []string{}
	for _, f := range m.Funcs {
		if len(f.Blocks) == 0 {
			decls = append(decls, f.LLString())
			continue
		}
		b.WriteString("\n" + m.Comments[f])
		b.WriteString(ir.Print(f) + "\n")
	}
	sort.Strings(decls)
	if len(decls) > 0 {
		b.WriteString("\n" + strings.Join(decls, "\n") + "\n")
	}
	if md := m.metadata(); md != "" {
		b.WriteString("\n" + md)
	}
	return b.String()
}

func (m *Module) newMD() int { m.md++; return m.md - 1 }

// flags appends the named metadata of the module.
func (m *Module) flags() {
	var flags, notes []string
	add := func(to *[]string, text string) {
		id := m.newMD()
		m.loopMDs = append(m.loopMDs, fmt.Sprintf("!%d = %s", id, text))
		*to = append(*to, fmt.Sprintf("!%d", id))
	}
	if m.Debug != nil {
		add(&flags, `!{i32 2, !"Debug Info Version", i32 3}`)
		add(&flags, `!{i32 7, !"Dwarf Version", i32 4}`)
	}
	for _, flag := range m.Target.ModuleFlags {
		add(&flags, flag)
	}
	for _, a := range m.Annotations {
		add(&notes, a)
	}
	if len(flags) > 0 {
		m.loopMDs = append(m.loopMDs, "!llvm.module.flags = !{"+strings.Join(flags, ", ")+"}")
	}
	if len(notes) > 0 {
		m.loopMDs = append(m.loopMDs, "!"+m.Target.BoundsMetadata+" = !{"+strings.Join(notes, ", ")+"}")
	}
}

// metadata is what follows the functions.
func (m *Module) metadata() string {
	var b strings.Builder
	m.flags()
	for _, s := range m.loopMDs {
		b.WriteString(s + "\n")
	}
	if m.Debug != nil {
		b.WriteString(m.Debug.text())
	}
	return b.String()
}
