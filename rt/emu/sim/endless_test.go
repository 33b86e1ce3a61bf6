package sim

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"time"

	"ompcc/rt/emu/check"
)

// TestEndless: loops that never end are found long before the budget is used up,
// and no right kernel is taken for one because it takes long.
func TestEndless(t *testing.T) {
	if raced {
		t.Skip("a matter of millions of instructions, and without other goroutines")
	}
	count := func(init, body string) string {
		return init + "\nmov.u32 %r1, 0;\nL: " + body + "\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %q0, %r1, 1300000;\n@%q0 bra L;"
	}
	const lock = "TRY: atom.global.cas.b32 %r1, [%p], 0, 1; setp.ne.u32 %q0, %r1, 0; @%q0 bra TRY;"
	for _, c := range []struct {
		name, body string
		blocks     uint32
		want       string // "": it ends
	}{
		{"empty", "L: bra L;", 1, "nothing changes"},
		{"alternating", "mov.u32 %r1, 0;\nL: xor.b32 %r1, %r1, 1;\nsetp.lt.u32 %q0, %r1, 5;\n@%q0 bra L;", 1,
			"nothing changes"},
		{"read", "L: ld.global.u32 %r1, [%p];\nsetp.eq.u32 %q0, %r1, 0;\n@%q0 bra L;", 1, "nothing changes"},
		{"some threads", "setp.gt.u32 %q1, %t, 5;\n@%q1 bra E;\nL: bra L;\nE:", 1, "nothing changes"},
		{"lock", lock + lock, 1, "nothing but poll"},
		{"locks of blocks", lock + lock, 5, "nothing but poll"},
		{"counter", count("", ""), 1, ""},
		{"counter in memory",
			"st.local.u32 [v], 0;\nL: ld.local.u32 %r1, [v];\nadd.u32 %r1, %r1, 1;\nst.local.u32 [v], %r1;\nsetp.lt.u32 %q0, %r1, 1200000;\nmov.u32 %r1, 0;\n@%q0 bra L;", 1, ""},
		{"counter in global memory",
			"setp.ne.u32 %q0, %t, 0;\n@%q0 bra E;\nL: ld.global.u32 %r1, [%p];\nadd.u32 %r1, %r1, 1;\nst.global.u32 [%p], %r1;\nsetp.lt.u32 %q0, %r1, 1200000;\nmov.u32 %r1, 0;\n@%q0 bra L;\nE:", 1, ""},
		{"atomics",
			"L: atom.global.inc.u32 %r1, [%p], 1300000;\nsetp.lt.u32 %q0, %r1, 1299968;\nmov.u32 %r1, 0;\n@%q0 bra L;",
			1, ""},
		{"clock",
			"mov.u32 %r2, %clock;\nL: mov.u32 %r1, %clock;\nsub.u32 %r1, %r1, %r2;\nsetp.lt.u32 %q0, %r1, 4000000;\nmov.u32 %r1, 0;\n@%q0 bra L;", 1, ""},
		{"waits for long work", "mov.u32 %r3, %ctaid.x;\nsetp.ne.u32 %q1, %r3, 0;\n@%q1 bra WAIT;\n" + count("", "") +
			"\nmembar.gl;\nst.volatile.global.u32 [%p], 1;\nbra E;\nWAIT: ld.volatile.global.u32 %r1, [%p];\nsetp.eq.u32 %q0, %r1, 0;\n@%q0 bra WAIT;\nE:", 4, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := runFor(t, Defaults(), header+`.visible .entry k(.param .u64 p0)
{
	.reg .b64 %p;
	.reg .b32 %r<9>, %t;
	.reg .pred %q<5>;
	.local .align 4 .u32 v;
	ld.param.u64 %p, [p0];
	mov.u32 %t, %tid.x;
`+c.body+"\nret;\n}\n", c.blocks)
			var f *check.Fault
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (!errors.As(err, &f) || f.Kind != check.Budget || !strings.Contains(f.Text, c.want)):
				t.Errorf("want %q: %v", c.want, err)
			}
		})
	}
}

// runFor runs k in blocks of 32 threads with an allocation of zeros.
func runFor(t *testing.T, o Options, text string, blocks uint32) error {
	t.Helper()
	o.Memory = 64 << 20
	d, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	m, err := d.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	params := binary.LittleEndian.AppendUint64(nil, words(t, d, make([]uint64, 8)))
	return d.Launch(m.Kernel("k"), Grid{Blocks: [3]uint32{blocks, 1, 1}, Threads: [3]uint32{32, 1, 1}, Params: params})
}

// TestNotes: the user is told of a kernel that takes long, and the budget ends it.
func TestNotes(t *testing.T) {
	var notes []string
	o := Defaults()
	o.Tell, o.Budget, o.Note = 10000, 50000, func(text string) { notes = append(notes, text) }
	err := runFor(t, o,
		header+".visible .entry k(.param .u64 p0)\n{\n.reg .b32 %r1;\nmov.u32 %r1, 0;\nL: add.u32 %r1, %r1, 1;\nbra L;\n}\n", 1)
	if err == nil || !strings.Contains(err.Error(), "and does not end (raise the limit") {
		t.Errorf("%v", err)
	}
	if len(notes) != 3 || !strings.HasPrefix(notes[0],
		"kernel k: a thread has executed 0.0 thousand million instructions so far, now at PTX line ") {
		t.Errorf("%q", notes)
	}
}

// TestWaiting: what a warp executes while it waits is not counted against its budget, and a worker that the
// system does not let go on is waited for: here the one whose block prints.
func TestWaiting(t *testing.T) {
	o := Defaults()
	o.Budget = 5000
	o.Print = func(string) { time.Sleep(300 * time.Millisecond) }
	if err := runFor(t, o, header+`.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.global .align 1 .b8 text[2] = {120, 0};
.visible .entry k(.param .u64 p0)
{
	.reg .b64 %p, %x;
	.reg .b32 %r<9>;
	.reg .pred %q;
	ld.param.u64 %p, [p0];
	mov.u32 %r1, %tid.x;
	mov.u32 %r2, %ctaid.x;
	or.b32 %r1, %r1, %r2;
	setp.ne.u32 %q, %r1, 0;
	@%q bra WAIT;
	mov.u64 %x, text;
	cvta.global.u64 %x, %x;
	{
	.param .b64 f;
	.param .b64 a;
	.param .b32 r;
	st.param.b64 [f], %x;
	st.param.b64 [a], 0;
	call.uni (r), vprintf, (f, a);
	}
	atom.global.exch.b32 %r3, [%p], 1;
WAIT:
	atom.global.or.b32 %r3, [%p], 0;
	setp.eq.u32 %q, %r3, 0;
	@%q bra WAIT;
	ret;
}
`, 4); err != nil {
		t.Error(err)
	}
}

// TestTicketsAreWork: a loop that takes tickets, and does nothing else, is not one that waits.
func TestTicketsAreWork(t *testing.T) {
	o := Defaults()
	o.Budget = 2500000
	if err := runFor(t, o, header+`.visible .entry k(.param .u64 p0)
{
	.reg .b64 %p;
	.reg .b32 %r<9>;
	.reg .pred %q;
	ld.param.u64 %p, [p0];
L:
	atom.global.add.u32 %r1, [%p], 1;
	setp.lt.u32 %q, %r1, 20000000;
	@%q bra L;
	ret;
}
`, 1); err != nil {
		t.Error(err)
	}
}

// TestTeamsPoll: a block whose first thread polls for all, with a barrier in each turn, lets the block start
// that it waits for, also where there is one worker.
func TestTeamsPoll(t *testing.T) {
	o := Defaults()
	o.Memory, o.Workers, o.Budget = 64<<20, 1, 1<<20
	if _, err := runBlocksWith(t, o, header+`.visible .entry k(.param .u64 p0)
{
	.shared .align 4 .u32 seen;
	.reg .b64 %p;
	.reg .b32 %r<9>;
	.reg .pred %q<3>;
	ld.param.u64 %p, [p0];
	mov.u32 %r1, %tid.x;
	setp.ne.u32 %q0, %r1, 0;
	@%q0 bra LOOP;
	red.global.add.u32 [%p], 1;
LOOP:
	bar.sync 0;
	@%q0 bra READ;
	ld.volatile.global.u32 %r2, [%p];
	st.shared.u32 [seen], %r2;
READ:
	bar.sync 0;
	ld.shared.u32 %r3, [seen];
	setp.lt.u32 %q1, %r3, 3;
	@%q1 bra LOOP;
	ret;
}
`, 3, 64, 64); err != nil {
		t.Error(err)
	}
}
