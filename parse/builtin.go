// Builtins of compilers, declared for cc.

package parse

import (
	"slices"
	"strings"
	"sync"

	"modernc.org/cc/v4"

	"ompcc/parse/pattern"
)

// preludeHead is what cc itself needs, and the marker function.
const preludeHead = `int __predefined_declarator;
typedef unsigned long __predefined_size_t;
typedef long __predefined_ptrdiff_t;
typedef void *__builtin_va_list;
int __ompcc_d(int, ...);
`

// builtinMacros are the builtins that take types or have the type of an argument.
var builtinMacros = map[string]string{
	RangeWord:                           "enum { " + RangeWord + " };\n",
	plainVaArg:                          "#define " + plainVaArg + "(va, type) (*(type*)__builtin_va_arg_impl(va))\nvoid *__builtin_va_arg_impl(__builtin_va_list);\n",
	"__builtin_va_arg":                  "#define __builtin_va_arg(va, type) (*(__typeof__(type)*)__builtin_va_arg_impl(va))\nvoid *__builtin_va_arg_impl(__builtin_va_list);\n",
	"__builtin_va_copy":                 "#define __builtin_va_copy(dst, src) dst = src\n",
	"__builtin_c23_va_start":            "void __builtin_c23_va_start(__builtin_va_list, ...);\n",
	"__builtin_va_start":                "void __builtin_va_start(__builtin_va_list, ...);\n",
	"__builtin_va_end":                  "void __builtin_va_end(__builtin_va_list);\n",
	"__builtin_offsetof":                "#define __builtin_offsetof(type, member) ((unsigned long)&(((type*)0)->member))\n",
	"__builtin_types_compatible_p":      "#define __builtin_types_compatible_p(t1, t2) __ccgo__types_compatible_p((t1){}, (t2){})\nint __ccgo__types_compatible_p();\n",
	"__builtin_bit_cast":                "#define __builtin_bit_cast(type, expr) (((union { __typeof__(expr) __from; type __to; }){ .__from = (expr) }).__to)\n",
	"__builtin_convertvector":           "#define __builtin_convertvector(src, type) ((type)__ompcc_call___builtin_convertvector((src), (type){0}))\nlong __ompcc_call___builtin_convertvector();\n",
	"__builtin_complex":                 "double _Complex __builtin_complex(double, double);\n",
	"__builtin_shuffle":                 "#define __builtin_shuffle(a, ...) ((__typeof__(a))__ompcc_call___builtin_shuffle((a), ##__VA_ARGS__))\nlong __ompcc_call___builtin_shuffle();\n",
	"__builtin_shufflevector":           "#define __builtin_shufflevector(a, ...) ((__typeof__(a))__ompcc_call___builtin_shufflevector((a), ##__VA_ARGS__))\nlong __ompcc_call___builtin_shufflevector();\n",
	"__builtin_isfpclass":               "int __builtin_isfpclass();\n",
	"__builtin_readcyclecounter":        "unsigned long long __builtin_readcyclecounter(void);\n",
	"__builtin_constant_p":              "",
	"__builtin_classify_type":           "int __builtin_classify_type();\n",
	"__builtin_choose_expr":             "",
	"__builtin_isnan":                   "int __builtin_isnan();\n",
	"__builtin_isinf":                   "int __builtin_isinf();\n",
	"__builtin_isinf_sign":              "int __builtin_isinf_sign();\n",
	"__builtin_isfinite":                "int __builtin_isfinite();\n",
	"__builtin_isnormal":                "int __builtin_isnormal();\n",
	"__builtin_signbit":                 "int __builtin_signbit();\n",
	"__builtin_fpclassify":              "int __builtin_fpclassify();\n",
	"__builtin_isgreater":               "int __builtin_isgreater();\n",
	"__builtin_isgreaterequal":          "int __builtin_isgreaterequal();\n",
	"__builtin_isless":                  "int __builtin_isless();\n",
	"__builtin_islessequal":             "int __builtin_islessequal();\n",
	"__builtin_islessgreater":           "int __builtin_islessgreater();\n",
	"__builtin_isunordered":             "int __builtin_isunordered();\n",
	"__builtin_add_overflow":            "_Bool __builtin_add_overflow();\n",
	"__builtin_sub_overflow":            "_Bool __builtin_sub_overflow();\n",
	"__builtin_mul_overflow":            "_Bool __builtin_mul_overflow();\n",
	"__builtin_unreachable":             "void __builtin_unreachable(void);\n",
	"__builtin_trap":                    "void __builtin_trap(void);\n",
	"__builtin_expect":                  "long __builtin_expect(long, long);\n",
	"__builtin_expect_with_probability": "long __builtin_expect_with_probability(long, long, double);\n",
	"__builtin_assume":                  "void __builtin_assume(_Bool);\n",
	"__builtin_assume_aligned":          "void *__builtin_assume_aligned(const void *, unsigned long, ...);\n",
	"__builtin_prefetch":                "void __builtin_prefetch(const void *, ...);\n",
	"__builtin_object_size":             "unsigned long __builtin_object_size(const void *, int);\n",
	"__builtin_dynamic_object_size":     "unsigned long __builtin_dynamic_object_size(const void *, int);\n",
	"__builtin_alloca":                  "void *__builtin_alloca(unsigned long);\n",
	"__builtin_alloca_with_align":       "void *__builtin_alloca_with_align(unsigned long, unsigned long);\n",
	"__builtin_return_address":          "void *__builtin_return_address(unsigned);\n",
	"__builtin_frame_address":           "void *__builtin_frame_address(unsigned);\n",
	"__builtin_setjmp":                  "int __builtin_setjmp(void *);\n",
	"__builtin_longjmp":                 "void __builtin_longjmp(void *, int);\n",
	"__builtin_LINE":                    "int __builtin_LINE(void);\n",
	"__builtin_FILE":                    "const char *__builtin_FILE(void);\n",
	"__builtin_FUNCTION":                "const char *__builtin_FUNCTION(void);\n",
	"__builtin_huge_val":                "double __builtin_huge_val(void);\n",
	"__builtin_huge_valf":               "float __builtin_huge_valf(void);\n",
	"__builtin_huge_vall":               "long double __builtin_huge_vall(void);\n",
	"__builtin_inf":                     "double __builtin_inf(void);\n",
	"__builtin_inff":                    "float __builtin_inff(void);\n",
	"__builtin_infl":                    "long double __builtin_infl(void);\n",
	"__builtin_nan":                     "double __builtin_nan(const char *);\n",
	"__builtin_nanf":                    "float __builtin_nanf(const char *);\n",
	"__builtin_nanl":                    "long double __builtin_nanl(const char *);\n",
	"__builtin_nans":                    "double __builtin_nans(const char *);\n",
	"__builtin_nansf":                   "float __builtin_nansf(const char *);\n",
	"__builtin_bswap16":                 "unsigned short __builtin_bswap16(unsigned short);\n",
	"__builtin_bswap32":                 "unsigned __builtin_bswap32(unsigned);\n",
	"__builtin_bswap64":                 "unsigned long __builtin_bswap64(unsigned long);\n",
	"__builtin_clzg":                    "int __builtin_clzg();\n",
	"__builtin_ctzg":                    "int __builtin_ctzg();\n",
	"__builtin_popcountg":               "int __builtin_popcountg();\n",
}

// overflowBuiltin matches the checked arithmetic of one type: smull_overflow.
var overflowBuiltin = pattern.New(`^[su](add|sub|mul)(l|ll)?_overflow$`)

// integerBuiltins take one integer and return int; the suffix l or ll gives its type.
var integerBuiltins = []string{"clz", "ctz", "popcount", "parity", "ffs", "clrsb"}

// syncSame are the __sync and __atomic builtins whose type is that of what
// their first argument points to, with the macro parameters after it.
var atomicBuiltins = map[string]string{
	"__atomic_load_n":                      "(p, ...) ((__typeof__(*(p)))__ompcc_atomic((p), __VA_ARGS__))",
	"__atomic_exchange_n":                  "(p, ...) ((__typeof__(*(p)))__ompcc_atomic((p), __VA_ARGS__))",
	"__atomic_test_and_set":                "",
	"__atomic_compare_exchange_n":          "",
	"__atomic_compare_exchange":            "",
	"__atomic_always_lock_free":            "",
	"__atomic_is_lock_free":                "",
	"__sync_bool_compare_and_swap":         "",
	"__c11_atomic_compare_exchange_strong": "",
	"__c11_atomic_compare_exchange_weak":   "",
	"__c11_atomic_is_lock_free":            "",
}

// voidBuiltins return nothing.
var voidBuiltins = []string{
	"__atomic_load", "__atomic_store", "__atomic_store_n", "__atomic_exchange", "__atomic_clear",
	"__atomic_thread_fence", "__atomic_signal_fence", "__sync_synchronize", "__sync_lock_release",
	"__c11_atomic_store", "__c11_atomic_init", "__c11_atomic_thread_fence", "__c11_atomic_signal_fence",
	"__builtin_ia32_pause", "__builtin_abort",
}

// prelude declares the builtins that the text uses; it is a source of its own
// before the unit, so it shifts no offset.
func (c *compat) prelude(arch string) string {
	names := make([]string, 0, len(c.used))
	for n := range c.used {
		names = append(names, n)
	}
	slices.Sort(names)
	var b strings.Builder
	b.WriteString(preludeHead)
	wide := "int"
	if arch == "arm64" { // AAPCS64 §10.1.7
		wide = "unsigned"
	}
	b.WriteString("typedef " + wide + " __predefined_wchar_t;\n")
	b.WriteString(x86Decls(names))
	for _, n := range names {
		if _, x86 := X86Builtin(n); !x86 {
			b.WriteString(builtinDecl(n))
		}
	}
	return b.String()
}

// builtinDecl returns the declaration of one builtin, as C text.
func builtinDecl(n string) string {
	if d, ok := builtinMacros[n]; ok {
		return d
	}
	if d := builtinForm(n); d != "" {
		return d
	}
	if n == "__builtin_va_list" {
		return ""
	}
	if base, ok := strings.CutPrefix(n, "__builtin_"); ok {
		if d := integerBuiltin(n, base); d != "" {
			return d
		}
		if overflowBuiltin().MatchString(base) {
			return "_Bool " + n + "();\n"
		}
	}
	if slices.Contains(voidBuiltins, n) {
		return "void " + n + "();\n"
	}
	if params, ok := atomicBuiltins[n]; ok && params == "" {
		return "_Bool " + n + "();\n"
	}
	if plain, ok := strings.CutPrefix(n, "__scoped"); ok {
		return scopedAtomic(n, "_"+plain)
	}
	if !strings.HasPrefix(n, "__builtin_") {
		// __atomic_fetch_add(p, v, order), __sync_fetch_and_add(p, v), __c11_atomic_load(p, order) …
		return "#define " + n + "(p, ...) ((__typeof__(*(p)))__ompcc_call_" + n + "((p), ##__VA_ARGS__))\n" +
			"long __ompcc_call_" + n + "();\n"
	}
	if d := libraryDecl(n); d != "" {
		return d
	}
	return ""
}

// scopedAtomic defines clang's atomic operation n of a scope, its last argument, as plain, that of the whole
// system, which is among all threads of the scope too.
func scopedAtomic(n, plain string) string {
	params := map[string]string{
		"load_n": "p, o", "load": "p, r, o", "store_n": "p, v, o", "store": "p, v, o", "exchange_n": "p, v, o",
		"exchange":           "p, v, r, o",
		"compare_exchange_n": "p, e, v, w, o, f", "compare_exchange": "p, e, v, w, o, f",
	}[strings.TrimPrefix(plain, "__atomic_")]
	if params == "" {
		params = "p, v, o" // fetch_add and so on
	}
	return builtinDecl(plain) + "#define " + n + "(" + params + ", s) " + plain + "(" + params + ")\n"
}

func integerBuiltin(n, base string) string {
	for _, f := range integerBuiltins {
		switch base {
		case f:
			return "int " + n + "(unsigned);\n"
		case f + "l":
			return "int " + n + "(unsigned long);\n"
		case f + "ll":
			return "int " + n + "(unsigned long long);\n"
		}
	}
	return ""
}

var builtinPrototype = pattern.New(`(?m)^[a-z_][^#\n]*?\b__builtin_([a-z][a-z0-9]*)\(`)

// implicitLibrary is the set of the C library's functions whose builtin form
// cc has a prototype for.
var implicitLibrary = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, m := range builtinPrototype().FindAllStringSubmatch(cc.Builtin, -1) {
		names[m[1]] = true
	}
	return names
})

// libraryDecl finds the prototype of the builtin form of a library function:
// from cc's own list, or from the mathematical functions' regular pattern.
func libraryDecl(n string) string {
	for line := range strings.Lines(cc.Builtin) {
		i := strings.Index(line, n)
		if i < 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if rest := strings.TrimLeft(line[i+len(n):], " "); strings.HasPrefix(rest, "(") {
			return strings.NewReplacer("__SIZE_TYPE__", "unsigned long", "__UINT16_TYPE__", "unsigned short",
				"__UINT32_TYPE__", "unsigned", "__UINT64_TYPE__", "unsigned long").Replace(line)
		}
	}
	return mathDecl(n)
}

// mathArgs gives, by the function's name without its f or l suffix, its
// parameters; R stands for the type.
var mathArgs = map[string]string{
	"acosh": "R", "asinh": "R", "atanh": "R", "cbrt": "R", "erf": "R", "erfc": "R", "exp2": "R", "exp10": "R",
	"expm1":  "R",
	"lgamma": "R", "log1p": "R", "log2": "R", "logb": "R", "nearbyint": "R", "rint": "R", "round": "R",
	"roundeven": "R", "tgamma": "R", "trunc": "R",
	"j0": "R", "j1": "R", "y0": "R", "y1": "R", "significand": "R", "gamma": "R",
	"fdim": "R, R", "fmax": "R, R", "fmin": "R, R", "hypot": "R, R", "nextafter": "R, R", "remainder": "R, R",
	"drem": "R, R", "scalb": "R, R",
	"fma": "R, R, R", "remquo": "R, R, int *", "scalbn": "R, int", "scalbln": "R, long", "sincos": "R, R *, R *",
	"tan": "R", "sin": "R", "cos": "R", "exp": "R", "log": "R", "sqrt": "R", "fabs": "R", "floor": "R", "ceil": "R",
	"pow": "R, R", "fmod": "R, R",
	"ilogb": "R", "lrint": "R", "lround": "R", "llrint": "R", "llround": "R",
}

var mathResults = map[string]string{
	"sincos": "void", "ilogb": "int", "lrint": "long", "lround": "long", "llrint": "long long", "llround": "long long",
}

// complexResults are the functions of complex arguments: C is the complex type, R the real.
var complexResults = map[string]string{
	"conj": "C", "cproj": "C", "csqrt": "C", "cexp": "C", "clog": "C", "csin": "C", "ccos": "C", "ctan": "C",
	"csinh": "C", "ccosh": "C", "ctanh": "C",
	"casin": "C", "cacos": "C", "catan": "C", "casinh": "C", "cacosh": "C", "catanh": "C",
	"creal": "R", "cimag": "R", "cabs": "R", "carg": "R",
}

func mathDecl(n string) string {
	base := strings.TrimPrefix(n, "__builtin_")
	for _, v := range [...]struct{ suffix, typ string }{{"", "double"}, {"f", "float"}, {"l", "long double"}} {
		stem, ok := strings.CutSuffix(base, v.suffix)
		if !ok {
			continue
		}
		if res, ok := complexResults[stem]; ok {
			return strings.ReplaceAll(strings.ReplaceAll(res, "C", "R _Complex"), "R",
				v.typ) + " " + n + "(" + v.typ + " _Complex);\n"
		}
		if args, ok := mathArgs[stem]; ok {
			res := mathResults[stem]
			if res == "" {
				res = v.typ
			}
			return res + " " + n + "(" + strings.ReplaceAll(args, "R", v.typ) + ");\n"
		}
	}
	return ""
}
