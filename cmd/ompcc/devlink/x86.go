// Builtin functions of x86 that the CPU's device code calls: clang compiles their definitions.

package devlink

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"ompcc/parse/diag"

	"ompcc/cmd/ompcc/report"
	"ompcc/codegen"
	"ompcc/lower/region"
	"ompcc/parse/pattern"
)

// x86Code defines the builtin functions of x86 that codes call: C text, for the
// compiler that knows them, in functions that are always inlined. nil: there are none.
func (k *Linker) x86Code(codes []*Code) (*Code, error) {
	found := map[string]codegen.Declaration{}
	for _, c := range codes {
		for _, d := range c.Declared {
			if strings.HasPrefix(d.Name, region.X86Prefix) {
				found[d.Name] = d
			}
		}
	}
	if len(found) == 0 {
		return nil, nil
	}
	clang, err := k.tools.LLVM("clang")
	if err != nil {
		return nil, err
	}
	names := []string{}
	for n := range found {
		names = append(names, n)
	}
	slices.Sort(names)
	var b strings.Builder
	for i, n := range names {
		b.WriteString(x86Definition(i, found[n]))
	}
	src, out := k.scratch.File("x86.c"), k.scratch.File("x86.ll")
	if err := os.WriteFile(src, []byte(b.String()), 0o666); err != nil {
		return nil, err
	}
	args := append([]string{"-w", "-fPIC", "-ffreestanding", "-O1", "-Xclang", "-disable-llvm-passes",
		"-flax-vector-conversions=all", "-S", "-emit-llvm"}, k.March...)
	if slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, region.X86Prefix+"_") }) {
		args = append(args, "-include", "x86intrin.h")
	}
	if _, err := k.run(nil, clang, append(args, src, "-o", out)...); err != nil {
		return nil, x86Error(err, names)
	}
	ir, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	code := *codes[0]
	code.File, code.Unit, code.Uses, code.Defs = "x86.c", codegen.Unit{IR: string(ir)}, nil, names
	return &code, nil
}

var x86Place = pattern.New(`x86\.c:(\d+):\d+: error: (.*)`)

var x86Needed = pattern.New(`target feature '?([\w.-]+)`)

// x86Error puts the compiler's words about the definitions into the user's.
func x86Error(err error, names []string) error {
	m := x86Place().FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	line := 0
	fmt.Sscanf(m[1], "%d", &line)
	builtin := ""
	if 0 < line && line <= len(names) {
		builtin = region.X86Name(names[line-1])
	}
	if f := x86Needed().FindStringSubmatch(m[2]); f != nil {
		return report.Problemf(diag.X86Intrinsic, "device code uses %s, which needs -m%s", builtin, f[1])
	}
	return report.Problemf(diag.X86Intrinsic, "device code uses %s: %s", builtin, m[2])
}

// x86Definition is the definition, one line of C, of the function that d declares.
func x86Definition(i int, d codegen.Declaration) string {
	parts := strings.Split(strings.TrimPrefix(d.Name, region.X86Prefix), ".")
	var params, args []string
	for _, p := range parts[1:] {
		if p != "_" {
			args = append(args, strings.Replace(p, "m", "-", 1))
			continue
		}
		k := len(params)
		if k >= len(d.Params) {
			break
		}
		params, args = append(params, fmt.Sprintf("%s a%d", cType(d.Params[k]), k)), append(args, fmt.Sprintf("a%d", k))
	}
	body := fmt.Sprintf("%s(%s)", region.X86Name(d.Name), strings.Join(args, ", "))
	ret := cType(d.Ret)
	if ret != "void" {
		body = "return (" + ret + ")" + body
	}
	return fmt.Sprintf("__attribute__((always_inline)) %s f%d(%s) __asm__(%q); __attribute__((always_inline)) %[1]s f%[2]d(%[3]s) { %[5]s; }\n", ret, i, strings.Join(params, ", "), d.Name, body)
}

var irScalars = map[string]string{"i8": "char", "i16": "short", "i32": "int", "i64": "long long", "float": "float",
	"double": "double", "half": "_Float16", "bfloat": "__bf16", "ptr": "void *", "void": "void"}

// cType is the C type of an LLVM type, with its attributes around it.
func cType(t string) string {
	if n, elem, ok := strings.Cut(strings.Trim(t, "<>"), " x "); ok {
		e := irScalars[elem]
		return fmt.Sprintf("__attribute__((vector_size(%s * sizeof(%s)))) %s", n, e, e)
	}
	for _, w := range strings.Fields(t) {
		if c := irScalars[w]; c != "" {
			return c
		}
	}
	return "int"
}
