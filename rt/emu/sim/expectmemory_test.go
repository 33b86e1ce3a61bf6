package sim

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// Loads, stores and atomic operations. Each of 64 threads has 64 bytes of a space,
// which are filled before and read afterwards by 64-bit accesses of another kind.

const slotBytes = 64

// slots are the bytes of all threads: no two of a thread's are the same.
func slots() []byte {
	b := make([]byte, 64*slotBytes)
	for i := range b {
		b[i] = byte(i*7+i/64*13) ^ 0x80
	}
	return b
}

// place is what a thread has to do to have its slot in a space: declarations, code
// that fills it from global memory at %y1, the operand, and code that copies it back.
type place struct {
	params, declare, fill, operand, back string
}

func copySlot(to, from, base string) string {
	var b strings.Builder
	for i := 0; i < slotBytes; i += 8 {
		t, f := fmt.Sprintf("%%y1+%d", i), fmt.Sprintf("%s+%d", base, i)
		if from == "global" {
			t, f = f, t
		}
		fmt.Fprintf(&b, "\tld.%s.u64 %%y3, [%s];\n\tst.%s.u64 [%s], %%y3;\n", from, f, to, t)
	}
	return b.String()
}

func placeOf(f form) place {
	space := f.first("shared", "local", "param", "const")
	switch space {
	case "shared":
		return place{declare: "\t.shared .align 16 .b8 s[4096];\n", operand: "%y5",
			fill: "\tmov.u64 %y5, s;\n\tmul.wide.u32 %y4, %t1, 64;\n\tadd.u64 %y5, %y5, %y4;\n" + copySlot("shared", "global", "%y5"), back: copySlot("global", "shared", "%y5")}
	case "local":
		return place{declare: "\t.local .align 16 .b8 l[64];\n", operand: "l", fill: copySlot("local", "global", "l"),
			back: copySlot("global", "local", "l")}
	case "param":
		return place{declare: "\t.param .align 16 .b8 q[64];\n", operand: "q", fill: copySlot("param", "global", "q"),
			back: copySlot("global", "param", "q")}
	case "const":
		var list []string
		for _, v := range slots()[:slotBytes] {
			list = append(list, fmt.Sprint(v))
		}
		return place{params: ".const .align 16 .b8 c[64] = {" + strings.Join(list, ", ") + "};\n", operand: "c"}
	}
	return place{operand: "%y1"}
}

// memoryText is a kernel k(memory, values) of 64 threads.
func memoryText(p place, body string) string {
	return header + p.params + `.visible .entry k(.param .u64 p0, .param .u64 p1)
{
	.reg .b64 %o<6>, %v<6>, %y<9>, %x<9>;
	.reg .b32 %t<4>, %r<9>;
	.reg .b16 %h<9>;
	.reg .f32 %f<9>;
	.reg .f64 %d<9>;
	.reg .pred %p<9>, %q<2>;
` + p.declare + `	mov.u32 %t1, %tid.x;
	ld.param.u64 %y1, [p0];
	mul.wide.u32 %y0, %t1, 64;
	add.u64 %y1, %y1, %y0;
	ld.param.u64 %y2, [p1];
	mul.wide.u32 %y0, %t1, 32;
	add.u64 %y2, %y2, %y0;
	and.b32 %t3, %t1, 1;
	setp.ne.u32 %q0, %t3, 0;
` + p.fill + body + p.back + "\tret;\n}\n"
}

// runMemory returns the memory and the values afterwards.
func runMemory(t *testing.T, f form, text string, memory []byte, values []uint64) ([]byte, []uint64) {
	t.Helper()
	d := testDevice(t)
	m, err := d.Load(text)
	if err != nil {
		t.Errorf("%s: %v\n%s", f.text, err, text)
		return nil, nil
	}
	at, err := d.Alloc(uint64(len(memory)))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Write(at, memory); err != nil {
		t.Fatal(err)
	}
	in := words(t, d, values)
	params := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, at), in)
	if err := d.Launch(m.Kernel("k"),
		Grid{Blocks: [3]uint32{1, 1, 1}, Threads: [3]uint32{64, 1, 1}, Params: params}); err != nil {
		t.Errorf("%s: %v\n%s", f.text, err, text)
		return nil, nil
	}
	b, err := d.Bytes(at, uint64(len(memory)))
	if err != nil {
		t.Fatal(err)
	}
	return b, readWords(t, d, in, len(values))
}

func (f form) elements() int {
	switch f.first("v2", "v4") {
	case "v2":
		return 2
	case "v4":
		return 4
	}
	return 1
}

func memoryExpectation(f form) (expectation, bool) {
	e := expectation{source: "bytes of memory, put together one by one", isa: "9.7.9"}
	switch f.op {
	case "ld", "ldu":
		e.check = checkLoad
	case "st":
		e.check = checkStore
	case "prefetch":
		e.source = "no effect: memory stays"
		e.check = func(t *testing.T, f form) {
			p := placeOf(f)
			if got, _ := runMemory(t, f, memoryText(p, "\t"+f.text+" ["+p.operand+"+4];\n"), slots(),
				make([]uint64, 256)); !slices.Equal(got, slots()) {
				t.Errorf("%s changes memory", f.text)
			}
		}
	default:
		return e, false
	}
	return e, true
}

// inRegister are the bytes of an element as a register has them: of signed types extended.
func inRegister(typ string, b []byte) uint64 {
	v := uint64(0)
	for i, x := range b {
		v |= uint64(x) << (8 * i)
	}
	t, ok := oracleIntOf(typ)
	if ok && t.signed && t.bits < 16 {
		return oracleInt{bits: 16}.wrap(t.value(v))
	}
	return v
}

func checkLoad(t *testing.T, f form) {
	t.Helper()
	p, typ, n := placeOf(f), f.typ(), f.elements()
	size := int(typeBits(typ)) / 8
	at := 16 // of the slot
	var regs []string
	body, after := "", ""
	for i := range n {
		regs = append(regs, fmt.Sprintf("%s%d", bank(typ), i))
		after += fromRegister(strings.Replace(typ, "s8", "u16", 1),
			i) + fmt.Sprintf("\tst.global.u64 [%%y2+%d], %%o%d;\n", 8*i, i)
	}
	list := strings.Join(regs, ", ")
	if n > 1 {
		list = "{" + list + "}"
	}
	for k, guard := range []string{"\t", "\t@%q0 "} { // all threads, then half of them from behind
		body += fmt.Sprintf("%s%s %s, [%s+%d];\n", guard, f.text, list, p.operand, at+16*k)
	}
	memory, values := runMemory(t, f, memoryText(p, body+after), slots(), make([]uint64, 256))
	if memory == nil {
		return
	}
	if !slices.Equal(memory, slots()) {
		t.Errorf("%s changes memory", f.text)
	}
	for thread := range 64 {
		from := slotBytes*thread + at + 16*(thread&1)
		if f.has("const") {
			from -= slotBytes * thread
		}
		for i := range n {
			want := inRegister(typ, slots()[from+i*size:][:size])
			if got := values[4*thread+i]; got != want {
				t.Errorf("%s, element %d of thread %d: %#x, want %#x", f.text, i, thread, got, want)
				return
			}
		}
	}
}

func checkStore(t *testing.T, f form) {
	t.Helper()
	p, typ, n := placeOf(f), f.typ(), f.elements()
	size := int(typeBits(typ)) / 8
	var regs []string
	body := ""
	for i := range n {
		regs = append(regs, fmt.Sprintf("%s%d", bank(typ), i))
		body += fmt.Sprintf("\tld.global.u64 %%v%d, [%%y2+%d];\n", i, 8*i) + toRegister(typ, i, i)
	}
	list := strings.Join(regs, ", ")
	if n > 1 {
		list = "{" + list + "}"
	}
	body += fmt.Sprintf("\t%s [%s+16], %s;\n\t@%%q0 %s [%s+32], %s;\n", f.text, p.operand, list, f.text, p.operand,
		list)
	values := make([]uint64, 256)
	for i := range values {
		values[i] = uint64(i+1) * 0x9e3779b97f4a7c15
	}
	memory, _ := runMemory(t, f, memoryText(p, body), slots(), values)
	if memory == nil {
		return
	}
	want := slots()
	for thread := range 64 {
		for i := range n {
			b := binary.LittleEndian.AppendUint64(nil, values[4*thread+i])[:size]
			copy(want[slotBytes*thread+16+i*size:], b)
			if thread&1 == 1 {
				copy(want[slotBytes*thread+32+i*size:], b)
			}
		}
	}
	for i := range want {
		if memory[i] != want[i] {
			t.Errorf("%s: byte %d of thread %d is %#x, want %#x", f.text, i%slotBytes, i/slotBytes, memory[i], want[i])
			return
		}
	}
}

// Atomic operations: of one thread by itself the old value and the new one, and of all
// threads on one place their sum, extreme and so on.

func atomicExpectation(f form) (expectation, bool) {
	if f.op != "atom" && f.op != "red" {
		return expectation{}, false
	}
	source := byIntegers
	if strings.Contains(f.typ(), "f") {
		source = byIEEE
	}
	return expectation{source, "9.7.13", checkAtomic}, true
}

// atomicWant is the new value of memory.
func atomicWant(f form, old, b, c uint64) verdict {
	typ := f.typ()
	one := strings.TrimSuffix(typ, "x2")
	if one != typ {
		g := formOf(strings.TrimSuffix(f.text, "x2"))
		lo, hi := atomicWant(g, old&0xffff, b&0xffff, 0), atomicWant(g, old>>16, b>>16, 0)
		return verdict{accept: func(got uint64) bool { return lo.accepts(got&0xffff) && hi.accepts(got>>16) }}
	}
	if ft, ok := oracleFloats[typ]; ok {
		g := formOf("add.rn." + typ)
		if typ == "f32" && !f.has("shared") { // on global memory subnormal numbers are zeros
			g = formOf("add.rn.ftz." + typ)
		}
		return g.result(ft, oracleAdd(g.operand(ft, old), g.operand(ft, b), "rn"))
	}
	t, _ := oracleIntOf(typ)
	x, y := t.value(old), t.value(b)
	bit := func(g func(z, x, y *big.Int) *big.Int) verdict {
		u := oracleInt{bits: t.bits}
		return exactly(u.wrap(g(new(big.Int), u.value(old), u.value(b))))
	}
	switch f.first("add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec") {
	case "add":
		return exactly(t.wrap(new(big.Int).Add(x, y)))
	case "min":
		return exactly([]uint64{old, b}[logical(y.Cmp(x) < 0)])
	case "max":
		return exactly([]uint64{old, b}[logical(y.Cmp(x) > 0)])
	case "and":
		return bit((*big.Int).And)
	case "or":
		return bit((*big.Int).Or)
	case "xor":
		return bit((*big.Int).Xor)
	case "exch":
		return exactly(b)
	case "cas":
		return exactly([]uint64{old, c}[logical(old == b)])
	case "inc":
		return exactly((old + 1) * logical(old < b))
	case "dec":
		return exactly([]uint64{old - 1, b}[logical(old == 0 || old > b)])
	}
	panic("unknown operation " + f.text)
}

func checkAtomic(t *testing.T, f form) {
	t.Helper()
	p, typ := placeOf(f), f.typ()
	size := int(typeBits(typ)) / 8
	mask := uint64(1)<<(8*size-1)<<1 - 1
	olds, operands := operandValues(typ), operandValues(typ)
	memory, values := slots(), make([]uint64, 256)
	for round := range 12 {
		for thread := range 64 {
			k := round*64 + thread
			old, b := olds[k%len(olds)]&mask, operands[(k*5+k/len(olds))%len(operands)]&mask
			if thread%5 == 0 {
				b = old
			}
			binary.LittleEndian.PutUint64(memory[slotBytes*thread+16:],
				binary.LittleEndian.Uint64(memory[slotBytes*thread+16:])&^mask|old)
			values[4*thread], values[4*thread+1] = b, operands[(k*3+1)%len(operands)]&mask
		}
		if !atomicRound(t, f, p, size, memory, values) {
			return
		}
	}
	atomicTogether(t, f, size)
}

func atomicBody(f form, operand string) string {
	typ := f.typ()
	reg := bank(typ)
	list := "[" + operand + "], " + reg + "1"
	if f.has("cas") {
		list += ", " + reg + "2"
	}
	if f.op == "atom" {
		list = reg + "0, " + list
	}
	body := "\tld.global.u64 %v0, [%y2];\n\tld.global.u64 %v1, [%y2+8];\n\tmov.u64 %v2, 0;\n" + toRegister(typ, 1,
		0) + toRegister(typ, 2, 1) + toRegister(typ, 0, 2) + "\t" + f.text + " " + list + ";\n"
	return body + fromRegister(typ, 0) + "\tst.global.u64 [%y2], %o0;\n"
}

// atomicRound compares the operations of each thread on its own slot.
func atomicRound(t *testing.T, f form, p place, size int, memory []byte, values []uint64) bool {
	t.Helper()
	got, out := runMemory(t, f, memoryText(p, atomicBody(f, p.operand+"+16")), memory, slices.Clone(values))
	if got == nil {
		return false
	}
	word := func(b []byte, thread int) uint64 {
		return binary.LittleEndian.Uint64(b[slotBytes*thread+16:]) << (64 - 8*size) >> (64 - 8*size)
	}
	for thread := range 64 {
		old, b, c := word(memory, thread), values[4*thread], values[4*thread+1]
		if v := atomicWant(f, old, b, c); !v.accepts(word(got, thread)) || f.op == "atom" && out[4*thread] != old {
			t.Errorf("%s of %#x, %#x on %#x: %#x, the old value %#x; want %#x", f.text, b, c, old, word(got, thread),
				out[4*thread], v.want)
			return false
		}
		lo, hi := slotBytes*thread+16, slotBytes*thread+16+size
		if !slices.Equal(got[lo-16:lo], memory[lo-16:lo]) || !slices.Equal(got[hi:lo+48], memory[hi:lo+48]) {
			t.Errorf("%s changes other memory", f.text)
			return false
		}
	}
	return true
}

// atomicTogether: 64 threads add small numbers to one place; what is there afterwards is as if
// one had done it after the other, which for these numbers is in any order the same.
func atomicTogether(t *testing.T, f form, size int) {
	t.Helper()
	op := f.first("add", "min", "max", "and", "or", "xor", "inc")
	if op == "" {
		return
	}
	typ := f.typ()
	number := func(thread int) uint64 {
		v := uint64(thread%3 + 1)
		if op == "inc" {
			return 1000
		}
		if ft, ok := oracleFloats[strings.TrimSuffix(typ, "x2")]; ok {
			b := ft.encode(number{v: big.NewRat(int64(v), 1)}, "rn")
			if strings.HasSuffix(typ, "x2") {
				b |= b << 16
			}
			return b
		}
		return v << (thread % 5)
	}
	memory, values := make([]byte, 64*slotBytes), make([]uint64, 256)
	want := uint64(0)
	for thread := range 64 {
		values[4*thread] = number(thread)
		if one := strings.TrimSuffix(typ, "x2"); one != typ {
			v := atomicWant(formOf(strings.TrimSuffix(f.text, "x2")), want&0xffff, number(thread)&0xffff, 0).want
			want = v | v<<16
		} else {
			want = atomicWant(f, want, number(thread), 0).want
		}
	}
	p := placeOf(f)
	if f.has("shared") {
		p.fill = "\tmov.u64 %y5, s;\n\tmov.u64 %y6, 0;\n\tsetp.eq.u32 %p5, %t1, 0;\n\t@%p5 st.shared.u64 [%y5+16], %y6;\n\tbar.sync 0;\n"
		p.back = "\tbar.sync 0;\n\t@%p5 ld.shared.u64 %y6, [%y5+16];\n\t@%p5 st.global.u64 [%y1+16], %y6;\n"
	} else {
		p.operand = "%y6"
		p.fill = "\tld.param.u64 %y6, [p0];\n"
	}
	got, _ := runMemory(t, f, memoryText(p, atomicBody(f, p.operand+"+16")), memory, values)
	if got == nil {
		return
	}
	if v := binary.LittleEndian.Uint64(got[16:]); v != want {
		t.Errorf("%s by 64 threads on one place: %#x, want %#x", f.text, v, want)
	}
}
