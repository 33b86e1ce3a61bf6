package gdb

import (
	"encoding/hex"
	"fmt"
	"strings"

	"ompcc/rt/emu/sim"
)

// File is an ELF file with the symbols of kernels, which gdb reads from here. A file with a Base is a library, to whose
// addresses gdb adds Base; the one without is the program.
type File struct {
	Name string
	Data []byte
	Base uint64
}

// PTXFiles are the files of an emulated NVIDIA device: one, of the modules that are loaded.
func PTXFiles(d *sim.Debug) []File {
	return []File{{Name: "/ompcc/kernels.elf", Data: Symbols(d.Units())}}
}

// The bytes of struct stat in the File-I/O protocol, and where the size is in it.
const (
	statBytes = 64
	statSize  = 28
)

// firstFile is the descriptor of the first file.
const firstFile = 3

// symbols are the files of what is loaded when gdb first asks.
func (s *Server) symbols() []File {
	if s.files == nil {
		s.files = s.load()
	}
	return s.files
}

// program is the name of the file that gdb takes for the program.
func (s *Server) program() string {
	for _, f := range s.symbols() {
		if f.Base == 0 {
			return f.Name
		}
	}
	return ""
}

// libraries lists the files that gdb moves.
func (s *Server) libraries() string {
	var b strings.Builder
	b.WriteString("<library-list>")
	for _, f := range s.symbols() {
		if f.Base != 0 {
			fmt.Fprintf(&b, `<library name="%s"><section address="%#x"/></library>`, f.Name, f.Base)
		}
	}
	b.WriteString("</library-list>")
	return b.String()
}

// descriptor finds an open file, nil if there is none.
func (s *Server) descriptor(fd uint64) *File {
	if i := fd - firstFile; i < uint64(len(s.symbols())) {
		return &s.symbols()[i]
	}
	return nil
}

// file answers vFile packets: gdb reads the files with symbols by them.
func (s *session) file(text string) string {
	what, rest, _ := strings.Cut(text, ":")
	switch what {
	case "setfs", "close":
		return "F0"
	case "open":
		name, _, _ := strings.Cut(rest, ",")
		path, err := hex.DecodeString(name)
		for i, f := range s.symbols() {
			if err == nil && string(path) == f.Name {
				return fmt.Sprintf("F%x", firstFile+i)
			}
		}
		return "F-1,2" // ENOENT
	case "fstat":
		var fd uint64
		if !numbers(rest, &fd) || s.descriptor(fd) == nil {
			return "F-1,9" // EBADF
		}
		var st [statBytes]byte
		size := uint64(len(s.descriptor(fd).Data))
		for i := range 8 { // the protocol's numbers are big-endian
			st[statSize+i] = byte(size >> (56 - 8*i))
		}
		return fmt.Sprintf("F%x;%s", statBytes, escape(st[:]))
	case "pread":
		var fd, count, offset uint64
		if !numbers(rest, &fd, &count, &offset) || s.descriptor(fd) == nil {
			return "F-1,9"
		}
		data := s.descriptor(fd).Data
		data = data[min(offset, uint64(len(data))):]
		data = data[:min(count, packetSize/2, uint64(len(data)))]
		return fmt.Sprintf("F%x;%s", len(data), escape(data))
	}
	return ""
}
