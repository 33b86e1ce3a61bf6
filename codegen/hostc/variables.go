package hostc

import (
	"fmt"
	"strings"

	"ompcc/lower/cexpr"
	"ompcc/pragma/spec"

	"modernc.org/cc/v4"
)

// variableTable lists the variables that the unit defines at file scope, so
// that the runtime can say which one an address belongs to.
func (w tableWriter) variableTable(b *strings.Builder) {
	if !w.opts.Variables {
		return
	}
	n := 0
	for _, d := range w.definedVariables() {
		if n == 0 {
			b.WriteString("static struct { const void *addr; unsigned long size; const char *name, *file; unsigned line; } __ompcc_variables[] __attribute__((used, aligned(8), section(\"ompcc_host_vars\"))) = {\n")
		}
		n++
		pos := w.u.NodePos(d)
		fmt.Fprintf(b, "  {&%s, sizeof %s, %s, %s, %d},\n", d.Name(), d.Name(), cexpr.Quote(d.Name()), w.fileName(pos.File),
			pos.Line)
	}
	if n > 0 {
		b.WriteString("};\n")
	}
}

// definedVariables are the declarators of variables with storage in this unit:
// one for each variable, of complete type, whose address is a constant.
func (w tableWriter) definedVariables() []*cc.Declarator {
	var list []*cc.Declarator
	seen := w.threadprivate()
	for tu := w.u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		ed := tu.ExternalDeclaration
		if ed == nil || ed.Case != cc.ExternalDeclarationDecl || ed.Declaration == nil {
			continue
		}
		for l := ed.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			d := l.InitDeclarator.Declarator
			if !seen[d.Name()] && w.hasStorage(l.InitDeclarator) {
				seen[d.Name()] = true
				list = append(list, d)
			}
		}
	}
	return list
}

// threadprivate are the names of the file's variables of which each thread has one.
func (w tableWriter) threadprivate() map[string]bool {
	names := map[string]bool{}
	for _, c := range w.p.Tree.All {
		if c == nil || c.Kind != spec.Threadprivate || c.Args == nil {
			continue
		}
		for _, it := range c.Args.Items {
			if it.Decl != nil && it.Decl.Linkage() != cc.None {
				names[it.Text] = true
			}
		}
	}
	return names
}

func (w tableWriter) hasStorage(i *cc.InitDeclarator) bool {
	d := i.Declarator
	if d.IsTypename() || d.IsThreadLocal() || d.IsExtern() && i.Initializer == nil ||
		strings.HasPrefix(d.Name(), "__") {
		return false
	}
	switch t := d.Type().(type) {
	case *cc.FunctionType:
		return false
	case *cc.ArrayType:
		return t.Len() > 0
	}
	return !d.Type().IsIncomplete() && d.Type().Size() > 0
}
