package parse

import "testing"

// TestImplicitLibrary: library functions used without a declaration have their own types.
func TestImplicitLibrary(t *testing.T) {
	for _, name := range []string{"strlen", "strcmp", "memcpy", "printf", "abort"} {
		if !implicitLibrary()[name] {
			t.Errorf("%s has no prototype", name)
		}
	}
}
