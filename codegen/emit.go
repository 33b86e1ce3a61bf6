package codegen

import (
	"errors"
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
	Debug bool // line tables (-g)
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
	Code    string
	Fix     string // what to write, "" if there is nothing to say
}

// StackFrameHelp is what to write in place of variables that are too large for a thread's stack.
const StackFrameHelp = "allocate it with malloc in the region, or map one array with a part for each thread"

// remedies are what to write in the place of what a target lacks, by the errors' codes.
var remedies = map[string]string{
	"x86-intrinsic": "write a variant without it, '#pragma omp declare variant(f) match(device={kind(gpu)})', or compile for the CPU only",
	"asm-target":    "write a variant in C, '#pragma omp declare variant(f) match(device={kind(gpu)})', or compile for the CPU only",
	"asm-goto":      "write the condition and the jump in C",
	"nested-jump":   "return a status, and jump in the enclosing function",
	"nested-function": "pass the variables as an argument to a function at file scope: " +
		"GPUs cannot execute trampolines",
	"long-double-gpu": "use double",
	"stack-frame":     StackFrameHelp,
	"skeleton-target": "remove the target from -fopenmp-targets",
}

func (e *Error) Error() string {
	if e.Pos.IsValid() {
		return e.Pos.String() + ": " + e.Message
	}
	return e.Message
}

// Emit returns the LLVM IR of m for target t. The module must be verified. The
// error joins one *Error for each place that the target cannot compile.
func Emit(m *region.Module, t *target.Target, opts Options) (string, error) {
	mod, err := generate(m, t, opts)
	if err != nil {
		return "", err
	}
	return mod.text(), nil
}

func generate(m *region.Module, t *target.Target, opts Options) (*module, error) {
	mod := newModule(m, t, opts)
	if t.Model == target.Grid {
		newGPU(mod)
	} else {
		newCPU(mod)
	}
	if mod.checkSkeleton(); len(mod.errs) > 0 {
		return nil, errors.Join(mod.errs...)
	}
	mod.findLate()
	for _, g := range m.Globals {
		mod.global(g)
	}
	for _, f := range m.Funcs {
		mod.function(f)
	}
	for _, k := range m.Kernels {
		mod.model.kernel(k)
	}
	if mod.opts.Sanitize {
		mod.listVariables()
	}
	mod.finishPatches()
	mod.finishFeatures()
	mod.finishEntries()
	if len(mod.errs) > 0 {
		return nil, errors.Join(mod.errs...)
	}
	if opts.Whole {
		mod.internalize()
	}
	return mod, nil
}

// module is one LLVM module under construction.
type module struct {
	model model
	src   *region.Module
	t     *target.Target
	opts  Options
	errs  []error

	globals  []*ir.Global
	funcs    []*ir.Func
	comments map[*ir.Func]string
	declared map[string]bool // functions declared or defined
	names    map[string]int  // symbols made by codegen
	strings  map[string]ir.Constant
	rows     map[string]ir.Constant // constants by what they describe
	entries  []entry
	used     []ir.Constant
	// late are the addresses in initial values that the runtime writes, and patches
	// their places and values in turn.
	late    map[*region.InitAddr]bool
	patches []ir.Constant
	dbg     *debugInfo
	// taken are those of addressTaken that pointers are compared with.
	taken []*region.Function
	// addressTaken are the functions whose address the module uses.
	addressTaken map[*region.Function]bool
	// reported are the places of errors that are not to be repeated.
	reported map[region.Position]bool
	loopMDs  []string // loop metadata nodes
	// features are those that the module serves; true: it has them.
	features map[feature]bool
	// serving is the feature whose code is being emitted, served those of functions that only such code calls.
	serving feature
	served  map[string]feature
	// events and awaits: Unit has them.
	events, awaits bool
	md             int // next metadata number
	// annotations are the launch bounds of kernels that are metadata.
	annotations []string
}

func newModule(m *region.Module, t *target.Target, opts Options) *module {
	opts.Sanitize, opts.Instrument = opts.Sanitize && t.Instrumented, opts.Instrument && t.Instrumented
	mod := &module{src: m, t: t, opts: opts, comments: map[*ir.Func]string{}, declared: map[string]bool{},
		names: map[string]int{}, strings: map[string]ir.Constant{}, late: map[*region.InitAddr]bool{}, features: map[feature]bool{}, served: map[string]feature{}, rows: map[string]ir.Constant{}, addressTaken: takenAddresses(m), reported: map[region.Position]bool{}}
	for _, f := range m.Funcs {
		mod.names[f.Name]++
		if f.Body != nil {
			mod.declared[f.Name] = true
		}
	}
	for _, g := range m.Globals {
		mod.names[g.Name]++
	}
	if opts.Debug {
		mod.dbg = newDebugInfo(mod)
	}
	return mod
}

func (m *module) errorf(pos region.Position, code, format string, args ...any) {
	m.errs = append(m.errs, &Error{Pos: diag.Pos(pos), Code: code, Message: fmt.Sprintf(format, args...), Fix: remedies[code]})
}

// symbol makes a module-wide name from base.
func (m *module) symbol(base string) string {
	n := m.names[base]
	m.names[base]++
	if n == 0 {
		return base
	}
	return fmt.Sprintf("%s.%d", base, n)
}

// declare declares a function known by name once.
func (m *module) declare(ret ir.Type, name, attrs string, args []ir.Value) {
	if m.serving == noFeature {
		delete(m.served, name)
	} else if !m.declared[name] {
		m.served[name] = m.serving
	}
	if m.declared[name] {
		return
	}
	m.declared[name] = true
	f := &ir.Func{Sig: &types.FuncType{RetType: ret}}
	f.SetName(name)
	for _, a := range args {
		p := &ir.Param{Typ: a.Type()}
		if arg, ok := a.(*llir.Arg); ok {
			p.Attrs = arg.Attrs
		}
		f.Params = append(f.Params, p)
	}
	if m.mayConverge(name) && !strings.Contains(attrs, convergent) {
		attrs = strings.TrimSpace(convergent + " " + attrs)
	}
	if attrs != "" {
		f.FuncAttrs = append(f.FuncAttrs, ir.Attr(attrs))
	}
	m.funcs = append(m.funcs, f)
}

// convergent is what LLVM must know of a call in which threads may meet: it is moved to no place, and
// copied to none, that fewer of them reach together. On GPUs it holds for every function, as with
// clang, until LLVM sees that nothing in one is so.
const convergent = "convergent"

// mayConverge reports whether threads may meet in what is called name; intrinsics say so themselves.
func (m *module) mayConverge(name string) bool {
	return m.t.Convergent && !strings.HasPrefix(name, "llvm.")
}

// define starts a function definition; params are named.
func (m *module) define(name string, ret ir.Type, params []*ir.Param, linkage string) *ir.Func {
	f := &ir.Func{Sig: &types.FuncType{RetType: ret}, Params: params}
	f.SetName(name)
	for _, a := range m.t.FuncAttrs {
		f.FuncAttrs = append(f.FuncAttrs, ir.Attr(a))
	}
	f.Linkage = ir.Linkage(linkage)
	m.declared[name] = true
	m.funcs = append(m.funcs, f)
	return f
}

// text assembles the module: llir prints each part, comments stand before functions.
func (m *module) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "; %s for %s\n", m.src.File, m.t)
	fmt.Fprintf(&b, "source_filename = %s\ntarget datalayout = %q\ntarget triple = %q\n", ir.Quote(m.src.File), m.t.DataLayout, m.t.Triple)
	if len(m.globals) > 0 {
		b.WriteByte('\n')
	}
	for _, g := range m.globals {
		b.WriteString(g.LLString() + "\n")
	}
	decls := []string{}
	for _, f := range m.funcs {
		if len(f.Blocks) == 0 {
			decls = append(decls, f.LLString())
			continue
		}
		b.WriteString("\n" + m.comments[f])
		b.WriteString(f.LLString() + "\n")
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

func (m *module) newMD() int { m.md++; return m.md - 1 }

// flags appends the named metadata of the module.
func (m *module) flags() {
	var flags, notes []string
	add := func(to *[]string, text string) {
		id := m.newMD()
		m.loopMDs = append(m.loopMDs, fmt.Sprintf("!%d = %s", id, text))
		*to = append(*to, fmt.Sprintf("!%d", id))
	}
	if m.dbg != nil {
		add(&flags, `!{i32 2, !"Debug Info Version", i32 3}`)
		add(&flags, `!{i32 7, !"Dwarf Version", i32 4}`)
	}
	for _, flag := range m.t.ModuleFlags {
		add(&flags, flag)
	}
	for _, a := range m.annotations {
		add(&notes, a)
	}
	if len(flags) > 0 {
		m.loopMDs = append(m.loopMDs, "!llvm.module.flags = !{"+strings.Join(flags, ", ")+"}")
	}
	if len(notes) > 0 {
		m.loopMDs = append(m.loopMDs, "!"+m.t.BoundsMetadata+" = !{"+strings.Join(notes, ", ")+"}")
	}
}

// metadata is what follows the functions.
func (m *module) metadata() string {
	var b strings.Builder
	m.flags()
	for _, s := range m.loopMDs {
		b.WriteString(s + "\n")
	}
	if m.dbg != nil {
		b.WriteString(m.dbg.text())
	}
	return b.String()
}
