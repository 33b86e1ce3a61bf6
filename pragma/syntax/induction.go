package syntax

import (
	"strings"

	"ompcc/parse/diag"

	"github.com/alecthomas/participle/v2/lexer"
	"modernc.org/cc/v4"

	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// inductionArgs reads declare induction's id : type , (type, type) , ….
func (r *reader) inductionArgs(d *tree.Directive, inner []lexer.Token, close int) {
	g := parseWith(r, clauseGrammars().reduction, inner, close, "directive 'declare induction'")
	if g == nil {
		return
	}
	ind := &tree.InductionDecl{ID: joined(g.ID.toks)}
	if !isInductionID(g.ID.toks) {
		r.errorf(r.runSpan(g.ID.toks), diag.BadReductionIdentifier, "'%s' is not an induction identifier", ind.ID).
			WithSection("6.0 §7.6.1").WithFix("write an identifier, + or *")
	}
	if g.Combiner != nil {
		r.errorf(r.runSpan(g.Combiner.toks), diag.TrailingText, "unexpected '%s' in directive 'declare induction'",
			r.source(g.Combiner.toks)).
			WithSection(d.Def.Section).WithFix("write it in the clauses inductor and collector")
		return
	}
	for _, t := range g.Types {
		it := &tree.InductionType{VarText: r.source(t.toks), StepText: r.source(t.toks)}
		if t.first() == "(" {
			v, s, ok := pairOfTypes(t.toks)
			if !ok {
				r.errorf(r.runSpan(t.toks), diag.Syntax, "'%s' must be a pair of types", r.source(t.toks)).
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
func inductionSlot(d *tree.InductionDecl, t *tree.InductionType) tree.Slot {
	decls := []decl{
		{t.VarText + " omp_var;", func(x *cc.InitDeclarator) { t.Var, t.VarType = x.Declarator, x.Declarator.Type() }},
		{t.StepText + " omp_step;", func(x *cc.InitDeclarator) { t.Step, t.StepType = x.Declarator, x.Declarator.Type() }},
		{tree.IndexType + " omp_idx;", func(x *cc.InitDeclarator) { t.Idx = x.Declarator }},
	}
	var inner []tree.Slot
	if d.Inductor != "" {
		inner = append(inner, newSlot(d.Inductor, -1, func(n cc.ExpressionNode) { t.Inductor = n }))
	}
	if d.Collector != "" {
		inner = append(inner, newSlot(d.Collector, -1, func(n cc.ExpressionNode) { t.Collector = n }))
	}
	return scope(decls, inner)
}

// finishInduction takes the texts of the clauses.
func (r *reader) finishInduction(d *tree.Directive) {
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
