// Package lower turns the construct tree of one translation unit into the
// device side (a region.Module: kernels, functions, globals) and a description
// of the host side (Program.Host, Program.Globals) for hostc.
//
// It takes: pragma.Tree, bound and checked. It returns: Program; diagnostics go
// to the list. OpenMP's semantics end here: data-sharing attributes (5.2 §5.1),
// implicit data-mapping rules (§5.8), the declare target closure (§7.8),
// canonical loops (§4.4.1), reductions, atomics. The C language inside bodies is
// translated by lower/cbody, which calls back for constructs, variables,
// functions and routines.
//
// It must not know: LLVM, any target, the text edits of hostc, the runtime
// beyond rt/abi's constants.
package lower
