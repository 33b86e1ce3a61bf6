// The C library of GPUs (rt/devlib), linked where a program needs it.

package devlink

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ompcc/codegen"
	"ompcc/codegen/target"
)

// support is the C library of a GPU target (rt/devlib), as LLVM IR in parts.
type support struct {
	head    string            // triple, data layout and module flags
	names   []string          // symbols in the order of the file
	parts   map[string]string // definitions and declarations, by symbol
	defines map[string]bool   // functions
}

// support reads the library of target t; a missing file is an empty library,
// so that it can be made by ompcc itself.
func (k *Linker) support(t *target.Target) *support {
	if t.InProgram {
		return readSupport("")
	}
	data, err := os.ReadFile(filepath.Join(k.lib, "device-"+t.Machine()+".ll"))
	if err != nil {
		return readSupport("")
	}
	return readSupport(string(data))
}

func readSupport(ir string) *support {
	s := &support{parts: map[string]string{}, defines: map[string]bool{}}
	for len(ir) > 0 {
		end := strings.IndexByte(ir, '\n') + 1
		if strings.HasPrefix(ir, "define ") {
			end = strings.Index(ir, "\n}\n") + len("\n}\n")
			s.defines[firstSymbol(ir[:end])] = true
		}
		part := ir[:end]
		switch {
		case strings.HasPrefix(part, "define "), strings.HasPrefix(part, "declare "), part[0] == '@':
			name := firstSymbol(part)
			s.names, s.parts[name] = append(s.names, name), part
		case part[0] != ';' && part[0] != '\n':
			// A program's module flags override those of its libraries (behaviour 4), of which this is one (1).
			s.head += strings.ReplaceAll(part, "!{i32 4, !", "!{i32 1, !")
		}
		ir = ir[end:]
	}
	return s
}

// needed returns the library's IR that code with the given IR needs: the definitions of what it declares, and what
// these refer to. Assembling and linking the whole library takes LLVM longer than compiling a small program.
func (s *support) needed(ir string) string {
	reached := map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		part, ok := s.parts[name]
		if !ok || reached[name] {
			return
		}
		reached[name] = true
		mapSymbols(part, func(name, text string) string { visit(name); return text })
	}
	for line := range strings.Lines(ir) {
		if strings.HasPrefix(line, "declare ") || line[0] == '@' && strings.Contains(line, " external ") {
			visit(firstSymbol(line))
		}
	}
	var b strings.Builder
	b.WriteString(s.head)
	for _, name := range s.names {
		switch {
		case reached[name]:
			b.WriteString(s.parts[name])
		case name == usedList:
			b.WriteString(usedOf(s.parts[name], reached))
		}
	}
	return b.String()
}

// usedList is LLVM's list of the variables that stay visible, for the runtime to look up.
const usedList = "llvm.used"

// usedOf returns the list with the reached variables alone; "" without one.
func usedOf(list string, reached map[string]bool) string {
	var kept []string
	start, end := strings.Index(list, "] [")+len("] ["), strings.LastIndex(list, "], section")
	for item := range strings.SplitSeq(strings.TrimPrefix(list[start:end], "ptr "), ", ptr ") {
		if reached[firstSymbol(item)] {
			kept = append(kept, "ptr "+item)
		}
	}
	if kept == nil {
		return ""
	}
	return fmt.Sprintf("@%s = appending global [%d x ptr] [%s%s", usedList, len(kept), strings.Join(kept, ", "), list[end:])
}

// supportFile returns the part of t's library that c needs as a file of bitcode; "" if c calls none of
// its functions. math reports whether that part calls mathematical functions by their OpenCL names.
func (k *Linker) supportFile(t *target.Target, c *Code) (file string, math bool, err error) {
	if len(c.Declared) == 0 {
		return "", false, nil
	}
	s := k.support(t)
	if !slices.ContainsFunc(c.Declared, func(d codegen.Declaration) bool { return s.defines[d.Name] }) {
		return "", false, nil
	}
	ir := s.needed(c.IR)
	if t.Adapt != nil {
		ir = t.Adapt(ir)
	}
	ir, err = k.withLayout(t, ir)
	if err != nil {
		return "", false, err
	}
	file, err = k.bitcode("device-library."+t.Machine()+"."+strings.ReplaceAll(t.Arch, ":", "_"), ir)
	return file, declaresMath(ir), err
}

// declaresMath reports whether IR declares a mathematical function by its OpenCL name.
func declaresMath(ir string) bool {
	for line := range strings.Lines(ir) {
		if strings.HasPrefix(line, "declare ") && isOpenCL(firstSymbol(line)) {
			return true
		}
	}
	return false
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
