package target

import "ompcc/codegen/ir"

import "strings"

// cpu is the CPU device: the program's own processor.
var cpu = &Family{Name: "cpu", Names: []string{"x86_64", "x86_64-", "aarch64", "aarch64-"}, New: newCPU}

// cpuMachine is what differs between the processors of CPU devices.
type cpuMachine struct {
	name, goarch, triple, arch, layout string
	set                                func(t *Target)
}

var cpuMachines = []cpuMachine{
	{"x86_64", "amd64", "x86_64-pc-linux-gnu", "x86-64",
		"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", setX86},
	{"aarch64", "arm64", "aarch64-unknown-linux-gnu", "generic",
		"e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32", setAArch64},
}

// Program is the CPU that a program for triple runs on, or the one of Go's architecture goarch where triple is "".
func Program(triple, goarch string) (*Target, bool) {
	if triple == "" {
		triple = Native(goarch)
	}
	t, ok := ByName(triple, "")
	return t, ok && t.InProgram
}

// Native is the processor's name for Go's name of an architecture.
func Native(goarch string) string {
	for _, m := range cpuMachines {
		if m.goarch == goarch {
			return m.name
		}
	}
	return goarch
}

func newCPU(name, arch string) (*Target, bool) {
	machine, _, isTriple := strings.Cut(name, "-")
	for i, m := range cpuMachines {
		if machine != m.name && (name != "cpu" || i > 0) {
			continue
		}
		t := &Target{
			Triple: m.triple, Arch: m.arch, DataLayout: m.layout, Model: Threads, WarpSize: 1, ArrayAlign: 16,
			GoArch: m.goarch, HostLibrary: true, EntryTable: true, ThreadStorage: true, Frames: true,
			Instrumented: true, InProgram: true, Vectorize: true,
			TextExt: ".s", Ext: ".o", Language: "Assembly",
		}
		if isTriple {
			t.Triple = name
		}
		if arch != "" {
			t.Arch = arch
		}
		m.set(t)
		t.Traits.Kind = []string{"nohost", "cpu"}
		t.Traits.ISA = append(t.Traits.ISA, t.Arch)
		return t, true
	}
	return nil, false
}

// setX86 is the System V ABI for x86-64.
func setX86(t *Target) {
	t.Traits.Arch, t.Traits.ISA = []string{"x86_64", "x86"}, []string{"sse", "sse2"}
	t.X86Builtins, t.ComplexParts, t.Trampolines, t.BuiltinJumps = true, true, true, true
	t.VaList = func(e Emitter, ap, buf ir.Value) { // psABI 3.5.7: the register area is used up
		e.Store(ir.Num(ir.I32, 48), ap, 8)
		e.Store(ir.Num(ir.I32, 304), e.Offset(ap, 4, "ap.fp"), 4)
		e.Store(buf, e.Offset(ap, 8, "ap.mem"), 8)
		e.Store(ir.Null, e.Offset(ap, 16, "ap.regs"), 8)
	}
	t.Asm = Asm{Dialect: X86, Goto: true, Memory: true,
		Letters: map[string]string{
			"a": "{ax}", "b": "{bx}", "c": "{cx}", "d": "{dx}", "S": "{si}", "D": "{di}", "t": "{st}", "u": "{st(1)}",
			"~{cc}": "~{flags}",
		},
		Clobbers: []string{"~{dirflag}", "~{fpsr}", "~{flags}"}, // as gcc has it
	}
}

// setAArch64 is the procedure call standard for the Arm 64-bit architecture.
func setAArch64(t *Target) {
	t.Traits.Arch, t.Traits.ISA = []string{"aarch64"}, []string{"neon"}
	t.UnsignedChar, t.QuadLongDouble = true, true  // AAPCS64 §10.1
	t.VaList = func(e Emitter, ap, buf ir.Value) { // AAPCS64, appendix B
		e.Store(buf, ap, 8)
		e.Store(ir.Num(ir.I64, 0), e.Offset(ap, 24, "ap.offs"), 8)
	}
	t.Asm = Asm{Goto: true, Memory: true}
}
