package hsa

import (
	"errors"
	"runtime"
	"slices"

	"ompcc/rt/device"
)

// lane is a queue that is given its operations at once: each begins when the one
// before has ended, which their signals tell the GPU, and the host waits in Sync.
// It implements device.OrderedQueue.
type lane struct {
	*queue
	after    []uintptr // signals that the next operation waits for
	ops      []uintptr // signals of the operations since the last Sync
	marks    []uintptr // those of them that are marks
	staged   uintptr   // bytes of the buffer that belong to operations
	argued   uintptr   // bytes of kernels' arguments that do
	launched int       // kernels
	arriving []arrival
	broken   bool // an operation did not end
}

// arrival is data that is on its way into the buffer.
type arrival struct {
	dst, from, size uintptr
}

// Ordered returns an idle queue.
func (g *gpu) Ordered() (device.OrderedQueue, error) {
	q, err := g.take()
	if err != nil {
		return nil, err
	}
	return &lane{queue: q}, nil
}

// Forget keeps a mark's signal for others. One that is never set, because its operation
// failed, stays until the device is closed.
func (g *gpu) Forget(m device.Mark) error {
	set := int64(g.driver.Call(SignalWait, uintptr(m), waitLess, 1, sliceNanos, waitBlocked)) < 1
	g.mu.Lock()
	defer g.mu.Unlock()
	if set {
		g.marks = append(g.marks, uintptr(m))
	} else {
		g.lost = append(g.lost, uintptr(m))
	}
	return nil
}

// freeSignal is a signal with the value 1 that no operation has.
func (g *gpu) freeSignal() (uintptr, error) {
	g.mu.Lock()
	n := len(g.marks)
	if n == 0 {
		g.mu.Unlock()
		return g.driver.signal()
	}
	m := g.marks[n-1]
	g.marks = g.marks[:n-1]
	g.mu.Unlock()
	g.driver.Call(SignalStore, m, 1)
	return m, nil
}

// Close makes the queue idle. One with an operation that may yet end is left alone.
func (l *lane) Close() error {
	if l.broken {
		return nil
	}
	return l.gpu.keep(l.queue)
}

// signal is a free signal with the value 1.
func (l *lane) signal() (uintptr, error) {
	n := len(l.signals)
	if n == 0 {
		s, err := l.gpu.freeSignal()
		if err != nil {
			return 0, err
		}
		l.signals = append(l.signals, s)
		return s, nil
	}
	l.gpu.driver.Call(SignalStore, l.signals[n-1], 1)
	return l.signals[n-1], nil
}

// begun notes that an operation was given to the GPU which sets the free signal.
func (l *lane) begun() {
	n := len(l.signals) - 1
	s := l.signals[n]
	l.signals = l.signals[:n]
	l.after, l.ops = []uintptr{s}, append(l.ops, s)
}

// Await lets what comes next wait for a mark.
func (l *lane) Await(m device.Mark) error {
	l.after = append(l.after, uintptr(m))
	return nil
}

// Mark is the signal of the last operation. It stays that mark's until Forget: a packet of another queue
// may look at it after Sync, and would wait for ever if the queue's next operation had it.
func (l *lane) Mark() (device.Mark, error) {
	n := len(l.ops)
	alone := n > 0 && len(l.after) == 1 && l.after[0] == l.ops[n-1] && !slices.Contains(l.marks, l.ops[n-1])
	if !alone { // a packet is the operation
		s, err := l.signal()
		if err != nil {
			return 0, err
		}
		l.barriers(s)
		l.begun()
	}
	m := l.ops[len(l.ops)-1]
	l.marks = append(l.marks, m)
	return device.Mark(m), nil
}

// barriers puts packets into the queue that wait for what the next operation waits
// for; the last one sets a signal, unless that is 0.
func (l *lane) barriers(signal uintptr) {
	for after := l.after; ; {
		p := barrier{}
		n := copy(p.after[:], after)
		after = after[n:]
		if len(after) == 0 {
			p.signal = uint64(signal)
		}
		enqueue(l.queue, barrierHeader, &p)
		if len(after) == 0 {
			return
		}
	}
}

func (l *lane) copy(dst, dstAgent, src, srcAgent, size uintptr) error {
	s, err := l.signal()
	if err != nil {
		return err
	}
	list := uintptr(0)
	if len(l.after) > 0 {
		list = device.Address(&l.after[0])
	}
	err = l.gpu.driver.do(AsyncCopy, dst, dstAgent, src, srcAgent, size, uintptr(len(l.after)), list, s)
	runtime.KeepAlive(l.after)
	if err == nil {
		l.begun()
	}
	return err
}

// room is the address of n bytes of the buffer, at most all of it: the host waits if
// they are not free.
func (l *lane) room(n uintptr) (uintptr, error) {
	if l.staged+n > l.gpu.stage {
		if err := l.Sync(); err != nil {
			return 0, err
		}
	}
	at := l.buffer + l.staged
	l.staged += (n + 63) &^ 63
	return at, nil
}

// CopyTo has read the host's memory when it returns.
func (l *lane) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	for at := uintptr(0); at < size; at += l.gpu.stage {
		n := min(l.gpu.stage, size-at)
		from, err := l.room(n)
		if err != nil {
			return err
		}
		copy(device.Bytes(from, n), device.Bytes(uintptr(src)+at, n))
		if err := l.copy(uintptr(dst)+at, l.gpu.agent, from, l.gpu.host, n); err != nil {
			return err
		}
	}
	return nil
}

// CopyFrom lets data arrive in the buffer, from where Sync fetches it.
func (l *lane) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	for at := uintptr(0); at < size; at += l.gpu.stage {
		n := min(l.gpu.stage, size-at)
		to, err := l.room(n)
		if err != nil {
			return err
		}
		if err := l.copy(to, l.gpu.host, uintptr(src)+at, l.gpu.agent, n); err != nil {
			return err
		}
		l.arriving = append(l.arriving, arrival{uintptr(dst) + at, to, n})
	}
	return nil
}

// CopyOn copies on the device; the sides do not overlap.
func (l *lane) CopyOn(dst, src device.Addr, size uintptr) error {
	if size == 0 {
		return nil
	}
	return l.copy(uintptr(dst), l.gpu.agent, uintptr(src), l.gpu.agent, size)
}

// setFirst is how many bytes Set brings from the host.
const setFirst = 64 << 10

// Set fills the first bytes from the host, the rest by copies on the device, each of
// all that is filled: the driver's own function does not wait for signals.
func (l *lane) Set(dst device.Addr, value byte, size uintptr) error {
	if size == 0 {
		return nil
	}
	filled := min(size, setFirst)
	from, err := l.room(filled)
	if err != nil {
		return err
	}
	for i := range device.Bytes(from, filled) {
		device.Bytes(from, filled)[i] = value
	}
	if err := l.copy(uintptr(dst), l.gpu.agent, from, l.gpu.host, filled); err != nil {
		return err
	}
	for filled < size {
		n := min(filled, size-filled)
		if err := l.CopyOn(dst+device.Addr(filled), dst, n); err != nil {
			return err
		}
		filled += n
	}
	return nil
}

// Launch puts a kernel into the queue.
func (l *lane) Launch(d *device.Launch) error {
	k, e, grid := l.gpu.plan(d)
	return l.scratch.With(l, d, k.scratch, func(d *device.Launch) error { return l.dispatch(e, d, grid) })
}

func (l *lane) dispatch(e entry, d *device.Launch, grid device.Grid) error {
	n := (max(e.kernarg, 8) + 63) &^ 63
	if l.argued+n > argsSize && l.argued > 0 {
		if err := l.Sync(); err != nil {
			return err
		}
	}
	p, err := l.gpu.packet(e, d, grid, l.args+l.argued, argsSize-l.argued)
	if err != nil {
		return err
	}
	s, err := l.signal()
	if err != nil {
		return err
	}
	l.argued += n
	if len(l.after) > 0 {
		l.barriers(0)
	}
	l.begin()
	l.launched++
	p.signal = uint64(s)
	enqueue(l.queue, dispatchHeader, p)
	l.begun()
	return nil
}

// Sync waits for everything, fetches what has arrived, and writes what kernels have
// printed.
func (l *lane) Sync() error {
	var err error
	for _, s := range l.ops {
		if err = l.waitFor(s); err != nil {
			l.broken = !l.hasFailed()
			break
		}
	}
	if err == nil {
		for _, a := range l.arriving {
			copy(device.Bytes(a.dst, a.size), device.Bytes(a.from, a.size))
		}
	}
	errs := []error{err}
	for range l.launched {
		errs = append(errs, l.drain(err == nil))
	}
	errs = append(errs, l.freeDeferred())
	for _, s := range l.ops {
		if !l.broken && !slices.Contains(l.marks, s) {
			l.signals = append(l.signals, s)
		}
	}
	last := slices.DeleteFunc(l.after, func(s uintptr) bool { return slices.Contains(l.ops, s) })
	*l = lane{queue: l.queue, after: last, broken: l.broken}
	return errors.Join(errs...)
}

// The lane is the memory of its kernels' scratch space, too.

// Idle waits for the lane.
func (l *lane) Idle() error { return l.Sync() }
