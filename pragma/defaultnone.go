package pragma

import (
	"modernc.org/cc/v4"

	"ompcc/parse"
)

// checkDefaultNone reports variables whose data-sharing attribute a construct
// with default(none) leaves open (5.2 §5.4.1).
func (k *checker) checkDefaultNone(c *Construct) {
	def := c.Clause("default")
	if def == nil || len(def.Words) != 1 || def.Words[0] != "none" || c.Stmt == nil {
		return
	}
	listed := map[*cc.Declarator]bool{}
	k.listedIn(c, listed)
	if c.Nest != nil {
		for _, l := range c.Nest.Loops {
			listed[l.Var] = true
		}
	}
	reported := map[*cc.Declarator]bool{}
	parse.Walk(c.Stmt, func(n cc.Node) bool {
		if it, ok := n.(*cc.IterationStatement); ok {
			if inner := k.t.ByLoop[it]; inner != nil {
				k.markPredetermined(inner, listed)
			}
		}
		p, ok := n.(*cc.PrimaryExpression)
		if !ok || p.Case != cc.PrimaryExpressionIdent {
			return true
		}
		d, ok := p.ResolvedTo().(*cc.Declarator)
		if !ok || listed[d] || reported[d] || !k.needsSharing(c, d) {
			return true
		}
		if pr := k.t.Unit.InPragma(p); pr != nil && d.IsSynthetic() {
			return true
		}
		reported[d] = true
		k.diags.Errorf(k.t.Unit.NodeSpan(p), "default-none", "'%s' is used in a construct with default(none), but no clause of '%s' lists it", d.Name(), c.Kind).
			WithSection("5.2 §5.4.1").WithNote(def.Span, "default(none) is here").WithFix("add shared(%s), private(%s) or firstprivate(%s)", d.Name(), d.Name(), d.Name())
		return true
	})
}

// listedIn marks the variables of c's clauses.
func (k *checker) listedIn(c *Construct, listed map[*cc.Declarator]bool) {
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			if it.Decl != nil {
				listed[it.Decl] = true
			}
		}
	}
}

// markPredetermined marks the loop variables of a nested loop construct, which
// are private there.
func (k *checker) markPredetermined(c *Construct, listed map[*cc.Declarator]bool) {
	if c.Def.Assoc != AssocLoop || c.Stmt == nil {
		return
	}
	s := c.Stmt
	for i := NestDepth(c.Directive); i > 0 && s != nil && s.IterationStatement != nil; i-- {
		f := s.IterationStatement
		if a, ok := strip(f.ExpressionList).(*cc.AssignmentExpression); ok && f.Case == cc.IterationStatementFor {
			if d := identDecl(a.UnaryExpression); d != nil {
				listed[d] = true
			}
		}
		s = f.Statement
	}
}

// needsSharing reports whether d's attribute is not predetermined (5.2 §5.1.1):
// it is declared outside of c, is a variable, and not threadprivate.
func (k *checker) needsSharing(c *Construct, d *cc.Declarator) bool {
	if d.IsSynthetic() || d.IsTypename() || d.Type() == nil || d.Type().Kind() == cc.Function || d.IsThreadLocal() {
		return false
	}
	if n := d.Name(); n == "" || len(n) > 7 && n[:8] == "__ompcc_" || n == "__func__" {
		return false
	}
	if tp := k.threadprivate[d.Name()]; tp != nil && tp.Decl != nil && sameObject(tp.Decl, d) {
		return false
	}
	if isConst(d) && d.Type().Kind() != cc.Struct {
		return false
	}
	off := k.t.Unit.Offset(d)
	return !(off >= c.StmtStart && off < c.End)
}
