package device

import "sync"

// Grapher is implemented by devices whose driver prepares a sequence of work once, and starts all of it by one call.
type Grapher interface {
	// Graph prepares work, whose launches and host memory stay as they are until Close.
	Graph(work []Work) (Graph, error)
}

// Graph is prepared work. One thread at a time may run it.
type Graph interface {
	// Run executes the work and returns when all is done.
	Run() error
	Close() error
}

// Work is one launch, or one copy between the host and the device.
type Work struct {
	Launch *Launch // nil: a copy
	To     bool    // the device
	Dev    Addr
	Host   Host
	Size   uintptr
	// After are the numbers of earlier works that must be done before this one begins.
	After []int
}

// NewGraph prepares work by dev's driver, or as a chain on a queue of dev.
func NewGraph(dev Device, work []Work) (Graph, error) {
	if g, ok := dev.(Grapher); ok {
		return g.Graph(work)
	}
	q, err := dev.Queue()
	if err != nil {
		return nil, err
	}
	return &chain{queue: q, work: work}, nil
}

// chain gives work to a queue, in order, and waits once.
type chain struct {
	mu    sync.Mutex
	queue Queue
	work  []Work
}

// Run gives all to the queue.
func (c *chain) Run() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.work {
		if err := c.enqueue(&c.work[i]); err != nil {
			_ = c.queue.Sync() // the first error counts
			return err
		}
	}
	return c.queue.Sync()
}

func (c *chain) enqueue(w *Work) error {
	switch {
	case w.Launch != nil:
		return c.queue.Launch(w.Launch)
	case w.To:
		return c.queue.CopyTo(w.Dev, w.Host, w.Size)
	}
	return c.queue.CopyFrom(w.Host, w.Dev, w.Size)
}

// Close gives the queue back.
func (c *chain) Close() error { return c.queue.Close() }
