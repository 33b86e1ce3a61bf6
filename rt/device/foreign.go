package device

// Foreign is implemented by devices that a program may also use through their
// vendor's runtime (OpenMP 6.0 §26, interoperability).
type Foreign interface {
	// Runtimes are the runtimes' numbers (omp_interop_fr_t), the preferred one
	// first.
	Runtimes() []int
	// Handles are what one of them calls the device.
	Handles(runtime int) Handles
	// ForeignQueue returns a queue for the program's own work, and its handle in
	// any of the runtimes.
	ForeignQueue() (Queue, uintptr, error)
}

// Handles are a vendor's names for a device; 0: there is none.
type Handles struct {
	Device, Context uintptr
	Number          bool // Device is an int, not a pointer
}

// Values of omp_interop_fr_t.
const (
	RuntimeCUDA       = 1
	RuntimeCUDADriver = 2
	RuntimeHSA        = 7
)
