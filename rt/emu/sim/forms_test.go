package sim

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestForms executes every form of instruction that LLVM's back end prints, and
// some that it does not, with operands of their types: each must be accepted.
// What they compute is tested elsewhere.
func TestForms(t *testing.T) {
	text, err := os.ReadFile("testdata/forms.txt")
	if err != nil {
		t.Fatal(err)
	}
	forms := strings.Fields(string(text))
	if len(forms) < 700 {
		t.Fatalf("%d forms", len(forms))
	}
	for _, form := range forms {
		body := instance(form)
		d := testDevice(t)
		m, err := d.Load(formModule(body))
		if err != nil {
			t.Errorf("%s: %v\n%s", form, err, body)
			continue
		}
		if err := d.Launch(m.Kernel("k"), Grid{Blocks: [3]uint32{1, 1, 1}, Threads: [3]uint32{32, 1, 1}}); err != nil {
			t.Errorf("%s: %v\n%s", form, err, body)
		}
	}
}

func formModule(body string) string {
	return header + `.global .align 16 .b8 g[64];
.const .align 16 .b8 c[64];
.visible .entry k()
{
	.shared .align 16 .b8 s[64];
	.local .align 16 .b8 l[64];
	.reg .b16 %h<9>;
	.reg .b32 %r<9>;
	.reg .b64 %x<9>;
	.reg .f32 %f<9>;
	.reg .f64 %d<9>;
	.reg .b128 %w<3>;
	.reg .pred %p<9>;
	mov.u64 %x8, 0;
	mov.u32 %r8, %tid.x;
	setp.eq.u32 %p7, %r8, 0;
	mov.u16 %h2, 3;
	mov.u32 %r2, 3;
	mov.u64 %x2, 3;
	@%p7 st.shared.v2.u64 [s], {%x8, %x8};
	st.local.v2.u64 [l], {%x8, %x8};
	bar.sync 0;
	` + body + `
	ret;
}
`
}

// bank is the register file for a type.
func bank(typ string) string {
	switch typ {
	case "pred":
		return "%p"
	case "b128":
		return "%w"
	case "f32":
		return "%f"
	case "f64":
		return "%d"
	case "f16x2", "bf16x2", "s16x2", "u16x2", "tf32":
		return "%r"
	case "f16", "bf16":
		return "%h"
	}
	switch w, _ := width(typ); w {
	case 8, 16:
		return "%h"
	case 64:
		return "%x"
	}
	return "%r"
}

// arguments writes registers 0, 1 … of the types.
func registers(types ...string) string {
	var all []string
	for i, typ := range types {
		all = append(all, fmt.Sprintf("%s%d", bank(typ), i))
	}
	return strings.Join(all, ", ")
}

var memoryOf = map[string]string{"shared": "s", "local": "l", "const": "c"}

// instance is an instruction of a form with its operands, and what has to be
// done before.
func instance(form string) string {
	parts := strings.Split(form, ".")
	op, last := parts[0], parts[len(parts)-1]
	has := func(m string) bool { return slices.Contains(parts, m) }
	write := func(operands string) string { return form + " " + operands + ";" }
	switch op {
	case "ld", "ldu", "st", "atom", "red", "prefetch":
		return memoryInstance(form, parts)
	case "bar", "barrier":
		switch {
		case has("red") && has("popc"):
			return write("%r0, 0, %p1")
		case has("red"):
			return write("%p0, 0, %p1")
		case has("warp"):
			return write("0xffffffff")
		}
		return write("0")
	case "membar", "fence":
		return form + ";"
	case "nanosleep":
		return write("10")
	case "activemask":
		return write("%r0")
	case "elect":
		return write("%r0|%p0, 0xffffffff")
	case "stacksave":
		return write("%x0")
	case "stackrestore":
		return "stacksave.u64 %x0;\n" + write("%x0")
	case "alloca":
		return write("%x0, 16, 8")
	case "isspacep":
		return write("%p0, %x1")
	case "cvta":
		return write("%x0, %x1")
	case "shfl":
		return write("%r0|%p0, %r1, 0, 31, 0xffffffff")
	case "vote":
		return write(map[bool]string{true: "%r0", false: "%p0"}[has("ballot")] + ", %p1, 0xffffffff")
	case "match":
		return write("%r0, " + bank(last) + "1, 0xffffffff")
	case "redux":
		return write("%r0, %r1, 0xffffffff")
	case "setp":
		return write("%p0|%p1, " + bank(last) + "1, " + bank(last) + "2")
	case "testp":
		return write("%p0, " + bank(last) + "1")
	case "selp":
		return write(registers(last, last, last, "pred"))
	case "set":
		return write(registers(parts[len(parts)-2], last, last))
	case "slct":
		typ := parts[len(parts)-2]
		return write(registers(typ, typ, typ, last))
	case "lop3":
		return write("%r0, %r1, %r2, %r3, 0x96")
	case "fns", "prmt", "dp4a", "dp2a", "shf":
		return write("%r0, %r1, %r2, %r3")
	case "bfe":
		return write(registers(last, last, "u32", "u32"))
	case "bfi":
		return write(registers(last, last, last, "u32", "u32"))
	case "bmsk", "szext":
		return write("%r0, %r1, %r2")
	case "shl", "shr":
		return write(registers(last, last, "u32"))
	case "popc", "clz", "bfind":
		return write(registers("u32", last))
	case "cvt":
		from := []string{parts[len(parts)-2], last}
		if strings.HasSuffix(from[0], "x2") && last == "f32" {
			from = append(from, last)
		}
		return write(registers(from...))
	case "mad", "madc", "fma", "sad", "mad24":
		types := []string{last, last, last, last}
		if has("wide") {
			types[0] = map[string]string{"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}[last]
			types[3] = types[0]
		}
		return write(registers(types...))
	case "mul":
		if has("wide") {
			return write(registers(map[string]string{"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}[last],
				last, last))
		}
	case "mov", "neg", "abs", "not", "cnot", "brev", "sqrt", "rcp", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh":
		return write(registers(last, last))
	}
	return write(registers(last, last, last))
}

func memoryInstance(form string, parts []string) string {
	op, last := parts[0], parts[len(parts)-1]
	place := "g"
	for _, p := range parts {
		if m := memoryOf[p]; m != "" {
			place = m
		}
	}
	before := ""
	n := 1
	if slices.Contains(parts, "v2") {
		n = 2
	} else if slices.Contains(parts, "v4") {
		n = 4
	}
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("%s%d", bank(last), i))
	}
	value := strings.Join(all, ", ")
	if n > 1 {
		value = "{" + value + "}"
	}
	if slices.Contains(parts, "param") {
		before = ".param .align 16 .b8 q[64];\nst.param.v2.b64 [q], {%x8, %x8};\nst.param.v2.b64 [q+16], {%x8, %x8};\n"
		place = "q"
	}
	switch op {
	case "ld", "ldu":
		return before + form + " " + value + ", [" + place + "];"
	case "st":
		// One thread stores: the others would race with it.
		if place == "g" || place == "s" {
			before += "@!%p7 bra DONE;\n"
			return before + form + " [" + place + "], " + value + ";\nDONE:"
		}
		return before + form + " [" + place + "], " + value + ";"
	case "prefetch":
		return form + " [" + place + "];"
	}
	operands := "[" + place + "], " + bank(last) + "1"
	if slices.Contains(parts, "cas") {
		operands += ", " + bank(last) + "2"
	}
	if op == "atom" {
		operands = bank(last) + "0, " + operands
	}
	return form + " " + operands + ";"
}

// TestDocumented: docs/emulator.md names every instruction.
func TestDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../docs/emulator.md")
	if err != nil {
		t.Fatal(err)
	}
	for op := range decoders {
		if !strings.Contains(string(text), "`"+op+"`") {
			t.Errorf("%s is not in docs/emulator.md", op)
		}
	}
}
