package sim

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"ompcc/rt/emu/check"
	"ompcc/rt/emu/profile"
	"ompcc/rt/emu/ptx"
)

// Options of a device.
type Options struct {
	Memory  uint64 // bytes of global memory
	Number  int    // of the device among the program's devices
	Workers int    // blocks that execute at the same time
	Seed    uint64
	Budget  int64          // instructions of a warp after which the device reports the kernel as endless
	Races   bool           // detect data races
	Strict  bool           // report plain writes of the same value as data races, too
	Program *check.Program // the program's memory, if kernels can access it, else nil
	Unset   bool           // detect reads of memory that was never written
	Heap    bool           // make each block of malloc in kernels an allocation, so that accesses are checked
	Profile bool           // count memory transactions
	// Lockstep makes threads that finish a branch wait at its reconvergence point for the others, as before sm_70.
	Lockstep bool
	// Print receives the text that kernels print.
	Print func(text string)
	Tell  int64 // instructions of a warp after which the device calls Note first; it doubles with each call
	// Note receives messages to the user about kernels that run long.
	Note func(text string)
	// Debug, if not nil, stops threads for a debugger.
	Debug *Debug
	// Quiet is called when all blocks only poll memory. It waits, and reports whether the host will do nothing that the
	// blocks wait for. The number works is equal in two calls between which nobody did any work. nil: always true.
	Quiet func(works uint64) bool
}

// Defaults are the options of a device that checks everything.
func Defaults() Options {
	return Options{Memory: 16 << 30, Workers: 2, Seed: 1, Budget: 1 << 40, Tell: 1 << 30, Races: true, Unset: true,
		Heap: true, Print: func(string) {}, Note: func(string) {}}
}

// Device is a simulated device. Several threads may call its methods concurrently: launches and copies overlap.
type Device struct {
	options Options
	mem     *memory
	// Launches hold world for reading. Loading a module and clearing the history of accesses hold it for writing.
	world     sync.RWMutex
	functions []*function
	insts     []instRef
	running   running
	pool      workers
	profile   profile.Profile
	idle      idleness
	foreign   *Foreign
	stale     check.Stale
	text      uint64 // address for debuggers of the next function
}

// instRef is the position of an instruction in its function.
type instRef struct {
	fn *function
	pc int
}

// New returns a device.
func New(o Options) (*Device, error) {
	mem, err := newMemory(o.Memory, o.Number)
	if err != nil {
		return nil, err
	}
	d := &Device{options: o, mem: mem, text: TextBase}
	mem.Place = d.placeOf
	if o.Debug != nil {
		o.Debug.dev = d
		d.options.Workers = 1
	}
	return d, nil
}

// Alloc allocates size bytes of device memory, uninitialised.
func (d *Device) Alloc(size uint64) (uint64, error) { return d.mem.alloc(size, "") }

// Free frees memory that Alloc has returned.
func (d *Device) Free(addr uint64) error { return d.mem.free(addr) }

// Write copies data to addr.
func (d *Device) Write(addr uint64, data []byte) error {
	return d.Fetch(addr, uint64(len(data)), func(b []byte) error {
		copy(b, data)
		return nil
	})
}

// Fetch lets read fill size bytes at addr.
func (d *Device) Fetch(addr, size uint64, read func(b []byte) error) error {
	if err := d.mem.check(addr, size); err != nil {
		return err
	}
	d.idle.join(1)
	defer d.idle.join(-1)
	if err := read(d.mem.bytes(addr, size)); err != nil {
		return err
	}
	d.mem.mark(addr, size, allocated|initialised)
	return nil
}

// Bytes returns the device memory at addr, for reading.
func (d *Device) Bytes(addr, size uint64) ([]byte, error) {
	if err := d.mem.check(addr, size); err != nil {
		return nil, err
	}
	return d.mem.bytes(addr, size), nil
}

// Raw calls use with the device memory at addr and its states, for copies from or to another device.
func (d *Device) Raw(addr, size uint64, use func(data, states []byte) error) error {
	if err := d.mem.check(addr, size); err != nil {
		return err
	}
	d.idle.join(1)
	defer d.idle.join(-1)
	return use(d.mem.bytes(addr, size), d.mem.states(addr, size))
}

// Move copies within device memory, including the states of the bytes.
func (d *Device) Move(to, from, size uint64) error {
	if err := errors.Join(d.mem.check(to, size), d.mem.check(from, size)); err != nil {
		return err
	}
	d.idle.join(1)
	defer d.idle.join(-1)
	copy(d.mem.bytes(to, size), d.mem.bytes(from, size))
	copy(d.mem.states(to, size), d.mem.states(from, size))
	return nil
}

// Fill sets size bytes at addr to value.
func (d *Device) Fill(addr uint64, value byte, size uint64) error {
	if err := d.mem.check(addr, size); err != nil {
		return err
	}
	d.idle.join(1)
	defer d.idle.join(-1)
	b := d.mem.bytes(addr, size)
	for i := range b {
		b[i] = value
	}
	d.mem.mark(addr, size, allocated|initialised)
	return nil
}

func (d *Device) functionAt(addr uint64) *function {
	i := (addr - codeBase) / 16
	if addr < codeBase || i >= uint64(len(d.functions)) || addr%16 != 0 {
		return nil
	}
	return d.functions[i]
}

func (d *Device) instOf(id int) *inst {
	if id < 0 || id >= len(d.insts) || d.insts[id].fn == nil {
		return nil
	}
	return &d.insts[id].fn.code[d.insts[id].pc]
}

// sourceOf returns the source location of an instruction, "" if the module has no line numbers.
func (d *Device) sourceOf(id int) string {
	in := d.instOf(id)
	if in == nil || in.src.Loc == nil {
		return ""
	}
	return d.insts[id].fn.module.place(in.src.Loc)
}

// placeOf returns a source location for messages. For an instruction without a line it is a nearby one.
func (d *Device) placeOf(id int) string {
	if d.foreign != nil {
		return d.foreign.Place(id)
	}
	place := d.sourceOf(id)
	if place == "" || d.instOf(id).src.Loc.Line > 0 {
		return place
	}
	if near := d.insts[id].fn.near(d.insts[id].pc); near != nil {
		return d.insts[id].fn.module.place(near) + " or near"
	}
	return place
}

// near returns the location of the last instruction before pc that has a line, or else of the first one after pc. The
// compiler merges instructions of several lines into one without a line.
func (fn *function) near(pc int) *ptx.Loc {
	line := func(i int) *ptx.Loc {
		if l := fn.code[i].src.Loc; l != nil && l.Line > 0 {
			return l
		}
		return nil
	}
	for i := pc - 1; i >= 0; i-- {
		if l := line(i); l != nil {
			return l
		}
	}
	for i := pc + 1; i < len(fn.code); i++ {
		if l := line(i); l != nil {
			return l
		}
	}
	return nil
}

func (m *Module) place(l *ptx.Loc) string {
	name := m.source.Files[l.File]
	if name == "" {
		name = "?"
	}
	text := filepath.Clean(name)
	if l.Line > 0 { // compiler-generated code has no line
		text += fmt.Sprintf(":%d", l.Line)
	}
	if l.Inlined != nil {
		text += " (inlined at " + m.place(l.Inlined) + ")"
	}
	return text
}

// where describes an address of global memory.
func (d *Device) where(addr uint64) string {
	if d.foreign != nil {
		addr = addr - globalBase + d.foreign.Base
		return fmt.Sprintf("%#x, %s", addr, d.foreign.Describe(addr))
	}
	return fmt.Sprintf("%#x, %s", addr, d.mem.describe(addr))
}

// at returns the source location of an instruction, or else its line of PTX.
func (d *Device) at(fn *function, pc int) string {
	in := &fn.code[pc]
	if place := d.placeOf(int(in.id)); place != "" {
		return place
	}
	return fmt.Sprintf("PTX line %d of %s", in.src.Line, fn.name)
}

// launch is one execution of a kernel.
type launch struct {
	dev    *Device
	kernel *function
	grid   [3]uint32
	dim    [3]uint32
	params []byte
	pstate []byte
	shared uint64
	print  func(text string)
	// counted, if not nil, receives the counts of the launch.
	counted func(*profile.Counts)
	concurrency
	next  atomic.Int64
	step  uint64 // workers execute blocks in the order i*step+first
	first uint64
	stop  atomic.Bool
	mu    sync.Mutex
	fault *check.Fault
	place uint64 // number among the launches that execute
}

func (l *launch) blocks() uint32 { return l.grid[0] * l.grid[1] * l.grid[2] }

func (l *launch) blockIndex(n uint32) [3]uint32 {
	return [3]uint32{n % l.grid[0], n / l.grid[0] % l.grid[1], n / (l.grid[0] * l.grid[1])}
}

func (l *launch) threadIndex(t int) [3]uint32 {
	d, n := l.dim, uint32(t)
	return [3]uint32{n % d[0], n / d[0] % d[1], n / (d[0] * d[1])}
}

// Grid is the configuration of a launch.
type Grid struct {
	Blocks, Threads [3]uint32
	Shared          uint64 // bytes of dynamic shared memory
	Params          []byte // the parameter block
	// Print receives the text that the kernel prints; nil: Options.Print does.
	Print func(text string)
	// Counted, if not nil, receives the counts of this launch, without those of lines. All counts need Options.Profile.
	Counted func(*profile.Counts)
}

// Launch executes a kernel and returns when it has ended.
func (d *Device) Launch(k *Kernel, g Grid) error {
	l := &launch{dev: d, kernel: k.fn, grid: g.Blocks, dim: g.Threads, shared: g.Shared, print: g.Print,
		counted: g.Counted}
	if err := l.check(k.fn, len(g.Params)); err != nil {
		return err
	}
	if l.print == nil {
		l.print = d.options.Print
	}
	l.params = append([]byte(nil), g.Params...)
	l.pstate = make([]byte, len(l.params))
	for i := range l.pstate {
		l.pstate[i] = allocated | initialised
	}
	d.begin(l)
	defer d.end(l)
	d.execute(l)
	if l.fault != nil {
		return l.fault
	}
	return nil
}

// execute runs all blocks of a launch, in a random order.
func (d *Device) execute(l *launch) {
	rng := rand.New(rand.NewPCG(d.options.Seed, l.number))
	n := uint64(l.blocks())
	l.first = rng.Uint64N(n)
	for l.step = rng.Uint64N(n) | 1; gcd(l.step, n) != 1; l.step += 2 {
	}
	var wg sync.WaitGroup
	all := make([]*stats, max(d.options.Workers, 1))
	for i := range all {
		w := d.pool.take(d)
		all[i] = &stats{}
		w.st = all[i]
		d.idle.join(1)
		wg.Go(func() {
			w.work(l)
			d.idle.join(-1)
			d.pool.give(w)
		})
	}
	wg.Wait()
	d.addStats(l, all)
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (l *launch) check(k *function, size int) error {
	bad := func(format string, args ...any) error {
		return &check.Fault{Kind: check.Launch, Kernel: k.name, Text: fmt.Sprintf(format, args...)}
	}
	threads := uint64(l.dim[0]) * uint64(l.dim[1]) * uint64(l.dim[2])
	blocks := uint64(l.grid[0]) * uint64(l.grid[1]) * uint64(l.grid[2])
	most := 1024
	if k.source.MaxThreads > 0 {
		most = k.source.MaxThreads
	}
	switch {
	case threads == 0 || blocks == 0:
		return bad("no threads")
	case blocks >= 1<<31 || l.grid[1] > 65535 || l.grid[2] > 65535:
		return bad("%d blocks are too many", blocks)
	case k.source.ReqThreads > 0 && threads != uint64(k.source.ReqThreads):
		return bad("blocks of %d threads, but the kernel is compiled for exactly %d", threads, k.source.ReqThreads)
	case threads > uint64(most):
		return bad("blocks of %d threads, but the kernel is compiled for at most %d", threads, most)
	case uint64(size) < k.ksize:
		return bad("%d bytes of parameters, but the kernel takes %d", size, k.ksize)
	}
	return nil
}

// worker executes one block at a time. It parks a block that waits for other blocks, and executes those.
type worker struct {
	dev    *Device
	st     *stats
	frames [][]*frame  // unused frames, by function
	parked []*blockRun // blocks that wait for other blocks
	free   []*blockRun // ended blocks, whose memory start reuses
	turn   bool
	round  uint64 // the round of idleness that polls counts
	polls  int64
}

// workers is the pool of idle workers.
type workers struct {
	mu   sync.Mutex
	idle []*worker
}

func (p *workers) take(d *Device) *worker {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.idle)
	if n == 0 {
		return &worker{dev: d}
	}
	w := p.idle[n-1]
	p.idle = p.idle[:n-1]
	return w
}

func (p *workers) give(w *worker) {
	p.mu.Lock()
	p.idle = append(p.idle, w)
	p.mu.Unlock()
}

func (wk *worker) work(l *launch) {
	defer func() {
		if e := recover(); e != nil {
			wk.parked, wk.free = nil, nil
			l.fail(&check.Fault{Kind: check.Internal, Kernel: l.kernel.name, Text: fmt.Sprint(e)})
		}
	}()
	for !l.stop.Load() {
		b := wk.next(l)
		if b == nil {
			break
		}
		if b.run() == idle {
			if b.changed {
				wk.dev.worked()
			}
			if b.changed || !wk.dev.polled(wk) {
				wk.parked = append(wk.parked, b)
				continue
			}
			b.deadlocked()
		} else {
			wk.dev.worked()
		}
		l.ended(b)
		wk.free = append(wk.free, b)
	}
	for _, b := range wk.parked {
		l.ended(b)
		wk.free = append(wk.free, b)
	}
	wk.parked = nil
}

// next alternates between a new block and a parked one. If no new block is left, it lets other workers run first.
func (wk *worker) next(l *launch) *blockRun {
	n := int64(l.blocks())
	if wk.turn = !wk.turn; wk.turn || len(wk.parked) == 0 {
		if i := l.next.Add(1) - 1; i < n {
			return wk.start(l, uint32((uint64(i)*l.step+l.first)%uint64(n)))
		}
		runtime.Gosched()
	}
	if len(wk.parked) == 0 {
		return nil
	}
	b := wk.parked[0]
	wk.parked = wk.parked[1:]
	return b
}

// hasOthers reports whether the worker could execute another block.
func (wk *worker) hasOthers(l *launch) bool {
	return len(wk.parked) > 0 || l.next.Load() < int64(l.blocks())
}

// start prepares a block. It reuses the memory of an ended block.
func (wk *worker) start(l *launch, number uint32) *blockRun {
	k := l.kernel
	old := &blockRun{knows: map[*syncVar]int{}}
	if n := len(wk.free); n > 0 {
		old = wk.free[n-1]
		wk.free = wk.free[:n-1]
	}
	b := old
	rng := old.rng
	rng.Seed(wk.dev.options.Seed^l.number<<32, uint64(number))
	clear(old.knows)
	*b = blockRun{dev: wk.dev, launch: l, worker: wk, kernel: k, number: number, index: l.blockIndex(number),
		threads: int(l.dim[0] * l.dim[1] * l.dim[2]), warps: old.warps, shared: old.shared, sstate: old.sstate,
		scells: old.scells, bcells: old.bcells,
		knows: old.knows, running: old.running, rng: rng, shift: warpShift}
	b.who = l.number<<launchShift | uint64(number)<<threadBits
	b.prepareShared(k.module, l.shared)
	count := (b.threads + 31) / 32
	for len(b.warps) < count {
		b.warps = append(b.warps, &warp{})
	}
	b.warps = b.warps[:count]
	for i, w := range b.warps {
		w.start(b, i, count)
	}
	if d := wk.dev.options.Debug; d != nil {
		d.enter(b)
	}
	return b
}

// ended cleans up after a block and takes its fault.
func (l *launch) ended(b *blockRun) {
	if d := l.dev.options.Debug; d != nil {
		d.leave(b)
	}
	for _, w := range b.warps {
		w.fr = nil
	}
	if b.fault != nil {
		l.fail(b.fault)
	}
}

// fail stops the launch. The launch reports its first fault only.
func (l *launch) fail(f *check.Fault) {
	l.stop.Store(true)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fault == nil {
		l.fault = f
	}
}

func (b *blockRun) prepareShared(m *Module, dynamic uint64) {
	n := int(roundUp(m.sharedSize+dynamic, 16)) + 16
	if cap(b.shared) < n {
		b.shared, b.sstate, b.scells = make([]byte, n), make([]byte, n), make([]cell, n/4+4)
	}
	b.shared, b.sstate, b.scells = b.shared[:n], b.sstate[:n], b.scells[:n/4+4]
	copy(b.sstate, m.sharedState)
	rest := b.sstate[m.sharedSize:]
	for i := range rest {
		rest[i] = 0
		if uint64(i) < dynamic {
			rest[i] = allocated
		}
	}
	clear(b.scells)
}

func (w *warp) start(b *blockRun, id, count int) {
	if w.local == nil {
		w.local = new([32]local)
	}
	ctx := w.spare
	if ctx == nil {
		ctx = &context{}
	}
	w.order.reset(id, count)
	*w = warp{blk: b, id: id, local: w.local, st: b.worker.st, order: w.order, ctxs: w.ctxs[:0], spare: ctx,
		tell: min(b.dev.options.Budget, b.dev.options.Tell)}
	*ctx = context{stack: ctx.stack[:0]}
	w.ctxs = append(w.ctxs, ctx)
	w.born = ^uint32(0)
	if rest := b.threads - id*32; rest < 32 {
		w.born = 1<<rest - 1
	}
	w.alive = w.born
	w.push(ctx, b.kernel, w.born, nil)
}

// frame returns a frame for fn whose constant registers are set.
func (wk *worker) frame(fn *function) *frame {
	if fn.index < len(wk.frames) {
		if free := wk.frames[fn.index]; len(free) > 0 {
			fr := free[len(free)-1]
			wk.frames[fn.index] = free[:len(free)-1]
			return fr
		}
	}
	fr := &frame{fn: fn, regs: make([]vec, fn.nregs+len(fn.consts)), preds: make([]uint32, fn.npreds)}
	for i, c := range fn.consts {
		setAll(&fr.regs[fn.nregs+i], everyone, c)
	}
	return fr
}

func (wk *worker) release(fr *frame) {
	for len(wk.frames) <= fr.fn.index {
		wk.frames = append(wk.frames, nil)
	}
	wk.frames[fr.fn.index] = append(wk.frames[fr.fn.index], fr)
}
