package remote

import "unsafe"

// message precedes its data, of which there are N bytes. A to D are arguments.
type message struct{ Code, Stream, ID, A, B, C, D, N uint64 }

const messageSize = int(unsafe.Sizeof(message{}))

// Requests of rank 0. The upper half of Code is the number of the device on its rank. Requests of the same stream are
// executed in order.
const (
	hello      = iota // A: device number on rank 0, B: number of devices there; reply: info
	alloc             // A: size; reply A: address
	free              // A: address
	write             // A: address, B: size, C: tag of the data, 0: it follows
	read              // A: address, B: size, C: tag for the data, 0: it is the reply's
	copyOn            // A: to, B: from, C: size
	fill              // A: address, B: value, C: size
	steps             // A: number of steps; data: them, and small data; reply A: how many are done, data: addresses and data
	load              // A: hash of an image, B: stack; data: its target, architecture and format; reply A: module, 0: unknown
	loadData          // as load, C: size, D: tag of the image
	kernel            // A: module; data: name; reply A: kernel
	global            // A: module; data: name; reply A: address, B: size
	unload            // A: module
	launch            // A: kernel; data: launchWords, place and arguments; reply A: teams, B: nanoseconds, data: Launch.Counts
	mark              // A: mark; no reply
	await             // A: mark; no reply
	forget            // A: mark; no reply
	syncStream        // replies when the stream is done, with its first error
	end               // the stream is not used any more; no reply
	give              // A: address, B: size, C: rank, D: tag: sends to another rank
	take              // the same: receives from another rank
	functions         // data: pairs of addresses on rank 0 and on the device
	serve             // A: slots, B: size of each; reply A: mailbox, B: address
	mailRead          // A: mailbox, B: slot, C: offset, D: size; reply: data
	mailWrite         // A: mailbox, B: slot, C: offset; data
	mailAnswer        // A: mailbox, B: slot
	mailAwait         // A: mailbox
	mailRing          // A: mailbox, B: doorbell, C: value
	mailClose         // A: mailbox
	served            // ID of a call; data: the reply of a region
	quit
)

// Messages of servers.
const (
	reply   = 100 + iota
	failed  // A: kind of the error; data: text
	printed // data: what kernels print
	beat    // the server is alive
	posted  // A: mailbox, B: slot: a kernel waits for the host
	reverse // A: device number on rank 0; data: request of a reverse-offload region
	broken  // data: why the rank's devices cannot be used any more
)

// quiet is a request without a reply, whose error the stream keeps for sync.
const quiet = 1 << 16

// Kinds of errors.
const (
	failure = iota
	outOfMemory
)

func (m *message) code() uint64 { return m.Code & 0xffff }

func (m *message) device() int { return int(m.Code >> 32) }

func (m *message) bytes() []byte { return unsafe.Slice((*byte)(unsafe.Pointer(m)), messageSize) }

// words views a slice of plain values as bytes.
func words[T any](v []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v)*int(unsafe.Sizeof(*new(T))))
}

// read fills plain values from the front of data, and returns the rest.
func readWords[T any](data []byte, to []T) []byte {
	b := words(to)
	return data[copy(b, data):]
}

// split calls f for each message of a control message.
func split(packet []byte, f func(m message, data []byte)) {
	for len(packet) >= messageSize {
		var m message
		copy(m.bytes(), packet)
		packet = packet[messageSize:]
		n := min(m.N, uint64(len(packet)))
		f(m, packet[:n])
		packet = packet[n:]
	}
}
