package cbody

import (
	"fmt"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse"
	"ompcc/parse/diag"
)

// labelsIn collects the labels anywhere inside n.
func labelsIn(n *cc.CompoundStatement, set map[string]bool) {
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItem.Case == cc.BlockItemStmt {
			labelsOf(l.BlockItem.Statement, set)
		}
	}
}

func labelsOf(s *cc.Statement, set map[string]bool) {
	if s == nil {
		return
	}
	switch s.Case {
	case cc.StatementLabeled:
		if s.LabeledStatement.Case == cc.LabeledStatementLabel {
			set[s.LabeledStatement.Token.SrcStr()] = true
		}
		labelsOf(s.LabeledStatement.Statement, set)
	case cc.StatementCompound:
		labelsIn(s.CompoundStatement, set)
	case cc.StatementSelection:
		labelsOf(s.SelectionStatement.Statement, set)
		labelsOf(s.SelectionStatement.Statement2, set)
	case cc.StatementIteration:
		labelsOf(s.IterationStatement.Statement, set)
	}
}

func (f *Fn) declaration(d *cc.Declaration) {
	switch d.Case {
	case cc.DeclarationDecl:
		for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			f.evaluateTypeof(parse.Typeof(d.DeclarationSpecifiers)) // for each declarator, as gcc and clang do
			f.declare(l.InitDeclarator.Declarator, l.InitDeclarator.Initializer)
		}
	case cc.DeclarationAuto:
		if d.Initializer != nil && d.Initializer.Case == cc.InitializerExpr {
			f.noteElement(d.Declarator, d.Initializer.AssignmentExpression)
		}
		f.declare(d.Declarator, d.Initializer)
	}
}

// declare translates the declaration of one identifier inside a body.
func (f *Fn) declare(d *cc.Declarator, init *cc.Initializer) {
	f.setPos(d)
	f.noteElement(d, f.T.typeofs[d])
	ct := f.T.declared(d)
	f.T.checkAttributes(d)
	switch {
	case d.IsTypename():
		f.declaredSizes(d, ct)
		for _, e := range f.T.VLASizes(ct) {
			f.fixed[e] = true
		}
		return
	case ct.Kind() == cc.Function, d.IsExtern():
		return
	case d.Name() == "__func__": // cc's own; made when it is used
		return
	case d.IsStatic():
		f.T.staticLocal(f, d, init)
		return
	}
	if f.T.isVLA(ct) {
		f.localVLA(d)
		if init != nil { // {}, C23 6.7.10
			f.clearArray(d)
		}
		f.noteCleanup(d)
		return
	}
	f.declaredSizes(d, ct)
	l := f.Local(d.Name(), f.T.Type(ct), d)
	if a := f.T.DeclaredAlign(d); a != l.Type.Align() {
		l.Align = a
	}
	addr := &region.LocalAddr{Local: l}
	f.undo = append(f.undo, f.Bind(d, addr))
	if init != nil {
		f.initialise(f.variableOf(d, addr), init)
	}
	f.noteCleanup(d)
}

func (f *Fn) variableOf(d *cc.Declarator, addr region.Expr) lval {
	lv := f.object(addr, f.T.declared(d))
	lv.vol = lv.vol || d.IsVolatile() && !region.IsPtr(lv.t)
	return lv
}

// staticLocal makes the global of a static variable of a function.
func (t *Translator) staticLocal(f *Fn, d *cc.Declarator, init *cc.Initializer) {
	if t.cfg.Hooks != nil && t.cfg.Hooks.Elsewhere(d) {
		return
	}
	g := t.statics[d]
	if g == nil && f.isDry == 0 {
		if t.cfg.Hooks != nil {
			g = t.cfg.Hooks.Static(f, d)
		}
		made := g == nil
		if made {
			t.serial++
			g = &region.Global{Name: fmt.Sprintf("%s%s.%s.%d", t.cfg.Prefix, f.Name, d.Name(), t.serial),
				Linkage: region.Internal}
			t.cfg.Module.Globals = append(t.cfg.Module.Globals, g)
		}
		t.statics[d] = g
		t.fillGlobal(f, g, d, init)
	}
	if g != nil {
		f.undo = append(f.undo, f.Bind(d, &region.GlobalAddr{Global: g}))
	}
}

// refusedAttributes change what a declaration means in a way that device code
// does not have: they must not be ignored.
var refusedAttributes = []string{"mode", "scalar_storage_order", "ifunc", "weakref"}

// checkAttributes reports refused attributes of d or its type.
func (t *Translator) checkAttributes(d *cc.Declarator) {
	if t.cfg.Diags == nil || t.checked[d] {
		return
	}
	t.checked[d] = true
	switch d.Type().Kind() {
	case cc.Decimal32, cc.Decimal64, cc.Decimal128:
		t.cfg.Diags.Errorf(diag.Span{Pos: t.place_(d), Len: len(d.Name())}, diag.Decimal,
			"decimal floating type of '%s' is not supported in device code", d.Name()).
			WithFix("write double, or move the computation to the host")
	}
	if p, ok := d.Type().(*cc.PredefinedType); ok && p.Kind() == cc.Bool && p.VectorSize() > 0 {
		// clang keeps an element in a bit, which no other vector does.
		t.cfg.Diags.Errorf(diag.Span{Pos: t.place_(d), Len: len(d.Name())}, diag.Attribute,
			"'%s' is a vector of _Bool, which is not supported in device code", d.Name()).
			WithFix("use a vector of unsigned char")
	}
	for _, name := range refusedAttributes {
		if t.hasAttr(d, name) {
			t.cfg.Diags.Errorf(diag.Span{Pos: t.place_(d), Len: len(d.Name())}, diag.Attribute,
				"attribute '%s' of '%s' is not supported in device code", name, d.Name()).
				WithFix("remove the attribute, or write the type that it makes")
		}
	}
}

// Global makes the region global of d with its initialiser, which may refer to
// other globals and functions through the hooks. The caller adds it to the module.
func (t *Translator) Global(d *cc.Declarator, name string) *region.Global {
	g := &region.Global{Name: name}
	switch {
	case d.IsStatic():
		g.Linkage = region.Internal
	case t.IsWeak(d):
		g.Linkage = region.Weak
	default:
		g.Linkage = region.External
	}
	def := t.definition(d)
	var init *cc.Initializer
	if def != nil {
		init, d = def.Initializer, def.Declarator
	}
	t.fillGlobal(nil, g, d, init)
	if init == nil && !d.IsStatic() {
		if d.IsExtern() && def == nil {
			g.Decl = true
		} else if g.Linkage != region.Weak {
			g.Linkage = region.LinkOnce // a tentative definition
		}
	}
	return g
}

// definition finds the declarator of d's variable that has an initialiser, or
// the tentative definition.
func (t *Translator) definition(d *cc.Declarator) *cc.InitDeclarator {
	if id := t.inits[d]; id != nil && id.Initializer != nil {
		return id
	}
	var tentative *cc.InitDeclarator
	if s := d.LexicalScope(); s != nil && s.Parent == nil {
		for _, n := range s.Nodes[d.Name()] {
			o, ok := n.(*cc.Declarator)
			if !ok {
				continue
			}
			id := t.inits[o]
			if id == nil {
				continue
			}
			if id.Initializer != nil {
				return id
			}
			if !o.IsExtern() {
				tentative = id
			}
		}
	}
	return tentative
}

// Initializer is the initialiser of d's declaration, or nil.
func (t *Translator) Initializer(d *cc.Declarator) *cc.Initializer {
	if id := t.inits[d]; id != nil {
		return id.Initializer
	}
	return nil
}

// fillGlobal sets type, alignment, place and initial value; f is the body that
// d is declared in, or nil.
func (t *Translator) fillGlobal(f *Fn, g *region.Global, d *cc.Declarator, init *cc.Initializer) {
	t.checkAttributes(d)
	ct := t.declared(d)
	g.Type = t.Type(ct)
	if a := t.DeclaredAlign(d); a != g.Type.Align() {
		g.Align = a
	}
	g.Pos = t.place_(d)
	if d.IsThreadLocal() {
		g.Space = region.SpaceThread
	}
	if init == nil {
		return
	}
	g.Init = &region.InitAgg{Size: g.Type.Size()} // for initialisers that name the variable itself
	g.Init, g.Type = t.staticInit(f, ct, g.Type, init)
	g.Const = t.isConst(d)
}
