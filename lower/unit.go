// The state of lowering one unit, and its order.

package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/lint"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// Options say how device code is to be made.
type Options struct {
	// OpenMP is the specification's version, 52 or 60; 0 means 52.
	OpenMP int
	// FP are the floating-point flags, Wrapv is -fwrapv, UnsignedChar -funsigned-char.
	FP           region.FPOptions
	Wrapv        bool
	UnsignedChar bool
	// LongDouble is the type of long double, nil for that of x86.
	LongDouble *region.Float
	// Optimize is set at -O1 and above.
	Optimize bool
	// NoMapAlias turns off the assumption that mapped list items of one
	// construct do not share storage (-fno-openmp-map-noalias).
	NoMapAlias bool
	// TaskEvents has the unit keep tasks that depend on other files' tasks with events
	// (-fopenmp-task-events).
	TaskEvents bool
	// Sites asks for the place of each access in device code (-fsanitize=offload).
	Sites bool
	// Mandatory is -fopenmp-offload-mandatory.
	Mandatory bool
	// Remarks asks for Program.Remarks.
	Remarks bool
	// UnitID, if not empty, ends the symbols of what has internal linkage but
	// must be found by name (kernels in static and inline functions, static
	// declare target variables), so that two units never share one.
	UnitID string
	// HostVendor is the host compiler's name for selectors in host code, beside
	// "ompcc": "gnu" or "llvm".
	HostVendor string
	// Vendor is a further name that implementation={vendor()} matches in host
	// code: that of the host compiler ("gnu", "llvm").
	Vendor string
	// Host gives the traits of the host; nil: those of x86-64.
	Host *DeviceTraits
	// Device gives the traits that selectors in device code are matched
	// against; nil: those of the CPU device.
	Device *DeviceTraits
}

// unit is the state of lowering one translation unit.
type unit struct {
	tree  *tree.Tree
	opts  *Options
	diags *diag.List
	prog  *Program
	mod   *region.Module
	c     *cbody.Translator

	names map[string]int // symbols made by unique
	// detach says whether tasks have events, nil before it is asked.
	detach *bool
	// setsDefault: the unit calls omp_set_default_allocator; nil: not asked yet.
	setsDefault *bool

	defs   map[string]*cc.FunctionDefinition
	decls  map[string][]*cc.Declarator // file-scope declarations by name
	dt     map[ctree.Symbol]*declared  // declare target list items, and what they imply
	listed []*declared                 // those of dt that are there whether or not device code refers to them
	funcs  map[ctree.Symbol]*function
	order  []*function // device functions, in order of discovery
	vars   map[ctree.Symbol]*region.Global
	queue  []*function
	// threadprivate are the variables of threadprivate directives, variants the
	// functions that a declare variant directive gives variants.
	threadprivate map[ctree.Symbol]bool
	mappers       map[*tree.Construct]*HostMapper
	variantOf     map[*tree.Directive]*tree.Construct
	meta          map[*tree.Construct]*HostMeta
	// chosen are the clauses of those metadirectives as whose variants what is in them is being lowered.
	chosen map[*tree.Construct]int
	// as are the alternatives of those metadirectives.
	as map[*tree.Construct]*tree.Construct
	// deciding are the target constructs whose launch a metadirective decides on, decided such metadirectives with
	// the clause as whose variant they are being lowered.
	deciding map[*tree.Construct]*deciding
	decided  map[*tree.Construct]int
	variants map[string][]*tree.Construct
	// late are the calls in front of the directives that give their function variants.
	late    map[*cc.PostfixExpression]bool
	bodies  map[*cbody.Fn]*body
	kernels []*kernel
	// hostPointers is set when device code may call functions of the host by
	// pointer; hostFunctions are those that have no device version.
	hostPointers, pointerCalls bool
	hostFunctions              []*HostGlobal
	// teamTypes are the types of the groupprivate variables of a CPU device.
	teamTypes map[*region.Global]region.Type
	// reverse are the reverse-offload regions of device routines.
	reverse map[*tree.Construct]*reverseRegion
	lint    *lint.Unit
	// chain is the use chain of the device code being lowered.
	chain string
}

// body is what lower knows about one device body (kernel or function) while
// cbody translates it.
type body struct {
	u  *unit
	fn *cbody.Fn
	// kernel is nil in functions.
	kernel *kernel
	// ws is the innermost worksharing loop being lowered, for ordered.
	ws []*region.WsLoop
	// across is the doacross nest being lowered whose iterations threads share.
	across *acrossLoop
	// parallel counts the enclosing parallel constructs in this body.
	parallel int
	// cancellables are the constructs around that cancel constructs may end.
	cancellables []*cancellable
	// unnamed keeps let from naming values.
	unnamed bool
	// pending are copies that the body of the construct starts with.
	pending []func() (undo func())
	// context are the enclosing constructs, outermost first (5.2 §7.1).
	context []spec.DirectiveKind
	// dispatch is the dispatch construct being lowered and dispatched its call.
	dispatch   *tree.Construct
	dispatched *cc.PostfixExpression
	// aligns are the alignments of private copies that the construct being lowered makes.
	aligns map[*cc.Declarator]int64
	// attr records variables that an enclosing construct made private.
	private map[*cc.Declarator]int
}

// Lower translates every device construct of tree. Errors go to diags; the
// program is complete only if there are none.
func Lower(tr *tree.Tree, opts *Options, diags *diag.List) *Program {
	u := newUnit(tr, opts, diags)
	u.collectDefinitions()
	u.checkNested()
	u.delimitedMetadirectives()
	u.collectDeclareTarget()
	u.collectDeclarative()
	u.enterReferenced()
	u.hostMetadirectives()
	u.collectFunctionPointers()
	u.lowerHostConstructs()
	u.hostCalls()
	u.hostless()
	for _, at := range tr.Braces {
		u.prog.Edits = append(u.prog.Edits, newEdit(at, at+1, " "))
	}
	for _, r := range tr.Unit.Elided {
		u.leaveOut(r.Start, r.End)
	}
	u.declareListed()
	u.close()
	if u.pointerCalls {
		u.prog.Globals = append(u.prog.Globals, u.hostFunctions...)
	}
	u.finish()
	u.lint.Finish()
	if opts.Remarks {
		u.prog.Remarks = append(u.mapRemarks(), u.clauseRemarks()...)
	}
	u.nameFiles()
	return u.prog
}

// nameFiles gives what the module defines its places under the names of files that the program has.
func (u *unit) nameFiles() {
	for _, k := range u.mod.Kernels {
		k.Pos.File = u.tree.Unit.ProgramFile(k.Pos.File)
	}
	for _, f := range u.mod.Funcs {
		f.Pos.File = u.tree.Unit.ProgramFile(f.Pos.File)
	}
	for _, g := range u.mod.Globals {
		g.Pos.File = u.tree.Unit.ProgramFile(g.Pos.File)
	}
}

// file is the main file, as the program names it.
func (u *unit) file() string { return u.tree.Unit.ProgramFile(u.tree.Unit.File) }

func newUnit(tr *tree.Tree, opts *Options, diags *diag.List) *unit {
	mod := &region.Module{File: tr.Unit.ProgramFile(tr.Unit.File), FP: opts.FP}
	u := &unit{
		tree: tr, opts: opts, diags: diags, mod: mod,
		prog:   &Program{Mandatory: opts.Mandatory, Tree: tr, Module: mod, ThreadLocals: map[ctree.Symbol]bool{}},
		names:  map[string]int{},
		defs:   map[string]*cc.FunctionDefinition{},
		decls:  map[string][]*cc.Declarator{},
		dt:     map[ctree.Symbol]*declared{},
		funcs:  map[ctree.Symbol]*function{},
		vars:   map[ctree.Symbol]*region.Global{},
		bodies: map[*cbody.Fn]*body{},

		threadprivate: map[ctree.Symbol]bool{},
		mappers:       map[*tree.Construct]*HostMapper{},
		variantOf:     map[*tree.Directive]*tree.Construct{},
		meta:          map[*tree.Construct]*HostMeta{},
		chosen:        map[*tree.Construct]int{},
		as:            map[*tree.Construct]*tree.Construct{},
		deciding:      map[*tree.Construct]*deciding{},
		decided:       map[*tree.Construct]int{},
		variants:      map[string][]*tree.Construct{},
		late:          map[*cc.PostfixExpression]bool{},
		reverse:       map[*tree.Construct]*reverseRegion{},
		teamTypes:     map[*region.Global]region.Type{},
	}
	u.lint = &lint.Unit{Lowering: facts{u}, Tree: tr, Diags: diags}
	u.c = cbody.New(&cbody.Config{
		Unit: tr.Unit, Diags: diags, Module: mod, Hooks: hooks{u}, Pos: u.pos,
		FP: opts.FP, Wrapv: opts.Wrapv, UnsignedChar: opts.UnsignedChar, LongDouble: opts.LongDouble,
		Optimize: opts.Optimize,
		Prefix:   "__ompcc_" + identifier(u.file()) + "_",
		Sites:    opts.Sites,
	})
	u.prog.IsAtomic = u.c.IsAtomic
	return u
}

// pos is n's place in the user's source.
func (u *unit) pos(n cc.Node) diag.Pos {
	if ctree.IsNil(n) {
		return diag.Pos{}
	}
	return u.tree.Unit.NodePos(n)
}

// between reports whether n starts in the bytes [from, to) of the unit's text.
func (u *unit) between(n cc.Node, from, to int) bool {
	off := u.tree.Unit.Offset(n)
	return from <= off && off < to
}

func spanOf(u *unit, n cc.Node) diag.Span { return u.tree.Unit.NodeSpan(n) }

func (u *unit) errorf(p diag.Pos, code diag.Code, format string, args ...any) *diag.Diagnostic {
	return u.diags.Errorf(diag.Span{Pos: p}, code, format, args...)
}

// errors counts the errors so far.
func (u *unit) errors() int {
	n := 0
	for _, d := range u.diags.All {
		if d.Severity == diag.Error {
			n++
		}
	}
	return n
}

// version is the OpenMP version whose rules hold.
func (u *unit) version() int {
	if u.opts.OpenMP == 0 {
		return 52
	}
	return u.opts.OpenMP
}

// bodyOf is the state for f; functions get theirs when cbody first calls back.
func (u *unit) bodyOf(f *cbody.Fn) *body {
	b := u.bodies[f]
	if b == nil {
		b = &body{u: u, fn: f, private: map[*cc.Declarator]int{}, context: []spec.DirectiveKind{spec.Target}}
		u.bodies[f] = b
	}
	return b
}

// hooks are cbody's calls back into lower.
type hooks struct{ u *unit }

func (h hooks) Block(f *cbody.Fn, s *cc.IterationStatement) bool {
	c := h.u.tree.ByLoop[s]
	if c == nil {
		return false
	}
	h.u.bodyOf(f).construct(c)
	return true
}

func (h hooks) Alone(f *cbody.Fn, call *cc.PostfixExpression) bool {
	c := h.u.tree.ByCall[call]
	if c == nil {
		return false
	}
	h.u.bodyOf(f).construct(c)
	return true
}

func (h hooks) Var(f *cbody.Fn, d *cc.Declarator, use cc.Node) region.Expr {
	return h.u.bodyOf(f).variable(d, use)
}

func (h hooks) Func(f *cbody.Fn, d *cc.Declarator, use cc.Node) *region.Function {
	return h.u.bodyOf(f).device(d, use)
}

func (h hooks) Call(f *cbody.Fn, name string, call *cc.PostfixExpression) (region.Expr, bool) {
	return h.u.bodyOf(f).routine(name, call)
}

func (h hooks) Callees(f *cbody.Fn, d *cc.Declarator, call *cc.PostfixExpression) []cbody.Callee {
	return h.u.bodyOf(f).callees(d, call)
}

// Static makes a static variable of a device routine a declare target variable
// (5.2 §7.8) with the host's variable as its original.
func (h hooks) Static(f *cbody.Fn, d *cc.Declarator) *region.Global {
	u := h.u
	if isThreadLocal(d) {
		return nil // no host variable is its original
	}
	g := u.vars[ctree.SymbolOf(d)]
	if g != nil {
		return g
	}
	g = &region.Global{
		Name: u.unique("__ompcc_s_" + identifier(u.file()) + "_" + f.Name + "_" + d.Name() + u.unitSuffix()),
		Type: u.c.Type(ctree.ObjectType(d)), Linkage: region.Internal, Entry: true, HostName: d.Name(), Pos: u.pos(d),
	}
	u.vars[ctree.SymbolOf(d)] = g
	u.mod.Globals = append(u.mod.Globals, g)
	u.prog.Globals = append(u.prog.Globals, &HostGlobal{
		Decl: d, Name: d.Name(), Sym: g.Name, Kind: abi.GlobalEnter, Size: g.Type.Size(), Local: true, Func: f.Def,
	})
	return g
}

// Elsewhere: every team has its own copy of a groupprivate variable (6.0 §7.13).
func (h hooks) Elsewhere(d *cc.Declarator) bool {
	e := h.u.dt[ctree.SymbolOf(d)]
	return e != nil && e.group
}

// checkNested refuses nested functions in front of a host compiler without them.
func (u *unit) checkNested() {
	if d := u.c.AnyNested(); d != nil && u.opts.HostVendor == "llvm" {
		u.errorf(u.pos(d), diag.NestedFunction,
			"nested function '%s' is a GNU C extension that the host compiler clang does not support", d.Name()).
			WithFix("set OMPCC_CC=gcc, or move the function to file scope")
	}
}

// collectDefinitions indexes the unit's file-scope declarations and functions.
func (u *unit) collectDefinitions() {
	for tu := u.tree.Unit.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		ed := tu.ExternalDeclaration
		if ed == nil {
			continue
		}
		if fd := ed.FunctionDefinition; fd != nil {
			u.defs[fd.Declarator.Name()] = fd
			u.decls[fd.Declarator.Name()] = append(u.decls[fd.Declarator.Name()], fd.Declarator)
			continue
		}
		if ed.Declaration == nil {
			continue
		}
		for l := ed.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			d := l.InitDeclarator.Declarator
			if !d.IsTypename() {
				u.decls[d.Name()] = append(u.decls[d.Name()], d)
			}
		}
	}
}

// collectDeclarative notes the declarations that device code must not pass over.
func (u *unit) collectDeclarative() {
	for _, c := range u.tree.All {
		if c == nil {
			continue
		}
		switch c.Kind {
		case spec.Threadprivate:
			if c.Args == nil {
				continue
			}
			for _, it := range c.Args.Items {
				if it.Decl != nil {
					u.threadprivate[ctree.SymbolOf(it.Decl)] = true
				}
			}
		case spec.DeclareVariant:
			if c.Target != nil {
				u.variants[c.Target.Name()] = append(u.variants[c.Target.Name()], c)
			}
		case spec.BeginDeclareVariant:
			if c.Clause(spec.MatchClause) != nil {
				u.delimitedVariants(c)
			}
		}
	}
}
