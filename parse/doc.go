// Package parse turns one C source file into a Unit: the preprocessed text,
// the OpenMP pragmas in it, and a typed syntax tree in which every pragma
// stands as a marker.
//
// The host compiler preprocesses, so the text is exactly what it would compile.
// Pragmas are found in that text; package pragma says which marker (mark.go)
// stands for each; cc parses the marked text and thereby types every C
// expression of every clause in its scope. Offsets in Unit.Text are the common
// currency: every tree node maps to a byte range of Unit.Text, and every byte of
// Unit.Text to a place in the user's files.
//
// The package knows no directive and no clause.
package parse
