// Variables that come to the device without a value.

package lint

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/rt/abi"
)

// What has no value when a region reads it: only map(from:), or map(alloc:), brings the
// storage to the device.

// comesWithout is how d comes to the device without a value, "" where it has one or that is
// not certain.
func (k *target) comesWithout(d *cc.Declarator) (how string, t transfers) {
	t = k.transfersOf(d)
	if t.other || t.item == nil ||
		!t.item.IsVar() && ctree.IsAggregate(ctree.ObjectType(d)) && !ctree.IsArray(ctree.ObjectType(d)) ||
		t.here&abi.FlagTo != 0 || t.back || t.before != nil {
		return "", t
	}
	switch {
	case t.here&abi.FlagFrom != 0:
		return "map(from:) copies only at the end of the region", t
	case k.c.Clause(spec.IfClause) == nil && k.c.Clause(spec.DeviceClause) == nil && !k.updates(d):
		return "map(alloc:) copies nothing", t
	}
	return "", t
}

// updates reports whether a clause of the unit sends d to the device apart from this
// construct.
func (k *target) updates(d *cc.Declarator) bool {
	for _, c := range k.u.Tree.All {
		if c == nil || c.Directive == k.c.Directive {
			continue
		}
		for _, cl := range c.Clauses {
			if cl.Kind != spec.ToClause && cl.Kind != spec.MapClause && cl.Kind != spec.EnterClause {
				continue
			}
			for _, it := range cl.Items {
				if it.Decl != nil && symbol(it.Decl) == symbol(d) {
					return true
				}
			}
		}
	}
	return false
}

// unsetElements: the region's first use of an element reads it.
func (k *target) unsetElements(d *cc.Declarator) {
	how, t := k.comesWithout(d)
	if how == "" {
		return
	}
	if read, ok := k.u.firstUse(k.c.Stmt, d, elementPlace); ok && read != nil {
		k.warnUnset(read, d.Name(), how, t)
	}
}

// unsetVariables: the same for scalars and structures.
func (k *target) unsetVariables() {
	if k.c.Func == nil || k.u.UnifiedMemory() {
		return
	}
	for _, c := range k.Captures {
		d := c.Decl
		if c.Access != Mapped || c.Implicit || ctree.IsStaticStorage(d) || ctree.IsArray(ctree.ObjectType(d)) ||
			ctree.ObjectType(d).Kind() == cc.Ptr || k.takesAddress(d) {
			continue
		}
		how, t := k.comesWithout(d)
		if _, result := copies(k.c, d); how == "" || result != nil {
			continue
		}
		if read, what := k.firstVariableRead(d); read != nil {
			k.warnUnset(read, what, how, t)
		}
	}
}

func (k *target) firstVariableRead(d *cc.Declarator) (cc.Node, string) {
	if ctree.IsAggregate(ctree.ObjectType(d)) {
		if n := k.u.firstPartRead(k.c.Stmt, d); n != nil {
			return n, k.u.source(n)
		}
		return nil, ""
	}
	if read, ok := k.u.firstUse(k.c.Stmt, d, wholePlace); ok && read != nil {
		return read, d.Name()
	}
	return nil, ""
}

// takesAddress reports whether the function takes the address of d, under which it may be
// mapped elsewhere, other than to give it to a function that only uses it.
func (k *target) takesAddress(d *cc.Declarator) bool {
	taken := false
	ctree.Walk(k.c.Func, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionCall && (harmless[calledName(x)] || k.u.usesOnly(x)) {
				return false
			}
		case *cc.UnaryExpression:
			taken = taken || x.Case == cc.UnaryExpressionAddrof && partOf(x.CastExpression, d)
		}
		return !taken
	})
	return taken
}

func (k *target) warnUnset(read cc.Node, what, how string, t transfers) {
	e := k.warn(read, diag.OmpUnsetFrom, "'%s' is uninitialised on the device when the region reads it here: %s", what,
		how).WithSection("5.2 §5.8.3").
		WithNote(t.item.Span, "it is mapped here")
	k.helpMap(e, t.item.Decl, withValue(t.here), t.item.Text)
}

// withValue is the map type that has those of flags and to.
func withValue(flags uint32) string {
	if flags&abi.FlagFrom != 0 {
		return "tofrom"
	}
	return "to"
}
