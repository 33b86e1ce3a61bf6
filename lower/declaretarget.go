// Declare target: device variables and functions that directives list or imply (5.2 §7.8).

package lower

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// declared is one list item of a declare target directive.
type declared struct {
	decl     *cc.Declarator
	link     bool
	group    bool // groupprivate: one copy for each team
	local    bool // 6.0 local clause: a device copy without a host original
	nohost   bool
	hostOnly bool
	indirect bool
	pos      diag.Pos
}

// collectDeclareTarget collects the list items of all declare target and begin declare target directives (5.2 §7.8).
func (u *unit) collectDeclareTarget() {
	var open []*tree.Construct
	spans := map[*tree.Construct][2]int{}
	for _, c := range u.tree.All {
		if c == nil {
			continue
		}
		switch c.Kind {
		case spec.DeclareTarget:
			if !hasLists(c) && c.Pair == nil {
				start, end := u.declarationAfter(c)
				spans[c] = [2]int{start, end}
				break
			}
			if !hasLists(c) {
				open = append(open, c)
				break
			}
			u.declareItems(c)
		case spec.Groupprivate:
			u.groupprivate(c)
		case spec.BeginDeclareTarget:
			open = append(open, c)
		case spec.EndDeclareTarget:
			if n := len(open); n > 0 {
				spans[open[n-1]] = [2]int{open[n-1].Pragma.End, c.Pragma.Start}
				open = open[:n-1]
			}
		}
	}
	for _, c := range u.tree.All {
		if s, ok := spans[c]; ok && c != nil {
			u.declareBetween(c, s[0], s[1])
		}
	}
}

// declarationAfter returns the text range from c to the end of the declaration that follows it.
func (u *unit) declarationAfter(c *tree.Construct) (start, end int) {
	p := u.tree.Unit
	for tu := p.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		e := tu.ExternalDeclaration
		if e == nil || p.Offset(e) < c.Pragma.End || p.InPragma(e) != nil {
			continue
		}
		_, end = p.NodeRange(e)
		return c.Pragma.End, end
	}
	return c.Pragma.End, c.Pragma.End
}

func hasLists(c *tree.Construct) bool {
	if c.Args != nil && len(c.Args.Items) > 0 {
		return true
	}
	for _, cl := range c.Clauses {
		switch cl.Kind {
		case spec.EnterClause, spec.ToClause, spec.LinkClause, spec.LocalClause:
			return true
		}
	}
	return false
}

func (u *unit) declareItems(c *tree.Construct) {
	if c.Args != nil {
		u.declareList(c, c.Args.Items, declared{})
	}
	for _, cl := range c.Clauses {
		switch cl.Kind {
		case spec.EnterClause, spec.ToClause:
			u.declareList(c, cl.Items, declared{})
		case spec.LinkClause:
			u.declareList(c, cl.Items, declared{link: true})
		case spec.LocalClause:
			u.declareList(c, cl.Items, declared{local: true})
		}
	}
}

func (u *unit) declareList(c *tree.Construct, items []*tree.Item, how declared) {
	for _, it := range items {
		d := it.Decl
		if d == nil {
			u.errorf(it.Span.Pos, diag.UnknownName, "%s is not declared here, so it cannot be a list item of %s",
				it.Text, c.Kind)
			continue
		}
		u.declare(c, d, it.Span.Pos, how)
	}
}

func (u *unit) declare(c *tree.Construct, d *cc.Declarator, p diag.Pos, how declared) {
	how.decl, how.pos = d, p
	if cl := c.Clause(spec.DeviceTypeClause); cl != nil && len(cl.Words) > 0 {
		how.nohost = cl.Words[0] == "nohost"
		how.hostOnly = cl.Words[0] == "host"
	}
	if cl := c.Clause(spec.IndirectClause); cl != nil {
		how.indirect = true
		if len(cl.Exprs) > 0 {
			if v, ok := ctree.ConstInt(cl.Exprs[0].Node); ok && v == 0 {
				how.indirect = false
			}
		}
	}
	key := ctree.SymbolOf(d)
	if old := u.dt[key]; old != nil {
		old.group = old.group || how.group
		old.indirect = old.indirect || how.indirect
		return
	}
	u.dt[key] = &how
	u.listed = append(u.listed, &how)
}

// declareBetween adds every variable and function that is declared between the begin and end of a delimited directive.
func (u *unit) declareBetween(c *tree.Construct, from, to int) {
	for tu := u.tree.Unit.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		ed := tu.ExternalDeclaration
		if ed == nil || !u.between(ed, from, to) {
			continue
		}
		if fd := ed.FunctionDefinition; fd != nil {
			if !strings.HasPrefix(fd.Declarator.Name(), "__ompcc_") {
				u.declare(c, fd.Declarator, u.pos(fd.Declarator), declared{})
			}
			continue
		}
		if ed.Declaration == nil {
			continue
		}
		for l := ed.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			if d := l.InitDeclarator.Declarator; !d.IsTypename() {
				u.declare(c, d, u.pos(d), declared{})
			}
		}
	}
}

// declareListed creates the device variables and functions that directives list or imply, even if nothing refers to
// them.
func (u *unit) declareListed() {
	for _, e := range u.listed {
		u.chain = "declare target at " + e.pos.String()
		if e.hostOnly {
			continue
		}
		if ctree.IsFunction(e.decl) {
			if u.listedFunction(e) {
				u.deviceFunction(e.decl, e.indirect)
			}
			continue
		}
		if _, defined := u.definition(e.decl); defined {
			u.global(e.decl)
		}
	}
}

// listedFunction reports whether the device needs a listed function even if this unit does not use it. Other units can
// only use functions with external linkage, and they do not use an inline definition of this unit.
func (u *unit) listedFunction(e *declared) bool {
	def := u.defs[e.decl.Name()]
	return def != nil && (e.indirect || !def.Declarator.IsStatic() && !def.Declarator.IsInline())
}

// definition returns the declaration of a file-scope variable that has its initialiser, else a defining one, else any.
// defined is set in the first two cases.
func (u *unit) definition(d *cc.Declarator) (def *cc.Declarator, defined bool) {
	if !ctree.IsFileScope(d) && !d.IsExtern() {
		return d, true
	}
	best := d
	for _, x := range u.decls[d.Name()] {
		if x.HasInitializer() {
			return x, true
		}
		if !x.IsExtern() {
			best, defined = x, true
		} else if best.Type().IsIncomplete() && !x.Type().IsIncomplete() && !defined {
			best = x
		}
	}
	return best, defined
}

// global returns the device variable of d, listed or implied by declare target, or nil if d is not a device variable.
func (u *unit) global(d *cc.Declarator) *region.Global {
	if list := u.decls[cbody.Alias(d)]; len(list) > 0 && list[0] != d {
		return u.global(list[0])
	}
	key := ctree.SymbolOf(d)
	if g := u.vars[key]; g != nil {
		return g
	}
	e := u.dt[key]
	if e == nil || e.hostOnly {
		return nil
	}
	def, defined := u.definition(d)
	if e.group {
		return u.teamGlobal(key, def)
	}
	if e.link {
		return u.linkGlobal(key, def, region.LinkSuffix)
	}
	g := u.makeGlobal(key, def, defined)
	if g.Space == region.SpaceThread { // each device thread has its own copy with the initial value
		return g
	}
	if defined && !e.nohost && !e.local {
		g.Entry, g.HostName = true, def.Name()
		u.hostGlobal(def, g, abi.GlobalEnter, g.Type.Size())
	} else if defined {
		u.hostGlobal(def, g, abi.GlobalNoHost, g.Type.Size())
	}
	return g
}

// groupprivate declares the variables of a groupprivate directive: every team of a league has its own uninitialised
// copy (6.0 §7.13).
func (u *unit) groupprivate(c *tree.Construct) {
	if c.Args == nil {
		return
	}
	for _, it := range c.Args.Items {
		d := it.Decl
		if d == nil && len(u.decls[it.Text]) > 0 {
			d = u.decls[it.Text][0]
		}
		if d == nil {
			u.errorf(it.Span.Pos, diag.UnknownName, "%s is not declared here, so it cannot be groupprivate", it.Text).
				WithSection("6.0 §7.13")
			continue
		}
		u.declare(c, d, it.Span.Pos, declared{group: true})
	}
}

// makeGlobal creates the variable before it translates the initialiser, so that initialisers may refer to the variable.
func (u *unit) makeGlobal(key ctree.Symbol, def *cc.Declarator, defined bool) *region.Global {
	name := u.globalName(def)
	if isThreadLocal(def) {
		u.prog.ThreadLocals[key] = true
	}
	if !defined {
		g := &region.Global{Name: name, Type: u.c.Type(ctree.ObjectType(def)), Linkage: region.External, Decl: true,
			Pos: u.pos(def)}
		if u.c.IsWeak(def) {
			g.Linkage = region.Weak
		}
		if isThreadLocal(def) {
			g.Space = region.SpaceThread
		}
		u.vars[key] = g
		u.mod.Globals = append(u.mod.Globals, g)
		return g
	}
	shell := &region.Global{}
	u.vars[key] = shell
	g := u.c.Global(def, name)
	if g == nil {
		return shell
	}
	*shell = *g
	u.replaceGlobal(g, shell)
	return shell
}

// replaceGlobal replaces g in the module by shell, or adds shell if the module does not list g.
func (u *unit) replaceGlobal(g, shell *region.Global) {
	for i, x := range u.mod.Globals {
		if x == g {
			u.mod.Globals[i] = shell
			return
		}
	}
	u.mod.Globals = append(u.mod.Globals, shell)
}

// globalName returns the device symbol of d: the C name. A variable with internal linkage has a name that is unique to
// the unit, so that the static variables of two files do not collide.
func (u *unit) globalName(d *cc.Declarator) string {
	if ctree.IsFileStatic(d) || !ctree.IsFileScope(d) && !d.IsExtern() {
		return u.unique("__ompcc_s_" + identifier(u.file()) + "_" + d.Name() + u.unitSuffix())
	}
	return d.Name()
}

// unifiedGlobal returns the pointer cell of a variable that no declare target directive names. It returns nil unless
// the unit requires unified shared memory, which makes the directive optional for variables of device routines
// (5.2 §8.2.1). Like a link variable, the cell points to mapped storage, else to the host's storage.
func (u *unit) unifiedGlobal(d *cc.Declarator) *region.Global {
	if !u.unifiedMemory() {
		return nil
	}
	def, _ := u.definition(d)
	return u.linkGlobal(ctree.SymbolOf(d), def, region.UnifiedSuffix)
}

// unifiedMemory reports whether a requires directive makes the host's memory accessible to devices
// (unified_shared_memory or self_maps).
func (u *unit) unifiedMemory() bool {
	for _, c := range u.tree.All {
		if c != nil && c.Kind == spec.Requires &&
			(c.Clause(spec.UnifiedSharedMemoryClause) != nil || c.Clause(spec.SelfMapsClause) != nil) {
			return true
		}
	}
	return false
}

// linkGlobal creates the pointer cell of a link variable (5.2 §7.8.1).
func (u *unit) linkGlobal(key ctree.Symbol, def *cc.Declarator, suffix string) *region.Global {
	g := &region.Global{
		Name: u.globalName(def) + suffix, Type: region.PtrT, Linkage: region.LinkOnce,
		Link: true, Entry: true, HostName: def.Name(), Pos: u.pos(def),
	}
	if ctree.IsFileStatic(def) {
		g.Linkage = region.Internal
	}
	u.vars[key] = g
	u.mod.Globals = append(u.mod.Globals, g)
	u.hostGlobal(def, g, abi.GlobalLink, u.c.Type(ctree.ObjectType(def)).Size())
	return g
}

func (u *unit) hostGlobal(d *cc.Declarator, g *region.Global, kind int, size int64) {
	h := &HostGlobal{Decl: d, Name: d.Name(), Sym: g.Name, Kind: kind, Size: size}
	if !ctree.IsFileScope(d) && !d.IsExtern() {
		// Only its function can access a static local variable.
		h.Func = u.functionOf(d)
		h.Local = h.Func != nil
	}
	u.prog.Globals = append(u.prog.Globals, h)
}

// functionOf returns the function that declares d.
func (u *unit) functionOf(d *cc.Declarator) (fn *cc.FunctionDefinition) {
	for _, fd := range u.defs {
		ctree.Walk(fd, func(n cc.Node) bool {
			if n == cc.Node(d) {
				fn = fd
			}
			return fn == nil
		})
	}
	return fn
}
