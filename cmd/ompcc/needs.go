package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// A program that uses no device and calls no routine of the runtime is linked as
// the host compiler links it: it has the host's OpenMP runtime alone, and a tool in
// it sees what that runtime reports. The runtime's stand-ins for functions of others
// (abi.HostTaskFunctions, signal, ompt_start_tool) are no reason to link it.

// runtimeNames are the functions and variables of the runtime for which a program
// needs it.
func (l *linkJob) runtimeNames() (map[string]bool, error) {
	data, err := os.ReadFile(filepath.Join(l.d.layout.lib, runtimeArchive))
	if err != nil {
		return nil, err
	}
	names := map[string]bool{"ompt_control": true, reportTool: true}
	for _, name := range archiveIndex(data) {
		for _, prefix := range []string{"__ompcc_", "omp_", "ompc_", "ompx_", "llvm_omp_"} {
			if strings.HasPrefix(name, prefix) {
				names[name] = true
			}
		}
	}
	if !l.d.tools.isGCC() { // libomp has these, which libgomp lacks
		delete(names, "omp_init_lock_with_hint")
		delete(names, "omp_init_nest_lock_with_hint")
	}
	return names, nil
}

// archiveIndex is the archive's own list of the symbols that its members define.
func archiveIndex(data []byte) []string {
	const head = len(archiveMagic) + 60
	if len(data) < head+4 || !bytes.HasPrefix(data[len(archiveMagic):], []byte("/ ")) {
		return nil
	}
	n := int(binary.BigEndian.Uint32(data[head:]))
	at := head + 4 + 4*n
	if n < 0 || at > len(data) {
		return nil
	}
	names := strings.SplitN(string(data[at:]), "\x00", n+1)
	return names[:min(n, len(names))]
}

// needsRuntime reports whether one of the linker's inputs calls the runtime. An
// input that it cannot read (link-time optimisation) may.
func (l *linkJob) needsRuntime() (bool, error) {
	if len(l.codes) > 0 {
		return true, nil
	}
	names, err := l.runtimeNames()
	if err != nil {
		return false, err
	}
	files := map[string]bool{}
	for path := range l.read {
		files[path] = true
	}
	for _, a := range l.args {
		if !strings.HasPrefix(a, "-") {
			files[a] = true
		}
	}
	for path := range files {
		head, err := readHead(path)
		switch {
		case err != nil: // an option's argument
		case isArchive(head):
			a, err := readArchive(path)
			if err != nil {
				return false, err
			}
			for _, m := range a.members {
				if m.undefined.any(names) {
					return true, nil
				}
			}
		default:
			f, err := os.Open(path)
			if err != nil {
				return false, err
			}
			uses := undefinedIn(f).any(names)
			f.Close()
			if uses {
				return true, nil
			}
		}
	}
	return false, nil
}

// undefined are the names that an object leaves to others, and that of a tool of the
// OMPT report of 2016, which the runtime calls; all: nobody can tell.
type undefined struct {
	names []string
	all   bool
}

func (u undefined) any(names map[string]bool) bool {
	for _, name := range u.names {
		if names[name] {
			return true
		}
	}
	return u.all
}

// undefinedIn reads an object or a shared library.
func undefinedIn(r io.ReaderAt) (u undefined) {
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
		if s.Section == elf.SHN_UNDEF || s.Name == reportTool {
			u.names = append(u.names, s.Name)
		}
		u.all = u.all || s.Name == "__gnu_lto_slim"
	}
	return u
}
