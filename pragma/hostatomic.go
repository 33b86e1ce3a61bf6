package pragma

// atomicAlone reports whether gcc refuses atomic construct c where it stands: directly in a
// teams or a loop region, where clang and OpenMP 6.0 (§12.3) allow it. A parallel region of
// one thread may stand there, and atomic in that.
func (c *Construct) atomicAlone(h HostCompiler) bool {
	if c.Kind != "atomic" || !h.GCC {
		return false
	}
	up := around(c)
	i := strictly(up)
	return i >= 0 && oneOfKinds(up[i].leaf, "teams", "loop")
}

// holdsAtomic reports whether an atomic construct stands in c's region, in no parallel
// region of its own: host compilers allow none where an order clause says concurrent, which
// only permits what they do not do.
func (c *Construct) holdsAtomic() bool {
	for _, x := range c.Children {
		if x.Kind == "atomic" || !isRegionRoot(x.Leafs[0]) && x.holdsAtomic() {
			return true
		}
	}
	return false
}
