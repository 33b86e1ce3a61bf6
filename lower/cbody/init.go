// Initialisers of objects (C17 6.7.9) and compound literals.

package cbody

import (
	"math"
	"slices"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse"
)

// initItem is one scalar, string or whole structure that an initialiser assigns.
type initItem struct {
	off int64
	ct  cc.Type
	bit *fieldLayout // the layout of a bit-field, else nil
	x   cc.ExpressionNode
	// reps holds the ranges whose elements all receive the value, the outermost range first. The code evaluates the
	// value once (GNU C).
	reps []repeat
}

// repeat is a range of n elements that are stride bytes apart.
type repeat struct{ n, stride int64 }

// Limits for the ranges of an initialiser: from maxUnrolled elements on, the code is a loop; static data has at most
// maxStaticParts parts.
const (
	maxUnrolled    = 8
	maxStaticParts = 1 << 20
)

// places returns the number of objects that an item initialises, at most limit.
func (it *initItem) places(limit int64) int64 {
	n := int64(1)
	for _, r := range it.reps {
		if r.n >= limit/n {
			return limit
		}
		n *= r.n
	}
	return n
}

// initWalk assigns the values of an initialiser to the parts of an object (C17 6.7.9). It handles the current object,
// brace elision, and designators with GNU C's ranges.
type initWalk struct {
	f     *Fn
	items []initItem
	reps  []repeat // the ranges that enclose the current object
	// cursor is the unread rest of the innermost braced list.
	cursor *cc.InitializerList
	end    int64 // end of the last element of an array of unknown length
}

func (w *initWalk) t() *Translator { return w.f.T }

func (w *initWalk) init(ct cc.Type, off int64, bit *fieldLayout, in *cc.Initializer) {
	if in.Case == cc.InitializerInitList {
		w.braced(ct, off, bit, in.InitializerList)
		return
	}
	w.add(ct, off, bit, in.AssignmentExpression)
}

func (w *initWalk) add(ct cc.Type, off int64, bit *fieldLayout, x cc.ExpressionNode) {
	w.items = append(w.items, initItem{off: off, ct: ct, bit: bit, x: x, reps: slices.Clone(w.reps)})
	end := off + w.t().itemType(ct).Size()
	for _, r := range w.reps {
		end += (r.n - 1) * r.stride
	}
	w.end = max(w.end, end)
}

// braced initialises the object of type ct at offset off from a list in braces.
func (w *initWalk) braced(ct cc.Type, off int64, bit *fieldLayout, list *cc.InitializerList) {
	old := w.cursor
	w.cursor = list
	defer func() { w.cursor = old }()
	if list == nil {
		return
	}
	if a, ok := ct.(*cc.ArrayType); ok && list.Designation == nil && list.Initializer.Case == cc.InitializerExpr &&
		w.isString(a, list.Initializer.AssignmentExpression) {
		w.add(ct, off, nil, list.Initializer.AssignmentExpression)
		return
	}
	if w.isAggregate(ct) {
		w.members(ct, off, 0, true)
		return
	}
	w.element(ct, off, bit)
}

func (w *initWalk) isAggregate(ct cc.Type) bool {
	switch ct.(type) {
	case *cc.ArrayType, *cc.StructType, *cc.UnionType:
		return true
	}
	return isVector(w.t().Type(ct)) || w.t().elemOf(w.t().Type(ct)) != nil
}

// isString reports whether x is a string literal that initialises the character array a.
func (w *initWalk) isString(a *cc.ArrayType, x cc.ExpressionNode) bool {
	p, ok := unwrap(x).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionString && p.Case != cc.PrimaryExpressionLString {
		return false
	}
	e, size := w.t().Type(a.Elem()), p.Type().Undecay().(*cc.ArrayType).Elem().Size()
	return isInt(e) && e.Size() == size
}

// members consumes list items for the members of ct, from the i-th onwards. With braces, designators refer to this
// object; without braces, the first designator ends the object.
func (w *initWalk) members(ct cc.Type, off int64, i int64, braces bool) {
	for w.cursor != nil {
		if d := w.cursor.Designation; d != nil {
			if !braces {
				return
			}
			i = w.designated(ct, off, d.DesignatorList)
			continue
		}
		sub, o, bit, ok := w.member(ct, off, i)
		if !ok {
			if braces {
				w.cursor = nil // excess initialisers
			}
			return
		}
		if sub == nil {
			i++
			continue
		}
		at := w.cursor
		w.element(sub, o, bit)
		i++
		if _, array := ct.(*cc.ArrayType); array && w.cursor == at {
			if braces {
				w.cursor = nil // elements without members consume nothing, however many they are
			}
			return
		}
		if _, union := ct.(*cc.UnionType); union && w.cursor != nil && w.cursor.Designation == nil {
			if braces {
				w.cursor = nil
			}
			return
		}
	}
}

// member returns the type and offset of the i-th member. The type is nil if the member takes no initialiser.
func (w *initWalk) member(ct cc.Type, off, i int64) (cc.Type, int64, *fieldLayout, bool) {
	t := w.t()
	switch x := ct.(type) {
	case *cc.ArrayType:
		n, _ := t.constLen(x)
		unknown := x.SizeExpression() == nil
		if !unknown && i >= n {
			return nil, 0, nil, false
		}
		return x.Elem(), off + i*t.Type(x.Elem()).Size(), nil, true
	case *cc.StructType, *cc.UnionType:
		l := t.structLayout(ct)
		if i >= int64(len(l.fields)) {
			return nil, 0, nil, false
		}
		fl := &l.fields[i]
		if fl.isBit() && fl.name == "" {
			return nil, 0, nil, true
		}
		if fl.isBit() {
			return fl.ct, off + fl.bit/8, fl, true
		}
		return fl.ct, off + fl.bit/8, nil, true
	}
	rt := t.Type(ct)
	if v, ok := rt.(*region.Vector); ok {
		if i >= v.Len {
			return nil, 0, nil, false
		}
		return w.scalarType(ct), off + i*v.Elem.Size(), nil, true
	}
	if e := t.elemOf(rt); e != nil && i < 2 {
		return w.scalarType(ct), off + i*e.Size(), nil, true
	}
	return nil, 0, nil, false
}

// scalarType returns a C type for the elements of a vector or complex type; its region type is the element's.
func (w *initWalk) scalarType(ct cc.Type) cc.Type {
	return &elemType{Type: ct}
}

// elemType is the element type of the vector or complex type that it embeds.
type elemType struct{ cc.Type }

// element consumes the initialiser of one member.
func (w *initWalk) element(ct cc.Type, off int64, bit *fieldLayout) {
	in := w.cursor.Initializer
	if in.Case == cc.InitializerInitList {
		w.cursor = w.cursor.InitializerList
		w.braced(ct, off, bit, in.InitializerList)
		return
	}
	x := in.AssignmentExpression
	if a, ok := ct.(*cc.ArrayType); ok && w.isString(a, x) {
		w.cursor = w.cursor.InitializerList
		w.add(ct, off, nil, x)
		return
	}
	switch ct.(type) {
	case *cc.ArrayType:
		w.members(ct, off, 0, false)
		return
	case *cc.StructType, *cc.UnionType:
		if v := w.f.typeOf(x); !isAggregate(v.t) || v.isComplex() {
			if fieldCount(ct) == 0 {
				w.cursor = w.cursor.InitializerList
				return
			}
			before := w.cursor
			w.members(ct, off, 0, false)
			if w.cursor == before {
				w.cursor = w.cursor.InitializerList
			}
			return
		}
	}
	w.cursor = w.cursor.InitializerList
	w.add(ct, off, bit, x)
}

// designated initialises the member of ct that a designation names and returns the index of the next member.
func (w *initWalk) designated(ct cc.Type, off int64, dl *cc.DesignatorList) int64 {
	d := dl.Designator
	switch d.Case {
	case cc.DesignatorIndex, cc.DesignatorIndex2:
		a, ok := ct.(*cc.ArrayType)
		if !ok {
			w.f.errorf(d, diag.C, "an array designator needs an array")
			w.cursor = w.cursor.InitializerList
			return 0
		}
		lo, hi := w.bounds(d)
		size := w.t().Type(a.Elem()).Size()
		n, ok := w.t().constLen(a)
		if unknown := a.SizeExpression() == nil; lo < 0 || hi < lo || !ok || !unknown && hi >= n ||
			unknown && hi >= math.MaxInt64/max(size, 1)/2 {
			w.f.errorf(d, diag.C, "the index of a designator is outside of the array")
			w.cursor = w.cursor.InitializerList
			return 0
		}
		if hi > lo {
			w.reps = append(w.reps, repeat{hi - lo + 1, size})
		}
		w.designee(a.Elem(), off+lo*size, nil, dl.DesignatorList)
		if hi > lo {
			w.reps = w.reps[:len(w.reps)-1]
		}
		return hi + 1
	}
	name := d.Token2.SrcStr()
	if d.Case == cc.DesignatorField2 {
		name = d.Token.SrcStr()
	}
	return w.designatedField(ct, off, name, d, dl.DesignatorList)
}

// bounds returns the first and the last index that d designates.
func (w *initWalk) bounds(d *cc.Designator) (lo, hi int64) {
	if first, last := parsedRange(d.ConstantExpression); first != nil {
		lo, ok := w.t().ConstInt(first)
		if hi, ok2 := w.t().ConstInt(last); ok && ok2 {
			return lo, hi
		}
		return 0, -1
	}
	lo, ok := w.t().ConstInt(d.ConstantExpression)
	if !ok {
		return 0, -1
	}
	return lo, lo
}

// parsedRange recognises the form to which package parse rewrites the designator [lo ... hi].
func parsedRange(x cc.ExpressionNode) (lo, hi cc.ExpressionNode) {
	sum, ok := unwrap(x).(*cc.AdditiveExpression)
	if !ok || sum.Case != cc.AdditiveExpressionAdd {
		return nil, nil
	}
	mul, ok := unwrap(sum.AdditiveExpression).(*cc.MultiplicativeExpression)
	if !ok || mul.Case != cc.MultiplicativeExpressionMul {
		return nil, nil
	}
	if p, ok := unwrap(mul.MultiplicativeExpression).(*cc.PrimaryExpression); !ok ||
		p.Case != cc.PrimaryExpressionIdent || p.Token.SrcStr() != parse.RangeWord {
		return nil, nil
	}
	return mul.CastExpression, sum.MultiplicativeExpression
}

func (w *initWalk) designatedField(ct cc.Type, off int64, name string, at cc.Node, rest *cc.DesignatorList) int64 {
	l := w.t().structLayout(ct)
	path := w.t().member(ct, name)
	if l == nil || path == nil {
		w.f.errorf(at, diag.C, "no member named %s", name)
		w.cursor = w.cursor.InitializerList
		return 0
	}
	first := path[0]
	if len(path) > 1 {
		inner := off + first.bit/8
		next := w.designatedField(first.ct, inner, name, at, rest)
		w.members(first.ct, inner, next, false)
	} else {
		var bit *fieldLayout
		if first.isBit() {
			bit = first
		}
		w.designee(first.ct, off+first.bit/8, bit, rest)
	}
	for i := range l.fields {
		if &l.fields[i] == first {
			if l.rt.Union {
				return int64(len(l.fields))
			}
			return int64(i + 1)
		}
	}
	return 0
}

// designee initialises the object that the preceding designators name.
func (w *initWalk) designee(ct cc.Type, off int64, bit *fieldLayout, rest *cc.DesignatorList) {
	if rest == nil {
		w.element(ct, off, bit)
		return
	}
	next := w.designated(ct, off, rest)
	if w.cursor != nil && w.cursor.Designation == nil {
		w.members(ct, off, next, false)
	}
}

// itemType returns the region type of an item.
func (t *Translator) itemType(ct cc.Type) region.Type {
	if e, ok := ct.(*elemType); ok {
		rt := t.Type(e.Type)
		if v, ok := rt.(*region.Vector); ok {
			return v.Elem
		}
		return t.elemOf(rt)
	}
	return t.Type(ct)
}

// initialise stores the initial value of the object lv.
func (f *Fn) initialise(lv lval, in *cc.Initializer) {
	if in.Case == cc.InitializerExpr {
		if a, ok := lv.ct.(*cc.ArrayType); ok {
			w := &initWalk{f: f}
			if w.isString(a, in.AssignmentExpression) {
				f.initItems(lv, []initItem{{ct: lv.ct, x: in.AssignmentExpression}})
				return
			}
			v := f.value(in.AssignmentExpression) // a compound literal (GNU C)
			f.Emit(&region.Copy{At: region.At{Pos: f.pos}, Dst: lv.addr, Src: v.x, Type: lv.t})
			return
		}
		f.assign(lv, f.value(in.AssignmentExpression), false)
		return
	}
	w := &initWalk{f: f}
	w.init(lv.ct, 0, nil, in)
	f.initItems(lv, w.items)
}

// initItems zeroes the object unless the items cover it, and stores the items in order.
func (f *Fn) initItems(lv lval, items []initItem) {
	at := region.At{Pos: f.pos}
	if isAggregate(lv.t) && !f.covers(lv, items) {
		f.Emit(&region.Zero{At: at, Addr: lv.addr, Size: lv.t.Size()})
	} else if !isAggregate(lv.t) && (len(items) == 0 || isVector(lv.t)) {
		f.assign(lv, val{x: Zero(lv.t), t: lv.t}, false)
	}
	for _, it := range items {
		dst := lval{addr: offset(lv.addr, it.off), ct: it.ct, t: f.T.itemType(it.ct), vol: lv.vol}
		if lv.memAlign() > 0 || lv.align > 0 {
			dst.align = commonAlign(lv.align, it.off)
		}
		if it.bit != nil {
			dst.bitOff, dst.width = int(it.bit.bit%8), it.bit.width
		}
		if a, ok := it.ct.(*cc.ArrayType); ok {
			f.repeat(it.reps, it.places(maxUnrolled), dst, func(dst lval) { f.initString(dst, a, it.x) })
			continue
		}
		v := f.value(it.x)
		if len(it.reps) > 0 {
			v = f.onceVal(v)
		}
		f.repeat(it.reps, it.places(maxUnrolled), dst, func(dst lval) { f.assign(dst, v, false) })
	}
}

// onceVal returns v in a form that the code may evaluate repeatedly.
func (f *Fn) onceVal(v val) val {
	if v.x != nil {
		v.x = f.once("init", v.x)
	}
	if v.im != nil {
		v.im = f.once("init", v.im)
	}
	return v
}

// repeat stores to each element of the ranges reps; dst is the first element. places is the number of elements, up
// to maxUnrolled. If it reaches maxUnrolled, the code is a loop.
func (f *Fn) repeat(reps []repeat, places int64, dst lval, store func(lval)) {
	if len(reps) == 0 {
		store(dst)
		return
	}
	r := reps[0]
	next := func(addr region.Expr) {
		d := dst
		d.addr = addr
		if d.align > 0 {
			d.align = commonAlign(d.align, r.stride)
		}
		f.repeat(reps[1:], places, d, store)
	}
	if places < maxUnrolled {
		for i := range r.n {
			next(offset(dst.addr, i*r.stride))
		}
		return
	}
	f.Emit(f.Block(nil, func() {
		at := region.At{Pos: f.pos}
		i := lval{addr: &region.LocalAddr{Local: f.Local("i", region.I64, nil)}, t: region.I64}
		f.store(i, scalar(Int(region.I64, 0)))
		loop := &region.Loop{At: at, Cond: compare(region.Lt, f.load(i).x, Int(region.I64, r.n))}
		loop.Body = f.Block(nil, func() {
			next(f.ptrAdd(dst.addr, f.Let("i", f.load(i).x), r.stride, nil))
		})
		loop.Post = f.Block(nil, func() {
			f.store(i, scalar(f.arith(region.Add, f.load(i).x, Int(region.I64, 1))))
		})
		f.Emit(loop)
	}))
}

// covers reports whether a single item initialises the whole object.
func (f *Fn) covers(lv lval, items []initItem) bool {
	if len(items) != 1 || len(items[0].reps) > 0 || items[0].off != 0 || items[0].bit != nil {
		return false
	}
	if a, ok := items[0].ct.(*cc.ArrayType); ok {
		n, _ := f.T.constLen(a)
		data, _ := f.T.stringData(items[0].x)
		size := n * f.T.Type(a.Elem()).Size()
		return int64(len(data)) >= size && size == lv.t.Size()
	}
	return f.T.itemType(items[0].ct).Size() == lv.t.Size()
}

// initString copies a string literal into a character array and truncates it to the array's length.
func (f *Fn) initString(dst lval, a *cc.ArrayType, x cc.ExpressionNode) {
	data, align := f.T.stringData(x)
	n, _ := f.T.constLen(a)
	if size := n * f.T.Type(a.Elem()).Size(); int64(len(data)) > size && a.SizeExpression() != nil {
		data = data[:size]
	}
	if len(data) == 0 {
		return
	}
	src := f.T.stringAddr(data, align)
	f.Emit(&region.Copy{At: region.At{Pos: f.pos}, Dst: dst.addr, Src: src,
		Type: &region.Array{Elem: region.U8, Len: int64(len(data))}})
}

// compoundLiteral translates (type){…} to an object of the enclosing block, or to a global in static initialisers.
func (f *Fn) compoundLiteral(n *cc.PostfixExpression) lval {
	ct := n.TypeName.Type()
	if u := n.Type().Undecay(); ct.Kind() == cc.Array && u.Kind() == cc.Array {
		ct = u
	}
	if f.isDry > 0 {
		f.impure = true
		t := f.T.Type(ct)
		return lval{addr: &region.Undef{Type: region.PtrT}, ct: ct, t: f.T.literalType(f, ct, t, n), align: t.Align()}
	}
	if f.static {
		return f.staticLiteral(n, ct)
	}
	w := &initWalk{f: f}
	if n.InitializerList != nil {
		w.braced(ct, 0, nil, n.InitializerList)
	}
	t := f.T.literalType(f, ct, f.T.Type(ct), n)
	lv := f.temp("literal", t)
	lv.ct = ct
	f.initItems(lv, w.items)
	return lv
}

// literalType completes the type of a compound literal of unknown length.
func (t *Translator) literalType(f *Fn, ct cc.Type, rt region.Type, n *cc.PostfixExpression) region.Type {
	a, ok := ct.(*cc.ArrayType)
	if !ok || a.SizeExpression() != nil || a.Len() >= 0 || n.InitializerList == nil {
		return rt
	}
	w := &initWalk{f: f}
	w.braced(ct, 0, nil, n.InitializerList)
	et := t.Type(a.Elem())
	for _, it := range w.items {
		if s, ok := it.ct.(*cc.ArrayType); ok && s == ct {
			data, _ := t.stringData(it.x)
			w.end = max(w.end, int64(len(data)))
		}
	}
	if et.Size() == 0 {
		return rt
	}
	return &region.Array{Elem: et, Len: (w.end + et.Size() - 1) / et.Size()}
}
