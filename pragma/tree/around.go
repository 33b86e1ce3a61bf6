// Blocks and constructs around a construct.

package tree

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
)

// Block is the range in Unit.Text of the innermost block around c, the whole unit's at file scope: what c
// declares is visible from c to its end.
func (t *Tree) Block(c *Construct) (start, end int) {
	start, end = 0, len(t.Unit.Text)
	if c.Func == nil {
		return start, end
	}
	at := c.Pragma.Start
	ctree.Walk(c.Func, func(n cc.Node) bool {
		if b, ok := n.(*cc.CompoundStatement); ok {
			if from, to := t.Unit.NodeRange(b); from < at && at < to && to-from < end-start {
				start, end = from, to
			}
		}
		return true
	})
	return start, end
}

// PrivateAround reports whether a construct of the host around c has a copy of d: in c its name is the copy's.
func (c *Construct) PrivateAround(d *cc.Declarator) bool {
	for p := c.Parent; p != nil && !p.Has(spec.Target); p = p.Parent {
		for _, cl := range p.Clauses {
			if cl.Kind.Is(spec.Privatizes) && slices.ContainsFunc(cl.Items, func(it *Item) bool { return it.Decl != nil && SameObject(it.Decl, d) }) {
				return true
			}
		}
	}
	return false
}

// Around lists the leaf constructs lexically around c, innermost first, as far as
// they are known: a metadirective's variant is not.
func Around(c *Construct) []Ancestor {
	var r []Ancestor
	for p := c.Parent; p != nil && p.Def.Assoc != spec.AssocMeta; p = p.Parent {
		for i := len(p.Leafs) - 1; i >= 0; i-- {
			r = append(r, Ancestor{p.Leafs[i], p})
		}
	}
	return r
}

// binding constructs start a new region in which nesting begins anew.
func IsRegionRoot(k spec.DirectiveKind) bool {
	return k == spec.Parallel || k == spec.Teams || k == spec.Target
}

// Strictly is the place in up of the construct that what is nested in up is strictly
// nested in, -1 if there is none.
func Strictly(up []Ancestor) int {
	return slices.IndexFunc(up, func(a Ancestor) bool { return !Transparent(a.Leaf) })
}

// RunsOnAncestor reports whether c is a target construct whose region the parent device
// executes (5.2 §13.2).
func (c *Construct) RunsOnAncestor() bool {
	d := c.Clause(spec.DeviceClause)
	return c.Has(spec.Target) && d != nil && d.HasModifier("ancestor")
}

// IsDevice reports a construct that is about a device and its data.
func IsDevice(c *Construct) bool {
	return strings.HasPrefix(c.Leafs[0].String(), "target") || c.Kind == spec.Interop
}

// SameObject reports whether two declarators declare one variable.
func SameObject(a, b *cc.Declarator) bool {
	return a == b || a.Name() == b.Name() && !ctree.IsAutomatic(a) && !ctree.IsAutomatic(b)
}

// Ancestor is one leaf construct around another.
type Ancestor struct {
	Leaf spec.DirectiveKind
	C    *Construct
}

// Transparent constructs are ignored by the nesting rules.
func Transparent(k spec.DirectiveKind) bool {
	switch k {
	case spec.TargetData, spec.Assume, spec.Nothing, spec.Error, spec.Dispatch, spec.Taskgroup,
		spec.Tile, spec.Unroll, spec.Interchange, spec.Reverse, spec.Split, spec.Stripe, spec.Fuse,
		spec.Flatten:
		return true
	}
	return false
}
