package pragma

import "ompcc/parse/diag"

// Check applies the restrictions of the specification to t.
func Check(t *Tree, diags *diag.List) {}
