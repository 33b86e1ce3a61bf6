package profile

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTable(t *testing.T) {
	counts := []*Counts{
		{Kernel: "transpose", Launches: 3, Threads: 64, Instructions: 700, Warps: 20, Loads: 2, LoadTrans: 8, Stores: 2,
			StoreTrans: 64,
			Classes:    map[string]uint64{"integer": 500, "ld.global": 64, "st.global": 64, "control": 72},
			Lines: []*Line{
				{Place: "a.c:11", Instructions: 128, Transactions: 72, Least: 16},
				{Place: "a.c:12", Instructions: 9, Transactions: 4, Least: 4, Conflicts: 31, Divergent: 2},
				{Place: "a.c:10", Instructions: 500, Transactions: 4, Least: 4},
			}},
		{Kernel: "k", Launches: 1, Threads: 1, Instructions: 2, Warps: 2, Classes: map[string]uint64{"control": 2}, Waits: 3,
			Occupancy: &Occupancy{Registers: 84, Shared: 512, Warps: 5, Most: 8}},
	}
	var b strings.Builder
	Table(&b, counts)
	want := `
  kernel     launches  threads  instr  warp instr  divergent  ld trans/req  st trans/req  conflicts  atomics  barriers
  transpose         3       64    700          20          0           8/2          64/2          0        0         0
  k                 1        1      2           2          0           0/0           0/0          0        0         0
transpose: integer 500, control 72, ld.global 64, st.global 64
    a.c:11: 72 transactions, 16 would do if neighbouring threads accessed neighbouring memory
    a.c:12: 31 bank conflicts, 2 divergent branches
k: control 2
    5 of 8 wavefronts a SIMD unit (84 vector registers, 512 bytes of a workgroup's memory), 3 waits for memory
`
	if d := cmp.Diff(want[1:], b.String()); d != "" {
		t.Error(d)
	}
}
