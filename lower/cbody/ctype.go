// What debuggers are told of types.

package cbody

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse"
)

// ctypes are the types that debuggers are told of. Structures that nothing has laid out
// when a pointer to them is met wait in open: they are of interest only if device code uses
// their members, by which they are laid out.
type ctypes struct {
	known   map[cc.Type]*region.CType
	members map[*region.Struct]bool
	open    map[*region.CType]cc.Type
}

// CType is what debuggers are told of the type of a variable whose representation is rt,
// nil if it is no more than that.
func (t *Translator) CType(ct cc.Type, rt region.Type) *region.CType {
	c := t.ctypeOf(ct)
	p := c.Plain()
	if p == nil {
		return nil
	}
	if p.Kind == region.CArray && region.IsPtr(rt) { // of variable length: its address
		return &region.CType{Kind: region.CPointer, Of: p.Of}
	}
	if (p.Kind == region.CPointer) != region.IsPtr(rt) {
		return nil
	}
	return c
}

func (t *Translator) ctypeOf(ct cc.Type) *region.CType {
	if ct == nil {
		return nil
	}
	if c := t.debug.known[ct]; c != nil {
		return c
	}
	c := &region.CType{}
	t.debug.known[ct] = c
	named := c
	if d := ct.Typedef(); d != nil {
		named = &region.CType{Kind: region.CName, Name: d.Name(), Of: c}
		t.debug.known[ct] = named
	}
	switch x := ct.(type) {
	case *cc.PredefinedType:
		if rt := t.types[ct]; rt != nil {
			c.Type = rt
		} else if x.VectorSize() <= 0 && parse.BitPrecise(x) <= 0 {
			c.Type = t.predefined(x.Kind())
		}
	case *cc.EnumType:
		tag := x.Tag()
		c.Kind, c.Type, c.Name = region.CEnum, t.enumType(x), tag.SrcStr()
		for _, e := range x.Enumerators() {
			if v, ok := e.Value().(cc.Int64Value); ok {
				c.Values = append(c.Values, region.CValue{Name: e.Token.SrcStr(), Value: int64(v)})
			}
		}
	case *cc.PointerType:
		c.Kind, c.Of = region.CPointer, t.ctypeOf(x.Elem())
	case *cc.ArrayType:
		c.Kind, c.Of, c.Len = region.CArray, t.ctypeOf(x.Elem()), -1
		if !x.IsVLA() {
			c.Len = max(x.Len(), -1)
		}
	case *cc.FunctionType:
		c.Kind, c.Of = region.CFunction, t.ctypeOf(x.Result())
		for _, p := range x.Parameters() {
			if p.Type() != nil && p.Type().Kind() != cc.Void {
				c.Params = append(c.Params, t.ctypeOf(p.Type()))
			}
		}
	case *cc.StructType, *cc.UnionType:
		t.debug.open[c] = ct
	}
	return named
}

// tagKey is how a structure is known that is declared before it is complete.
type tagKey struct {
	scope *cc.Scope
	tag   string
}

func tagOf(ct cc.Type) (tagKey, bool) {
	x, ok := ct.(interface {
		Tag() cc.Token
		LexicalScope() *cc.Scope
	})
	if !ok {
		return tagKey{}, false
	}
	tag := x.Tag()
	return tagKey{x.LexicalScope(), tag.SrcStr()}, tag.SrcStr() != ""
}

// DescribeTypes finishes the types that debuggers are told of.
func (t *Translator) DescribeTypes() {
	tags := map[tagKey]region.Type{}
	for ct, rt := range t.types {
		if k, ok := tagOf(ct); ok && rt.Size() > 0 {
			tags[k] = rt
		}
	}
	for found := true; found; {
		found = false
		for c, ct := range t.debug.open {
			rt, ok := t.types[ct].(*region.Struct)
			if k, tagged := tagOf(ct); !ok && tagged {
				rt, ok = tags[k].(*region.Struct)
			}
			if !ok {
				continue
			}
			delete(t.debug.open, c)
			c.Type, found = rt, true
			t.describeMembers(ct, rt)
		}
	}
}

// describeMembers tells the types of the members of rt, which is ct.
func (t *Translator) describeMembers(ct cc.Type, rt *region.Struct) {
	x, ok := ct.(interface {
		NumFields() int
		FieldByIndex(int) *cc.Field
	})
	if !ok || t.debug.members[rt] {
		return
	}
	t.debug.members[rt] = true
	of := map[string]cc.Type{}
	for i := range x.NumFields() {
		if f := x.FieldByIndex(i); f != nil && f.Name() != "" {
			of[f.Name()] = f.Type()
		}
	}
	for i := range rt.Fields {
		f := &rt.Fields[i]
		if ct := of[f.Name]; ct != nil {
			f.C = t.CType(ct, f.Type)
		}
	}
}
