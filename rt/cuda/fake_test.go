package cuda

import (
	"bytes"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// fake is a driver with GPUs whose memory is the test's. It checks every call as
// the real one would, and is as lazy as that one may be: nothing of a stream
// happens before somebody waits for it, so that what reads too early reads
// something else.
type fake struct {
	t  *testing.T
	mu sync.Mutex

	gpus     int
	kind     gpuKind
	link     int                 // result of CtxEnablePeerAccess
	pageable int                 // attribute of the GPUs
	stack    int                 // of each thread
	deep     bool                // modules ask for more
	allowed  map[uintptr]uintptr // bytes of dynamic shared memory of kernels
	retained []int
	alone    bool           // one goroutine makes all calls
	current  map[string]int // context of each goroutine, by the device's number plus one
	next     uintptr
	streams  map[uintptr]*fakeStream
	events   map[uintptr]*fakeEvent
	memory   map[uintptr]*block // of the GPUs
	pinned   map[uintptr]*block
	modules  map[uintptr]int
	linked   map[[2]int]bool
	texts    map[string]*byte
	said     []string // by kernels

	calls []Function
	// failing is the number of the call that fails, -1: none.
	failing int
	result  int
}

// staticShared is what each kernel has of shared memory by itself.
const staticShared = 1 << 10

// gpuKind is what a model of GPU has.
type gpuKind struct {
	name         string
	major, minor int32
	procs        int32
	// Of each processor: threads that it holds, bytes of shared memory, and how many of these one team
	// may ask for.
	threads, shared, most int32
}

var plainKind = gpuKind{"Fake GPU", 9, 0, 3, 512, 200 << 10, 100 << 10}

type block struct {
	data    []byte
	gpu     int
	managed bool
	size    uintptr
}

type fakeStream struct {
	gpu     int
	pending []func()
}

type fakeEvent struct {
	gpu    int
	timed  bool
	marked bool
	done   bool

	records int
	in      *fakeStream
}

func newFake(t *testing.T, gpus int) *fake {
	return &fake{t: t, gpus: gpus, kind: plainKind, retained: make([]int, gpus), current: map[string]int{},
		next: 0x5000, streams: map[uintptr]*fakeStream{},
		events: map[uintptr]*fakeEvent{}, memory: map[uintptr]*block{}, pinned: map[uintptr]*block{},
		modules: map[uintptr]int{},
		linked:  map[[2]int]bool{}, texts: map[string]*byte{}, allowed: map[uintptr]uintptr{}, failing: -1}
}

// The driver's numbers of device i and of its context.
func handleOf(i int) uintptr  { return uintptr(70 + i) }
func contextOf(i int) uintptr { return uintptr(0x1000 + 16*i) }

const (
	kernelAdd = 0x3000 + iota
	kernelAddOnce
	kernelMark
	kernelBig
)

var kernelNames = map[string]uintptr{"add": kernelAdd, "add__once": kernelAddOnce, "mark": kernelMark, "big": kernelBig}

// perTeam is what kernel mark wants of scratch memory.
const perTeam = 24

// perBig is what kernel big takes of dynamic shared memory.
const perBig = 64 << 10

// caller is the goroutine that calls, which is a matter of its stack, and slow.
func (k *fake) caller() string {
	if k.alone {
		return ""
	}
	text := make([]byte, 32)
	n := runtime.Stack(text, false)
	return strings.Fields(string(text[:n]))[1]
}

func (k *fake) wrong(format string, args ...any) {
	k.t.Helper()
	k.t.Errorf("call %d, %s: %s", len(k.calls)-1, Symbols[k.calls[len(k.calls)-1]], fmt.Sprintf(format, args...))
}

// here is the device whose context the calling goroutine has.
func (k *fake) here() int {
	i := k.current[k.caller()] - 1
	if i < 0 || k.retained[i] != 1 {
		k.wrong("no context")
		return 0
	}
	return i
}

func (k *fake) device(handle uintptr) int {
	i := int(handle) - 70
	if i < 0 || i >= k.gpus {
		k.wrong("device %d", handle)
		return 0
	}
	return i
}

func (k *fake) handle() uintptr { k.next += 16; return k.next }

func (k *fake) give(blocks map[uintptr]*block, size uintptr, gpu int, managed bool) uintptr {
	data := bytes.Repeat([]byte{0xCD}, int(size+255)) // contents are undefined
	at := uintptr(unsafe.Pointer(&data[0]))
	at = (at + 255) &^ 255
	blocks[at] = &block{data, gpu, managed, size}
	return at
}

// holds finds the block that has all of [at, at+n).
func holds(blocks map[uintptr]*block, at, n uintptr) *block {
	for base, b := range blocks {
		if at >= base && at+n <= base+b.size {
			return b
		}
	}
	return nil
}

// onGPU requires memory of a device.
func (k *fake) onGPU(at, n uintptr, gpu int) {
	b := holds(k.memory, at, n)
	if b == nil || b.gpu != gpu && !b.managed {
		k.wrong("%d bytes at %#x are not on device %d", n, at, gpu)
	}
}

func (k *fake) onHost(at, n uintptr) {
	if b := holds(k.memory, at, 1); n == 0 || b != nil {
		k.wrong("%d bytes at %#x are no host memory", n, at)
	}
}

// later puts work into a stream.
func (k *fake) later(stream uintptr, work func()) {
	s := k.streams[stream]
	if s == nil || s.gpu != k.here() {
		k.wrong("stream %#x", stream)
		return
	}
	s.pending = append(s.pending, work)
}

func (s *fakeStream) catchUp(until func() bool) {
	for len(s.pending) > 0 && !until() {
		work := s.pending[0]
		s.pending = s.pending[1:]
		work()
	}
}

// drop forgets a handle of the calling goroutine's device.
func drop[V any](k *fake, handles map[uintptr]V, handle uintptr) {
	k.here()
	if _, ok := handles[handle]; !ok {
		k.wrong("%#x is none, or is given up twice", handle)
	}
	delete(handles, handle)
}

func put[V any](at uintptr, v V) int { *(*V)(device.Pointer(at)) = v; return success }

func move(dst, src, n uintptr) { copy(device.Bytes(dst, n), device.Bytes(src, n)) }

func (k *fake) text(s string) uintptr {
	if k.texts[s] == nil {
		b := append([]byte(s), 0)
		k.texts[s] = &b[0]
	}
	return uintptr(unsafe.Pointer(k.texts[s]))
}

// call is the Driver.
func (k *fake) call(f Function, args ...uintptr) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.calls = append(k.calls, f)
	if len(k.calls)-1 == k.failing {
		if s := k.streams[args[0]]; (f == StreamSynchronize || f == StreamQuery) && s != nil {
			s.pending = nil // what has failed does not go on
		}
		return k.result
	}
	var a [12]uintptr
	copy(a[:], args)
	if want := arguments[f]; want != len(args) {
		k.wrong("%d arguments, not %d", len(args), want)
	}
	return k.serve(f, a)
}

// arguments is how many each function has.
var arguments = [numFunctions]int{1, 1, 2, 3, 2, 3, 2, 1, 1, 2, 2, 3, 2, 2, 3, 1, 3, 1, 4, 4, 4, 6, 2, 4, 5, 1, 3, 4, 3, 3,
	4, 11, 2, 1, 1, 1, 3, 2, 1, 2, 1, 3, 2, 2}

func (k *fake) serve(f Function, a [12]uintptr) int {
	switch f {
	case Init:
		return success
	case DeviceGetCount:
		return put(a[0], int32(k.gpus))
	case DeviceGet:
		return put(a[0], int32(handleOf(int(a[1]))))
	case DeviceGetName:
		k.device(a[2])
		copy(device.Bytes(a[0], a[1]), k.kind.name+"\x00")
		return success
	case DeviceGetUUID:
		clear(device.Bytes(a[0], 16))
		return put(a[0], byte(k.device(a[1])))
	case DeviceGetAttribute:
		k.device(a[2])
		return put(a[0],
			map[uintptr]int32{attrMajor: k.kind.major, attrMinor: k.kind.minor, attrMultiprocessors: k.kind.procs,
				attrPageableAccess: int32(k.pageable), attrMostShared: k.kind.most}[a[1]])
	case PrimaryCtxRetain:
		i := k.device(a[1])
		k.retained[i]++
		return put(a[0], contextOf(i))
	case PrimaryCtxRelease:
		return k.release(k.device(a[0]))
	case CtxSetCurrent:
		k.current[k.caller()] = int(a[0]-0x1000)/16 + 1
		k.here()
		return success
	case CtxGetLimit:
		k.here()
		return put(a[0], uintptr(max(k.stack, 1<<10)))
	case CtxSetLimit:
		k.here()
		if a[0] != limitStack {
			k.wrong("limit %d", a[0])
		}
		k.stack = int(a[1])
		return success
	case GetErrorString:
		return put(a[1], k.text("unspecified launch failure"))
	case GetErrorName:
		return put(a[1], k.text("CUDA_ERROR_LAUNCH_FAILED"))
	case DeviceCanAccessPeer:
		k.device(a[1])
		k.device(a[2])
		return put(a[0], int32(1))
	case CtxEnablePeerAccess:
		pair := [2]int{k.here(), int(a[0]-0x1000) / 16}
		if a[1] != 0 || k.linked[pair] || pair[0] == pair[1] {
			k.wrong("access of %v", pair)
		}
		k.linked[pair] = true
		return k.link
	}
	if f < ModuleLoadDataEx {
		return k.serveMemory(f, a)
	}
	return k.serveCode(f, a)
}

func (k *fake) serveMemory(f Function, a [12]uintptr) int {
	gpu := k.here()
	switch f {
	case MemAlloc, MemAllocManaged:
		if a[1] == 0 || f == MemAllocManaged && a[2] != attachGlobal {
			k.wrong("%d bytes, flags %d", a[1], a[2])
		}
		if a[1] > 1<<40 {
			return outOfMemory
		}
		return put(a[0], k.give(k.memory, a[1], gpu, f == MemAllocManaged))
	case MemFree:
		// The driver waits for what may still use the memory; a stream has such work
		// when the wait for it failed.
		for _, s := range k.streams {
			s.catchUp(func() bool { return false })
		}
		drop(k, k.memory, a[0])
	case MemHostAlloc:
		return put(a[0], k.give(k.pinned, a[1], gpu, false))
	case MemFreeHost:
		drop(k, k.pinned, a[0])
	case MemcpyHtoDAsync:
		k.onGPU(a[0], a[2], gpu)
		k.onHost(a[1], a[2])
		k.later(a[3], func() { move(a[0], a[1], a[2]) })
	case MemcpyDtoHAsync:
		k.onHost(a[0], a[2])
		k.onGPU(a[1], a[2], gpu)
		k.later(a[3], func() { move(a[0], a[1], a[2]) })
	case MemcpyDtoDAsync:
		k.onGPU(a[0], a[2], gpu)
		k.onGPU(a[1], a[2], gpu)
		if a[0] < a[1]+a[2] && a[1] < a[0]+a[2] {
			k.wrong("the sides overlap")
		}
		k.later(a[3], func() { move(a[0], a[1], a[2]) })
	case MemcpyPeerAsync:
		k.onGPU(a[0], a[4], int(a[1]-0x1000)/16)
		k.onGPU(a[2], a[4], int(a[3]-0x1000)/16)
		k.later(a[5], func() { move(a[0], a[2], a[4]) })
	case MemcpyBox:
		k.copyBox(device.Pointer(a[0]), a[1], gpu)
	case MemsetD8Async:
		k.onGPU(a[0], a[2], gpu)
		k.later(a[3], func() { copy(device.Bytes(a[0], a[2]), bytes.Repeat([]byte{byte(a[1])}, int(a[2]))) })
	}
	return success
}

// copyBox is a copy of a CUDA_MEMCPY3D, which the call reads.
func (k *fake) copyBox(at unsafe.Pointer, stream uintptr, gpu int) {
	w := *(*[25]uintptr)(at)
	run, rows, planes := w[22], w[23], w[24]
	if run == 0 || rows == 0 || planes == 0 {
		k.wrong("%d bytes, %d rows, %d planes", run, rows, planes)
		return
	}
	var base [2]uintptr
	for i, s := range [][]uintptr{w[:11], w[11:22]} {
		pitch, height := s[9], s[10]
		if s[0]|s[1]|s[2]|s[3]|s[7]|s[8] != 0 || pitch < run || height < rows {
			k.wrong("side %d: %v", i, s)
			return
		}
		size := ((planes-1)*height+rows-1)*pitch + run
		switch s[4] {
		case 1:
			base[i] = s[5]
			k.onHost(base[i], size)
		case 2:
			base[i] = s[6]
			k.onGPU(base[i], size, gpu)
		default:
			k.wrong("memory type %d", s[4])
		}
	}
	if w[4] == w[15] {
		k.wrong("both sides are of type %d", w[4])
	}
	k.later(stream, func() {
		for p := range planes {
			for r := range rows {
				move(base[1]+(p*w[21]+r)*w[20], base[0]+(p*w[10]+r)*w[9], run)
			}
		}
	})
}

func (k *fake) serveCode(f Function, a [12]uintptr) int {
	gpu := k.here()
	switch f {
	case ModuleLoadDataEx:
		return k.load(a, gpu)
	case ModuleUnload:
		drop(k, k.modules, a[0])
	case ModuleGetFunction, ModuleGetGlobal:
		return k.symbol(f, a)
	case FuncGetAttribute:
		return put(a[0], map[uintptr]int32{attrMaxThreadsPerBlock: 256, attrStaticShared: staticShared}[a[1]])
	case FuncSetAttribute:
		if a[1] != attrDynamicShared || a[2] > uintptr(k.kind.most)-staticShared {
			k.wrong("attribute %d: %d", a[1], a[2])
		}
		k.allowed[a[0]] = a[2]
		return success
	case Occupancy:
		if a[2] != 256 || a[3] > max(k.allowed[a[1]], 47<<10) {
			k.wrong("%d threads, %d bytes", a[2], a[3])
		}
		return put(a[0], min(k.kind.threads/256, k.kind.shared/(staticShared+int32(a[3]))))
	case LaunchKernel:
		k.launch(a)
	case StreamCreate:
		if a[1] != streamNonBlocking {
			k.wrong("it waits for the program's own streams")
		}
		h := k.handle()
		k.streams[h] = &fakeStream{gpu: gpu}
		return put(a[0], h)
	case StreamDestroy:
		drop(k, k.streams, a[0])
	case StreamSynchronize:
		if s := k.streams[a[0]]; s == nil {
			k.wrong("stream %#x", a[0])
		} else {
			s.catchUp(func() bool { return false })
		}
	case StreamQuery:
		if s := k.streams[a[0]]; len(s.pending) > 0 {
			done := false
			s.catchUp(func() bool { done = !done; return !done }) // one at a time
			return notReady
		}
	case StreamWaitEvent:
		k.await(a)
	case EventCreate:
		h := k.handle()
		k.events[h] = &fakeEvent{gpu: gpu, timed: a[1] != eventDisableTiming}
		return put(a[0], h)
	case EventDestroy:
		drop(k, k.events, a[0])
	case EventRecord:
		e := k.events[a[0]]
		e.marked, e.done, e.in = true, false, k.streams[a[1]]
		e.records++
		n := e.records
		k.later(a[1], func() { e.done = e.records == n }) // who waits, waits for the last one
	case EventSynchronize:
		e := k.events[a[0]]
		if !e.marked {
			k.wrong("an event that nobody has recorded")
		}
		for _, s := range k.streams {
			s.catchUp(func() bool { return e.done })
		}
	case EventElapsedTime:
		if from, to := k.events[a[1]], k.events[a[2]]; !from.done || !to.done || !from.timed || !to.timed {
			k.wrong("events that have not happened")
		}
		return put(a[0], math.Float32bits(0.125))
	}
	return success
}

// await lets a stream go on when the event has happened, as it is recorded now.
func (k *fake) await(a [12]uintptr) {
	e := k.events[a[1]]
	if e == nil || !e.marked || a[2] != 0 {
		k.wrong("an event that nobody has recorded")
		return
	}
	k.later(a[0], func() {
		if e.in.catchUp(func() bool { return e.done }); !e.done {
			k.t.Error("a stream waits for an event that never happens")
		}
	})
}

// load takes PTX that ends with a NUL, and complains into the log.
func (k *fake) load(a [12]uintptr, gpu int) int {
	options := unsafe.Slice((*uint32)(device.Pointer(a[3])), 2)
	values := unsafe.Slice((*uintptr)(device.Pointer(a[4])), 2)
	if a[2] != 2 || options[0] != jitErrorLogBuffer || options[1] != jitErrorLogBufferBytes || values[1] < 1000 {
		k.wrong("options %v", options)
	}
	if text := device.String(a[1]); !strings.HasPrefix(text, ".version") {
		copy(device.Bytes(values[0], values[1]), "ptxas fatal : bad text\x00")
		return 218
	}
	h := k.handle()
	k.modules[h] = gpu
	return put(a[0], h)
}

func (k *fake) symbol(f Function, a [12]uintptr) int {
	if f == ModuleGetFunction {
		name := device.String(a[2])
		if _, ok := k.modules[a[1]]; !ok {
			k.wrong("module %#x", a[1])
		}
		if at := kernelNames[name]; at != 0 {
			return put(a[0], at)
		}
		return notFound
	}
	switch name := device.String(a[3]); name {
	case "mark" + abi.ScratchSuffix:
		put(a[1], uintptr(perTeam))
		return put(a[0], uintptr(0x9000))
	case "big" + abi.SharedSuffix:
		put(a[1], uintptr(perBig))
		return put(a[0], uintptr(0x9200))
	case abi.StackName:
		if !k.deep {
			return notFound
		}
		put(a[1], uintptr(16<<10))
		return put(a[0], uintptr(0x9300))
	case "counter":
		put(a[1], uintptr(4))
		return put(a[0], uintptr(0x9100))
	}
	return notFound
}

// launch reads the parameters at once, as the driver does.
func (k *fake) launch(a [12]uintptr) {
	teams, threads := a[1], a[4]
	if !slices.Equal(a[2:4], []uintptr{1, 1}) || !slices.Equal(a[5:7], []uintptr{1, 1}) ||
		a[7] > max(k.allowed[a[0]], 47<<10) || a[10] != 0 || teams == 0 || threads == 0 || threads > 256 {
		k.wrong("grid %v", a[1:8])
	}
	arg := func(i uintptr) uintptr {
		return *(*uintptr)(device.Pointer(*(*uintptr)(device.Pointer(a[9] + 8*i))))
	}
	x, n := arg(0), arg(1)
	k.onGPU(x, n, k.here())
	switch a[0] {
	case kernelMark:
		scratch := arg(2)
		k.onGPU(scratch, 64+teams*perTeam, k.here())
		k.later(a[8], func() {
			for _, b := range device.Bytes(scratch, 64) {
				if b != 0 {
					k.t.Error("the head of scratch memory is not zero")
				}
			}
			for i := range device.Bytes(scratch+64, teams*perTeam) {
				device.Bytes(scratch+64, teams*perTeam)[i] = 0xEE
			}
		})
		fallthrough
	case kernelAdd, kernelAddOnce, kernelBig:
		k.later(a[8], func() {
			what := fmt.Sprintf("%#x %d x %d", a[0], teams, threads)
			if a[7] != 0 {
				what += fmt.Sprintf(", %d bytes", a[7])
			}
			k.said = append(k.said, what)
			for i := range device.Bytes(x, n) {
				device.Bytes(x, n)[i]++
			}
		})
	default:
		k.wrong("kernel %#x", a[0])
	}
}

// release expects that everything of a device has been given up.
func (k *fake) release(gpu int) int {
	k.retained[gpu]--
	if k.retained[gpu] != 0 {
		k.wrong("retained %d times", k.retained[gpu])
	}
	return success
}

// left lists what has not been given up.
func (k *fake) left() (list []string) {
	for what, n := range map[string]int{"streams": len(k.streams), "events": len(k.events), "memory": len(k.memory),
		"pinned buffers": len(k.pinned), "modules": len(k.modules)} {
		if n > 0 {
			list = append(list, fmt.Sprintf("%d %s", n, what))
		}
	}
	slices.Sort(list)
	return list
}
