package pragma

import "modernc.org/cc/v4"

// checkPresence reports a mapped array section of which an enclosing target data
// maps another part: an array's storage must be mapped as a whole or not at all
// (5.2 §5.8.3). Only constant bounds are compared.
func (k *checker) checkPresence(c *Construct) {
	if !isDevice(c) {
		return
	}
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Kind != "target data" || p.Clause("if") != nil || p.Clause("device") != nil || c.Clause("device") != nil {
			continue
		}
		for _, outer := range p.All("map") {
			for _, inner := range c.All("map") {
				k.compareMaps(outer, inner)
			}
		}
	}
}

func (k *checker) compareMaps(outer, inner *Clause) {
	for _, a := range outer.Items {
		lo, n, ok := constSection(a)
		if !ok {
			continue
		}
		for _, b := range inner.Items {
			if a.Decl != b.Decl || a.Decl == nil || a.Base != b.Base {
				continue
			}
			lo2, n2, ok := constSection(b)
			if !ok || lo2 >= lo && lo2+n2 <= lo+n {
				continue
			}
			k.diags.Errorf(b.Span, "partly-mapped", "'%s' is not part of '%s', which is mapped here already: the parts of one array cannot be mapped separately", b.Text, a.Text).
				WithSection("5.2 §5.8.3").WithNote(a.Span, "it is mapped here").WithFix("map the whole range in the target data construct")
		}
	}
}

// constSection gives the constant bounds of an item that is one array section.
func constSection(it *Item) (lo, n int64, ok bool) {
	if len(it.Sections) != 1 || it.Sections[0].Single || it.Sections[0].Length == nil || it.Sections[0].Stride != nil {
		return 0, 0, false
	}
	if t := undecayed(it.Node); t == nil || t.Kind() != cc.Array {
		return 0, 0, false
	}
	s := it.Sections[0]
	if s.Lower != nil {
		if lo, ok = ConstInt(s.Lower.Node); !ok {
			return 0, 0, false
		}
	}
	n, ok = ConstInt(s.Length.Node)
	return lo, n, ok
}
