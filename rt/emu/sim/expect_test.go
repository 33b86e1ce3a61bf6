package sim

import (
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var rewrite = flag.Bool("update", false, "rewrite the expectations")

// expectation says what an instruction is compared with, and does it.
type expectation struct {
	source, isa string
	check       func(t *testing.T, f form)
}

// expectationOf finds the expectation of a form; every form has one.
func expectationOf(f form) (expectation, bool) {
	if c, ok := calculate(f); ok {
		return expectation{c.source, c.isa, func(t *testing.T, f form) { checkCalculation(t, f, c) }}, true
	}
	for _, family := range []func(f form) (expectation, bool){memoryExpectation, atomicExpectation, warpExpectation,
		orderExpectation, spaceExpectation, controlExpectation} {
		if e, ok := family(f); ok {
			return e, true
		}
	}
	return expectation{}, false
}

// TestExpectations executes each form of instruction that LLVM's back end prints and
// compares what it does with what it has to do. The table of forms and expectations is in
// testdata/expectations.txt (-update writes it).
func TestExpectations(t *testing.T) {
	text, err := os.ReadFile("testdata/forms.txt")
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	for _, name := range append(strings.Fields(string(text)), controlForms...) {
		f := formOf(name)
		e, ok := expectationOf(f)
		if !ok {
			t.Errorf("%s has no expectation", name)
			continue
		}
		fmt.Fprintf(&table, "%s\t%s\t%s\n", name, e.isa, e.source)
		e.check(t, f)
	}
	const golden = "testdata/expectations.txt"
	if *rewrite {
		if err := os.WriteFile(golden, []byte(table.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), table.String()); d != "" {
		t.Errorf("%s differs (-want +got):\n%s", golden, d)
	}
}

// TestAllForms does the same with all forms of the instructions that LLVM continues with
// modifiers and types from code: conversions, comparisons, loads and stores.
func TestAllForms(t *testing.T) {
	n := 0
	for i, name := range slices.Concat(conversionForms(), comparisonForms(), accessForms()) {
		if raced && i%16 != 0 {
			continue
		}
		f := formOf(name)
		e, ok := expectationOf(f)
		if !ok {
			t.Errorf("%s has no expectation", name)
			continue
		}
		e.check(t, f)
		n++
	}
	t.Logf("%d forms", n)
}

var (
	integerTypes = strings.Fields("u8 s8 u16 s16 u32 s32 u64 s64")
	modes        = strings.Fields("rn rz rm rp")
)

func conversionForms() (all []string) {
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf("cvt."+format, args...)) }
	for _, to := range integerTypes {
		for _, from := range integerTypes {
			if to != from {
				add("%s.%s", to, from)
			}
			add("sat.%s.%s", to, from)
		}
		for _, mode := range strings.Fields("rni rzi rmi rpi") {
			for _, from := range strings.Fields("f16 bf16 f32 ftz.f32 f64") {
				ftz, typ, found := strings.Cut(from, ".")
				if !found {
					ftz, typ = "", from
				}
				add("%s.%s%s.%s", mode, strings.TrimPrefix(ftz+".", "."), to, typ)
			}
		}
		for _, mode := range modes {
			for _, float := range strings.Fields("f16 bf16 f32 f64") {
				add("%s.%s.%s", mode, float, to)
			}
		}
	}
	for _, typ := range strings.Fields("f16 f32 f64") {
		for _, mode := range strings.Fields("rni rzi rmi rpi") {
			add("%s.%s.%s", mode, typ, typ)
		}
	}
	for _, mode := range modes {
		add("%s.f32.f64", mode)
		add("%s.ftz.f32.f64", mode)
		add("%s.sat.f32.f64", mode)
		add("%s.ftz.sat.f32.f64", mode)
	}
	for _, mode := range []string{"rn", "rz"} {
		for _, half := range []string{"f16", "bf16"} {
			add("%s.%s.f32", mode, half)
			add("%s.relu.%s.f32", mode, half)
			add("%s.%sx2.f32", mode, half)
			add("%s.relu.%sx2.f32", mode, half)
		}
		add("%s.f16.f64", mode)
	}
	all = append(all,
		strings.Fields("cvt.f64.f32 cvt.ftz.f64.f32 cvt.sat.f64.f32 cvt.sat.f32.f32 cvt.ftz.f32.f32 cvt.ftz.sat.f32.f32 cvt.sat.f64.f64 cvt.f32.f16 cvt.f64.f16 cvt.f32.bf16 cvt.rn.sat.f16.f32 cvt.sat.f32.f16 cvt.rn.tf32.f32 cvt.rna.tf32.f32 cvt.rni.ftz.f32.f32 cvt.rpi.ftz.sat.f32.f32")...)
	return all
}

func comparisonForms() (all []string) {
	for _, typ := range strings.Fields("b16 u16 s16 b32 u32 s32 b64 u64 s64 f16 bf16 f16x2 bf16x2 f32 f64") {
		ops := "eq ne lt le gt ge equ neu ltu leu gtu geu num nan"
		switch typ[0] {
		case 's':
			ops = "eq ne lt le gt ge"
		case 'u':
			ops = "eq ne lt le gt ge lo ls hi hs"
		case 'b':
			if typ[1] != 'f' {
				ops = "eq ne"
			}
		}
		for op := range strings.FieldsSeq(ops) {
			all = append(all, "setp."+op+"."+typ)
			if !strings.HasSuffix(typ, "x2") {
				all = append(all, "set."+op+".u32."+typ, "set."+op+".f32."+typ, "setp."+op+".and."+typ,
					"setp."+op+".or."+typ, "setp."+op+".xor."+typ)
			}
			if typ == "f32" || typ == "f16" || typ == "f16x2" {
				all = append(all, "setp."+op+".ftz."+typ)
			}
		}
	}
	for prop := range strings.FieldsSeq("finite infinite number notanumber normal subnormal") {
		all = append(all, "testp."+prop+".f32", "testp."+prop+".f64")
	}
	return all
}

func accessForms() (all []string) {
	add := func(op, order, space string) {
		for typ := range strings.FieldsSeq("b8 u8 s8 b16 u16 s16 b32 u32 s32 f32 b64 u64 s64 f64") {
			for _, v := range []struct {
				name string
				n    uint
			}{{"", 1}, {"v2", 2}, {"v4", 4}} {
				if typeBits(typ)*v.n > 128 {
					continue
				}
				parts := slices.DeleteFunc([]string{op, order, space, v.name, typ}, func(s string) bool { return s == "" })
				all = append(all, strings.Join(parts, "."))
			}
		}
	}
	for space := range strings.FieldsSeq("global shared local param const -") {
		space = strings.Trim(space, "-")
		add("ld", "", space)
		if space != "const" {
			add("st", "", space)
		}
	}
	for order := range strings.FieldsSeq("volatile relaxed.cta relaxed.gpu relaxed.sys acquire.cta acquire.gpu acquire.sys mmio.relaxed.sys") {
		add("ld", order, "global")
		add("st", strings.Replace(order, "acquire", "release", 1), "global")
	}
	for order := range strings.FieldsSeq("volatile relaxed.cta acquire.gpu") {
		for _, space := range []string{"shared", ""} {
			add("ld", order, space)
			add("st", strings.Replace(order, "acquire", "release", 1), space)
		}
	}
	return all
}

// checkCalculation executes a calculation on many operands: in whole warps, and in
// warps whose threads take part in two halves.
func checkCalculation(t *testing.T, f form, c calculation) {
	t.Helper()
	in := operandSets(f, c)
	wide := c.dst[0] == "b128" // has two operands of 64 bits
	want := make([]verdict, len(in))
	for i, x := range in {
		want[i] = c.want(x[:len(c.src)+int(logical(wide))])
	}
	for _, narrowed := range []bool{false, true} {
		out, text := runCalculation(t, f, c, in, narrowed)
		if out == nil {
			return
		}
		for i, x := range in {
			v, got, second := want[i], out[2*i], out[2*i+1]
			if !v.accepts(got) || v.accept == nil && (len(c.dst) > 1 || wide) && second != v.second {
				t.Errorf("%s of %#x: %#x, %#x, want %#x, %#x\n%s", f.text, x[:max(len(c.src), 1)], got, second, v.want,
					v.second, text)
				break
			}
		}
	}
}

// operandSets are sets of four operands: all values, or pairs of them, or a part of the
// triples.
func operandSets(f form, c calculation) (all [][]uint64) {
	values := make([][]uint64, len(c.src))
	for i, typ := range c.src {
		values[i] = operandValues(typ)
	}
	if len(values) == 1 {
		r := rand.New(rand.NewPCG(7, uint64(len(f.text))))
		for range 300 {
			v := r.Uint64()
			if t, ok := oracleFloats[c.src[0]]; ok {
				v &= t.sign()<<1 - 1
			} else if t, ok := oracleIntOf(c.src[0]); ok {
				v &= t.mask().Uint64()
			} else if c.src[0] == "pred" {
				v &= 1
			} else if c.src[0] != "b128" {
				v &= 0xffffffff
			}
			values[0] = append(values[0], v)
		}
	}
	n := 1
	for _, v := range values {
		n *= len(v)
	}
	most := 1000
	if raced {
		most = 64
	}
	step := 1
	for n/step > most {
		step += 2
	}
	for k := 0; k < n; k += step {
		x := make([]uint64, 4)
		rest := k
		for i, v := range values {
			x[i] = v[rest%len(v)]
			rest /= len(v)
		}
		if c.src[0] == "b128" {
			x[1] = ^x[0] * 3
		}
		if c.limit != nil {
			c.limit(x[:len(c.src)])
		}
		all = append(all, x)
	}
	for len(all)%32 != 0 {
		all = append(all, all[0])
	}
	return all
}

// calculationText is a kernel k(in, out) in which each thread calculates with four
// operands at in, and stores two results at out.
func calculationText(f form, c calculation, narrowed bool) string {
	var b strings.Builder
	b.WriteString(header + `.visible .entry k(.param .u64 p0, .param .u64 p1)
{
	.reg .b64 %v<4>, %o<2>, %y<9>, %x<9>;
	.reg .b32 %t<4>, %r<9>;
	.reg .b16 %h<9>;
	.reg .f32 %f<9>;
	.reg .f64 %d<9>;
	.reg .b128 %w<9>;
	.reg .pred %p<9>, %q<2>;
	mov.u32 %t0, %tid.x;
	mov.u32 %t1, %ctaid.x;
	mov.u32 %t2, %ntid.x;
	mad.lo.u32 %t0, %t1, %t2, %t0;
	mul.wide.u32 %y0, %t0, 32;
	ld.param.u64 %y1, [p0];
	add.u64 %y1, %y1, %y0;
	mul.wide.u32 %y0, %t0, 16;
	ld.param.u64 %y2, [p1];
	add.u64 %y2, %y2, %y0;
	ld.global.u64 %v0, [%y1];
	ld.global.u64 %v1, [%y1+8];
	ld.global.u64 %v2, [%y1+16];
	ld.global.u64 %v3, [%y1+24];
	mov.u64 %o0, 0;
	mov.u64 %o1, 0;
	and.b32 %t3, %t0, 1;
	setp.ne.u32 %q0, %t3, 0;
	setp.eq.u32 %q1, %t3, 0;
`)
	var operands []string
	for i, typ := range c.src {
		operands = append(operands, fmt.Sprintf("%s%d", bank(typ), i+2))
		b.WriteString(toRegister(typ, i+2, i))
	}
	var results []string
	for i, typ := range c.dst {
		results = append(results, fmt.Sprintf("%s%d", bank(typ), i))
	}
	lines := c.lines
	if lines == nil {
		lines = []string{f.text + " " + strings.Join(results, "|") + ", " + strings.Join(operands, ", ") + c.prompt}
	}
	names := []string{}
	for i, r := range results {
		names = append(names, fmt.Sprintf("%%%d", i), r)
	}
	for i, o := range operands {
		names = append(names, "%"+string(rune('a'+i)), o)
	}
	for _, guard := range map[bool][]string{false: {""}, true: {"@%q0 ", "@!%q0 "}}[narrowed] {
		for _, line := range lines {
			if c.lines != nil {
				line = replaceOperands(line, names)
			}
			b.WriteString("\t" + guard + line + ";\n")
		}
	}
	for i, typ := range c.dst {
		b.WriteString(fromRegister(typ, i))
	}
	b.WriteString("\tst.global.u64 [%y2], %o0;\n\tst.global.u64 [%y2+8], %o1;\n\tret;\n}\n")
	return b.String()
}

func replaceOperands(line string, names []string) string {
	op, rest, _ := strings.Cut(line, " ")
	return op + " " + strings.NewReplacer(names...).Replace(rest)
}

// toRegister moves the operand %vI to the register of its type.
func toRegister(typ string, n, i int) string {
	switch bank(typ) {
	case "%p":
		return fmt.Sprintf("\tand.b64 %%y3, %%v%d, 1;\n\tsetp.ne.u64 %%p%d, %%y3, 0;\n", i, n)
	case "%h":
		return fmt.Sprintf("\tcvt.u16.u64 %%h%d, %%v%d;\n", n, i)
	case "%r":
		return fmt.Sprintf("\tcvt.u32.u64 %%r%d, %%v%d;\n", n, i)
	case "%f":
		return fmt.Sprintf("\tcvt.u32.u64 %%r8, %%v%d;\n\tmov.b32 %%f%d, %%r8;\n", i, n)
	case "%d":
		return fmt.Sprintf("\tmov.b64 %%d%d, %%v%d;\n", n, i)
	case "%w":
		return fmt.Sprintf("\tmov.b128 %%w%d, {%%v0, %%v1};\n", n)
	}
	return fmt.Sprintf("\tmov.b64 %%x%d, %%v%d;\n", n, i)
}

// fromRegister moves a result to %oI; results of eight bits are extended in the
// register, which is wider.
func fromRegister(typ string, i int) string {
	switch {
	case bank(typ) == "%p":
		return fmt.Sprintf("\tselp.u64 %%o%d, 1, 0, %%p%d;\n", i, i)
	case typ == "s8":
		return fmt.Sprintf("\tcvt.u64.u16 %%o%d, %%h%d;\n\tadd.u64 %%o%d, %%o%d, 128;\n\tand.b64 %%o%d, %%o%d, 0xffff;\n\tsub.u64 %%o%d, %%o%d, 128;\n\tand.b64 %%o%d, %%o%d, 0xff;\n", i, i, i, i, i, i, i, i, i, i)
	case bank(typ) == "%h":
		return fmt.Sprintf("\tcvt.u64.u16 %%o%d, %%h%d;\n", i, i)
	case bank(typ) == "%r":
		return fmt.Sprintf("\tcvt.u64.u32 %%o%d, %%r%d;\n", i, i)
	case bank(typ) == "%f":
		return fmt.Sprintf("\tmov.b32 %%r8, %%f%d;\n\tcvt.u64.u32 %%o%d, %%r8;\n", i, i)
	case bank(typ) == "%d":
		return fmt.Sprintf("\tmov.b64 %%o%d, %%d%d;\n", i, i)
	case bank(typ) == "%w":
		return fmt.Sprintf("\tmov.b128 {%%o0, %%o1}, %%w%d;\n", i)
	}
	return fmt.Sprintf("\tmov.b64 %%o%d, %%x%d;\n", i, i)
}

func runCalculation(t *testing.T, f form, c calculation, in [][]uint64, narrowed bool) (out []uint64, text string) {
	t.Helper()
	text = calculationText(f, c, narrowed)
	d := testDevice(t)
	m, err := d.Load(text)
	if err != nil {
		t.Errorf("%s: %v\n%s", f.text, err, text)
		return nil, text
	}
	to := words(t, d, make([]uint64, 2*len(in)))
	params := binary.LittleEndian.AppendUint64(nil, words(t, d, slices.Concat(in...)))
	params = binary.LittleEndian.AppendUint64(params, to)
	if err := d.Launch(m.Kernel("k"),
		Grid{Blocks: [3]uint32{uint32(len(in) / 32), 1, 1}, Threads: [3]uint32{32, 1, 1}, Params: params}); err != nil {
		t.Errorf("%s: %v\n%s", f.text, err, text)
		return nil, text
	}
	return readWords(t, d, to, 2*len(in)), text
}
