package device

// Ordered is implemented by devices that put the work of one queue behind that of
// another by themselves, without a thread of the host that waits in between.
type Ordered interface {
	// Ordered returns an idle queue; its Close makes it idle again.
	Ordered() (OrderedQueue, error)
	// Forget gives up a mark after Sync of its queue and of all that were told to await it.
	Forget(Mark) error
}

// OrderedQueue is a queue that others can be put behind. Each of its copies may
// be of memory that the driver cannot transfer by itself; what CopyFrom copies
// arrives during Sync at the latest.
type OrderedQueue interface {
	Queue
	// Mark stands for the end of all that the queue was given so far.
	Mark() (Mark, error)
	// Await makes what the queue is given from now on begin when that has ended of
	// which another queue of the device made the mark.
	Await(Mark) error
}

// Mark is a plugin's handle of a point in a queue.
type Mark uintptr
