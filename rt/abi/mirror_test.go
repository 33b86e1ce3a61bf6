package abi

import (
	"fmt"
	"go/format"
	"os"
	"slices"
	"strings"
	"testing"
)

// mirror says what a structure is called in Go, and which of its members have names or types
// of their own there.
type mirror struct {
	c, name, doc string
	names, types map[string]string
}

// mirrorFile is a file of Go structures that other packages share with C.
type mirrorFile struct {
	file, pkg, doc string
	mirrors        []mirror
}

var mirrorFiles = []mirrorFile{
	{"../dataenv/mirror.go", "dataenv",
		"The structures below are those of abi.HostDecls and abi.DirectDecls. They live in the program's memory, not in Go's.", []mirror{
			{c: "__ompcc_loc_t", name: "Loc", doc: "a place in the program"},
			{c: "__ompcc_item_t", name: "Item", doc: "a list item of a construct",
				names: map[string]string{"type": "typ", "mapper": "Mapper", "turn": "turn"}},
			{c: "__ompcc_kernel_t", name: "Kernel", doc: "a kernel"},
			{c: "__ompcc_construct_t", name: "Construct", doc: "a construct",
				types: map[string]string{"kernel": "*Kernel", "items": "*Item"}},
			{c: "__ompcc_arg_t", name: "Arg", doc: "the dynamic part of an item",
				types: map[string]string{"size": "uintptr"}},
			{c: "__ompcc_launch_t", name: "LaunchArgs", doc: "the dynamic part of a target construct",
				names: map[string]string{"task": "_"}},
			{c: "__ompcc_rect_t", name: "Rect", doc: "the elements of a non-contiguous section"},
			{c: "ompcc_direct_t", name: "direct", doc: "a construct that is served without cgo",
				names: private("env", "construct", "items", "args", "argv", "values", "nitems", "nparams", "call",
					"entered", "maps", "prepares", "at", "seq", "nmade", "ngone", "nsteps", "flags", "simple", "shape", "steps", "work"),
				types: map[string]string{"env": "uintptr", "construct": "*Construct", "items": "*Item", "args": "*Arg", "steps": "[64]device.Step"}},
			{c: "ompcc_lookup_t", name: "lookup", doc: "a question for the device address of a host address",
				names: private("env", "host"), types: map[string]string{"env": "uintptr", "host": "uintptr"}},
		}},
	{"../device/mirror.go", "device", "The structure below is that of abi.StepDecls.", []mirror{
		{c: "ompcc_step_t", name: "Step", doc: "one operation of a sequence: see Stepper",
			types: map[string]string{"host": "Host", "dev": "Addr", "size": "uintptr"}},
	}},
}

// private names members in Go as in C.
func private(names ...string) map[string]string {
	m := map[string]string{}
	for _, n := range names {
		m[n] = n
	}
	return m
}

// TestMirrors keeps the Go structures the same as the C ones.
func TestMirrors(t *testing.T) {
	all := Layout(HostDecls, ModuleDecls, StepDecls, DirectDecls)
	for _, f := range mirrorFiles {
		want, err := format.Source([]byte(f.text(all)))
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(f.file, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(f.file); err != nil || string(got) != string(want) {
			t.Errorf("%s differs from the structures of this package; run go test ./rt/abi -update (%v)", f.file, err)
		}
	}
}

func (f mirrorFile) text(all map[string]*Struct) string {
	var b strings.Builder
	b.WriteString("// Code generated from rt/abi (go test ./rt/abi -update). DO NOT EDIT.\n\npackage " + f.pkg + "\n\n")
	if f.pkg != "device" {
		b.WriteString("import \"ompcc/rt/device\"\n\n")
	}
	b.WriteString("// " + f.doc + "\n")
	for _, m := range f.mirrors {
		m.write(&b, all)
	}
	return b.String()
}

func (m mirror) write(b *strings.Builder, all map[string]*Struct) {
	fmt.Fprintf(b, "\n// %s is %s, %s.\ntype %s struct {\n", m.name, m.c, m.doc, m.name)
	at := 0
	for _, f := range all[m.c].Fields {
		if at%8 == 4 && f.Offset == at+4 {
			b.WriteString("\t_ uint32\n")
		}
		fmt.Fprintf(b, "\t%s %s\n", m.fieldName(f), m.fieldType(f))
		size, _ := layouts(all).sizeOf(f.Type)
		for _, n := range f.Bounds {
			size *= n
		}
		at = f.Offset + size
	}
	if at < all[m.c].Size {
		b.WriteString("\t_ uint32\n")
	}
	b.WriteString("}\n")
}

// fieldName is f's name in Go. What points to text or to constant structures is read through methods.
func (m mirror) fieldName(f Field) string {
	if n := m.names[f.Name]; n != "" {
		return n
	}
	if strings.HasPrefix(f.Type, "const char *") || strings.HasPrefix(f.Type, "const __ompcc") {
		return f.Name
	}
	name := f.Name
	if slices.Contains([]string{"nitems", "nparams"}, name) {
		name = "num_" + name[1:]
	}
	var b strings.Builder
	for _, w := range strings.Split(name, "_") {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

func (m mirror) fieldType(f Field) string {
	t := map[string]string{"unsigned": "uint32", "int": "int32", "long": "int64", "unsigned long": "uint64",
		"unsigned char": "uint8", "__ompcc_loc_t": "Loc"}[f.Type]
	if t == "" {
		t = "uintptr"
	}
	if own := m.types[f.Name]; own != "" {
		if strings.HasPrefix(own, "[") {
			return own
		}
		t = own
	}
	for _, n := range slices.Backward(f.Bounds) {
		t = fmt.Sprintf("[%d]%s", n, t)
	}
	return t
}
