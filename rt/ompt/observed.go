package ompt

import (
	"time"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// observed is a device of which a tool sees the data operations. Each method
// reports the operation round the device's own; the end event is sent even when
// that failed, so begin and end always pair.
type observed struct {
	device.Device
	events Events
	num    int32
	plain  bool // transfers need nothing of the device (device.Info.PlainMemory)
}

// Alloc reports an allocation; the address is in Dest at the end.
func (o *observed) Alloc(size uintptr) (device.Addr, error) {
	op := DataOp{Op: OpAlloc, SrcDev: o.events.Host(), DestDev: o.num, Bytes: size}
	o.events.Begin(op)
	addr, err := o.Device.Alloc(size)
	op.Dest = uintptr(addr)
	o.events.End(op)
	return addr, err
}

// Free reports a deletion; the listener knows the size from the allocation. OpenMP 6.0 puts the device's address on the
// destination side, earlier versions on the source side: the dispatcher, which
// knows the tool's version, gets it in Dest.
func (o *observed) Free(addr device.Addr) error {
	op := DataOp{Op: OpDelete, SrcDev: o.events.Host(), Dest: uintptr(addr), DestDev: o.num}
	o.events.Begin(op)
	err := o.Device.Free(addr)
	o.events.End(op)
	return err
}

// Mapping is not reported itself.
func (o *observed) Mapping(host device.Host) { o.events.Mapping(uintptr(host)) }

func (o *observed) to(dst device.Addr, src device.Host, size uintptr, kind Op) DataOp {
	return DataOp{Op: kind, Src: uintptr(src), SrcDev: o.events.Host(), Dest: uintptr(dst), DestDev: o.num, Bytes: size}
}

func (o *observed) from(dst device.Host, src device.Addr, size uintptr, kind Op) DataOp {
	return DataOp{Op: kind, Src: uintptr(src), SrcDev: o.num, Dest: uintptr(dst), DestDev: o.events.Host(), Bytes: size}
}

func (o *observed) on(dst, src device.Addr, size uintptr, kind Op) DataOp {
	return DataOp{Op: kind, Src: uintptr(src), SrcDev: o.num, Dest: uintptr(dst), DestDev: o.num, Bytes: size}
}

func (o *observed) set(dst device.Addr, size uintptr, kind Op) DataOp {
	return DataOp{Op: kind, SrcDev: o.events.Host(), Dest: uintptr(dst), DestDev: o.num, Bytes: size}
}

// CopyTo reports a transfer to the device.
func (o *observed) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	op := o.to(dst, src, size, OpToDevice)
	if o.plain {
		o.events.Move(op)
		return nil
	}
	o.events.Begin(op)
	err := o.Device.CopyTo(dst, src, size)
	o.events.End(op)
	return err
}

// CopyFrom reports a transfer from the device.
func (o *observed) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	op := o.from(dst, src, size, OpFromDevice)
	if o.plain {
		o.events.Move(op)
		return nil
	}
	o.events.Begin(op)
	err := o.Device.CopyFrom(dst, src, size)
	o.events.End(op)
	return err
}

// CopyOn reports a transfer within the device.
func (o *observed) CopyOn(dst, src device.Addr, size uintptr) error {
	op := o.on(dst, src, size, OpTransfer)
	if o.plain {
		o.events.Move(op)
		return nil
	}
	o.events.Begin(op)
	err := o.Device.CopyOn(dst, src, size)
	o.events.End(op)
	return err
}

// Set reports a memset.
func (o *observed) Set(dst device.Addr, value byte, size uintptr) error {
	op := o.set(dst, size, OpMemset)
	o.events.Begin(op)
	err := o.Device.Set(dst, value, size)
	o.events.End(op)
	return err
}

// Launch reports a kernel, which is measured while the device is traced. The
// kernels of devices with Info.HostLaunch are reported where they are launched.
func (o *observed) Launch(l *device.Launch) error {
	teams := requested(l)
	o.events.Submitting(teams)
	took, err := o.launch(l)
	o.events.Submitted(teams, l, took)
	return err
}

// requested is the number of teams that the program asks for: one without a
// teams construct, 0 when it leaves the number open.
func requested(l *device.Launch) uint32 {
	if l.Flags&abi.KernelTeams == 0 {
		return 1
	}
	return l.NumTeams
}

func (o *observed) launch(l *device.Launch) (time.Duration, error) {
	if timer, ok := o.Device.(device.Timer); ok && o.events.Tracing(o.num) {
		return timer.LaunchTimed(l)
	}
	return 0, o.Device.Launch(l)
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
