package devlink

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ompcc/codegen"
)

// support is the C library of a GPU target (rt/devlib), as LLVM IR.
type support struct {
	ir   string
	defs map[string]bool
}

var (
	definedName  = regexp.MustCompile(`(?m)^define [^@]*@"?([A-Za-z0-9_.$]+)"?\(`)
	declaredName = regexp.MustCompile(`(?m)^declare [^@]*@"?([A-Za-z0-9_.$]+)"?\(`)
)

// support reads the library of target t; a missing file is an empty library,
// so that it can be made by ompcc itself.
func (k *Linker) support(t *codegen.Target) *support {
	s := &support{defs: map[string]bool{}}
	machine, _, _ := strings.Cut(t.Triple, "-")
	data, err := os.ReadFile(filepath.Join(k.lib, "device-"+machine+".ll"))
	if err != nil || !t.IsGPU() {
		return s
	}
	s.ir = string(data)
	for _, m := range definedName.FindAllStringSubmatch(s.ir, -1) {
		s.defs[m[1]] = true
	}
	return s
}

// supportFile returns the library of t as a file of bitcode if ir calls any of
// its functions, and its text; "" otherwise.
func (k *Linker) supportFile(t *codegen.Target, ir string) (file, text string, err error) {
	var names []string
	for _, m := range declaredName.FindAllStringSubmatch(ir, -1) {
		if !strings.HasPrefix(m[1], "llvm.") {
			names = append(names, m[1])
		}
	}
	if len(names) == 0 {
		return "", "", nil
	}
	s := k.support(t)
	if !slices.ContainsFunc(names, func(n string) bool { return s.defs[n] }) {
		return "", "", nil
	}
	as, err := k.tools.LLVM("llvm-as")
	if err != nil {
		return "", "", err
	}
	machine, _, _ := strings.Cut(t.Triple, "-")
	file = k.scratch.File("device-library." + machine + "." + strings.ReplaceAll(t.Arch, ":", "_") + ".bc")
	ir, err = k.withLayout(t, t.Adapt(s.ir))
	if err != nil {
		return "", "", err
	}
	_, err = k.tools.Run([]byte(ir), as, "-", "-o", file)
	return file, s.ir, err
}
