// Layouts of structures and unions (System V).

package cbody

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/diag"
)

// layout is the System V layout of a structure or union.
type layout struct {
	rt     *region.Struct
	fields []fieldLayout // parallel to cc's fields
	byDecl map[*cc.Declarator]int
}

// fieldLayout places one member.
type fieldLayout struct {
	field  *cc.Field
	name   string
	ct     cc.Type
	bit    int64 // bit offset from the start
	width  int   // of a bit-field, else -1
	packed bool
}

func (l *fieldLayout) isBit() bool { return l.width >= 0 }

// fieldCount and fieldAt read the members of a structure or union.
func fieldCount(ct cc.Type) int {
	switch x := ct.(type) {
	case *cc.StructType:
		return x.NumFields()
	case *cc.UnionType:
		return x.NumFields()
	}
	return 0
}

func fieldAt(ct cc.Type, i int) *cc.Field {
	switch x := ct.(type) {
	case *cc.StructType:
		return x.FieldByIndex(i)
	case *cc.UnionType:
		return x.FieldByIndex(i)
	}
	return nil
}

// specKey identifies the definition of a structure whatever copy of its type
// cc hands out: by the declarator of the first named member found, and how
// deep in anonymous members it lies.
type specKey struct {
	d     *cc.Declarator
	depth int
}

func keyOf(ct cc.Type) specKey {
	n := fieldCount(ct)
	for i := 0; i < n; i++ {
		if f := fieldAt(ct, i); f != nil && f.Declarator() != nil {
			return specKey{f.Declarator(), 0}
		}
	}
	for i := 0; i < n; i++ {
		if f := fieldAt(ct, i); f != nil && fieldCount(f.Type()) > 0 {
			k := keyOf(f.Type())
			if k.d != nil {
				k.depth++
				return k
			}
		}
	}
	return specKey{}
}

func (t *Translator) layoutOf(ct cc.Type) *layout {
	key := keyOf(ct)
	if key.d != nil {
		if l := t.layouts[key]; l != nil {
			return l
		}
	}
	tag, union := "", false
	switch x := ct.(type) {
	case *cc.StructType:
		tok := x.Tag()
		tag = tok.SrcStr()
	case *cc.UnionType:
		tok := x.Tag()
		tag, union = tok.SrcStr(), true
	}
	l := &layout{rt: &region.Struct{Name: tag, Union: union, Alignm: 1}, byDecl: map[*cc.Declarator]int{}}
	if key.d != nil {
		t.layouts[key] = l
	} else {
		t.types[ct] = l.rt // an empty or unnamed structure is its own key
		t.unnamed[l.rt] = l
	}
	sp := t.specs[key]
	if sp != nil && sp.microsoft != nil && t.cfg.Diags != nil {
		t.cfg.Diags.Errorf(diag.Span{Pos: t.place_(sp.microsoft)}, diag.Attribute,
			"attribute 'ms_struct' is not supported in device code").
			WithFix("remove it, and give the bit-fields of one unit the same type")
	}
	t.place(l, ct, sp)
	return l
}

// spec is what the definition of a structure says beside its members' types.
type spec struct {
	packed bool
	// microsoft is the definition, if it asks for the layout of Microsoft's compilers.
	microsoft cc.Node
	aligned   int64
	pack      int64        // #pragma pack in force, 0: none
	members   []memberSpec // parallel to the members
}

// memberSpec is what one member's declaration says.
type memberSpec struct {
	packed  bool
	aligned int64 // by _Alignas or an aligned attribute of the member, 0: none
	// width is that of a bit-field wider than cc knows, else 0.
	width int
	// microsoft: the attribute ms_struct is there.
	microsoft bool
}

// place computes the layout as gcc's place_field and update_alignment_for_field do.
func (t *Translator) place(l *layout, ct cc.Type, sp *spec) {
	if sp == nil {
		sp = &spec{}
	}
	align, bits := int64(1), int64(0)
	end := int64(0)
	n := fieldCount(ct)
	for i := 0; i < n; i++ {
		f := fieldAt(ct, i)
		t.checkMember(f)
		var ms memberSpec
		if i < len(sp.members) {
			ms = sp.members[i]
		}
		if l.rt.Union {
			bits = 0
		}
		fl := fieldLayout{field: f, name: f.Name(), ct: f.Type(), width: -1, packed: ms.packed || sp.packed}
		if f.IsBitfield() && isInt(t.Type(f.Type())) {
			// (A width or type that C forbids is the host compiler's to report.)
			fl.width = max(int(f.ValueBits()), ms.width)
			if _, ok := t.Type(f.Type()).(*region.Bool); ok {
				fl.width = min(fl.width, 1)
			} else if i, ok := t.Type(f.Type()).(*region.Int); ok {
				fl.width = min(fl.width, i.Bits)
			}
			bits = placeBits(&fl, t.AlignOf(f.Type()), t.Type(f.Type()).Size(), bits, ms, sp, &align)
		} else {
			a := t.memberAlign(f.Type(), ms, sp)
			align = max(align, a)
			fl.bit = roundUp(bits, a*8)
			bits = fl.bit + 8*t.memberSize(f, i == n-1)
		}
		end = max(end, bits)
		if f.Declarator() != nil {
			l.byDecl[f.Declarator()] = len(l.fields)
		}
		l.fields = append(l.fields, fl)
	}
	align = max(align, sp.aligned)
	l.rt.Alignm = align
	l.rt.Bytes = roundUp((end+7)/8, align)
	t.regionFields(l)
}

// maxBytes bounds the size of objects, so that their sizes in bits do not overflow.
const maxBytes = 1 << 48

// checkMember refuses members that have no place at compile time: GNU C's
// variable length arrays in structures, and larger ones than any target has room for.
func (t *Translator) checkMember(f *cc.Field) {
	d := f.Declarator()
	if d == nil || t.cfg.Diags == nil {
		return
	}
	if t.isVLA(f.Type()) {
		t.cfg.Diags.Errorf(diag.Span{Pos: t.place_(d), Len: len(d.Name())}, diag.VariableMember,
			"member '%s' of variable size is not supported in device code", d.Name()).
			WithFix("declare it with a constant size, or use a pointer")
	} else if n := t.Type(f.Type()).Size(); n < 0 || n > maxBytes {
		t.cfg.Diags.Errorf(diag.Span{Pos: t.place_(d), Len: len(d.Name())}, diag.ObjectTooLarge,
			"member '%s' is too large for device code", d.Name()).
			WithFix("allocate it with malloc or omp_target_alloc")
	}
}

func (t *Translator) memberSize(f *cc.Field, last bool) int64 {
	if a, ok := f.Type().(*cc.ArrayType); ok && last && a.Len() < 0 && a.SizeExpression() == nil {
		return 0
	}
	return t.Type(f.Type()).Size()
}

func (t *Translator) memberAlign(ct cc.Type, ms memberSpec, sp *spec) int64 {
	a := t.AlignOf(ct)
	if ms.packed || sp.packed {
		a = 1
	}
	if ms.aligned > 0 {
		a = max(a, ms.aligned)
		if ms.packed || sp.packed {
			a = ms.aligned
		}
	}
	if sp.pack > 0 {
		a = min(a, sp.pack)
	}
	return a
}

// placeBits places a bit-field of a type aligned to ta bytes and size bytes
// wide at or after bit pos, and returns the next free bit.
func placeBits(fl *fieldLayout, ta, size, pos int64, ms memberSpec, sp *spec, align *int64) int64 {
	width := int64(fl.width)
	if width == 0 {
		fl.bit = roundUp(pos, ta*8)
		return fl.bit
	}
	if ms.aligned > 0 {
		a := ms.aligned
		if sp.pack > 0 {
			a = min(a, sp.pack)
		}
		pos = roundUp(pos, a*8)
		*align = max(*align, a)
	}
	if w := width / 8; fl.name != "" && !fl.packed && (width == 8 || width == 16 || width == 32 || width == 64) &&
		pos%width == 0 {
		// gcc gives such a field the mode of an integer and its alignment.
		if sp.pack > 0 {
			w = min(w, sp.pack)
		}
		*align = max(*align, w)
	}
	if fl.name != "" {
		a := ta
		switch {
		case sp.pack > 0:
			a = min(a, sp.pack)
		case fl.packed:
			a = 1
		}
		*align = max(*align, a)
	}
	if !fl.packed && sp.pack == 0 {
		a := ta * 8
		if (pos%a+width+a-1)/a > size*8/a {
			pos = roundUp(pos, a)
		}
	}
	fl.bit = pos
	return pos + width
}

func (t *Translator) regionFields(l *layout) {
	for i := range l.fields {
		fl := &l.fields[i]
		f := region.Field{Name: fl.name, Type: t.Type(fl.ct), Offset: fl.bit / 8}
		if fl.isBit() {
			if fl.width == 0 {
				continue
			}
			unit := f.Type.Size() * 8
			f.Offset = fl.bit / unit * unit / 8
			f.BitOff, f.BitWidth = int(fl.bit-f.Offset*8), fl.width
		}
		l.rt.Fields = append(l.rt.Fields, f)
	}
}

func roundUp(n, a int64) int64 {
	if a <= 1 {
		return n
	}
	return (n + a - 1) / a * a
}

// member finds the member called name in ct, also inside anonymous members,
// and returns the path to it.
func (t *Translator) member(ct cc.Type, name string) []*fieldLayout {
	l := t.structLayout(ct)
	if l == nil {
		return nil
	}
	for i := range l.fields {
		if l.fields[i].name == name {
			return []*fieldLayout{&l.fields[i]}
		}
	}
	for i := range l.fields {
		if fl := &l.fields[i]; fl.name == "" && !fl.isBit() {
			if p := t.member(fl.ct, name); p != nil {
				return append([]*fieldLayout{fl}, p...)
			}
		}
	}
	return nil
}

// MemberOffset is how many bytes after the start of a structure or union of type ct its
// member called name begins; 0 if there is none.
func (t *Translator) MemberOffset(ct cc.Type, name string) int64 {
	off := int64(0)
	for _, fl := range t.member(ct, name) {
		off += fl.bit / 8
	}
	return off
}

// structLayout returns the layout of a structure or union type, or nil.
func (t *Translator) structLayout(ct cc.Type) *layout {
	switch ct.(type) {
	case *cc.StructType, *cc.UnionType:
	default:
		return nil
	}
	if l := t.unnamed[t.Type(ct).(*region.Struct)]; l != nil {
		return l
	}
	return t.layoutOf(ct)
}

// Member is a named member of a structure or union, with those of anonymous
// members, at Bit bits from the start.
type Member struct {
	Name     string
	Bit      int64
	Width    int64 // in bits
	BitField bool
}

// Members lists the named members of ct.
func (t *Translator) Members(ct cc.Type) []Member {
	l := t.structLayout(ct)
	if l == nil {
		return nil
	}
	var r []Member
	for i := range l.fields {
		fl := &l.fields[i]
		switch {
		case fl.isBit() && fl.name != "":
			r = append(r, Member{fl.name, fl.bit, int64(fl.width), true})
		case fl.isBit():
		case fl.name == "":
			for _, m := range t.Members(fl.ct) {
				m.Bit += fl.bit
				r = append(r, m)
			}
		default:
			r = append(r, Member{fl.name, fl.bit, t.Type(fl.ct).Size() * 8, false})
		}
	}
	return r
}
