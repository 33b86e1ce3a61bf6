// Intrinsics of x86 as clang's headers have them.

package cbody

import (
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse"
)

// x86Functions are intrinsics that clang's headers declare only: it knows them itself.
var x86Functions = map[string]string{
	"_mm_pause": "__builtin_ia32_pause", "_mm_mfence": "__builtin_ia32_mfence", "_mm_lfence": "__builtin_ia32_lfence",
	"_mm_sfence":  "__builtin_ia32_sfence",
	"_mm_clflush": "__builtin_ia32_clflush", "_mm_getcsr": "__builtin_ia32_stmxcsr",
	"_mm_setcsr": "__builtin_ia32_ldmxcsr",
}

// constantHelp is what to write for an argument that is part of the instruction.
const constantHelp = "write a number, a macro or an enumerator"

// x86 calls a builtin function of x86, which the CPU device's compiler defines when the
// program is linked (region.Function.X86). Constants that its instruction holds are part of the name.
func (f *Fn) x86(name string, n *cc.PostfixExpression, args []cc.ExpressionNode) val {
	_, d := calledName(n.PostfixExpression)
	ft := d.Type().(*cc.FunctionType)
	if f.isDry > 0 {
		return f.dryCall(ft)
	}
	base := strings.TrimPrefix(name, "__builtin_ia32_")
	if v, ok := f.gccBuiltin(base, n, args); ok {
		return v
	}
	constant, ok := parse.X86Builtin(name)
	params := paramTypes(ft)
	if !ok || len(constant) != len(args) || len(params) != len(args) { // the program may declare it otherwise
		f.errorf(n, diag.UnsupportedBuiltin,
			"%s is not supported in device code: it is not among clang's builtin functions of SSE to AVX-512", name).
			WithFix(hostOnlyHelp)
		return f.dryCall(ft)
	}
	list := make([]x86Argument, len(constant))
	for i, p := range params {
		v := f.castParam(f.value(args[i]), p)
		list[i].x = v.x
		if !constant[i] {
			continue
		}
		c, ok := constOf(v.x)
		if !ok {
			f.errorf(args[i], diag.X86Constant, "argument %d of '%s' must be a constant", i+1, name).
				WithFix(constantHelp)
			return f.dryCall(ft)
		}
		list[i].constant = strings.Replace(c.String(), "-", "m", 1)
	}
	v := f.x86Call(base, list, f.T.Type(ft.Result()), n)
	v.ct = ft.Result()
	return v
}

// x86Function is the module's one function of fn's name.
func (t *Translator) x86Function(fn *region.Function) *region.Function {
	for _, x := range t.cfg.Module.Funcs {
		if x.Name == fn.Name {
			return x
		}
	}
	t.cfg.Module.Funcs = append(t.cfg.Module.Funcs, fn)
	return fn
}
