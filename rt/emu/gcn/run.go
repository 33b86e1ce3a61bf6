package gcn

import (
	"fmt"
	"math/bits"
	"ompcc/rt/emu/check"
	"ompcc/rt/emu/profile"
	"ompcc/rt/emu/sim"
	"runtime"
	"sync"
	"sync/atomic"
)

// Packet is hsa_kernel_dispatch_packet_t.
type Packet struct {
	Header, Setup  uint16
	Team           [3]uint16
	_              uint16
	Grid           [3]uint32
	Private, Group uint32
	Kernel         uint64
	Args           uint64
	_              uint64
	Signal         uint64
}

// Device executes dispatches.
type Device struct {
	Memory *Memory
	// Budget is how many instructions a wavefront executes before it counts as endless.
	Budget int64
	// Unset: look for uses of memory and registers that were never written.
	Unset bool
	// Program is the program's memory, which kernels access; nil: they do not.
	Program *check.Program
	// Caches: serve workgroups from caches of their own.
	Caches bool
	// Profile takes the counts of dispatches; nil: nobody counts.
	Profile *profile.Profile
	// Debug, if not nil, stops threads for a debugger.
	Debug *Debug

	mu      sync.RWMutex
	objects []*Object
	numbers int // of instructions
	races   *sim.Foreign
}

// Add makes a loaded code object known.
func (d *Device) Add(o *Object) {
	d.mu.Lock()
	defer d.mu.Unlock()
	o.first = d.numbers
	d.numbers += len(o.code)
	d.objects = append(d.objects, o)
}

// Remove forgets it.
func (d *Device) Remove(o *Object) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, p := range d.objects {
		if p == o {
			d.objects = append(d.objects[:i:i], d.objects[i+1:]...)
			return
		}
	}
}

func (d *Device) object(addr uint64) *Object {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for _, o := range d.objects {
		if addr >= o.base && addr < o.end {
			return o
		}
	}
	return nil
}

// dispatch is one execution of a kernel.
type dispatch struct {
	dev    *Device
	object *Object
	packet Packet
	at     uint64 // of the packet
	kernel *Descriptor
	entry  int
	name   string
	// waveSize is the number of lanes of a wavefront, by the kernel's descriptor.
	waveSize int
	// splitCaches: wavefronts of a workgroup may use different caches.
	splitCaches bool
	groups      [3]uint32
	next        atomic.Int64
	fault       atomic.Pointer[check.Fault]
	launch      *sim.ForeignLaunch // nil: nobody looks for races
	synchronise map[uint64]bool    // words that atomic instructions have accessed, where instructions do not name atomic stores
	mu          sync.Mutex
	caches      []*cache         // of workgroups that have ended
	profile     *profile.Profile // nil: nobody counts
	counted     []*stats         // of each worker
	number      int              // for a debugger
}

// Dispatch executes the kernel of the packet at an address and returns when it has ended. If counted is not nil, it
// receives the counts of this dispatch, without those of lines.
func (d *Device) Dispatch(p Packet, at uint64, counted func(*profile.Counts)) error {
	kernel, ok := d.Memory.Descriptor(p.Kernel)
	o := d.object(p.Kernel)
	if !ok || o == nil {
		return fmt.Errorf("the dispatch names no kernel: 0x%x", p.Kernel)
	}
	r := &dispatch{dev: d, object: o, packet: p, at: at, kernel: kernel, profile: d.Profile}
	if r.profile == nil && counted != nil {
		r.profile = &profile.Profile{} // of this dispatch only
	}
	entry := p.Kernel + uint64(kernel.Entry) - o.base
	if r.entry, ok = o.at[entry]; !ok {
		return fmt.Errorf("the kernel's entry 0x%x is no instruction", entry)
	}
	r.name = o.function(entry)
	if kernel.Properties>>10&1 != 0 {
		r.waveSize = 32
	} else {
		r.waveSize = 64
	}
	r.splitCaches = o.Arch == "gfx1100" && kernel.Rsrc1>>29&1 != 0 || o.Arch != "gfx1100" && kernel.Rsrc3>>16&1 != 0
	for i, n := range p.Grid {
		team := max(uint32(p.Team[i]), 1)
		r.groups[i] = (max(n, 1) + team - 1) / team
	}
	workers := max(runtime.NumCPU(), 1)
	if d.Caches {
		workers = 1 // so that results do not depend on timing
	}
	if d.races != nil {
		workers = 1 // what is done and what is remembered of it are one
		team := [3]uint32{max(uint32(p.Team[0]), 1), max(uint32(p.Team[1]), 1), max(uint32(p.Team[2]), 1)}
		if o.Arch != "gfx942" {
			r.synchronise = map[uint64]bool{}
		}
		r.launch = d.races.Begin(r.name, r.groups, team)
		defer r.launch.End()
	}
	if d.Debug != nil {
		workers = 1
		r.number = d.Debug.begin()
		defer d.Debug.end(r)
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(r.work)
	}
	wg.Wait()
	r.writeBackCaches()
	r.addStats(counted)
	if f := r.fault.Load(); f != nil {
		return f
	}
	return nil
}

// resident is how many workgroups a worker executes in turn.
const resident = 64

// work executes workgroups: new ones when those that it has do not end.
func (r *dispatch) work() {
	var groups []*group
	stats := r.stats()
	total := int64(r.groups[0]) * int64(r.groups[1]) * int64(r.groups[2])
	for r.fault.Load() == nil {
		if len(groups) < resident {
			if n := r.next.Add(1) - 1; n < total {
				groups = append(groups, r.group(uint32(n), stats))
			} else if len(groups) == 0 {
				return
			}
		}
		kept := groups[:0]
		for _, g := range groups {
			if !g.run() {
				kept = append(kept, g)
			}
			if r.fault.Load() != nil {
				return
			}
		}
		groups = kept
	}
}

// group is a workgroup.
type group struct {
	*dispatch
	stats          *stats // nil: nobody counts
	index          [3]uint32
	size           int // threads
	waves          []*wave
	lds, ldsStates []byte
	team           *sim.ForeignTeam
	cache          *cache              // nil: all workgroups see the same memory
	atomics        map[uint64]bool     // words of LDS that atomic instructions have accessed
	stored         map[place]unsetLoad // values without one that were stored
	unseen         []*writes           // that a barrier did not wait for
	slot           int                 // among those that a debugger knows
}

// wave is a wavefront.
type wave struct {
	*group
	id            int
	pc            int
	scc           bool
	waiting       bool // at a barrier
	asleep        bool // until its next turn
	ended         bool
	steps         int64
	sgpr          [256]uint32
	vgpr          [512][64]uint32
	scratch       []byte // of the lanes, one after another
	scratchStates []byte
	private       uint64 // bytes of scratch for a lane
	buf           [4][64]uint64
	gprIndex      registerIndex
	defined       definedness
	pending       []pending
	busy          busy
	touched       touched
	history       *sim.ForeignWave
	program       programAccess
	lanes         uint64 // that the wavefront began with
	absent        absent
	recent        recent
	dirty         bool // it has written global memory since the last write-back of the cache
	plainLoads    plainLoads
	learning      *inst // the load that the compare-and-swap being executed has shown to be the first try of its loop
	debug         *waveDebug
	invalidated   bool // gfx11: the cache L1 is invalidated, L0 is not yet
}

func (r *dispatch) group(n uint32, stats *stats) *group {
	x, y := r.groups[0], r.groups[1]
	g := &group{dispatch: r, stats: stats, index: [3]uint32{n % x, n / x % y, n / (x * y)}}
	t := r.packet.Team
	g.size = int(max(t[0], 1)) * int(max(t[1], 1)) * int(max(t[2], 1))
	g.lds, g.ldsStates = make([]byte, r.packet.Group+16), make([]byte, r.packet.Group+16)
	for i := range g.lds { // nothing clears it
		g.lds[i] = 0xa5
	}
	if r.dev.Caches {
		g.cache = newCache()
	}
	if r.launch != nil {
		g.atomics = map[uint64]bool{}
		g.team = r.launch.Team(n, uint(bits.TrailingZeros(uint(r.waveSize))), uint64(len(g.lds)))
	}
	for at := 0; at < g.size; at += r.waveSize {
		w := g.wave(at)
		if g.team != nil {
			w.history = g.team.Waves[w.id]
		}
		g.waves = append(g.waves, w)
	}
	if d := r.dev.Debug; d != nil {
		d.enter(g)
	}
	return g
}

// wave begins a wavefront: "Initial Kernel Execution State" in LLVM's "User Guide for AMDGPU Backend".
func (g *group) wave(first int) *wave {
	w := &wave{group: g, id: first / g.waveSize, pc: g.entry, private: uint64(g.packet.Private)}
	w.scratch, w.scratchStates = make([]byte, w.private*uint64(g.waveSize)), make([]byte, w.private*uint64(g.waveSize))
	lanes := min(g.size-first, g.waveSize)
	w.lanes = ^uint64(0) >> (64 - lanes)
	w.setExec(w.lanes)
	if g.dev.Unset {
		w.defined.reset()
	}
	w.defined.vector[0], w.defined.scalar[execLo], w.defined.scalar[execLo+1] = 0, 0, 0
	for i := range w.vgpr[0] {
		n, tx, ty := uint32(first+i), uint32(max(g.packet.Team[0], 1)), uint32(max(g.packet.Team[1], 1))
		w.vgpr[0][i] = n%tx | n/tx%ty<<10 | n/(tx*ty)<<20
	}
	k, at := g.kernel, 0
	put := func(values ...uint32) {
		for _, v := range values {
			w.sgpr[at], w.defined.scalar[at] = v, 0
			at++
		}
	}
	wide := func(bit int, v uint64) {
		if k.Properties>>bit&1 != 0 {
			put(uint32(v), uint32(v>>32))
		}
	}
	if k.Properties&1 != 0 { // a buffer resource of the wavefront's scratch
		put(0, privateBuffer, 0xffffffff, 0)
	}
	wide(1, g.at)
	wide(2, 0)
	wide(3, g.packet.Args)
	wide(4, 0)
	wide(5, 0)
	if k.Properties>>6&1 != 0 {
		put(uint32(w.private))
	}
	if at > int(k.Rsrc2>>1&31) {
		at = int(k.Rsrc2 >> 1 & 31)
	}
	at = int(k.Rsrc2 >> 1 & 31)
	for i := range 3 {
		if k.Rsrc2>>(7+i)&1 != 0 {
			put(g.index[i])
		}
	}
	if k.Rsrc2>>10&1 != 0 {
		put(0)
	}
	if k.Rsrc2&1 != 0 {
		put(0) // the wavefront's offset into scratch memory
	}
	return w
}

func (w *wave) exec() uint64 { return uint64(w.sgpr[execLo]) | uint64(w.sgpr[execLo+1])<<32 }

func (w *wave) setExec(m uint64) { w.sgpr[execLo], w.sgpr[execLo+1] = uint32(m), uint32(m>>32) }

// quantum is how many instructions a wavefront executes before another has its turn.
const quantum = 4096

// run lets all waves have a turn, and reports whether the workgroup has ended.
func (g *group) run() (ended bool) {
	waiting, live := 0, 0
	for _, w := range g.waves {
		if !w.ended && !w.waiting {
			w.run()
		}
		if w.waiting {
			waiting++
		}
		if !w.ended {
			live++
		}
	}
	if live > 0 && waiting == live {
		for _, w := range g.waves {
			w.waiting = false
		}
		if g.team != nil {
			g.team.Barrier()
		}
	}
	if live == 0 && g.cache != nil {
		g.keep(g.cache)
	}
	if d := g.dev.Debug; live == 0 && d != nil {
		d.leave(g)
	}
	return live == 0
}

// run executes instructions until the wave's turn is over.
func (w *wave) run() {
	in := (*inst)(nil)
	defer func() {
		if e := recover(); e != nil {
			f, ok := e.(*check.Fault)
			if !ok {
				f = w.faultOf(check.Internal, in, -1, fmt.Sprint(e))
			}
			if d := w.dev.Debug; d != nil {
				d.failed(w, in, f.Error())
			}
			w.fault.CompareAndSwap(nil, f)
			w.ended = true
		}
	}()
	code, d := w.object.code, w.dev.Debug
	n := 0
	for w.asleep = false; n < quantum && !w.ended && !w.waiting && !w.asleep; n++ {
		in = &code[w.pc]
		if d != nil {
			d.before(w, in)
		}
		w.pc++
		w.defined.begin()
		if len(w.pending) != 0 {
			w.checkPending(in)
		}
		if w.object.close {
			w.checkHazards(in)
			w.recent.add(in)
		}
		if w.stats != nil {
			w.stats.step(w, in)
		} else {
			in.op(w, in)
		}
		if w.absent.at != nil {
			w.checkAbsent(in)
		}
		if in.async.counters != 0 {
			w.issue(in)
		}
		if w.history != nil && in.access != noAccess {
			w.history.Next()
			w.learning = nil
		}
		if d != nil {
			d.after(w, in)
		}
	}
	if w.steps += int64(n); w.steps > w.dev.Budget {
		panic(w.faultOf(check.Budget, in, -1,
			fmt.Sprintf("the wavefront has executed %d instructions and does not end (raise the limit with OMPCC_EMULATE=amdgcn,budget=…)", w.steps)))
	}
}

// fail ends the dispatch.
func (w *wave) fail(kind check.Kind, in *inst, lane int, format string, args ...any) {
	panic(w.faultOf(kind, in, lane, fmt.Sprintf(format, args...)))
}

func (w *wave) faultOf(kind check.Kind, in *inst, lane int, text string) *check.Fault {
	return &check.Fault{Kind: kind, Kernel: w.name, Function: w.object.function(in.addr),
		Place: w.object.lines.at(in.addr), Who: w.who(lane), Text: text,
		Code: fmt.Sprintf("%s: %s", w.object.place(in.addr), in.text)}
}

// function is the function that has an address of the file.
func (o *Object) function(addr uint64) string {
	for _, s := range o.names {
		if addr >= s.Value && addr < s.Value+s.Size {
			return s.Name
		}
	}
	return "?"
}
