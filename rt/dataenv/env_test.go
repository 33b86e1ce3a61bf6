package dataenv

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

func addr(b []byte) uintptr { return uintptr(unsafe.Pointer(&b[0])) }

func arg(b []byte) Arg { return Arg{Base: addr(b), Begin: addr(b), Size: uintptr(len(b))} }

func with(it Item, kind uint32) Item { it.Kind = kind; return it }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func word(b []byte) *uintptr { return (*uintptr)(unsafe.Pointer(&b[0])) }

// onDevice returns the device copy of mapped storage.
func onDevice(t *testing.T, env *Env, b []byte) []byte {
	t.Helper()
	d, ok := env.Lookup(addr(b))
	if !ok {
		t.Fatal("not mapped")
	}
	return device.Bytes(uintptr(d), uintptr(len(b)))
}

// wantError checks that the message has all the parts.
func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("message lacks %q:\n%s", p, err)
		}
	}
}

func TestAttach(t *testing.T) {
	dev := newMemory()
	env := newEnv(0, dev)
	s, p := heap(32), heap(100)
	s[0], s[31] = 1, 2
	*word(s[8:]) = addr(p) - 4 // base pointer before the section
	c := construct(1)
	field := Arg{Base: addr(s[8:]), Begin: addr(p), Size: 100}

	// The attach stands before the maps that it needs.
	must(t, env.enterData(c, []Item{with(item("s.p", 0), itemAttach), item("s", flagTo), item("s.p[4:100]", flagTo)},
		[]Arg{field, arg(s), arg(p)}))
	ds, dp := onDevice(t, env, s), onDevice(t, env, p)
	if got, want := *word(ds[8:]), addr(dp)-4; got != want {
		t.Fatalf("attached pointer is %#x, want %#x", got, want)
	}

	// Motion leaves both values of the pointer alone.
	s[0], ds[31] = 7, 8
	must(t, env.Update(c, []Item{item("s", flagTo)}, []Arg{arg(s)}))
	if ds[0] != 7 || ds[31] != 2 || *word(ds[8:]) != addr(dp)-4 {
		t.Errorf("after update to: % x", ds)
	}
	ds[31] = 9
	must(t, env.Update(c, []Item{item("s", flagFrom)}, []Arg{arg(s)}))
	if s[31] != 9 || *word(s[8:]) != addr(p)-4 {
		t.Errorf("after update from: % x", s)
	}
	// A part that cuts the pointer in two.
	must(t, env.Update(c, []Item{item("s", flagFrom)}, []Arg{{Begin: addr(s[10:]), Size: 12}}))
	if *word(s[8:]) != addr(p)-4 {
		t.Error("half of a device address came to the host")
	}

	// Nothing is new: no attachment, though the host's pointer changed.
	*word(s[8:]) = addr(p)
	must(t, env.enterData(c, []Item{item("s", flagTo), item("s.p[0:100]", flagTo), with(item("s.p", 0), itemAttach)},
		[]Arg{arg(s), arg(p), field}))
	if *word(ds[8:]) != addr(dp)-4 {
		t.Error("attached again without anything new")
	}
	must(t, env.Exit(c, []Item{item("p", flagDelete)}, []Arg{arg(p)}))
	// The pointee is new: attached anew.
	must(t,
		env.enterData(c, []Item{item("s.p[0:100]", flagTo), with(item("s.p", 0), itemAttach)}, []Arg{arg(p), field}))
	if *word(ds[8:]) != addr(onDevice(t, env, p)) {
		t.Error("not attached to the new pointee")
	}
	must(t, env.Exit(c, []Item{item("s", flagDelete), item("p", flagDelete)}, []Arg{arg(s), arg(p)}))
	if dev.used() != 0 || len(env.attached) != 0 {
		t.Errorf("%d blocks, %d attachments are left", dev.used(), len(env.attached))
	}
}

// TestDetach: what a pointer was attached to goes, the pointer stays.
func TestDetach(t *testing.T) {
	env := newEnv(0, newMemory())
	c, s, p, q := construct(1), heap(16), heap(100), heap(100)
	pointer := Arg{Base: addr(s), Begin: addr(p), Size: 100}
	both := []Item{item("s.p[0:100]", flagTo), with(item("s.p", 0), itemAttach)}
	*word(s) = addr(p) - 4
	must(t, env.enterData(c, []Item{item("s", flagTo)}, []Arg{arg(s)}))
	must(t, env.enterData(c, both, []Arg{arg(p), pointer}))
	must(t, env.enterData(c, both, []Arg{arg(p), pointer}))
	ds := onDevice(t, env, s)
	// The count of what it points to is still 1 after the first exit.
	must(t, env.Exit(c, both, []Arg{arg(p), pointer}))
	if got, want := *word(ds), addr(onDevice(t, env, p))-4; got != want {
		t.Errorf("%#x after the first exit, want %#x", got, want)
	}
	must(t, env.Exit(c, both, []Arg{arg(p), pointer}))
	if _, ok := env.Attached(addr(s)); ok {
		t.Error("still attached to storage that is gone")
	}
	// An ordinary pointer again: it moves as any other value.
	must(t, env.Update(c, []Item{item("s", flagFrom)}, []Arg{arg(s)}))
	if *word(s) != addr(p)-4 {
		t.Errorf("the host got %#x", *word(s))
	}
	*word(s) = addr(q)
	must(t, env.Update(c, []Item{item("s", flagTo)}, []Arg{arg(s)}))
	if *word(ds) != addr(q) {
		t.Errorf("the device got %#x", *word(ds))
	}
}

// TestDetachAndMove: the pointer's storage comes back in the same construct.
func TestDetachAndMove(t *testing.T) {
	env := newEnv(0, newMemory())
	c, s, p := construct(1), heap(16), heap(100)
	pointer := Arg{Base: addr(s), Begin: addr(p), Size: 100}
	*word(s) = addr(p)
	must(t, env.enterData(c, []Item{item("s", flagTo)}, []Arg{arg(s)}))
	must(t, env.enterData(c, []Item{item("s", flagTo), item("s.p[0:100]", flagTo), with(item("s.p", 0), itemAttach)},
		[]Arg{arg(s), arg(p), pointer}))
	must(t,
		env.Exit(c,
			[]Item{item("s", flagFrom|flagAlways), item("s.p[0:100]", flagFrom), with(item("s.p", 0), itemAttach)},
			[]Arg{arg(s), arg(p), pointer}))
	if *word(s) != addr(p) {
		t.Errorf("the host's pointer became %#x", *word(s))
	}
}

func TestSpanAndMembers(t *testing.T) {
	dev := newMemory()
	env := newEnv(0, dev)
	s := heap(40)
	for i := range s {
		s[i] = byte(i)
	}
	span := item("s", flagSpan)
	a, b := item("s.a", flagTo|flagFrom|flagMember), item("s.b", flagFrom|flagMember)
	items := []Item{span, a, b}
	args := []Arg{arg(s), arg(s[0:8]), arg(s[32:40])}
	o, err := env.Enter(construct(1), items, args)
	must(t, err)
	d := onDevice(t, env, s)
	if !bytes.Equal(d[:8], s[:8]) || d[8] != 0xAA || d[32] != 0xAA {
		t.Errorf("device: % x", d)
	}
	if dev.moved != 8 {
		t.Errorf("%d bytes moved, want the member's 8", dev.moved)
	}
	d[0], d[8], d[39] = 100, 101, 102
	must(t, env.Leave(o))
	if s[0] != 100 || s[8] != 8 || s[39] != 102 {
		t.Errorf("host: % x", s)
	}
	if env.Len() != 0 || dev.used() != 0 {
		t.Error("the span is still mapped")
	}
}

func TestUpdateStrided(t *testing.T) {
	env := newEnv(0, newMemory())
	m := heap(6 * 8) // 6 rows of 8
	must(t, env.enterData(construct(1), []Item{item("m", flagTo)}, []Arg{arg(m)}))
	d := onDevice(t, env, m)
	for i := range d {
		d[i] = byte(i + 1)
	}
	// m[1:2:2][3:4]
	r := &Rect{Base: addr(m), Elem: 1, Dims: 2}
	r.Dim[0] = [3]uint64{8, 2, 16} // the offset is no multiple of the stride
	r.Dim[1] = [3]uint64{3, 4, 1}
	must(t,
		env.Update(construct(2), []Item{item("m", flagFrom|flagStrided)}, []Arg{{Begin: uintptr(unsafe.Pointer(r))}}))
	for i, v := range m {
		row, col := i/8, i%8
		want := byte(0)
		if (row == 1 || row == 3) && col >= 3 && col < 7 {
			want = byte(i + 1)
		}
		if v != want {
			t.Fatalf("m[%d][%d] = %d, want %d", row, col, v, want)
		}
	}
}

// boxMemory copies boxes, and keeps them.
type boxMemory struct {
	*memory
	boxes []device.Box
}

func (m *boxMemory) CopyBox(b *device.Box, to bool) (bool, error) {
	m.boxes = append(m.boxes, *b)
	for p := range b.Planes {
		for r := range b.Rows {
			off, err := p*b.Slice+r*b.Pitch, error(nil)
			if to {
				err = m.CopyTo(b.Dev+device.Addr(off), b.Host+device.Host(off), b.Run)
			} else {
				err = m.CopyFrom(b.Host+device.Host(off), b.Dev+device.Addr(off), b.Run)
			}
			if err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// TestUpdateBoxes: a section with gaps is one copy of up to three dimensions, and dimensions without gaps count as one.
func TestUpdateBoxes(t *testing.T) {
	for _, c := range []struct {
		name string
		dims [][3]uint64 // offset, count, stride
		want []device.Box
	}{
		{"rows", [][3]uint64{{0, 4, 60}, {4, 5, 4}}, []device.Box{{Run: 20, Rows: 4, Pitch: 60, Planes: 1, Slice: 240}}},
		{"every second element", [][3]uint64{{0, 7, 8}}, []device.Box{{Run: 4, Rows: 7, Pitch: 8, Planes: 1, Slice: 56}}},
		{"every second element of all rows", [][3]uint64{{0, 4, 64}, {0, 8, 8}},
			[]device.Box{{Run: 4, Rows: 32, Pitch: 8, Planes: 1, Slice: 256}}},
		{"planes", [][3]uint64{{0, 2, 200}, {20, 3, 40}, {8, 2, 4}}, []device.Box{{Run: 8, Rows: 3, Pitch: 40, Planes: 2, Slice: 200}}},
		{"one of a dimension", [][3]uint64{{100, 1, 200}, {20, 3, 40}, {8, 1, 4}}, []device.Box{{Run: 4, Rows: 3, Pitch: 40, Planes: 1, Slice: 120}}},
		{"four dimensions", [][3]uint64{{0, 2, 300}, {0, 2, 100}, {0, 3, 30}, {0, 2, 8}}, []device.Box{
			{Run: 4, Rows: 2, Pitch: 8, Planes: 3, Slice: 30}, {Run: 4, Rows: 2, Pitch: 8, Planes: 3, Slice: 30},
			{Run: 4, Rows: 2, Pitch: 8, Planes: 3, Slice: 30}, {Run: 4, Rows: 2, Pitch: 8, Planes: 3, Slice: 30}}},
		{"all", [][3]uint64{{0, 10, 40}, {0, 10, 4}}, nil},
	} {
		dev := &boxMemory{memory: newMemory()}
		env := newEnv(0, dev)
		m := heap(600)
		must(t, env.enterData(construct(1), []Item{item("m", flagTo)}, []Arg{arg(m)}))
		d := onDevice(t, env, m)
		for i := range d {
			d[i] = byte(i%251 + 1)
		}
		r := &Rect{Base: addr(m), Elem: 4, Dims: uint32(len(c.dims))}
		copy(r.Dim[:], c.dims)
		must(t, env.Update(construct(2), []Item{item("m", flagFrom|flagStrided)}, []Arg{{Begin: uintptr(unsafe.Pointer(r))}}))
		want := make([]byte, len(m))
		var fill func(at uint64, dims [][3]uint64)
		fill = func(at uint64, dims [][3]uint64) {
			if len(dims) == 0 {
				copy(want[at:at+4], d[at:])
				return
			}
			for i := range dims[0][1] {
				fill(at+dims[0][0]+i*dims[0][2], dims[1:])
			}
		}
		fill(0, c.dims)
		if string(m) != string(want) {
			t.Errorf("%s: wrong data", c.name)
		}
		for i := range dev.boxes {
			dev.boxes[i].Host, dev.boxes[i].Dev = 0, 0
		}
		if !slices.Equal(dev.boxes, c.want) {
			t.Errorf("%s: copied %v, want %v", c.name, dev.boxes, c.want)
		}
	}
}

func TestParams(t *testing.T) {
	dev := newMemory()
	env := newEnv(0, dev)
	a, v, agg, lone := heap(80), heap(4), heap(24), heap(8)
	agg[23] = 5
	k := &Kernel{NumParams: 7}
	c := construct(1)
	c.Kernel = k
	items := []Item{
		item("a[2:8]", flagTo|flagParam),
		with(item("v", flagParam), itemValue),
		with(item("p", flagParam), itemPointer),
		with(item("q", flagParam), itemPointer),
		with(item("r", flagParam|flagNullIfAbsent), itemPointer),
		with(item("d", flagParam), itemDevicePtr),
		with(item("agg", flagParam), itemCopy),
	}
	args := []Arg{
		{Base: addr(a), Begin: addr(a[16:]), Size: 64},
		arg(v),
		{Base: addr(a[20:])},
		{Base: addr(lone)},
		{Base: addr(lone)},
		{Base: 0x1234},
		arg(agg),
	}
	o, err := env.Enter(c, items, args)
	must(t, err)
	argv, values := make([]uintptr, 7), make([]uintptr, 7)
	must(t, env.Params(o, argv, values))
	d, _ := env.Lookup(addr(a[16:]))
	want := []uintptr{uintptr(d) - 16, 0, uintptr(d) + 4, addr(lone), 0, 0x1234}
	for i, w := range want {
		if i != 1 && values[i] != w {
			t.Errorf("parameter %d is %#x, want %#x", i, values[i], w)
		}
	}
	if argv[1] != addr(v) {
		t.Error("a value is not passed from where it is")
	}
	if got := device.Bytes(values[6], 24); !bytes.Equal(got, agg) {
		t.Errorf("private copy: % x", got)
	}
	must(t, env.Leave(o))
	if dev.used() != 0 {
		t.Errorf("%d blocks are left", dev.used())
	}
}

func TestAssociate(t *testing.T) {
	dev := newMemory()
	env := newEnv(0, dev)
	h := heap(64)
	d, _ := dev.Alloc(64)
	for range 2 { // the same association again is no error
		if env.Associate(addr(h), 64, d) != OK {
			t.Fatal("cannot associate")
		}
	}
	if env.Associate(addr(h), 32, d) != Conflict || env.Associate(addr(h), 64, d+1) != Conflict {
		t.Error("associated to something else at the same time")
	}
	must(t, env.Exit(construct(1), []Item{item("h", flagDelete|flagFrom)}, []Arg{arg(h)}))
	if !env.Present(addr(h), 64) {
		t.Error("delete removed associated storage")
	}
	if got, size, ok := env.Associated(addr(h)); got != d || size != 64 || !ok {
		t.Errorf("associated: %#x, %d, %v", got, size, ok)
	}
	if rc := env.Disassociate(addr(h)); rc != OK {
		t.Errorf("disassociate: %d", rc)
	}
	if rc := env.Disassociate(addr(h)); rc != Conflict {
		t.Error("disassociated twice")
	}
}

func TestLinkVariable(t *testing.T) {
	dev := newMemory()
	env := newEnv(0, dev)
	h := heap(64)
	ref, _ := dev.Alloc(8)
	must(t, env.Link(addr(h[16:]), 8, ref))
	must(t, env.enterData(construct(1), []Item{item("h", flagTo)}, []Arg{arg(h)}))
	d, _ := env.Lookup(addr(h[16:]))
	if got := *(*uintptr)(device.Pointer(uintptr(ref))); got != uintptr(d) {
		t.Errorf("the device's reference is %#x, want %#x", got, d)
	}
}

func TestHostLinks(t *testing.T) {
	dev := newMemory()
	env := newEnv(0, dev)
	env.HostLinks()
	h := heap(64)
	ref, _ := dev.Alloc(8)
	want := func(when string, a uintptr) {
		t.Helper()
		if got := *(*uintptr)(device.Pointer(uintptr(ref))); got != a {
			t.Errorf("%s, the device's reference is %#x, want %#x", when, got, a)
		}
	}
	must(t, env.Link(addr(h[16:]), 8, ref))
	want("before it is mapped", addr(h[16:]))
	must(t, env.enterData(construct(1), []Item{item("h", flagTo)}, []Arg{arg(h)}))
	d, _ := env.Lookup(addr(h[16:]))
	want("mapped", uintptr(d))
	must(t, env.Exit(construct(2), []Item{item("h", flagFrom)}, []Arg{arg(h)}))
	want("no longer mapped", addr(h[16:]))
}

func TestErrors(t *testing.T) {
	env := newEnv(2, newMemory())
	h := heap(64)
	must(t, env.enterData(construct(7), []Item{item("h[16:16]", flagTo)}, []Arg{{Begin: addr(h[16:]), Size: 16}}))
	err := env.enterData(construct(9), []Item{item("h[0:64]", flagTo)}, []Arg{arg(h)})
	wantError(t, err, "app.c:9: error: target enter data: 'h[0:64]' is only partly mapped on device 2 (memory)",
		"64 bytes", "16 bytes, 'h[16:16]' by the construct at app.c:7")
	err = env.Exit(construct(10), []Item{item("h[20:64]", flagFrom)}, []Arg{{Begin: addr(h[20:]), Size: 40}})
	wantError(t, err, "app.c:10", "only partly mapped")
	err = env.Update(construct(11), []Item{item("h[0:8]", flagTo|flagPresent)}, []Arg{{Begin: addr(h), Size: 8}})
	wantError(t, err, "app.c:11", "'h[0:8]' has the 'present' modifier but is not mapped", "8 bytes",
		"\n  mapped 8 bytes above it: ["+hex(addr(h[16:]))+", "+hex(addr(h[32:]))+"), 16 bytes, 'h[16:16]' by the construct at app.c:7")
	err = env.enterData(construct(12), []Item{item("h[33:2]", flagTo|flagPresent)},
		[]Arg{{Begin: addr(h[33:]), Size: 2}})
	wantError(t, err, "app.c:12", "2 bytes\n  mapped 1 byte below it: [", "'h[16:16]' by the construct at app.c:7")
	far := heap(16 << 10)
	must(t, env.enterData(construct(13), []Item{item("far", flagTo)}, []Arg{{Begin: addr(far), Size: 8}}))
	err = env.enterData(construct(14), []Item{item("far", flagTo|flagPresent)},
		[]Arg{{Begin: addr(far[8<<10:]), Size: 8}})
	if wantError(t, err, "app.c:14"); strings.Contains(err.Error(), "\n") {
		t.Errorf("what is far away: %v", err)
	}
	must(t, env.Exit(construct(15), []Item{item("far", 0)}, []Arg{{Begin: addr(far), Size: 8}}))
	// The failed constructs changed nothing.
	if e := env.table.exact(addr(h[16:])); env.Len() != 1 || e.refs != 1 {
		t.Error("a failed construct left traces")
	}
}

func TestOutOfMemory(t *testing.T) {
	dev := newMemory()
	dev.failAt = 3
	env := newEnv(0, dev)
	a, b := heap(16), heap(16)
	copy(b, "host data")
	must(t, env.enterData(construct(1), []Item{item("a", flagTo)}, []Arg{arg(a)}))
	c := heap(8)
	err := env.enterData(construct(2), []Item{item("a", flagTo), item("b", flagTo), item("c", flagTo)},
		[]Arg{arg(a), arg(b), arg(c)})
	wantError(t, err, "app.c:2: error: ", "cannot allocate 8 bytes for 'c' on device 0 (memory): out of memory")
	if string(b[:9]) != "host data" {
		t.Error("host data changed")
	}
	if e := env.table.exact(addr(a)); env.Len() != 1 || e.refs != 1 || dev.used() != 1 {
		t.Errorf("%d entries, %d blocks, count %d", env.Len(), dev.used(), e.refs)
	}
	must(t, env.enterData(construct(3), []Item{item("b", flagTo)}, []Arg{arg(b)}))
}

func TestZeroLength(t *testing.T) {
	env := newEnv(0, newMemory())
	h := heap(64)
	must(t, env.enterData(construct(1), []Item{item("h", flagTo)}, []Arg{arg(h)}))
	k := &Kernel{NumParams: 3}
	c := construct(2)
	c.Kernel = k
	other := heap(8)
	items := []Item{item("h[8:0]", flagTo|flagParam), item("o[0:0]", flagTo|flagParam),
		item("n[0:0]", flagTo|flagParam|flagNullIfAbsent)}
	args := []Arg{{Base: addr(h), Begin: addr(h[8:])}, {Base: addr(other), Begin: addr(other)},
		{Base: addr(other), Begin: addr(other)}}
	o, err := env.Enter(c, items, args)
	must(t, err)
	argv, values := make([]uintptr, 3), make([]uintptr, 3)
	must(t, env.Params(o, argv, values))
	d, _ := env.Lookup(addr(h))
	if values[0] != uintptr(d) || values[1] != addr(other) || values[2] != 0 {
		t.Errorf("values: %#x", values)
	}
	must(t, env.Leave(o))
	if e := env.table.exact(addr(h)); e == nil || e.refs != 1 {
		t.Error("a zero-length section changed a count")
	}
}

func TestForget(t *testing.T) {
	env := newEnv(0, newMemory())
	h, m := heap(64), heap(16)
	env.Global(addr(m), 16, 0x1000, testFile)
	must(t, env.enterData(construct(1), []Item{item("h", flagTo)}, []Arg{arg(h)}))
	env.table.exact(addr(h)).name = addr(m)
	must(t, env.Forget(addr(m), addr(m)+16))
	if env.Len() != 1 || env.table.exact(addr(h)).name != 0 {
		t.Error("something still refers to the module")
	}
}

// What is still mapped of a module's own storage goes with it, however it is
// counted; associated storage stays the user's.
func TestForgetStorage(t *testing.T) {
	mem := newMemory()
	env := newEnv(0, mem)
	m := heap(128)
	mine, err := mem.Alloc(32)
	must(t, err)
	env.Global(addr(m), 16, 0x1000, testFile)
	if env.Associate(addr(m[32:]), 32, mine) != OK {
		t.Fatal("not associated")
	}
	left := []Arg{arg(m[64:96])}
	for range 2 {
		must(t, env.enterData(construct(1), []Item{item("left", flagTo)}, left))
	}
	before := mem.used()
	must(t, env.Forget(addr(m), addr(m)+128))
	if env.Len() != 0 {
		t.Errorf("%d entries of the module are left", env.Len())
	}
	if got := before - mem.used(); got != 1 {
		t.Errorf("%d blocks were freed, want 1", got)
	}
	// Another module at its addresses finds nothing present.
	if !env.Global(addr(m[60:]), 40, 0x2000, testFile) {
		t.Error("a new variable overlaps with what is gone")
	}
}

// busyMemory maps something the first time that a block is freed, as another thread
// may at that moment.
type busyMemory struct {
	*memory
	meanwhile func()
}

func (m *busyMemory) Free(a device.Addr) error {
	if f := m.meanwhile; f != nil {
		m.meanwhile = nil
		f()
	}
	return m.memory.Free(a)
}

// TestForgetBesideOthers: the entry of a variable that goes away may be another
// thread's before the storage that goes with it is freed.
func TestForgetBesideOthers(t *testing.T) {
	mem := &busyMemory{memory: newMemory()}
	env := newEnv(0, mem)
	m, theirs := heap(64), heap(32)
	must(t, env.enterData(construct(1), []Item{item("left", flagTo)}, []Arg{arg(m[:16])}))
	env.Global(addr(m[32:]), 16, 0x1000, testFile)
	mem.meanwhile = func() {
		must(t, env.enterData(construct(2), []Item{item("theirs", flagTo)}, []Arg{arg(theirs)}))
	}
	must(t, env.Forget(addr(m), addr(m)+64))
	if used := mem.used(); used != 1 {
		t.Errorf("%d blocks are left, want the other thread's", used)
	}
}

func TestImplicitlyMappedStructurePartlyPresent(t *testing.T) {
	env := newEnv(0, newMemory())
	s := heap(64)
	must(t, env.enterData(construct(1), []Item{item("s.b", flagTo)}, []Arg{{Begin: addr(s[16:]), Size: 16}}))
	c := construct(2)
	c.Kernel = &Kernel{NumParams: 1}
	o, err := env.Enter(c, []Item{item("s", flagTo|flagFrom|flagImplicit|flagParam)}, []Arg{arg(s)})
	must(t, err)
	argv, values := make([]uintptr, 1), make([]uintptr, 1)
	must(t, env.Params(o, argv, values))
	d, _ := env.Lookup(addr(s[16:]))
	if values[0]+16 != uintptr(d) {
		t.Errorf("parameter %#x, s.b is at %#x", values[0], d)
	}
	must(t, env.Leave(o))
	if e := env.table.exact(addr(s[16:])); env.Len() != 1 || e.refs != 1 {
		t.Error("the count of s.b changed")
	}
}

// TestAlignment: the mapped part of a structure is aligned on the device as on
// the host, wherever it begins.
func TestAlignment(t *testing.T) {
	dev := newMemory()
	env := newEnv(0, dev)
	s := heap(64)
	part := s[4:36] // an int, then pointers
	span := item("s", flagSpan)
	must(t, env.enterData(construct(1), []Item{span}, []Arg{arg(part)}))
	e := env.table.exact(addr(part))
	if uintptr(e.dev)%blockAlign != addr(part)%blockAlign {
		t.Errorf("host %#x, device %#x", addr(part), e.dev)
	}
	must(t, env.Exit(construct(2), []Item{span}, []Arg{arg(part)}))
	if dev.used() != 0 {
		t.Errorf("%d blocks are left", dev.used())
	}
}

// TestTypeAlignment: storage of a type that asks for more than blocks have is as far from a multiple of its
// alignment as the host's storage is.
func TestTypeAlignment(t *testing.T) {
	for shift := 1; shift <= 10; shift++ {
		align := uintptr(16) << shift
		for _, begin := range []int{0, 4, 64, 300} {
			dev := newMemory()
			env := newEnv(0, dev)
			part := heap(2 * abi.MaxAlign)[begin:][:40]
			it := item("x", flagTo|uint32(shift)<<abi.FlagAlignShift)
			must(t, env.enterData(construct(1), []Item{it}, []Arg{arg(part)}))
			e := env.table.exact(addr(part))
			if (uintptr(e.dev)-addr(part))%align != 0 {
				t.Errorf("alignment %d: host %#x, device %#x", align, addr(part), e.dev)
			}
			must(t, env.Exit(construct(2), []Item{it}, []Arg{arg(part)}))
			if dev.used() != 0 {
				t.Errorf("%d blocks are left", dev.used())
			}
		}
	}
}

// TestHold: as long as a map with hold is in effect, no exit removes the storage.
func TestHold(t *testing.T) {
	env := newEnv(0, newMemory())
	h := heap(64)
	list, args := []Item{item("h", flagTo|flagHold)}, []Arg{arg(h)}
	must(t, env.enterData(construct(1), list, args))
	must(t, env.enterData(construct(2), list, args))
	for range 2 {
		must(t, env.Exit(construct(3), []Item{item("h", flagDelete)}, args))
		if env.Len() != 1 {
			t.Fatal("exit data removed what is held")
		}
		must(t, env.Exit(construct(3), []Item{item("h", flagFrom)}, args))
		if env.Len() != 1 {
			t.Fatal("the end of another map, after a delete, removed what is held")
		}
		must(t, env.Exit(construct(4), list, args))
	}
	if env.Len() != 0 {
		t.Errorf("%d entries are left", env.Len())
	}
}
