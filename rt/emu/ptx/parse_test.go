package ptx

import (
	"strings"
	"testing"
)

const sample = `
.version 7.0
.target sm_80, debug
.address_size 64
.extern .func (.param .b32 r) ext (.param .b64 a) ;
.visible .global .align 8 .u64 table[2] = {generic(data)+8, -1};
.global .align 4 .b8 data[8] = {1, 2, 3};
.extern .shared .align 16 .b8 dynamic[];
.file 1 "a.c"
.weak .entry k(.param .u64 .ptr .global .align 8 k_param_0, .param .align 8 .b8 k_param_1[16])
.maxntid 128, 2, 1
.minnctapersm 1
{
	.reg .pred %p<3>;
	.reg .b64 %rd<4>;
	.loc 1 7 3, function_name $L__info_string0, inlined_at 1 20 5
	ld.param.u64 %rd1, [k_param_0];
	@!%p1 bra $L1;
	{ // callseq
	.param .b64 param0;
	st.param.b64 [param0+0], %rd1;
	.param .b32 retval0;
	call.uni (retval0), ext, (param0);
	}
	{
	.param .b64 param0;
	st.param.b64 [param0], 0d3FF0000000000000;
	}
	ld.global.L1::no_allocate.v2.f64 {%rd2, _}, [%rd1+-16];
	setp.lt.s32 %p1|%p2, -5, %tid.x;
$L1:
	ret;
}
.section .debug_str { .b8 97 .b8 0 }
`

func TestParse(t *testing.T) {
	m, err := Parse(sample)
	if err != nil {
		t.Fatal(err)
	}
	if m.Target != "sm_80" || m.Files[1] != "a.c" || len(m.Vars) != 3 || len(m.Funcs) != 2 {
		t.Fatalf("%+v", m)
	}
	if in := m.Vars[0].Init; len(in) != 2 || in[0].Symbol != "data" || !in[0].Generic || in[0].Bits != 8 ||
		in[1].Bits != ^uint64(0) || in[1].Offset != 8 {
		t.Errorf("initialiser %+v", in)
	}
	if !m.Vars[2].Unsized || !m.Vars[2].Extern {
		t.Errorf("dynamic shared memory: %+v", m.Vars[2])
	}
	k := m.Funcs[1]
	if !k.Entry || k.MaxThreads != 256 || len(k.Params) != 2 || k.Params[1].Size != 16 || len(k.Body) != 8 {
		t.Fatalf("%+v", k)
	}
	if len(k.Locals) != 3 || k.Locals[0].Name == k.Locals[2].Name {
		t.Errorf("parameters of two calls are not kept apart: %+v", k.Locals)
	}
	if in := k.Body[1]; in.Pred != "%p1" || !in.Negated || in.Loc.Line != 7 || in.Loc.Inlined.Line != 20 {
		t.Errorf("%+v", in)
	}
	if in := k.Body[5]; in.Op != "ld.global.L1::no_allocate.v2.f64" || in.Args[0].Kind != Vec ||
		in.Args[1].Offset != -16 {
		t.Errorf("%+v", in)
	}
	if k.Labels["$L1"] != 7 {
		t.Errorf("labels %v", k.Labels)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		".version 7.0\n.target sm_80\n.address_size 32": "addresses of 32 bits",
		".func f {":                    "has no end",
		".global .u32 x = \"a\";":      "a constant",
		".func f { mov.u32 %r1 %r2; }": "PTX line 1",
		".wrong":                       "unknown directive",
		"/* comment":                   "comment without end",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sample)
	f.Fuzz(func(_ *testing.T, text string) { _, _ = Parse(text) })
}
