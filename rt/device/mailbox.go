package device

// Server is implemented by devices whose kernels can ask the host for something while they run, and
// wait for it (reverse offload, OpenMP 5.2 §13.8).
type Server interface {
	// Serve makes a mailbox of n slots of size bytes each (abi.Mail...), all free, and as many bytes of
	// bells, all 0. When a kernel has posted a slot, a thread that waits for a kernel's end takes it and calls serve with its number:
	// it is to answer before it returns.
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
	// Late says that a kernel which was answered waits for a bell. Ring, once for each, gives the bell its value.
	Late() error
	Ring(bell, value uint32) error
	// Close gives the mailbox up; no kernel knows it any more.
	Close() error
}
