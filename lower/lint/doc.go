// Package lint warns of OpenMP programs that are legal but almost surely not what was
// meant: data that is not on the device, results that never come back, data races.
//
// It takes a Unit, whose target regions come one by one as Region with their captures,
// and writes warnings to Unit.Diags. Each says what happens and what to write; all err on
// the side of silence. It changes neither the tree nor the lowering, and a unit without it
// compiles to the same code. Errors belong to package pragma, which checks what the
// specification forbids; what it allows and experience warns of belongs here.
//
// It must not know how constructs are implemented.
package lint
