package spec

import "testing"

// TestAttributes holds the attributes of clauses to each other (5.2 §5.4): a copy is a data-sharing attribute,
// a value that goes back to the original comes from a copy, and no clause has two kinds of list items.
func TestAttributes(t *testing.T) {
	for k, def := range Clauses() {
		for _, r := range []struct {
			has, needs, not Attribute
		}{
			{has: Privatizes, needs: Shares},
			{has: Returns, needs: Privatizes},
			{has: Shares, not: DeviceAddress | Moves},
			{has: DeviceAddress, not: Moves},
			{has: Condition, not: Integer},
		} {
			if k.Is(r.has) && (r.needs != 0 && !k.Is(r.needs) || k.Is(r.not)) {
				t.Errorf("clause %v has attributes %b", k, def.attrs)
			}
		}
		if k.Is(Shares|DeviceAddress|Moves) && def.Shape != ShapeList {
			t.Errorf("clause %v has no list", k)
		}
	}
}
