// Assembly for devices in functions that the host does not use.

package lower

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/cexpr"
	"ompcc/parse/ctree"
)

// hostless takes assembly for devices out of the host's text: the body of a function with
// device_type(nohost) has no host version (5.2 §13.1), and the host's assembler may not know what
// stands in it. The function stays defined, since the host's version of a region names it; there it
// ends the program with a message. Other functions keep their bodies, by which a region
// that the host executes still gets its result.
//
// Static functions without a version there, and those that directives make variants of each
// other, are marked as unused: the host compiler does not see what uses them.
func (u *unit) hostless() {
	variants := u.variantNames()
	for tu := u.tree.Unit.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		def := tu.ExternalDeclaration.FunctionDefinition
		if def == nil {
			continue
		}
		e := u.dt[ctree.SymbolOf(def.Declarator)]
		gone := e != nil && e.nohost && hasAssembly(def.CompoundStatement)
		if def.Declarator.IsStatic() && (gone || variants[def.Declarator.Name()]) {
			u.unusedOnHost(def)
		}
		if gone {
			u.leaveOutBody(def)
		}
	}
}

// unusedOnHost says so behind the word static; in front of it may be attributes in double
// brackets, which stand first.
func (u *unit) unusedOnHost(def *cc.FunctionDefinition) {
	ctree.Walk(def.DeclarationSpecifiers, func(n cc.Node) bool {
		if s, ok := n.(*cc.StorageClassSpecifier); ok && s.Case == cc.StorageClassSpecifierStatic {
			_, end := u.tree.Unit.NodeRange(s)
			u.prog.Edits = append(u.prog.Edits, newEdit(end, end, " __attribute__((unused))"))
		}
		return true
	})
}

// leaveOutBody puts a message in the place of what def does.
func (u *unit) leaveOutBody(def *cc.FunctionDefinition) {
	pos := u.pos(def.Declarator)
	var uses []string
	for _, p := range parameterNames(def) {
		uses = append(uses, cexpr.Expand("UNUSED", p))
	}
	start, end := u.tree.Unit.NodeRange(def.CompoundStatement)
	u.prog.Runtime = true
	body := cexpr.Expand("NOT_ON_HOST", strings.Join(uses, " "),
		cexpr.Quote(fmt.Sprintf("%s:%d", pos.File, pos.Line)), cexpr.Quote(def.Declarator.Name()))
	u.prog.Edits = append(u.prog.Edits, newEdit(start, end,
		body+strings.Repeat("\n", strings.Count(string(u.tree.Unit.Text[start:end]), "\n"))))
}

func parameterNames(def *cc.FunctionDefinition) (list []string) {
	if t, ok := def.Declarator.Type().(*cc.FunctionType); ok {
		for _, p := range t.Parameters() {
			if p.Name() != "" {
				list = append(list, p.Name())
			}
		}
	}
	return list
}

// variantNames are the functions that directives declare variants of others, and those others.
func (u *unit) variantNames() map[string]bool {
	names := map[string]bool{}
	for base, list := range u.variants {
		names[base] = true
		for _, c := range list {
			names[c.Args.Words[0]] = true
		}
	}
	for _, r := range u.tree.Unit.Renamed {
		names[r.To] = true
	}
	return names
}

// hasAssembly reports whether n has an assembly statement that is not empty.
func hasAssembly(n cc.Node) (found bool) {
	ctree.Walk(n, func(n cc.Node) bool {
		if a, ok := n.(*cc.Asm); ok && strings.Trim(a.Token3.SrcStr(), `"`) != "" {
			found = true
		}
		return !found
	})
	return found
}
