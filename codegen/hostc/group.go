package hostc

import (
	"modernc.org/cc/v4"
	"ompcc/lower/cexpr"

	"ompcc/codegen/hostc/spell"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// groupVariables are the variables that are groupprivate in host code, by name for
// those of the file, with where their directive ends.
type groupVariables struct {
	file  map[string]int
	local map[*cc.Declarator]int
}

func (w groupWriter) groupVariables() *groupVariables {
	g := &groupVariables{file: map[string]int{}, local: map[*cc.Declarator]int{}}
	for _, c := range w.p.Tree.All {
		if !groupsOnHost(c) {
			continue
		}
		for _, it := range c.Args.Items {
			if d := it.Decl; d != nil && c.Func != nil {
				g.local[d] = c.Pragma.End
			} else if _, ok := g.file[it.Text]; !ok {
				g.file[it.Text] = c.Pragma.End
			}
		}
	}
	return g
}

// groupsOnHost reports whether c gives contention groups of the host their copies.
func groupsOnHost(c *tree.Construct) bool {
	if c == nil || c.Kind != spec.Groupprivate || c.Args == nil {
		return false
	}
	cl := c.Clause(spec.DeviceTypeClause)
	return cl == nil || len(cl.Words) == 0 || cl.Words[0] != "nohost"
}

// groupExpressions are the expressions for the file's groupprivate variables, by name, of
// which no other variable has the name.
func (w groupWriter) groupExpressions() map[string]string {
	g := w.groupVariables()
	names := map[string]string{}
	for name := range g.file {
		names[name] = groupExpression(name)
	}
	if len(names) == 0 {
		return nil
	}
	ctree.Walk(w.u.AST.TranslationUnit, func(n cc.Node) bool {
		// The declarator of a parameter that is a function's address is in no scope; it hides nothing.
		if d, ok := n.(*cc.Declarator); ok && d.LexicalScope() != nil && d.Linkage() == cc.None {
			delete(names, d.Name())
		}
		return true
	})
	return names
}

// groupExpression is the variable of the file called name in the contention group.
func groupExpression(name string) string { return "(*__ompcc_group_" + name + "())" }

// localGroupExpression is a function's variable in the contention group.
func localGroupExpression(name string) string {
	return "(*" + cexpr.Expand("GROUP_ADDRESS", name) + ")"
}

// groupsIn are the expressions for the variables in the clauses of c that are groupprivate or a task's around it.
func (w groupWriter) groupsIn(c *tree.Construct) map[string]string {
	if c == nil || c.Kind == spec.Groupprivate || c.Marker == nil {
		return nil
	}
	g := w.groupVariables()
	names := taskWriter{w.writer}.taskExpressions(c)
	if len(g.file)+len(g.local) == 0 {
		return names
	}
	for _, arg := range c.Marker.Args {
		ctree.Walk(arg, func(n cc.Node) bool {
			if x, ok := n.(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent {
				if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
					if _, file := g.file[d.Name()]; file && d.Linkage() != cc.None {
						names[d.Name()] = groupExpression(d.Name())
					} else if _, local := g.local[d]; local {
						names[d.Name()] = localGroupExpression(d.Name())
					}
				}
			}
			return true
		})
	}
	return names
}

// hostText is what stands for c in the host's text, with the contention group's copies of
// groupprivate variables in its clauses.
func (w *writer) hostText(c *tree.Construct) spell.Text {
	h := spell.Directive(c, w.opts.Host)
	if text := w.withBounds(c, reverseWriter{w}.withSections(c, graphWriter{w}.withNode(c, groupWriter{w}.withGroups(c, h.Text)))); text != h.Text {
		h.Text, h.Same = text, false
	}
	return h
}

// hostRest is what remains of target construct c for the host's version, likewise.
func (w *writer) hostRest(c *tree.Construct) string {
	return w.withBounds(c, reverseWriter{w}.withSections(c, groupWriter{w}.withGroups(c, spell.Rest(c, w.opts.Host))))
}

func (w groupWriter) withGroups(c *tree.Construct, text string) string {
	names := w.groupsIn(c)
	if len(names) == 0 {
		return text
	}
	return renamed(text, func(name string) (string, bool) {
		e, ok := names[name]
		return e, ok
	})
}

// groupAccessors are functions behind directive c that give the addresses of its
// variables in the contention group (OpenMP 6.0 §7.13). Variables of functions have none.
func groupAccessors(c *tree.Construct) string {
	if !groupsOnHost(c) || c.Func != nil {
		return ""
	}
	text := ""
	for _, it := range c.Args.Items {
		text += cexpr.Expand("GROUP_ACCESSOR", "__typeof__("+it.Text+")", "__ompcc_group_"+it.Text,
			cexpr.Expand("GROUP_ADDRESS", it.Text)) + " "
	}
	return text
}

// collectGroups adds an edit for each use of a groupprivate variable in the code of functions.
func (w groupWriter) collectGroups() {
	g := w.groupVariables()
	if len(g.file)+len(g.local) == 0 {
		return
	}
	for tu := w.u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if ed := tu.ExternalDeclaration; ed != nil && ed.Case == cc.ExternalDeclarationFuncDef {
			w.collectGroupUses(ed.FunctionDefinition, g)
		}
	}
}

func (w groupWriter) collectGroupUses(f *cc.FunctionDefinition, g *groupVariables) {
	ctree.Walk(f.CompoundStatement, func(n cc.Node) bool {
		x, ok := n.(*cc.PrimaryExpression)
		if !ok || x.Case != cc.PrimaryExpressionIdent || w.u.InPragma(x) != nil {
			return true
		}
		d, ok := x.ResolvedTo().(*cc.Declarator)
		if !ok {
			return true
		}
		name := d.Name()
		text := groupExpression(name)
		at, grouped := g.file[name]
		if d.Linkage() == cc.None {
			at, grouped = g.local[d]
			text = localGroupExpression(name)
		}
		if start, end := w.u.NodeRange(x); grouped && start >= at {
			w.edits = append(w.edits, &edit{start: start, end: end, text: func() string { return text }, inline: true})
		}
		return true
	})
}
