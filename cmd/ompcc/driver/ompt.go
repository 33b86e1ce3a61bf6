// Programs that are their own OMPT tool.

package driver

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"

	"ompcc/parse/diag"

	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
)

// A tool that is part of the program defines ompt_start_tool, and libomp would
// talk to it directly, though libomp does not know about devices what the tool
// asks (rt/capi/ompt/guest.c). So in executables linked beside libomp the tool's
// function gets another name, by which the runtime finds it, and the runtime's
// ompt_start_tool is the program's.
const (
	toolName = "ompt_start_tool"
	ownTool  = "__ompcc_my_tool"
)

// renameTool has the link take the runtime, and replaces the object that defines
// ompt_start_tool by a copy in which it has its other name.
func (l *linkJob) renameTool() error {
	if l.d.inv.Shared || l.d.inv.Relocatable {
		return nil
	}
	l.args = append(l.args, "-Wl,-u,"+toolName) // the runtime's, which calls the tool
	if l.d.tools.IsGCC() {
		return nil
	}
	at, object, err := l.toolObject()
	if at < 0 || err != nil {
		return err
	}
	renamed := l.d.scratch.File(filepath.Base(l.args[at]) + ".tool.o")
	l.args[at] = renamed
	return os.WriteFile(renamed, object, 0o600)
}

// toolObject is the argument of the link that defines ompt_start_tool, and that object with the other name; -1: there
// is none, or there are several, which the linker then reports.
func (l *linkJob) toolObject() (at int, tool []byte, err error) {
	at = -1
	for i, path := range l.args {
		head, err := toolchain.ReadHead(path)
		if err != nil || !bytes.HasPrefix(head, []byte("\x7fELF")) {
			continue
		}
		object, err := os.ReadFile(path)
		if err != nil {
			return -1, nil, err
		}
		renamed, ok := withToolRenamed(object)
		switch {
		case ok && at >= 0:
			return -1, nil, nil
		case ok:
			at, tool = i, renamed
		}
	}
	return at, tool, nil
}

// lostTool warns of a tool in a program that has libgomp alone: nobody starts the tool.
func (l *linkJob) lostTool() error {
	if !l.d.tools.IsGCC() || l.d.inv.Shared || l.d.inv.Relocatable {
		return nil
	}
	at, _, err := l.toolObject()
	if at < 0 || err != nil {
		return err
	}
	return l.d.messages.Warn(report.Problemf(diag.ToolWithoutInterface,
		"nobody starts the program's tool (%s): the program uses no device, and libgomp has no tools interface",
		toolName).
		WithFix("set OMPCC_CC=clang: libomp starts tools and tells them of the host's constructs"))
}

// withToolRenamed is a relocatable object whose function ompt_start_tool has its other
// name; false: it defines none. Other symbols may share the name's text (an assembler
// stores l as the end of ompt_start_tool), so the object gets a longer string table
// behind its end, and the symbol's entry leads to the new name there.
func withToolRenamed(object []byte) ([]byte, bool) {
	if !bytes.Contains(object, []byte(toolName+"\x00")) {
		return nil, false
	}
	f, err := elf.NewFile(bytes.NewReader(object))
	if err != nil || f.Type != elf.ET_REL || f.Class != elf.ELFCLASS64 || f.ByteOrder != binary.LittleEndian {
		return nil, false
	}
	symbols := f.SectionByType(elf.SHT_SYMTAB)
	if symbols == nil || int(symbols.Link) >= len(f.Sections) {
		return nil, false
	}
	table, err := symbols.Data()
	if err != nil {
		return nil, false
	}
	names, err := f.Sections[symbols.Link].Data()
	if err != nil {
		return nil, false
	}
	at := toolSymbol(table, names)
	if at < 0 {
		return nil, false
	}
	renamed := append(bytes.Clone(object), names...)
	renamed = append(renamed, ownTool+"\x00"...)
	binary.LittleEndian.PutUint32(renamed[int(symbols.Offset)+at:], uint32(len(names)))
	var header elf.Section64
	var file elf.Header64
	if binary.Read(bytes.NewReader(object), binary.LittleEndian, &file) != nil {
		return nil, false
	}
	head := renamed[int(file.Shoff)+int(symbols.Link)*int(file.Shentsize):]
	if binary.Read(bytes.NewReader(head), binary.LittleEndian, &header) != nil {
		return nil, false
	}
	header.Off, header.Size = uint64(len(object)), uint64(len(names)+len(ownTool)+1)
	if _, err := binary.Encode(head, binary.LittleEndian, &header); err != nil {
		return nil, false
	}
	return renamed, true
}

// toolSymbol is where a symbol table has the global function ompt_start_tool that the
// object defines; -1: nowhere.
func toolSymbol(table, names []byte) int {
	for at := 0; at+elf.Sym64Size <= len(table); at += elf.Sym64Size {
		symbol := table[at:]
		name := int(binary.LittleEndian.Uint32(symbol))
		if name >= len(names) || !bytes.HasPrefix(names[name:], []byte(toolName+"\x00")) {
			continue
		}
		info, section := symbol[4], elf.SectionIndex(binary.LittleEndian.Uint16(symbol[6:]))
		if elf.ST_TYPE(info) == elf.STT_FUNC && elf.ST_BIND(info) != elf.STB_LOCAL && section != elf.SHN_UNDEF {
			return at
		}
	}
	return -1
}
