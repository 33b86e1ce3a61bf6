// Where scan, requires, error and directives that are substatements may stand.

package check

import (
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkInscan: a reduction with inscan needs a scan directive in the loop's body
// (5.2 §5.5.8).
func (k nestingRules) checkInscan(c *tree.Construct) {
	for _, cl := range c.All(spec.ReductionClause) {
		m := cl.Modifier("inscan")
		if m == nil {
			continue
		}
		if c.Def.Assoc != spec.AssocLoop || !c.Has(spec.For) && !c.Has(spec.Simd) && !(c.Has(spec.Teams) && c.Has(spec.Loop)) {
			k.diags.Errorf(m.Span, diag.Inscan, "modifier 'inscan' needs a for or simd construct, not '%s'", c.Kind).
				WithSection("5.2 §5.5.8").
				WithFix("write 'parallel for' instead of '%s'", c.Kind)
			continue
		}
		scans := 0
		for _, ch := range c.Children {
			if ch.Kind == spec.Scan && ch.Clause(spec.InitCompleteClause) == nil {
				scans++
			}
		}
		if scans != 1 {
			k.diags.Errorf(m.Span, diag.Inscan,
				"an 'inscan' reduction needs exactly one 'scan' directive in the loop body, found %d", scans).
				WithSection("5.2 §5.5.8").WithFix("write '#pragma omp scan inclusive(%s)' between the two phases",
				cl.Items[0].Text)
		}
	}
}

// checkUtility does what requires and error ask of the compiler. No directive is executed
// outside of functions.
func (k nestingRules) checkUtility(c *tree.Construct) {
	if c.Func == nil && c.Meta == nil && c.Def.Category == "executable" && c.Def.Assoc == spec.AssocNone {
		k.diags.Errorf(c.NameSpan(), diag.MisplacedDirective,
			"executable directive '%s' is not allowed outside of functions", c.Kind).
			WithSection("5.2 §3.1").WithFix("move it into a function")
	}
	switch c.Kind {
	case spec.Requires:
		k.checkRequires(c)
	case spec.Error:
		k.compileTimeError(c)
	}
}

// checkRequires: the directive stands at file scope before the device
// constructs (5.2 §8.2).
func (k nestingRules) checkRequires(c *tree.Construct) {
	if c.Func != nil {
		k.diags.Errorf(c.NameSpan(), diag.BadPlacement, "'requires' must appear at file scope").WithSection("5.2 §8.2").
			WithFix("move it before the first function")
		return
	}
	for _, o := range k.t.All {
		if o == nil || o.Pragma.ID >= c.Pragma.ID {
			return
		}
		variantRules{k.context}.checkSelected(c, o)
		if !needsOrder(c) {
			continue
		}
		if tree.IsDevice(o) {
			k.diags.Errorf(c.NameSpan(), diag.BadPlacement, "'requires' must appear before the first device construct").
				WithSection("5.2 §8.2").WithNote(o.NameSpan(), "'%s' is here", o.Kind).
				WithFix("move it to the top of the file")
			return
		}
		if f := k.deviceRoutine(o); f != nil {
			k.diags.Errorf(c.NameSpan(), diag.BadPlacement, "'requires' must appear before the first device routine").
				WithSection("5.2 §8.2").WithNote(k.t.Unit.NodeSpan(f), "device routine '%s' is declared here",
				f.Name()).WithFix("move it to the top of the file")
			return
		}
	}
}

// deviceRoutine is the first function that directive c, or what it and its end
// delimit, declares for devices; nil if there is none.
func (k nestingRules) deviceRoutine(c *tree.Construct) *cc.Declarator {
	if c.Kind != spec.DeclareTarget && c.Kind != spec.BeginDeclareTarget {
		return nil
	}
	for _, it := range listItems(c) {
		if d := k.fileVariable(it); d != nil && ctree.IsFunction(d) {
			return d
		}
	}
	if c.Pair == nil {
		return nil
	}
	var first *cc.Declarator
	for tu := k.t.Unit.AST.TranslationUnit; tu != nil && first == nil; tu = tu.TranslationUnit {
		if e := tu.ExternalDeclaration; e != nil {
			if off := k.t.Unit.Offset(e); off >= c.End && off < c.Pair.Start {
				first = declaredFunction(e)
			}
		}
	}
	return first
}

// declaredFunction is the function that an external declaration declares, nil if none.
func declaredFunction(e *cc.ExternalDeclaration) *cc.Declarator {
	if e.FunctionDefinition != nil {
		return e.FunctionDefinition.Declarator
	}
	if e.Declaration == nil {
		return nil
	}
	for l := e.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		if d := l.InitDeclarator.Declarator; ctree.IsFunction(d) && !d.IsTypename() {
			return d
		}
	}
	return nil
}

// needsOrder: only the clauses on devices must precede the device constructs.
func needsOrder(c *tree.Construct) bool {
	for _, cl := range c.Clauses {
		if cl.Kind != spec.AtomicDefaultMemOrderClause {
			return true
		}
	}
	return false
}

// compileTimeError prints the message of an error directive with at(compilation)
// (5.2 §8.5).
func (k nestingRules) compileTimeError(c *tree.Construct) { c.CompileTimeError(k.diags) }

// checkSubstatements reports stand-alone directives that take the place of the
// statement of an if or a loop (5.2 §3.1), or of the block of a construct: host compilers take
// neither.
func (k nestingRules) checkSubstatements() {
	seen := map[*cc.FunctionDefinition]bool{}
	for _, c := range k.t.All {
		if c == nil || c.Func == nil || seen[c.Func] {
			continue
		}
		seen[c.Func] = true
		ctree.Walk(c.Func, func(n cc.Node) bool {
			switch x := n.(type) {
			case *cc.SelectionStatement:
				if x.Case == cc.SelectionStatementSwitch {
					k.substatement(x.Statement, "a switch")
					return true
				}
				k.substatement(x.Statement, "an if")
				k.substatement(x.Statement2, "an else")
			case *cc.IterationStatement:
				if c := k.t.ByLoop[x]; c == nil {
					k.substatement(x.Statement, "a loop")
				} else if c.Kind != spec.Section { // a section is a sequence (5.2 §11.3.1)
					k.substatement(x.Statement, "directive '"+c.Kind.String()+"'")
				}
			case *cc.LabeledStatement:
				k.substatement(x.Statement, "a label")
			}
			return true
		})
	}
}

func (k nestingRules) substatement(s *cc.Statement, of string) {
	if s == nil || s.ExpressionStatement == nil {
		return
	}
	call, ok := ctree.Strip(s.ExpressionStatement.ExpressionList).(*cc.PostfixExpression)
	if !ok || call == nil {
		return
	}
	if c := k.t.ByCall[call]; c != nil && c.Stmt == nil {
		if c.Kind == spec.Metadirective && strings.HasPrefix(of, "directive") {
			return // of its variants some may be nothing
		}
		k.diags.Errorf(c.NameSpan(), diag.BadPlacement, "stand-alone directive '%s' cannot be the only statement of %s",
			c.Kind, of).
			WithSection("5.2 §3.1").WithFix("write braces around it: { … }")
	}
}
