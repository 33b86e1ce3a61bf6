// Package ompt holds the tests of what a tool sees of compiled programs: the
// events of each construct and device routine, compared with sequences that
// follow from the specification. It has no code of its own.
package ompt
