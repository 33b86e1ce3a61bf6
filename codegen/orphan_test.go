package codegen

import (
	"regexp"
	"strings"
	"testing"

	"ompcc/codegen/body"
	"ompcc/codegen/target"
	"ompcc/lower/region"
	"ompcc/parse/diag"
	"ompcc/rt/abi"
)

// orphan: a kernel calls, directly and through a pointer, a function with a
// parallel loop over a local of its own.
func orphan() *region.Module {
	out, n := mapped("out", region.I32, false), value("n", region.I32)
	po, pn := &region.Param{Name: "o", Type: region.PtrT}, &region.Param{Name: "n", Type: region.I32}
	local := &region.Local{Name: "shared", Type: region.I32, Escapes: true}
	i := tmp("i", region.U32)
	loop := &region.WsLoop{Levels: region.LevelFor, Trips: []region.Expr{cv(region.U32, pv(pn))},
		Index: []*region.Temp{i},
		Body:  blk(st(at(pv(po), tv(i), region.I32), ld(region.I32, lv(local))), st(lv(local), ci(4)))}
	work := &region.Function{Name: "work", Pos: diag.Pos{File: "orphan.c", Line: 2, Col: 1}, Linkage: region.External,
		Ret:    region.VoidT,
		Params: []*region.Param{po, pn}, UsesParallel: true,
		Body: &region.Block{Locals: []*region.Local{local}, Stmts: []region.Stmt{st(lv(local), ci(3)), &region.Parallel{Body: blk(loop)}}}}
	ft := &region.Func{Ret: region.VoidT, Params: []region.Type{region.PtrT, region.I32}}
	args := []region.Expr{pv(out), pv(n)}
	pointer := tmp("fp", region.PtrT)
	m := kern("orphan", "target", []*region.Param{out, n}, blk(
		&region.Eval{X: &region.Call{Func: work, Type: ft, Args: args}},
		&region.Let{Temp: pointer, X: &region.FuncAddr{Func: work}},
		&region.Eval{X: &region.Call{Ptr: tv(pointer), Type: ft, Args: args}}))
	m.Kernels[0].Teams = false
	m.Funcs = []*region.Function{work}
	return m
}

// TestOrphanedParallel: all threads of the team make the call, and the pointer
// holds the function that chooses.
func TestOrphanedParallel(t *testing.T) {
	for _, name := range []string{"nvptx", "amdgcn"} {
		tg, _ := target.ByName(name, "")
		text := emit(t, orphan(), tg, Options{})
		for _, want := range []string{"call void @work$team(", "call void @work$addr(",
			"define internal void @work$team(", "@work$team.shared"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", name, want, text)
			}
		}
		if strings.Contains(text, "call void @work(ptr %out") {
			t.Errorf("%s: the kernel calls the form for one thread", name)
		}
		compile(t, text, tg)
	}
	cpu, _ := target.ByName("cpu", "")
	if text := emit(t, orphan(), cpu, Options{}); strings.Contains(text, "$team") || strings.Contains(text, "$addr") {
		t.Errorf("forms on the CPU:\n%s", text)
	}
}

// TestCircularInitialiser: PTX cannot say it, nor the address of what another unit
// defines; the runtime writes them. AMD's objects and the CPU's can.
func TestCircularInitialiser(t *testing.T) {
	m := saxpy()
	self := &region.Global{Name: "self", Type: region.PtrT}
	self.Init = &region.InitAddr{Global: self}
	other := &region.Global{Name: "other", Type: region.PtrT, Decl: true}
	pair := &region.Global{Name: "pair", Type: &region.Array{Elem: region.PtrT, Len: 2}}
	pair.Init = &region.InitAgg{Size: 16, Parts: []region.InitPart{
		{Type: region.PtrT, Init: &region.InitAddr{Global: self}}, {Offset: 8, Type: region.PtrT, Init: &region.InitAddr{Global: other, Offset: 4}}}}
	m.Globals = append(m.Globals, self, other, pair)
	for name, late := range map[string]bool{"nvptx": true, "amdgcn": false, "cpu": false} {
		tg, _ := target.ByName(name, "")
		text := emit(t, m, tg, Options{})
		if strings.Contains(text, abi.PatchTable) != late {
			t.Errorf("%s:\n%s", name, text)
		}
		asm := compile(t, text, tg)
		if !late {
			continue
		}
		table := regexp.MustCompile(abi.PatchTable + `[0-9a-f]{16}\[4\] = (.*);`).FindStringSubmatch(asm)
		if want := "{generic(self), generic(self), generic(pair)+8, generic(other)+4}"; table == nil ||
			table[1] != want {
			t.Errorf("the table is %v, not %s\n%s", table, want, asm)
		}
	}
}

// TestReductionReassociates: the update of the private copy may be reordered,
// other operations may not.
func TestReductionReassociates(t *testing.T) {
	cpu, _ := target.ByName("cpu", "")
	text := emit(t, dot(), cpu, Options{})
	if strings.Count(text, "fadd reassoc") != 1 || strings.Contains(text, "fmul reassoc") {
		t.Errorf("reassoc on the wrong operations:\n%s", text)
	}
}

// TestVolatileIsNotConstant: a volatile read must not go through the
// read-only cache, which a readonly parameter would license.
func TestVolatileIsNotConstant(t *testing.T) {
	x, y := mapped("x", region.I32, true), mapped("y", region.I32, false)
	m := kern("vol", "target", []*region.Param{x, y},
		blk(st(pv(y), &region.Load{Type: region.I32, Addr: pv(x), Volatile: true})))
	tg, _ := target.ByName("nvptx", "")
	ptx := compile(t, emit(t, m, tg, Options{}), tg)
	if strings.Contains(ptx, "ld.global.nc") || !strings.Contains(ptx, "ld.volatile") {
		t.Errorf("volatile read is no volatile instruction:\n%s", ptx)
	}
}

// TestICVStart: a kernel that calls what it does not know starts the ICVs of its team;
// where it turns out that nothing uses them, the start and its barrier go.
func TestICVStart(t *testing.T) {
	tg, _ := target.ByName("nvptx", "")
	text := emit(t, orphan(), tg, Options{})
	if n := strings.Count(text, "call void @__ompcc_start_icvs("); n != 1 {
		t.Fatalf("%d starts in\n%s", n, text)
	}
	if !strings.Contains(text, "@"+string(body.SetsICVs)+" = linkonce addrspace(1) constant i8 0") {
		t.Errorf("the module sets ICVs:\n%s", text)
	}
	if ptx := compile(t, emit(t, orphan(), tg, Options{Whole: true}), tg); strings.Contains(ptx, "__ompcc_team_icvs") {
		t.Errorf("the start is left in a program without ICVs:\n%s", ptx)
	}
	m := orphan()
	m.SetsICVs = true
	set := &region.Eval{X: &region.Intrinsic{Op: region.OpSetNumThreads, Type: region.VoidT,
		Args: []region.Expr{ci(2)}}}
	m.Kernels[0].Body.Stmts = append([]region.Stmt{set}, m.Kernels[0].Body.Stmts...)
	if text := emit(t, m, tg, Options{}); !strings.Contains(text,
		"@"+string(body.SetsICVs)+" = weak addrspace(1) constant i8 1") {
		t.Errorf("the module sets no ICVs:\n%s", text)
	}
	if ptx := compile(t, emit(t, m, tg, Options{Whole: true}), tg); !strings.Contains(ptx, "__ompcc_team_icvs") {
		t.Error("the start is gone from a program that sets ICVs")
	}
}

// TestOwnPointers: a pointer is compared with the functions of the module before it is
// looked for among the host's.
func TestOwnPointers(t *testing.T) {
	m := orphan()
	find := &region.Function{Name: region.FindFunction, Linkage: region.LinkOnce, Ret: region.PtrT,
		Params: []*region.Param{{Name: "p", Type: region.PtrT}}, Pos: diag.Pos{File: "orphan.c", Line: 1, Col: 1}}
	find.Body = blk(&region.Return{X: pv(find.Params[0])})
	k := m.Kernels[0]
	call := k.Body.Stmts[2].(*region.Eval).X.(*region.Call)
	found := tmp("found", region.PtrT)
	look := &region.Let{Temp: found,
		X: &region.Call{Func: find, Type: &region.Func{Ret: region.PtrT, Params: []region.Type{region.PtrT}},
			Args: []region.Expr{call.Ptr}}}
	call.Ptr = tv(found)
	k.Body.Stmts = []region.Stmt{k.Body.Stmts[0], k.Body.Stmts[1], look, k.Body.Stmts[2]}
	m.Funcs = append(m.Funcs, find)
	tg, _ := target.ByName("amdgcn", "")
	text := emit(t, m, tg, Options{})
	compare, search := regexp.MustCompile(`icmp eq ptr [^\n]*@work\$addr`).
		FindStringIndex(text), strings.Index(text, "%function = call ptr @"+region.FindFunction+"(")
	if compare == nil || search < compare[0] {
		t.Errorf("compared at %v, looked for at %d in\n%s", compare, search, text)
	}
	compile(t, text, tg)
}

// TestOnce: kernels get the entry point for grids of a thread for each iteration
// wherever all threads of a team execute the loop.
func TestOnce(t *testing.T) {
	tg, _ := target.ByName("nvptx", "")
	for name, c := range map[string]struct {
		change func(*region.WsLoop)
		want   bool
	}{
		"as it is":         {func(*region.WsLoop) {}, true},
		"chunks of one":    {func(l *region.WsLoop) { l.Chunk = ci(1) }, true},
		"chunks of two":    {func(l *region.WsLoop) { l.Chunk = ci(2) }, false},
		"constant threads": {func(l *region.WsLoop) { l.NumThreads = ci(256) }, true},
		"some threads":     {func(l *region.WsLoop) { l.NumThreads = l.Trips[0] }, false},
		"if":               {func(l *region.WsLoop) { l.If = &region.Compare{Op: region.Ne, X: l.Trips[0], Y: cu(1)} }, false},
	} {
		m := sampleByName("saxpy")
		c.change(body.SoleLoop(m.Kernels[0]))
		if got := strings.Contains(emit(t, m, tg, Options{}), abi.OnceSuffix+"("); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
