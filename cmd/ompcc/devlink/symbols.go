// Names that objects and libraries of the host define or need.

package devlink

import (
	"debug/elf"
	"io"
)

// undefined are the names that an object leaves to others, and that of a tool of the
// OMPT report of 2016, which the runtime calls; all: nobody can tell.
type undefined struct {
	Names []string
	all   bool
}

func (u undefined) Any(names map[string]bool) bool {
	for _, name := range u.Names {
		if names[name] {
			return true
		}
	}
	return u.all
}

// UndefinedIn reads an object or a shared library.
func UndefinedIn(r io.ReaderAt) (u undefined) {
	f, err := elf.NewFile(r)
	if err != nil {
		var head [2]byte
		r.ReadAt(head[:], 0)
		return undefined{all: string(head[:]) == "BC"} // LLVM's bitcode; else a linker script
	}
	read := f.Symbols
	if f.Type == elf.ET_DYN {
		read = f.DynamicSymbols
	}
	symbols, err := read()
	if err != nil {
		return u
	}
	for _, s := range symbols {
		if s.Section == elf.SHN_UNDEF || s.Name == ReportTool {
			u.Names = append(u.Names, s.Name)
		}
		u.all = u.all || s.Name == "__gnu_lto_slim"
	}
	return u
}

// ReportTool is what a tool that was written to the OMPT report of 2016 defines.
const ReportTool = "ompt_tool"
