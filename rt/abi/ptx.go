package abi

import (
	"fmt"
	"strings"
)

// PTXName is the name that a function or variable of device code has in PTX, whose identifiers have
// ASCII letters only: $ and two digits stand for each byte of another.
func PTXName(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; c < 0x80 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "$%02x", c)
		}
	}
	return b.String()
}
