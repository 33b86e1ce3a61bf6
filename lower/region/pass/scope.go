// The scope of atomic operations in memory that devices share with the host.

package pass

import "ompcc/lower/region"

// systemScope gives the atomic operations of units whose devices share the host's memory the
// scope of the whole system: the host may be the other thread (5.2 §8.2, §1.4.5).
func systemScope(m *region.Module, facts *Facts) {
	if !facts.SharesMemory {
		return
	}
	for _, k := range m.Kernels {
		region.SetScope(k.Body, region.ScopeSystem)
	}
	for _, f := range m.Funcs {
		if f.Body != nil {
			region.SetScope(f.Body, region.ScopeSystem)
		}
	}
}
