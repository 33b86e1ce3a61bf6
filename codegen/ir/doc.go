// Package ir is LLVM IR as ompcc builds it: the values, types, instructions and blocks of github.com/llir/llvm, and
// small types of its own where llir 0.3.6, which is older than opaque pointers, lacks something.
//
// It takes: operands. It gives: instructions in the blocks of a function, by a Builder. Print writes functions as
// llir does, but faster; nobody reads the text but LLVM. Passes look at instructions, by llir's types and by the
// questions of query.go.
//
// It must not know: the region IR, targets, the runtime.
package ir
