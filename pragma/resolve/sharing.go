// Data-sharing attributes that no clause gives (5.2 §5.1.1), and default clauses.

package resolve

import (
	"slices"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// The default clause (5.2 §5.4.1) is for the variables that a construct refers to
// and whose data-sharing attribute nothing else determines.

// Sharing answers what the data-sharing attributes of a unit's variables are.
type Sharing struct {
	t             *tree.Tree
	threadprivate map[string]*tree.Item
	as            map[*tree.Construct]*tree.Construct // of metadirectives that have become alternatives
}

// NewSharing returns the Sharing of t.
func NewSharing(t *tree.Tree) *Sharing {
	return &Sharing{t: t, threadprivate: Threadprivates(t)}
}

// Threadprivates are the list items of the unit's threadprivate directives.
func Threadprivates(t *tree.Tree) map[string]*tree.Item {
	list := map[string]*tree.Item{}
	for _, c := range t.All {
		if c == nil || c.Kind != spec.Threadprivate || c.Args == nil {
			continue
		}
		for _, it := range c.Args.Items {
			list[it.Text] = it
		}
	}
	return list
}

// applyDefault makes default(private), default(firstprivate), and default(shared)
// for a category, a clause that lists the variables.
func (s *Sharing) applyDefault(c *tree.Construct, diags *diag.List) {
	def := c.Clause(spec.DefaultClause)
	if def == nil || len(def.Words) == 0 || def.Words[0] == "none" || def.Words[0] == "shared" && len(def.Words) == 1 ||
		c.Has(spec.TargetData) {
		return // the body of target data is hostc's
	}
	kind := spec.ClauseNamed(def.Words[0])
	list := &tree.Clause{Kind: kind, Span: def.Span, Start: def.Start, End: def.End, Def: spec.Clauses()[kind],
		Implied: true}
	listed := map[*cc.Declarator]bool{}
	for _, cl := range c.Clauses {
		if cl.Kind.Is(spec.Shares) {
			for _, it := range cl.Items {
				listed[it.Decl] = true
			}
		}
	}
	s.Undetermined(c, def, listed, func(d *cc.Declarator, p *cc.PrimaryExpression) {
		if atFileScope(d) && kind != spec.SharedClause {
			diags.Errorf(s.t.Unit.NodeSpan(p), diag.DefaultGlobal,
				"the data-sharing attribute of '%s' must be explicit: default(%s) on '%s' does not apply to variables at file scope", d.Name(), kind, c.Kind).
				WithSection("5.2 §5.4.1").WithNote(def.Span, "default(%s) is here", kind).
				WithFix("add shared(%s) or %s(%s)", d.Name(), kind, d.Name())
			return
		}
		list.Items = append(list.Items,
			&tree.Item{Text: d.Name(), Base: d.Name(), Span: s.t.Unit.NodeSpan(p), Node: p, Decl: d})
	})
	if len(list.Items) > 0 {
		c.Clauses = append(c.Clauses, list)
	}
}

func atFileScope(d *cc.Declarator) bool {
	return d.IsExtern() || d.ResolvedIn() == nil || d.ResolvedIn().Parent == nil
}

// Undetermined visits the variables that def, the default clause of c, is for
// besides listed ones: each once, with the first expression that refers to it.
func (s *Sharing) Undetermined(c *tree.Construct, def *tree.Clause, listed map[*cc.Declarator]bool,
	visit func(*cc.Declarator, *cc.PrimaryExpression)) {
	if c.Stmt == nil {
		return
	}
	if c.Nest != nil {
		for _, l := range c.Nest.Loops {
			listed[l.Var] = true
		}
	}
	inner := s.privateInside(c)
	ctree.Walk(c.Stmt, func(n cc.Node) bool {
		if it, ok := n.(*cc.IterationStatement); ok {
			if inner := s.t.ByLoop[it]; inner != nil {
				s.markPredetermined(inner, listed)
			}
		}
		if e, ok := n.(*cc.UnaryExpression); ok && e.Case == cc.UnaryExpressionSizeofExpr {
			if a, ok := e.UnaryExpression.Type().(*cc.ArrayType); !ok || a.Len() >= 0 {
				return false // its operand is not evaluated
			}
		}
		p, ok := n.(*cc.PrimaryExpression)
		if !ok || p.Case != cc.PrimaryExpressionIdent {
			return true
		}
		d, ok := p.ResolvedTo().(*cc.Declarator)
		if !ok || listed[d] || !s.NeedsSharing(c, d) || !InCategory(def, d.Type()) {
			return true
		}
		if pr := s.t.Unit.InPragma(p); pr != nil && d.IsSynthetic() {
			return true
		}
		at := s.t.Unit.Offset(p)
		if slices.ContainsFunc(inner[d], func(r [2]int) bool { return at >= r[0] && at < r[1] }) {
			return true
		}
		listed[d] = true
		visit(d, p)
		return true
	})
}

// privateInside are the ranges of text in c in which a variable's name is not the original's: where a construct
// has it in a private clause, its list item and the statement.
func (s *Sharing) privateInside(c *tree.Construct) map[*cc.Declarator][][2]int {
	inner := map[*cc.Declarator][][2]int{}
	for _, x := range s.t.All {
		if x == nil || x == c || x.Stmt == nil || x.Start < c.Start || x.End > c.End {
			continue
		}
		for _, cl := range x.All(spec.PrivateClause) {
			for _, it := range cl.Items {
				if it.Decl != nil && it.Node != nil {
					at := s.t.Unit.Offset(it.Node)
					inner[it.Decl] = append(inner[it.Decl], [2]int{at, at + 1}, [2]int{x.StmtStart, x.End})
				}
			}
		}
	}
	return inner
}

// InCategory reports whether a default clause is for variables of type t (6.0 §7.5.1).
func InCategory(def *tree.Clause, t cc.Type) bool {
	if len(def.Words) < 2 {
		return true
	}
	aggregate := t.Kind() == cc.Struct || t.Kind() == cc.Union || t.Kind() == cc.Array
	pointer := t.Kind() == cc.Ptr
	switch def.Words[1] {
	case "aggregate":
		return aggregate
	case "pointer":
		return pointer
	case "scalar":
		return !aggregate && !pointer
	}
	return true
}

// markPredetermined marks the loop variables of a nested loop construct, which
// are private there.
func (s *Sharing) markPredetermined(c *tree.Construct, listed map[*cc.Declarator]bool) {
	if c.Def.Assoc != spec.AssocLoop || c.Stmt == nil {
		return
	}
	body := c.Stmt
	for i := tree.NestDepth(c.Directive); i > 0 && body != nil && body.IterationStatement != nil; i-- {
		f := body.IterationStatement
		if a, ok := ctree.Strip(f.ExpressionList).(*cc.AssignmentExpression); ok && f.Case == cc.IterationStatementFor {
			if d := ctree.VarOf(a.UnaryExpression); d != nil {
				listed[d] = true
			}
		}
		body = f.Statement
	}
}

// NeedsSharing reports whether d's attribute is not predetermined (5.2 §5.1.1):
// it is declared outside of c, is a variable, and neither threadprivate nor groupprivate.
func (s *Sharing) NeedsSharing(c *tree.Construct, d *cc.Declarator) bool {
	if d.IsSynthetic() || d.IsTypename() || d.Type() == nil || d.Type().Kind() == cc.Function || d.IsThreadLocal() {
		return false
	}
	if n := d.Name(); n == "" || len(n) > 7 && n[:8] == "__ompcc_" || n == "__func__" {
		return false
	}
	if tp := s.threadprivate[d.Name()]; tp != nil && tp.Decl != nil && tree.SameObject(tp.Decl, d) {
		return false
	}
	if GroupprivateItem(s.t, &tree.Item{Decl: d}) != nil {
		return false
	}
	off := s.t.Unit.Offset(d)
	return !(off >= c.StmtStart && off < c.End)
}

// GroupprivateItem is the list item of a groupprivate directive that names the variable of it, nil without one.
func GroupprivateItem(t *tree.Tree, it *tree.Item) *tree.Item {
	if it.Decl == nil || ctree.IsAutomatic(it.Decl) {
		return nil
	}
	for _, c := range t.All {
		if c == nil || c.Kind != spec.Groupprivate || c.Args == nil {
			continue
		}
		for _, g := range c.Args.Items {
			if g.Text == it.Decl.Name() {
				return g
			}
		}
	}
	return nil
}
