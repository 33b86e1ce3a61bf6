package sim

import (
	"fmt"
	"strings"
)

// Modifiers that several instructions have.
const (
	roundModes  = " rn rz rm rp"
	scopes      = " cta cluster gpu sys"
	spaceNames  = " global shared shared::cta local const param param::entry param::func"
	cacheHints  = " ca cg cs lu cv wb wt L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate L2::64B L2::128B L2::256B"
	comparisons = " eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan and or xor"
	operations  = " and or xor exch cas add inc dec min max"
)

// modifiers are those of each instruction that are executed, apart from types:
// another one would change what the instruction does.
var modifiers = map[string]string{
	"abs": "ftz", "neg": "ftz", "add": "ftz sat cc" + roundModes, "sub": "ftz sat cc" + roundModes, "addc": "cc",
	"subc": "cc",
	"mul":  "ftz sat lo hi wide" + roundModes, "mad": "ftz sat lo hi wide cc" + roundModes, "madc": "lo hi cc",
	"fma": "ftz sat relu" + roundModes,
	"div": "ftz approx full" + roundModes, "min": "ftz NaN xorsign abs relu", "max": "ftz NaN xorsign abs relu",
	"rcp": "ftz approx" + roundModes, "sqrt": "ftz approx" + roundModes, "rsqrt": "ftz approx",
	"sin": "ftz approx", "cos": "ftz approx", "lg2": "ftz approx", "ex2": "ftz approx", "tanh": "approx",
	"mul24": "lo hi", "mad24": "lo hi", "dp2a": "lo hi", "shf": "l r clamp wrap", "bfind": "shiftamt",
	"bmsk": "clamp wrap", "szext": "clamp wrap",
	"prmt": "f4e b4e rc8 ecl ecr rc16", "setp": "ftz" + comparisons, "set": "ftz" + comparisons, "slct": "ftz",
	"testp": "finite infinite number notanumber normal subnormal",
	"cvt":   "ftz sat relu rn rz rm rp rna rni rzi rmi rpi tf32", "cvta": "to" + spaceNames,
	"isspacep": strings.ReplaceAll(spaceNames, " param::func", "") + " shared::cluster",
	"ld":       "v2 v4 weak relaxed acquire volatile mmio nc" + spaceNames + scopes + cacheHints, "ldu": "v2 v4" + spaceNames,
	"st":       "v2 v4 weak relaxed release volatile mmio" + spaceNames + scopes + cacheHints,
	"atom":     "relaxed acquire release acq_rel noftz" + operations + spaceNames + scopes,
	"red":      "relaxed release noftz" + operations + spaceNames + scopes,
	"prefetch": "global local const param L1 L2 tensormap L2::evict_last L2::evict_normal", "prefetchu": "L1",
	"discard": "global L2", "applypriority": "global L2::evict_normal",
	"bra": "uni", "brx": "idx uni", "call": "uni", "ret": "uni",
	"bar": "sync arrive red warp cta popc and or", "barrier": "sync arrive red cta aligned popc and or",
	"shfl": "sync up down bfly idx", "vote": "sync all any uni ballot", "match": "sync any all",
	"redux": "sync add min max and or xor", "elect": "sync",
	"membar": "cta gl sys proxy alias", "fence": "sc acq_rel acquire release proxy alias async" + scopes,
	"heap": "malloc aligned realloc free copy", "griddepcontrol": "launch_dependents wait",
}

// types are the types of operands.
var types = set("b8 u8 s8 b16 u16 s16 b32 u32 s32 b64 u64 s64 b128 f16 f16x2 bf16 bf16x2 f32 f64 pred s16x2 u16x2 tf32")

var allowed = func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for op, list := range modifiers {
		all[op] = set(list)
	}
	return all
}()

func set(list string) map[string]bool {
	s := map[string]bool{}
	for _, m := range strings.Fields(list) {
		s[m] = true
	}
	return s
}

// checkModifiers refuses what is not executed.
func checkModifiers(op string, m mods) error {
	for _, x := range m {
		if !types[x] && !allowed[op][x] {
			return fmt.Errorf("the modifier .%s is not supported", x)
		}
	}
	return nil
}
