package pragma

import (
	"bytes"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse"
)

// checkRoutines reports calls of OpenMP routines that nothing declares: their
// prototypes are in omp.h (5.2 §18.1). Older C would take them for functions that
// return int.
func (k *checker) checkRoutines() {
	u := k.t.Unit
	if u.AST == nil || u.OldC() || !bytes.Contains(u.Text, []byte("omp_")) {
		return
	}
	reported := map[string]bool{}
	for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if tu.ExternalDeclaration == nil || tu.ExternalDeclaration.FunctionDefinition == nil {
			continue
		}
		parse.Walk(tu.ExternalDeclaration.FunctionDefinition.CompoundStatement, func(n cc.Node) bool {
			call, ok := n.(*cc.PostfixExpression)
			if !ok || call.Case != cc.PostfixExpressionCall {
				return true
			}
			p, ok := strip(call.PostfixExpression).(*cc.PrimaryExpression)
			if !ok || p == nil || p.Case != cc.PrimaryExpressionIdent || !declaredByUse(p) {
				return true
			}
			if name := p.Token.SrcStr(); strings.HasPrefix(name, "omp_") && !reported[name] {
				reported[name] = true
				k.undeclaredRoutine(p, name)
			}
			return true
		})
	}
}

// declaredByUse reports whether p names a function that nothing declares: cc's
// declarator of it stands where it is called.
func declaredByUse(p *cc.PrimaryExpression) bool {
	d, ok := p.ResolvedTo().(*cc.Declarator)
	return ok && d.Position() == p.Position()
}

func (k *checker) undeclaredRoutine(at cc.Node, name string) {
	e := k.diags.Errorf(k.t.Unit.NodeSpan(at), "undeclared", "the OpenMP routine '%s' is not declared", name).WithSection("5.2 §18.1")
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
	if near := nearest(name, known); near != "" {
		e.WithFix("did you mean '%s'?", near)
	}
}
