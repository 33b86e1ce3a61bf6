package devlink

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"ompcc/cmd/ompcc/toolchain"
	"ompcc/codegen"
)

// libdevice is the file with CUDA's mathematical functions, "" without a toolkit.
func (k *Linker) libdevice() string {
	for _, dir := range k.toolkit() {
		if p := filepath.Join(dir, "nvvm", "libdevice", "libdevice.10.bc"); dir != "" && toolchain.Exists(p) {
			return p
		}
	}
	return ""
}

// mathDeclaration is the declaration of a function by its OpenCL name: result,
// name and types of the parameters.
var mathDeclaration = regexp.MustCompile(`(?m)^declare (double|float|i32) @(_Z\d+\w+)\(([^)]*)\).*$`)

// inLibdevice are functions that libdevice has under OpenCL's names.
var inLibdevice = regexp.MustCompile(`^(acosh?|asinh?|atanh?|atan2|cbrt|cosh?|erfc?|exp|exp10|exp2|expm1|fdim|fmod|frexp|hypot|ilogb|ldexp|` +
	`lgamma|log|log10|log1p|log2|logb|modf|nextafter|pow|remainder|remquo|sinh?|tanh?|tgamma)$`)

// bindLibdevice defines the mathematical functions that ir declares by calls of
// CUDA's; what it does not have stays declared.
func bindLibdevice(ir string) string {
	declared := map[string]bool{}
	ir = mathDeclaration.ReplaceAllStringFunc(ir, func(line string) string {
		m := mathDeclaration.FindStringSubmatch(line)
		base, args := openCLName(m[2])
		var types, params []string
		for i, p := range strings.Split(m[3], ",") {
			f := strings.Fields(p)
			if len(f) == 0 {
				return line
			}
			types, params = append(types, f[0]), append(params, fmt.Sprintf("%s %%a%d", f[0], i))
		}
		call := func(name string, types, args []string) string {
			if strings.HasPrefix(types[0], "float") {
				name += "f"
			}
			if !declared[name] {
				declared[name] = true
				line = fmt.Sprintf("declare %s @__nv_%s(%s)\n", m[1], name, strings.Join(types, ", ")) + line
			}
			return fmt.Sprintf("call %s @__nv_%s(%s)", m[1], name, strings.Join(args, ", "))
		}
		head := fmt.Sprintf("define internal %s @%s(%s) alwaysinline {\n", m[1], m[2], strings.Join(params, ", "))
		switch {
		case base == "sincos" && len(params) == 2:
			line = ""
			sin, cos := call("sin", types[:1], params[:1]), call("cos", types[:1], params[:1])
			return line + head + fmt.Sprintf("  %%c = %s\n  store %s %%c, ptr %%a1\n  %%s = %s\n  ret %s %%s\n}", cos, m[1], sin, m[1])
		case inLibdevice.MatchString(base) && args != "":
			line = ""
			c := call(base, types, params)
			return line + head + fmt.Sprintf("  %%r = %s\n  ret %s %%r\n}", c, m[1])
		}
		return line
	})
	return ir
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

// mathLibraries returns ir bound to CUDA's library where there is one, and the
// files with mathematical functions to link: CUDA's for NVIDIA GPUs, libclc for what
// it does not have and for others. support is the text of the device library.
func (k *Linker) mathLibraries(t *codegen.Target, ir, support string) (bound string, files []string, err error) {
	if file := k.libdevice(); file != "" && t.Kind == codegen.NVPTX && strings.Contains(ir, "@_Z") {
		if b := bindLibdevice(ir); b != ir {
			ir, files = b, []string{file}
		}
	}
	left := support
	for _, m := range mathDeclaration.FindAllString(ir, -1) {
		left += m
	}
	if t.Kind != codegen.NVPTX {
		left += ir
	}
	lib, err := k.deviceLibrary(t, left)
	if lib != "" {
		files = append(files, lib)
	}
	return ir, files, err
}
