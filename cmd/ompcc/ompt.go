package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"
)

// A tool that is part of the program defines ompt_start_tool, and libomp would
// talk to it directly, though libomp does not know about devices what the tool
// asks (rt/capi/ompt_guest.c). So in executables linked beside libomp the tool's
// function gets another name of the same length, by which the runtime finds it,
// and the runtime's ompt_start_tool is the program's.
const (
	toolName = "ompt_start_tool"
	ownTool  = "__ompcc_my_tool"
)

// renameTool replaces the object that defines ompt_start_tool by a copy in which
// it has its other name.
func (l *linkJob) renameTool() error {
	if l.d.inv.shared || l.d.inv.relocatable || l.d.tools.isGCC() {
		return nil
	}
	for i, path := range l.args {
		head, err := readHead(path)
		if err != nil || !bytes.HasPrefix(head, []byte("\x7fELF")) {
			continue
		}
		object, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		at := toolNameIn(object)
		if at < 0 {
			continue
		}
		copy(object[at:], ownTool)
		renamed := l.d.temp(filepath.Base(path) + ".tool.o")
		if err := os.WriteFile(renamed, object, 0o600); err != nil {
			return err
		}
		l.args[i] = renamed
	}
	return nil
}

// toolNameIn is the place of the name of the function ompt_start_tool that a
// relocatable object defines; -1: there is none, or another symbol's name shares
// the text.
func toolNameIn(object []byte) int {
	if !bytes.Contains(object, []byte(toolName+"\x00")) {
		return -1
	}
	f, err := elf.NewFile(bytes.NewReader(object))
	if err != nil || f.Type != elf.ET_REL || f.Class != elf.ELFCLASS64 || f.ByteOrder != binary.LittleEndian {
		return -1
	}
	symbols := f.SectionByType(elf.SHT_SYMTAB)
	if symbols == nil || int(symbols.Link) >= len(f.Sections) {
		return -1
	}
	table, err := symbols.Data()
	if err != nil {
		return -1
	}
	names, err := f.Sections[symbols.Link].Data()
	if err != nil {
		return -1
	}
	found := -1
	var others []int
	for ; len(table) >= elf.Sym64Size; table = table[elf.Sym64Size:] {
		at := int(binary.LittleEndian.Uint32(table))
		if at >= len(names) {
			return -1
		}
		if !bytes.HasPrefix(names[at:], []byte(toolName+"\x00")) {
			others = append(others, at)
			continue
		}
		info, section := table[4], elf.SectionIndex(binary.LittleEndian.Uint16(table[6:]))
		if elf.ST_TYPE(info) != elf.STT_FUNC || elf.ST_BIND(info) == elf.STB_LOCAL || section == elf.SHN_UNDEF {
			return -1
		}
		found = at
	}
	for _, at := range others {
		if end := at + bytes.IndexByte(names[at:], 0); found >= 0 && at < found+len(toolName) && end > found {
			return -1
		}
	}
	if found < 0 {
		return -1
	}
	return int(f.Sections[symbols.Link].Offset) + found
}
