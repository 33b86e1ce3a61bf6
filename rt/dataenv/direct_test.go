package dataenv

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"ompcc/rt/abi"
)

// TestDirectCode looks at the instructions of what runs without a goroutine: no call of Go's runtime but of plain code,
// no indirect call, no write barrier (direct.go).
func TestDirectCode(t *testing.T) {
	if instrumented {
		t.Skip("instrumented code does not run so")
	}
	archive, err := exec.Command("go", "list", "-trimpath", "-export", "-f", "{{.Export}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command("go", "tool", "objdump", strings.TrimSpace(string(archive))).Output()
	if err != nil {
		t.Fatal(err)
	}
	calls := callsOf(string(text))
	const pkg = "ompcc/rt/dataenv."
	plain := []string{"runtime.memmove", "runtime.memclrNoHeapPointers", "runtime.panicBounds",
		"runtime.morestack_noctxt"}
	todo, seen := []string{pkg + "serve", pkg + "lookupDirect", pkg + "nameDirect"}, map[string]bool{}
	for len(todo) > 0 {
		f := todo[0]
		todo = todo[1:]
		if seen[f] {
			continue
		}
		seen[f] = true
		list, ok := calls[f]
		if !ok {
			t.Errorf("the code of %s was not found", f)
		}
		for _, callee := range list {
			switch {
			case strings.HasPrefix(callee, pkg):
				todo = append(todo, callee)
			case !slices.Contains(plain, callee):
				t.Errorf("%s calls %s", f, callee)
			}
		}
	}
	if len(seen) < 20 {
		t.Errorf("only %d functions were looked at", len(seen))
	}
}

var callTarget = regexp.MustCompile(`R_CALL(?:ARM64)?:(\S+)`)

// callsOf is what each function of an object's disassembly calls, "" for what is not known.
func callsOf(text string) map[string][]string {
	calls, f := map[string][]string{}, ""
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "TEXT "); ok {
			f, _, _ = strings.Cut(name, "(SB)")
			calls[f] = []string{}
			continue
		}
		fields := strings.Fields(line)
		jumps := len(fields) > 3 && fields[3] == "JMP" && callTarget.MatchString(line)
		if len(fields) < 4 || fields[3] != "CALL" && !jumps {
			continue
		}
		callee := ""
		if m := callTarget.FindStringSubmatch(line); m != nil {
			callee, _, _ = strings.Cut(m[1], "<") // an ABI
		}
		calls[f] = append(calls[f], callee)
	}
	return calls
}

// directly serves a construct as C does. It returns false where all of it has to go through cgo.
func (env *Env) directly(call uint32, c *Construct, items []Item, args []Arg) (done bool, err error) {
	ask := func(w *direct, call uint32) uintptr {
		w.call = call
		env.table.mu.Lock()
		defer env.table.mu.Unlock()
		return serve(w)
	}
	at, _ := env.Direct()
	in, a := new([maxDirect]Item), new([maxDirect]Arg)
	copy(in[:], items)
	copy(a[:], args)
	w := &direct{env: at, construct: c, items: &in[0], args: &a[0], nitems: uint32(len(items))}
	r := ask(w, call)
	if r == abi.DirectRefused {
		return false, nil
	}
	closes := call == abi.DirectExit
	if r == abi.DirectSteps {
		steps := w.steps[:w.nsteps]
		if n := env.stepper.Steps(steps); call == abi.DirectUpdate {
			return n == len(steps), nil
		} else if n < len(steps) && closes {
			return true, env.Resume(unsafe.Pointer(w)).Close(n)
		} else if n < len(steps) {
			o := env.Resume(unsafe.Pointer(w))
			if err := o.Open(n); err != nil {
				return true, err
			}
			o.UseDevice()
			env.Done(o.Op)
			return true, nil
		}
		r = ask(w, call+1)
	}
	if r&abi.DirectWake != 0 {
		env.Wake()
	}
	if r&^abi.DirectWake != abi.DirectBlocked {
		return true, nil
	}
	o := env.Resume(unsafe.Pointer(w))
	if closes {
		return true, o.Close(0)
	}
	o.UseDevice()
	env.Done(o.Op)
	return true, nil
}

// newStepping is a device of the host's process, whose steps C carries out.
func newStepping(stop int) *stepping {
	m := newMemory()
	m.info.HostLaunch = true
	return &stepping{memory: m, stop: stop}
}

// TestDirect maps, updates and unmaps two arrays; the device carries out all, some or none of the steps.
func TestDirect(t *testing.T) {
	for stop := range 5 {
		dev := newStepping(stop)
		env := newEnv(0, dev)
		env.table.reserve(4)
		x, y := heap(100), heap(50)
		x[99], y[0] = 7, 9
		items, args := []Item{item("x", flagTo|flagFrom), item("y", flagTo|flagFrom)}, []Arg{arg(x), arg(y)}
		if done, err := env.directly(abi.DirectEnter, construct(1), items, args); !done || err != nil {
			t.Fatal(done, err)
		}
		dx, dy := onDevice(t, env, x), onDevice(t, env, y)
		if dx[99] != 7 || dy[0] != 9 {
			t.Errorf("stop at %d: %d, %d on the device", stop, dx[99], dy[0])
		}
		dx[99], dy[0] = 1, 2
		if done, err := env.directly(abi.DirectExit, construct(2), items, args); !done || err != nil {
			t.Fatal(done, err)
		}
		if x[99] != 1 || y[0] != 2 || dev.used() != 0 || env.Len() != 0 {
			t.Errorf("stop at %d: %d, %d on the host; %d blocks, %d entries are left", stop, x[99], y[0], dev.used(),
				env.Len())
		}
	}
}

// TestDirectRefuses: what needs more than steps goes through cgo, and nothing has changed by then.
func TestDirectRefuses(t *testing.T) {
	dev := newStepping(-1)
	env := newEnv(0, dev)
	x := heap(64)
	try := func(why string, call uint32, items []Item, args []Arg, n int) {
		t.Helper()
		if done, _ := env.directly(call, construct(1), items, args); done || env.Len() != n || dev.used() != n {
			t.Errorf("%s: served, or %d entries and %d blocks instead of %d", why, env.Len(), dev.used(), n)
		}
	}
	one, xs := []Item{item("x", flagTo)}, []Arg{arg(x)}
	try("the table has to grow", abi.DirectEnter, one, xs, 0)
	env.table.reserve(2)
	try("present modifier", abi.DirectEnter, []Item{item("x", flagPresent)}, xs, 0)
	try("null pointer", abi.DirectEnter, one, []Arg{{Size: 8}}, 0)
	try("part of a structure", abi.DirectEnter, []Item{item("x", flagSpan)}, xs, 0)
	try("mapper", abi.DirectEnter, []Item{item("x", flagMapper)}, xs, 0)
	try("absent update", abi.DirectUpdate, []Item{item("x", flagTo|flagPresent)}, xs, 0)
	must(t, env.enterData(construct(1), []Item{item("x", flagTo)}, []Arg{arg(x[:32])}))
	try("partly mapped", abi.DirectEnter, one, xs, 1)
	try("partly mapped", abi.DirectExit, one, xs, 1)
	env.table.exact(addr(x)).state = building
	try("another op's", abi.DirectEnter, one, []Arg{arg(x[:32])}, 1)
	try("another op's", abi.DirectExit, one, []Arg{arg(x[:32])}, 1)
	if w := (&lookup{uintptr(unsafe.Pointer(env)), addr(x)}); lookupDirect(w) != 1 {
		t.Error("the address of what is being mapped is known")
	}
}

// TestDirectFails lets an allocation fail for good: nothing is left, and the error is the device's.
func TestDirectFails(t *testing.T) {
	dev := newStepping(-1)
	env := newEnv(0, &failing{dev})
	env.table.reserve(2)
	done, err := env.directly(abi.DirectEnter, construct(1), []Item{item("x", flagTo)}, []Arg{arg(heap(10))})
	if !done {
		t.Error("refused")
	}
	wantError(t, err, "x", errFull.Error())
	if dev.used() != 0 || env.Len() != 0 {
		t.Errorf("%d blocks, %d entries are left", dev.used(), env.Len())
	}
}

// TestDirectLeave ends target constructs whose storage others have mapped or unmapped meanwhile: what the begin has found
// counts only while the table stays the same.
func TestDirectLeave(t *testing.T) {
	dev := newStepping(-1)
	env := newEnv(0, dev)
	env.table.reserve(8)
	at, _ := env.Direct()
	ask := func(w *direct, call uint32) uintptr {
		w.call = call
		env.table.mu.Lock()
		defer env.table.mu.Unlock()
		r := serve(w)
		if r == abi.DirectSteps {
			if n := env.stepper.Steps(w.steps[:w.nsteps]); n < int(w.nsteps) {
				t.Fatalf("step %d failed", n)
			}
			w.call++
			r = serve(w)
		}
		return r
	}
	x, y := heap(64), heap(32)
	items, args := [maxDirect]Item{item("x", flagTo|flagFrom)}, [maxDirect]Arg{arg(x)}
	drop := []Item{item("x", flagDelete)}
	refs := func() int32 {
		if e := env.table.exact(addr(x)); e != nil {
			return e.refs
		}
		return 0
	}
	for _, c := range []struct {
		name      string
		mapped    bool
		meanwhile func()
		left      int32
		known     found // before the end
	}{
		{"new", false, func() {}, 0, known},
		{"present", true, func() {}, 1, stays},
		{"another entry", true, func() {
			must(t, env.enterData(construct(1), []Item{item("y", flagTo)}, []Arg{arg(y)}))
		}, 1, unknown},
		{"unmapped", false, func() { must(t, env.Exit(construct(1), drop, []Arg{arg(x)})) }, 0, unknown},
		{"unmapped and mapped again", false, func() {
			must(t, env.Exit(construct(1), drop, []Arg{arg(x)}))
			must(t, env.enterData(construct(1), items[:1], args[:1]))
			must(t, env.enterData(construct(1), items[:1], args[:1]))
		}, 1, unknown},
		{"mapped once more", false, func() { must(t, env.enterData(construct(1), items[:1], args[:1])) }, 1, stays},
	} {
		if c.mapped {
			must(t, env.enterData(construct(1), items[:1], args[:1]))
		}
		w := &direct{env: at, construct: construct(1), items: &items[0], args: &args[0], nitems: 1}
		if r := ask(w, abi.DirectEnter); r != abi.DirectDone {
			t.Fatalf("%s: enter gives %d", c.name, r)
		}
		c.meanwhile()
		w.entered, w.nmade, w.nsteps = 1, 0, 0
		var o Op
		o.entered, o.res = true, (*opWork)(unsafe.Pointer(&w.work)).res[:1]
		if got := env.foundBefore(w, &o); got != c.known {
			t.Errorf("%s: %d is known of the entries, not %d", c.name, got, c.known)
		}
		if r := ask(w, abi.DirectExit); r != abi.DirectDone || refs() != c.left {
			t.Errorf("%s: exit gives %d and leaves a count of %d, not %d", c.name, r, refs(), c.left)
		}
		must(t, env.Clear())
		if env.Len() != 0 || dev.used() != 0 {
			t.Errorf("%s: %d entries, %d blocks are left", c.name, env.Len(), dev.used())
		}
	}
}
