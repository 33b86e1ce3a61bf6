// Induction clauses: closed forms of list items in each iteration (6.0 §7.6.13).

package lower

import (
	"math/big"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/cexpr"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// inductionItem is one list item of an induction clause.
type inductionItem struct {
	clause *tree.Clause
	item   *tree.Item
}

// induction is an inductionItem while the compiler lowers its loop. In iteration i, the value of the list item is the
// inductor applied to the original value and the collective step of i iterations. This is the closed form
// (6.0 §7.6.13).
type induction struct {
	decl *cc.Declarator
	item *tree.Item
	sh   *redShape
	typ  region.Type // the type of an element
	// user is the declare induction directive of the identifier. It is nil for + and *, which calculate in type
	// calc, or in the element's type if that is complex.
	user *tree.InductionType
	mul  bool
	calc region.Type
	// base, step and priv are the addresses of the original value, the step and the private copy.
	base, step, priv region.Expr
	// strict is set if the original receives the next value of the closed form, whatever the body stores to the list
	// item.
	strict bool
}

// inductions evaluates the original values and the steps of items.
func (b *body) inductions(items []inductionItem, at cc.Node) (list []*induction) {
	for _, x := range items {
		if in := b.induction(x, at); in != nil {
			list = append(list, in)
		}
	}
	return list
}

func (b *body) induction(x inductionItem, at cc.Node) *induction {
	f, u := b.fn, b.u
	step := tree.InductionStep(x.clause)
	sh := b.redShape(x.item)
	if sh == nil || step == nil {
		return nil
	}
	if sh.ptr {
		sh.orig = f.Let(x.item.Decl.Name()+".orig", sh.orig)
	}
	in := &induction{decl: x.item.Decl, item: x.item, sh: sh, typ: u.c.Type(sh.elem),
		strict: x.clause.HasModifier("strict")}
	id := tree.InductionID(x.clause)
	in.user, _ = u.tree.FindInduction(id, sh.elem, step.Node.Type())
	stepType := sh.elem
	if in.user != nil {
		stepType = in.user.StepType
	} else {
		in.mul = id == "*"
		in.calc = calculationType(in.typ, u.c.Type(step.Node.Type()))
	}
	in.step = b.inductionStep(in, stepType, step, at)
	in.base = b.storage(in.decl.Name()+".base", in.typ, sh.count, at)
	b.copyElements(in.base, b.originalValue(in), in.typ, sh.count)
	return in
}

// calculationType returns the type of the usual arithmetic conversions. For integers it is unsigned, so that the
// arithmetic wraps. It is nil for complex types.
func calculationType(x, y region.Type) region.Type {
	fx, isX := x.(*region.Float)
	fy, isY := y.(*region.Float)
	switch {
	case isX && isY && fy.Size() > fx.Size(), isY && !isX:
		if _, ok := x.(*region.Struct); ok {
			return nil
		}
		return fy
	case isX:
		return fx
	}
	if _, ok := x.(*region.Struct); ok {
		return nil
	}
	return &region.Int{Bits: commonInt(promoted(x), promoted(y)).Bits}
}

// inductionStep evaluates the step into a local variable and returns its address.
func (b *body) inductionStep(in *induction, t cc.Type, e *tree.Expr, at cc.Node) region.Expr {
	f := b.fn
	rt := in.calc
	if rt == nil {
		rt = b.u.c.Type(t)
	}
	addr := &region.LocalAddr{Local: f.Local(in.decl.Name()+".step", rt, at)}
	if in.calc != nil {
		f.Emit(&region.Store{Addr: addr, X: f.Convert(f.Value(e.Node), in.calc)})
	} else {
		f.Assign(addr, t, e.Node)
	}
	return addr
}

// storage allocates storage for count elements and returns its address.
func (b *body) storage(name string, t region.Type, count region.Expr, at cc.Node) region.Expr {
	f := b.fn
	if count == nil {
		return &region.LocalAddr{Local: f.Local(name, t, at)}
	}
	if c, ok := count.(*region.Const); ok {
		return &region.LocalAddr{Local: f.Local(name, &region.Array{Elem: t, Len: c.Val.Int64()}, at)}
	}
	size := mul(f.Convert(count, region.I64), i64(t.Size()))
	return f.Let(name, &region.Intrinsic{Op: region.OpAlloca, Type: region.PtrT, Args: []region.Expr{size, i64(16)}})
}

func (b *body) copyElements(dst, src region.Expr, t region.Type, count region.Expr) {
	b.eachIndex(count, func(at func(region.Expr) region.Expr) { b.fn.Copy(at(dst), at(src), t) }, t)
}

// eachIndex calls gen once for each of the count elements of type t. at computes the address of that element in an
// array.
func (b *body) eachIndex(count region.Expr, gen func(at func(region.Expr) region.Expr), t region.Type) {
	if count == nil {
		gen(func(base region.Expr) region.Expr { return base })
		return
	}
	f := b.fn
	cell := &region.LocalAddr{Local: f.Local("i", region.I64, nil)}
	val := func() region.Expr { return &region.Load{Type: region.I64, Addr: cell} }
	f.Emit(&region.Store{Addr: cell, X: i64(0)})
	body := f.Block(nil, func() {
		gen(func(base region.Expr) region.Expr {
			return &region.PtrAdd{Base: base, Index: val(), Scale: t.Size(), Elem: t}
		})
	})
	post := f.Block(nil, func() { f.Emit(&region.Store{Addr: cell, X: add(val(), i64(1))}) })
	f.Emit(&region.Loop{Cond: &region.Compare{Op: region.Lt, X: val(), Y: f.Convert(count, region.I64)}, Body: body,
		Post: post})
}

// value stores to *dst the list item's value at the beginning of iteration idx.
func (in *induction) value(b *body, dst, idx region.Expr) {
	switch {
	case in.user != nil:
		in.userValue(b, dst, idx)
	case in.calc != nil:
		in.arithmeticValue(b, dst, idx)
	default:
		in.complexValue(b, dst, idx)
	}
}

// userValue computes the value by the user's collector, once, and the user's inductor, for each element.
func (in *induction) userValue(b *body, dst, idx region.Expr) {
	f, t := b.fn, in.user
	n := &region.LocalAddr{Local: f.Local("omp_idx", region.I64, nil)}
	f.Emit(&region.Store{Addr: n, X: f.Convert(idx, region.I64)})
	collected := &region.LocalAddr{Local: f.Local("omp_step", b.u.c.Type(t.StepType), nil)}
	undo := []func(){f.Bind(t.Step, in.step), f.Bind(t.Idx, n)}
	f.Assign(collected, t.StepType, t.Collector)
	runAll(undo)
	b.eachIndex(in.sh.count, func(at func(region.Expr) region.Expr) {
		f.Copy(at(dst), at(in.base), in.typ)
		undo := []func(){f.Bind(t.Var, at(dst)), f.Bind(t.Step, collected)}
		f.Discard(t.Inductor)
		runAll(undo)
	}, in.typ)
}

// arithmeticValue computes base + step * idx, or base * step to the power idx.
func (in *induction) arithmeticValue(b *body, dst, idx region.Expr) {
	f := b.fn
	step := region.Expr(&region.Load{Type: in.calc, Addr: in.step})
	var collected region.Expr
	if in.mul {
		collected = &region.Load{Type: in.calc, Addr: in.power(b, idx, func(dst, x, y region.Expr) {
			load := func(a region.Expr) region.Expr { return &region.Load{Type: in.calc, Addr: a} }
			f.Emit(&region.Store{Addr: dst, X: &region.Binary{Op: region.Mul, X: load(x), Y: load(y)}})
		}, in.calc)}
	} else {
		collected = f.Let(in.decl.Name()+".inc", &region.Binary{Op: region.Mul, X: step, Y: f.Convert(idx, in.calc)})
	}
	op := region.Add
	if in.mul {
		op = region.Mul
	}
	b.eachIndex(in.sh.count, func(at func(region.Expr) region.Expr) {
		base := f.Convert(&region.Load{Type: in.typ, Addr: at(in.base)}, in.calc)
		f.Emit(&region.Store{Addr: at(dst), X: f.Convert(&region.Binary{Op: op, X: base, Y: collected}, in.typ)})
	}, in.typ)
}

// complexValue is arithmeticValue for complex elements.
func (in *induction) complexValue(b *body, dst, idx region.Expr) {
	f, t := b.fn, in.sh.elem
	op, collected := "*", region.Expr(nil)
	if in.mul {
		collected = in.power(b, idx, func(dst, x, y region.Expr) { f.Binary("*", t, dst, x, y) }, in.typ)
	} else {
		op = "+"
		collected = &region.LocalAddr{Local: f.Local("n", in.typ, nil)}
		f.Emit(&region.Zero{Addr: collected, Size: in.typ.Size()})
		part := in.typ.(*region.Struct).Fields[0].Type
		f.Emit(&region.Store{Addr: collected, X: f.Convert(idx, part)})
		f.Binary("*", t, collected, collected, in.step)
	}
	b.eachIndex(in.sh.count, func(at func(region.Expr) region.Expr) {
		f.Binary(op, t, at(dst), at(in.base), collected)
	}, in.typ)
}

// power returns the address of step to the power n, which it computes by squaring.
func (in *induction) power(b *body, n region.Expr, times func(dst, x, y region.Expr), t region.Type) region.Expr {
	f := b.fn
	result, square := &region.LocalAddr{Local: f.Local("power", t, nil)},
		&region.LocalAddr{Local: f.Local("square", t, nil)}
	left := &region.LocalAddr{Local: f.Local("left", region.U64, nil)}
	load := func() region.Expr { return &region.Load{Type: region.U64, Addr: left} }
	b.one(result, t)
	f.Copy(square, in.step, t)
	f.Emit(&region.Store{Addr: left, X: f.Convert(n, region.U64)})
	zero := cbody.Int(region.U64, 0)
	body := f.Block(nil, func() {
		odd := &region.Compare{Op: region.Ne, X: &region.Binary{Op: region.And, X: load(), Y: cbody.Int(region.U64, 1)},
			Y: zero}
		f.Emit(&region.If{Cond: odd, Then: f.Block(nil, func() { times(result, result, square) })})
		f.Emit(&region.Store{Addr: left, X: &region.Binary{Op: region.Shr, X: load(), Y: cbody.Int(region.U64, 1)}})
		more := &region.Compare{Op: region.Ne, X: load(), Y: zero}
		f.Emit(&region.If{Cond: more, Then: f.Block(nil, func() { times(square, square, square) })})
	})
	f.Emit(&region.Loop{Cond: &region.Compare{Op: region.Ne, X: load(), Y: zero}, Body: body})
	return result
}

// one stores the value 1.
func (b *body) one(addr region.Expr, t region.Type) {
	f := b.fn
	switch x := t.(type) {
	case *region.Float:
		f.Emit(&region.Store{Addr: addr, X: &region.FConst{Type: x, Val: big.NewFloat(1)}})
	case *region.Struct:
		f.Emit(&region.Zero{Addr: addr, Size: x.Size()})
		b.one(addr, x.Fields[0].Type)
	default:
		f.Emit(&region.Store{Addr: addr, X: cbody.Int(t, 1)})
	}
}

// enter creates the list item's private copy in the current block, with the value for iteration idx.
func (in *induction) enter(b *body, idx region.Expr, at cc.Node) (undo func()) {
	undo = in.bind(b, at)
	in.value(b, in.priv, idx)
	return undo
}

// bind binds the list item to a private copy.
func (in *induction) bind(b *body, at cc.Node) (undo func()) {
	f, d := b.fn, in.decl
	if len(in.item.Sections) == 0 {
		undo, in.priv = b.privatise(d, at)
		return undo
	}
	if in.priv == nil {
		in.priv = b.storage(d.Name()+".ind", in.typ, in.sh.count, at)
	}
	first := in.priv
	if !isZero(in.sh.bias) {
		first = &region.PtrAdd{Base: first, Index: sub(i64(0), in.sh.bias), Scale: 1}
	}
	if !in.sh.ptr {
		return f.Bind(d, first)
	}
	cell := &region.LocalAddr{Local: f.Local(d.Name(), region.PtrT, at)}
	f.Emit(&region.Store{Addr: cell, X: first})
	return f.Bind(d, cell)
}

// leave copies the value after the last iteration to the original. n is the number of the next iteration.
func (in *induction) leave(b *body, n region.Expr) {
	if in.strict {
		in.value(b, in.sh.orig, n)
		return
	}
	b.copyElements(in.sh.orig, in.priv, in.typ, in.sh.count)
}

// originalValue returns the address of the value before the loop. The teams of a league do not start together: one may
// read the original after another has executed the last iteration and overwritten it. The host therefore passes the
// values that teams share to the kernel.
func (b *body) originalValue(in *induction) region.Expr {
	if b.kernel == nil || b.kernel.snapshots[in.decl] == nil || len(in.item.Sections) > 0 {
		return in.sh.orig
	}
	p := b.kernel.snapshots[in.decl]
	if p.Kind == region.ParamCopy {
		return &region.ParamVal{Param: p}
	}
	cell := &region.LocalAddr{Local: b.fn.Local(in.decl.Name()+".first", p.Type, nil)}
	b.fn.Emit(&region.Store{Addr: cell, X: &region.ParamVal{Param: p}})
	return cell
}

// oneTeam reports whether a single team must execute a distributed loop with induction clauses. This is so if the teams
// share a list item whose entry value the kernel does not receive.
func (b *body) oneTeam(s *sharing, levels region.Level) bool {
	if levels&region.LevelDistribute == 0 {
		return false
	}
	for _, x := range s.inductions {
		if !b.teamLocal(x.item) && (b.kernel == nil || b.kernel.snapshots[x.item.Decl] == nil ||
			len(x.item.Sections) > 0) {
			return true
		}
	}
	return false
}

// snapshot passes to the kernel the entry values of the list items of induction clauses that the teams share.
func (k *kernel) snapshot() {
	if k.hb.h.NoWait || k.c.Clause(spec.DependClause) != nil || k.c.Clause(spec.NowaitClause) != nil {
		return // the values on entry may differ from those before the construct
	}
	k.snapshotOf(k.c)
}

func (k *kernel) snapshotOf(c *tree.Construct) {
	if c.Has(spec.Distribute) {
		for _, cl := range c.All(spec.InductionClause) {
			for _, it := range cl.Items {
				if it.Decl != nil && len(it.Sections) == 0 && k.snapshots[it.Decl] == nil &&
					!ctree.IsArray(ctree.ObjectType(it.Decl)) {
					k.snapshotItem(it)
				}
			}
		}
	}
	for _, x := range c.Children {
		k.snapshotOf(x)
	}
}

// snapshotItem adds the parameter that carries the entry value of one list item.
func (k *kernel) snapshotItem(it *tree.Item) {
	d := it.Decl
	c := k.byDecl[d]
	if c == nil || c.kind != capMapped && c.kind != capShared && c.kind != capGlobal {
		return
	}
	t := ctree.ObjectType(d)
	init := nameOf(d)
	if c.kind != capShared {
		init = cexpr.Text(deviceValue(d.Name(), k.hb.deviceText()))
	}
	temp := k.hb.temp("__typeof__("+d.Name()+")", init)
	item := &HostItem{Name: d.Name(), Type: typeName(t), Kind: abi.ItemValue, Parent: -1, Line: it.Span.Pos.Line,
		Col: it.Span.Pos.Col, Flags: abi.FlagParam | abi.FlagImplicit}
	p := &region.Param{Name: d.Name() + ".first", Type: region.PtrT, Kind: region.ParamCopy, Bytes: 8}
	rt := k.hb.u.c.Type(t)
	if isByValue(t) {
		p.Kind, p.Type, p.Bytes = region.ParamValue, rt, rt.Size()
		item.Bytes = rt.Size()
	} else {
		item.Kind, item.Bytes = abi.ItemCopy, 8
		p.Elem, p.Bytes = rt, rt.Size()
	}
	item.Begin = cexpr.Pointer(cexpr.Addr(cexpr.Text(temp)))
	item.Base, item.Size = item.Begin, cexpr.Sizeof(nameOf(d))
	k.hb.h.Items = append(k.hb.h.Items, item)
	k.words[item] = p
	k.snapshots[d] = p
}

// deviceText returns the construct's device number as a C expression.
func (h *hostBuilder) deviceText() string {
	if e := clauseExpr(h.c, spec.DeviceClause); e != nil {
		return paren(e)
	}
	return "omp_get_default_device()"
}

// deviceValue returns a C initialiser with the value of variable name on a device. If the variable is not present
// there, it is the host's value, which a map clause may copy to the device.
func deviceValue(name, device string) string {
	return cexpr.Expand("DEVICE_VALUE", name, device)
}

// inOrderInductions sets the list items of a loop that runs sequentially by counting its iterations. The caller calls
// leave after the loop.
func (ll *loopLowering) inOrderInductions(list []*induction, at cc.Node) (undo []func(), leave func()) {
	b, f := ll.b, ll.b.fn
	if len(list) == 0 {
		return nil, func() {}
	}
	cell := &region.LocalAddr{Local: f.Local("iteration", region.I64, at)}
	load := func() region.Expr { return &region.Load{Type: region.I64, Addr: cell} }
	f.Emit(&region.Store{Addr: cell, X: i64(0)})
	for _, in := range list {
		undo = append(undo, in.bind(b, at))
	}
	ll.next = func() {
		for _, in := range list {
			in.value(b, in.priv, load())
		}
		f.Emit(&region.Store{Addr: cell, X: add(load(), i64(1))})
	}
	return undo, func() {
		any := &region.Compare{Op: region.Ne, X: load(), Y: i64(0)}
		f.Emit(&region.If{Cond: any, Then: f.Block(at, func() {
			for _, in := range list {
				in.leave(b, load())
			}
		})})
	}
}
