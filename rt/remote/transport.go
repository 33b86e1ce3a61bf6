package remote

// Transport carries messages between ranks, each in the order in which they are sent. Its methods are never called
// at the same time, except for Pause.
type Transport interface {
	// Send and Receive begin a transfer of size bytes at an address that does not move; Poll says when it has ended.
	Send(id uint64, rank, tag int, at, size uintptr) error
	Receive(id uint64, rank, tag int, at, size uintptr) error
	// Cancel gives up a receive.
	Cancel(id uint64)
	// Poll calls arrived for each control message, whose bytes are valid during the call, and ended for each
	// transfer that has ended. It returns how many there were.
	Poll(arrived func(rank int, message []byte), ended func(id uint64, err error)) int
	// Pause lets a thread wait that has found nothing so many times.
	Pause(idle int)
}

const (
	// ControlTag is the tag of control messages, the other tags those of data.
	ControlTag = 1
	// MostControl is the size of the longest control message.
	MostControl = 64 << 10
	tags        = 1 << 13
	// inline is the most data that a control message carries; larger data goes from memory to memory.
	inline = 16 << 10
	// piece is the size of the messages of larger data, window how many of them are under way.
	piece, window = 1 << 20, 4
)
