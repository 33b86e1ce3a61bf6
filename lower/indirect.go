// Calls through pointers to functions in device code.

package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/rt/abi"
)

// A pointer to a function may come from the host: in mapped storage it holds the
// address of the host's version. A call through it calls the device's version of a
// function that some unit declares indirect (5.2 §7.8.3).

// Pointer is what a call through pointer p calls.
func (h hooks) Pointer(f *cbody.Fn, p region.Expr) region.Expr {
	u := h.u
	if !u.hostPointers || ownPointer(p) {
		return p
	}
	u.prog.TargetDependent = true
	if u.opts.Device == nil || !u.opts.Device.has("kind", "gpu") {
		u.pointerCalls = true
		fn := u.c.LibraryOf("__ompcc_cpu_function", region.PtrT, region.PtrT)
		return u.callOf(fn, p)
	}
	find, err := u.c.Support(region.FindFunction)
	if err != nil {
		u.errorf(diag.Pos{}, diag.Internal, "%v", err)
		return p
	}
	find.Pure = true // the table is as it was when the kernel began
	g := u.tableOfFunctions()
	n := &region.Load{Type: region.U64, Addr: &region.GlobalAddr{Global: g}}
	table := &region.Load{Type: region.PtrT, Addr: &region.PtrAdd{Base: &region.GlobalAddr{Global: g}, Offset: 8}}
	return u.callOf(find, p, n, table)
}

// ownPointer reports that p points to a function of the device: it names one,
// chooses between some, or reads a constant table of them.
func ownPointer(p region.Expr) bool {
	switch p := p.(type) {
	case *region.FuncAddr:
		return true
	case *region.Cond:
		return ownPointer(p.X) && ownPointer(p.Y)
	case *region.Load:
		g := tableOf(p.Addr)
		return g != nil && g.Const // which the host cannot write
	}
	return false
}

// tableOf is the variable that address x is in, if it is said there.
func tableOf(x region.Expr) *region.Global {
	switch x := x.(type) {
	case *region.GlobalAddr:
		return x.Global
	case *region.PtrAdd:
		return tableOf(x.Base)
	}
	return nil
}

func (u *unit) callOf(fn *region.Function, args ...region.Expr) region.Expr {
	t := &region.Func{Ret: fn.Ret}
	for _, p := range fn.Params {
		t.Params = append(t.Params, p.Type)
	}
	return &region.Call{Func: fn, Type: t, Args: args}
}

func (u *unit) tableOfFunctions() *region.Global {
	key := ctree.Symbol{Name: abi.FunctionsName}
	if g := u.vars[key]; g != nil {
		return g
	}
	g := &region.Global{Name: abi.FunctionsName, Type: &region.Array{Elem: region.U64, Len: 2},
		Linkage: region.LinkOnce, Entry: true}
	u.vars[key] = g
	u.mod.Globals = append(u.mod.Globals, g)
	return g
}

func (u *unit) hasIndirect() bool {
	for _, e := range u.dt {
		if e.indirect && ctree.IsFunction(e.decl) {
			return true
		}
	}
	return false
}

// collectFunctionPointers notes whether device code may meet pointers to
// functions of the host, and lists those that have no device version.
func (u *unit) collectFunctionPointers() {
	// The pointers that a target region gets may be to functions of other units.
	u.hostPointers = u.hasIndirect()
	for _, c := range u.tree.All {
		u.hostPointers = u.hostPointers || c != nil && c.Has(spec.Target)
	}
	seen := map[string]bool{}
	ctree.Walk(u.tree.Unit.AST.TranslationUnit, func(n cc.Node) bool { return u.takenFunction(n, seen) })
}

// takenFunction notes the function whose address n takes.
func (u *unit) takenFunction(n cc.Node, seen map[string]bool) bool {
	if call, ok := n.(*cc.PostfixExpression); ok && call.Case == cc.PostfixExpressionCall &&
		ctree.VarOf(call.PostfixExpression) != nil {
		ctree.Walk(call.ArgumentExpressionList, func(n cc.Node) bool { return u.takenFunction(n, seen) })
		return false
	}
	x, ok := n.(*cc.PrimaryExpression)
	if !ok || x.Case != cc.PrimaryExpressionIdent {
		return true
	}
	d, ok := x.ResolvedTo().(*cc.Declarator)
	if !ok || !ctree.IsFunction(d) || seen[d.Name()] {
		return true
	}
	def := u.defs[d.Name()]
	if def == nil || def.Declarator.IsInline() && !def.Declarator.IsStatic() || d.Name() == "main" ||
		u.tree.Unit.InPragma(x) != nil {
		return true
	}
	seen[d.Name()] = true
	if e := u.dt[ctree.SymbolOf(d)]; e != nil && (e.indirect || e.nohost) {
		return true
	}
	u.hostPointers = true
	u.hostFunctions = append(u.hostFunctions,
		&HostGlobal{Decl: def.Declarator, Name: d.Name(), Sym: d.Name(), Kind: abi.GlobalHostFunc, Size: 8})
	return true
}
