package device

// Peer is implemented by devices that copy from another one of their kind
// without the host's memory in between.
type Peer interface {
	// Reaches says whether there is a way from another device to this one.
	Reaches(from Device) bool
	// CopyPeer copies from the memory of a device that it reaches, and returns when
	// the data has arrived.
	CopyPeer(dst Addr, from Device, src Addr, size uintptr) error
}

// Unifier is implemented by devices with Info.SharesHost whose Alloc may return
// memory of two kinds. Unify is called before Init when the program requires
// unified_shared_memory (OpenMP 5.2 §8.2): then Alloc returns memory that the host
// and the other devices can access.
type Unifier interface{ Unify() }
