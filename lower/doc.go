// Package lower turns the construct tree of one translation unit into the
// device side (a region.Module: kernels, functions, globals) and a description
// of the host side (Program.Host, Program.Globals) for hostc.
//
// It takes: tree.Tree, bound and checked. It returns: Program; diagnostics go
// to the list. OpenMP's semantics end here: data-sharing attributes (5.2 §5.1),
// implicit data-mapping rules (§5.8), the declare target closure (§7.8),
// canonical loops (§4.4.1), reductions, atomics. The C language inside bodies is
// translated by lower/cbody, which calls back for constructs, variables,
// functions and routines.
//
// The names of files begin with a word for their subject. target, map, mapper, reverse and launchchoice are target
// regions and their data. loop, worksharing, sections, doacross and inorder are loops. reduction, induction,
// lastprivate and sharing are data sharing, and variant is metadirectives and variants. task, parallel, teams,
// sync, cancel and atomic are the other constructs. allocate, allocator, memscope and memspace are memory. closure,
// declaretarget, entered, indirect and routines are device functions and variables. host and unusedonhost are the
// host's side.
//
// Packages below: cbody translates C; cexpr is the expressions that the host evaluates; loops has the transformations of
// loops; region is the IR, and region/pass its passes; lint has the warnings.
//
// It must not know: LLVM, any target, the text edits of hostc, the runtime
// beyond rt/abi's constants.
package lower
