package hostc

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/tree"
)

// localTypes repeats the types that c's function declares before c and that are in
// scope there: a function of our own that stands outside of it, as a block's mapper
// does, names them, too. A variable's declaration gives its specifier alone.
func (w *writer) localTypes(c *tree.Construct) string {
	if c.Func == nil {
		return ""
	}
	var b strings.Builder
	ctree.Walk(c.Func.CompoundStatement, func(n cc.Node) bool {
		switch n := n.(type) {
		case *cc.CompoundStatement:
			start, end := w.u.NodeRange(n)
			return start <= c.Pragma.Start && c.Pragma.Start < end
		case *cc.Declaration:
			if start, _ := w.u.NodeRange(n); start < c.Pragma.Start {
				b.WriteString(w.typesOf(n))
			}
			return false
		}
		return true
	})
	return b.String()
}

// typesOf is what of a declaration declares types: all of a typedef, unless a
// variable's value is its size, and the definitions of structures, unions and enumerations.
func (w *writer) typesOf(d *cc.Declaration) string {
	if isTypedef(d) {
		if variablySized(d) {
			return ""
		}
		return w.u.NodeText(d) + "\n"
	}
	var b strings.Builder
	for s := d.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		if t := s.TypeSpecifier; t != nil && definesType(t) {
			b.WriteString(w.u.NodeText(t) + ";\n")
		}
	}
	return b.String()
}

// definesType reports whether t defines a type: a mere tag, declared again, would hide the type of the file.
func definesType(t *cc.TypeSpecifier) bool {
	return t.StructOrUnionSpecifier != nil && t.StructOrUnionSpecifier.Case == cc.StructOrUnionSpecifierDef ||
		t.EnumSpecifier != nil && t.EnumSpecifier.Case == cc.EnumSpecifierDef
}

func isTypedef(d *cc.Declaration) bool {
	for s := d.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		if c := s.StorageClassSpecifier; c != nil && c.Case == cc.StorageClassSpecifierTypedef {
			return true
		}
	}
	return false
}

// variablySized reports whether a typedef names an array type whose length is evaluated.
func variablySized(d *cc.Declaration) bool {
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		for t := l.InitDeclarator.Declarator.Type(); ; {
			if a, ok := t.(*cc.ArrayType); ok {
				if a.IsVLA() {
					return true
				}
				t = a.Elem()
			} else if p, ok := t.(*cc.PointerType); ok {
				t = p.Elem()
			} else {
				break
			}
		}
	}
	return false
}
