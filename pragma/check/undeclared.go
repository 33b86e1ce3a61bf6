// Routines and functions that nothing declares.

package check

import (
	"bytes"
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse"
	"ompcc/parse/ctree"
	"ompcc/pragma/tree"
)

// checkRoutines reports calls of OpenMP routines that nothing declares: their
// prototypes are in omp.h (5.2 §18.1). Older C would take them for functions that
// return int.
func (k itemRules) checkRoutines() {
	u := k.t.Unit
	if u.AST == nil || u.OldC() || !bytes.Contains(u.Text, []byte("omp_")) {
		return
	}
	reported := map[string]bool{}
	for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if tu.ExternalDeclaration == nil || tu.ExternalDeclaration.FunctionDefinition == nil {
			continue
		}
		ctree.Walk(tu.ExternalDeclaration.FunctionDefinition.CompoundStatement, func(n cc.Node) bool {
			if p := undeclaredCallee(n); p != nil {
				if name := p.Token.SrcStr(); strings.HasPrefix(name, "omp_") && !reported[name] {
					reported[name] = true
					k.undeclaredRoutine(p, name)
				}
			}
			return true
		})
	}
}

// checkCallees reports calls in clauses of functions that nothing declares: what the
// host compiler would say of them concerns text that the user has not written.
func (k itemRules) checkCallees(c *tree.Construct) {
	if k.t.Unit.OldC() {
		return
	}
	for _, cl := range c.Clauses {
		list := append([]*tree.Expr{}, cl.Exprs...)
		for _, m := range cl.Mods() {
			list = append(list, m.Args...)
		}
		for _, it := range cl.Items {
			list = append(list, it.Shape...)
			for _, s := range it.Sections {
				list = append(list, s.Lower, s.Length, s.Stride)
			}
		}
		for _, e := range list {
			if e != nil && e.Node != nil {
				ctree.Walk(e.Node, k.undeclaredIn(cl))
			}
		}
		for _, it := range cl.Items {
			if it.Node != nil {
				ctree.Walk(it.Node, k.undeclaredIn(cl))
			}
		}
	}
}

func (k itemRules) undeclaredIn(cl *tree.Clause) func(cc.Node) bool {
	return func(n cc.Node) bool {
		if p := undeclaredCallee(n); p != nil && !cl.Implied {
			if name := p.Token.SrcStr(); !strings.HasPrefix(name, "omp_") && !strings.HasPrefix(name, "__") {
				k.diags.Errorf(k.t.Unit.NodeSpan(p), diag.Undeclared, "the function '%s' is not declared", name).
					WithFix("declare it, or include the header that does")
			}
		}
		return true
	}
}

// undeclaredCallee is the name of a function in call n that nothing declares, or nil.
func undeclaredCallee(n cc.Node) *cc.PrimaryExpression {
	call, ok := n.(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return nil
	}
	p, ok := ctree.Strip(call.PostfixExpression).(*cc.PrimaryExpression)
	if !ok || p == nil || p.Case != cc.PrimaryExpressionIdent || !declaredByUse(p) {
		return nil
	}
	return p
}

// declaredByUse reports whether p names a function that nothing declares: cc's
// declarator of it stands where it is called.
func declaredByUse(p *cc.PrimaryExpression) bool {
	d, ok := p.ResolvedTo().(*cc.Declarator)
	return ok && d.Position() == p.Position()
}

func (k itemRules) undeclaredRoutine(at cc.Node, name string) {
	e := k.diags.Errorf(k.t.Unit.NodeSpan(at), diag.Undeclared, "the OpenMP routine '%s' is not declared", name).
		WithSection("5.2 §18.1")
	if k.function("omp_get_num_devices") == nil {
		e.WithFix("write #include <omp.h>")
		return
	}
	var known []string
	for n := range k.t.Unit.AST.Scope.Nodes {
		if strings.HasPrefix(n, "omp_") && k.function(n) != nil {
			known = append(known, n)
		}
	}
	if near := parse.Nearest(name, known); near != "" {
		e.Suggest(near)
	} else {
		e.WithFix("call a routine that <omp.h> declares")
	}
}
