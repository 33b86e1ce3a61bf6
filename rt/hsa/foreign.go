package hsa

import "ompcc/rt/device"

// Runtimes names HSA.
func (g *gpu) Runtimes() []int { return []int{device.RuntimeHSA} }

// Handles are the agent's, which HSA hands over as a structure: the property is
// its address.
func (g *gpu) Handles(int) device.Handles {
	return device.Handles{Device: device.Address(&g.agent)}
}

// ForeignQueue returns a new queue. Sync has to see that the program's packets
// are done, which only the program's own signals tell in HSA: it puts a barrier
// packet behind them.
func (g *gpu) ForeignQueue() (device.Queue, uintptr, error) {
	q, err := g.newQueue()
	if err != nil {
		return nil, 0, err
	}
	return foreignQueue{q}, q.handle, nil
}

// foreignQueue is a queue to which the program adds packets.
type foreignQueue struct{ *queue }

// Sync waits for all packets.
func (q foreignQueue) Sync() error {
	q.start()
	enqueue(q.queue, barrierHeader, &barrier{signal: uint64(q.signal)})
	return q.wait()
}
