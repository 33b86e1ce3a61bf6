package device

// Sharer is implemented by devices that can use memory which the host uses, too,
// at the same address (LLVM's llvm_omp_target_alloc_host and _shared).
type Sharer interface {
	// Share returns size bytes, aligned as Alloc's: the host's own memory, or such as moves to
	// where it is used.
	Share(size uintptr, onHost bool) (Addr, error)
	// Unshare releases what Share returned for the same onHost.
	Unshare(a Addr, onHost bool) error
}
