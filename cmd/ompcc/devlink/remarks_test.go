package devlink

import (
	"strings"
	"testing"

	"ompcc/codegen"
	"ompcc/codegen/target"
	"ompcc/parse/diag"
)

// TestPTXAS reads what ptxas -v of CUDA 12 says about a kernel with three entry points and a function that is no kernel.
func TestPTXAS(t *testing.T) {
	const said = `ptxas info    : 0 bytes gmem, 16 bytes cmem[4]
ptxas info    : Compiling entry function '__ompcc_k_a_c_f_l3' for 'sm_80'
ptxas info    : Function properties for __ompcc_k_a_c_f_l3
    16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 40 registers, used 1 barriers, 16 bytes cumulative stack size, 1024 bytes smem, 380 bytes cmem[0]
ptxas info    : Compiling entry function '__ompcc_k_a_c_f_l3__once' for 'sm_80'
ptxas info    : Function properties for __ompcc_k_a_c_f_l3__once
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 18 registers, 376 bytes cmem[0]
ptxas info    : Compiling entry function '__ompcc_k_a_c_f_l3__wide' for 'sm_80'
ptxas info    : Function properties for __ompcc_k_a_c_f_l3__wide
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 24 registers, 376 bytes cmem[0]
ptxas info    : Compiling entry function 'other' for 'sm_80'
ptxas info    : Used 9 registers, 376 bytes cmem[0]
`
	nvptx, ok := target.ByName("nvptx64-nvidia-cuda", "sm_80")
	if !ok {
		t.Fatal("no target")
	}
	k := &Linker{}
	at := diag.Pos{File: "a.c", Line: 3, Col: 11}
	unit := codegen.Unit{Kernels: map[string]diag.Pos{"__ompcc_k_a_c_f_l3": at}}
	k.notePTXAS(nvptx, &Code{Triple: nvptx.Triple, Arch: "sm_80", Unit: unit}, said)
	var got []string
	for _, r := range k.Remarks {
		got = append(got, r.Span.String()+": "+r.Message())
	}
	want := []string{
		"a.c:3:11: nvptx sm_80: 16 bytes of stack a thread, 8 bytes of spill stores (ptxas), 12 bytes of spill loads (ptxas), 40 registers (ptxas), 1024 bytes of shared memory",
		"a.c:3:11: nvptx sm_80, entry point for one iteration a thread: 0 bytes of stack a thread, 0 bytes of spill stores (ptxas), 0 bytes of spill loads (ptxas), 18 registers (ptxas)",
		"a.c:3:11: nvptx sm_80, entry point for several iterations a thread: 0 bytes of stack a thread, 0 bytes of spill stores (ptxas), 0 bytes of spill loads (ptxas), 24 registers (ptxas)",
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}
