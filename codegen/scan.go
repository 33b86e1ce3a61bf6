package codegen

import "ompcc/lower/region"

// scanParts is how a loop with a scan directive emits the parts of its body.
type scanParts interface {
	// split emits the statements of a block in which the directive is, or of one around that. false: it is in none of them.
	split(f *fn, ss []region.Stmt) bool
	// again: the iteration's variables have storage, from its former part.
	again() bool
	// jumps: control comes to the second part from elsewhere, so that temporaries need storage.
	jumps() bool
}

// scanned is f for iterations whose parts p tells.
func (f *fn) scanned(p scanParts) *fn { return f.with(func(f *fn) { f.scan = p }) }

// partReductions parts the list items that are scanned from the others.
func partReductions(red []redState) (plain, scanned []redState) {
	for _, st := range red {
		if st.r.Scanned {
			scanned = append(scanned, st)
		} else {
			plain = append(plain, st)
		}
	}
	return plain, scanned
}
