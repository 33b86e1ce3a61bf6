package ompt

import "ompcc/rt/device"

// observedQueue is a queue of which a tool sees the data operations: the end of
// one says that it was initiated.
type observedQueue struct {
	device.Queue
	device *observed
}

// CopyTo reports that a transfer to the device was initiated.
func (q *observedQueue) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	op := q.device.to(dst, src, size, OpToDeviceAsync)
	q.device.events.Begin(op)
	err := q.Queue.CopyTo(dst, src, size)
	q.device.events.End(op)
	return err
}

// CopyFrom reports that a transfer from the device was initiated.
func (q *observedQueue) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	op := q.device.from(dst, src, size, OpFromDeviceAsync)
	q.device.events.Begin(op)
	err := q.Queue.CopyFrom(dst, src, size)
	q.device.events.End(op)
	return err
}

// CopyOn reports that a transfer within the device was initiated.
func (q *observedQueue) CopyOn(dst, src device.Addr, size uintptr) error {
	op := q.device.on(dst, src, size, OpTransferAsync)
	q.device.events.Begin(op)
	err := q.Queue.CopyOn(dst, src, size)
	q.device.events.End(op)
	return err
}

// Set reports that a memset was initiated.
func (q *observedQueue) Set(dst device.Addr, value byte, size uintptr) error {
	op := q.device.set(dst, size, OpMemsetAsync)
	q.device.events.Begin(op)
	err := q.Queue.Set(dst, value, size)
	q.device.events.End(op)
	return err
}

// Launch reports that a kernel was initiated.
func (q *observedQueue) Launch(l *device.Launch) error {
	teams := requested(l)
	q.device.events.Submitting(teams)
	err := q.Queue.Launch(l)
	q.device.events.Submitted(teams, l, 0)
	return err
}
