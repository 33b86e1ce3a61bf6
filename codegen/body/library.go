package body

import (
	"fmt"
	"strings"

	"github.com/llir/llvm/ir/enum"

	"ompcc/codegen/ir"
	"ompcc/codegen/target"
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

// Provision says how a target provides a function of the C library.
type Provision int

// The provisions.
const (
	// Absent functions are left undefined under their C name: the device
	// support library (C compiled for the target) or nobody defines them.
	Absent Provision = iota
	// Symbol is a function of libm, libc or libclc, under the symbol given.
	Symbol
	// Inline functions are expanded by codegen.
	Inline
	// VaList functions take a va_list that is made from the argument buffer.
	VaList
)

// Library says how target t provides the C library's function name, and under
// which symbol.
func Library(t *target.Target, name string) (symbol string, how Provision) {
	if t.HostLibrary {
		switch {
		case name == "sscanf" || name == "vsscanf": // as ISO C has it, where %a reads a number
			return "__isoc99_vsscanf", VaList
		case viaList[name]:
			return "v" + name, VaList
		case takesList[name]:
			return name, VaList
		case name == "__openmp_error":
			return "__ompcc_error", Symbol // the runtime's
		case strings.HasPrefix(name, "__openmp_task_"), strings.HasPrefix(name, "__openmp_mem_"),
			strings.HasPrefix(name, "__openmp_space_"), strings.HasPrefix(name, "__openmp_gprivate_"):
			return "__ompcc" + strings.TrimPrefix(name, "__openmp"), Symbol
		}
		return name, Symbol
	}
	if supportMath[strings.TrimPrefix(name, "__builtin_")] {
		return strings.TrimPrefix(name, "__builtin_"), Absent
	}
	base, suffix := SplitPrecision(name)
	if _, ok := InlineMath[base]; ok {
		return "", Inline
	}
	if args, ok := CLCMath[base]; ok {
		return clcName(t, base, args, suffix), Symbol
	}
	if name == "printf" && t.HostPrintf != "" {
		return t.HostPrintf, Inline
	}
	if s, ok := gpuOutput[name]; ok {
		return s, Absent
	}
	return name, Absent
}

// viaList are variadic functions with a v… counterpart in libc, which takesList
// names: the argument buffer, or what is left of it, becomes its va_list.
var (
	viaList   = makeSet("printf sprintf snprintf fprintf asprintf sscanf swprintf")
	takesList = makeSet("vprintf vsprintf vsnprintf vfprintf vasprintf vsscanf vswprintf")
)

// gpuOutput are the functions of the device library behind formatted output,
// with the argument buffer as va_list. CUDA's printf is used where there is one.
var gpuOutput = map[string]string{
	"printf": "__openmp_vprintf", "vprintf": "__openmp_vprintf", "sprintf": "vsprintf", "snprintf": "vsnprintf",
	"fprintf": "vfprintf", "asprintf": "vasprintf", "sscanf": "vsscanf", "swprintf": "vswprintf",
}

// writesOutput are the functions that write to the standard output.
var writesOutput = map[string]bool{"printf": true, "vprintf": true, "puts": true, "putchar": true,
	"__assert_fail": true, "__openmp_error": true, "perror": true, "__openmp_task_new": true,
	"__openmp_task_cancel": true, "__openmp_thread_storage": true, "__openmp_gprivate_begin": true,
	"__openmp_mem_alloc": true, "__openmp_mem_calloc": true, "__openmp_mem_realloc": true, "__openmp_mem_free": true}

// stdioText is the text of abi.StdioName. The runtime prints and empties it when a kernel ends.
const stdioText = 1<<20 - 8

func (m *Module) needStdio() { m.needText(abi.StdioName) }

// needText defines a buffer of output.
func (m *Module) needText(name string) {
	m.shared(name, ir.StructOf(ir.I32, ir.I32, ir.Bytes(stdioText)))
}

// shared defines a variable that the runtime accesses, once in a program.
func (m *Module) shared(name string, t ir.Type) {
	if m.Declared[name] {
		return
	}
	m.Declared[name] = true
	g := m.AddGlobal(name, t, m.Target.GlobalSpace, ir.Zero(t), "weak_odr", false)
	g.Align, g.ExternallyInitialized, g.Visibility = 16, true, enum.VisibilityProtected
	m.Used = append(m.Used, m.Generic(name, m.Target.GlobalSpace))
}

// writesStream are the functions that write to the standard output or to stderr.
var writesStream = makeSet(`
putchar_unlocked fprintf vfprintf fputs fputc putc fwrite perror fputs_unlocked fputc_unlocked putc_unlocked fwrite_unlocked
fflush fflush_unlocked ferror ferror_unlocked feof feof_unlocked clearerr clearerr_unlocked
`)

var streamIndex = map[string]int{"stdin": 0, "stdout": 1, "stderr": 2}

func (m *Module) needStreams() { m.shared(abi.StreamsName, ir.ArrayOf(3, ir.Ptr)) }

// streamRef is the address of the standard stream's variable.
func (m *Module) streamRef(name string) ir.Constant {
	return ir.Generic(ir.ByteOffset(ir.Symbol{Name: abi.StreamsName, Space: m.Target.GlobalSpace},
		int64(8*streamIndex[name])))
}

// needMailbox defines what the function of reverse offload shares with the runtime.
func (m *Module) needMailbox(name string) {
	if !m.Target.HostLibrary && name == "__openmp_reverse" {
		m.shared(abi.ReverseMailbox, ir.ArrayOf(2, ir.I64))
	}
}

// NeedOutput defines what library function name writes to.
func (m *Module) NeedOutput(name string) {
	if m.Target.OutputBuffer && (writesOutput[name] || writesStream[name]) {
		m.needStdio()
	}
	if !m.Target.HostLibrary && writesStream[name] {
		m.needStreams()
		m.needText(abi.StderrName)
	}
}

// supportMath are functions that the device library (rt/devlib) has because
// libclc's are off by more than 2 ulp (docs/math.md).
var supportMath = map[string]bool{
	"tgamma": true, "tgammaf": true, "tanf": true, "sinhf": true, "coshf": true, "atan2f": true, "erfcf": true,
	"lgammaf": true,
}

// CLCMath gives the argument types of libclc's functions: x the precision's
// type, i an int, I a pointer to int, X a pointer to the precision's type.
var CLCMath = map[string]string{
	"acos": "x", "acosh": "x", "asin": "x", "asinh": "x", "atan": "x", "atanh": "x", "atan2": "xx", "cbrt": "x",
	"cos": "x", "cosh": "x", "erf": "x", "erfc": "x", "exp": "x", "exp10": "x", "exp2": "x", "expm1": "x", "fdim": "xx",
	"fmod": "xx", "frexp": "xI", "hypot": "xx", "ilogb": "x", "ldexp": "xi", "lgamma": "x", "lgamma_r": "xI",
	"log":   "x",
	"log10": "x", "log1p": "x", "log2": "x", "logb": "x", "modf": "xX", "nextafter": "xx", "pow": "xx",
	"remainder": "xx",
	"remquo":    "xxI", "sin": "x", "sinh": "x", "tan": "x", "tanh": "x", "tgamma": "x",
}

// InlineMath are functions that are one LLVM intrinsic or composed of others.
// The value is the intrinsic, or "" for those in composed.
var InlineMath = map[string]string{
	"fabs": "fabs", "floor": "floor", "ceil": "ceil", "trunc": "trunc", "rint": "rint", "nearbyint": "rint",
	"round": "round",
	"sqrt":  "sqrt", "fma": "fma", "copysign": "copysign", "fmin": "minnum", "fmax": "maxnum",
	"lrint": "rint", "llrint": "rint", "lround": "round", "llround": "round",
	"scalbn": "", "scalbln": "", "sincos": "", "pow10": "",
}

// SplitPrecision splits "sinf" into "sin" and "f"; the suffix of double is "d".
func SplitPrecision(name string) (base, suffix string) {
	name = strings.TrimPrefix(name, "__builtin_")
	if known(name) {
		return name, "d"
	}
	if b, ok := strings.CutSuffix(name, "f"); ok && known(b) {
		return b, "f"
	}
	if b, ok := strings.CutSuffix(name, "f_r"); ok && known(b+"_r") {
		return b + "_r", "f"
	}
	return name, ""
}

func known(name string) bool {
	if _, ok := CLCMath[name]; ok {
		return true
	}
	_, ok := InlineMath[name]
	return ok
}

// clcName mangles as OpenCL C++: pointers are to private storage.
func clcName(t *target.Target, base, args, suffix string) string {
	s := fmt.Sprintf("_Z%d%s", len(base), base)
	ptr := "P"
	if t.LocalSpace != 0 {
		ptr = fmt.Sprintf("PU3AS%d", t.LocalSpace)
	}
	for _, a := range args {
		switch a {
		case 'x':
			s += suffix
		case 'i':
			s += "i"
		case 'I':
			s += ptr + "i"
		case 'X':
			s += ptr + suffix
		}
	}
	return s
}

// LibraryName is the symbol behind a library function whose address is taken.
func (m *Module) LibraryName(name string) (string, Provision) {
	s, how := Library(m.Target, name)
	if s == "" {
		s = name
	}
	if m.Options.Sanitize && checkedLibrary[s] {
		s = "__ompcc_check_lib_" + s
	}
	return s, how
}

func (f library) libraryCall(x *region.Call) ir.Value {
	args := make([]ir.Value, len(x.Args))
	for i, a := range x.Args {
		args[i] = f.Expr(a)
	}
	types := x.VarArgs
	if types == nil {
		types = []region.Type{}
	}
	if f.Mod.Target.HostPrintf != "" && x.Func.Name == "printf" && !(f.unused == x && cudaPrints(x)) {
		types = nil
	}
	return f.libraryOn(x.Func, args, types)
}

// libraryOn calls library function rf; varArgs are the types in the buffer of
// a variadic call, nil if they are not known.
func (f library) libraryOn(rf *region.Function, args []ir.Value, varArgs []region.Type) ir.Value {
	ret := TypeOf(rf.Ret)
	symbol, how := f.Mod.LibraryName(rf.Name)
	Checks{f.Function}.checkPlace(rf.Name)
	Checks{f.Function}.checkResults(rf.Name, args)
	switch {
	case how == VaList:
		return f.viaVaList(symbol, ret, args)
	case how == Inline && symbol == f.Mod.Target.HostPrintf && varArgs == nil:
		return f.Call(ret, gpuOutput["printf"], "", args...)
	case how == Inline && symbol == f.Mod.Target.HostPrintf:
		return f.cudaPrintf(args, varArgs)
	case how == Inline:
		return f.inlineLibrary(rf, args)
	case how == Symbol && !f.Mod.Target.HostLibrary:
		return f.clcCall(symbol, rf, args)
	}
	f.Mod.NeedOutput(rf.Name)
	f.Mod.needMailbox(rf.Name)
	if f.taskRoutine(rf.Name, symbol, args) {
		return nil
	}
	attrs := ""
	switch {
	case rf.NoReturn:
		attrs = "noreturn"
	case returnsTwice[rf.Name]:
		attrs = "returns_twice"
	}
	if f.Mod.Target.HostLibrary && hasComplex(rf) {
		return f.complexCall(symbol, rf, args)
	}
	return f.Call(ret, symbol, attrs, args...)
}

// returnsTwice are the functions to which longjmp comes back. LLVM keeps the values of
// those that call them out of registers, and does not inline them.
var returnsTwice = map[string]bool{"setjmp": true, "_setjmp": true, "__sigsetjmp": true}

// viaVaList calls vprintf and the like with a va_list whose register area is
// used up, so that every argument comes from the buffer, which is laid out as
// the stack's arguments are.
func (f library) viaVaList(symbol string, ret ir.Type, args []ir.Value) ir.Value {
	buf := args[len(args)-1]
	ap := f.Alloca(ir.Bytes(32), 16, "ap")
	f.Mod.Target.VaList(f.Emitter(), ap, buf)
	return f.Call(ret, symbol, "", append(append([]ir.Value{}, args[:len(args)-1]...), ap)...)
}

// clcCall calls libclc, giving pointer arguments private cells.
func (f library) clcCall(symbol string, rf *region.Function, args []ir.Value) ir.Value {
	base, suffix := SplitPrecision(rf.Name)
	spec := CLCMath[base]
	type out struct {
		t  ir.Type
		to ir.Value
	}
	cells := map[int]out{}
	for i, a := range spec {
		if (a == 'I' || a == 'X') && i < len(args) {
			t := ir.Type(ir.I32)
			if a == 'X' {
				t = precision(suffix)
			}
			cell := f.Alloca(t, 8, base+".out")
			args[i], cells[i] = f.fromGeneric(cell, f.Mod.Target.LocalSpace), out{t, args[i]}
		}
	}
	v := f.Call(TypeOf(rf.Ret), symbol, "", args...)
	for i := range args {
		if c, ok := cells[i]; ok {
			f.Store(f.Load(c.t, args[i], 0, base+".out"), c.to, 0)
		}
	}
	return v
}

func precision(suffix string) ir.Type {
	if suffix == "f" {
		return ir.Float
	}
	return ir.Double
}

func (f library) inlineLibrary(rf *region.Function, args []ir.Value) ir.Value {
	base, suffix := SplitPrecision(rf.Name)
	ft, ret := precision(suffix), TypeOf(rf.Ret)
	if op := InlineMath[base]; op != "" {
		v := f.Call(ft, fmt.Sprintf("llvm.%s.%s", op, ir.Mangle(ft)), "", args...)
		if !ret.Equal(ft) { // lrint, lround
			return f.Cast("fptosi", v, ret, base)
		}
		return v
	}
	switch base {
	case "scalbn", "scalbln":
		n := f.Resize(args[1], ir.I32, true)
		return f.Call(ft, clcName(f.Mod.Target, "ldexp", "xi", suffix), "", args[0], n)
	case "pow10":
		return f.Call(ft, clcName(f.Mod.Target, "exp10", "x", suffix), "", args[0])
	}
	return f.sincos(args, ft, suffix)
}

// sincos stores sin(args[0]) and cos(args[0]); libclc's returns the sine.
func (f library) sincos(args []ir.Value, ft ir.Type, suffix string) ir.Value {
	cell := f.Alloca(ft, 8, "cos")
	p := f.fromGeneric(cell, f.Mod.Target.LocalSpace)
	s := f.Call(ft, clcName(f.Mod.Target, "sincos", "xX", suffix), "", args[0], p)
	f.Store(s, args[1], 0)
	f.Store(f.Load(ft, p, 0, "cos"), args[2], 0)
	return nil
}
