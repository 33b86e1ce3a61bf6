package abi

import "strings"

// PTXName is the name that a function or variable of device code has in PTX, whose identifiers have
// ASCII letters only: $ and two digits stand for each byte of another.
func PTXName(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; c < 0x80 {
			b.WriteByte(c)
		} else {
			// The runtime has no fmt (TestRuntimePackages).
			b.WriteString("$" + string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15]))
		}
	}
	return b.String()
}
