package cbody

import (
	"fmt"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
)

// nested is a nested function (GNU C), which becomes a device function of its own. If it uses variables of the
// functions around it, its first parameter is its frame. The frame is a record with the address of each of them,
// the run-time lengths in their types, and pointers to nested functions that need frames of their own. A call fills
// the record in where it stands, since what it captures lives where the caller finds it.
type nested struct {
	def  *cc.FunctionDefinition
	fn   *region.Function
	held []held
	// noted says that held has been found.
	noted bool
}

// held is one slot of a frame: the address of variable decl, the value of a size
// expression, the address of the nested function target, or the record of a jump to label (nestedjump.go).
type held struct {
	label  string
	decl   *cc.Declarator
	size   cc.ExpressionNode
	target *nested
}

// nestedIn notes the nested functions that c defines, also under the declarations
// (auto int f(int);) that stand before them.
func (w *specWalk) nestedIn(c *cc.CompoundStatement) {
	defs := map[string]*nested{}
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		it := l.BlockItem
		if it.Case != cc.BlockItemFuncDef {
			continue
		}
		fd := &cc.FunctionDefinition{DeclarationSpecifiers: it.DeclarationSpecifiers, Declarator: it.Declarator,
			CompoundStatement: it.CompoundStatement}
		n := &nested{def: fd}
		defs[it.Declarator.Name()] = n
		w.t.nested[it.Declarator] = n
		if w.t.anyNested == nil {
			w.t.anyNested = it.Declarator
		}
	}
	if len(defs) == 0 {
		return
	}
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItem.Case != cc.BlockItemDecl || l.BlockItem.Declaration == nil {
			continue
		}
		for i := l.BlockItem.Declaration.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
			d := i.InitDeclarator.Declarator
			if n := defs[d.Name()]; n != nil && d.Type().Kind() == cc.Function {
				w.t.nested[d] = n
			}
		}
	}
}

// Nested is the definition of the nested function d, nil if d is another function.
func (t *Translator) Nested(d *cc.Declarator) *cc.FunctionDefinition {
	if n := t.nested[d]; n != nil {
		return n.def
	}
	return nil
}

// AnyNested is one of the nested functions of the unit, nil if there is none.
func (t *Translator) AnyNested() *cc.Declarator { return t.anyNested }

// captured lists what n needs of the functions around it, itself or by the nested
// functions that it names.
func (t *Translator) captured(n *nested) []held {
	if !n.noted {
		n.noted = true
		s := &captureScan{t: t, of: n, inside: map[*cc.Declarator]bool{}, seen: map[any]bool{n: true}}
		s.definition(n.def)
		if s.own && len(s.list) > 0 {
			s.list = append(s.list, held{decl: n.def.Declarator, target: n})
		}
		n.held = s.list
	}
	return n.held
}

// captureScan goes over the body of a nested function.
type captureScan struct {
	t      *Translator
	of     *nested
	own    bool // its own address is taken
	inside map[*cc.Declarator]bool
	labels map[string]bool // of the function that is gone over
	seen   map[any]bool
	list   []held
}

func (s *captureScan) definition(fd *cc.FunctionDefinition) {
	around := s.labels
	s.labels = ownLabels(fd)
	defer func() { s.labels = around }()
	ctree.Walk(fd.Declarator, s.visit)
	ctree.Walk(fd.CompoundStatement, s.visit)
}

func (s *captureScan) visit(n cc.Node) bool {
	switch x := n.(type) {
	case *cc.Declarator:
		s.inside[x] = true
	case *cc.PostfixExpression:
		if x.Case != cc.PostfixExpressionCall {
			break
		}
		if _, d := calledName(x.PostfixExpression); d != nil && s.t.nested[d] != nil {
			s.called(s.t.nested[d])
			ctree.Walk(x.ArgumentExpressionList, s.visit)
			return false
		}
	case *cc.JumpStatement:
		if x.Case == cc.JumpStatementGoto {
			s.jump(x.Token2.SrcStr())
			return false
		}
	case *cc.PrimaryExpression:
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok && x.Case == cc.PrimaryExpressionIdent {
			s.name(d)
		}
	}
	return true
}

// called adds what the callee captures; its frame is made where it is called.
func (s *captureScan) called(n *nested) {
	if s.inside[n.def.Declarator] || s.seen[n] {
		return
	}
	s.seen[n] = true
	s.definition(n.def)
}

func (s *captureScan) name(d *cc.Declarator) {
	if s.t.nested[d] == s.of {
		s.own = true
		return
	}
	if s.inside[d] || s.seen[d] {
		return
	}
	s.seen[d] = true
	if n := s.t.nested[d]; n != nil {
		s.pointer(n)
		return
	}
	if d.IsTypename() || d.IsStatic() || d.IsExtern() || d.Type().Kind() == cc.Function || atFileScope(d) {
		return
	}
	s.list = append(s.list, held{decl: d})
	for _, e := range s.t.VLASizes(d.Type()) {
		if !s.seen[e] {
			s.seen[e] = true
			s.list = append(s.list, held{size: e})
		}
	}
}

// pointer adds the address of n, which is made where n's frame can be.
func (s *captureScan) pointer(n *nested) {
	if s.inside[n.def.Declarator] || len(s.t.captured(n)) == 0 {
		return
	}
	s.list = append(s.list, held{decl: n.def.Declarator, target: n})
}

func atFileScope(d *cc.Declarator) bool {
	s := d.LexicalScope()
	return s == nil || s.Parent == nil
}

// nestedFunction is the device function of n, translated when it is first used.
func (f *Fn) nestedFunction(n *nested) *region.Function {
	if n.fn != nil {
		return n.fn
	}
	t := f.T
	t.serial++
	d := n.def.Declarator
	n.fn = &region.Function{Name: fmt.Sprintf("%s%s.%s.%d", t.cfg.Prefix, f.Name, d.Name(), t.serial), Pos: t.place_(d),
		Cloned: d.Name()}
	slots := t.captured(n)
	var frame *region.Param
	if len(slots) > 0 {
		frame = &region.Param{Name: "frame", Type: region.PtrT}
		n.fn.Params = []*region.Param{frame}
	}
	t.checkAttributes(d)
	t.signature(n.fn, d.Type().(*cc.FunctionType))
	t.linkage(n.fn, d, nil)
	n.fn.Linkage = region.Internal
	t.cfg.Module.Funcs = append(t.cfg.Module.Funcs, n.fn)
	t.define(n.def, n.fn, func(in *Fn) {
		in.around = f
		for i, h := range slots {
			in.fromFrame(frame, int64(8*i), h)
		}
	})
	return n.fn
}

// fromFrame binds what slot h of the frame holds.
func (f *Fn) fromFrame(frame *region.Param, off int64, h held) {
	addr := offset(&region.ParamVal{Param: frame}, off)
	if h.size != nil {
		f.sizes[h.size] = f.Let("n", &region.Load{Type: region.U64, Addr: addr})
		return
	}
	if h.label != "" {
		f.jumps[h.label] = f.Let("jump", &region.Load{Type: region.PtrT, Addr: addr})
		return
	}
	f.Bind(h.decl, f.Let(h.decl.Name(), &region.Load{Type: region.PtrT, Addr: addr}))
}

// frame is the record of what n captures, made here; nil if n captures nothing.
func (f *Fn) frame(n *nested, at cc.Node) region.Expr {
	slots := f.T.captured(n)
	if len(slots) == 0 {
		return nil
	}
	l := f.Local("frame", &region.Array{Elem: region.PtrT, Len: int64(len(slots))}, nil)
	record := &region.LocalAddr{Local: l}
	f.fillFrame(n, record, at)
	return record
}

func (f *Fn) fillFrame(n *nested, record region.Expr, at cc.Node) {
	f.fillSlots(n, f.T.captured(n), record, at)
}

// fillSlots stores what slots hold; n is the nested function whose frame it is, nil if it is
// another's.
func (f *Fn) fillSlots(n *nested, slots []held, record region.Expr, at cc.Node) {
	jumps := &jumpTarget{f: f}
	for i, h := range slots {
		var x region.Expr
		switch {
		case h.label != "":
			x = jumps.record(h.label)
		case h.size != nil:
			if x = f.sizes[h.size]; x == nil {
				x = convert(f.value(h.size).x, region.U64)
			}
		case f.Lookup(h.decl) != nil:
			x = f.Lookup(h.decl)
		case n != nil && h.target == n:
			x = f.trampoline(n, record)
		case h.target != nil:
			x = f.nestedAddr(h.target, at)
		default:
			x = f.unbound(h.decl, at)
		}
		f.Emit(&region.Store{At: region.At{Pos: f.pos}, Addr: offset(record, int64(8*i)), X: x})
	}
	jumps.emit()
}

// callNested calls n with its frame.
func (f *Fn) callNested(n *nested, call *cc.PostfixExpression, want bool) val {
	r := &region.Call{Func: f.nestedFunction(n)}
	if frame := f.frame(n, call); frame != nil {
		r.Args = []region.Expr{frame}
	}
	return f.callWith(r, n.def.Declarator.Type().(*cc.FunctionType), arguments(call), want)
}

// nestedAddr is a pointer to n: its own address, or that of code made on the stack
// that calls it with its frame.
func (f *Fn) nestedAddr(n *nested, at cc.Node) region.Expr {
	if x := f.Lookup(n.def.Declarator); x != nil {
		return x
	}
	fn := f.nestedFunction(n)
	slots := f.T.captured(n)
	if len(slots) == 0 {
		return &region.FuncAddr{Func: fn}
	}
	l := f.Local("frame", &region.Array{Elem: region.PtrT, Len: int64(len(slots))}, nil)
	record := &region.LocalAddr{Local: l}
	x := f.trampoline(n, record)
	undo := f.Bind(n.def.Declarator, x) // what captures the pointer to n itself
	f.fillFrame(n, record, at)
	undo()
	return x
}

// trampolineSize is what LLVM asks for on every target that has them.
const trampolineSize = 72

func (f *Fn) trampoline(n *nested, record region.Expr) region.Expr {
	l := f.Local("trampoline", &region.Array{Elem: region.U8, Len: trampolineSize}, nil)
	l.Align = 16
	return f.Let("code", &region.Intrinsic{Op: region.OpTrampoline, Type: region.PtrT,
		Args: []region.Expr{&region.FuncAddr{Func: f.nestedFunction(n)}, record, &region.LocalAddr{Local: l}}})
}
