package remote

import (
	"errors"
	"runtime"
	"strings"
	"sync"
	"time"

	"ompcc/rt/device"
)

// ServerConfig has the devices, the transport and the callbacks of a rank that serves its devices.
type ServerConfig struct {
	Transport Transport
	Devices   []device.Device
	// Images returns the program's images for a device.
	Images func(index int) []*device.Image
	// Begin receives a device's number on rank 0, and the number of all devices there.
	Begin func(index, num, total int)
	// LaunchCPU runs a kernel on a device with Info.HostLaunch. num is the device's number on rank 0.
	LaunchCPU func(index, num int, l *device.Launch, maxTeams, maxThreads uint32)
	// Functions receives pairs of a function's address on rank 0 and on the device.
	Functions func(pairs []uintptr)
	// Output removes and returns the text that kernels have printed.
	Output func() []byte
	// Fault returns the message of the fault that ended a kernel, or "".
	Fault func() string
	// Orphaned reports whether the process that started the rank has ended.
	Orphaned func() bool
}

// Server executes the requests of rank 0.
type Server struct {
	config ServerConfig
	*link

	mu       sync.Mutex
	streams  map[uint64]*stream
	marks    map[uint64]*event
	nums     []int
	ready    []bool
	modules  []device.Module
	boxes    map[uint64]*servedBox
	pairs    []uintptr
	calls    map[uint64]*event
	answers  map[uint64][]byte
	ids      uint64
	printing sync.Mutex
	over     bool
	faulted  bool
}

// servedBox is a mailbox of one of the devices.
type servedBox struct {
	device.Mailbox
	index int
}

// NewServer returns a server. Run makes it serve.
func NewServer(config ServerConfig) *Server {
	s := &Server{config: config, link: newLink(config.Transport), streams: map[uint64]*stream{}, marks: map[uint64]*event{},
		nums: make([]int, len(config.Devices)), ready: make([]bool, len(config.Devices)), boxes: map[uint64]*servedBox{},
		calls: map[uint64]*event{}, answers: map[uint64][]byte{}}
	s.served = true
	s.handle = s.take
	return s
}

const beats = time.Second / 2

// Run serves until rank 0 ends.
func (s *Server) Run() {
	last, idle := time.Time{}, 0
	for !s.over {
		s.polling.Lock()
		n := s.poll()
		s.polling.Unlock()
		if idle++; n > 0 {
			idle = 0
		}
		if idle%16 == 0 || idle > 1000 {
			if now := time.Now(); now.Sub(last) >= beats {
				last = now
				s.tell(message{Code: beat})
				s.over = s.over || s.config.Orphaned()
			}
			s.report()
		}
		s.config.Transport.Pause(idle)
	}
	for _, d := range s.config.Devices {
		_ = d.Close() // nobody is left who could act on an error
	}
	for i := 0; i < 10000 && !s.drained(); i++ {
		s.poll()
		s.config.Transport.Pause(i)
	}
}

// report tells rank 0 that a fault has ended a kernel, after what the kernel has printed.
func (s *Server) report() {
	if s.faulted || s.config.Fault == nil {
		return
	}
	if text := s.config.Fault(); text != "" {
		s.faulted = true
		s.print()
		s.tell(message{Code: broken}, []byte(text))
	}
}

// tell sends a message to rank 0.
func (s *Server) tell(m message, data ...[]byte) {
	s.post(0, m, data...)
	s.flush(0)
}

// request is a message with its data.
type request struct {
	message
	data []byte
}

// stream executes its requests in order, on one thread at a time.
type stream struct {
	mu   sync.Mutex
	list []request
	busy bool
	err  error // the first error of requests without a reply
}

// take handles a message of rank 0.
func (s *Server) take(_ int, m message, data []byte) {
	switch m.code() {
	case quit:
		s.over = true
	case served:
		s.takeAnswer(m, data)
	case forget:
		s.mu.Lock()
		delete(s.marks, m.A)
		s.mu.Unlock()
	default:
		if m.code() == mark {
			s.mark(m.A) // create the mark before another stream awaits it
		}
		s.submit(request{m, append([]byte(nil), data...)})
	}
}

func (s *Server) mark(id uint64) *event {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.marks[id]
	if e == nil {
		n := newEvent()
		e = &n
		s.marks[id] = e
	}
	return e
}

// quick reports whether a request ends soon and needs no further message, so that it runs on the polling thread.
func (r *request) quick() bool {
	switch r.code() {
	case alloc, free, kernel, global, mark, mailRead, mailWrite, mailAnswer, syncStream:
		return true
	case write, read:
		return r.C == 0
	case copyOn, fill:
		return r.C <= 1<<16
	}
	return false
}

// submit executes a quick request of an idle stream, and queues any other one for the stream's thread.
func (s *Server) submit(r request) {
	s.mu.Lock()
	st := s.streams[r.Stream]
	if st == nil {
		st = &stream{}
		s.streams[r.Stream] = st
	}
	s.mu.Unlock()
	st.mu.Lock()
	if !st.busy && r.quick() {
		st.mu.Unlock()
		s.execute(st, r)
		return
	}
	st.list = append(st.list, r)
	start := !st.busy
	st.busy = true
	st.mu.Unlock()
	if start {
		go s.work(st)
	}
}

// work executes the queued requests of a stream.
func (s *Server) work(st *stream) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for {
		st.mu.Lock()
		if len(st.list) == 0 {
			st.busy = false
			st.mu.Unlock()
			return
		}
		r := st.list[0]
		st.list = st.list[1:]
		st.mu.Unlock()
		s.execute(st, r)
	}
}

// execute executes a request and replies. After a failed request without a reply, the stream skips all requests until
// syncStream reports the error.
func (s *Server) execute(st *stream, r request) {
	out, data, err := message{}, []byte(nil), st.err
	switch {
	case r.code() == syncStream:
		st.err = nil
	case err == nil:
		out, data, err = s.do(r)
	case r.code() == mark:
		s.mark(r.A).set()
	case r.code() == write && r.C != 0:
		s.discard(r)
	}
	if r.Code&quiet != 0 {
		st.err = err
		return
	}
	out.Code, out.ID = reply, r.ID
	if err != nil {
		out = message{Code: failed, ID: r.ID, A: failure}
		if errors.Is(err, device.ErrMemory) {
			out.A = outOfMemory
		}
		data = []byte(err.Error())
		data = data[:min(len(data), inline)]
	}
	s.tell(out, data)
}

var errOrder = errors.New("a message is out of order")

// do executes a request.
func (s *Server) do(r request) (out message, data []byte, err error) {
	index := r.device()
	if index >= len(s.config.Devices) {
		return out, nil, errOrder
	}
	d := s.config.Devices[index]
	switch r.code() {
	case hello:
		return s.hello(index, r)
	case alloc:
		at, err := d.Alloc(uintptr(r.A))
		out.A = uint64(at)
		return out, nil, err
	case free:
		return out, nil, d.Free(device.Addr(r.A))
	case write:
		return out, nil, s.write(d, r)
	case read:
		data, err = s.read(d, r)
		return out, data, err
	case copyOn:
		return out, nil, d.CopyOn(device.Addr(r.A), device.Addr(r.B), uintptr(r.C))
	case fill:
		return out, nil, d.Set(device.Addr(r.A), byte(r.B), uintptr(r.C))
	case steps:
		return s.steps(d, r)
	case launch:
		return s.launch(index, d, r)
	case mark:
		s.mark(r.A).set()
	case await:
		s.wait(s.mark(r.A))
	case give:
		return out, nil, s.outward(d, int(r.C), int(r.D), uintptr(r.A), uintptr(r.B))
	case take:
		return out, nil, s.inward(d, int(r.C), int(r.D), uintptr(r.A), uintptr(r.B))
	case functions:
		s.functions(r)
	case load, loadData, kernel, global, unload:
		return s.module(d, r)
	default:
		return s.mailRequest(index, d, r)
	}
	return out, nil, nil
}

// hello initialises a device and replies with its info.
func (s *Server) hello(index int, r request) (out message, data []byte, err error) {
	d := s.config.Devices[index]
	if !s.ready[index] {
		if err := d.Init(); err != nil {
			return out, nil, err
		}
		s.ready[index] = true
	}
	s.nums[index] = int(r.A)
	s.config.Begin(index, int(r.A), int(r.B))
	i := d.Info()
	out.A, out.C = uint64(i.Procs), uint64(i.TeamMemory)
	if i.HostLaunch {
		out.B = 1
	}
	return out, []byte(i.Type + "\x00" + i.Name + "\x00" + i.UID + "\x00" + i.Target + "\x00" + i.Arch), nil
}

// --- data ------------------------------------------------------------------------

func (s *Server) write(d device.Device, r request) error {
	if r.C == 0 {
		return d.CopyTo(device.Addr(r.A), device.Host(hostOf(r.data)), uintptr(len(r.data)))
	}
	return s.inward(d, 0, int(r.C), uintptr(r.A), uintptr(r.B))
}

func (s *Server) read(d device.Device, r request) ([]byte, error) {
	if r.C == 0 {
		data := make([]byte, r.B)
		return data, d.CopyFrom(device.Host(hostOf(data)), device.Addr(r.A), uintptr(r.B))
	}
	return nil, s.outward(d, 0, int(r.C), uintptr(r.A), uintptr(r.B))
}

// hostOf returns the address of bytes on Go's heap, which the garbage collector does not move.
func hostOf(b []byte) uintptr {
	if len(b) == 0 {
		return 0
	}
	return device.Address(&b[0])
}

// inward receives data of another rank into a device's memory. If the host can access that memory, the transport
// writes to it directly. Otherwise inward receives one piece while it copies the one before.
func (s *Server) inward(d device.Device, rank, tag int, at, size uintptr) error {
	if d.Info().PlainMemory {
		t := s.receive(rank, tag, at, size)
		s.wait(&t.event)
		return t.err
	}
	var buffers [2][]byte
	var first error
	next := s.receivePiece(rank, tag, &buffers[0], size)
	for done, i := uintptr(0), 1; done < size; i++ {
		t, n := next, min(piece, size-done)
		if rest := size - done - n; rest > 0 {
			next = s.receivePiece(rank, tag, &buffers[i%2], rest)
		}
		s.wait(&t.event)
		if first == nil {
			first = t.err
		}
		if first == nil {
			first = d.CopyTo(device.Addr(at+done), device.Host(t.at), n)
		}
		done += n
	}
	runtime.KeepAlive(buffers)
	return first
}

func (s *Server) receivePiece(rank, tag int, buffer *[]byte, rest uintptr) *transfer {
	if *buffer == nil {
		*buffer = make([]byte, min(piece, rest))
	}
	return s.receive(rank, tag, hostOf(*buffer), min(piece, rest))
}

// discard receives the data of a request that the server skips.
func (s *Server) discard(r request) {
	var buffer []byte
	for done := uintptr(0); done < uintptr(r.B); done += piece {
		t := s.receivePiece(0, int(r.C), &buffer, uintptr(r.B)-done)
		s.wait(&t.event)
	}
}

// outward sends data of a device's memory to another rank, directly or in pieces as inward does.
func (s *Server) outward(d device.Device, rank, tag int, at, size uintptr) error {
	if d.Info().PlainMemory {
		t := s.send(rank, tag, at, size)
		s.wait(&t.event)
		return t.err
	}
	var buffers [2][]byte
	var sending [2]*transfer
	var first error
	for done, i := uintptr(0), 0; done < size; i++ {
		n, k := min(piece, size-done), i%2
		if buffers[k] == nil {
			buffers[k] = make([]byte, n)
		}
		if sending[k] != nil {
			s.wait(&sending[k].event)
		}
		if first == nil {
			first = d.CopyFrom(device.Host(hostOf(buffers[k])), device.Addr(at+done), n)
		}
		// Send after an error, too, because the other rank waits for the data.
		sending[k] = s.send(rank, tag, hostOf(buffers[k]), n)
		done += n
	}
	for _, t := range sending {
		if t != nil {
			s.wait(&t.event)
			if first == nil {
				first = t.err
			}
		}
	}
	runtime.KeepAlive(buffers)
	return first
}

// steps executes a sequence of steps up to the first error. It receives the data of all steps, because rank 0 sends it
// in any case.
func (s *Server) steps(d device.Device, r request) (out message, data []byte, err error) {
	list := make([]stepWords, r.A)
	rest := readWords(r.data, list)
	results := make([]uint64, len(list))
	for i := range list {
		w := &list[i]
		at := w.Dev
		if w.Of != 0 && uint64(w.Of) <= r.A {
			at += results[w.Of-1]
		}
		var small []byte
		if w.Kind == device.StepTo && w.Tag == 0 {
			n := min(w.Size, uint64(len(rest)))
			small, rest = rest[:n], rest[n:]
		}
		if err != nil {
			if w.Kind == device.StepTo && w.Tag != 0 {
				s.discard(request{message: message{B: w.Size, C: w.Tag}})
			}
			continue
		}
		switch w.Kind {
		case device.StepAlloc:
			var a device.Addr
			a, err = d.Alloc(uintptr(w.Size))
			results[i] = uint64(a)
			data = append(data, words(results[i:i+1])...)
		case device.StepFree:
			err = d.Free(device.Addr(at))
		case device.StepTo:
			err = s.write(d, request{message{A: at, B: w.Size, C: w.Tag}, small})
		case device.StepFrom:
			var back []byte
			back, err = s.read(d, request{message: message{A: at, B: w.Size, C: w.Tag}})
			data = append(data, back...)
		}
		if err == nil {
			out.A++
		}
	}
	// out.A counts the steps that succeeded. Rank 0 repeats the next one as a request of its own and gets its error.
	return out, data, nil
}

// --- code ------------------------------------------------------------------------

// module executes a request about an image.
func (s *Server) module(d device.Device, r request) (out message, data []byte, err error) {
	switch r.code() {
	case load:
		for _, image := range s.config.Images(r.device()) {
			if hashOf(image) == r.A {
				image.Stack = uintptr(r.B)
				out.A, err = s.load(d, image)
				return out, nil, err
			}
		}
		return out, nil, nil
	case loadData:
		image, err := s.receiveImage(r)
		if err != nil {
			return out, nil, err
		}
		out.A, err = s.load(d, image)
		return out, nil, err
	}
	s.mu.Lock()
	if r.A == 0 || r.A > uint64(len(s.modules)) {
		s.mu.Unlock()
		return out, nil, errOrder
	}
	m := s.modules[r.A-1]
	s.mu.Unlock()
	switch r.code() {
	case kernel:
		k, err := m.Kernel(string(r.data))
		out.A = uint64(k)
		return out, nil, err
	case global:
		at, size, err := m.Global(string(r.data))
		out.A, out.B = uint64(at), uint64(size)
		return out, nil, err
	}
	return out, nil, m.Unload()
}

func (s *Server) load(d device.Device, image *device.Image) (uint64, error) {
	m, err := d.Load(image)
	if err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.modules = append(s.modules, m)
	return uint64(len(s.modules)), nil
}

// launch runs a kernel. It sends the text that the kernel has printed before the reply.
func (s *Server) launch(index int, d device.Device, r request) (out message, data []byte, err error) {
	var w [1]launchWords
	rest := readWords(r.data, w[:])
	l := device.Launch{Kernel: device.Kernel(r.A), Flags: w[0].Flags, NumTeams: w[0].NumTeams, ThreadLimit: w[0].ThreadLimit,
		NumThreads: w[0].NumThreads, Trip: w[0].Trip, HasTrip: w[0].HasTrip != 0, Shared: w[0].Shared}
	arguments := device.UnpackArguments(rest, &l)
	begin := time.Now()
	if d.Info().HostLaunch {
		s.config.LaunchCPU(index, s.nums[index], &l, w[0].MaxTeams, w[0].MaxThreads)
	} else {
		err = d.Launch(&l)
	}
	took := time.Since(begin)
	runtime.KeepAlive(arguments)
	s.print()
	out.A, out.B = uint64(l.Granted), uint64(took)
	return out, l.Counts[:min(len(l.Counts), MostControl/2)], err
}

// print sends the text that kernels have printed.
func (s *Server) print() {
	s.printing.Lock()
	defer s.printing.Unlock()
	for text := s.config.Output(); len(text) > 0; {
		n := min(len(text), inline)
		s.post(0, message{Code: printed}, text[:n])
		text = text[n:]
	}
}

// functions collects pairs of addresses, which arrive in parts. r.A is the position of a part; 0 starts a new list.
func (s *Server) functions(r request) {
	s.mu.Lock()
	if r.A == 0 {
		s.pairs = nil
	}
	part := make([]uintptr, len(r.data)/8)
	readWords(r.data, part)
	s.pairs = append(s.pairs, part...)
	pairs := append([]uintptr(nil), s.pairs...)
	s.mu.Unlock()
	s.config.Functions(pairs)
}

// --- reverse offload ---------------------------------------------------------------

// mailRequest executes a request about a mailbox.
func (s *Server) mailRequest(index int, d device.Device, r request) (out message, data []byte, err error) {
	if r.code() == serve {
		return s.openBox(index, d, r)
	}
	s.mu.Lock()
	b := s.boxes[r.A]
	s.mu.Unlock()
	if b == nil {
		return out, nil, errOrder
	}
	switch r.code() {
	case mailRead:
		data = make([]byte, r.D)
		err = b.Read(device.Host(hostOf(data)), uint32(r.B), uintptr(r.C), uintptr(r.D))
	case mailWrite:
		err = b.Write(uint32(r.B), uintptr(r.C), device.Host(hostOf(r.data)), uintptr(len(r.data)))
	case mailAnswer:
		err = b.Answer(uint32(r.B))
	case mailAwait:
		err = b.AwaitDoorbell()
	case mailRing:
		err = b.Ring(uint32(r.B), uint32(r.C))
	case mailClose:
		s.mu.Lock()
		delete(s.boxes, r.A)
		s.mu.Unlock()
		err = b.Close()
	default:
		err = errOrder
	}
	runtime.KeepAlive(data)
	return out, data, err
}

func (s *Server) openBox(index int, d device.Device, r request) (out message, data []byte, err error) {
	server, ok := d.(device.Server)
	if !ok {
		return out, nil, errors.New("its kernels cannot wait for the host")
	}
	s.mu.Lock()
	s.ids++
	id := s.ids
	s.mu.Unlock()
	box, err := server.Serve(uint32(r.A), uintptr(r.B), func(_ device.Mailbox, slot uint32) {
		s.call(message{Code: posted, A: id, B: uint64(slot)}, nil)
	})
	if err != nil {
		return out, nil, err
	}
	s.mu.Lock()
	s.boxes[id] = &servedBox{box, index}
	s.mu.Unlock()
	out.A, out.B = id, uint64(box.Addr())
	return out, nil, nil
}

// call sends a request to rank 0 and waits for the answer. It first sends the text that kernels have printed.
func (s *Server) call(m message, data []byte) []byte {
	s.print()
	e := newEvent()
	s.mu.Lock()
	s.ids++
	m.ID = s.ids
	s.calls[m.ID] = &e
	s.mu.Unlock()
	if len(data) > inline {
		m.B, m.C = uint64(len(data)), uint64(s.newTag()+tags)
		s.tell(m)
		t := s.send(0, int(m.C), hostOf(data), uintptr(len(data)))
		s.wait(&t.event)
		runtime.KeepAlive(data)
	} else {
		s.tell(m, data)
	}
	s.wait(&e)
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := s.answers[m.ID]
	delete(s.answers, m.ID)
	return answer
}

// Reverse asks rank 0 to execute a reverse-offload region of the device that has number num there.
func (s *Server) Reverse(num int, request []byte) []byte {
	return s.call(message{Code: reverse, A: uint64(num)}, request)
}

// takeAnswer hands the answer of rank 0 to the waiting call. A goroutine receives an answer that has a tag.
func (s *Server) takeAnswer(m message, data []byte) {
	answered := func(data []byte) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.answers[m.ID] = data
		if e := s.calls[m.ID]; e != nil {
			delete(s.calls, m.ID)
			e.set()
		}
	}
	if m.B == 0 {
		answered(append([]byte(nil), data...))
		return
	}
	go func() {
		all := make([]byte, m.A)
		t := s.receive(0, int(m.B), hostOf(all), uintptr(m.A))
		s.wait(&t.event)
		answered(all)
	}()
}

// receiveImage receives an image that the program on this rank does not contain.
func (s *Server) receiveImage(r request) (*device.Image, error) {
	data := make([]byte, r.C)
	t := s.receive(0, int(r.D), hostOf(data), uintptr(r.C))
	s.wait(&t.event)
	what := strings.Split(string(r.data), "\x00")
	if t.err != nil || len(what) != 3 {
		return nil, errors.Join(t.err, errOrder)
	}
	return &device.Image{Target: what[0], Arch: what[1], Format: what[2], Data: data, Stack: uintptr(r.B)}, nil
}
