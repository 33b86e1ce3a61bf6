package body

import "ompcc/lower/region"

// scanParts is how a loop with a scan directive emits the parts of its body.
type scanParts interface {
	// Split emits the statements of a block in which the directive is, or of one around that. false: it is in none of
	// them.
	Split(f *Function, ss []region.Stmt) bool
	// Again: the iteration's variables have storage, from its former part.
	Again() bool
	// Jumps: control comes to the second part from elsewhere, so that temporaries need storage.
	Jumps() bool
}

// Scanned is f for iterations whose parts p tells.
func (f *Function) Scanned(p scanParts) *Function { return f.With(func(f *Function) { f.Scan = p }) }

// PartReductions parts the list items that are scanned from the others.
func PartReductions(red []ReductionState) (plain, scanned []ReductionState) {
	for _, st := range red {
		if st.Reduction.Scanned {
			scanned = append(scanned, st)
		} else {
			plain = append(plain, st)
		}
	}
	return plain, scanned
}
