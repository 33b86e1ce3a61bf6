package hsa

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// fake is an HSA runtime with GPUs whose memory is the test's. It checks every call and the packets as the real one
// would, and is as lazy as that one may be. Copies and kernels happen when somebody waits for a signal. Of those
// that need not wait for another one, the latest comes first.
type fake struct {
	asked uint32 // bytes of a team's memory that the program asks for
	stack uint32 // bytes that recursive and indirect calls get
	t     *testing.T
	mu    sync.Mutex

	gpus    int
	noLink  bool
	svm     bool
	users   int
	next    uintptr
	blocks  map[uintptr]*block
	signals map[uintptr]*signal
	queues  map[uintptr]*fakeQueue
	readers map[uintptr]bool
	loaded  map[uintptr]*executable
	pending []*operation // in the order in which they were given
	texts   map[string]*byte
	printed string
	said    []string // by kernels
	print   bool     // kernels print

	calls   []Function
	failing int // number of the call that fails, -1: none
}

type block struct {
	data   []byte
	size   uintptr
	pool   uintptr
	access []uintptr
}

type signal struct {
	value    int64
	doorbell *fakeQueue
	noted    bool // a kernel has set it whose queue notes when that was
}

// operation is a copy, or a packet of a queue. Its signal is 0 if it has none.
type operation struct {
	queue  *fakeQueue
	after  []uintptr
	signal uintptr
	work   func()
}

type fakeQueue struct {
	agent   uintptr
	memory  []byte // the structure that the program sees
	ring    []byte
	notes   bool // when kernels begin and end
	written uint64
	read    uint64
	failed  *uint32
}

type executable struct {
	agent  uintptr
	frozen bool
	stdio  uintptr
}

// Handles.
const (
	cpuAgent  = 11
	gpuAgent  = 20 // + its number
	hostPool  = 31
	gpuPool   = 40 // + its number
	isaHandle = 60
	symAdd    = 70 + iota
	symOnce
	symMark
	symHang
	symBad
	symStdio
	symCounter
	symScratch
)

var symbols = map[string]uintptr{"add.kd": symAdd, "add__once.kd": symOnce, "mark.kd": symMark, "hang.kd": symHang,
	"bad.kd":      symBad,
	abi.StdioName: symStdio, "counter": symCounter, "mark" + abi.ScratchSuffix: symScratch}

const (
	perTeam = 24
	failure = 0x1016
)

func newFake(t *testing.T, gpus int) *fake {
	return &fake{t: t, gpus: gpus, next: 0x5000, stack: 16 << 10, blocks: map[uintptr]*block{},
		signals: map[uintptr]*signal{}, queues: map[uintptr]*fakeQueue{},
		readers: map[uintptr]bool{}, loaded: map[uintptr]*executable{}, texts: map[string]*byte{}, failing: -1}
}

func (k *fake) config() Config {
	return Config{
		Driver: Driver{
			Call: k.call,
			Agents: func() []uintptr {
				list := []uintptr{cpuAgent}
				for i := range k.gpus {
					list = append(list, gpuAgent+uintptr(i))
				}
				return list
			},
			Pools: func(agent uintptr) []uintptr {
				if agent == cpuAgent {
					return []uintptr{hostPool}
				}
				return []uintptr{agent - gpuAgent + gpuPool}
			},
			OnError: 0xE0,
		},
		Print: func(text []byte) { k.printed += string(text) },
		Warn:  func(line string) { k.printed += "warning: " + line },
	}
}

func (k *fake) wrong(format string, args ...any) {
	k.t.Helper()
	k.t.Errorf("call %d, %s: %s", len(k.calls)-1, Symbols[k.calls[len(k.calls)-1]], fmt.Sprintf(format, args...))
}

func (k *fake) handle() uintptr { k.next += 16; return k.next }

func put[V any](at uintptr, v V) uintptr { *(*V)(device.Pointer(at)) = v; return 0 }

//go:noinline
func write(at uintptr, text string) { copy(device.Bytes(at, uintptr(len(text))), text) }

func (k *fake) text(s string) uintptr {
	if k.texts[s] == nil {
		b := append([]byte(s), 0)
		k.texts[s] = &b[0]
	}
	return uintptr(unsafe.Pointer(k.texts[s]))
}

func drop[V any](k *fake, handles map[uintptr]V, handle uintptr) uintptr {
	if _, ok := handles[handle]; !ok {
		k.wrong("%#x is none, or is given up twice", handle)
	}
	delete(handles, handle)
	return 0
}

// reaches requires that an agent accesses all of [at, at+n).
func (k *fake) reaches(agent, at, n uintptr) {
	for base, b := range k.blocks {
		if at >= base && at+n <= base+b.size {
			own := b.pool == hostPool && agent == cpuAgent || b.pool == agent-gpuAgent+gpuPool
			if !own && !slices.Contains(b.access, agent) {
				k.wrong("agent %d does not access %#x, in pool %d, as %d do", agent, at, b.pool, b.access)
			}
			return
		}
	}
	k.wrong("%d bytes at %#x are no memory of the runtime", n, at)
}

// call is Driver.Call.
func (k *fake) call(f Function, args ...uintptr) uintptr {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.calls = append(k.calls, f)
	if len(k.calls)-1 == k.failing && !slices.Contains(noStatus, f) {
		return failure
	}
	if want := arguments[f]; want != len(args) {
		k.wrong("%d arguments, not %d", len(args), want)
	}
	if k.users == 0 && f != Init && f != StatusString {
		k.wrong("the runtime is not initialised")
	}
	var a [12]uintptr
	copy(a[:], args)
	return k.serve(f, a)
}

// noStatus are the functions that return no status.
var noStatus = []Function{SignalStore, SignalWait, QueueAddWriteIndex, QueueLoadReadIndex}

// arguments is how many each function has.
var arguments = [numFunctions]int{0, 0, 2, 3, 2, 3, 3, 4, 4, 1, 4, 8, 3, 4, 1, 2, 5, 8, 1, 2, 1, 3, 1, 4, 5, 2, 1, 4, 3,
	2, 3}

func (k *fake) serve(f Function, a [12]uintptr) uintptr {
	switch f {
	case Init:
		k.users++
	case ShutDown:
		if k.users--; k.users == 0 && k.left() != nil {
			k.wrong("left: %q", k.left())
		}
	case StatusString:
		return put(a[1], k.text("HSA_STATUS_ERROR_EXCEPTION: an exception"))
	case AgentGetInfo:
		return k.agentInfo(a)
	case SystemGetInfo:
		if a[0] == systemFrequency {
			return put(a[1], uint64(100_000_000))
		}
		return put(a[1], k.svm && a[0] == systemSVMByDefault)
	case IsaGetInfo:
		write(a[2], "amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-\x00")
	case PoolGetInfo:
		flags := map[bool]uint32{true: flagFine | flagKernarg, false: flagCoarse}[a[0] == hostPool]
		return put(a[2], map[uintptr]uint32{poolSegment: segmentGlobal, poolFlags: flags, poolMayAllocate: 1}[a[1]])
	case PoolAccess:
		access := uint32(2)
		if k.noLink {
			access = poolNeverAccess
		}
		return put(a[3], access)
	case PoolAllocate:
		return k.allocate(a)
	case PoolFree:
		return drop(k, k.blocks, a[0])
	case AllowAccess:
		b := k.blocks[a[3]]
		if b == nil || a[2] != 0 {
			k.wrong("no block at %#x", a[3])
			return 0
		}
		b.access = append([]uintptr(nil), unsafe.Slice((*uintptr)(device.Pointer(a[1])), a[0])...)
	case AsyncCopy:
		k.reaches(a[1], a[0], a[4])
		k.reaches(a[3], a[2], a[4])
		// The engine of one of the GPUs copies, whichever that is.
		if a[1] != cpuAgent {
			k.reaches(a[1], a[2], a[4])
		}
		if a[3] != cpuAgent {
			k.reaches(a[3], a[0], a[4])
		}
		if a[4] == 0 || (a[5] == 0) != (a[6] == 0) {
			k.wrong("%d bytes, %d signals", a[4], a[5])
		}
		k.begin(&operation{after: words(a[6], a[5]), signal: a[7], work: func() { copy(device.Bytes(a[0], a[4]), device.Bytes(a[2], a[4])) }})
	case Fill:
		if a[0]%4 != 0 || a[2] == 0 {
			k.wrong("%d words at %#x", a[2], a[0])
		}
		word := binary.LittleEndian.AppendUint32(nil, uint32(a[1]))
		copy(device.Bytes(a[0], 4*a[2]), bytes.Repeat(word, int(a[2])))
	default:
		return k.serveQueues(f, a)
	}
	return 0
}

func (k *fake) agentInfo(a [12]uintptr) uintptr {
	switch a[1] {
	case agentISA:
		return put(a[2], uintptr(isaHandle))
	case agentWavefront:
		return put(a[2], uint32(64))
	case agentDevice:
		if a[0] == cpuAgent {
			return put(a[2], uint32(deviceCPU))
		}
		return put(a[2], uint32(deviceGPU))
	case agentComputeUnits:
		return put(a[2], uint32(3))
	case agentMaxWaves:
		return put(a[2], uint32(32))
	case agentSIMDs:
		return put(a[2], uint32(4))
	case agentProductName:
		write(a[2], "Fake GPU\x00")
	case agentUUID:
		write(a[2], fmt.Sprintf("GPU-%d\x00", a[0]))
	default:
		k.wrong("attribute %#x", a[1])
	}
	return 0
}

func (k *fake) allocate(a [12]uintptr) uintptr {
	if a[1] == 0 || a[2] != 0 {
		k.wrong("%d bytes, flags %d", a[1], a[2])
	}
	if a[1] > 1<<40 {
		return statusOutOfMemory
	}
	data := bytes.Repeat([]byte{0xCD}, int(a[1]+255)) // contents are undefined
	at := (uintptr(unsafe.Pointer(&data[0])) + 255) &^ 255
	k.blocks[at] = &block{data: data, size: a[1], pool: a[0]}
	return put(a[3], at)
}

// words are the n words at an address.
func words(at, n uintptr) (list []uintptr) {
	for i := range n {
		list = append(list, *(*uintptr)(device.Pointer(at + 8*i)))
	}
	return list
}

// begin takes an operation, which is executed when somebody waits.
func (k *fake) begin(o *operation) {
	s := k.signals[o.signal]
	if o.signal != 0 && (s == nil || s.value != 1 || k.uses(o.signal, false)) {
		k.wrong("signal %#x", o.signal)
		return
	}
	for _, a := range o.after {
		if k.signals[a] == nil {
			k.wrong("no signal %#x to wait for", a)
		}
	}
	k.pending = append(k.pending, o)
}

// uses says whether an operation has the signal, or waits for it.
func (k *fake) uses(signal uintptr, waits bool) bool {
	return slices.ContainsFunc(k.pending, func(o *operation) bool {
		return o.signal == signal || waits && slices.Contains(o.after, signal)
	})
}

// ready: the packets of a queue are executed in order, as their headers say.
func (k *fake) ready(i int) bool {
	o := k.pending[i]
	for _, before := range k.pending[:i] {
		if o.queue != nil && before.queue == o.queue {
			return false
		}
	}
	return !slices.ContainsFunc(o.after, func(s uintptr) bool { return k.signals[s].value != 0 })
}

// execute executes operations until a signal is set or nothing is ready.
func (k *fake) execute(until *signal) {
	for i := len(k.pending) - 1; i >= 0 && until.value > 0; i-- {
		if !k.ready(i) {
			continue
		}
		o := k.pending[i]
		k.pending = slices.Delete(k.pending, i, i+1)
		o.work()
		if s := k.signals[o.signal]; s != nil && s.value == 1 {
			s.value = 0
		}
		i = len(k.pending)
	}
}

func (k *fake) serveQueues(f Function, a [12]uintptr) uintptr {
	switch f {
	case SignalCreate:
		h := k.handle()
		k.signals[h] = &signal{value: int64(a[0])}
		return put(a[3], h)
	case SignalDestroy:
		if k.uses(a[0], true) {
			k.wrong("signal %#x is in use", a[0])
		}
		return drop(k, k.signals, a[0])
	case SignalStore:
		s := k.signals[a[0]]
		if k.uses(a[0], true) {
			k.wrong("signal %#x is in use", a[0])
		}
		s.noted = false
		s.value = int64(a[1])
		if s.doorbell != nil {
			k.ring(s.doorbell, uint64(a[1]))
		}
	case SignalWait:
		if s := k.signals[a[0]]; s == nil || a[1] != waitLess || a[2] != 1 || a[4] != waitBlocked {
			k.wrong("signal %#x", a[0])
		} else {
			k.execute(s)
			return uintptr(s.value)
		}
	case QueueCreate:
		return k.newQueue(a)
	case QueueDestroy:
		q := k.queues[a[0]]
		if q != nil {
			delete(k.signals, *(*uintptr)(unsafe.Pointer(&q.memory[16])))
		}
		return drop(k, k.queues, a[0])
	case QueueAddWriteIndex:
		q := k.queues[a[0]]
		q.written += uint64(a[1])
		return uintptr(q.written) - a[1]
	case QueueLoadReadIndex:
		q := k.queues[a[0]]
		if q.written-q.read > queueSize { // somebody waits: the oldest packets are done
			q.read = q.written - queueSize
		}
		return uintptr(q.read)
	default:
		return k.serveCode(f, a)
	}
	return 0
}

// newQueue makes a queue (hsa_queue_t): at 8 the ring, at 16 the doorbell, at 24
// its size.
func (k *fake) newQueue(a [12]uintptr) uintptr {
	if a[1] != queueSize || a[2] != 0 || a[3] != 0xE0 || a[4] == 0 || a[5] != 1<<32-1 || a[6] != 1<<32-1 {
		k.wrong("queue %v", a[:7])
	}
	q := &fakeQueue{agent: a[0], memory: make([]byte, 64), ring: make([]byte, 64*queueSize+64),
		failed: (*uint32)(device.Pointer(a[4]))}
	at := (uintptr(unsafe.Pointer(&q.ring[0])) + 63) &^ 63
	doorbell := k.handle()
	k.signals[doorbell] = &signal{doorbell: q}
	binary.LittleEndian.PutUint64(q.memory[8:], uint64(at))
	binary.LittleEndian.PutUint64(q.memory[16:], uint64(doorbell))
	binary.LittleEndian.PutUint32(q.memory[24:], queueSize)
	h := uintptr(unsafe.Pointer(&q.memory[0]))
	k.queues[h] = q
	return put(a[7], h)
}

// ring looks at the packet that has become the GPU's: its header must be whole.
func (k *fake) ring(q *fakeQueue, index uint64) {
	if index != q.written-1 {
		k.wrong("the doorbell says %d, written are %d", index, q.written)
	}
	base := binary.LittleEndian.Uint64(q.memory[8:])
	p := (*packet)(device.Pointer(uintptr(base + index%queueSize*64)))
	switch p.header {
	case barrierHeader:
		b := *(*barrier)(unsafe.Pointer(p))
		p.header = 1 // invalid: the slot is the program's again
		after := slices.DeleteFunc(b.after[:], func(s uintptr) bool { return s == 0 })
		k.begin(&operation{queue: q, after: after, signal: uintptr(b.signal), work: func() { q.read = index + 1 }})
	case dispatchHeader:
		k.dispatch(q, p, index)
	default:
		k.wrong("packet header %#x", p.header)
	}
}

// dispatch takes a kernel, whose arguments are looked at when it runs.
func (k *fake) dispatch(q *fakeQueue, p *packet, index uint64) {
	own := *p
	p.header = 1
	k.begin(&operation{queue: q, signal: uintptr(p.signal), work: func() { k.run(q, &own, index) }})
}

func (k *fake) run(q *fakeQueue, p *packet, index uint64) {
	if p.setup != 1 || p.teamY != 1 || p.teamZ != 1 || p.gridY != 1 || p.gridZ != 1 || p.gridX == 0 ||
		p.gridX%uint32(p.teamX) != 0 || p.args%16 != 0 ||
		p.group != 32+k.asked || p.private != map[bool]uint32{true: 16 + k.stack, false: 16}[p.object == symMark] {
		k.wrong("packet %+v", *p)
	}
	args := uintptr(p.args)
	k.reaches(q.agent, args, 96)
	word := func(at uintptr) uintptr { return *(*uintptr)(device.Pointer(args + at)) }
	x, n, teams := word(0), word(8), p.gridX/uint32(p.teamX)
	hidden := device.Bytes(args+16, 72)
	if p.object == symMark {
		hidden = device.Bytes(args+24, 72)
	}
	if !bytes.Equal(hidden[:18],
		append(binary.LittleEndian.AppendUint32(nil, teams), 1, 0, 0, 0, 1, 0, 0, 0, byte(p.teamX), byte(p.teamX>>8), 1,
			0, 1, 0)) || hidden[64] != 1 {
		k.wrong("hidden arguments %v", hidden)
	}
	k.reaches(q.agent, x, n)
	object, scratch, threads := p.object, word(16), p.teamX
	if object == symMark {
		k.reaches(q.agent, scratch, 64+uintptr(teams)*perTeam)
	}
	s := k.signals[uintptr(p.signal)]
	s.noted = q.notes
	q.read = index + 1
	k.said = append(k.said, fmt.Sprintf("%d %d x %d", object, teams, threads))
	switch object {
	case symBad:
		atomic.StoreUint32(q.failed, failure)
		s.value = 2 // the kernel does not end
		return
	case symMark:
		if !bytes.Equal(device.Bytes(scratch, 64), make([]byte, 64)) {
			k.t.Error("the head of scratch memory is not zero")
		}
		copy(device.Bytes(scratch+64, uintptr(teams)*perTeam), bytes.Repeat([]byte{0xEE}, int(teams*perTeam)))
	}
	data := device.Bytes(x, n)
	for i := range data {
		data[i]++
	}
	if k.print {
		k.printText(q.agent)
	}
}

// printText is what a kernel does that prints more than fits.
func (k *fake) printText(agent uintptr) {
	for _, e := range k.loaded {
		if e.agent == agent {
			text := "printed by a kernel\n"
			write(e.stdio+stdioHead, text)
			put(e.stdio, head{used: uint32(len(text)), dropped: 3})
		}
	}
}

func (k *fake) serveCode(f Function, a [12]uintptr) uintptr {
	switch f {
	case ReaderCreate:
		h := k.handle()
		k.readers[h] = true
		return put(a[2], h)
	case ReaderDestroy:
		return drop(k, k.readers, a[0])
	case ExecutableCreate:
		h := k.handle()
		k.loaded[h] = &executable{}
		if a[0] != profileFull || a[1] != 0 || a[2] != 0 {
			k.wrong("profile %d", a[0])
		}
		return put(a[3], h)
	case ExecutableLoad:
		if !k.readers[a[2]] || k.loaded[a[0]].frozen {
			k.wrong("reader %#x", a[2])
		}
		e := k.loaded[a[0]]
		e.agent = a[1]
		data := make([]byte, 4096)
		e.stdio = uintptr(unsafe.Pointer(&data[0]))
		k.blocks[e.stdio] = &block{data: data, size: 4096, pool: a[1] - gpuAgent + gpuPool}
	case ExecutableFreeze:
		k.loaded[a[0]].frozen = true
	case ExecutableDestroy:
		if e := k.loaded[a[0]]; e != nil {
			delete(k.blocks, e.stdio)
		}
		return drop(k, k.loaded, a[0])
	case GetSymbol:
		e := k.loaded[a[0]]
		if !e.frozen || *(*uintptr)(device.Pointer(a[2])) != e.agent {
			k.wrong("executable %#x", a[0])
		}
		if s := symbols[device.String(a[1])]; s != 0 {
			return put(a[3], s|a[0]<<16)
		}
		return statusNoSymbol
	case SymbolGetInfo:
		return k.symbolInfo(a)
	case ProfilingEnable:
		k.queues[a[0]].notes = a[1] == 1
	case ProfilingTime:
		if s := k.signals[a[1]]; a[0] < gpuAgent || s == nil || !s.noted || s.value != 0 {
			k.wrong("signal %#x of agent %d", a[1], a[0])
		}
		return put(a[2], [2]uint64{1000, 1500})
	}
	return 0
}

func (k *fake) symbolInfo(a [12]uintptr) uintptr {
	symbol, e := a[0]&0xffff, k.loaded[a[0]>>16]
	switch a[1] {
	case symbolKernel:
		return put(a[2], uint64(symbol))
	case symbolKernargSize:
		return put(a[2], uint32(24+72))
	case symbolGroupSize:
		return put(a[2], uint32(32))
	case symbolPrivateSize:
		return put(a[2], uint32(16))
	case symbolDynamicStack:
		return put(a[2], symbol == symMark)
	case symbolVariable:
		if symbol == symStdio {
			return put(a[2], e.stdio)
		}
		return put(a[2], uintptr(0x9000))
	case symbolVariableSize:
		return put(a[2], map[uintptr]uint32{symStdio: 4096, symCounter: 4, symScratch: perTeam}[symbol])
	}
	k.wrong("attribute %d", a[1])
	return 0
}

// left lists what has not been given up.
func (k *fake) left() (list []string) {
	for what, n := range map[string]int{"blocks": len(k.blocks), "signals": len(k.signals), "queues": len(k.queues),
		"readers": len(k.readers), "executables": len(k.loaded)} {
		if n > 0 {
			list = append(list, fmt.Sprintf("%d %s", n, what))
		}
	}
	slices.Sort(list)
	return list
}

// metadata is a part of a code object as LLVM writes it: keys are sorted.
func metadata() []byte {
	kernel := func(name string, bound, registers byte) string {
		return "\xb8.max_flat_workgroup_size\xcd" + string([]byte{bound,
			0}) + "\xa5.name" + string([]byte{byte(0xa0 + len(name))}) + name + "\xab.vgpr_count" + string([]byte{registers})
	}
	return []byte(strings.Join([]string{kernel("add", 1, 10), kernel("mark", 1, 100), kernel("hang", 1, 10),
		kernel("bad", 1, 10)}, "...."))
}
