// Package check has what the emulated devices of all vendors have in common: the kinds and messages of faults,
// allocations, and the places of instructions.
package check
