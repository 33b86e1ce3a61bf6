// Package ptx reads the PTX text that LLVM's NVPTX back end writes.
//
// It takes the text of a module and gives its declarations, variables with
// their initialisers and functions as lists of instructions whose operands are
// still names. It must not know what instructions do: package sim does.
package ptx
