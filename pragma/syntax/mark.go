// The reader of a whole unit: parse asks it for each pragma's marker.

package syntax

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Marker parses the directives of one unit while parse builds the marked text,
// and remembers them for Bind.
type Marker struct {
	// Dirs are the directives by Pragma.ID; nil for one whose name is unknown.
	Dirs    []*tree.Directive
	version int
	diags   *diag.List
	// open are the begin declare variant directives around the next pragma;
	// elided counts those from one on whose text is left out.
	open   []*tree.Directive
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
	d.Slots = slotsOf(d)
	mark := &parse.Mark{Form: markForm(d)}
	for _, s := range d.Slots {
		mark.Args = append(mark.Args, parse.MarkArg{Text: s.Text, Off: s.Off})
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
func markForm(d *tree.Directive) parse.MarkForm {
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

// decl is a declaration in front of a scope's expressions.
type decl struct {
	text string
	bind func(*cc.InitDeclarator)
}

// slotsOf lists the expressions of d in the order of its marker's arguments.
func slotsOf(d *tree.Directive) (slots []tree.Slot) {
	if d.Args != nil {
		slots = clauseSlots(d, d.Args)
	}
	if d.Reduction != nil {
		for _, t := range d.Reduction.Types {
			slots = append(slots, reductionSlot(d.Reduction, t))
		}
		return slots
	}
	if d.Induction != nil {
		for _, t := range d.Induction.Types {
			slots = append(slots, inductionSlot(d.Induction, t))
		}
		return slots
	}
	if d.Kind == spec.DeclareMapper && d.Mapper == nil {
		return slots // its variable, which the clauses name, has not been understood
	}
	var inner []tree.Slot
	for _, c := range d.Clauses {
		inner = append(inner, clauseSlots(d, c)...)
		for _, v := range c.Variants {
			if v != nil {
				inner = append(inner, slotsOf(v)...)
			}
		}
	}
	if m := d.Mapper; m != nil && len(inner) > 0 {
		bind := func(x *cc.InitDeclarator) { m.Decl = x.Declarator }
		inner = []tree.Slot{scope([]decl{{m.Type + " " + m.Var + ";", bind}}, inner)}
	}
	return append(slots, inner...)
}

// clauseSlots lists the expressions of one clause.
func clauseSlots(d *tree.Directive, c *tree.Clause) []tree.Slot {
	var out, inner []tree.Slot
	var decls []decl
	params := d.Def.Assoc == spec.AssocDecl // names are those of parameters: Bind resolves them
	add := func(to *[]tree.Slot, e *tree.Expr) {
		if e != nil && !(params && hasIdent(e.Text)) && !tree.IsReserved(tree.FirstWord(e.Text)) {
			*to = append(*to, exprSlot(e))
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
	for _, e := range c.Runtimes {
		out = append(out, exprSlot(e))
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
		inner = []tree.Slot{scope(decls, inner)}
	}
	return append(out, inner...)
}

func newSlot(text string, off int, bind func(cc.ExpressionNode)) tree.Slot {
	return tree.Slot{Text: text, Off: off, Bind: bind}
}

func exprSlot(e *tree.Expr) tree.Slot {
	return newSlot(e.Text, e.Off, func(n cc.ExpressionNode) { e.Node = n })
}

// traitSlot is the slot of an expression in a context selector. In a match clause of
// declare variant the parameters of the base function are in scope (5.2 §7.2).
func traitSlot(d *tree.Directive, e *tree.Expr) tree.Slot {
	own := exprSlot(e)
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
			x := &tree.ExprParam{Parameter: p}
			e.Params = append(e.Params, x)
			decls = append(decls, decl{p.Text + ";", func(i *cc.InitDeclarator) { x.Decl = i.Declarator }})
		}
	}
	if len(decls) == 0 {
		return own
	}
	return scope(decls, []tree.Slot{own})
}

func hasIdent(s string) bool {
	for _, t := range Lex(s) {
		if t.Type == tokIdent && t.Value != "sizeof" {
			return true
		}
	}
	return false
}

func itemSlots(it *tree.Item) []tree.Slot {
	if it.Name || it.Base == "" {
		return nil
	}
	off := it.Off + strings.Index(it.Text, it.Base)
	slots := []tree.Slot{newSlot(it.Base, off, func(n cc.ExpressionNode) { it.Node, it.Decl = n, tree.RootDecl(n) })}
	add := func(e *tree.Expr) {
		if e != nil {
			slots = append(slots, exprSlot(e))
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
func scope(decls []decl, inner []tree.Slot) tree.Slot {
	var b strings.Builder
	b.WriteString("({ ")
	for _, d := range decls {
		b.WriteString(d.text + " ")
	}
	for _, s := range inner {
		b.WriteString(s.Text + "; ")
	}
	b.WriteString("0; })")
	return newSlot(b.String(), -1, func(n cc.ExpressionNode) { bindScope(n, decls, inner) })
}

// bindScope distributes the parts of a scope's statement expression.
func bindScope(n cc.ExpressionNode, decls []decl, inner []tree.Slot) {
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
				inner[0].Bind(e.ExpressionList)
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
func reductionSlot(r *tree.ReductionDecl, t *tree.ReductionType) tree.Slot {
	typeName := t.Text
	if strings.Contains(typeName, "(") { // that of a pointer to functions, which has the name inside
		typeName = "__typeof__(" + typeName + ")"
	}
	declare := func(name string, to **cc.Declarator) decl {
		return decl{typeName + " " + name + ";", func(x *cc.InitDeclarator) {
			*to = x.Declarator
			t.Type = x.Declarator.Type()
		}}
	}
	decls := []decl{declare("omp_in", &t.In), declare("omp_out", &t.Out), declare("omp_orig", &t.Orig)}
	inner := []tree.Slot{newSlot(r.Combiner, -1, func(n cc.ExpressionNode) { t.Combiner = n })}
	if r.Combiner == "" {
		inner = nil
	}
	init, isAssign := initializerText(r.Initializer)
	priv := declare("omp_priv", &t.Priv)
	switch {
	case isAssign:
		priv.text = typeName + " omp_priv = " + init + ";"
		plain := priv.bind
		priv.bind = func(x *cc.InitDeclarator) {
			plain(x)
			t.Init = x.Initializer
		}
	case init != "":
		inner = append(inner, newSlot(init, -1, func(n cc.ExpressionNode) { t.InitCall = n }))
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
