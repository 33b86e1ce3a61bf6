package ompt

import (
	"time"

	"ompcc/rt/device"
)

// Op is a kind of data operation, with the values of ompt_target_data_op_t
// (OpenMP 5.2 §19.4.4.15, 6.0 §33.36).
type Op int32

// The data operations.
const (
	OpAlloc        Op = 1
	OpToDevice     Op = 2
	OpFromDevice   Op = 3
	OpDelete       Op = 4
	OpAssociate    Op = 5
	OpDisassociate Op = 6
	OpTransfer     Op = 7
	OpMemset       Op = 8
	OpTransferRect Op = 9

	OpAllocAsync      Op = 17
	OpToDeviceAsync   Op = 18
	OpFromDeviceAsync Op = 19
	OpDeleteAsync     Op = 20
	OpTransferAsync   Op = 23
	OpMemsetAsync     Op = 24
	OpRectAsync       Op = 25
)

// Flags of a mapped item, ompt_target_map_flag_t.
const (
	MapTo       = 0x01
	MapFrom     = 0x02
	MapAlloc    = 0x04
	MapRelease  = 0x08
	MapDelete   = 0x10
	MapImplicit = 0x20
	MapAlways   = 0x40
	MapPresent  = 0x80
	MapClose    = 0x100
	MapShared   = 0x200
)

// DataOp is one operation: from where to where, with device numbers as
// omp_get_device_num and omp_get_initial_device give them. Host is the number
// to use for the host side.
type DataOp struct {
	Op      Op
	Src     uintptr
	SrcDev  int32
	Dest    uintptr
	DestDev int32
	Bytes   uintptr
}

// Events takes the events of devices. It is called on the thread that executes
// the construct, between its begin and end, and never with a lock held: a tool
// may call device routines from its callbacks.
type Events interface {
	// Host is the device number of the host.
	Host() int32
	// Begin announces an operation; End says that it was initiated, with the
	// values as they are now (the address of an allocation is known only then).
	Begin(DataOp)
	End(DataOp)
	// Move is Begin, a transfer within this process's memory, and End, in one
	// crossing to C instead of two.
	Move(DataOp)
	// Submitting announces a kernel with the number of teams that the program
	// asks for, 0 if it does not; Submitted says that it has ended, with the
	// number of teams that it got (l.Granted), what the device counted (l.Counts) and, if the device measured it, its
	// duration.
	Submitting(teams uint32)
	Submitted(teams uint32, l *device.Launch, took time.Duration)
	// Tracing tells whether kernels of the device are to be measured.
	Tracing(num int32) bool
	// Mapping says for which data of the host the next allocation or deletion is.
	Mapping(host uintptr)
	// Once reports an operation that has no duration (associate, disassociate).
	Once(DataOp)
}

// Wrap returns d with events for device number num, or d itself when nobody
// listens, so that a program without a tool pays nothing.
func Wrap(d device.Device, events Events, num int) device.Device {
	if events == nil {
		return d
	}
	return &observed{Device: d, events: events, num: int32(num), plain: d.Info().PlainMemory}
}
