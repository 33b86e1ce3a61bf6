// Device code in object files: how it is written and read.

package devlink

import (
	"bytes"
	"compress/flate"
	"debug/elf"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"ompcc/parse/diag"

	"ompcc/cmd/ompcc/report"
	"ompcc/codegen"
	"ompcc/codegen/target"
	"ompcc/lower/region"
)

// Device code travels in the object file, in one section for each target
// (".ompcc.x86_64", ".ompcc.nvptx64", ".ompcc.amdgcn") that the linker leaves
// out of its output. A section holds records, so that "ld -r" may join several:
//
//	"OMPCCIR2"  u32 length of the header  u32 length of the code
//	header      deviceCode as JSON
//	code        LLVM IR as text, deflated
const recordMagic = "OMPCCIR2"

const sectionPrefix = ".ompcc."

// Code is the device side of one translation unit for one target.
type Code struct {
	Triple string   `json:"triple"`
	Arch   string   `json:"arch"`
	File   string   `json:"file"`
	Defs   []string `json:"defs,omitempty"` // functions and variables that other units may use
	Uses   []use    `json:"uses,omitempty"` // what other units have to define
	// Checked: compiled with -fsanitize=offload.
	Checked bool `json:"checked,omitempty"`
	codegen.Unit
}

// use is a reference to device code of another translation unit.
type use struct {
	Sym   string `json:"sym"`
	Kind  string `json:"kind"` // "function" or "variable"
	Place string `json:"place"`
	Chain string `json:"chain,omitempty"`
	Weak  bool   `json:"weak,omitempty"` // null where nothing defines it
}

// libraryKind is the kind of a use that the target's C library has to satisfy.
const libraryKind = "library function"

// NewCode is the record of a unit that codegen emitted for t; its IR is added by the caller.
func NewCode(m *region.Module, t *target.Target, unit *codegen.Unit) *Code {
	c := &Code{Triple: t.Triple, Arch: t.Arch, File: m.File, Unit: *unit}
	for _, f := range m.Funcs {
		switch {
		case f.Body == nil && f.Library:
			if sym, undefined := codegen.Undefined(t, f.Name); undefined {
				c.Uses = append(c.Uses, use{Sym: sym, Kind: libraryKind, Place: f.Pos.String(), Chain: f.UseChain})
			}
		case f.Body == nil && f.X86: // made when the image is linked
		case f.Body == nil:
			c.Uses = append(c.Uses,
				use{Sym: f.Name, Kind: "function", Place: f.Pos.String(), Chain: f.UseChain,
					Weak: f.Linkage == region.Weak})
		case f.Body != nil && f.Linkage != region.Internal:
			c.Defs = append(c.Defs, f.Name)
		}
	}
	for _, g := range m.Globals {
		switch {
		case g.Library: // the target's
		case g.Decl:
			c.Uses = append(c.Uses,
				use{Sym: g.Name, Kind: "variable", Place: g.Pos.String(), Weak: g.Linkage == region.Weak})
		case g.Linkage != region.Internal:
			c.Defs = append(c.Defs, g.Name)
		}
	}
	return c
}

// machine is the first part of the triple.
func (c *Code) machine() string {
	m, _, _ := strings.Cut(c.Triple, "-")
	return m
}

// Suffix is how files of this target are named: ".nvptx64.sm_80".
func (c *Code) Suffix() string { return "." + c.machine() + "." + c.Arch }

// Embed is C text that puts the device code into the object being compiled.
func Embed(codes []*Code) []byte {
	var b bytes.Buffer
	for _, c := range codes {
		fmt.Fprintf(&b, "\n__asm__(\".pushsection %s%s,\\\"e\\\",@progbits\\n\"\n", sectionPrefix, c.machine())
		rec := c.encode()
		for len(rec) > 0 {
			n := min(len(rec), 4096)
			b.WriteString("\".ascii \\\"")
			for _, x := range rec[:n] {
				if x >= ' ' && x <= '~' && x != '"' && x != '\\' && x != '?' && x != '%' && (x < '0' || x > '9') {
					b.WriteByte(x)
				} else {
					fmt.Fprintf(&b, "\\\\%03o", x)
				}
			}
			b.WriteString("\\\"\\n\"\n")
			rec = rec[n:]
		}
		b.WriteString("\".popsection\");\n")
	}
	return b.Bytes()
}

func (c *Code) encode() []byte {
	header, err := json.Marshal(c)
	if err != nil {
		panic(err) // strings only: cannot fail
	}
	var code bytes.Buffer
	w, _ := flate.NewWriter(&code, flate.BestSpeed)
	io.WriteString(w, c.IR)
	w.Close()
	out := []byte(recordMagic)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(header)))
	out = binary.LittleEndian.AppendUint32(out, uint32(code.Len()))
	return append(append(out, header...), code.Bytes()...)
}

// decodeRecords reads a section; name is the object's, for messages.
func decodeRecords(data []byte, name string) ([]*Code, error) {
	var codes []*Code
	for {
		// The linker may have padded between records.
		data = bytes.TrimLeft(data, "\x00")
		if len(data) == 0 {
			return codes, nil
		}
		rest, ok := bytes.CutPrefix(data, []byte(recordMagic))
		if !ok || len(rest) < 8 {
			return nil, badRecord(name)
		}
		nh, nc := int(binary.LittleEndian.Uint32(rest)), int(binary.LittleEndian.Uint32(rest[4:]))
		rest = rest[8:]
		if nh < 0 || nc < 0 || nh > len(rest) || nc > len(rest)-nh {
			return nil, badRecord(name)
		}
		c := &Code{}
		if json.Unmarshal(rest[:nh], c) != nil {
			return nil, badRecord(name)
		}
		ir, err := io.ReadAll(flate.NewReader(bytes.NewReader(rest[nh : nh+nc])))
		if err != nil {
			return nil, badRecord(name)
		}
		c.IR = string(ir)
		codes = append(codes, c)
		data = rest[nh+nc:]
	}
}

func badRecord(name string) error {
	return report.Problemf(diag.BadObject, "device code in '%s' is malformed or from another version of ompcc", name).
		WithFix("compile it again")
}

// objectInfo is what linking device code needs to know of one ELF object.
type objectInfo struct {
	Codes   []*Code
	Foreign bool // it has device code of clang, which clang-linker-wrapper links
}

// ReadObject reads the device code of an ELF relocatable object.
func ReadObject(r io.ReaderAt, name string) (*objectInfo, error) {
	f, err := elf.NewFile(r)
	if err != nil {
		return &objectInfo{}, nil // not ELF: the linker will judge
	}
	info := &objectInfo{}
	if f.Type != elf.ET_REL {
		return info, nil
	}
	for _, s := range f.Sections {
		info.Foreign = info.Foreign || s.Name == ".llvm.offloading"
		if !strings.HasPrefix(s.Name, sectionPrefix) {
			continue
		}
		data, err := s.Data()
		if err != nil {
			return nil, badRecord(name)
		}
		codes, err := decodeRecords(data, name)
		if err != nil {
			return nil, err
		}
		info.Codes = append(info.Codes, codes...)
	}
	return info, nil
}
