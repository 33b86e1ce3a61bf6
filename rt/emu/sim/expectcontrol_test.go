package sim

import (
	"errors"
	"strings"
	"testing"

	"ompcc/rt/emu/check"
)

// controlForms are the instructions of control and those without a result, which LLVM prints
// without a form of their own.
var controlForms = strings.Fields("bra bra.uni brx.idx brx.idx.uni call call.uni ret ret.uni exit trap brkpt pmevent prefetchu.L1 discard.global.L2 applypriority.global.L2::evict_normal griddepcontrol.launch_dependents griddepcontrol.wait")

// A control case is a body that leaves a number in %x1, and what it is in each thread. FORM is the
// instruction.
var controlCases = map[string]struct {
	body string
	want func(thread uint64) uint64
}{
	// Each thread goes round as often as its number says: the warp comes apart and together.
	"bra": {"\tmov.u32 %r1, 0;\nLOOP:\n\tsetp.ge.u32 %p1, %r1, %t0;\n\t@%p1 FORM DONE;\n\tadd.u32 %r1, %r1, 1;\n\tFORM LOOP;\nDONE:\n\tmul.wide.u32 %x1, %r1, 3;\n\tactivemask.b32 %r2;\n\tcvt.u64.u32 %x2, %r2;\n\tadd.u64 %x1, %x1, %x2;\n",
		func(i uint64) uint64 { return 3*i + 0xffffffff }},
	"bra.uni": {"\tmov.u32 %r1, 0;\nLOOP:\n\tsetp.ge.u32 %p1, %r1, 7;\n\t@%p1 FORM DONE;\n\tadd.u32 %r1, %r1, 1;\n\tFORM LOOP;\nDONE:\n\tcvt.u64.u32 %x1, %r1;\n",
		func(uint64) uint64 { return 7 }},
	"brx.idx": {"\trem.u32 %r1, %t0, 3;\n\tFORM %r1, TABLE;\nTABLE: .branchtargets A, B, C;\nA:\n\tmov.u64 %x1, 100;\n\tbra DONE;\nB:\n\tmov.u64 %x1, 200;\n\tbra DONE;\nC:\n\tmov.u64 %x1, 300;\nDONE:\n\tactivemask.b32 %r2;\n\tcvt.u64.u32 %x2, %r2;\n\tadd.u64 %x1, %x1, %x2;\n",
		func(i uint64) uint64 { return (i%3+1)*100 + 0xffffffff }},
	"brx.idx.uni": {"\tmov.u32 %r1, 1;\n\tFORM %r1, TABLE;\nTABLE: .branchtargets A, B;\nA:\n\tmov.u64 %x1, 100;\n\tbra DONE;\nB:\n\tmov.u64 %x1, 200;\nDONE:\n",
		func(uint64) uint64 { return 200 }},
	// fac is recursive; threads of odd numbers call it through its address.
	"call": {"\tmov.u64 %x3, fac;\n\tand.b32 %r1, %t0, 1;\n\tsetp.eq.u32 %p1, %r1, 0;\n\tand.b32 %r2, %t0, 7;\n\t{\n\t.param .b32 a;\n\t.param .b64 r;\n\tst.param.b32 [a], %r2;\n\t@%p1 FORM (r), fac, (a);\n\t@!%p1 FORM (r), %x3, (a), prototype;\n\tld.param.b64 %x1, [r];\n\t}\nprototype: .callprototype (.param .b64 _) _ (.param .b32 _);\n",
		func(i uint64) uint64 { return []uint64{1, 1, 2, 6, 24, 120, 720, 5040}[i&7] }},
	"call.uni": {"\t{\n\t.param .b32 a;\n\t.param .b64 r;\n\tst.param.b32 [a], 6;\n\tFORM (r), fac, (a);\n\tld.param.b64 %x1, [r];\n\t}\n", func(uint64) uint64 { return 720 }},
	// first gives 1 to threads below 9, and 2 to the others, by two returns.
	"ret": {"\t{\n\t.param .b32 a;\n\t.param .b64 r;\n\tst.param.b32 [a], %t0;\n\tcall (r), first, (a);\n\tld.param.b64 %x1, [r];\n\t}\n\tactivemask.b32 %r2;\n\tcvt.u64.u32 %x2, %r2;\n\tadd.u64 %x1, %x1, %x2;\n",
		func(i uint64) uint64 { return 0xffffffff + 1 + logical(i >= 9) }},
	"exit": {"\tmov.u64 %x1, 5;\n\tsetp.gt.u32 %p1, %t0, 20;\n\t@%p1 FORM;\n", func(i uint64) uint64 { return 5 * logical(i <= 20) }},
}

func controlExpectation(f form) (expectation, bool) {
	switch f.op {
	case "trap":
		return expectation{"the kernel ends with an error", "9.7.19", func(t *testing.T, f form) {
			_, err := launchOn(t, orderText("\t"+f.text+";\n"), 1, 32, nil, 32)
			var fault *check.Fault
			if !errors.As(err, &fault) || fault.Kind != check.Trap {
				t.Errorf("%s: %v", f.text, err)
			}
		}}, true
	case "bra", "brx", "call", "ret", "exit":
		return expectation{"what threads that go different ways compute, and that they come together", "9.7.12",
			checkControl}, true
	case "brkpt", "pmevent", "prefetchu", "discard", "applypriority", "griddepcontrol":
		operands := map[string]string{"pmevent": " 3", "prefetchu": " [%y1]", "discard": " [%y1], 128",
			"applypriority": " [%y1], 128"}[f.op]
		return expectation{"no effect: the kernel goes on with the same registers", "9.7.9, 9.7.13, 9.7.19",
			func(t *testing.T, f form) {
				out, err := launchOn(t,
					orderText("\tmov.u64 %x1, 77;\n\t"+f.text+operands+";\n\tst.global.u64 [%y1], %x1;\n"), 1, 32, nil, 32)
				if err != nil || out[31] != 77 {
					t.Errorf("%s: %v, %v", f.text, out, err)
				}
			}}, true
	}
	return expectation{}, false
}

const controlFunctions = `.func (.param .b64 out) fac(.param .b32 n)
{
	.reg .b32 %r<4>;
	.reg .b64 %x<4>;
	.reg .pred %p;
	ld.param.b32 %r1, [n];
	mov.u64 %x1, 1;
	setp.lt.u32 %p, %r1, 2;
	@%p bra DONE;
	sub.u32 %r2, %r1, 1;
	{
	.param .b32 a;
	.param .b64 r;
	st.param.b32 [a], %r2;
	call (r), fac, (a);
	ld.param.b64 %x2, [r];
	}
	cvt.u64.u32 %x3, %r1;
	mul.lo.u64 %x1, %x2, %x3;
DONE:
	st.param.b64 [out], %x1;
	ret;
}
.func (.param .b64 out) first(.param .b32 n)
{
	.reg .b32 %r;
	.reg .pred %p;
	ld.param.b32 %r, [n];
	setp.ge.u32 %p, %r, 9;
	st.param.b64 [out], 1;
	@!%p RET;
	st.param.b64 [out], 2;
	RET;
}
`

func checkControl(t *testing.T, f form) {
	t.Helper()
	c, ok := controlCases[f.text]
	ret := "ret"
	if f.op == "ret" {
		c, ret = controlCases["ret"], f.text
		ok = true
	}
	if !ok {
		t.Errorf("%s has no case", f.text)
		return
	}
	text := orderText(strings.ReplaceAll(c.body, "FORM", f.text) + "\tst.global.u64 [%y1], %x1;\n")
	text = strings.Replace(text, header, header+strings.ReplaceAll(controlFunctions, "RET", ret), 1)
	out, err := launchOn(t, text, 1, 32, nil, 32)
	if err != nil {
		t.Errorf("%s: %v", f.text, err)
		return
	}
	for i, v := range out {
		if v != c.want(uint64(i)) {
			t.Errorf("%s: thread %d has %d, want %d", f.text, i, v, c.want(uint64(i)))
			return
		}
	}
}
