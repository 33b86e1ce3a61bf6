package hsa

import (
	"errors"
	"sync/atomic"
	"time"

	"ompcc/rt/device"
)

// queue executes operations one after the other, each to its end: what
// overlaps is what other queues do. It implements device.Queue; a lane is a queue
// that goes on.
type queue struct {
	gpu    *gpu
	handle uintptr // hsa_queue_t
	signal uintptr // 1 while an operation runs, then 0
	// signals are free ones for the operations of a lane.
	signals  []uintptr
	buffer   uintptr        // host memory that the GPU reaches, of the GPU's stage
	args     uintptr        // of kernels, argsSize bytes
	failed   *uint32        // status of the queue
	profiled bool           // the GPU notes when kernels begin and end
	took     *time.Duration // how long the next kernel takes, if anybody wants to know
	// scratch is for the kernels of this queue, which run one after another.
	scratch device.Scratch
	kernels int // that were launched and not waited for, while there are mailboxes
}

const (
	queueSize  = 64
	argsSize   = 64 << 10
	sliceNanos = 100_000_000 // after so long a wait looks whether the queue has failed
)

func (g *gpu) newQueue() (*queue, error) {
	q := &queue{gpu: g, failed: new(uint32)}
	if err := q.open(); err != nil {
		_ = q.Close() // the first error counts
		return nil, err
	}
	return q, nil
}

func (q *queue) open() (err error) {
	g := q.gpu
	if q.buffer, err = g.shared(g.staging, g.stage, g.agent); err != nil {
		return err
	}
	if q.args, err = g.shared(g.kernarg, argsSize, g.agent); err != nil {
		return err
	}
	if q.signal, err = g.driver.signal(); err != nil {
		return err
	}
	handle := new(uintptr)
	const whole = 1<<32 - 1 // the runtime chooses the segments' sizes
	if err := g.driver.do(QueueCreate, g.agent, queueSize, 0, g.driver.OnError, device.Address(q.failed), whole, whole,
		device.Address(handle)); err != nil {
		return err
	}
	q.handle = *handle
	return nil
}

// Close gives everything back that there is.
func (q *queue) Close() error {
	errs := []error{q.scratch.Drop(q), q.freeDeferred()}
	for _, h := range []struct {
		f      Function
		handle uintptr
	}{{QueueDestroy, q.handle}, {SignalDestroy, q.signal}, {PoolFree, q.buffer}, {PoolFree, q.args}} {
		if h.handle != 0 {
			errs = append(errs, q.gpu.driver.do(h.f, h.handle))
		}
	}
	for _, s := range q.signals {
		errs = append(errs, q.gpu.driver.do(SignalDestroy, s))
	}
	return errors.Join(errs...)
}

// Sync has nothing to wait for.
func (q *queue) Sync() error { return nil }

// Alloc, Free and Idle are for scratch memory.

// Alloc returns device memory.
func (q *queue) Alloc(size uintptr) (device.Addr, error) { return q.gpu.Alloc(size) }

// Free gives it back.
func (q *queue) Free(a device.Addr) error { return q.gpu.Free(a) }

// Idle has nothing to wait for.
func (q *queue) Idle() error { return nil }

// start makes the signal that of an operation that is about to begin.
func (q *queue) start() { q.gpu.driver.Call(SignalStore, q.signal, 1) }

// wait returns when the operation has ended.
func (q *queue) wait() error { return q.waitFor(q.signal) }

// waitFor returns when the operation has ended that a signal is for; the thread
// sleeps meanwhile, or serves the requests of kernels.
func (q *queue) waitFor(signal uintptr) error {
	boxes := &q.gpu.mailboxes
	for n := 0; ; n++ {
		slice := uintptr(sliceNanos)
		if boxes.Open() {
			if boxes.Poll() {
				n = 0
			}
			slice = uintptr(boxes.Pause(n))
		}
		left := int64(q.gpu.driver.Call(SignalWait, signal, waitLess, 1, slice, waitBlocked))
		if left < 0 {
			return errors.New("the transfer failed")
		}
		if left == 0 {
			return nil
		}
		if s := atomic.LoadUint32(q.failed); s != 0 {
			return errors.New(q.gpu.driver.text(s))
		}
	}
}

// hasFailed says whether the queue takes nothing more.
func (q *queue) hasFailed() bool { return atomic.LoadUint32(q.failed) != 0 }

func (q *queue) copy(dst, dstAgent, src, srcAgent, size uintptr) error {
	q.start()
	if err := q.gpu.driver.do(AsyncCopy, dst, dstAgent, src, srcAgent, size, 0, 0, q.signal); err != nil {
		return err
	}
	return q.wait()
}

// CopyTo copies by way of the buffer, since the GPU does not reach all of the
// host's memory.
func (q *queue) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	for at := uintptr(0); at < size; at += q.gpu.stage {
		n := min(q.gpu.stage, size-at)
		copy(device.Bytes(q.buffer, n), device.Bytes(uintptr(src)+at, n))
		if err := q.copy(uintptr(dst)+at, q.gpu.agent, q.buffer, q.gpu.host, n); err != nil {
			return err
		}
	}
	return nil
}

// CopyFrom is the other way round.
func (q *queue) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	for at := uintptr(0); at < size; at += q.gpu.stage {
		n := min(q.gpu.stage, size-at)
		if err := q.copy(q.buffer, q.gpu.host, uintptr(src)+at, q.gpu.agent, n); err != nil {
			return err
		}
		copy(device.Bytes(uintptr(dst)+at, n), device.Bytes(q.buffer, n))
	}
	return nil
}

// CopyOn copies on the device; the sides do not overlap.
func (q *queue) CopyOn(dst, src device.Addr, size uintptr) error {
	if size == 0 {
		return nil
	}
	return q.copy(uintptr(dst), q.gpu.agent, uintptr(src), q.gpu.agent, size)
}

// Set fills whole words by the driver, the bytes round them by copies.
func (q *queue) Set(dst device.Addr, value byte, size uintptr) error {
	head := min(uintptr(-dst)%4, size)
	words := (size - head) / 4
	tail := size - head - 4*words
	for _, p := range [2]struct{ at, n uintptr }{{uintptr(dst), head}, {uintptr(dst) + head + 4*words, tail}} {
		if p.n == 0 {
			continue
		}
		for i := range device.Bytes(q.buffer, p.n) {
			device.Bytes(q.buffer, p.n)[i] = value
		}
		if err := q.copy(p.at, q.gpu.agent, q.buffer, q.gpu.host, p.n); err != nil {
			return err
		}
	}
	if words == 0 {
		return nil
	}
	return q.gpu.driver.do(Fill, uintptr(dst)+head, uintptr(value)*0x01010101, words)
}
