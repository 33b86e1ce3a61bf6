package gdb

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// symbolFile is the name of the file with the kernels' symbols, which gdb reads from here.
const symbolFile = "/ompcc/kernels.elf"

// fileHandle is the descriptor of the one file that there is.
const fileHandle = 3

// The bytes of struct stat in the File-I/O protocol, and where the size is in it.
const (
	statBytes = 64
	statSize  = 28
)

// file answers vFile packets: gdb reads the file with symbols by them.
func (s *session) file(text string) string {
	what, rest, _ := strings.Cut(text, ":")
	switch what {
	case "setfs", "close":
		return "F0"
	case "open":
		name, _, _ := strings.Cut(rest, ",")
		if path, err := hex.DecodeString(name); err != nil || string(path) != symbolFile {
			return "F-1,2" // ENOENT
		}
		return fmt.Sprintf("F%x", fileHandle)
	case "fstat":
		var st [statBytes]byte
		size := uint64(len(s.symbols()))
		for i := range 8 { // the protocol's numbers are big-endian
			st[statSize+i] = byte(size >> (56 - 8*i))
		}
		return fmt.Sprintf("F%x;%s", statBytes, escape(st[:]))
	case "pread":
		var fd, count, offset uint64
		if !numbers(rest, &fd, &count, &offset) || fd != fileHandle {
			return "F-1,9" // EBADF
		}
		data := s.symbols()
		data = data[min(offset, uint64(len(data))):]
		data = data[:min(count, packetSize/2, uint64(len(data)))]
		return fmt.Sprintf("F%x;%s", len(data), escape(data))
	}
	return ""
}

// symbols is the ELF file of the modules that are loaded.
func (s *session) symbols() []byte {
	if s.elf == nil {
		s.elf = Symbols(s.debug.Units())
	}
	return s.elf
}
