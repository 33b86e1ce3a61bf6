package pragma

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
)

// Marker parses the directives of one unit while parse builds the marked text,
// and remembers them for Bind.
type Marker struct {
	// Dirs are the directives by Pragma.ID; nil for one whose name is unknown.
	Dirs    []*Directive
	version int
	diags   *diag.List
	// open are the begin declare variant directives around the next pragma;
	// elided counts those from one on whose text is left out.
	open   []*Directive
	elided int
}

// NewMarker returns a Marker for OpenMP version (52, 60 …).
func NewMarker(version int, diags *diag.List) *Marker {
	return &Marker{version: version, diags: diags}
}

// Mark parses p and says which C text stands in for it.
func (m *Marker) Mark(p *parse.Pragma) *parse.Mark {
	for len(m.Dirs) <= p.ID {
		m.Dirs = append(m.Dirs, nil)
	}
	if m.skip(p) {
		return &parse.Mark{Form: parse.MarkNone}
	}
	d := Parse(p, m.version, m.diags)
	m.Dirs[p.ID] = d
	if d == nil {
		return &parse.Mark{Form: parse.MarkNone}
	}
	d.plan = planOf(d)
	mark := &parse.Mark{Form: markForm(d)}
	for _, s := range d.plan.slots {
		mark.Args = append(mark.Args, parse.MarkArg{Text: s.text, Off: s.off})
	}
	switch d.Kind {
	case spec.BeginDeclareVariant:
		m.openVariant(d, mark)
	case spec.EndDeclareVariant:
		m.closeVariant(mark)
	}
	return mark
}

// markForm chooses the marker by the directive's association.
func markForm(d *Directive) parse.MarkForm {
	if d.Kind == spec.Nothing {
		// It may stand between a loop directive and its loop.
		return parse.MarkNone
	}
	switch d.Def.Assoc {
	case spec.AssocBlock, spec.AssocLoop:
		if !d.StandAlone() {
			return parse.MarkBlock
		}
	case spec.AssocMeta:
		for _, c := range d.Clauses {
			for _, v := range c.Variants {
				if v != nil && markForm(v) == parse.MarkBlock {
					return parse.MarkBlock
				}
			}
		}
	}
	return parse.MarkAlone
}

// StandAlone reports whether d, which may have a block, stands alone here:
// ordered with a doacross clause (5.2 §15.10.1).
func (d *Directive) StandAlone() bool {
	if d.Kind == spec.Ordered {
		return d.Clause(spec.DoacrossClause) != nil || d.badDoacross
	}
	return d.Def.Assoc != spec.AssocBlock && d.Def.Assoc != spec.AssocLoop && d.Def.Assoc != spec.AssocMeta
}

// markPlan is what a directive's marker holds: the arguments and where each
// typed expression goes.
type markPlan struct {
	slots []slot
}

// slot is one argument of the marker, or one statement of a scope inside one.
type slot struct {
	text string
	off  int
	bind func(cc.ExpressionNode)
}

// decl is a declaration in front of a scope's expressions.
type decl struct {
	text string
	bind func(*cc.InitDeclarator)
}

func planOf(d *Directive) *markPlan {
	p := &markPlan{}
	p.directive(d)
	return p
}

func (p *markPlan) directive(d *Directive) {
	if d.Args != nil {
		p.slots = append(p.slots, clauseSlots(d, d.Args)...)
	}
	if d.Reduction != nil {
		for _, t := range d.Reduction.Types {
			p.slots = append(p.slots, reductionSlot(d.Reduction, t))
		}
		return
	}
	if d.Induction != nil {
		for _, t := range d.Induction.Types {
			p.slots = append(p.slots, inductionSlot(d.Induction, t))
		}
		return
	}
	if d.Kind == spec.DeclareMapper && d.Mapper == nil {
		return // its variable, which the clauses name, has not been understood
	}
	var slots []slot
	for _, c := range d.Clauses {
		slots = append(slots, clauseSlots(d, c)...)
		for _, v := range c.Variants {
			if v != nil {
				sub := planOf(v)
				slots = append(slots, sub.slots...)
			}
		}
	}
	if m := d.Mapper; m != nil && len(slots) > 0 {
		bind := func(x *cc.InitDeclarator) { m.Decl = x.Declarator }
		slots = []slot{scope([]decl{{m.Type + " " + m.Var + ";", bind}}, slots)}
	}
	p.slots = append(p.slots, slots...)
}

// clauseSlots lists the expressions of one clause.
func clauseSlots(d *Directive, c *Clause) []slot {
	var out, inner []slot
	var decls []decl
	params := d.Def.Assoc == spec.AssocDecl // names are those of parameters: Bind resolves them
	add := func(to *[]slot, e *Expr) {
		if e != nil && !(params && hasIdent(e.Text)) && !IsReserved(FirstWord(e.Text)) {
			*to = append(*to, slot{e.Text, e.Off, func(n cc.ExpressionNode) { e.Node = n }})
		}
	}
	for _, m := range c.Mods() {
		for _, e := range m.Args {
			add(&out, e)
		}
		for _, v := range m.Iter {
			add(&out, v.Begin)
			add(&out, v.End)
			add(&out, v.Step)
			decls = append(decls, decl{v.Type + " " + v.Name + ";", func(x *cc.InitDeclarator) { v.Decl = x.Declarator }})
		}
	}
	for _, s := range c.Selector {
		for _, t := range s.Traits {
			add(&out, t.Score)
			for _, pr := range t.Props {
				if e := pr.Expr; e != nil { // typed where the directive stands
					out = append(out, traitSlot(d, e))
				}
			}
		}
	}
	for _, a := range c.Allocs {
		if a.TraitsItem != nil {
			inner = append(inner, itemSlots(a.TraitsItem)...)
		}
	}
	for _, it := range c.Items {
		inner = append(inner, itemSlots(it)...)
	}
	for _, e := range c.Exprs {
		add(&inner, e)
	}
	if len(decls) > 0 && len(inner) > 0 {
		inner = []slot{scope(decls, inner)}
	}
	return append(out, inner...)
}

// traitSlot is the slot of an expression in a context selector. In a match clause of
// declare variant the parameters of the base function are in scope (5.2 §7.2).
func traitSlot(d *Directive, e *Expr) slot {
	own := slot{e.Text, e.Off, func(n cc.ExpressionNode) { e.Node = n }}
	if d.Kind != spec.DeclareVariant || d.Pragma == nil {
		return own
	}
	named := map[string]bool{}
	for _, t := range Lex(e.Text) {
		named[t.Value] = named[t.Value] || t.Type == tokIdent
	}
	var decls []decl
	for _, p := range d.Pragma.Parameters() {
		if named[p.Name] {
			x := &ExprParam{Parameter: p}
			e.Params = append(e.Params, x)
			decls = append(decls, decl{p.Text + ";", func(i *cc.InitDeclarator) { x.Decl = i.Declarator }})
		}
	}
	if len(decls) == 0 {
		return own
	}
	return scope(decls, []slot{own})
}

func hasIdent(s string) bool {
	for _, t := range Lex(s) {
		if t.Type == tokIdent && t.Value != "sizeof" {
			return true
		}
	}
	return false
}

func itemSlots(it *Item) []slot {
	if it.Name || it.Base == "" {
		return nil
	}
	off := it.Off + strings.Index(it.Text, it.Base)
	slots := []slot{{it.Base, off, func(n cc.ExpressionNode) { it.Node, it.Decl = n, RootDecl(n) }}}
	add := func(e *Expr) {
		if e != nil {
			slots = append(slots, slot{e.Text, e.Off, func(n cc.ExpressionNode) { e.Node = n }})
		}
	}
	for _, e := range it.Shape {
		add(e)
	}
	for _, s := range it.Sections {
		add(s.Lower)
		add(s.Length)
		add(s.Stride)
	}
	return slots
}

// scope makes one argument of several expressions that see declarations of
// their own: ({ int i; a[i]; b[i]; 0; }).
func scope(decls []decl, inner []slot) slot {
	var b strings.Builder
	b.WriteString("({ ")
	for _, d := range decls {
		b.WriteString(d.text + " ")
	}
	for _, s := range inner {
		b.WriteString(s.text + "; ")
	}
	b.WriteString("0; })")
	return slot{b.String(), -1, func(n cc.ExpressionNode) { bindScope(n, decls, inner) }}
}

// bindScope distributes the parts of a scope's statement expression.
func bindScope(n cc.ExpressionNode, decls []decl, inner []slot) {
	body := statementExpr(n)
	if body == nil {
		return
	}
	for l := body.BlockItemList; l != nil; l = l.BlockItemList {
		it := l.BlockItem
		switch {
		case it.Case == cc.BlockItemDecl && len(decls) > 0:
			if dl := it.Declaration.InitDeclaratorList; dl != nil {
				decls[0].bind(dl.InitDeclarator)
			}
			decls = decls[1:]
		case it.Case == cc.BlockItemStmt && len(inner) > 0:
			if e := it.Statement.ExpressionStatement; e != nil && e.ExpressionList != nil {
				inner[0].bind(e.ExpressionList)
			}
			inner = inner[1:]
		}
	}
}

// statementExpr returns the block of a statement expression.
func statementExpr(n cc.ExpressionNode) *cc.CompoundStatement {
	for {
		p, ok := n.(*cc.PrimaryExpression)
		if !ok {
			return nil
		}
		switch p.Case {
		case cc.PrimaryExpressionStmt:
			return p.CompoundStatement
		case cc.PrimaryExpressionExpr:
			n = p.ExpressionList
		default:
			return nil
		}
	}
}

// reductionSlot types the combiner and the initializer of a declare reduction
// for one of its types (5.2 §5.5.11).
func reductionSlot(r *ReductionDecl, t *ReductionType) slot {
	declare := func(name string, to **cc.Declarator) decl {
		return decl{t.Text + " " + name + ";", func(x *cc.InitDeclarator) {
			*to = x.Declarator
			t.Type = x.Declarator.Type()
		}}
	}
	decls := []decl{declare("omp_in", &t.In), declare("omp_out", &t.Out), declare("omp_orig", &t.Orig)}
	inner := []slot{{r.Combiner, -1, func(n cc.ExpressionNode) { t.Combiner = n }}}
	if r.Combiner == "" {
		inner = nil
	}
	init, isAssign := initializerText(r.Initializer)
	priv := declare("omp_priv", &t.Priv)
	switch {
	case isAssign:
		priv.text = t.Text + " omp_priv = " + init + ";"
		plain := priv.bind
		priv.bind = func(x *cc.InitDeclarator) {
			plain(x)
			t.Init = x.Initializer
		}
	case init != "":
		inner = append(inner, slot{init, -1, func(n cc.ExpressionNode) { t.InitCall = n }})
	}
	return scope(append(decls, priv), inner)
}

// initializerText splits "omp_priv = expr" from "init(&omp_priv)".
func initializerText(s string) (text string, isAssign bool) {
	toks := Lex(s)
	if len(toks) > 2 && toks[0].Value == "omp_priv" && toks[1].Value == "=" {
		return s[toks[2].Pos.Offset:], true
	}
	return s, false
}
