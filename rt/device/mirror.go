// Code generated from rt/abi (go test ./rt/abi -update). DO NOT EDIT.

package device

// The structure below is that of abi.StepDecls.

// Step is ompcc_step_t, one operation of a sequence: see Stepper.
type Step struct {
	Kind uint32
	Of   uint32
	Host Host
	Dev  Addr
	Size uintptr
}
