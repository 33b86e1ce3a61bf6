// The state of lowering one translation unit, and the order of its steps.

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

// Options control the generation of device code.
type Options struct {
	// OpenMP is the version of the specification, 52 or 60; 0 means 52.
	OpenMP int
	// FP holds the floating-point flags. Wrapv is set by -fwrapv, UnsignedChar by -funsigned-char.
	FP           region.FPOptions
	Wrapv        bool
	UnsignedChar bool
	// LongDouble is the type of long double; nil: that of x86.
	LongDouble *region.Float
	// Optimize is set at -O1 and above.
	Optimize bool
	// NoMapAlias disables the assumption that mapped list items of one construct do not share storage
	// (-fno-openmp-map-noalias).
	NoMapAlias bool
	// TaskEvents makes the unit keep tasks that depend on tasks with events in other files
	// (-fopenmp-task-events).
	TaskEvents bool
	// Sites requests the source position of each access in device code (-fsanitize=offload).
	Sites bool
	// Mandatory is set by -fopenmp-offload-mandatory.
	Mandatory bool
	// Remarks requests Program.Remarks.
	Remarks bool
	// UnitID, if not empty, is a suffix of symbols that have internal linkage but that the runtime finds by name.
	// These are kernels in static and inline functions, and static declare target variables. The suffix keeps the
	// symbols of two units apart.
	UnitID string
	// HostVendor is the vendor that selectors in host code match besides "ompcc": "gnu" or "llvm", by the host
	// compiler.
	HostVendor string
	// Host holds the traits of the host; nil: those of x86-64.
	Host *DeviceTraits
	// Device holds the traits that selectors in device code match; nil: those of the CPU device.
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

	names map[string]int // the symbols that unique has created
	// detach caches the result of detaches; nil: not yet computed.
	detach *bool
	// setsDefault caches whether the unit calls omp_set_default_allocator; nil: not yet computed.
	setsDefault *bool

	defs   map[string]*cc.FunctionDefinition
	decls  map[string][]*cc.Declarator // file-scope declarations by name
	dt     map[ctree.Symbol]*declared  // declare target list items, and the symbols that they imply
	listed []*declared                 // those of dt that the device needs even if no device code refers to them
	funcs  map[ctree.Symbol]*function
	order  []*function // device functions, in order of discovery
	vars   map[ctree.Symbol]*region.Global
	queue  []*function
	// threadprivate holds the variables of threadprivate directives. variants maps functions to their declare
	// variant directives.
	threadprivate map[ctree.Symbol]bool
	mappers       map[*tree.Construct]*HostMapper
	variantOf     map[*tree.Directive]*tree.Construct
	meta          map[*tree.Construct]*HostMeta
	// chosen maps each metadirective that lowering is inside of to the index of the chosen clause.
	chosen map[*tree.Construct]int
	// as maps each of these metadirectives to the construct that replaces it.
	as map[*tree.Construct]*tree.Construct
	// deciding maps each target construct whose launch depends on a metadirective to that metadirective. decided maps
	// such metadirectives to the index of the clause whose variant they become.
	deciding map[*tree.Construct]*deciding
	decided  map[*tree.Construct]int
	variants map[string][]*tree.Construct
	// late marks the calls that precede the declare variant directive of their function.
	late    map[*cc.PostfixExpression]bool
	bodies  map[*cbody.Fn]*body
	kernels []*kernel
	// hostPointers is set if device code may call host functions by pointer. hostFunctions holds those without a
	// device version.
	hostPointers, pointerCalls bool
	hostFunctions              []*HostGlobal
	// teamTypes holds the types of the groupprivate variables of a CPU device.
	teamTypes map[*region.Global]region.Type
	// reverse holds the reverse-offload regions of device routines.
	reverse map[*tree.Construct]*reverseRegion
	lint    *lint.Unit
	// chain is the use chain of the device code that is being lowered.
	chain string
}

// body is the state of lowering one device body (kernel or function), while cbody translates it.
type body struct {
	u  *unit
	fn *cbody.Fn
	// kernel is nil in functions.
	kernel *kernel
	// ws holds the enclosing worksharing loops, innermost last, for ordered.
	ws []*region.WsLoop
	// across is the enclosing doacross nest whose iterations threads divide.
	across *acrossLoop
	// parallel counts the enclosing parallel constructs in this body.
	parallel int
	// cancellables holds the enclosing constructs that cancel constructs may end.
	cancellables []*cancellable
	// unnamed is set if let must not create temporaries.
	unnamed bool
	// pending emits the copies at the start of the construct's body.
	pending []func() (undo func())
	// context holds the enclosing constructs, outermost first (5.2 §7.1).
	context []spec.DirectiveKind
	// dispatch is the current dispatch construct; dispatched is its call.
	dispatch   *tree.Construct
	dispatched *cc.PostfixExpression
	// aligns holds the alignments of the private copies that the current construct creates.
	aligns map[*cc.Declarator]int64
	// private counts the enclosing constructs that privatise a variable.
	private map[*cc.Declarator]int
}

// Lower translates every device construct of tr. It reports errors to diags; the program is complete only if there are
// none.
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

// nameFiles replaces the file names in the positions of the module's symbols by the names that the program uses.
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

// file returns the main file's name in the program.
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
	mod.SharesHost = u.unifiedMemory()
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

// pos returns n's position in the user's source.
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

// errors returns the number of errors so far.
func (u *unit) errors() int {
	n := 0
	for _, d := range u.diags.All {
		if d.Severity == diag.Error {
			n++
		}
	}
	return n
}

// version returns the OpenMP version whose rules apply.
func (u *unit) version() int {
	if u.opts.OpenMP == 0 {
		return 52
	}
	return u.opts.OpenMP
}

// bodyOf returns the state for f, and creates it when cbody first calls back for a function.
func (u *unit) bodyOf(f *cbody.Fn) *body {
	b := u.bodies[f]
	if b == nil {
		b = &body{u: u, fn: f, private: map[*cc.Declarator]int{}, context: []spec.DirectiveKind{spec.Target}}
		u.bodies[f] = b
	}
	return b
}

// hooks implements cbody's callbacks into lower.
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

// Static makes a static variable of a device routine a declare target variable (5.2 §7.8), whose original is the host's
// variable.
func (h hooks) Static(f *cbody.Fn, d *cc.Declarator) *region.Global {
	u := h.u
	if isThreadLocal(d) {
		return nil // a thread-local variable has no host original
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

// Elsewhere reports whether d is groupprivate: every team has its own copy of such a variable (6.0 §7.13).
func (h hooks) Elsewhere(d *cc.Declarator) bool {
	e := h.u.dt[ctree.SymbolOf(d)]
	return e != nil && e.group
}

// checkNested rejects nested functions if the host compiler does not support them.
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

// collectDeclarative records the threadprivate and declare variant directives.
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
