// The functions that device code calls, and what those call (5.2 §7.8).

package lower

import (
	"fmt"
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/rt/abi"
)

// function is a device function on its way through the closure (5.2 §7.8: every
// function referenced in a target region or in a device routine, outside of
// reverse-offload regions, is a device routine).
type function struct {
	decl  *cc.Declarator
	fn    *region.Function
	def   *cc.FunctionDefinition
	chain string
}

// device is the hook behind every function name in device code.
func (b *body) device(d *cc.Declarator, use cc.Node) *region.Function {
	u := b.u
	e := u.dt[ctree.SymbolOf(d)]
	if e != nil && e.hostOnly {
		u.errorf(u.pos(use), diag.HostOnlyFunction, "device code uses function '%s', which has device_type(host) (%s)",
			d.Name(), u.chain).
			WithSection("5.2 §7.8").WithFix("remove device_type(host) from its declare target directive")
		return nil
	}
	return u.deviceFunction(d, e != nil && e.indirect)
}

func (u *unit) deviceFunction(d *cc.Declarator, indirect bool) *region.Function {
	// A library function that is not declared is cc's builtin.
	if def := u.defs[cbody.Alias(d)]; def != nil {
		return u.deviceFunction(def.Declarator, indirect)
	}
	cname := strings.TrimPrefix(d.Name(), "__builtin_")
	key := ctree.Symbol{Name: cname}
	if f := u.funcs[key]; f != nil {
		return f.fn
	}
	def := u.defs[cname]
	if def == nil || def.Declarator.IsInline() && !def.Declarator.IsStatic() {
		// Inline definitions in the C library's headers are for the host.
		if lib := u.c.Library(d.Name()); lib != nil {
			lib.UseChain = u.chain
			f := &function{decl: d, fn: lib}
			u.funcs[key] = f
			return lib
		}
	}
	f := &function{decl: d, def: def, chain: u.chain}
	name := cname
	if def != nil {
		f.decl = def.Declarator
		name = u.functionName(def.Declarator)
	}
	f.fn = u.c.Declare(f.decl, name)
	if f.fn == nil {
		return nil
	}
	f.fn.UseChain = u.chain
	f.fn.Linkage = u.functionLinkage(f)
	f.fn.Indirect = indirect
	if name != cname {
		f.fn.Cloned = d.Name()
	}
	u.funcs[key] = f
	u.order = append(u.order, f)
	if def != nil {
		u.queue = append(u.queue, f)
	}
	if indirect {
		u.prog.Globals = append(u.prog.Globals,
			&HostGlobal{Decl: f.decl, Name: d.Name(), Sym: name, Kind: abi.GlobalFunc, Size: 8})
	}
	return f.fn
}

func (u *unit) functionLinkage(f *function) region.Linkage {
	switch {
	case f.fn.Linkage == region.Weak: // by its attribute
		return region.Weak
	case f.def == nil:
		return region.External
	case f.decl.IsStatic():
		return region.Internal
	case f.decl.IsInline():
		return region.LinkOnce
	}
	return region.External
}

// functionName keeps C names for linkage; "main" and internal functions get a
// private one.
func (u *unit) functionName(d *cc.Declarator) string {
	switch {
	case d.Name() == "main":
		return "__ompcc_main"
	case d.IsStatic():
		return "__ompcc_s_" + identifier(u.file()) + "_" + d.Name() + u.unitSuffix()
	}
	return d.Name()
}

// close translates queued functions until no new one turns up.
func (u *unit) close() {
	for len(u.queue) > 0 {
		f := u.queue[0]
		u.queue = u.queue[1:]
		u.chain = u.extendChain(f)
		u.c.Define(f.def, f.fn)
	}
	u.c.DescribeTypes()
}

func (u *unit) extendChain(f *function) string {
	link := f.decl.Name() + " at " + u.pos(f.decl).String()
	if f.chain == "" {
		return link
	}
	return f.chain + " → " + link
}

// variable is the address of a variable without a binding in this body: a device variable, a constant that may be
// copied, or an error. A variable referenced in a target region but not in the target construct must be a device
// variable (5.2 §13.8).
func (b *body) variable(d *cc.Declarator, use cc.Node) region.Expr {
	u := b.u
	if u.threadprivate[ctree.SymbolOf(d)] || isThreadLocal(d) && u.dt[ctree.SymbolOf(d)] == nil {
		u.errorf(u.pos(use), diag.Threadprivate, "threadprivate variable '%s' is used in device code (%s)", d.Name(),
			u.chain).WithSection("5.2 §13.8")
		return nil
	}
	if !ctree.IsStaticStorage(d) {
		u.errorf(u.pos(use), diag.HostVariable,
			"local variable '%s' of the host function is not available in device code", d.Name()).
			WithNote(u.tree.Unit.NodeSpan(d), "'%s' is declared here", d.Name()).
			WithFix("use a variable that the region maps or privatizes")
		return nil
	}
	if !ctree.IsFileScope(d) && !d.IsExtern() && u.dt[ctree.SymbolOf(d)] == nil {
		return b.staticLocal(d)
	}
	if g := u.stream(d); g != nil { // also where declare target is around the header
		return &region.GlobalAddr{Global: g}
	}
	if g := u.global(d); g != nil {
		e := u.dt[ctree.SymbolOf(d)]
		group := e != nil && e.group
		if b.fn.Static() && (group || g.Link) {
			how := "link"
			if group {
				how = "groupprivate"
			}
			u.errorf(u.pos(use), diag.DeviceInitializer,
				"the initialiser of a device variable refers to '%s', an item of clause '%s', which has no constant device address (%s)", d.Name(), how, u.chain).
				WithSection("5.2 §7.8").WithFix("write enter(%s) instead, or assign its address in a target region",
				d.Name())
			return nil
		}
		if group {
			return u.teamAddress(g)
		}
		if g.Link {
			return &region.Load{Type: region.PtrT, Addr: &region.GlobalAddr{Global: g}}
		}
		return &region.GlobalAddr{Global: g}
	}
	if g := u.constantCopy(d); g != nil {
		return &region.GlobalAddr{Global: g}
	}
	if g := u.unifiedGlobal(d); g != nil {
		return &region.Load{Type: region.PtrT, Addr: &region.GlobalAddr{Global: g}}
	}
	fix := fmt.Sprintf("write '#pragma omp declare target enter(%s)' after its declaration", d.Name())
	if e := u.dt[ctree.SymbolOf(d)]; e != nil && e.hostOnly {
		fix = "remove device_type(host) from its declare target directive"
	} else if streams[d.Name()] && d.IsExtern() {
		fix = fmt.Sprintf("include <stdio.h> instead of declaring %s", d.Name())
	}
	u.errorf(u.pos(use), diag.NotDeclareTarget, "device code uses '%s', which is not a device variable (%s)", d.Name(),
		u.chain).
		WithSection("5.2 §13.8").WithFix("%s", fix).
		WithNote(spanOf(u, d), "'%s' is declared here", d.Name())
	return nil
}

// streams are the C library's variables that every device has.
var streams = map[string]bool{"stdin": true, "stdout": true, "stderr": true}

// stream is a standard stream of the C library, nil for other variables: device code has
// them as it has the library's functions, which no declare target directive names either.
func (u *unit) stream(d *cc.Declarator) *region.Global {
	if !streams[d.Name()] || !d.IsExtern() || !strings.HasPrefix(u.pos(d).File, "/usr/") {
		return nil
	}
	key := ctree.SymbolOf(d)
	g := u.vars[key]
	if g == nil {
		g = u.makeGlobal(key, d, false)
	}
	g.Library = true
	return g
}

// staticLocal is a static variable of an enclosing function that the region
// refers to, in no declare target directive: as if listed in an enter clause (5.2 §7.8).
func (b *body) staticLocal(d *cc.Declarator) region.Expr {
	u := b.u
	key := ctree.SymbolOf(d)
	if g := u.vars[key]; g != nil {
		return &region.GlobalAddr{Global: g}
	}
	g := u.makeGlobal(key, d, true)
	g.Linkage = region.Internal
	return &region.GlobalAddr{Global: g}
}

// constantCopy gives device code its own copy of a const-qualified variable
// with an initialiser, which no one can tell from the original.
func (u *unit) constantCopy(d *cc.Declarator) *region.Global {
	def, defined := u.definition(d)
	if !defined || !def.HasInitializer() || !isConstQualified(def) || def.IsVolatile() {
		return nil
	}
	g := u.makeGlobal(ctree.SymbolOf(d), def, true)
	g.Linkage, g.Const = region.Internal, true
	g.Name = "__ompcc_c_" + identifier(u.file()) + "_" + d.Name()
	return g
}

// isConstQualified reports whether the object (or its elements) is const.
func isConstQualified(d *cc.Declarator) bool {
	t := ctree.ObjectType(d)
	for t.Undecay().Kind() == cc.Array {
		t = ctree.Pointee(t)
	}
	if t.Kind() != cc.Ptr {
		return d.IsConst()
	}
	// The qualifiers of the pointer that is nearest the name.
	p := d.Pointer
	for p != nil && p.Pointer != nil {
		p = p.Pointer
	}
	found := false
	if p != nil {
		ctree.Walk(p.TypeQualifiers, func(n cc.Node) bool {
			if q, ok := n.(*cc.TypeQualifier); ok && q.Case == cc.TypeQualifierConst {
				found = true
			}
			return true
		})
	}
	return found
}
