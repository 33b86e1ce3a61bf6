package cbody

import (
	"slices"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
)

// arrayLen returns the number of elements of a as u64.
func (f *Fn) arrayLen(a *cc.ArrayType) region.Expr {
	if n, ok := f.T.constLen(a); ok {
		return Int(region.U64, n)
	}
	e := a.SizeExpression()
	if x := f.sizes[e]; x != nil {
		return x
	}
	x := convert(f.value(e).x, region.U64)
	if f.isDry > 0 {
		return x
	}
	x = f.once("n", x)
	f.sizes[e] = x
	return x
}

// SizeOf returns sizeof(ct) as u64; for variable length arrays the size as
// fixed when the declaration was reached.
func (f *Fn) SizeOf(ct cc.Type) region.Expr {
	a, ok := ct.(*cc.ArrayType)
	if !ok || !f.T.isVLA(ct) {
		if ct.Kind() == cc.Void || ct.Kind() == cc.Function {
			return Int(region.U64, 1)
		}
		return Int(region.U64, f.T.Type(ct).Size())
	}
	return f.arith(region.Mul, f.arrayLen(a), f.SizeOf(a.Elem()))
}

// sizesIn evaluates the run-time lengths in ct, once, here.
func (f *Fn) sizesIn(ct cc.Type) {
	for _, e := range f.T.VLASizes(ct) {
		if f.isDry > 0 {
			return
		}
		if d := ct.Typedef(); d != nil && f.sizes[e] != nil {
			continue // fixed when the typedef was reached
		}
		f.sizes[e] = f.once("n", convert(f.value(e).x, region.U64))
	}
}

// declaredSizes evaluates the sizes in d's type ct that no typedef has fixed already, nor an array before it, whose
// type it has by typeof.
func (f *Fn) declaredSizes(d *cc.Declarator, ct cc.Type) {
	for _, e := range f.T.VLASizes(ct) {
		if f.sizes[e] != nil && (f.fixed[e] || e.Position().Offset < d.Position().Offset) {
			continue
		}
		l := f.Local("vla.len", region.U64, nil)
		addr := &region.LocalAddr{Local: l}
		f.Emit(&region.Store{At: region.At{Pos: f.pos}, Addr: addr, X: convert(f.value(e).x, region.U64)})
		f.sizes[e] = &region.Load{Type: region.U64, Addr: addr}
	}
}

// BindVLA copies the run-time lengths of the variably modified type ct into f:
// length is asked for the value (u64) of each size expression. For captured VLAs.
func (f *Fn) BindVLA(ct cc.Type, length func(size cc.ExpressionNode) region.Expr) {
	for _, e := range f.T.VLASizes(ct) {
		f.sizes[e] = length(e)
	}
}

// Length is the value (u64) that the size expression e of a variably modified type had where the
// type's declaration was reached.
func (f *Fn) Length(e cc.ExpressionNode) region.Expr {
	if x := f.sizes[e]; x != nil {
		return x
	}
	return convert(f.value(e).x, region.U64)
}

// VLASizes lists the size expressions of ct that are not constant, outermost first.
func (t *Translator) VLASizes(ct cc.Type) []cc.ExpressionNode {
	var r []cc.ExpressionNode
	for {
		switch x := ct.(type) {
		case *cc.ArrayType:
			if _, ok := t.constLen(x); !ok {
				r = append(r, x.SizeExpression())
			}
			ct = x.Elem()
		case *cc.PointerType:
			ct = x.Elem()
			if _, ok := ct.(*cc.ArrayType); !ok {
				if _, ok := ct.(*cc.PointerType); !ok {
					return r
				}
			}
		default:
			return r
		}
	}
}

// localVLA allocates the variable length array d and binds it.
func (f *Fn) localVLA(d *cc.Declarator) {
	ct := d.Type()
	f.declaredSizes(d, ct)
	f.saveStack()
	align := f.T.DeclaredAlign(d)
	x := &region.Intrinsic{Op: region.OpAlloca, Type: region.PtrT,
		Args: []region.Expr{f.SizeOf(ct), Int(region.U64, align)}}
	if f.arrays == nil {
		f.arrays = map[*cc.Declarator]*region.Intrinsic{}
	}
	f.arrays[d] = x
	f.vars[d] = f.HoldVLA(d, d, x)
}

// HoldVLA keeps the address x of the variable length array d in a local, which debuggers show as
// the array. at is the place of its declaration.
func (f *Fn) HoldVLA(d *cc.Declarator, at cc.Node, x region.Expr) region.Expr {
	ct := ctree.ObjectType(d)
	l := f.Local(d.Name(), region.PtrT, at)
	l.C, l.Lengths = f.T.ctypeOf(ct), f.Lengths(ct)
	addr := &region.LocalAddr{Local: l}
	f.Emit(&region.Store{At: region.At{Pos: f.pos}, Addr: addr, X: x})
	return &region.Load{Type: region.PtrT, Addr: addr}
}

// Lengths are the run-time lengths of ct, outermost first, for debuggers. It returns nil unless all have been
// evaluated and are in storage: code at the start of a block describes its variables, and has no temporaries yet.
func (f *Fn) Lengths(ct cc.Type) []region.Expr {
	var lengths []region.Expr
	for _, e := range f.T.VLASizes(ct) {
		if f.sizes[e] == nil || needsTemp(f.sizes[e]) {
			return nil
		}
		lengths = append(lengths, f.sizes[e])
	}
	return lengths
}

// needsTemp reports whether the value of x depends on a temporary.
func needsTemp(x region.Expr) bool {
	if _, ok := x.(*region.TempVal); ok {
		return true
	}
	operands, body := region.Operands(x)
	return body != nil || slices.ContainsFunc(operands, needsTemp)
}

// clearArray clears the bytes of the variable length array d.
func (f *Fn) clearArray(d *cc.Declarator) {
	args := []region.Expr{f.vars[d], Int(region.U8, 0), f.SizeOf(d.Type())}
	f.Emit(&region.Eval{At: region.At{Pos: f.pos},
		X: &region.Intrinsic{Op: region.OpMemset, Type: region.VoidT, Args: args}})
}

// AlignVLA gives the variable length array d, which has just been declared, at least
// so much alignment.
func (f *Fn) AlignVLA(d *cc.Declarator, align int64) {
	x := f.arrays[d]
	if x == nil {
		return
	}
	if now, ok := x.Args[1].(*region.Const); ok && now.Val.Int64() < align {
		x.Args[1] = Int(region.U64, align)
	}
}

// vlaScope is a compound statement that has allocated variable length arrays.
type vlaScope struct {
	saved  region.Expr // the stack pointer before the first of them
	labels map[string]bool
	// marks are the stack pointers before each array after the first, and
	// placed the number of arrays (0: none) before each label of this scope.
	marks  []region.Expr
	placed map[string]int
	// cleanups call the functions of attribute cleanup, cleaned is their number before
	// each label, and block what the scope's declarations are translated into.
	cleanups []func()
	cleaned  map[string]int
	block    *region.Block
}

// count is the number of arrays that the scope has allocated so far.
func (s *vlaScope) count() int {
	if s.saved == nil {
		return 0
	}
	return 1 + len(s.marks)
}

// place notes where the label stands.
func (s *vlaScope) place(label string) {
	if s.placed == nil {
		s.placed, s.cleaned = map[string]int{}, map[string]int{}
	}
	s.placed[label], s.cleaned[label] = s.count(), len(s.cleanups)
}

// leaveTo cleans up and frees what the scope has allocated since the label, for a jump back to it.
func (f *Fn) leaveTo(s *vlaScope, label string) {
	n, ok := s.placed[label]
	if !ok {
		return
	}
	s.cleanUp(s.cleaned[label])
	if n == s.count() {
		return
	}
	sp := s.saved
	if n > 0 {
		sp = s.marks[n-1]
	}
	f.Emit(&region.Eval{X: &region.Intrinsic{Op: region.OpStackRestore, Type: region.VoidT, Args: []region.Expr{sp}}})
}

func (f *Fn) saveStack() {
	if f.vla == nil {
		return
	}
	l := &region.Local{Name: "stack", Type: region.PtrT}
	f.block.Locals = append(f.block.Locals, l)
	addr := &region.LocalAddr{Local: l}
	f.Emit(&region.Store{Addr: addr, X: &region.Intrinsic{Op: region.OpStackSave, Type: region.PtrT}})
	sp := &region.Load{Type: region.PtrT, Addr: addr}
	if f.vla.saved == nil {
		f.vla.saved = sp
	} else {
		f.vla.marks = append(f.vla.marks, sp)
	}
}

// leave cleans up and frees what scopes above depth have allocated.
func (f *Fn) leave(depth int) {
	f.cleanUp(depth)
	for i := depth; i < len(f.vlas); i++ {
		if s := f.vlas[i]; s.saved != nil {
			f.Emit(&region.Eval{X: &region.Intrinsic{Op: region.OpStackRestore, Type: region.VoidT,
				Args: []region.Expr{s.saved}}})
			return
		}
	}
}

func (f *Fn) sizeofExpr(x cc.ExpressionNode) region.Expr {
	v := f.typeOf(x)
	if isLvalueExpr(x) {
		var lv lval
		f.dry(func() { lv = f.lvalue(x) })
		if lv.ct != nil {
			if f.T.isVLA(lv.ct) {
				f.lvalue(x) // it is evaluated (C17 6.5.3.4p2)
				return f.SizeOf(lv.ct)
			}
			if lv.ct.Kind() == cc.Void || lv.ct.Kind() == cc.Function {
				return Int(region.U64, 1)
			}
		}
		return Int(region.U64, lv.t.Size())
	}
	return Int(region.U64, v.named().Size())
}

// functionAlign is the alignment that the function x asks for, or 0.
func (f *Fn) functionAlign(x cc.ExpressionNode) int64 {
	if _, d := calledName(x); d != nil {
		if def := f.T.byName[d.Name()]; def != nil {
			d = def.Declarator
		}
		if a := d.Type().Attributes(); a != nil {
			return a.Aligned()
		}
	}
	return 0
}

func (f *Fn) alignofExpr(x cc.ExpressionNode) int64 {
	if isLvalueExpr(x) {
		var lv lval
		f.dry(func() { lv = f.lvalue(x) })
		if lv.ct != nil && lv.ct.Kind() == cc.Function {
			return max(1, f.functionAlign(x))
		}
		if lv.align > 0 {
			return lv.align
		}
		return lv.t.Align()
	}
	return f.typeOf(x).t.Align()
}
