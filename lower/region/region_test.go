package region

import (
	"flag"
	"math/big"
	"os"
	"strings"
	"testing"

	"ompcc/parse/diag"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func i32(n int64) *Const { return &Const{Type: I32, Val: big.NewInt(n)} }

// sample uses most node kinds once.
func sample() *Module {
	g := &Global{Name: "table", Type: &Array{Elem: I32, Len: 4}, Linkage: External, Entry: true, HostName: "table",
		Init: &InitAgg{Size: 16, Parts: []InitPart{{Offset: 4, Type: I32, Init: &InitScalar{X: i32(7)}}}}}
	p := &Param{Name: "p", Type: PtrT}
	f := &Function{Name: "f", Params: []*Param{p}, Ret: I32, Pos: diag.Pos{File: "a.c", Line: 1},
		UseChain: "target at a.c:5 → f"}
	l := &Local{Name: "x", Type: I32}
	inner := &Local{Name: "x", Type: Dbl}
	t := &Temp{Name: "t", Type: I32}
	out := &Label{Name: "out"}
	c1 := &CaseLabel{Lo: i32(1), Hi: i32(3)}
	f.Body = &Block{Locals: []*Local{l}, Stmts: []Stmt{
		&Let{Temp: t,
			X: &Load{Type: I32, Addr: &PtrAdd{Base: &ParamVal{Param: p}, Index: i32(2), Scale: 4, Offset: 8}}},
		&Store{Addr: &LocalAddr{Local: l}, X: &Binary{Op: Add, X: &TempVal{Temp: t}, Y: i32(1), NSW: true}},
		&Switch{X: &TempVal{Temp: t}, Cases: []*CaseLabel{c1}, Body: &Block{Stmts: []Stmt{c1, &Break{}}}},
		&Loop{Cond: &Compare{Op: Lt, X: &Load{Type: I32, Addr: &LocalAddr{Local: l}}, Y: i32(9)}, Unroll: 2,
			Body: &Block{Locals: []*Local{inner}, Stmts: []Stmt{
				&Store{Addr: &LocalAddr{Local: inner}, X: &FConst{Type: Dbl, Val: big.NewFloat(0.5)}},
				&If{Cond: &Not{X: &Compare{Op: Eq, X: &TempVal{Temp: t}, Y: i32(0)}},
					Then: &Block{Stmts: []Stmt{&Goto{Label: out}}}},
			}},
			Post: &Block{Stmts: []Stmt{&Eval{X: &AtomicRMW{Op: AtomicAdd, Addr: &GlobalAddr{Global: g}, X: i32(1)}}}}},
		out,
		&Return{X: &Seq{Body: &Block{}, Value: &Load{Type: I32, Addr: &LocalAddr{Local: l}}}},
	}}
	q := &Param{Name: "a", Type: PtrT, Elem: Dbl, NoAlias: true, ReadOnly: true}
	n := &Param{Name: "n", Type: U32, Kind: ParamValue}
	i := &Temp{Name: "i", Type: U32}
	s := &Local{Name: "s", Type: Dbl}
	k := &Kernel{Name: "__ompcc_k_a_c_main_l5", Pos: diag.Pos{File: "a.c", Line: 5, Col: 1},
		Source: "target teams distribute parallel for",
		Params: []*Param{q, n}, Teams: true, Body: &Block{Stmts: []Stmt{
			&WsLoop{Levels: LevelDistribute | LevelFor, Trips: []Expr{&ParamVal{Param: n}}, Index: []*Temp{i},
				Schedule:   SchedStatic,
				Reductions: []*Reduction{{Name: "s", Type: Dbl, Orig: &ParamVal{Param: q}, Priv: s, Init: &Block{}}},
				Body:       &Block{Stmts: []Stmt{&Critical{Name: "c", Body: &Block{Stmts: []Stmt{&Eval{X: &Call{Func: f, Type: &Func{Ret: I32, Params: []Type{PtrT}}, Args: []Expr{&LocalAddr{Local: s}}}}}}}}}},
		}}}
	return &Module{File: "a.c", Globals: []*Global{g}, Funcs: []*Function{f}, Kernels: []*Kernel{k}}
}

func TestPrint(t *testing.T) {
	got := sample().String()
	const golden = "testdata/sample.region"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s", got)
	}
	if again := sample().String(); again != got {
		t.Error("equal modules print differently")
	}
}

func TestVerifyAcceptsSample(t *testing.T) {
	for _, err := range Verify(sample()) {
		t.Error(err)
	}
}

func TestVerifyRejects(t *testing.T) {
	stray := &Temp{Name: "stray", Type: I32}
	hidden := &Local{Name: "hidden", Type: I32}
	for _, c := range []struct {
		want string
		stmt Stmt
	}{
		{"temporary stray is not defined here", &Eval{X: &TempVal{Temp: stray}}},
		{"local hidden is not visible here", &Eval{X: &LocalAddr{Local: hidden}}},
		{"break outside", &Break{}},
		{"continue outside", &Continue{}},
		{"must be i64, is i32", &Eval{X: &Binary{Op: Add, X: &Const{Type: I64, Val: big.NewInt(1)}, Y: i32(1)}}},
		{"must be bool, is i32", &If{Cond: i32(1), Then: &Block{}}},
		{"must be a pointer, is i32", &Store{Addr: i32(1), X: i32(1)}},
		{"takes 1 arguments, gets 0", &Eval{X: &Call{Ptr: &Null{}, Type: &Func{Ret: VoidT, Params: []Type{I32}}}}},
		{"not in the module", &Eval{X: &FuncAddr{Func: &Function{Name: "g"}}}},
		{"return out of a structured block", &Single{Body: &Block{Stmts: []Stmt{&Return{}}}}},
		{"trip count 0 has type i32",
			&WsLoop{Levels: LevelFor, Trips: []Expr{i32(3)}, Index: []*Temp{{Name: "i", Type: U32}}, Body: &Block{}}},
		{"operator & on f64",
			&Eval{X: &Binary{Op: And, X: &FConst{Type: Dbl, Val: big.NewFloat(1)},
				Y: &FConst{Type: Dbl, Val: big.NewFloat(1)}}}},
		{"no conversion from f64 to ptr", &Eval{X: &Convert{To: PtrT, X: &FConst{Type: Dbl, Val: big.NewFloat(1)}}}},
		{"label out is not in this function", &Goto{Label: &Label{Name: "out"}}},
	} {
		m := &Module{Kernels: []*Kernel{{Name: "k", Body: &Block{Stmts: []Stmt{c.stmt}}}}}
		found := false
		errs := Verify(m)
		for _, err := range errs {
			found = found || strings.Contains(err.Error(), c.want)
		}
		if !found {
			t.Errorf("no error %q among %v", c.want, errs)
		}
	}
}
