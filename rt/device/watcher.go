package device

import (
	"strconv"
	"strings"
)

// Watcher is a device that may tell which stale bytes kernels read: those of which the host has changed its copy since.
// Emulated devices do.
type Watcher interface {
	// Watches says whether the device does.
	Watches() bool
	// MarkStale marks those bytes at an address whose byte in mask is not 0, until StaleReads.
	MarkStale(at Addr, mask []byte) error
	// StaleReads ends all marks, and returns the reads of marked bytes since.
	StaleReads() ([]StaleRead, error)
}

// StaleRead is how many marked bytes of one object kernels have read at one place of the source.
type StaleRead struct {
	At    Addr // of the first one
	Bytes uintptr
	Place string // "file:line", "" if it is not known
}

// ReadStaleReads reads lines, each with an address, a number of bytes and a place.
func ReadStaleReads(text string) (list []StaleRead) {
	for line := range strings.Lines(text) {
		at, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		bytes, place, _ := strings.Cut(rest, " ")
		a, _ := strconv.ParseUint(at, 0, 64) // the emulator has written them
		n, _ := strconv.ParseUint(bytes, 10, 64)
		list = append(list, StaleRead{Addr(a), uintptr(n), strings.Clone(place)})
	}
	return list
}
