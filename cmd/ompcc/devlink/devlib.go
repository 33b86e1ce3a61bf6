// The C library of GPUs (rt/devlib), linked where a program needs it.

package devlink

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ompcc/codegen"
	"ompcc/codegen/target"
)

// support is the C library of a GPU target (rt/devlib), as LLVM IR.
type support struct {
	ir   string
	defs map[string]bool
	math bool // it calls mathematical functions by their OpenCL names
}

// support reads the library of target t; a missing file is an empty library,
// so that it can be made by ompcc itself.
func (k *Linker) support(t *target.Target) *support {
	s := &support{defs: map[string]bool{}}
	data, err := os.ReadFile(filepath.Join(k.lib, "device-"+t.Machine()+".ll"))
	if err != nil || t.InProgram {
		return s
	}
	// A program's module flags override those of its libraries (behaviour 4), of which this is one (1).
	s.ir = strings.ReplaceAll(string(data), "!{i32 4, !", "!{i32 1, !")
	for line := range strings.Lines(s.ir) {
		switch {
		case strings.HasPrefix(line, "define "):
			s.defs[firstSymbol(line)] = true
		case strings.HasPrefix(line, "declare "):
			s.math = s.math || isOpenCL(firstSymbol(line))
		}
	}
	return s
}

// supportFile returns the library of t as a file of bitcode if c calls any of
// its functions; "" otherwise.
func (k *Linker) supportFile(t *target.Target, c *Code) (file string, err error) {
	if len(c.Declared) == 0 {
		return "", nil
	}
	s := k.support(t)
	if !slices.ContainsFunc(c.Declared, func(d codegen.Declaration) bool { return s.defs[d.Name] }) {
		return "", nil
	}
	ir := s.ir
	if t.Adapt != nil {
		ir = t.Adapt(ir)
	}
	ir, err = k.withLayout(t, ir)
	if err != nil {
		return "", err
	}
	return k.bitcode("device-library."+t.Machine()+"."+strings.ReplaceAll(t.Arch, ":", "_"), ir)
}

// bitcode makes a file of bitcode.
func (k *Linker) bitcode(name, ir string) (file string, err error) {
	as, err := k.tools.LLVM("llvm-as")
	if err != nil {
		return "", err
	}
	file = k.scratch.File(name + ".bc")
	_, err = k.run([]byte(ir), as, "-", "-o", file)
	return file, err
}
