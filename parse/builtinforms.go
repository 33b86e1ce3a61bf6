// Builtins that C, or another builtin, expresses.

package parse

import (
	"fmt"
	"strings"
)

// builtinForms are builtins of gcc or clang that C itself, or another builtin,
// expresses: LLVM knows these forms again. Headers take them where
// __has_builtin says that the host compiler has them, with parameters of names
// like __x: what a form declares has names that no program has.
var builtinForms = map[string]string{
	"__builtin_is_aligned":             "#define __builtin_is_aligned(x, a) (((unsigned long)(x) & ((unsigned long)(a) - 1)) == 0)\n",
	"__builtin_align_up":               "#define __builtin_align_up(x, a) ((__typeof__(x))(((unsigned long)(x) + (a) - 1) & -(unsigned long)(a)))\n",
	"__builtin_align_down":             "#define __builtin_align_down(x, a) ((__typeof__(x))((unsigned long)(x) & -(unsigned long)(a)))\n",
	"__builtin_unpredictable":          "#define __builtin_unpredictable(x) ((long)(x))\n",
	"__builtin_speculation_safe_value": "#define __builtin_speculation_safe_value(x, ...) (x)\n",
	"__builtin_extract_return_addr":    "#define __builtin_extract_return_addr(p) ((void *)(p))\n",
	"__builtin_frob_return_addr":       "#define __builtin_frob_return_addr(p) ((void *)(p))\n",
	"__builtin_nontemporal_load":       "#define __builtin_nontemporal_load(p) (*(p))\n",
	"__builtin_nontemporal_store":      "#define __builtin_nontemporal_store(x, p) ((void)(*(p) = (x)))\n",
	"__builtin_debugtrap":              "#define __builtin_debugtrap() __builtin_trap()\nvoid __builtin_trap(void);\n",
	"__builtin_verbose_trap":           "#define __builtin_verbose_trap(category, reason) __builtin_trap()\nvoid __builtin_trap(void);\n",
	"__builtin_memcpy_inline":          "#define __builtin_memcpy_inline(to, from, n) ((void)__builtin_memcpy((to), (from), (n)))\nvoid *__builtin_memcpy(void *, const void *, unsigned long);\n",
	"__builtin_memset_inline":          "#define __builtin_memset_inline(to, c, n) ((void)__builtin_memset((to), (c), (n)))\nvoid *__builtin_memset(void *, int, unsigned long);\n",
	"__builtin_flt_rounds":             "#define __builtin_flt_rounds() 1\n",
	"__builtin_cpu_init":               "#define __builtin_cpu_init() ((void)0)\n",
	"__builtin_cpu_supports":           "#define __builtin_cpu_supports(feature) 0\n", // device code is for one processor: nothing to choose
	"__builtin_cpu_is":                 "#define __builtin_cpu_is(name) 0\n",
	"__builtin_addressof":              "#define __builtin_addressof(x) (&(x))\n",
	"__builtin_issignaling":            "#define __builtin_issignaling(x) __builtin_isfpclass((x), 1)\nint __builtin_isfpclass();\n",
	"__builtin_iszero":                 "#define __builtin_iszero(x) ((x) == 0)\n",
	"__builtin_issubnormal":            "#define __builtin_issubnormal(x) __builtin_isfpclass((x), 0x90)\nint __builtin_isfpclass();\n",
	"__builtin_canonicalize":           "#define __builtin_canonicalize(x) ((double)(x) * 1.0)\n",
	"__builtin_canonicalizef":          "#define __builtin_canonicalizef(x) ((float)(x) * 1.0f)\n",
	"__builtin_readsteadycounter":      "#define __builtin_readsteadycounter() __builtin_readcyclecounter()\nunsigned long long __builtin_readcyclecounter(void);\n",
	"__builtin___clear_cache":          "#define __builtin___clear_cache(from, to) ((void)(from), (void)(to))\n", // device code writes none
	"__sync_swap":                      "#define __sync_swap(p, ...) __sync_lock_test_and_set((p), __VA_ARGS__)\n",
	"__builtin_powi":                   power("", "double"),
	"__builtin_powif":                  power("f", "float"),
	"__builtin_powil":                  power("l", "long double"),
}

// power multiplies as compiler-rt and libgcc do, so that results are the same.
func power(suffix, t string) string {
	return "#define __builtin_powi" + suffix + "(x, n) ({ " + t + " __ompcc_x = (x), __ompcc_r = 1; int __ompcc_n = (n); " +
		"for (unsigned __ompcc_u = __ompcc_n < 0 ? -(unsigned)__ompcc_n : __ompcc_n; __ompcc_u; __ompcc_u >>= 1) { if (__ompcc_u & 1) __ompcc_r *= __ompcc_x; __ompcc_x *= __ompcc_x; } " +
		"__ompcc_n < 0 ? 1 / __ompcc_r : __ompcc_r; })\n"
}

// builtinForm is the form of a builtin that C expresses, "" if it has none.
func builtinForm(name string) string {
	if d, ok := builtinForms[name]; ok {
		return d
	}
	base := strings.TrimPrefix(name, "__builtin_")
	switch {
	case strings.HasPrefix(base, "elementwise_"):
		return "#define " + name + "(x, ...) ((__typeof__(x))__ompcc_call_" + name + "((x), ##__VA_ARGS__))\nlong __ompcc_call_" + name + "();\n"
	case strings.HasPrefix(base, "reduce_"):
		return "#define " + name + "(x) __ompcc_call_" + name + "((x))\nlong __ompcc_call_" + name + "();\n"
	}
	var bits int
	for _, n := range []int{8, 16, 32, 64} {
		switch base {
		case fmt.Sprint("rotateleft", n):
			return rotate(name, n, "<<", ">>")
		case fmt.Sprint("rotateright", n):
			return rotate(name, n, ">>", "<<")
		case fmt.Sprint("bitreverse", n):
			bits = n
		}
	}
	if bits != 0 {
		return reverse(name, bits)
	}
	for suffix, t := range map[string]string{"b": "unsigned char", "s": "unsigned short", "": "unsigned",
		"l": "unsigned long", "ll": "unsigned long long"} {
		switch base {
		case "addc" + suffix:
			return carry(name, t, "add")
		case "subc" + suffix:
			return carry(name, t, "sub")
		}
	}
	if d := rounded(name, base); d != "" {
		return d
	}
	if op, ok := strings.CutSuffix(base, "_overflow_p"); ok && (op == "add" || op == "sub" || op == "mul") {
		return "_Bool " + name + "();\n"
	}
	return ""
}

// rounded are gcc's builtins that round to an integer: iceil, lfloorf, llrint, and so on.
func rounded(name, base string) string {
	for prefix, t := range map[string]string{"i": "int", "l": "long", "ll": "long long"} {
		for _, op := range []string{"ceil", "floor", "round", "rint"} {
			for suffix, f := range map[string]string{"": "double", "f": "float"} {
				if base == prefix+op+suffix && (prefix == "i" || op == "ceil" || op == "floor") {
					return fmt.Sprintf("#define %s(x) ((%s)__builtin_%s%s(x))\n%s __builtin_%s%s(%s);\n", name, t, op,
						suffix, f, op, suffix, f)
				}
			}
		}
	}
	return ""
}

var unsignedOf = map[int]string{8: "unsigned char", 16: "unsigned short", 32: "unsigned", 64: "unsigned long"}

func rotate(name string, bits int, to, back string) string {
	return fmt.Sprintf("#define %s(x, n) ({ %s __ompcc_x = (x); unsigned __ompcc_n = (n); (%s)(__ompcc_x %s (__ompcc_n & %d) | __ompcc_x %s (-__ompcc_n & %d)); })\n",
		name, unsignedOf[bits], unsignedOf[bits], to, bits-1, back, bits-1)
}

// reverse swaps neighbouring bits, pairs, nibbles and so on.
func reverse(name string, bits int) string {
	steps := ""
	for n := 1; n < bits; n *= 2 {
		mask := ^uint64(0) / (1<<n + 1)
		if bits < 64 {
			mask &= 1<<bits - 1
		}
		steps += fmt.Sprintf("__ompcc_x = (__ompcc_x >> %d & %#xul) | (__ompcc_x & %#xul) << %d; ", n, mask, mask, n)
	}
	return fmt.Sprintf("#define %s(x) ({ %s __ompcc_x = (x); %s__ompcc_x; })\n", name, unsignedOf[bits], steps)
}

func carry(name, t, op string) string {
	over := "__builtin_" + op + "_overflow"
	return fmt.Sprintf("#define %s(x, y, c, out) ({ %s __ompcc_s; _Bool __ompcc_a = %s((%s)(x), (%s)(y), &__ompcc_s); _Bool __ompcc_b = %s(__ompcc_s, (%s)(c), &__ompcc_s); *(out) = __ompcc_a | __ompcc_b; __ompcc_s; })\n_Bool %s();\n",
		name, t, over, t, t, over, t, over)
}
