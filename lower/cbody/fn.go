package cbody

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
)

// Fn translates one function or kernel body.
type Fn struct {
	T    *Translator
	Name string
	// Def is the C function that the body belongs to.
	Def *cc.FunctionDefinition
	// Func is the region function being defined; nil in kernels.
	Func *region.Function
	// NonTemporal are the list items of the nontemporal clauses around (OpenMP 5.2 §10.4.1).
	NonTemporal map[*cc.Declarator]bool

	block *region.Block
	open  []*region.Block // block and those around it
	pos   region.Position
	vars  map[*cc.Declarator]region.Expr
	undo  []func()
	// arrays are the allocations of variable length arrays.
	arrays map[*cc.Declarator]*region.Intrinsic
	// result is the C function's result type, sret where an aggregate result goes.
	result region.Type
	sret   *region.Param

	labels      map[string]*region.Label
	localLabels *labelScope
	labelSerial int
	taken       []*region.Label
	jumps       map[string]region.Expr // records of jumps to labels of functions around this one
	used        []*region.Label        // by goto or &&
	placed      map[*region.Label]bool
	indirect    []*region.Switch // computed gotos
	sw          *region.Switch

	sizes map[cc.ExpressionNode]region.Expr // of variable length arrays
	fixed map[cc.ExpressionNode]bool        // sizes that a typedef has fixed
	vlas  []*vlaScope
	vla   *vlaScope
	// breakDepth and continueDepth count the scopes outside of the innermost
	// statement that break and continue leave.
	breakDepth, continueDepth int

	typed  map[cc.ExpressionNode]val
	isDry  int  // > 0: for types and constants only
	impure bool // met something that is no constant
	failed bool // an error was met while dry
	static bool // initialiser of a static object
	outer  *Fn  // of a static initialiser: the body it stands in
	around *Fn  // of a nested function: the function that names it
}

// NewFn returns a translator of a body outside of any region function (a
// kernel), taken from the C function fd.
func (t *Translator) NewFn(name string, fd *cc.FunctionDefinition) *Fn {
	return &Fn{
		T: t, Name: name, Def: fd, vars: map[*cc.Declarator]region.Expr{}, labels: map[string]*region.Label{},
		placed: map[*region.Label]bool{}, jumps: map[string]region.Expr{},
		sizes: map[cc.ExpressionNode]region.Expr{}, fixed: map[cc.ExpressionNode]bool{},
		typed: map[cc.ExpressionNode]val{},
		vla:   &vlaScope{labels: map[string]bool{}},
	}
}

// Bind makes addr the address of variable d until undo is called.
func (f *Fn) Bind(d *cc.Declarator, addr region.Expr) (undo func()) {
	old, had := f.vars[d]
	f.vars[d] = addr
	return func() {
		if had {
			f.vars[d] = old
		} else {
			delete(f.vars, d)
		}
	}
}

// Lookup returns the address bound to d, or nil.
func (f *Fn) Lookup(d *cc.Declarator) region.Expr { return f.vars[d] }

// Block emits what gen emits into a fresh block and returns it. at may be nil.
func (f *Fn) Block(at cc.Node, gen func()) *region.Block {
	b := &region.Block{}
	if !ctree.IsNil(at) {
		b.Pos = f.Pos(at)
	}
	f.into(b, gen)
	return b
}

// Emit appends s to the current block.
func (f *Fn) Emit(s region.Stmt) { f.block.Stmts = append(f.block.Stmts, s) }

// Let names the value of x: evaluated once, here.
func (f *Fn) Let(name string, x region.Expr) *region.TempVal {
	t := &region.Temp{Name: name, Type: x.ExprType()}
	f.Emit(&region.Let{At: region.At{Pos: f.pos}, Temp: t, X: x})
	return &region.TempVal{Temp: t}
}

// Local adds a local variable to the current block. at may be nil.
func (f *Fn) Local(name string, t region.Type, at cc.Node) *region.Local {
	l := &region.Local{Name: name, Type: t}
	if !ctree.IsNil(at) {
		l.Pos = f.T.place_(at)
		if d, ok := at.(*cc.Declarator); ok {
			l.C = f.T.CType(d.Type(), t)
		}
	}
	f.block.Locals = append(f.block.Locals, l)
	return l
}

// Pos returns n's place in the user's source.
func (f *Fn) Pos(n cc.Node) region.Position {
	p := f.T.place_(n)
	return region.Position{File: f.T.cfg.Unit.ProgramFile(p.File), Line: p.Line, Col: p.Col}
}

func (f *Fn) setPos(n cc.Node) {
	if f.isDry == 0 && !ctree.IsNil(n) {
		f.pos = f.Pos(n)
	}
}

// errorf reports an error at n, which may be nil: then at the current statement.
func (f *Fn) errorf(n cc.Node, code diag.Code, format string, args ...any) *diag.Diagnostic {
	if f.isDry > 0 {
		f.failed = true
		return new(diag.Diagnostic)
	}
	p := diag.Pos{File: f.pos.File, Line: f.pos.Line, Col: f.pos.Col}
	if !ctree.IsNil(n) {
		p = f.T.place_(n)
	}
	if f.T.cfg.Diags == nil {
		return new(diag.Diagnostic)
	}
	return f.T.cfg.Diags.Errorf(diag.Span{Pos: p}, code, format, args...)
}

// Declare makes the region function of d, without a body.
func (t *Translator) Declare(d *cc.Declarator, name string) *region.Function {
	fn := &region.Function{Name: name, Pos: t.place_(d), Linkage: region.External}
	ft := d.Type().(*cc.FunctionType)
	def := t.byName[d.Name()]
	if def != nil {
		ft = def.Declarator.Type().(*cc.FunctionType)
		t.defined[fn] = true
	}
	t.checkAttributes(d)
	if a := d.Type().Attributes(); a != nil && a.Aligned() > 1 {
		fn.Align = a.Aligned()
	}
	t.signature(fn, ft)
	t.linkage(fn, d, def)
	return fn
}

func (t *Translator) signature(fn *region.Function, ft *cc.FunctionType) {
	fn.Variadic = ft.IsVariadic()
	fn.Ret = passType(t.Type(ft.Result()))
	if isAggregate(fn.Ret) {
		s, _ := fn.Ret.(*region.Struct)
		fn.Params = append(fn.Params, &region.Param{Name: "result", Type: region.PtrT, SRet: s})
		fn.Ret = region.VoidT
	}
	for i, p := range ft.Parameters() {
		pt := p.Type()
		if pt.Kind() == cc.Void && i == 0 && len(ft.Parameters()) == 1 {
			break
		}
		fn.Params = append(fn.Params, t.param(p.Name(), pt))
	}
}

// param makes one parameter.
func (t *Translator) param(name string, ct cc.Type) *region.Param {
	p := &region.Param{Name: name, Type: t.paramType(ct)}
	if s, ok := t.Type(ct).(*region.Struct); ok {
		p.ByVal = s
	}
	return p
}

func (t *Translator) linkage(fn *region.Function, d *cc.Declarator, def *cc.FunctionDefinition) {
	ds := []*cc.Declarator{d}
	if def != nil {
		ds = append(ds, def.Declarator)
	}
	for _, d := range ds {
		switch {
		case d.IsStatic():
			fn.Linkage = region.Internal
		case d.IsInline():
			fn.Linkage = region.LinkOnce
		case t.hasAttr(d, "weak"):
			fn.Linkage = region.Weak
		}
		fn.NoInline = fn.NoInline || t.hasAttr(d, "noinline")
		fn.AlwaysInline = fn.AlwaysInline || t.hasAttr(d, "always_inline")
		fn.NoReturn = fn.NoReturn || t.hasAttr(d, "noreturn")
		fn.NoInstrument = fn.NoInstrument || t.hasAttr(d, "no_instrument_function")
		fn.Pure = fn.Pure || t.hasAttr(d, "pure")
		fn.Const = fn.Const || t.hasAttr(d, "const")
	}
}

// Define translates the body of fd into fn, which Declare made.
func (t *Translator) Define(fd *cc.FunctionDefinition, fn *region.Function) {
	t.define(fd, fn, func(*Fn) {})
}

// define translates the body of fd after what begin makes.
func (t *Translator) define(fd *cc.FunctionDefinition, fn *region.Function, begin func(*Fn)) {
	f := t.NewFn(fn.Name, fd)
	f.Func = fn
	f.setPos(fd.Declarator)
	ft := fd.Declarator.Type().(*cc.FunctionType)
	f.result = t.Type(ft.Result())
	fn.Body = f.Block(fd.CompoundStatement, func() {
		begin(f)
		f.parameters(fd, ft)
		f.items(fd.CompoundStatement, nil)
		f.fallOff(fd)
	})
}

// fallOff ends a body whose end may be reached (C17 5.1.2.2.3, 6.9.1).
func (f *Fn) fallOff(fd *cc.FunctionDefinition) {
	if n := len(f.block.Stmts); n > 0 {
		if _, ok := f.block.Stmts[n-1].(*region.Return); ok {
			return
		}
	}
	r := &region.Return{At: region.At{Pos: f.pos}}
	switch {
	case f.sret != nil || isVoid(f.result):
	case fd.Declarator.Name() == "main":
		r.X = toPass(Int(f.result, 0))
	default:
		r.X = &region.Undef{Type: passType(f.result)}
	}
	f.Emit(r)
}

// parameters gives each C parameter a local and stores its value there;
// structures are the callee's own copy already.
func (f *Fn) parameters(fd *cc.FunctionDefinition, ft *cc.FunctionType) {
	params := f.Func.Params
	if n := f.T.nested[fd.Declarator]; n != nil && len(n.held) > 0 {
		params = params[1:]
	}
	if len(params) > 0 && isAggregate(f.result) {
		f.sret = params[0]
		params = params[1:]
	}
	var decls []*cc.Declarator
	for _, p := range ft.Parameters() {
		decls = append(decls, p.Declarator)
	}
	if f.T.nested[fd.Declarator] != nil {
		copy(decls, ownParameters(fd.Declarator)) // the type may be that of a declaration before it
	}
	for i, p := range params {
		if i < len(decls) && decls[i] != nil {
			f.parameter(decls[i], p, i+1)
		}
	}
	for i := range params {
		if i < len(decls) && decls[i] != nil {
			f.declaredSizes(decls[i], decls[i].Type().Undecay())
		}
	}
}

// ownParameters are the parameters that function declarator d itself names.
func ownParameters(d *cc.Declarator) (list []*cc.Declarator) {
	var own *cc.ParameterTypeList
	for dd := d.DirectDeclarator; dd != nil; {
		switch dd.Case {
		case cc.DirectDeclaratorDecl:
			dd = dd.Declarator.DirectDeclarator
			continue
		case cc.DirectDeclaratorFuncParam:
			own = dd.ParameterTypeList
		}
		dd = dd.DirectDeclarator
	}
	if own == nil {
		return nil
	}
	for l := own.ParameterList; l != nil; l = l.ParameterList {
		list = append(list, l.ParameterDeclaration.Declarator)
	}
	return list
}

func (f *Fn) parameter(d *cc.Declarator, p *region.Param, no int) {
	f.T.checkAttributes(d)
	if p.ByVal != nil {
		f.Bind(d, &region.ParamVal{Param: p})
		return
	}
	t := f.T.paramType(d.Type())
	if rt := f.T.Type(d.Type()); isInt(rt) {
		t = rt
	}
	l := f.Local(d.Name(), t, d)
	l.ArgNo = no
	addr := &region.LocalAddr{Local: l}
	f.Bind(d, addr)
	f.Emit(&region.Store{At: region.At{Pos: f.pos}, Addr: addr, X: fromPass(&region.ParamVal{Param: p}, t)})
}

// Static reports whether f is the initialiser of an object with static storage duration.
func (f *Fn) Static() bool { return f.static }
