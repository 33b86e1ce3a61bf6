package device

import "ompcc/rt/abi"

// Kinds of a Step.
const (
	StepAlloc = abi.StepAlloc
	StepTo    = abi.StepTo
	StepFrom  = abi.StepFrom
	StepFree  = abi.StepFree
)

// Stepper is a Device that carries out a sequence of steps in one call. One is the CPU device, whose memory is the
// host side's and which reports the steps to a tool itself. Others are devices to which each call is a message.
type Stepper interface {
	// Steps sets Dev of what it allocates. It returns how many steps are done: of the next one Device's methods give
	// the error.
	Steps([]Step) int
}

// At is where step i of a sequence works on the device.
func At(steps []Step, i int) Addr {
	s := &steps[i]
	if s.Of == 0 {
		return s.Dev
	}
	return steps[s.Of-1].Dev + s.Dev
}
