package gdb

import (
	"fmt"
	"strings"

	"ompcc/rt/emu/debug"
)

// reg is a register that gdb is told of.
type reg struct {
	name string
	size int // bytes
	typ  string
	// value is that of a thread's innermost frame; nil: it has none.
	value func(t debug.Thread) uint64
}

// Numbers of the registers by which gdb unwinds, the same in DWARF but for the program counter.
const (
	regSP = 7
	regIP = 16
)

// machine are the registers of gdb's x86-64 machine, by feature of the target description (GDB manual, "i386
// Features"), and those of a thread: $block, $thread and the others of org.ompcc.thread.
func machine() (core, sse, own []reg) {
	core = append(core, reg{"rax", 8, "int64", debug.Thread.Result})
	for _, name := range strings.Fields("rbx rcx rdx rsi rdi") {
		core = append(core, reg{name, 8, "int64", nil})
	}
	core = append(core, reg{"rbp", 8, "data_ptr", frameAddress}, reg{"rsp", 8, "data_ptr", frameAddress})
	for i := 8; i < 16; i++ {
		r := reg{fmt.Sprintf("r%d", i), 8, "int64", nil}
		if i == columnS16 || i == columnS48 {
			r.value = wordOf(scalarBase(i))
		}
		core = append(core, r)
	}
	core = append(core, reg{"rip", 8, "code_ptr", programCounter})
	for _, name := range strings.Fields("eflags cs ss ds es fs gs") {
		core = append(core, reg{name, 4, "int32", nil})
	}
	for i := range 8 {
		core = append(core, reg{fmt.Sprintf("st%d", i), 10, "i387_ext", nil})
	}
	for _, name := range strings.Fields("fctrl fstat ftag fiseg fioff foseg fooff fop") {
		core = append(core, reg{name, 4, "int", nil})
	}
	sse = append(sse, reg{"xmm0", 16, "uint128", debug.Thread.Result})
	for i := 1; i < 16; i++ {
		sse = append(sse, reg{fmt.Sprintf("xmm%d", i), 16, "uint128", nil})
	}
	sse = append(sse, reg{"mxcsr", 4, "int", nil})
	number := func(name string, value func(t debug.Thread) int) {
		own = append(own, reg{name, 4, "int32", func(t debug.Thread) uint64 { return uint64(value(t)) }})
	}
	number("block", debug.Thread.Block)
	number("thread", debug.Thread.Number)
	number("blocks", debug.Thread.Blocks)
	number("threads", debug.Thread.Size)
	return core, sse, own
}

func programCounter(t debug.Thread) uint64 {
	if f := t.Frames(); len(f) > 0 {
		return f[0].PC
	}
	return 0
}

func frameAddress(t debug.Thread) uint64 {
	if f := t.Frames(); len(f) > 0 {
		return f[0].Address
	}
	return 0
}

func allRegisters() []reg {
	core, sse, own := machine()
	return append(append(core, sse...), own...)
}

// targetDescription is the machine in XML.
func targetDescription() string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><!DOCTYPE target SYSTEM "gdb-target.dtd"><target version="1.0">` +
		`<architecture>i386:x86-64</architecture><osabi>none</osabi>`)
	core, sse, own := machine()
	n := 0
	feature := func(name, group string, regs []reg) {
		fmt.Fprintf(&b, `<feature name="%s">`, name)
		for _, r := range regs {
			fmt.Fprintf(&b, `<reg name="%s" bitsize="%d" type="%s" regnum="%d"%s/>`, r.name, 8*r.size, r.typ, n, group)
			n++
		}
		b.WriteString("</feature>")
	}
	feature("org.gnu.gdb.i386.core", "", core)
	feature("org.gnu.gdb.i386.sse", "", sse)
	feature("org.ompcc.thread", ` group="general"`, own)
	b.WriteString("</target>")
	return b.String()
}

// registers is the reply to g.
func registers(t debug.Thread) string {
	var b strings.Builder
	for _, r := range allRegisters() {
		b.WriteString(r.text(t))
	}
	return b.String()
}

// register is the reply to p.
func register(t debug.Thread, n int) string {
	if regs := allRegisters(); n < len(regs) {
		return regs[n].text(t)
	}
	return errorRequest
}

func (r *reg) text(t debug.Thread) string {
	if r.value == nil || t == nil {
		return strings.Repeat("xx", r.size)
	}
	return hexWord(r.value(t), r.size)
}
