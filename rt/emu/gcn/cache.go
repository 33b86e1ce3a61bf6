// The caches of a workgroup, which the option cache=on models: without the instructions that write them back and invalidate
// them, other workgroups do not see what it has written, and it reads old values.

package gcn

// cacheLine is the size of a line, mostLines how many lines the cache for reading has.
const (
	cacheLine = 128
	mostLines = 256
)

// cache is what a workgroup sees of global memory.
type cache struct {
	lines   map[uint64][]byte // as they were when the workgroup first loaded from them
	written map[uint64]byte   // bytes that are not written back (gfx942)
	bytes   [16]byte          // of the access that executes
}

func newCache() *cache { return &cache{lines: map[uint64][]byte{}, written: map[uint64]byte{}} }

// bypasses reports whether the cache does not hold the memory that an instruction accesses: atomic accesses go to the
// memory that all workgroups share, and memory of the program is not cached.
func (w *wave) bypasses(in *inst, states []byte) bool {
	return in.strong() || states[0]&hosts != 0 || w.program.current
}

// loadCached returns the bytes of a load from global memory as the workgroup sees them; b are those of memory.
func (w *wave) loadCached(in *inst, addr uint64, b, states []byte) []byte {
	c := w.cache
	if w.bypasses(in, states) {
		w.leaveCache(addr, len(b))
		return b
	}
	for i := range b {
		at := addr + uint64(i)
		if v, ok := c.written[at]; ok {
			c.bytes[i] = v
		} else {
			c.bytes[i] = w.line(at)[at%cacheLine]
		}
	}
	return c.bytes[:len(b)]
}

// line returns the cached line of an address.
func (w *wave) line(addr uint64) []byte {
	c := w.cache
	if l := c.lines[addr/cacheLine]; l != nil {
		return l
	}
	if len(c.lines) >= mostLines {
		clear(c.lines)
	}
	b, _ := w.dev.Memory.bytes(addr/cacheLine*cacheLine, cacheLine) // the arena has whole lines
	l := append([]byte(nil), b...)
	c.lines[addr/cacheLine] = l
	return l
}

// storeCached notes the bytes of a store to global memory, which has been executed; before are those that were there. On
// gfx942 other workgroups see them only after a write-back.
func (w *wave) storeCached(in *inst, addr uint64, b, before, states []byte) {
	if w.bypasses(in, states) {
		stored := append([]byte(nil), b...)
		w.leaveCache(addr, len(b))
		copy(b, stored)
		return
	}
	c := w.cache
	for i, v := range b {
		at := addr + uint64(i)
		if l := c.lines[at/cacheLine]; l != nil {
			l[at%cacheLine] = v
		}
		if w.object.Arch == "gfx942" {
			c.written[at] = v
		}
	}
	if w.object.Arch == "gfx942" {
		copy(b, before)
	}
}

// leaveCache writes bytes back, before the workgroup accesses them in the memory that all share.
func (g *group) leaveCache(addr uint64, size int) {
	if g.cache == nil {
		return
	}
	for at := addr; at < addr+uint64(size); at++ {
		delete(g.cache.lines, at/cacheLine)
		if v, ok := g.cache.written[at]; ok {
			if b, ok := g.dev.Memory.bytes(at, 1); ok {
				b[0] = v
			}
			delete(g.cache.written, at)
		}
	}
}

// writeBackCache writes what the workgroup has written to memory.
func (g *group) writeBackCache() {
	if g.cache != nil {
		g.cache.writeBack(g.dev.Memory)
	}
}

func (c *cache) writeBack(m *Memory) {
	for at, v := range c.written {
		if b, ok := m.bytes(at, 1); ok {
			b[0] = v
		}
	}
	clear(c.written)
}

// invalidateCache makes later loads read memory.
func (g *group) invalidateCache() {
	if g.cache != nil {
		clear(g.cache.lines)
	}
}

// keep takes the cache of a workgroup that has ended: what it has written is in memory when the kernel ends.
func (r *dispatch) keep(c *cache) {
	c.lines = nil
	r.mu.Lock()
	defer r.mu.Unlock()
	r.caches = append(r.caches, c)
}

// writeBackCaches is the end of the kernel.
func (r *dispatch) writeBackCaches() {
	for _, c := range r.caches {
		c.writeBack(r.dev.Memory)
	}
}
