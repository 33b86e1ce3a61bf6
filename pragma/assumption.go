package pragma

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse"
	"ompcc/parse/diag"
)

// checkAssumptions applies the rules on assumption directives: where they stand,
// what absent and contains list, and that the code they are about does not
// contradict them where it stands (5.2 §8.3). What functions do that are called
// there is not looked at.
func (k *checker) checkAssumptions() {
	for _, c := range k.t.All {
		if c == nil || c.Kind != "assume" && c.Kind != "assumes" && c.Kind != "begin assumes" {
			continue
		}
		if c.Func != nil && c.Kind != "assume" {
			k.diags.Errorf(c.nameSpan(), "bad-placement", "'%s' must appear at file scope", c.Kind).WithSection(c.Def.Section).
				WithFix("write assume before the statement that it is about, or move it before the function")
			continue
		}
		k.checkListedDirectives(c)
		from, to := k.assumedRange(c)
		for _, cl := range c.Clauses {
			k.checkAssumption(c, cl, from, to)
		}
	}
}

// assumedRange is the text that an assumption directive is about.
func (k *checker) assumedRange(c *Construct) (from, to int) {
	switch {
	case c.Kind == "assume":
		return c.StmtStart, c.End
	case c.Kind == "assumes":
		return 0, len(k.t.Unit.Text)
	case c.Pair != nil:
		return c.Pragma.End, c.Pair.Pragma.Start
	}
	return c.Pragma.End, len(k.t.Unit.Text)
}

// checkListedDirectives: absent and contains list single executable directives,
// each of them once (5.2 §8.3.1).
func (k *checker) checkListedDirectives(c *Construct) {
	type place struct {
		name string
		cl   *Clause
	}
	var listed []place
	for _, cl := range c.Clauses {
		if !oneOfClauses(cl.Kind, "absent", "contains") {
			continue
		}
		for _, w := range cl.Words {
			def := Directives().Defs[DirectiveKind(w)]
			switch {
			case def == nil: // reported by the parser
			case len(def.Leafs) > 1:
				k.diags.Errorf(cl.Span, "listed-directive", "clause '%s' lists the combined directive '%s'", cl.Kind, w).WithSection("5.2 §8.3.1").
					WithFix("list its constituents: %s", joinKinds(def.Leafs))
			case oneOf(string(def.Category), "declarative", "informational", "meta"):
				k.diags.Errorf(cl.Span, "listed-directive", "clause '%s' lists '%s', which is executed nowhere", cl.Kind, w).WithSection("5.2 §8.3.1").WithFix("leave it out")
			}
			for _, o := range listed {
				if o.name == w && o.cl.Kind == cl.Kind {
					k.diags.Errorf(cl.Span, "item-twice", "'%s' is listed twice in '%s'", w, cl.Kind).WithSection("5.2 §8.3.1").WithNote(o.cl.Span, "the first is here").WithFix("leave one of them out")
				}
			}
			listed = append(listed, place{w, cl})
		}
	}
}

func joinKinds(leafs []DirectiveKind) string {
	var words []string
	for _, l := range leafs {
		words = append(words, string(l))
	}
	return strings.Join(words, ", ")
}

// checkAssumption reports the first thing in the range that contradicts clause cl.
func (k *checker) checkAssumption(c *Construct, cl *Clause, from, to int) {
	switch cl.Kind {
	case "holds":
		if len(cl.Exprs) > 0 {
			if v, ok := ConstInt(cl.Exprs[0].Node); ok && v == 0 {
				k.diags.Errorf(cl.Exprs[0].Span, "assumption", "'%s' is assumed to hold, but it never does", cl.Exprs[0].Text).WithSection("5.2 §8.3.1").
					WithFix("leave the clause out, or correct the condition")
			}
		}
	case "no_openmp":
		if !k.contradicted(c, cl, from, to, func(o *Construct) bool { return o.Def.Category == "executable" }) {
			k.routineIn(c, cl, from, to)
		}
	case "no_openmp_constructs":
		k.contradicted(c, cl, from, to, func(o *Construct) bool { return o.Def.Category == "executable" })
	case "no_openmp_routines":
		k.routineIn(c, cl, from, to)
	case "no_parallelism":
		k.contradicted(c, cl, from, to, func(o *Construct) bool {
			for _, l := range o.Leafs {
				if oneOfKinds(l, "parallel", "teams", "task", "taskloop", "simd") || strings.HasPrefix(string(l), "target") {
					return true
				}
			}
			return false
		})
	case "absent":
		k.contradicted(c, cl, from, to, func(o *Construct) bool {
			for _, w := range cl.Words {
				if o.Kind == DirectiveKind(w) || o.Has(DirectiveKind(w)) {
					return true
				}
			}
			return false
		})
	}
}

// contradicted reports the first construct in the range that is one of those that
// clause cl excludes.
func (k *checker) contradicted(c *Construct, cl *Clause, from, to int, excluded func(*Construct) bool) bool {
	if on := holdsFor(cl); on == "false" {
		return false
	}
	for _, o := range k.t.All {
		if o != nil && o != c && o.Start >= from && o.Start < to && o.Def.Assoc != AssocMeta && excluded(o) {
			k.contradiction(c, cl, o.nameSpan(), "directive '"+string(o.Kind)+"' is here")
			return true
		}
	}
	return false
}

// holdsFor is the text of the argument with which 6.0 turns a clause off, if any.
func holdsFor(cl *Clause) string {
	if len(cl.Exprs) > 0 && cl.Kind != "holds" {
		if v, ok := ConstInt(cl.Exprs[0].Node); ok && v == 0 {
			return "false"
		}
	}
	return ""
}

// routineIn reports the first call of an OpenMP routine in the range.
func (k *checker) routineIn(c *Construct, cl *Clause, from, to int) {
	if holdsFor(cl) == "false" {
		return
	}
	found := false
	for tu := k.t.Unit.AST.TranslationUnit; tu != nil && !found; tu = tu.TranslationUnit {
		e := tu.ExternalDeclaration
		if e == nil || e.FunctionDefinition == nil {
			continue
		}
		parse.Walk(e.FunctionDefinition.CompoundStatement, func(n cc.Node) bool {
			if found {
				return false
			}
			call, ok := n.(*cc.PostfixExpression)
			if !ok || call.Case != cc.PostfixExpressionCall {
				return true
			}
			d := identDecl(call.PostfixExpression)
			if off := k.t.Unit.Offset(call); d == nil || off < from || off >= to || !isRoutine(d) {
				return true
			}
			found = true
			k.contradiction(c, cl, k.t.Unit.NodeSpan(call), "'"+d.Name()+"' is called here")
			return false
		})
	}
}

// isRoutine reports a function of the OpenMP API.
func isRoutine(d *cc.Declarator) bool {
	return strings.HasPrefix(d.Name(), "omp_") && isFunction(d) && !d.IsFuncDef()
}

func (k *checker) contradiction(c *Construct, cl *Clause, at diag.Span, what string) {
	k.diags.Errorf(at, "assumption", what+", which contradicts the assumption '%s' of '%s'", k.assumptionText(cl), c.Kind).WithSection("5.2 §8.3.1").
		WithNote(cl.Span, "'%s' is here", cl.Kind).WithFix("leave '%s' out", cl.Kind)
}

func (k *checker) assumptionText(cl *Clause) string {
	if cl.Kind == "absent" {
		return "absent(" + strings.Join(cl.Words, ", ") + ")"
	}
	return string(cl.Kind)
}
