package pragma

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
)

// InductionDecl is a declare induction directive (6.0 §7.6.17): id : types.
type InductionDecl struct {
	ID string
	// Inductor and Collector are the C texts of the clauses.
	Inductor, Collector string
	Types               []*InductionType
}

// InductionType is one of a declare induction's types, or pairs of the variable's
// and the step's type, with its own typed copies of the expressions, filled by Bind.
type InductionType struct {
	// VarText and StepText are the types as written.
	VarText, StepText   string
	VarType, StepType   cc.Type
	Var, Step, Idx      *cc.Declarator
	Inductor, Collector cc.ExpressionNode
}

// IndexType is the type of omp_idx. It is signed, so that a negative step times
// omp_idx is negative in any type.
const IndexType = "long"

// InductionStep is the expression of an induction clause's step modifier.
func InductionStep(cl *Clause) *Expr {
	if m := cl.Modifier("step"); m != nil && len(m.Args) > 0 {
		return m.Args[0]
	}
	return nil
}

// InductionID is an induction clause's identifier.
func InductionID(cl *Clause) string { return ReductionID(cl) }

// inductionArgs reads declare induction's id : type , (type, type) , ….
func (r *reader) inductionArgs(d *Directive, inner []lexer.Token, close int) {
	g := parseWith(r, clauseGrammars().reduction, inner, close, "directive 'declare induction'")
	if g == nil {
		return
	}
	ind := &InductionDecl{ID: joined(g.ID.toks)}
	if !isInductionID(g.ID.toks) {
		r.errorf(r.runSpan(g.ID.toks), "bad-reduction-identifier", "'%s' is not an induction identifier", ind.ID).
			WithSection("6.0 §7.6.1").WithFix("write an identifier, + or *")
	}
	if g.Combiner != nil {
		r.errorf(r.runSpan(g.Combiner.toks), "trailing-text", "unexpected '%s' in directive 'declare induction'", r.source(g.Combiner.toks)).
			WithSection(d.Def.Section).WithFix("write it in the clauses inductor and collector")
		return
	}
	for _, t := range g.Types {
		it := &InductionType{VarText: r.source(t.toks), StepText: r.source(t.toks)}
		if t.first() == "(" {
			v, s, ok := pairOfTypes(t.toks)
			if !ok {
				r.errorf(r.runSpan(t.toks), "syntax", "'%s' is not a pair of types", r.source(t.toks)).
					WithSection(d.Def.Section).WithFix("write (type of the variable, type of the step)")
				return
			}
			it.VarText, it.StepText = r.source(v), r.source(s)
		}
		ind.Types = append(ind.Types, it)
	}
	d.Induction = ind
}

func isInductionID(toks []lexer.Token) bool {
	return len(toks) == 1 && (toks[0].Type == tokIdent || toks[0].Value == "+" || toks[0].Value == "*")
}

// pairOfTypes splits ( T , S ).
func pairOfTypes(toks []lexer.Token) (v, s []lexer.Token, ok bool) {
	n := len(toks)
	if n < 5 || toks[n-1].Value != ")" {
		return nil, nil, false
	}
	depth := 0
	for i, t := range toks[1 : n-1] {
		switch t.Value {
		case "(", "[":
			depth++
		case ")", "]":
			depth--
		case ",":
			if depth == 0 && !ok {
				v, s, ok = toks[1:i+1], toks[i+2:n-1], true
			}
		}
	}
	return v, s, ok && len(v) > 0 && len(s) > 0
}

// inductionSlot types the inductor and the collector for one of the types.
func inductionSlot(d *InductionDecl, t *InductionType) slot {
	decls := []decl{
		{t.VarText + " omp_var;", func(x *cc.InitDeclarator) { t.Var, t.VarType = x.Declarator, x.Declarator.Type() }},
		{t.StepText + " omp_step;", func(x *cc.InitDeclarator) { t.Step, t.StepType = x.Declarator, x.Declarator.Type() }},
		{IndexType + " omp_idx;", func(x *cc.InitDeclarator) { t.Idx = x.Declarator }},
	}
	var inner []slot
	if d.Inductor != "" {
		inner = append(inner, slot{d.Inductor, -1, func(n cc.ExpressionNode) { t.Inductor = n }})
	}
	if d.Collector != "" {
		inner = append(inner, slot{d.Collector, -1, func(n cc.ExpressionNode) { t.Collector = n }})
	}
	return scope(decls, inner)
}

// FindInduction is the declaration of induction identifier id for list items of
// type t and steps of type s; nil if there is none. A step of another arithmetic
// type is converted, as in an assignment.
func (t *Tree) FindInduction(id string, v, s cc.Type) (found *InductionType, decl *Construct) {
	for _, c := range t.All {
		if c == nil || c.Induction == nil || c.Induction.ID != id {
			continue
		}
		for _, x := range c.Induction.Types {
			if x.VarType == nil || x.StepType == nil || !SameType(x.VarType, v) {
				continue
			}
			if s == nil || SameType(x.StepType, s) || found == nil && cc.IsArithmeticType(x.StepType) && cc.IsArithmeticType(s) {
				found, decl = x, c
			}
		}
	}
	return found, decl
}

// NonRectangular is a loop of c's nest whose bounds depend on an outer one.
func NonRectangular(c *Construct) *Loop {
	if c.Nest == nil {
		return nil
	}
	for i, l := range c.Nest.Loops {
		for _, o := range c.Nest.Loops[:i] {
			if ctree.Mentions(l.Init, o.Var) || ctree.Mentions(l.Bound, o.Var) {
				return l
			}
		}
	}
	return nil
}

// NonRectangular reports whether the bounds of a loop of c's nest depend on an outer one.
func (c *Construct) NonRectangular() bool { return NonRectangular(c) != nil }

// ElementType is the type of the elements that a list item of type t stands for.
func ElementType(it *Item, t cc.Type) cc.Type {
	for range it.Sections {
		switch x := t.(type) {
		case *cc.ArrayType:
			t = x.Elem().Undecay()
		case *cc.PointerType:
			t = x.Elem().Undecay()
		}
	}
	for t.Kind() == cc.Array {
		t = t.(*cc.ArrayType).Elem().Undecay()
	}
	return t
}

// finishInduction takes the texts of the clauses.
func (r *reader) finishInduction(d *Directive) {
	if d.Induction == nil {
		return
	}
	if c := d.Clause(spec.InductorClause); c != nil {
		d.Induction.Inductor = strings.TrimSpace(c.Code)
	}
	if c := d.Clause(spec.CollectorClause); c != nil {
		d.Induction.Collector = strings.TrimSpace(c.Code)
	}
}
