package ompt

import (
	"sync"

	"ompcc/rt/device"
)

// observed is a device of which a tool sees the data operations.
type observed struct {
	device.Device
	events Events
	num    int32
	sizes  sync.Map // device.Addr → uintptr: the size that a deletion reports
}

// during reports op round the action. The end event is sent even when the
// action failed: begin and end always pair.
func during(events Events, op *DataOp, action func() error) error {
	events.Begin(op)
	err := action()
	events.End(op)
	return err
}

// Alloc reports an allocation; the address is in Dest at the end.
func (o *observed) Alloc(size uintptr) (addr device.Addr, err error) {
	op := DataOp{Op: OpAlloc, SrcDev: o.events.Host(), DestDev: o.num, Bytes: size}
	err = during(o.events, &op, func() error {
		addr, err = o.Device.Alloc(size)
		op.Dest = uintptr(addr)
		o.sizes.Store(addr, size)
		return err
	})
	return addr, err
}

// Free reports a deletion. OpenMP 6.0 puts the device's address on the
// destination side, earlier versions on the source side: the dispatcher, which
// knows the tool's version, gets it in Dest.
func (o *observed) Free(addr device.Addr) error {
	op := DataOp{Op: OpDelete, SrcDev: o.events.Host(), Dest: uintptr(addr), DestDev: o.num}
	if size, ok := o.sizes.LoadAndDelete(addr); ok {
		op.Bytes = size.(uintptr)
	}
	return during(o.events, &op, func() error { return o.Device.Free(addr) })
}

func (o *observed) to(dst device.Addr, src device.Host, size uintptr, kind Op) *DataOp {
	return &DataOp{Op: kind, Src: uintptr(src), SrcDev: o.events.Host(), Dest: uintptr(dst), DestDev: o.num, Bytes: size}
}

func (o *observed) from(dst device.Host, src device.Addr, size uintptr, kind Op) *DataOp {
	return &DataOp{Op: kind, Src: uintptr(src), SrcDev: o.num, Dest: uintptr(dst), DestDev: o.events.Host(), Bytes: size}
}

func (o *observed) on(dst, src device.Addr, size uintptr, kind Op) *DataOp {
	return &DataOp{Op: kind, Src: uintptr(src), SrcDev: o.num, Dest: uintptr(dst), DestDev: o.num, Bytes: size}
}

func (o *observed) set(dst device.Addr, size uintptr, kind Op) *DataOp {
	return &DataOp{Op: kind, SrcDev: o.events.Host(), Dest: uintptr(dst), DestDev: o.num, Bytes: size}
}

// CopyTo reports a transfer to the device.
func (o *observed) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	return during(o.events, o.to(dst, src, size, OpToDevice), func() error { return o.Device.CopyTo(dst, src, size) })
}

// CopyFrom reports a transfer from the device.
func (o *observed) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	return during(o.events, o.from(dst, src, size, OpFromDevice), func() error { return o.Device.CopyFrom(dst, src, size) })
}

// CopyOn reports a transfer within the device.
func (o *observed) CopyOn(dst, src device.Addr, size uintptr) error {
	return during(o.events, o.on(dst, src, size, OpTransfer), func() error { return o.Device.CopyOn(dst, src, size) })
}

// Set reports a memset.
func (o *observed) Set(dst device.Addr, value byte, size uintptr) error {
	return during(o.events, o.set(dst, size, OpMemset), func() error { return o.Device.Set(dst, value, size) })
}

// Queue returns a queue whose operations are reported with their asynchronous
// kinds.
func (o *observed) Queue() (device.Queue, error) {
	q, err := o.Device.Queue()
	if err != nil {
		return nil, err
	}
	return &observedQueue{Queue: q, device: o}, nil
}

type observedQueue struct {
	device.Queue
	device *observed
}

// CopyTo reports that a transfer to the device was initiated.
func (q *observedQueue) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	op := q.device.to(dst, src, size, OpToDeviceAsync)
	return during(q.device.events, op, func() error { return q.Queue.CopyTo(dst, src, size) })
}

// CopyFrom reports that a transfer from the device was initiated.
func (q *observedQueue) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	op := q.device.from(dst, src, size, OpFromDeviceAsync)
	return during(q.device.events, op, func() error { return q.Queue.CopyFrom(dst, src, size) })
}

// CopyOn reports that a transfer within the device was initiated.
func (q *observedQueue) CopyOn(dst, src device.Addr, size uintptr) error {
	op := q.device.on(dst, src, size, OpTransferAsync)
	return during(q.device.events, op, func() error { return q.Queue.CopyOn(dst, src, size) })
}

// Set reports that a memset was initiated.
func (q *observedQueue) Set(dst device.Addr, value byte, size uintptr) error {
	op := q.device.set(dst, size, OpMemsetAsync)
	return during(q.device.events, op, func() error { return q.Queue.Set(dst, value, size) })
}
