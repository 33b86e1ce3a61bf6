package lower

import (
	"fmt"

	"ompcc/lower/cexpr"
	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// mapperFor finds the declare mapper directive called id for type t (5.2
// §5.8.8): the last one before byte at of the text that is visible there. t may
// be an array of the mapper's type.
func (u *unit) mapperFor(id string, t cc.Type, at int) *tree.Construct {
	for t != nil && t.Undecay().Kind() == cc.Array {
		t = ctree.Pointee(t)
	}
	if t == nil {
		return nil
	}
	var found *tree.Construct
	for _, c := range u.tree.All {
		if c == nil || c.Mapper == nil || c.Mapper.Decl == nil || c.Mapper.ID != id || c.Pragma.Start >= at ||
			!u.inScope(c, at) {
			continue
		}
		if u.sameType(ctree.ObjectType(c.Mapper.Decl), t) {
			found = c
		}
	}
	return found
}

// mapperOf is the mapper that a clause's list item of type t uses: the named
// one, else the default one if there is one. Behind a pointer (l, nil for a variable)
// that may be the mapper that the clause is of: a list's mapper maps the next element
// with itself.
func (h *hostBuilder) mapperOf(cl *tree.Clause, it *tree.Item, t cc.Type, l *locator) *tree.Construct {
	id := "default"
	if cl != nil {
		if m := cl.Modifier("mapper"); m != nil {
			id = m.Word
			if id == "" && len(m.Args) > 0 {
				id = m.Args[0].Text
			}
		}
	}
	at := h.c.Pragma.Start
	if h.c.Mapper != nil && l != nil && l.base != "" {
		at++ // its own mapper is visible there, too
	}
	c := h.u.mapperFor(id, t, at)
	if c == nil && id != "default" && it != nil {
		h.u.errorf(it.Span.Pos, diag.UnknownMapper, "there is no mapper %s for the type of %s", id, it.Text).
			WithSection("5.2 §5.8.8").WithFix("declare it with '#pragma omp declare mapper(%s: type var) map(…)'", id)
	}
	return c
}

// useMapper makes the host function of mapper c, once, and returns its name.
func (u *unit) useMapper(c *tree.Construct) string {
	if m := u.mappers[c]; m != nil {
		return m.Name
	}
	m := &HostMapper{Construct: c, Name: fmt.Sprintf("__ompcc_m_%d", c.Pragma.ID), Type: c.Mapper.Type,
		Var: c.Mapper.Var}
	u.mappers[c] = m
	u.prog.Mappers = append(u.prog.Mappers, m)
	hb := newHostBuilder(u, c, abi.KindData)
	hb.addMaps(abi.KindTarget)
	for _, o := range hb.objects {
		if o.base == "" && len(o.parts) > 0 {
			m.Whole = wholePart(o)
			m.Parts = !m.Whole
		}
		hb.emitObject(o)
	}
	hb.emitAttach()
	for _, it := range hb.h.Items {
		if m.Whole && it.Kind == abi.ItemMap && it.Decl == c.Mapper.Decl && it.Parent < 0 && it.Name == c.Mapper.Var {
			it.Flags |= abi.FlagMember // the span of the whole section owns the storage
		}
		it.Parent = -1
	}
	m.Items, m.Temps = hb.h.Items, hb.h.Temps
	return m.Name
}

func wholePart(o *object) bool {
	for _, p := range o.parts {
		if p.loc.whole {
			return true
		}
	}
	return false
}

// withMapper turns a map item into one whose components a mapper makes: its
// size is a number of elements.
func (u *unit) withMapper(it *HostItem, c *tree.Construct) {
	it.Mapper = u.useMapper(c)
	it.Flags |= abi.FlagMapper
	it.Flags &^= abi.FlagMember
	it.Size = cexpr.Binary(cexpr.Paren(it.Size), "/", cexpr.Sizeof(cexpr.Text(c.Mapper.Type)))
}
