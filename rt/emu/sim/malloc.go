package sim

import (
	"fmt"
	"math/bits"

	"ompcc/rt/emu/check"
)

// The device's heap. The kernels' library has a malloc of its own, which takes what it gives
// from one variable, so that nothing is known of a single block. It asks the device first, in
// instructions that a GPU takes for comments (package ptx):
//
//	heap.malloc  d, size, limit
//	heap.aligned d, alignment, size, limit
//	heap.realloc d, p, size, limit
//	heap.free    d, p
//	heap.copy    d, to, from, size: what omp_realloc moves
//
// d is 0 on a GPU, and 1 where there is nothing to return; no more than limit bytes are
// given. CUDA's malloc and free are the same without limit.

const (
	noLimit   = ^uint64(0)
	heapNull  = 1
	heapAlign = 16
)

// decodeHeap: without the option the register stays as a GPU has it.
func decodeHeap(d *decoder, in *inst, _ string, m mods) error {
	in.class = ClassCall
	name := m[len(m)-1]
	count := map[string]int{"malloc": 3, "aligned": 4, "realloc": 4, "free": 2, "copy": 4}[name]
	if err := in.args(count); err != nil {
		return err
	}
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	if err := d.operands(in, "u64", 1); err != nil {
		return err
	}
	in.exec = map[string]execFn{
		"malloc": eachThread(func(w *warp, in *inst, lane int, a, b, _ uint64) (uint64, bool) {
			return w.malloc(in, a, 0, b)
		}),
		"aligned": eachThread(func(w *warp, in *inst, lane int, a, b, c uint64) (uint64, bool) {
			return w.malloc(in, b, a, c)
		}),
		"realloc": eachThread((*warp).realloc),
		"copy":    eachThread((*warp).copyBlock),
		"free": eachThread(func(w *warp, in *inst, lane int, a, _, _ uint64) (uint64, bool) {
			return heapNull, w.free(in, lane, a)
		}),
	}[name]
	return nil
}

// eachThread gives each thread what f returns for it, heapNull when that is nothing.
func eachThread(f func(w *warp, in *inst, lane int, a, b, c uint64) (uint64, bool)) execFn {
	return func(w *warp, in *inst, m uint32) {
		if !w.blk.dev.options.Heap {
			return
		}
		w.effects++
		w.changed = true
		regs := w.fr.regs
		operand := func(r int32, lane int) uint64 {
			if r < 0 {
				return 0
			}
			return regs[r][lane]
		}
		for ; m != 0 && !w.failed; m &= m - 1 {
			lane := bits.TrailingZeros32(m)
			v, ok := f(w, in, lane, operand(in.a, lane), operand(in.b, lane), operand(in.c, lane))
			if !ok {
				v = heapNull
			}
			regs[in.d][lane] = v
		}
	}
}

// malloc returns memory that is not initialised; of all that is given no more than limit
// bytes, as the library counts them.
func (w *warp) malloc(in *inst, size, align, limit uint64) (uint64, bool) {
	m := w.blk.dev.mem
	if size > m.size || align > m.size {
		return 0, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if limit != noLimit && m.heap+heapRoom(size) > limit {
		return 0, false
	}
	addr, err := m.allocBlock(check.Block{Size: size, Name: "memory from malloc", Heap: true, Got: int(in.id)}, align)
	if err != nil {
		return 0, false
	}
	m.heap += heapRoom(size)
	return addr, true
}

// heapRoom is what a block takes of the library's heap.
func heapRoom(size uint64) uint64 { return roundUp(max(size, 1), heapAlign) + heapAlign }

// free takes a block back. It is a write to all of the block: what other threads do with it must be
// ordered with it.
func (w *warp) free(in *inst, lane int, p uint64) bool {
	if p == 0 {
		return true
	}
	m := w.blk.dev.mem
	m.mu.Lock()
	i := m.Exact(p)
	if i < 0 || !m.Live[i].Heap {
		m.mu.Unlock()
		w.failAt(check.Free, lane, p, w.notToBeFreed(p))
		return false
	}
	b := m.Live[i]
	m.mu.Unlock()
	if !w.touch(in, lane, b.Addr, b.Size, "free") {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if i = m.Exact(p); i < 0 {
		return true // another thread was faster, which is a race
	}
	m.heap -= heapRoom(b.Size)
	m.freeBlock(i, int(in.id))
	return true
}

// notToBeFreed says what is wrong with an address that malloc has not given.
func (w *warp) notToBeFreed(p uint64) string {
	m := w.blk.dev.mem
	if p-globalBase >= windowSize {
		return fmt.Sprintf("%#x is not an address that malloc of the device has given", p)
	}
	m.mu.Lock()
	b := m.FreedAt(p)
	again := b != nil && b.Addr == p && b.Heap
	m.mu.Unlock()
	if again {
		return fmt.Sprintf("%#x is freed twice: it is %s", p, m.describe(p))
	}
	return fmt.Sprintf("%#x is not an address that malloc has given: it is %s", p, m.describe(p))
}

// touch notes an access of a thread to all words of a block, a read or another one.
func (w *warp) touch(in *inst, lane int, addr, size uint64, what string) bool {
	if !w.blk.dev.options.Races {
		return true
	}
	w.order.touched = true
	m, stamp, thread := w.blk.dev.mem, w.stamp(in), w.id*32+lane
	var lock rows
	defer func() { lock.done() }()
	for end := addr + roundUp(size, 4); addr < end; {
		word := wordOf(addr)
		n := min(end-addr, uint64(rowBytes-4*word))
		r := m.rowAt(addr - globalBase)
		lock.lock(r)
		if r.expanded(w.blk.launch.floor) {
			n = 4
			if !w.touchWord(r, lane, addr, stamp, what) {
				return false
			}
		} else if c := w.touchRow(r, run{^uint64(0) >> (64 - n/4) << word, w.who(thread), stamp | stepOne},
			what); c.any {
			w.race(lane, addr+uint64(c.word-word)*4, what, c.verb(), c.old)
			return false
		}
		addr += n
	}
	return true
}

func (w *warp) touchRow(r *row, all run, what string) clash {
	if what == "read" {
		return w.readRow(r, all)
	}
	return w.writeRow(r, all, func() uint64 { return 0 })
}

// touchWord notes the access to a word of an expanded row.
func (w *warp) touchWord(r *row, lane int, addr, stamp uint64, what string) bool {
	thread := w.id*32 + lane
	return w.eachCell(w.cell(r, addr-globalBase), addr, 4, func(c *cell, at uint64) bool {
		var old *access
		wasRead := false
		if what == "read" {
			old = w.read(c, thread, stamp)
		} else {
			old, wasRead = w.write(c, thread, stamp, false)
		}
		if old != nil {
			w.race(lane, at, what, (&clash{read: wasRead}).verb(), *old)
		}
		return old == nil
	})
}

// realloc moves a block, with what is known of initialisation.
func (w *warp) realloc(in *inst, lane int, p, size, limit uint64) (uint64, bool) {
	m := w.blk.dev.mem
	if p == 0 {
		return w.malloc(in, size, 0, limit)
	}
	m.mu.Lock()
	i := m.Exact(p)
	if i < 0 || !m.Live[i].Heap {
		m.mu.Unlock()
		w.failAt(check.Free, lane, p, w.notToBeFreed(p))
		return 0, false
	}
	old := min(m.Live[i].Size, size)
	m.mu.Unlock()
	to, ok := w.malloc(in, size, 0, limit)
	if !ok || !w.moveBytes(in, lane, to, p, old) {
		return 0, false
	}
	return to, w.free(in, lane, p)
}

// copyBlock copies between parts of the heap's blocks, with what is known of initialisation;
// 0: they are none.
func (w *warp) copyBlock(in *inst, lane int, to, from, size uint64) (uint64, bool) {
	if !w.blk.dev.mem.inHeap(to, size) || !w.blk.dev.mem.inHeap(from, size) {
		return 0, true
	}
	return to, w.moveBytes(in, lane, to, from, size)
}

// inHeap reports whether size bytes at p lie in a block that malloc has given.
func (m *memory) inHeap(p, size uint64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	b, _ := m.Around(p)
	return b != nil && b.Heap && p-b.Addr <= b.Size && size <= b.Size-(p-b.Addr)
}

func (w *warp) moveBytes(in *inst, lane int, to, from, size uint64) bool {
	if !w.touch(in, lane, from, size, "read") || !w.touch(in, lane, to, size, "write") {
		return false
	}
	m := w.blk.dev.mem
	copy(m.bytes(to, size), m.bytes(from, size))
	copy(m.states(to, size), m.states(from, size))
	return true
}
