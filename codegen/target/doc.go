// Package target holds what differs between the targets that ompcc generates code for: one file for each family.
//
// It takes: the name of a target and of an architecture. It returns: a Target, data and a set of hooks. Hooks that
// write code get an Emitter, which builds instructions (codegen/ir). No other package asks which target it has; it
// reads a field or calls a hook.
//
// A new target is a file with a Family, and its row in Families. The comments of Target's fields say what each hook
// does.
//
// It must not know: the region IR, how constructs are lowered, which tools link an image.
package target
