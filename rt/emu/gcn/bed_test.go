package gcn

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"
)

// bed is a device with a code object whose kernel k takes two addresses: of words that it reads, and of words that it
// writes.
type bed struct {
	dev    *Device
	kernel uint64
}

// Where things are in the memory of a bed.
const (
	bedBase   = 1 << 40
	bedArgs   = 7 << 20
	bedPacket = bedArgs + 1<<16
	bedIn     = 8 << 20
	bedOut    = 10 << 20
	bedSize   = 16 << 20
)

// newBed compiles text with a command of LLVM, whose result is linked.
func newBed(t testing.TB, llvm, text, tool string, args ...string) *bed {
	t.Helper()
	dir := t.TempDir()
	object, image := filepath.Join(dir, "k.o"), filepath.Join(dir, "k.hsaco")
	for _, c := range []*exec.Cmd{
		exec.Command(filepath.Join(llvm, tool), append(args, "-o", object, "-")...),
		exec.Command(filepath.Join(llvm, "ld.lld"), "-shared", "-o", image, object),
	} {
		c.Stdin = strings.NewReader(text)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out[:min(len(out), 2000)])
		}
	}
	data, err := os.ReadFile(image)
	if err != nil {
		t.Fatal(err)
	}
	mem := &Memory{Base: bedBase, Bytes: make([]byte, bedSize), States: make([]byte, bedSize)}
	o, err := Load(mem, data, bedBase)
	if err != nil {
		t.Fatal(err)
	}
	mem.mark(bedBase+bedArgs, bedSize-bedArgs, allocated|written)
	binary.LittleEndian.PutUint64(mem.Bytes[bedArgs:], bedBase+bedIn)
	binary.LittleEndian.PutUint64(mem.Bytes[bedArgs+8:], bedBase+bedOut)
	k, ok := o.Symbol("k.kd")
	if !ok {
		t.Fatal("no kernel")
	}
	d := &Device{Memory: mem, Budget: 1 << 40, Unset: true}
	d.Add(o)
	return &bed{d, k.Addr}
}

// launch executes the kernel.
func (b *bed) launch(t testing.TB, groups, threads int) {
	t.Helper()
	descriptor, _ := b.dev.Memory.Descriptor(b.kernel)
	if descriptor.DynamicStack() {
		descriptor.Private += 16 << 10
	}
	p := Packet{Team: [3]uint16{uint16(threads), 1, 1}, Grid: [3]uint32{uint32(threads * groups), 1, 1},
		Kernel: b.kernel, Args: bedBase + bedArgs, Private: descriptor.Private, Group: descriptor.Group}
	copy(b.words(bedPacket), unsafe.Slice((*byte)(unsafe.Pointer(&p)), unsafe.Sizeof(p)))
	if err := b.dev.Dispatch(p, bedBase+bedPacket, nil); err != nil {
		t.Fatal(err)
	}
}

// words are those from an offset on.
func (b *bed) words(at int) []byte { return b.dev.Memory.Bytes[at:] }
