// Reductions: the storage, initialisation and combination of their list items.

package lower

import (
	"math/big"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/tree"
)

// reductions creates the reduction nodes of items (5.2 §5.5) and binds each list item to its private copy. at is the
// node of the construct.
func (b *body) reductions(items []reductionItem, at cc.Node) (reds []*region.Reduction, undo []func()) {
	// The construct evaluates the sections (5.2 §5.5.8) before any list item denotes its private copy.
	shapes := make([]*redShape, len(items))
	for i, ri := range items {
		shapes[i] = b.redShape(ri.item)
	}
	for i, ri := range items {
		if shapes[i] == nil {
			continue
		}
		r, un := b.reduction(ri, shapes[i], at)
		if r != nil {
			reds, undo = append(reds, r), append(undo, un)
		}
	}
	return reds, undo
}

// redShape describes the storage of a reduction's list item.
type redShape struct {
	elem  cc.Type
	count region.Expr // nil: 1
	orig  region.Expr
	// bias is the byte offset of the section's first element from the start of the variable.
	bias region.Expr
	ptr  bool // the base is a pointer variable
}

func (b *body) reduction(ri reductionItem, sh *redShape, at cc.Node) (*region.Reduction, func()) {
	u, f, d := b.u, b.fn, ri.item.Decl
	id := tree.ReductionID(ri.clause)
	if b.unnamed {
		b.shapeOnEntry(sh, ri.item)
	}
	et := u.c.Type(sh.elem)
	custom := u.declaredReduction(id, sh.elem, ri.item)
	r := &region.Reduction{Name: d.Name(), Op: region.RedOpNamed(id), Type: et, Count: sh.count, Orig: sh.orig,
		Scanned: ri.clause.HasModifier("inscan")}
	pt := region.Type(et)
	fixed := true
	if sh.count != nil {
		if c, ok := sh.count.(*region.Const); ok {
			pt = &region.Array{Elem: et, Len: c.Val.Int64()}
		} else {
			pt, fixed = region.PtrT, false
		}
	}
	r.Priv = &region.Local{Name: d.Name() + ".red", Type: pt, Pos: u.pos(at)}
	if !sh.ptr {
		b.align(r.Priv, d)
	}
	base := func() region.Expr {
		if fixed {
			return &region.LocalAddr{Local: r.Priv}
		}
		return &region.Load{Type: region.PtrT, Addr: &region.LocalAddr{Local: r.Priv}}
	}
	switch {
	case custom != nil:
		r.Op = region.RedCustom
		b.customCombine(r, custom)
	case tree.ReductionOpOf(id) == nil || !tree.ReductionOpOf(id).Reduces(sh.elem):
		u.errorf(ri.clause.Span.Pos, diag.UnknownReduction, "there is no reduction operator %s for type %s", id,
			typeName(sh.elem)).
			WithSection("5.2 §5.5").WithFix("declare it with '#pragma omp declare reduction'")
		return nil, nil
	case isComplex(sh.elem):
		r.Op = region.RedCustom
		b.complexCombine(r, id, sh.elem)
	}
	r.Init = f.Block(at, func() {
		b.eachElement(base(), et, sh.count, func(addr region.Expr) {
			if custom != nil {
				b.customInit(custom, addr, sh)
			} else {
				b.identity(id, sh.elem, addr)
			}
		})
	})
	return r, b.bindReduction(d, sh, base)
}

// bindReduction makes d denote its private copy.
func (b *body) bindReduction(d *cc.Declarator, sh *redShape, base func() region.Expr) func() {
	f := b.fn
	shifted := func() region.Expr {
		if sh.bias == nil || isZero(sh.bias) {
			return base()
		}
		return &region.PtrAdd{Base: base(), Index: sub(i64(0), sh.bias), Scale: 1}
	}
	if !sh.ptr {
		return f.Bind(d, shifted())
	}
	// The private value of a pointer variable is computed where the body uses it. A cell holds the value; the
	// construct's body declares the cell (see enterBody).
	return b.deferPointer(d, shifted)
}

// deferPointer makes the body of the current construct start with a copy of pointer d whose value is val().
func (b *body) deferPointer(d *cc.Declarator, val func() region.Expr) func() {
	b.pending = append(b.pending, func() func() {
		l := b.fn.Local(d.Name(), region.PtrT, d)
		b.fn.Emit(&region.Store{Addr: &region.LocalAddr{Local: l}, X: val()})
		return b.fn.Bind(d, &region.LocalAddr{Local: l})
	})
	return func() {}
}

// enterBody emits the code that reductions deferred to the start of the construct's body.
func (b *body) enterBody() (undo []func()) {
	list := b.pending
	b.pending = nil
	for _, p := range list {
		undo = append(undo, p())
	}
	return undo
}

// redShape evaluates the storage of a list item: a variable, an array or a section.
func (b *body) redShape(it *tree.Item) *redShape {
	d := it.Decl
	t := ctree.ObjectType(d)
	sh := &redShape{elem: t, orig: b.address(d)}
	if len(it.Sections) == 0 {
		for sh.elem.Undecay().Kind() == cc.Array {
			n, _ := b.arrayLen(sh.elem)
			sh.count = timesCount(sh.count, n)
			sh.elem = ctree.Pointee(sh.elem)
		}
		return sh
	}
	if ctree.IsPointer(t) {
		sh.ptr = true
		sh.orig = &region.Load{Type: region.PtrT, Addr: sh.orig}
	}
	return b.sectionShape(sh, t, it)
}

// arrayLen returns the number of elements of an array, constant or run-time, and whether the length is known.
func (b *body) arrayLen(t cc.Type) (region.Expr, bool) {
	a, ok := t.Undecay().(*cc.ArrayType)
	if !ok {
		return nil, false
	}
	if ctree.IsVLA(a) {
		return b.let("length", b.fn.Convert(b.fn.Length(a.SizeExpression()), region.I64)), true
	}
	return i64(a.Len()), a.Len() >= 0
}

func timesCount(c, n region.Expr) region.Expr {
	if c == nil {
		return n
	}
	return mul(c, n)
}

// sectionShape computes the offset of a section's first element and the number of its elements, which are contiguous
// (5.2 §5.5.8).
func (b *body) sectionShape(sh *redShape, t cc.Type, it *tree.Item) *redShape {
	f := b.fn
	bias := i64(0)
	for _, s := range it.Sections {
		et := ctree.Pointee(t)
		if et == nil {
			b.u.errorf(it.Span.Pos, diag.ReductionItem, "%s has more dimensions than %s", it.Text, it.Decl.Name())
			return nil
		}
		lower := i64(0)
		if s.Lower != nil {
			lower = b.let(it.Decl.Name()+".lo", f.Convert(f.Value(s.Lower.Node), region.I64))
		}
		n := i64(1)
		switch {
		case s.Single:
		case s.Length != nil:
			n = b.let(it.Decl.Name()+".n", f.Convert(f.Value(s.Length.Node), region.I64))
		default:
			all, ok := b.arrayLen(t)
			if !ok {
				b.u.errorf(it.Span.Pos, diag.SectionLength, "the length of section %s is not known", it.Text).
					WithSection("5.2 §3.2.5")
				return nil
			}
			n = sub(all, lower)
		}
		bias = add(bias, mul(lower, f.Convert(f.SizeOf(et), region.I64)))
		sh.count = timesCount(sh.count, n)
		t = et
	}
	for t.Undecay().Kind() == cc.Array {
		n, ok := b.arrayLen(t)
		if !ok {
			return nil
		}
		sh.count, t = timesCount(sh.count, n), ctree.Pointee(t)
	}
	sh.elem = t
	sh.bias = b.let(it.Decl.Name()+".off", bias)
	if !isZero(sh.bias) {
		sh.orig = &region.PtrAdd{Base: sh.orig, Index: sh.bias, Scale: 1}
	}
	if isOne(sh.count) {
		sh.count = i64(1)
	}
	return sh
}

// let stores x in a temporary unless x is a constant.
func (b *body) let(name string, x region.Expr) region.Expr {
	if isConstExpr(x) || b.unnamed {
		return x
	}
	return b.fn.Let(name, x)
}

// kernelReductions creates the reductions of a teams construct. The kernel evaluates them on entry, so their
// expressions refer to its parameters.
func (b *body) kernelReductions(items []reductionItem, at cc.Node) (reds []*region.Reduction, undo []func()) {
	b.unnamed = true
	reds, undo = b.reductions(items, at)
	b.unnamed = false
	return reds, undo
}

// shapeOnEntry rewrites the expressions of sh for a kernel's reduction.
func (b *body) shapeOnEntry(sh *redShape, it *tree.Item) {
	ok := true
	for _, x := range []*region.Expr{&sh.orig, &sh.count, &sh.bias} {
		if *x != nil {
			y, good := b.kernel.onEntry(*x)
			*x, ok = y, ok && good
		}
	}
	if !ok {
		b.u.errorf(it.Span.Pos, diag.Unsupported,
			"the bounds of reduction list item %s need more than firstprivate variables", it.Text)
	}
}

// onEntry rewrites x to read the kernel's parameters instead of its copies of them. ok is false if x needs anything
// else.
func (k *kernel) onEntry(x region.Expr) (y region.Expr, ok bool) {
	switch e := x.(type) {
	case *region.Const, *region.ParamVal, *region.GlobalAddr:
		return x, true
	case *region.Load:
		if l, is := e.Addr.(*region.LocalAddr); is && k.cells[l.Local] != nil {
			return &region.ParamVal{Param: k.cells[l.Local]}, true
		}
		if g, is := e.Addr.(*region.GlobalAddr); is {
			return &region.Load{Type: e.Type, Addr: g}, true
		}
	case *region.Convert:
		in, ok := k.onEntry(e.X)
		return &region.Convert{To: e.To, X: in}, ok
	case *region.Binary:
		a, ok1 := k.onEntry(e.X)
		c, ok2 := k.onEntry(e.Y)
		return &region.Binary{Op: e.Op, X: a, Y: c, NSW: e.NSW}, ok1 && ok2
	case *region.PtrAdd:
		base, ok1 := k.onEntry(e.Base)
		out := &region.PtrAdd{Base: base, Scale: e.Scale, Offset: e.Offset, Elem: e.Elem}
		ok2 := true
		if e.Index != nil {
			out.Index, ok2 = k.onEntry(e.Index)
		}
		return out, ok1 && ok2
	}
	return x, false
}

// eachElement calls gen with the address of each of the count elements at base.
func (b *body) eachElement(base region.Expr, t region.Type, count region.Expr, gen func(addr region.Expr)) {
	f := b.fn
	if count == nil {
		gen(base)
		return
	}
	i := f.Local("i", region.I64, nil)
	cell := &region.LocalAddr{Local: i}
	val := func() region.Expr { return &region.Load{Type: region.I64, Addr: cell} }
	f.Emit(&region.Store{Addr: cell, X: i64(0)})
	body := f.Block(nil, func() { gen(&region.PtrAdd{Base: base, Index: val(), Scale: t.Size(), Elem: t}) })
	post := f.Block(nil, func() { f.Emit(&region.Store{Addr: cell, X: add(val(), i64(1))}) })
	f.Emit(&region.Loop{Cond: &region.Compare{Op: region.Lt, X: val(), Y: count}, Body: body, Post: post})
}

func isComplex(t cc.Type) bool {
	switch t.Kind() {
	case cc.ComplexDouble, cc.ComplexFloat, cc.ComplexFloat16, cc.ComplexLongDouble:
		return true
	}
	return false
}

// identity stores the operator's initializer value (5.2 Table 5.2).
func (b *body) identity(id string, ct cc.Type, addr region.Expr) {
	f, t := b.fn, b.u.c.Type(ct)
	if s, ok := t.(*region.Struct); ok {
		f.Emit(&region.Zero{Addr: addr, Size: s.Size()})
		if tree.ReductionOpOf(id).Initializer == tree.One && len(s.Fields) > 0 {
			if ft, ok := s.Fields[0].Type.(*region.Float); ok {
				f.Emit(&region.Store{Addr: addr, X: &region.FConst{Type: ft, Val: big.NewFloat(1)}})
			}
		}
		return
	}
	f.Emit(&region.Store{Addr: addr, X: identityValue(tree.ReductionOpOf(id).Initializer, t)})
}

func identityValue(v tree.ReductionValue, t region.Type) region.Expr {
	ft, ok := t.(*region.Float)
	switch {
	case v == tree.Largest && ok:
		return &region.FConst{Type: ft, Val: new(big.Float), Inf: 1}
	case v == tree.Smallest && ok:
		return &region.FConst{Type: ft, Val: new(big.Float), Inf: -1}
	case v == tree.Largest, v == tree.Smallest:
		return limit(t, v == tree.Largest)
	case v == tree.One:
		return cbody.One(t)
	case v == tree.AllOnes:
		return wrap(t, bigInt(-1))
	}
	return cbody.Zero(t)
}

// limit returns the largest (high) or smallest value of an integer type.
func limit(t region.Type, high bool) region.Expr {
	it, ok := t.(*region.Int)
	if !ok { // bool
		if high {
			return cbody.Int(t, 1)
		}
		return cbody.Int(t, 0)
	}
	one := big.NewInt(1)
	if !it.Signed {
		if !high {
			return cbody.Int(t, 0)
		}
		v := new(big.Int).Lsh(one, uint(it.Bits))
		return &region.Const{Type: t, Val: v.Sub(v, one)}
	}
	v := new(big.Int).Lsh(one, uint(it.Bits-1))
	if high {
		return &region.Const{Type: t, Val: v.Sub(v, one)}
	}
	return &region.Const{Type: t, Val: v.Neg(v)}
}

// complexCombine writes *Out = *Out op *In for complex elements.
func (b *body) complexCombine(r *region.Reduction, id string, ct cc.Type) {
	op := tree.ReductionOpOf(id).Combiner
	r.In, r.Out = &region.Temp{Name: "in", Type: region.PtrT}, &region.Temp{Name: "out", Type: region.PtrT}
	r.Combine = b.fn.Block(nil, func() {
		out := &region.TempVal{Temp: r.Out}
		b.fn.Binary(op, ct, out, out, &region.TempVal{Temp: r.In})
	})
}

// declaredReduction returns the declare reduction directive for id and type t, or nil if there is none (5.2 §5.5.11).
func (u *unit) declaredReduction(id string, t cc.Type, at *tree.Item) *tree.ReductionType {
	var found *tree.ReductionType
	use, known := u.startOf(at)
	for _, c := range u.tree.All {
		if c == nil || c.Reduction == nil || c.Reduction.ID != id || known && !u.inScope(c, use) {
			continue
		}
		for _, rt := range c.Reduction.Types {
			if rt.Type != nil && u.sameType(rt.Type, t) {
				found = rt
			}
		}
	}
	return found
}

// startOf returns the text offset of the directive that contains list item it.
func (u *unit) startOf(it *tree.Item) (start int, ok bool) {
	for _, c := range u.tree.All {
		if c == nil {
			continue
		}
		for _, cl := range c.Clauses {
			for _, x := range cl.Items {
				if it != nil && x.Span.Pos == it.Span.Pos {
					return c.Pragma.Start, true
				}
			}
		}
	}
	return 0, false
}

// inScope reports whether the declaration of directive c is visible at text offset use: after c in the same block or
// file (5.2 §5.5.11, §5.8.8). If several are visible, the last one is the innermost.
func (u *unit) inScope(c *tree.Construct, use int) bool {
	at := c.Pragma.Start
	if at > use {
		return false
	}
	_, end := u.tree.Block(c)
	return use < end
}

func (u *unit) sameType(a, b cc.Type) bool {
	return a == b || a.Kind() == b.Kind() && a.IsCompatible(b) && u.c.Type(a).String() == u.c.Type(b).String()
}

func (b *body) customCombine(r *region.Reduction, rt *tree.ReductionType) {
	f := b.fn
	r.In, r.Out = &region.Temp{Name: "omp_in", Type: region.PtrT}, &region.Temp{Name: "omp_out", Type: region.PtrT}
	r.Combine = f.Block(rt.Combiner, func() {
		un := []func(){}
		if rt.In != nil {
			un = append(un, f.Bind(rt.In, &region.TempVal{Temp: r.In}))
		}
		if rt.Out != nil {
			un = append(un, f.Bind(rt.Out, &region.TempVal{Temp: r.Out}))
		}
		f.Discard(rt.Combiner)
		runAll(un)
	})
}

// customInit initialises one private element: by the initializer clause, else like an object of static storage
// duration (5.2 §5.5.11).
func (b *body) customInit(rt *tree.ReductionType, addr region.Expr, sh *redShape) {
	f, u := b.fn, b.u
	var un []func()
	if rt.Priv != nil {
		un = append(un, f.Bind(rt.Priv, addr))
	}
	if rt.Orig != nil {
		un = append(un, f.Bind(rt.Orig, sh.orig))
	}
	switch {
	case rt.InitCall != nil:
		f.Discard(rt.InitCall)
	case rt.Init != nil && rt.Init.Case == cc.InitializerExpr:
		f.Assign(addr, sh.elem, rt.Init.AssignmentExpression)
	case rt.Init != nil:
		f.Initialize(addr, sh.elem, rt.Init)
	default:
		f.Emit(&region.Zero{Addr: addr, Size: u.c.Type(sh.elem).Size()})
	}
	runAll(un)
}
