// Attributes of types: alignment, packing, vectors.

package cbody

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
)

// collectSpecs walks the unit once and notes, for each structure's definition,
// the attributes and the #pragma pack that its layout depends on, and, for each
// declarator, the definition of the function and the qualifiers.
func (t *Translator) collectSpecs() {
	if t.cfg.Unit == nil || t.cfg.Unit.AST == nil {
		return
	}
	w := &specWalk{t: t}
	for tu := t.cfg.Unit.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		ctree.WalkUp(tu.ExternalDeclaration, w.visit)
	}
}

// maxVector is the size of the longest vector: the code that LLVM makes of one is as long.
const maxVector = 8192

// vector refuses a type that is, or leads to, a vector that is too long. Only the
// first is reported: a typedef's name would bring it up again and again.
func (w *specWalk) vector(n cc.Node, ct cc.Type) {
	for {
		switch x := ct.(type) {
		case *cc.ArrayType:
			ct = x.Elem()
			continue
		case *cc.PointerType:
			ct = x.Elem()
			continue
		case *cc.PredefinedType:
			if x.VectorSize() > maxVector && !w.tooLong {
				w.tooLong = true
				w.t.cfg.Diags.Errorf(diag.Span{Pos: w.t.place_(n)}, diag.VectorSize,
					"a vector of %d bytes is too large for device code: the limit is %d bytes", x.VectorSize(),
					maxVector).
					WithFix("use an array")
			}
			if parse.ForeignVector(x) && !w.foreign {
				w.foreign = true
				w.t.cfg.Diags.Errorf(diag.Span{Pos: w.t.place_(n)}, diag.VectorType,
					"gcc ignores the clang attribute 'ext_vector_type'").
					WithFix("write vector_size(bytes), or set OMPCC_CC=clang")
			}
		}
		return
	}
}

// specWalk goes over the tree in textual order.
type specWalk struct {
	t     *Translator
	pack  int64
	stack []int64

	tooLong bool // a vector has been reported
	foreign bool // so has one that gcc takes for a number
}

// visit notes what n says; the nodes below n have been visited.
func (w *specWalk) visit(n cc.Node) {
	switch n := n.(type) {
	case *cc.StaticAssertDeclaration:
		w.pragma(n)
	case *cc.StructOrUnionSpecifier:
		if n.Case == cc.StructOrUnionSpecifierDef {
			w.structure(n)
		}
	case *cc.FunctionDefinition:
		w.t.defs[n.Declarator] = n
		w.t.byName[n.Declarator.Name()] = n
		w.t.quals[n.Declarator] = w.t.specQuals(nil, n.DeclarationSpecifiers)
	case *cc.CompoundStatement:
		w.nestedIn(n)
	case *cc.TypeName:
		w.vector(n, n.Type())
	case *cc.Declarator:
		w.vector(n, n.Type())
	case *cc.InitDeclarator:
		w.t.attrs[n.Declarator] = append(w.t.attrs[n.Declarator], n.AttributeSpecifierList)
		w.t.inits[n.Declarator] = n
	case *cc.Declaration:
		q, before := w.t.specQuals(nil, n.DeclarationSpecifiers), specAttributes(n.DeclarationSpecifiers)
		for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			w.t.quals[l.InitDeclarator.Declarator] = q
			w.t.attrs[l.InitDeclarator.Declarator] = append(append(w.t.attrs[l.InitDeclarator.Declarator], before...),
				l.AttributeSpecifierList)
			if x := parse.TypeofIn(n.DeclarationSpecifiers, l.InitDeclarator.Declarator); x != nil {
				w.t.typeofs[l.InitDeclarator.Declarator] = x
			}
		}
	case *cc.ParameterDeclaration:
		if n.Declarator != nil {
			w.t.quals[n.Declarator] = w.t.specQuals(nil, n.DeclarationSpecifiers)
		}
	case *cc.StructDeclaration:
		q := w.t.specQuals(n.SpecifierQualifierList, nil)
		for l := n.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
			if d := l.StructDeclarator.Declarator; d != nil {
				w.t.quals[d] = q
			}
		}
	}
}

// specAttributes are the attributes among the specifiers of a declaration.
func specAttributes(s *cc.DeclarationSpecifiers) []*cc.AttributeSpecifierList {
	var r []*cc.AttributeSpecifierList
	for ; s != nil; s = s.DeclarationSpecifiers {
		switch {
		case s.Case == cc.DeclarationSpecifiersAttr:
			r = append(r, s.AttributeSpecifierList)
		case s.Case == cc.DeclarationSpecifiersTypeQual && s.TypeQualifier.Case == cc.TypeQualifierAttr:
			r = append(r, s.TypeQualifier.AttributeSpecifierList)
		}
	}
	return r
}

// pragma follows the stand-in of a #pragma pack: _Static_assert(1, "#pragma pack(...)").
func (w *specWalk) pragma(n *cc.StaticAssertDeclaration) {
	s := strings.Trim(n.Token4.SrcStr(), `"`)
	if !strings.HasPrefix(s, "#pragma pack") {
		return
	}
	open, end := strings.IndexByte(s, '('), strings.LastIndexByte(s, ')')
	if open < 0 || end < open {
		return
	}
	args := strings.Split(s[open+1:end], ",")
	for i, a := range args {
		a = strings.TrimSpace(a)
		switch {
		case a == "push":
			w.stack = append(w.stack, w.pack)
		case a == "pop":
			if k := len(w.stack); k > 0 {
				w.pack, w.stack = w.stack[k-1], w.stack[:k-1]
			}
		case a == "" && i == 0 && len(args) == 1:
			w.pack = 0
		default:
			if k, err := strconv.ParseInt(a, 0, 32); err == nil {
				w.pack = k
			}
		}
	}
}

func (w *specWalk) structure(n *cc.StructOrUnionSpecifier) {
	sp := &spec{pack: w.pack}
	for _, l := range []*cc.AttributeSpecifierList{n.AttributeSpecifierList, n.AttributeSpecifierList2} {
		a := w.t.attributes(l)
		sp.packed = sp.packed || a.packed
		sp.aligned = max(sp.aligned, a.aligned)
		if a.microsoft {
			sp.microsoft = n
		}
	}
	for l := n.StructDeclarationList; l != nil; l = l.StructDeclarationList {
		w.members(sp, l.StructDeclaration)
	}
	if ct := n.Type(); ct != nil && fieldCount(ct) > 0 {
		if k := keyOf(ct); k.d != nil {
			w.t.specs[k] = sp
		}
	}
}

// members appends what d says of each of its members, in cc's order.
func (w *specWalk) members(sp *spec, d *cc.StructDeclaration) {
	if d.Case != cc.StructDeclarationDecl {
		return
	}
	var base memberSpec
	for q := d.SpecifierQualifierList; q != nil; q = q.SpecifierQualifierList {
		switch q.Case {
		case cc.SpecifierQualifierListAlignSpec:
			base.aligned = max(base.aligned, w.t.alignas(q.AlignmentSpecifier))
		case cc.SpecifierQualifierListTypeQual:
			if q.TypeQualifier.Case == cc.TypeQualifierAttr {
				a := w.t.attributes(q.TypeQualifier.AttributeSpecifierList)
				base.packed = base.packed || a.packed
				base.aligned = max(base.aligned, a.aligned)
			}
		}
	}
	last := base
	a := w.t.attributes(d.AttributeSpecifierList)
	last.packed = last.packed || a.packed
	last.aligned = max(last.aligned, a.aligned)
	if d.StructDeclaratorList == nil {
		sp.members = append(sp.members, last)
		return
	}
	for l := d.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
		m := base
		if l.StructDeclaratorList == nil {
			m = last
		}
		m.width = w.t.unknownWidth(l.StructDeclarator)
		sp.members = append(sp.members, m)
	}
}

// unknownWidth is the width of a bit-field that cc cannot evaluate, else 0.
func (t *Translator) unknownWidth(d *cc.StructDeclarator) int {
	if d.Case != cc.StructDeclaratorBitField || d.ConstantExpression.Value() != cc.Unknown {
		return 0
	}
	n, _ := t.ConstInt(d.ConstantExpression)
	return int(n)
}

// attributes reads packed and aligned.
func (t *Translator) attributes(l *cc.AttributeSpecifierList) memberSpec {
	var r memberSpec
	for ; l != nil; l = l.AttributeSpecifierList {
		for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			av := v.AttributeValue
			switch strings.Trim(av.Token.SrcStr(), "_") {
			case "packed":
				r.packed = true
			case "ms_struct":
				r.microsoft = true
			case "aligned":
				if av.Case == cc.AttributeValueIdent || av.ArgumentExpressionList == nil {
					r.aligned = max(r.aligned, 16)
				} else if n, ok := t.ConstInt(av.ArgumentExpressionList.AssignmentExpression); ok {
					r.aligned = max(r.aligned, n)
				}
			}
		}
	}
	return r
}

func (t *Translator) alignas(s *cc.AlignmentSpecifier) int64 {
	switch s.Case {
	case cc.AlignmentSpecifierType:
		return t.AlignOf(s.TypeName.Type())
	default:
		n, _ := t.ConstInt(s.ConstantExpression)
		return n
	}
}

// hasAttr reports whether attribute name stands on declarator d or its type.
func (t *Translator) hasAttr(d *cc.Declarator, name string) bool {
	if a := d.Type().Attributes(); a != nil && (a.IsAttrSet(name) || a.IsAttrSet("__"+name+"__")) {
		return true
	}
	for _, l := range t.attrs[d] {
		for ; l != nil; l = l.AttributeSpecifierList {
			for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
				if strings.Trim(v.AttributeValue.Token.SrcStr(), "_") == name {
					return true
				}
			}
		}
	}
	return false
}

// IsWeak reports whether d, or another declaration of the same name in d's scope, has attribute weak.
func (t *Translator) IsWeak(d *cc.Declarator) bool {
	if t.hasAttr(d, "weak") {
		return true
	}
	if s := d.LexicalScope(); s != nil && s.Parent == nil {
		for _, n := range s.Nodes[d.Name()] {
			if o, ok := n.(*cc.Declarator); ok && t.hasAttr(o, "weak") {
				return true
			}
		}
	}
	return false
}

// Alias is the name of the function or variable that d is another name for, "" if none.
func Alias(d *cc.Declarator) string {
	if a := d.Type().Attributes(); a != nil {
		return a.Alias()
	}
	return ""
}
