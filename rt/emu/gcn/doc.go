// Package gcn executes code objects for AMD GPUs: the wavefronts of a dispatch, instruction by instruction.
//
// LLVM's disassembler decodes the code when it is loaded (disasm.go); its text becomes a compact form once (operand.go,
// decode.go). A wavefront executes an instruction as a loop over its lanes (valu.go), or once (salu.go); memory.go has
// loads, stores and atomic operations. The memory is shared with the program.
package gcn
