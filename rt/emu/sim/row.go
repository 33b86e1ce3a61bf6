// The compact history of global memory, with which the device detects data races: rows of runs of accesses.

package sim

import (
	"math/bits"
	"unsafe"
)

// row is the history of 64 words of global memory. Usually consecutive threads access consecutive words, and a few runs
// describe all accesses. If they do not suffice, the row is expanded: each word gets a cell in memory.cells.
type row struct {
	spin   spin
	reads  uint8  // number of runs at the start, which are reads
	writes uint8  // number of runs at the end, which are writes
	wide   uint64 // the last launch that used cells of the words; 0: the row is not expanded
	runs   [rowRuns]run
}

const (
	rowRuns  = 10
	rowWords = 64
	rowBytes = 4 * rowWords
)

// A row has the size of the words that it describes, so that their offset is also the offset of the row.
var _ [rowBytes]byte = [unsafe.Sizeof(row{})]byte{}

// run is an access by consecutive threads of a block to consecutive words of a row.
type run struct {
	words uint64 // one bit for each word
	who   uint64 // the thread that would access word 0
	what  uint64 // as in access, and the step
}

// The step of a run, in what: the number of words that each thread accesses.
const (
	stepWord = iota << 5
	stepPair
	stepQuad
	stepOne // one thread accesses all words
	steps   = stepOne
)

// shift returns the binary logarithm of the step.
func (r *run) shift() uint { return uint([4]uint8{0, 1, 2, 63}[r.what>>5&3]) }

// at returns the access to a word.
func (r *run) at(word int) access {
	return access{r.who + uint64(word)>>(r.shift()&63), r.what &^ steps}
}

// first returns the access to the first word of the run.
func (r *run) first() access { return r.at(bits.TrailingZeros64(r.words)) }

// alike reports whether both runs give each word to the same thread.
func (r *run) alike(n *run) bool { return r.who == n.who && (r.what^n.what)&steps == 0 }

// turn returns the run of one thread that accesses size bytes from a word on. The runs of consecutive threads that
// access consecutive words are alike.
func turn(word int, size, who, what uint64) run {
	n := run{words: (1<<(size/4) - 1) << (word & 63), what: what}
	switch size {
	case 8:
		n.what |= stepPair
	case 16:
		n.what |= stepQuad
	}
	n.who = who - uint64(word)>>(n.shift()&63)
	return n
}

// expanded reports whether the words have cells. It clears a row whose cells no launch since number floor has used.
func (r *row) expanded(floor uint64) bool {
	if r.wide != 0 && r.wide < floor {
		r.wide, r.reads, r.writes = 0, 0, 0
	}
	return r.wide != 0
}

func (r *row) dropRead(i int) {
	r.reads--
	r.runs[i] = r.runs[r.reads]
}

func (r *row) dropWrite(i int) {
	r.runs[i] = r.runs[rowRuns-int(r.writes)]
	r.writes--
}

// rowAt returns the row of the word at an offset in global memory.
func (m *memory) rowAt(off uint64) *row {
	return (*row)(unsafe.Add(m.rows, off&^(rowBytes-1)))
}

// cellAt returns the cell of a word of an expanded row.
func (m *memory) cellAt(off uint64) *cell {
	return (*cell)(unsafe.Add(m.cells, off/4*uint64(cellSize)))
}

// cellsOf returns the cells of a row's words.
func (m *memory) cellsOf(r *row) *[rowWords]cell {
	return (*[rowWords]cell)(unsafe.Pointer(m.cellAt(uint64(uintptr(unsafe.Pointer(r)) - uintptr(m.rows)))))
}

// expand copies the runs of a row to one cell for each word.
func (m *memory) expand(r *row, launch uint64) {
	cells := m.cellsOf(r)
	clear(cells[:])
	for i := range r.runs[:r.reads] {
		x := &r.runs[i]
		for o := x.words; o != 0; o &= o - 1 {
			k := bits.TrailingZeros64(o)
			cells[k].read = x.at(k)
		}
	}
	for i := rowRuns - int(r.writes); i < rowRuns; i++ {
		x := &r.runs[i]
		for o := x.words; o != 0; o &= o - 1 {
			k := bits.TrailingZeros64(o)
			cells[k].write = x.at(k)
		}
	}
	r.reads, r.writes, r.wide = 0, 0, launch
}

// cell returns the cell of the word at an offset. It expands the row if necessary.
func (w *warp) cell(r *row, off uint64) *cell {
	mem, conc := w.blk.dev.mem, &w.blk.launch.concurrency
	if !r.expanded(conc.floor) {
		mem.expand(r, conc.number)
	}
	r.wide = max(r.wide, conc.number)
	return mem.cellAt(off)
}

// add adds a run of reads or of writes to a row. No other run of that kind has its words. If the row is full, add
// expands it.
func (w *warp) add(r *row, n run, writes bool) {
	if n.words == 0 {
		return
	}
	from, to := 0, int(r.reads)
	if writes {
		from, to = rowRuns-int(r.writes), rowRuns
	}
	if r.wide == 0 {
		for i := from; i < to; i++ {
			if x := &r.runs[i]; x.who == n.who && x.what == n.what {
				x.words |= n.words
				return
			}
		}
		if int(r.reads)+int(r.writes) < rowRuns {
			if writes {
				r.runs[from-1] = n
				r.writes++
			} else {
				r.runs[to] = n
				r.reads++
			}
			return
		}
		w.blk.dev.mem.expand(r, w.blk.launch.number)
	}
	cells := w.blk.dev.mem.cellsOf(r)
	for o := n.words; o != 0; o &= o - 1 {
		k := bits.TrailingZeros64(o)
		if writes {
			cells[k].write = n.at(k)
		} else {
			cells[k].read = n.at(k)
		}
	}
}

// clash is an access that is not ordered with an earlier one.
type clash struct {
	any  bool
	word int
	old  access // the earlier access
	read bool   // whether old is a read
}

// found records a clash, unless it has one at this word or an earlier one.
func (c *clash) found(word int, old access, read bool) {
	if !c.any || word < c.word {
		*c = clash{true, word, old, read}
	}
}

// readRow records reads of words of a row that is not expanded, as read does for one cell. It returns the first clash.
func (w *warp) readRow(r *row, n run) (c clash) {
	conc := &w.blk.launch.concurrency
	shift := n.shift() & 63
	for i := rowRuns - 1; i >= rowRuns-int(r.writes); i-- {
		x := &r.runs[i]
		first := x.first()
		if first.launch() < conc.floor {
			r.dropWrite(i)
			i++
			continue
		}
		o := x.words & n.words
		if o == 0 || x.alike(&n) || !conc.concurrent(first) {
			continue
		}
		for ; o != 0; o &= o - 1 {
			k := bits.TrailingZeros64(o)
			a, who := x.at(k), n.who+uint64(k)>>shift
			if a.who != who && !a.mutual(who, n.what) && !w.before(a, access{who: who}.thread()) {
				c.found(k, a, false)
				break
			}
		}
	}
	if !c.any {
		w.readsRow(r, n)
	}
	return c
}

// readsRow merges reads with the recorded ones, as reads does for one cell.
func (w *warp) readsRow(r *row, n run) {
	conc := &w.blk.launch.concurrency
	me := n.first().who >> threadBits
	const other = flagMany | flagBlocks
	var fresh [other + 1]uint64 // words that get a new read, by its flags
	var extra [rowRuns]run
	extras, rest := 0, n.words
	for i := 0; i < int(r.reads); {
		x := &r.runs[i]
		first := x.first()
		if first.launch() < conc.floor {
			r.dropRead(i)
			continue
		}
		o := x.words & rest
		if o == 0 {
			i++
			continue
		}
		rest &^= o
		switch same := conc.concurrent(first); {
		case same && n.what&flagAtomic != 0:
			i++
			continue
		case !same:
			fresh[0] |= o
		case first.who>>threadBits != me:
			fresh[flagBlocks] |= o
		case x.alike(&n):
			fresh[w.others(x)] |= o
		default:
			var many uint64
			if o, many = w.readsOfBlock(x, &n, o, &fresh); many == x.words {
				x.what |= flagMany
			} else if many != 0 && x.what&flagMany == 0 {
				extra[extras] = run{many, x.who, x.what | flagMany}
				extras++
				o |= many
			}
		}
		if x.words &^= o; x.words == 0 {
			r.dropRead(i)
		} else {
			i++
		}
	}
	fresh[0] |= rest
	for i := range extra[:extras] {
		w.add(r, extra[i], false)
	}
	for flags, words := range fresh {
		if words != 0 {
			w.add(r, run{words, n.who, n.what | uint64(flags)}, false)
		}
	}
}

// others returns the flags to keep when a thread repeats a recorded read.
func (w *warp) others(r *run) uint64 {
	if uint32(r.what>>clockShift) >= w.order.joined {
		return r.what & (flagMany | flagBlocks)
	}
	return r.what & flagBlocks
}

// readsOfBlock merges reads of words that other threads of the block have read. It returns the words whose old read
// the new one replaces, and those with several unordered reads.
func (w *warp) readsOfBlock(x, n *run, words uint64, fresh *[flagMany | flagBlocks + 1]uint64) (forgotten,
	many uint64) {
	shift := n.shift() & 63
	last, ordered := -1, false // of a warp of x
	for o := words; o != 0; o &= o - 1 {
		k := bits.TrailingZeros64(o)
		bit, a, who := uint64(1)<<k, x.at(k), n.who+uint64(k)>>shift
		if a.who == who {
			fresh[w.others(x)] |= bit
			continue
		}
		if other := w.blk.warpOf(a.thread()); other != last {
			last, ordered = other, w.before(a, access{who: who}.thread())
		}
		if ordered {
			fresh[x.what&flagBlocks] |= bit
		} else {
			many |= bit
		}
	}
	return words &^ many, many
}

// writeRow records writes to words of a row that is not expanded, as write does for one cell. It returns the first
// clash. equal returns the words that keep their value; writeRow calls it only if that matters.
func (w *warp) writeRow(r *row, n run, equal func() uint64) (c clash) {
	conc := &w.blk.launch.concurrency
	var plain uint64 // words whose write stays plain
	for i := rowRuns - 1; i >= rowRuns-int(r.writes); i-- {
		x := &r.runs[i]
		first := x.first()
		if first.launch() < conc.floor {
			r.dropWrite(i)
			i++
			continue
		}
		o := x.words & n.words
		if o == 0 {
			continue
		}
		again := x.what>>clockShift == n.what>>clockShift && x.what&flagAtomic == 0
		if x.alike(&n) {
			if again {
				plain |= o
			}
			continue
		}
		plain |= w.writeAfterWrite(x, &n, o, again, equal, &c)
	}
	for i := 0; i < int(r.reads); {
		x := &r.runs[i]
		first := x.first()
		if first.launch() < conc.floor {
			r.dropRead(i)
			continue
		}
		if o := x.words & n.words; o != 0 && !first.mutual(n.first().who, n.what) && conc.concurrent(first) {
			w.writeAfterRead(x, &n, o, &c)
		}
		i++
	}
	if c.any {
		return c
	}
	for i := rowRuns - 1; i >= rowRuns-int(r.writes); i-- {
		if r.runs[i].words &^= n.words; r.runs[i].words == 0 {
			r.dropWrite(i)
			i++
		}
	}
	w.add(r, run{n.words &^ plain, n.who, n.what}, true)
	w.add(r, run{n.words & plain, n.who, n.what &^ flagAtomic}, true)
	return c
}

// writeAfterWrite looks for clashes with earlier writes. If the earlier writes have the same clock (again), it returns
// the words that the same thread has written.
func (w *warp) writeAfterWrite(x, n *run, words uint64, again bool, equal func() uint64, c *clash) (mine uint64) {
	conc, shift := &w.blk.launch.concurrency, n.shift()&63
	var same uint64
	if (x.what|n.what)&flagAtomic == 0 && !w.blk.dev.options.Strict {
		same = equal()
	}
	for o := words; o != 0; o &= o - 1 {
		k := bits.TrailingZeros64(o)
		a, who := x.at(k), n.who+uint64(k)>>shift
		switch {
		case a.who == who:
			if again {
				mine |= 1 << k
			}
		case a.mutual(who, n.what) || !conc.concurrent(a) || same>>k&1 != 0 || w.before(a, access{who: who}.thread()):
		default:
			c.found(k, a, false)
			return mine
		}
	}
	return mine
}

// writeAfterRead looks for clashes with earlier reads.
func (w *warp) writeAfterRead(x, n *run, words uint64, c *clash) {
	shift := n.shift() & 63
	blocks := x.what&flagBlocks != 0 && len(w.blk.knows) == 0
	many := x.what&flagMany != 0 && uint32(x.what>>clockShift) >= w.order.joined
	for o := words; o != 0; o &= o - 1 {
		k := bits.TrailingZeros64(o)
		a, who := x.at(k), n.who+uint64(k)>>shift
		if a.who != who && !w.before(a, access{who: who}.thread()) || a.who == who && many || blocks {
			c.found(k, a, true)
			return
		}
		if x.alike(n) {
			return // the other words have no clash either
		}
	}
}
