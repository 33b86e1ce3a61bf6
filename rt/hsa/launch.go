package hsa

import (
	"encoding/binary"
	"errors"
	"runtime"
	"strconv"
	"sync/atomic"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// packet is hsa_kernel_dispatch_packet_t.
type packet struct {
	header, setup          uint16
	teamX, teamY, teamZ, _ uint16
	gridX, gridY, gridZ    uint32
	private, group         uint32
	object                 uint64
	args                   uint64
	_                      uint64
	signal                 uint64
}

// barrier is hsa_barrier_and_packet_t: it waits for up to five signals.
type barrier struct {
	header, _ uint16
	_         uint32
	after     [5]uintptr
	_         uint64
	signal    uint64
}

// dispatchHeader is the header of a kernel dispatch that waits for what came before
// and makes all memory visible to everybody on both sides.
const dispatchHeader = 2 | 1<<8 | 2<<9 | 2<<11

// packetSize is that of all packets.
const packetSize = 64

// barrierHeader is that of a packet that only waits (hsa_barrier_and_packet_t).
const barrierHeader = 3 | 1<<8 | 2<<9 | 2<<11

// Launch runs a kernel to its end.
func (q *queue) Launch(l *device.Launch) error {
	k, e, grid := q.gpu.plan(l)
	return q.scratch.With(q, l, k.scratch, func(l *device.Launch) error { return q.dispatch(e, l, grid) })
}

// plan chooses the entry point and the grid.
func (g *gpu) plan(l *device.Launch) (*kernel, entry, device.Grid) {
	g.mu.Lock()
	k := g.kernels[l.Kernel-1]
	g.mu.Unlock()
	l.Each = k.each
	resident := g.unit.Teams(k.registers, k.bound, k.entry.group) * uint32(max(g.info.Procs, 1))
	grid := device.GridOf(l, k.bound, g.wavefront, resident)
	e := k.entry
	if grid.Once && k.once.object != 0 {
		e = k.once
	}
	if wide, ok := grid.Widened(l, k.wideEach, resident); ok {
		e, grid = k.wide, wide
	}
	l.Granted = grid.Teams
	return k, e, grid
}

// dispatch runs an entry point to its end.
func (q *queue) dispatch(e entry, l *device.Launch, grid device.Grid) error {
	p, err := q.gpu.packet(e, l, grid, q.args, argsSize)
	if err != nil {
		return err
	}
	q.begin()
	q.start()
	p.signal = uint64(q.signal)
	enqueue(q, dispatchHeader, p)
	err = q.wait()
	ended := err == nil
	if ended && q.took != nil { // before the signal is another operation's
		*q.took, err = q.measure()
	}
	if ended && q.gpu.driver.Counts != nil {
		l.Counts = q.gpu.driver.Counts(q.signal)
	}
	return errors.Join(err, q.drain(ended), q.freeDeferred())
}

// packet is the dispatch of an entry point, whose arguments are written to args,
// where there is room for so many bytes.
func (g *gpu) packet(e entry, l *device.Launch, grid device.Grid, args, room uintptr) (*packet, error) {
	if e.kernarg > room {
		return nil,
			errors.New("the kernel has " + strconv.Itoa(int(e.kernarg)) + " bytes of arguments, more than are supported")
	}
	asked := l.Shared
	if l.Flags&abi.KernelFallsBack != 0 && uint64(e.group)+uint64(asked) > uint64(g.unit.group) {
		asked = 0
	}
	writeArgs(device.Bytes(args, max(e.kernarg, 8)), l, grid, asked)
	threads := uint64(grid.Teams) * uint64(grid.Threads)
	if threads > 1<<32-1 {
		return nil, errors.New("the grid has more than 2^32-1 threads")
	}
	group := uint64(e.group) + uint64(asked)
	if asked != 0 && group > uint64(g.unit.group) {
		return nil,
			errors.New("a team takes " + strconv.Itoa(int(group)) + " bytes of its memory (" + strconv.Itoa(int(asked)) +
				" of them asked for at the launch), but " + g.info.Name + " has " + strconv.Itoa(int(g.unit.group)) + " for each")
	}
	return &packet{setup: 1, teamX: uint16(grid.Threads), teamY: 1, teamZ: 1, gridX: uint32(threads), gridY: 1,
		gridZ:   1,
		private: e.private, group: uint32(group), object: e.object, args: uint64(args)}, nil
}

// enqueue writes a packet: its header last, for the GPU may be looking.
func enqueue[P packet | barrier](q *queue, header uint32, p *P) {
	d := q.gpu.driver
	base := *(*uintptr)(device.Pointer(q.handle + 8))
	doorbell := *(*uintptr)(device.Pointer(q.handle + 16))
	size := uintptr(*(*uint32)(device.Pointer(q.handle + 24)))
	index := d.Call(QueueAddWriteIndex, q.handle, 1)
	for index-d.Call(QueueLoadReadIndex, q.handle) >= size {
		runtime.Gosched() // the program's packets fill the queue
	}
	slot, words := base+index%size*packetSize, (*[packetSize / 4]uint32)(unsafe.Pointer(p))
	for i, w := range words[1:] {
		*(*uint32)(device.Pointer(slot + 4 + 4*uintptr(i))) = w
	}
	atomic.StoreUint32((*uint32)(device.Pointer(slot)), header|words[0]&^0xffff)
	d.Call(SignalStore, doorbell, index)
}

// writeArgs lays out the parameters, each at a multiple of its size up to 8 or 16. After them it writes the hidden
// arguments of version 5 of the code object format: the number of teams, and the size of a team.
func writeArgs(to []byte, l *device.Launch, grid device.Grid, shared uint32) {
	clear(to)
	at := uintptr(0)
	for i := range uintptr(l.NumArgs) {
		size := uintptr(*(*uint32)(device.Pointer(uintptr(l.Sizes) + 4*i)))
		value := *(*uintptr)(device.Pointer(uintptr(l.Args) + 8*i))
		align := alignment(size)
		at = (at + align - 1) / align * align
		if at+size <= uintptr(len(to)) {
			copy(to[at:], device.Bytes(value, size))
		}
		at += size
	}
	at = (at + 7) / 8 * 8
	if at+66 > uintptr(len(to)) {
		return // the kernel does not use them
	}
	hidden := to[at:]
	for i, n := range [3]uint32{grid.Teams, 1, 1} {
		binary.LittleEndian.PutUint32(hidden[4*i:], n)
	}
	for i, n := range [3]uint32{grid.Threads, 1, 1} {
		binary.LittleEndian.PutUint16(hidden[12+2*i:], uint16(n))
	}
	binary.LittleEndian.PutUint16(hidden[64:], 1)
	if len(hidden) >= 124 {
		binary.LittleEndian.PutUint32(hidden[120:], shared) // dynamic LDS
	}
}

func alignment(size uintptr) uintptr {
	for a := uintptr(16); a > 1; a /= 2 {
		if size%a == 0 {
			return a
		}
	}
	return 1
}
