// Functions of the C library that device code may call.

package cbody

import (
	"strings"
	"sync"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
)

// intrinsics are the library functions that are one operation.
var intrinsics = map[string]region.IntrinsicOp{
	"sqrt": region.OpSqrt, "fabs": region.OpFabs, "fma": region.OpFma, "floor": region.OpFloor, "ceil": region.OpCeil,
	"trunc": region.OpTrunc, "rint": region.OpRint, "nearbyint": region.OpRint, "round": region.OpRound,
	"copysign": region.OpCopysign, "fmin": region.OpFmin, "fmax": region.OpFmax,
}

// libraryNames are the functions of the C library that device code may call
// and that the device library provides under the same name. Those of math.h
// come in three types.
var libraryNames = sync.OnceValue(func() map[string]bool { return makeSet(libraryList) })

const libraryList = `
abs labs llabs div ldiv lldiv imaxabs imaxdiv
memcpy memmove memset memcmp memchr memrchr mempcpy memccpy rawmemchr memmem bcmp bcopy bzero
strlen strnlen strcpy stpcpy strncpy stpncpy strcat strncat strcmp strncmp strcasecmp strncasecmp strchr strrchr strchrnul
strstr strcasestr strspn strcspn strpbrk strtok strtok_r strsep strcoll strxfrm strdup strndup
isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit isascii tolower toupper toascii
__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc
atoi atol atoll atof strtol strtoll strtoul strtoull strtod strtof strtoimax strtoumax
qsort bsearch rand srand rand_r
malloc calloc realloc free aligned_alloc posix_memalign memalign
printf puts putchar snprintf sprintf vprintf vsnprintf vsprintf fprintf vfprintf fputs fputc putc fwrite fflush ferror feof clearerr
sscanf vsscanf strerror perror __errno_location
abort __assert_fail __assert
iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit towlower towupper
wcslen wcsnlen wmemcpy wmempcpy wmemmove wmemset wmemcmp wmemchr wcpcpy wcscpy wcpncpy wcsncpy wcscat wcsncat wcsdup
wcscmp wcsncmp wcscoll wcscasecmp wcsncasecmp wcsxfrm wcschr wcschrnul wcsrchr wcsspn wcscspn wcspbrk wcsstr wcstok
wcstol wcstoll wcstoul wcstoull wcstoimax wcstoumax wcstod wcstof
wctype iswctype wctrans towctrans mbrtoc16 c16rtomb mbrtoc32 c32rtomb swprintf vswprintf strftime
btowc wctob mbsinit mbrtowc mbrlen wcrtomb mbtowc mblen wctomb mbstowcs wcstombs
setjmp _setjmp __sigsetjmp longjmp _longjmp siglongjmp
clock difftime lgammaf_r
`

// systemNames are those whose names ISO C does not reserve in every program: they are the library's where a header of
// the system declares them.
var systemNames = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`
ffs ffsl ffsll index rindex explicit_bzero swab reallocarray qsort_r
fputs_unlocked fputc_unlocked putc_unlocked putchar_unlocked fwrite_unlocked fflush_unlocked ferror_unlocked feof_unlocked clearerr_unlocked
gmtime_r timegm asctime_r
asprintf vasprintf strverscmp lfind lsearch insque remque
erand48 nrand48 jrand48 drand48 lrand48 mrand48 srand48 random srandom a64l
`) {
		m[n] = true
	}
	for _, n := range strings.Fields(`
llogb nextup nextdown fmaximum fminimum fmaximum_num fminimum_num fmaximum_mag fminimum_mag fmaximum_mag_num fminimum_mag_num
fmaxmag fminmag canonicalize getpayload totalorder totalordermag
`) {
		m[n], m[n+"f"] = true, true
	}
	return m
})

// isLibrary reports whether the device library has the function that the unit calls name.
func (t *Translator) isLibrary(name string) bool {
	if !systemNames()[name] {
		return libraryNames()[name]
	}
	d := t.declaration(name)
	if d == nil {
		return false
	}
	file := t.place_(d).File
	return strings.HasPrefix(file, "/usr/") || file == "<variadic>" // support/variadic.c
}

// mathNames are the functions of math.h, without the suffixes f and l.
const mathNames = `
acos asin atan atan2 cos sin tan sincos acosh asinh atanh cosh sinh tanh exp exp2 exp10 pow10 expm1 frexp ilogb ldexp log log10 log1p
log2 logb modf scalbn scalbln cbrt fabs hypot pow sqrt erf erfc lgamma lgamma_r tgamma gamma ceil floor nearbyint rint lrint llrint
round roundeven lround llround trunc fmod remainder drem remquo copysign nan nextafter nexttoward fdim fmax fmin fma
j0 j1 jn y0 y1 yn significand finite isnan isinf scalb
cacos casin catan ccos csin ctan cacosh casinh catanh ccosh csinh ctanh cexp clog clog10 cabs cpow csqrt carg cimag conj cproj creal
`

// classNames are what glibc's classification macros call.
const classNames = "__fpclassify __signbit __isnan __isinf __finite __issignaling __iseqsig"

func makeSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(s) {
		m[n] = true
	}
	for _, n := range strings.Fields(mathNames + classNames) {
		m[n], m[n+"f"], m[n+"l"] = true, true, true
	}
	return m
}

// Library returns the device library's function called name, with the type
// that the unit declares for it, or nil.
func (t *Translator) Library(name string) *region.Function {
	name = strings.TrimPrefix(name, "__builtin_")
	if fn := t.lib[name]; fn != nil {
		return fn
	}
	if !t.isLibrary(name) {
		return nil
	}
	switch name {
	case "div", "ldiv", "lldiv", "imaxdiv":
		fn, err := t.helper("__ompcc_" + name)
		if err != nil {
			return nil
		}
		return fn
	}
	d := t.declaration(name)
	if d == nil {
		if d = t.declaration("__builtin_" + name); d == nil {
			return nil
		}
	}
	return t.libraryFor(t.prototype(name, d), name)
}

// libraryFor declares library function name with d's type.
func (t *Translator) libraryFor(d *cc.Declarator, name string) *region.Function {
	if fn := t.lib[name]; fn != nil {
		return fn
	}
	fn := &region.Function{Name: name, Linkage: region.External, Library: true, Pos: t.place_(d)}
	t.signature(fn, d.Type().(*cc.FunctionType))
	fn.NoReturn = name == "abort" || strings.HasPrefix(name, "__assert") || strings.HasSuffix(name, "longjmp")
	t.lib[name] = fn
	t.cfg.Module.Funcs = append(t.cfg.Module.Funcs, fn)
	return fn
}

// declaration finds a file-scope declaration of function name.
func (t *Translator) declaration(name string) *cc.Declarator {
	if t.cfg.Unit == nil || t.cfg.Unit.AST == nil {
		return nil
	}
	for _, n := range t.cfg.Unit.AST.Scope.Nodes[name] {
		if d, ok := n.(*cc.Declarator); ok {
			if _, ok := d.Type().(*cc.FunctionType); ok {
				return d
			}
		}
	}
	return nil
}

// mathCall lowers a call of a library function that is one operation.
func (f *Fn) mathCall(name string, n *cc.PostfixExpression) (val, bool) {
	args := arguments(n)
	switch name {
	case "memcpy", "memmove", "memset":
		return f.memCall(name, args)
	case "alloca":
		return f.builtin("__builtin_alloca", n)
	case "abs", "labs", "llabs", "imaxabs":
		if len(args) == 1 {
			t := region.Type(region.I64)
			if name == "abs" {
				t = region.I32
			}
			return f.absolute(args[0], t), true
		}
	case "creal", "cimag", "conj", "crealf", "cimagf", "conjf", "creall", "cimagl", "conjl":
		if len(args) == 1 {
			return f.complexPart(name, args[0]), true
		}
	}
	t, base := region.Dbl, name
	switch {
	case strings.HasSuffix(name, "f") && intrinsics[strings.TrimSuffix(name, "f")] != "":
		t, base = region.Flt, strings.TrimSuffix(name, "f")
	case strings.HasSuffix(name, "l") && name != "ceil" && intrinsics[strings.TrimSuffix(name, "l")] != "":
		t, base = region.X87, strings.TrimSuffix(name, "l")
	}
	op := intrinsics[base]
	if op == "" || len(args) == 0 {
		return val{}, false
	}
	return f.intrinsic(op, t, args), true
}

// intrinsic is op of the arguments, all of type t.
func (f *Fn) intrinsic(op region.IntrinsicOp, t region.Type, args []cc.ExpressionNode) val {
	x := &region.Intrinsic{Op: op, Type: t}
	for _, a := range args {
		x.Args = append(x.Args, f.once("arg", convertReal(f.value(a), t)))
	}
	return val{x: x, t: t}
}

// convertReal converts a value, real if it is complex, to t.
func convertReal(v val, t region.Type) region.Expr {
	if v.x == nil || isAggregate(v.t) && !v.isComplex() || region.IsPtr(t) && isFloat(v.t) || isFloat(t) && region.IsPtr(v.t) {
		return &region.Undef{Type: t} // not C: the host compiler reports it
	}
	return convert(v.x, t)
}

func (f *Fn) complexPart(name string, x cc.ExpressionNode) val {
	elem := region.Type(region.Dbl)
	switch {
	case strings.HasSuffix(name, "f"):
		elem = region.Flt
	case strings.HasSuffix(name, "l") && name != "creal":
		elem = f.T.longDouble()
	}
	v := f.castRegion(f.value(x), f.T.complexStruct(elem))
	switch {
	case strings.HasPrefix(name, "creal"):
		return scalar(v.x)
	case strings.HasPrefix(name, "cimag"):
		return scalar(v.im)
	}
	return f.complement(v)
}

func (f *Fn) absolute(x cc.ExpressionNode, t region.Type) val {
	v := f.once("x", convertReal(f.value(x), t))
	return scalar(&region.Cond{C: compare(region.Lt, v, Zero(t)), X: f.arith(region.Sub, Zero(t), v), Y: v})
}

// memCall lowers memcpy, memmove and memset; the value is the destination.
func (f *Fn) memCall(name string, args []cc.ExpressionNode) (val, bool) {
	if len(args) < 3 {
		return val{}, false
	}
	dv := f.value(args[0])
	dst := f.once("dst", convertReal(dv, region.PtrT))
	x := &region.Intrinsic{Type: region.VoidT}
	src := f.value(args[1])
	n := convertReal(f.value(args[2]), region.U64)
	switch name {
	case "memset":
		x.Op = region.OpMemset
		x.Args = []region.Expr{dst, convertReal(src, region.U8), n}
	default:
		x.Op = region.OpMemcpy
		if name == "memmove" {
			x.Op = region.OpMemmove
		}
		x.Args = []region.Expr{dst, convertReal(src, region.PtrT), n}
	}
	f.Emit(&region.Eval{At: region.At{Pos: f.pos}, X: x})
	return val{x: dst, t: region.PtrT, ct: voidPointer(args[0])}, true
}

// voidPointer is a pointer type for results that C gives type void *; they are
// converted by whoever uses them.
func voidPointer(x cc.ExpressionNode) cc.Type { return x.Type().Decay() }
