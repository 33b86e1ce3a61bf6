package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestCountPTX(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.ptx")
	text := `.version 7.0
.visible .entry k__once(
	.param .u64 k_param_0
)
{
	.reg .b32 %r<3>;
	.shared .align 8 .b8 cells[64];
	ld.param.u64 	%rd1, [k_param_0]; // the argument
	mov.u64 %rd2, cells;
$L__BB0_1:
	bar.sync 	0;
	ld.global.nc.f32 	%f1, [%rd1];
	call.uni (retval0),
	f,
	(
	param0
	);
	@%p1 bra 	$L__BB0_1;
	ret;

}
`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	entries, err := countPTX(path)
	if err != nil {
		t.Fatal(err)
	}
	one, _ := pick(entries)
	if want := (counts{instructions: 7, barriers: 1, calls: 1, nc: 1, shared: 64}); one != want {
		t.Errorf("got %+v, want %+v", one, want)
	}
}
