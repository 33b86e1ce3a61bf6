package main

import (
	"os"
	"os/exec"
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

// TestReferences: the references that are in the repository have the
// instructions that the table says.
func TestReferences(t *testing.T) {
	clang, err := exec.LookPath("clang-19")
	if err != nil {
		t.Skip("no clang-19")
	}
	for _, c := range []struct {
		target target
		flags  []string
	}{
		{targets[0], []string{"-x", "cuda", "--cuda-gpu-arch=sm_80", "-nocudainc", "-nocudalib", "-S"}},
		{targets[1],
			[]string{"-x", "hip", "--offload-arch=gfx90a", "-nogpuinc", "-nogpulib", "--no-gpu-bundle-output", "-c"}},
	} {
		out := filepath.Join(t.TempDir(), "reference")
		cmd := exec.Command(clang,
			append(c.flags, "--cuda-device-only", "-O2", "-w", "kernels/reference.cu", "-o", out)...)
		if msg, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, msg)
		}
		entries, err := c.target.count(out)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range shapes {
			one, any := c.target.reference(s)
			for name, want := range map[string]int{s.name: one, s.name + "_any": any} {
				if e, ok := entries[name]; ok {
					if e.instructions != want {
						t.Errorf("%s for %s has %d instructions, the table says %d", name, c.target.name,
							e.instructions, want)
					}
					delete(entries, name)
				}
			}
		}
		if len(entries) > 0 {
			t.Errorf("not in the table: %v", entries)
		}
	}
}
