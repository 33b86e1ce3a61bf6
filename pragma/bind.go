package pragma

import (
	"ompcc/parse"
	"ompcc/parse/diag"
)

// Bind fills the typed nodes of dirs (indexed by Pragma.ID) from u's markers and
// builds the construct tree.
func Bind(u *parse.Unit, dirs []*Directive, diags *diag.List) *Tree {
	return &Tree{Unit: u}
}
