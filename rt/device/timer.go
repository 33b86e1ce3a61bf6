package device

import "time"

// Timer is implemented by devices that can say how long a kernel took, by their
// own clock: what the host measures includes the way to the device and back.
type Timer interface {
	// LaunchTimed is Launch with the kernel's duration.
	LaunchTimed(*Launch) (time.Duration, error)
}

// Mapper is implemented by devices that want to hear for which data of the host the
// calling thread's next Alloc or Free is.
type Mapper interface {
	Mapping(host Host)
}
