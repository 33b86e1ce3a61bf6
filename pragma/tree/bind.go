// The builder of the construct tree from directives and the C syntax tree.

package tree

import (
	"modernc.org/cc/v4"

	"ompcc/parse"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
)

// Bind builds the construct tree of u from dirs, which Pragma.ID indexes. It copies the typed
// expressions from u's markers into dirs.
func Bind(u *parse.Unit, dirs []*Directive, diags *diag.List) *Tree {
	b := &binder{
		u:     u,
		diags: diags,
		tree: &Tree{
			Unit:   u,
			All:    make([]*Construct, len(u.Pragmas)),
			ByLoop: map[*cc.IterationStatement]*Construct{},
			ByCall: map[*cc.PostfixExpression]*Construct{},
		},
	}
	for i := range u.Pragmas {
		if i < len(dirs) && dirs[i] != nil {
			b.construct(i, dirs[i])
		}
	}
	b.nest()
	b.variants()
	b.pairs()
	b.targets()
	return b.tree
}

type binder struct {
	u     *parse.Unit
	diags *diag.List
	tree  *Tree
}

// construct creates the Construct of pragma i and sets its typed nodes.
func (b *binder) construct(i int, d *Directive) {
	p := b.u.Pragmas[i]
	c := &Construct{Directive: d, Start: p.Start, End: p.End, StmtStart: p.End}
	b.tree.All[i] = c
	if i >= len(b.u.Markers) || b.u.Markers[i] == nil {
		return
	}
	m := b.u.Markers[i]
	c.Marker, c.Func = m, m.Func
	if len(m.Args) == len(d.Slots) {
		for k, s := range d.Slots {
			s.Bind(m.Args[k])
		}
	}
	if m.Loop != nil {
		b.tree.ByLoop[m.Loop] = c
		c.Stmt = m.Loop.Statement
		start, end := b.u.NodeRange(c.Stmt)
		c.StmtStart, c.End = start, max(end, c.End)
		b.unbrace(c)
	}
	if m.Call != nil {
		b.tree.ByCall[m.Call] = c
	}
}

// unbrace removes the blocks around the associated loop of c, if they contain nothing else. The
// forms of §4.4.1 of OpenMP 5.2 have no such blocks, but clang accepts them and programs rely on it.
//
// The block of fuse stays: it is the sequence (6.0 §6.4.2), even of one loop.
func (b *binder) unbrace(c *Construct) {
	if c.Kind == spec.Fuse {
		return
	}
	for c.Def != nil && c.Def.Assoc == spec.AssocLoop && c.Stmt.CompoundStatement != nil {
		block := c.Stmt.CompoundStatement
		l := block.BlockItemList
		if l == nil || l.BlockItemList != nil || l.BlockItem.Case != cc.BlockItemStmt ||
			!holdsLoop(l.BlockItem.Statement) {
			return
		}
		for _, brace := range []cc.Token{block.Token, block.Token2} {
			if off := b.u.Offset(brace); off >= 0 {
				b.tree.Braces = append(b.tree.Braces, off)
			}
		}
		c.Stmt = l.BlockItem.Statement
	}
}

// holdsLoop reports whether s is a for loop, a directive with a statement, or a block with one of these alone.
func holdsLoop(s *cc.Statement) bool {
	if l := s.IterationStatement; l != nil {
		return ctree.IsFor(l) || l.Case == cc.IterationStatementWhile
	}
	if s.CompoundStatement == nil {
		return false
	}
	l := s.CompoundStatement.BlockItemList
	return l != nil && l.BlockItemList == nil && l.BlockItem.Case == cc.BlockItemStmt &&
		holdsLoop(l.BlockItem.Statement)
}

// nest sets Parent and Children. The constructs are in textual order, so the enclosing ones
// form a stack.
func (b *binder) nest() {
	var open []*Construct
	for _, c := range b.tree.All {
		if c == nil {
			continue
		}
		for len(open) > 0 && open[len(open)-1].End <= c.Start {
			open = open[:len(open)-1]
		}
		if n := len(open); n > 0 && open[n-1].Func == c.Func {
			c.Parent = open[n-1]
			c.Parent.Children = append(c.Parent.Children, c)
		}
		if c.Stmt != nil {
			open = append(open, c)
		}
	}
}

// variants creates the constructs of the directives in metadirectives' clauses.
func (b *binder) variants() {
	id := len(b.tree.All)
	for _, c := range b.tree.All {
		if c == nil || c.Def.Assoc != spec.AssocMeta {
			continue
		}
		for _, cl := range c.Clauses {
			for _, d := range cl.Variants {
				if d == nil || d.Kind == spec.Nothing {
					c.Variants = append(c.Variants, nil)
					continue
				}
				v := *c
				p := *c.Pragma
				p.ID = id
				id++
				own := *d
				own.Pragma = &p
				v.Directive, v.Variants, v.Meta = &own, nil, c
				c.Variants = append(c.Variants, &v)
			}
		}
	}
}

// pairOf returns the name that a begin directive and its end directive share.
func pairOf(k spec.DirectiveKind) string {
	switch k {
	case spec.BeginDeclareTarget, spec.EndDeclareTarget:
		return "declare target"
	case spec.BeginDeclareVariant, spec.EndDeclareVariant:
		return "declare variant"
	case spec.BeginAssumes, spec.EndAssumes:
		return "assumes"
	case spec.BeginMetadirective, spec.EndMetadirective:
		return "metadirective"
	}
	return ""
}

// opens reports whether c begins a delimited range. A declare target directive without a list
// also does, as before OpenMP 5.1.
func opens(c *Construct) bool {
	if c.Def.Assoc == spec.AssocBegin {
		return true
	}
	return c.Kind == spec.DeclareTarget && (c.Args == nil || len(c.Args.Items) == 0) &&
		c.Clause(spec.EnterClause) == nil && c.Clause(spec.LinkClause) == nil && c.Clause(spec.LocalClause) == nil
}

// pairs matches begin and end directives and reports those without a partner. Ranges must nest (5.2 §3.1).
func (b *binder) pairs() {
	var open []*Construct
	for _, c := range b.tree.All {
		if c == nil {
			continue
		}
		if opens(c) {
			open = append(open, c)
			continue
		}
		if c.Def.Assoc != spec.AssocEnd {
			continue
		}
		open = b.close(open, c)
	}
	for _, c := range open {
		if b.precedesDeclaration(c) {
			continue
		}
		want := "end " + pairOf(c.Kind)
		if c.Kind == spec.DeclareTarget {
			want = "end declare target"
		}
		b.diags.Errorf(c.NameSpan(), diag.UnmatchedBegin, "'%s' has no matching '%s'", c.Kind, want).
			WithSection(c.Def.Section).WithFix("add #pragma omp %s after the last declaration", want)
	}
}

// precedesDeclaration reports whether c is a declare target directive that applies to the next declaration.
// From 6.0 on, one without a list does, unless an end directive follows (6.0 §9.9.1).
func (b *binder) precedesDeclaration(c *Construct) bool {
	return c.Kind == spec.DeclareTarget && c.SpecVersion >= 60 && b.declAfter(c) != nil
}

// close matches the end directive c with the innermost open directive of its kind. It returns the
// directives that remain open.
func (b *binder) close(open []*Construct, c *Construct) []*Construct {
	name := func(o *Construct) string {
		if o.Kind == spec.DeclareTarget {
			return "declare target"
		}
		return pairOf(o.Kind)
	}
	for i := len(open) - 1; i >= 0; i-- {
		if name(open[i]) != pairOf(c.Kind) {
			continue
		}
		for _, inner := range open[i+1:] {
			if b.precedesDeclaration(inner) {
				continue
			}
			b.diags.Errorf(inner.NameSpan(), diag.UnmatchedBegin, "'%s' is not closed before '%s'", inner.Kind, c.Kind).
				WithSection(inner.Def.Section).WithNote(c.NameSpan(), "'%s' is here", c.Kind)
		}
		open[i].Pair, c.Pair = c, open[i]
		return open[:i]
	}
	e := b.diags.Errorf(c.NameSpan(), diag.UnmatchedEnd, "'%s' has no matching 'begin %s'", c.Kind, pairOf(c.Kind)).
		WithSection(c.Def.Section).WithFix("remove it, or add #pragma omp begin %s before the first declaration",
		pairOf(c.Kind))
	for i := len(open) - 1; i >= 0; i-- {
		e.WithNote(open[i].NameSpan(), "'%s' is open here", open[i].Kind)
	}
	return open
}

// NameSpan returns the span of the directive's name.
func (d *Directive) NameSpan() diag.Span {
	return d.Pragma.SpanAt(d.NameStart, d.NameLen())
}

// Text returns the source text of the directive.
func (d *Directive) Text() string {
	return d.Pragma.Text[d.NameStart:min(d.TextEnd, len(d.Pragma.Text))]
}

// NameLen returns the length of the directive's name in its text.
func (d *Directive) NameLen() int { return d.NameEnd - d.NameStart }

// targets finds the function to which a declare simd or declare variant directive applies. The next
// declaration, after other such directives, declares it.
func (b *binder) targets() {
	for _, c := range b.tree.All {
		if c == nil || c.Def.Assoc != spec.AssocDecl {
			continue
		}
		c.Target = b.declAfter(c)
		if c.Target == nil || c.Target.Type() == nil || c.Target.Type().Kind() != cc.Function {
			b.diags.Errorf(c.NameSpan(), diag.MissingDeclaration,
				"directive '%s' must be followed by the declaration or definition of a function", c.Kind).
				WithSection(c.Def.Section).WithFix("write the directive directly before a declaration of the function")
			c.Target = nil
			continue
		}
		if second := b.besideTarget(c); second != nil {
			b.diags.Errorf(b.u.NodeSpan(second), diag.SeveralDeclarations,
				"directive '%s' must be followed by the declaration of one function, but '%s' is declared with '%s'",
				c.Kind, second.Name(), c.Target.Name()).
				WithSection(c.Def.Section).WithNote(c.NameSpan(), "'%s' is here", c.Kind).
				WithFix("declare '%s' in a separate declaration", second.Name())
		}
		b.parameters(c)
	}
}

// besideTarget returns the declarator after c's function in the same declaration, or nil if there is none.
func (b *binder) besideTarget(c *Construct) (second *cc.Declarator) {
	var in cc.Node = b.u.AST.TranslationUnit
	if c.Func != nil {
		in = c.Func
	}
	ctree.Walk(in, func(n cc.Node) bool {
		if l, ok := n.(*cc.InitDeclaratorList); ok && l.InitDeclarator.Declarator == c.Target &&
			l.InitDeclaratorList != nil {
			second = l.InitDeclaratorList.InitDeclarator.Declarator
		}
		_, body := n.(*cc.CompoundStatement)
		return second == nil && (!body || c.Func != nil)
	})
	return second
}

// declAfter returns the first declarator after construct c's pragma, or nil.
func (b *binder) declAfter(c *Construct) *cc.Declarator {
	var best *cc.Declarator
	bestOff := 1 << 62
	try := func(d *cc.Declarator) {
		if d == nil || d.IsSynthetic() {
			return
		}
		if off := b.u.Offset(d); off >= c.End && off < bestOff && b.u.InPragma(d) == nil {
			best, bestOff = d, off
		}
	}
	visit := func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.InitDeclarator:
			try(x.Declarator)
			return false
		case *cc.FunctionDefinition:
			try(x.Declarator)
			return c.Func == x
		}
		return true
	}
	for tu := b.u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		ctree.Walk(tu.ExternalDeclaration, visit)
		if best != nil || b.declaresNothing(tu.ExternalDeclaration, c.End) {
			return best
		}
	}
	return best
}

// declaresNothing reports whether e follows off and has no declarator: it declares only a type or
// is a static assertion.
func (b *binder) declaresNothing(e *cc.ExternalDeclaration, off int) bool {
	if e == nil || e.Declaration == nil || e.Declaration.InitDeclaratorList != nil {
		return false
	}
	start, _ := b.u.NodeRange(e.Declaration)
	return start >= off && b.u.InPragma(e.Declaration) == nil
}

// parameters resolves the names in the clauses of a declare simd or declare variant directive to
// the parameters of its function.
func (b *binder) parameters(c *Construct) {
	ft, ok := c.Target.Type().(*cc.FunctionType)
	if !ok {
		return
	}
	byName := map[string]*cc.Declarator{}
	names := ParameterNames(c.Target)
	for i, p := range ft.Parameters() {
		if p.Declarator != nil {
			byName[names[i]] = p.Declarator
		}
	}
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			if it.Decl = byName[it.Text]; it.Decl == nil && it.Name && (IsName(it.Text) || c.Kind == spec.DeclareSimd) {
				b.diags.Errorf(it.Span, diag.NotAParameter, "'%s' in clause '%s' is not a parameter of '%s'", it.Text,
					cl.Kind, c.Target.Name()).
					WithSection(cl.Def.Section).WithNote(b.u.NodeSpan(c.Target), "'%s' is declared here",
					c.Target.Name()).WithFix("write a parameter's name in the clause, as this declaration has it")
			}
		}
	}
}

// ParameterNames returns the names that the parameters of a function have in its declaration d (5.2 §7.5.2).
// The type of d has the names of the definition, if there is one.
func ParameterNames(d *cc.Declarator) (names []string) {
	ft, ok := d.Type().(*cc.FunctionType)
	if !ok {
		return nil
	}
	for _, p := range ft.Parameters() {
		names = append(names, p.Name())
	}
	dd := d.DirectDeclarator
	if dd == nil || dd.Case != cc.DirectDeclaratorFuncParam || dd.ParameterTypeList == nil {
		return names
	}
	i := 0
	for l := dd.ParameterTypeList.ParameterList; l != nil && i < len(names); l, i = l.ParameterList, i+1 {
		if p := l.ParameterDeclaration.Declarator; p != nil && p.Name() != "" {
			names[i] = p.Name()
		}
	}
	return names
}

// RootDecl returns the variable or function at the root of an lvalue. For s->p[0] it is the
// declarator of s. It returns nil if the root of the expression is neither.
func RootDecl(n cc.ExpressionNode) *cc.Declarator {
	for {
		switch x := n.(type) {
		case *cc.PrimaryExpression:
			switch x.Case {
			case cc.PrimaryExpressionIdent:
				d, _ := x.ResolvedTo().(*cc.Declarator)
				return d
			case cc.PrimaryExpressionExpr:
				n = x.ExpressionList
			default:
				return nil
			}
		case *cc.PostfixExpression:
			switch x.Case {
			case cc.PostfixExpressionPrimary:
				n = x.PrimaryExpression
			case cc.PostfixExpressionIndex:
				if isPointer(x.PostfixExpression) || !isPointer(x.ExpressionList) {
					n = x.PostfixExpression
				} else {
					n = x.ExpressionList
				}
			case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionInc,
				cc.PostfixExpressionDec:
				n = x.PostfixExpression
			default:
				return nil
			}
		case *cc.UnaryExpression:
			switch x.Case {
			case cc.UnaryExpressionPostfix:
				n = x.PostfixExpression
			case cc.UnaryExpressionDeref, cc.UnaryExpressionAddrof:
				n = x.CastExpression
			default:
				return nil
			}
		case *cc.CastExpression:
			n = x.CastExpression
			if x.Case == cc.CastExpressionUnary {
				n = x.UnaryExpression
			}
		case *cc.AdditiveExpression:
			n = x.AdditiveExpression
			if x.Case != cc.AdditiveExpressionMul && !isPointer(n) {
				n = x.MultiplicativeExpression
			}
			if x.Case == cc.AdditiveExpressionMul {
				n = x.MultiplicativeExpression
			}
		default:
			return nil
		}
	}
}

func isPointer(n cc.ExpressionNode) bool {
	if n == nil {
		return false
	}
	t := n.Type()
	return t != nil && (t.Kind() == cc.Ptr || t.Kind() == cc.Array)
}
