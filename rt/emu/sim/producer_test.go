package sim

import (
	"encoding/binary"
	"math"
	"os"
	"strings"
	"testing"
)

// TestOtherProducer executes a module with the directives that NVIDIA's compiler writes and
// LLVM does not: managed variables, sections with labels, inlined places, tables of functions,
// aliases, bounds, scopes with registers, numbers of all bases.
func TestOtherProducer(t *testing.T) {
	text, err := os.ReadFile("testdata/nvcc.ptx")
	if err != nil {
		t.Fatal(err)
	}
	d := testDevice(t)
	m, err := d.Load(string(text))
	if err != nil {
		t.Fatal(err)
	}
	const n = 40
	out := words(t, d, make([]uint64, n/2))
	params := append(binary.LittleEndian.AppendUint64(nil, out), make([]byte, 16)...)
	params = binary.LittleEndian.AppendUint32(params, n)
	if err := d.Launch(m.Kernel("_Z3addPfS_i"),
		Grid{Blocks: [3]uint32{2, 1, 1}, Threads: [3]uint32{32, 1, 1}, Params: params}); err != nil {
		t.Fatal(err)
	}
	b, err := d.Bytes(out, 4*n)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		want := float32(3*i+i%32-i%2*15) + 2.5
		if got := math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])); got != want {
			t.Errorf("%d: %v, want %v", i, got, want)
		}
	}
	in := m.functions["_Z3addPfS_i"].code
	place := ""
	for i := range in {
		if strings.HasPrefix(in[i].src.Op, "mad.lo") {
			place = d.sourceOf(int(in[i].id))
		}
	}
	if place != "/home/user/add.cu:11 (inlined at /home/user/add.cu:10)" {
		t.Errorf("the inlined instruction is at %s", place)
	}
}

// TestRefusedDirectives: declarations that are not supported are named with their line.
func TestRefusedDirectives(t *testing.T) {
	for text, want := range map[string]string{
		".global .texref tex;":                                      "PTX line 4: textures and surfaces (.texref) are not supported",
		".global .align 4 .attribute(.weird) .b8 x[4];":             `PTX line 4: unknown attribute ".weird"`,
		".visible .entry k()\n.reqnctapercluster 2, 1, 1\n{ ret; }": "clusters of 2 blocks are not supported",
		".func (.reg .b32 r) f (.reg .b32 a)\n{ ret; }":             "parameters in registers are not supported",
	} {
		if _, err := testDevice(t).Load(header + text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, err := testDevice(t).Load(header + ".visible .entry k()\n.reqnctapercluster 1, 1, 1\n{ ret; }"); err != nil {
		t.Error(err)
	}
}
