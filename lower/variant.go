package lower

import (
	"modernc.org/cc/v4"
)

// functionVariant is the function that a use of d in this context means: the
// variant with the highest score whose selector matches, else d itself (5.2
// §7.5). Selectors of device code are matched against the device's traits.
func (b *body) functionVariant(d *cc.Declarator) *cc.Declarator {
	best, score := d, int64(-1)
	for _, c := range b.u.variants[d.Name()] {
		cl := c.Clause("match")
		if cl == nil || c.Args == nil || len(c.Args.Items) == 0 {
			continue
		}
		s := b.deviceContext().eval(cl.Selector)
		if len(s.user) > 0 {
			b.u.errorf(cl.Span.Pos, "unsupported", "a user condition that is not constant is not supported in declare variant in device code")
			continue
		}
		if s.never || s.score <= score {
			continue
		}
		it := c.Args.Items[0]
		v := it.Decl
		if v == nil && len(b.u.decls[it.Text]) > 0 {
			v = b.u.decls[it.Text][0]
		}
		if v == nil {
			b.u.errorf(it.Span.Pos, "unknown-name", "variant function %s is not declared", it.Text).WithSection("5.2 §7.5")
			continue
		}
		best, score = v, s.score
	}
	return best
}
