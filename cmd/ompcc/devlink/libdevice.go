// Mathematical functions of CUDA's and AMD's device libraries.

package devlink

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ompcc/cmd/ompcc/host"
	"ompcc/codegen"
	"ompcc/codegen/target"
	"ompcc/parse/pattern"
)

// libdevice is the file with CUDA's mathematical functions, "" without a toolkit.
func (k *Linker) libdevice() string {
	for _, dir := range k.toolkit() {
		if p := filepath.Join(dir, "nvvm", "libdevice", "libdevice.10.bc"); dir != "" && host.Exists(p) {
			return p
		}
	}
	return ""
}

// isOpenCL reports whether a symbol is that of a mathematical function by its OpenCL name.
func isOpenCL(symbol string) bool { return strings.HasPrefix(symbol, "_Z") }

// inLibdevice are functions that libdevice has under OpenCL's names.
var inLibdevice = pattern.New(`^(acosh?|asinh?|atanh?|atan2|cbrt|cosh?|erfc?|exp|exp10|exp2|expm1|fdim|fmod|frexp|hypot|ilogb|ldexp|` +
	`lgamma|log|log10|log1p|log2|logb|modf|nextafter|pow|remainder|remquo|sinh?|tanh?|tgamma)$`)

// bindings are definitions of the mathematical functions that are declared, by calls of CUDA's; rest are those that it
// does not have.
func bindings(declared []codegen.Declaration) (ir string, rest []codegen.Declaration) {
	heads := map[string]bool{}
	var b strings.Builder
	for _, d := range declared {
		if !isOpenCL(d.Name) {
			continue
		}
		base, args := openCLName(d.Name)
		var params []string
		for i, t := range d.Params {
			params = append(params, fmt.Sprintf("%s %%a%d", t, i))
		}
		call := func(name string, n int) string {
			if d.Params[0] == "float" {
				name += "f"
			}
			if !heads[name] {
				heads[name] = true
				b.WriteString(fmt.Sprintf("declare %s @__nv_%s(%s)\n", d.Ret, name, strings.Join(d.Params[:n], ", ")))
			}
			return fmt.Sprintf("call %s @__nv_%s(%s)", d.Ret, name, strings.Join(params[:n], ", "))
		}
		head := fmt.Sprintf("define %s @%s(%s) alwaysinline {\n", d.Ret, d.Name, strings.Join(params, ", "))
		switch {
		case base == "sincos" && len(params) == 2:
			sin, cos := call("sin", 1), call("cos", 1)
			b.WriteString(head + fmt.Sprintf("  %%c = %s\n  store %s %%c, ptr %%a1\n  %%s = %s\n  ret %s %%s\n}\n", cos,
				d.Ret, sin, d.Ret))
		case inLibdevice().MatchString(base) && args != "" && len(params) > 0:
			c := call(base, len(params))
			b.WriteString(head + fmt.Sprintf("  %%r = %s\n  ret %s %%r\n}\n", c, d.Ret))
		default:
			rest = append(rest, d)
		}
	}
	return b.String(), rest
}

// openCLName splits _Z3powdd into pow and dd.
func openCLName(symbol string) (base, args string) {
	rest := strings.TrimPrefix(symbol, "_Z")
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	n, err := strconv.Atoi(rest[:digits])
	if err != nil || digits+n > len(rest) {
		return symbol, ""
	}
	return rest[digits : digits+n], rest[digits+n:]
}

// mathLibraries are the files with the mathematical functions that c calls, and the device library if support is set:
// CUDA's for NVIDIA GPUs with what leads to it, libclc for what it does not have and for others.
func (k *Linker) mathLibraries(t *target.Target, c *Code, support bool) (files []string, err error) {
	left := c.Declared
	if file := k.libdevice(); file != "" && t.Libdevice {
		ir, rest := bindings(left)
		if left = rest; ir != "" {
			bound, err := k.bitcode("libdevice",
				fmt.Sprintf("target datalayout = %q\ntarget triple = %q\n%s", t.DataLayout, t.Triple, ir))
			if err != nil {
				return nil, err
			}
			files = []string{bound, file}
		}
	}
	if !slices.ContainsFunc(left, func(d codegen.Declaration) bool { return isOpenCL(d.Name) }) && !support {
		return files, nil
	}
	lib, err := k.deviceLibrary(t)
	if lib != "" {
		files = append(files, lib)
	}
	return files, err
}
