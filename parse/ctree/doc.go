// Package ctree answers questions about C trees: it walks them and tells what an
// expression names, writes or is worth and where a variable lives.
//
// It takes nodes of modernc.org/cc/v4 and returns nodes, declarators and types of
// the same tree; it changes nothing. It must not know text, diagnostics or OpenMP.
package ctree
