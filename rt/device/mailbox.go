package device

// Server is implemented by devices whose kernels can ask the host for something while they run, and
// wait for it (reverse offload, OpenMP 5.2 §13.8).
type Server interface {
	// Serve makes a mailbox of n free slots of size bytes each (abi.Mail...), followed by size bytes of doorbells, all
	// 0. When a kernel has posted a slot, a thread that waits for a kernel takes the slot and calls serve with its
	// number; serve answers before it returns.
	Serve(n uint32, size uintptr, serve func(m Mailbox, slot uint32)) (Mailbox, error)
}

// Mailbox is memory that kernels and the host access at the same time.
type Mailbox interface {
	// Addr is its address in kernels.
	Addr() Addr
	// Read and Write copy from and to the bytes of a slot that was taken.
	Read(dst Host, slot uint32, at, size uintptr) error
	Write(slot uint32, at uintptr, src Host, size uintptr) error
	// Answer lets the kernel go on, which sees what was written.
	Answer(slot uint32) error
	// AwaitDoorbell announces that an answered kernel waits for a doorbell. One call of Ring follows for each call,
	// which sets the doorbell's value.
	AwaitDoorbell() error
	Ring(doorbell, value uint32) error
	// Close frees the mailbox. No kernel may use it then.
	Close() error
}
