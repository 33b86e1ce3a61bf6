// Intrinsics of x86, declared for cc.

package parse

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// x86Text lists the builtin functions behind the x86 intrinsics of clang's headers (SSE
// to AVX-512, FMA, AES, BMI …), as clang itself declares them (-ast-dump): name, result and parameters. V4i is a vector
// of four int, *i a pointer, # stands before parameters that must be constants.
//
//go:embed x86.txt
var x86Text string

// x86Prefix starts the names of the builtins.
const x86Prefix = "__builtin_ia32_"

type x86Builtin struct {
	result string
	params []string
}

var x86Builtins = sync.OnceValue(func() map[string]x86Builtin {
	m := map[string]x86Builtin{}
	for line := range strings.Lines(x86Text) {
		f := append(strings.Fields(line), "")
		b := x86Builtin{result: f[1]}
		if f[2] != "" {
			b.params = strings.Split(f[2], ",")
		}
		m[f[0]] = b
	}
	return m
})

// X86Builtin tells which parameters of an x86 builtin function must be constants;
// false: the name is not one of clang's.
func X86Builtin(name string) (constant []bool, ok bool) {
	b, ok := x86Builtins()[strings.TrimPrefix(name, x86Prefix)]
	for _, p := range b.params {
		constant = append(constant, p[0] == '#')
	}
	return constant, ok && strings.HasPrefix(name, x86Prefix)
}

// x86Types are the element types by their letters, with their sizes.
var x86Types = map[byte]struct {
	name string
	size int
}{
	'c': {"char", 1}, 'a': {"signed char", 1}, 's': {"short", 2}, 'i': {"int", 4}, 'l': {"long", 8},
	'q': {"long long", 8},
	'C': {"unsigned char", 1}, 'S': {"unsigned short", 2}, 'I': {"unsigned", 4}, 'L': {"unsigned long", 8},
	'Q': {"unsigned long long", 8},
	'f': {"float", 4}, 'd': {"double", 8}, 'h': {"_Float16", 2}, 'y': {"__bf16", 2}, 'v': {"void", 1},
}

// x86Decls declares the builtins among names, and the vector types that they take.
func x86Decls(names []string) string {
	var types, functions strings.Builder
	var known []string
	spell := func(code string) string {
		code = strings.TrimPrefix(code, "#")
		if e, ok := strings.CutPrefix(code, "*"); ok {
			return "const " + x86Type(e, &known, &types) + " *"
		}
		return x86Type(code, &known, &types)
	}
	for _, n := range names {
		b, ok := x86Builtins()[strings.TrimPrefix(n, x86Prefix)]
		if !ok || !strings.HasPrefix(n, x86Prefix) {
			continue
		}
		params := []string{}
		for _, p := range b.params {
			params = append(params, spell(p))
		}
		if len(params) == 0 {
			params = []string{"void"}
		}
		fmt.Fprintf(&functions, "%s %s(%s);\n", spell(b.result), n, strings.Join(params, ", "))
	}
	return types.String() + functions.String()
}

// x86Type is the C name of a type, which it defines in types if it is a new vector.
func x86Type(code string, known *[]string, types *strings.Builder) string {
	e := x86Types[code[len(code)-1]]
	if code[0] != 'V' {
		return e.name
	}
	name := "__ompcc_" + code
	if !slices.Contains(*known, name) {
		*known = append(*known, name)
		n := 0
		fmt.Sscanf(code[1:], "%d", &n)
		fmt.Fprintf(types, "typedef %s %s __attribute__((vector_size(%d)));\n", e.name, name, n*e.size)
	}
	return name
}
