package check

import (
	"fmt"
	"strings"
)

// Kind is what is wrong with a kernel.
type Kind string

// The kinds of faults.
const (
	Bounds        Kind = "out-of-bounds access"
	Host          Kind = "host address dereferenced"
	Misaligned    Kind = "misaligned access"
	Uninitialised Kind = "read of uninitialised memory"
	Register      Kind = "use of an uninitialised register"
	Free          Kind = "invalid free"
	ReadOnly      Kind = "write to read-only memory"
	Race          Kind = "data race"
	Wait          Kind = "missing wait"
	Division      Kind = "integer division by zero"
	Divergence    Kind = "divergent barrier"
	Budget        Kind = "infinite loop"
	Stack         Kind = "stack overflow"
	Trap          Kind = "trap"
	Illegal       Kind = "illegal instruction"
	Launch        Kind = "launch"
	Internal      Kind = "internal error of the emulator"
)

// Fault is the first error of a launch.
type Fault struct {
	Kind     Kind
	Kernel   string
	Function string
	Place    string // "file:line" of the program's source, "" without -g
	Code     string // the instruction
	Who      string // "block (0,0,0), thread (1,0,0)"
	Text     string
	// Address is what was accessed, for Host.
	Address uint64
}

// Error is the message, without "error:".
func (f *Fault) Error() string {
	var b strings.Builder
	if f.Place != "" {
		fmt.Fprintf(&b, "%s: ", f.Place)
	}
	fmt.Fprintf(&b, "%s: %s\n    in kernel %s", f.Kind, f.Text, f.Kernel)
	if f.Function != "" && f.Function != f.Kernel {
		fmt.Fprintf(&b, ", function %s", f.Function)
	}
	if f.Who != "" {
		fmt.Fprintf(&b, ", %s", f.Who)
	}
	if f.Code != "" {
		fmt.Fprintf(&b, "\n    at %s", f.Code)
	}
	return b.String()
}

// NullPointer is the text about an access near address 0.
func NullPointer(addr, size uint64) string {
	return fmt.Sprintf("null pointer dereferenced (%d bytes at %#x)", size, addr)
}

// NotMapped is the text about a host address.
func NotMapped(addr uint64) string {
	return fmt.Sprintf("%#x is no device address: the storage is not mapped, or a pointer to it was not translated",
		addr)
}

// BadAlignment is the text about an access to an address that is no multiple of its size.
func BadAlignment(addr, size uint64) string {
	return fmt.Sprintf("%d bytes at %#x, which is no multiple of %d", size, addr, size)
}
