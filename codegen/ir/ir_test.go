package ir

import (
	"bytes"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"ompcc/cmd/ompcc/llvm"
	"ompcc/tests/require"
)

// opts are the optimisers on this machine of versions that know opaque pointers.
func opts(t *testing.T) (list []string) {
	for version := llvm.Oldest; version < 30; version++ {
		found, _ := filepath.Glob(fmt.Sprintf("/usr/lib/llvm-%d/bin/opt", version))
		list = append(list, found...)
	}
	if dir := llvm.Wished(os.Getenv("OMPCC_LLVM")); dir != "" {
		list = append(list, filepath.Join(dir, "opt"))
	}
	if len(list) == 0 {
		require.Missing(t, "no opt of LLVM %d or newer", llvm.Oldest)
	}
	return list
}

// accepted has each LLVM read and verify text.
func accepted(t *testing.T, text string) {
	t.Helper()
	for _, opt := range opts(t) {
		cmd := exec.Command(opt, "-passes=verify", "-S", "-o", "-")
		cmd.Stdin = strings.NewReader(text)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		if err := cmd.Run(); err != nil {
			t.Errorf("%s: %v\n%s\n%s", opt, err, errs.String(), text)
		}
	}
}

func newFunc(name string, ret Type, params ...*Param) *Func {
	f := &Func{Sig: &types.FuncType{RetType: ret}, Params: params}
	f.SetName(name)
	return f
}

// printed is f's text. It is the one that llir prints.
func printed(t *testing.T, f *Func) string {
	t.Helper()
	text := Print(f)
	if want := f.LLString(); text != want {
		t.Errorf("%s\nllir prints\n%s", text, want)
	}
	return text
}

// TestInstructions: each instruction of the builder prints the line that LLVM reads.
func TestInstructions(t *testing.T) {
	p, q := llir.NewParam("p", Ptr), llir.NewParam("q", PtrIn(3))
	i, x, v := llir.NewParam("i", I32), llir.NewParam("x", Double), llir.NewParam("v", VectorOf(2, I32))
	b := NewBuilder(newFunc("f", Void, p, q, i, x, v))
	relaxed := Access{Atomic: true, Scope: "agent", Order: enum.AtomicOrderingMonotonic, Align: 4}
	acquire := Access{Atomic: true, Order: enum.AtomicOrderingAcquire, Align: 4, Volatile: true}
	for _, c := range []struct {
		emit func()
		want string
	}{
		{func() { b.StackObject(Bytes(8), 8, 5, "cell") }, "%cell = alloca [8 x i8], align 8, addrspace(5)"},
		{func() { b.StackArray(I64, i, 16, 0, "vla") }, "%vla = alloca i64, i32 %i, align 16"},
		{func() { b.Bin("add", i, Num(I32, 1), "sum", NUW, NSW) }, "%sum = add nuw nsw i32 %i, 1"},
		{func() { b.Bin("sub", i, i, "diff") }, "%diff = sub i32 %i, %i"},
		{func() { b.Bin("mul", i, i, "prod", NSW) }, "%prod = mul nsw i32 %i, %i"},
		{func() { b.Bin("shl", i, i, "up", NUW) }, "%up = shl nuw i32 %i, %i"},
		{func() { b.Bin("and", v, v, "both") }, "%both = and <2 x i32> %v, %v"},
		{func() { b.Bin("or", i, Num(I32, 8), "any") }, "%any = or i32 %i, 8"},
		{func() { b.Bin("xor", i, i, "other") }, "%other = xor i32 %i, %i"},
		{func() { b.FBin("fadd", x, x, "fsum", nil) }, "%fsum = fadd double %x, %x"},
		{func() { b.FBin("fsub", x, x, "fdiff", Fast("fast")) }, "%fdiff = fsub fast double %x, %x"},
		{func() { b.Cast("trunc", i, I1, "bit") }, "%bit = trunc i32 %i to i1"},
		{func() { b.Cast("zext", i, I64, "wide") }, "%wide = zext i32 %i to i64"},
		{func() { b.LoadAs(X86FP80, p, Access{Volatile: true}, "1") }, "%_1 = load volatile x86_fp80, ptr %p"},
		{func() { b.StoreAs(v, q, Access{Volatile: true, Align: 8}) }, "store volatile <2 x i32> %v, ptr addrspace(3) %q, align 8"},
		{func() { b.SDivExact(i, Num(I32, 4), "quot") }, "%quot = sdiv exact i32 %i, 4"},
		{func() { b.FBin("fmul", x, x, "mul", Fast("reassoc contract")) }, "%mul = fmul reassoc contract double %x, %x"},
		{func() { b.FNeg(x, "neg", nil) }, "%neg = fneg double %x"},
		{func() { b.ICmp("ult", p, Null, "less") }, "%less = icmp ult ptr %p, null"},
		{func() { b.ICmp("slt", v, Zero(v.Type()), "lanes") }, "%lanes = icmp slt <2 x i32> %v, zeroinitializer"},
		{func() { b.FCmp("une", x, Real{Double, "0.0"}, "tobool", Fast("nnan")) }, "%tobool = fcmp nnan une double %x, 0.0"},
		{func() { b.Cast("addrspacecast", q, Ptr, "gen") }, "%gen = addrspacecast ptr addrspace(3) %q to ptr"},
		{func() { b.Cast("fptrunc", x, BFloat, "narrow") }, "%narrow = fptrunc double %x to bfloat"},
		{func() { b.Resize(i, I64, true) }, "%conv = sext i32 %i to i64"},
		{func() { b.Sel(True, i, Num(I32, -1), "sel") }, "%sel = select i1 true, i32 %i, i32 -1"},
		{func() { b.Freeze(i, "frozen") }, "%frozen = freeze i32 %i"},
		{func() { b.Elem(v, i, "elem") }, "%elem = extractelement <2 x i32> %v, i32 %i"},
		{func() { b.InsertElem(Poison(v.Type()), i, Num(I64, 0), "vec") }, "%vec = insertelement <2 x i32> poison, i32 %i, i64 0"},
		{func() { b.Shuffle(v, v, Vector(Const(I32, 1), Poison(I32)), "shuf") }, "%shuf = shufflevector <2 x i32> %v, <2 x i32> %v, <2 x i32> <i32 1, i32 poison>"},
		{func() { b.GEP(Double, p, i, "at") }, "%at = getelementptr inbounds double, ptr %p, i32 %i"},
		{func() { b.LoadAs(I32, p, Access{Align: 4, Invariant: true}, "inv") }, "%inv = load i32, ptr %p, align 4, !invariant.load !{}"},
		{func() { b.LoadAs(I32, p, acquire, "old") }, "%old = load atomic volatile i32, ptr %p acquire, align 4"},
		{func() { b.StoreAs(i, q, relaxed) }, `store atomic i32 %i, ptr addrspace(3) %q syncscope("agent") monotonic, align 4`},
		{func() { b.Fence(enum.AtomicOrderingAcquireRelease, "workgroup") }, `fence syncscope("workgroup") acq_rel`},
		{func() { b.RMW("fadd", p, x, Access{Order: enum.AtomicOrderingMonotonic, Align: 8}, "was") }, "%was = atomicrmw fadd ptr %p, double %x monotonic, align 8"},
		{func() { b.Exchange(p, i, Num(I32, 1), relaxed, enum.AtomicOrderingMonotonic, true, "cas") },
			`%cas = cmpxchg weak ptr %p, i32 %i, i32 1 syncscope("agent") monotonic monotonic, align 4`},
		{func() { b.CallValue(Void, Asm("nop\n", "r,~{memory}", true), []Value{i}, "convergent", "") }, `call void asm sideeffect "nop\0A", "r,~{memory}"(i32 %i) convergent`},
		{func() { b.CallValue(I32, Symbol{Name: "g"}, []Value{Arg(p, "align 8"), x}, "nounwind", "r") }, "%r = call i32 @g(ptr align 8 %p, double %x) nounwind"},
		{func() { b.CallValue(I32, p, nil, "", "tid", Attach("range", Inline(Num(I32, 0), Num(I32, 64)))) }, "%tid = call i32 %p(), !range !{i32 0, i32 64}"},
	} {
		n := len(b.Cur.Insts)
		c.emit()
		insts := b.Cur.Insts[n:]
		if len(insts) == 0 { // a stack object
			insts = b.atStart[len(b.atStart)-1:]
		}
		var p printer
		p.instruction(insts[0])
		for _, got := range []string{string(p), insts[0].LLString()} {
			if got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		}
	}
	b.Ret(nil)
	b.Finish()
	accepted(t, "target datalayout = \"A5\"\ndeclare i32 @g(ptr, double)\n"+printed(t, b.Func))
}

// TestControlFlow: blocks fall through, loops have their phi, and names are unique.
func TestControlFlow(t *testing.T) {
	n := llir.NewParam("n", I32)
	b := NewBuilder(newFunc("loops", I32, n))
	cell := b.StackObject(I32, 4, 0, "sum")
	b.Store(Num(I32, 0), cell, 4)
	b.Loop("i", Num(I32, 0), n, Num(I32, 2), func(i Value) {
		b.IfThen(b.ICmp("ne", i, Num(I32, 7), "other"), "then", func() {
			b.Store(b.Bin("add", b.Load(I32, cell, 4, "sum"), i, "sum"), cell, 4)
		})
	})
	one, done := b.NewBlock("one"), b.NewBlock("done")
	from := b.Cur
	b.Switch(n, done, Case(Num(I32, 1), one))
	b.Place(one)
	b.Place(done)
	v := b.Phi(I32, "v", Num(I32, 3), from, Num(I32, 4), one)
	b.Ret(v)
	b.Finish()
	text := printed(t, b.Func)
	for _, want := range []string{"%i = phi i32 [ 0, %entry ], [ %i.next, %i.inc ]", "%i.next = add nuw i32 %i, 2",
		"%sum.1 = load i32, ptr %sum", "%v = phi i32 [ 3, %i.end ], [ 4, %one ]"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	accepted(t, text)
}

// TestConstants: constants of initial values print what LLVM reads.
func TestConstants(t *testing.T) {
	g := Symbol{Name: "g", Space: 1}
	var text strings.Builder
	for i, c := range []struct {
		c    Constant
		want string
	}{
		{Const(I32, 65535), "i32 65535"}, // llir's own constants have u0xFFFF here
		{BigNum(Int(128), new(big.Int).Lsh(big.NewInt(1), 100)), "i128 1267650600228229401496703205376"},
		{Truth(false), "i1 false"},
		{Real{BFloat, "0xR3F80"}, "bfloat 0xR3F80"},
		{NullIn(3), "ptr addrspace(3) null"},
		{Text("a\"\\\x01"), `[4 x i8] c"a\22\5C\01"`},
		{Generic(g), "ptr addrspacecast (ptr addrspace(1) @g to ptr)"},
		{Generic(ByteOffset(g, 8)),
			"ptr addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @g, i64 8) to ptr)"},
		{Address(big.NewInt(16)), "ptr inttoptr (i64 16 to ptr)"},
		{Struct(Const(I8, 1), Null), "{ i8, ptr } { i8 1, ptr null }"},
		{Packed(Const(I8, 1), Zero(Bytes(3))), "<{ i8, [3 x i8] }> <{ i8 1, [3 x i8] zeroinitializer }>"},
		{Array(I16, Const(I16, 1), Const(I16, -2)), "[2 x i16] [i16 1, i16 -2]"},
		{Undef(VectorOf(4, Float)), "<4 x float> undef"},
	} {
		if got := c.c.String(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
		v := &Global{ContentType: c.c.Type(), Init: c.c}
		v.SetName("v." + string(rune('a'+i)))
		text.WriteString(v.LLString() + "\n")
	}
	accepted(t, "@g = addrspace(1) global [16 x i8] zeroinitializer\n"+text.String())
	if v := OwnSpace(Generic(g)); v != Value(g) {
		t.Errorf("own space: %v", v)
	}
}

// TestQueries: passes find operands behind attributes and metadata, and callees by name.
func TestQueries(t *testing.T) {
	p, x := llir.NewParam("p", Ptr), llir.NewParam("x", I32)
	direct := NewCall(Void, "", Symbol{Name: "g"}, []Value{Arg(p, "align 8"), MetadataArg(x)}, "", nil)
	indirect := NewCall(Void, "", p, nil, "", nil)
	if got := Operands(direct); len(got) != 3 || got[1] != Value(p) || got[2] != Value(x) {
		t.Errorf("operands %v", got)
	}
	if Callee(direct) != "g" || Callee(indirect) != "" {
		t.Errorf("callees %q and %q", Callee(direct), Callee(indirect))
	}
	if !Computes(&llir.InstAdd{X: x, Y: x}) || Computes(direct) || Computes(&llir.InstLoad{ElemType: I32, Src: p}) {
		t.Error("Computes")
	}
	if Stronger(enum.AtomicOrderingMonotonic) || !Stronger(enum.AtomicOrderingAcquire) {
		t.Error("Stronger")
	}
	for typ, want := range map[Type]string{Ptr: "p0", PtrIn(3): "p3", BFloat: "bf16", Int(24): "i24",
		VectorOf(4, Double): "v4f64"} {
		if got := Mangle(typ); got != want {
			t.Errorf("%s: %s, want %s", typ, got, want)
		}
	}
}

// TestNames: symbols that LLVM would not read are quoted.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{"plain.name$1": "@plain.name$1", "größe": `@"gr\C3\B6\C3\9Fe"`,
		"1st": `@"1st"`} {
		if got := (Symbol{Name: name}).Ident(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
