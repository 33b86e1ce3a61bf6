package device

import "sync"

// Small allocations of one construct share a block of the driver's, so that one copy serves them all.
const (
	batchLeast = 4        // allocations or copies; fewer go one by one
	batchSmall = 16 << 10 // bytes of each
	batchMost  = 1 << 20  // bytes of the block
	batchAlign = 256      // as drivers align what they allocate
)

// Batch is a block that small allocations share, or the part of such a block that several copies read.
type Batch struct {
	Size uintptr
	// At is where each step works in the block: for a copy to the device what it writes.
	At []uintptr
}

// BatchIn lays out the allocations of steps that do nothing but allocate, and copy to what they allocate. It returns nil
// if that is not worth it.
func BatchIn(steps []Step) *Batch {
	allocations, size := 0, uintptr(0)
	for i := range steps {
		s := &steps[i]
		switch {
		case s.Kind == StepAlloc && s.Size <= batchSmall:
			allocations++
			size += batched(s.Size)
		case s.Kind == StepTo && s.Of != 0:
		default:
			return nil
		}
	}
	if allocations < batchLeast || size > batchMost {
		return nil
	}
	b := &Batch{At: make([]uintptr, len(steps))}
	for i := range steps {
		if s := &steps[i]; s.Kind == StepAlloc {
			b.At[i] = b.Size
			b.Size += batched(s.Size)
		} else {
			b.At[i] = b.At[s.Of-1] + uintptr(s.Dev)
		}
	}
	return b
}

// batched is what an allocation takes of a block.
func batched(size uintptr) uintptr { return (max(size, 1) + batchAlign - 1) &^ (batchAlign - 1) }

// Fill puts what the steps copy to the device into an image of the block, and reports whether there is any. ok is false
// if the host's memory cannot be read.
func (b *Batch) Fill(steps []Step, image []byte) (any, ok bool) {
	defer func() { ok = recover() == nil }()
	for i := range steps {
		if s := &steps[i]; s.Kind == StepTo {
			copy(image[b.At[i]:b.At[i]+s.Size], Bytes(uintptr(s.Host), s.Size))
			any = any || s.Size > 0
		}
	}
	return any, true
}

// Slabs are the blocks of a device that allocations share.
type Slabs struct {
	mu   sync.Mutex
	of   map[Addr]*slab // by the address of an allocation
	free []byte         // an image of a block that nobody uses
}

type slab struct {
	base Addr
	size uintptr
	left int // allocations that were not freed
}

// Image returns memory for the image of a block, and GiveBack takes it.
func (l *Slabs) Image(size uintptr) []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	if image := l.free; uintptr(len(image)) >= size {
		l.free = nil
		return image[:size]
	}
	return make([]byte, size)
}

// GiveBack takes memory of Image.
func (l *Slabs) GiveBack(image []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if image = image[:cap(image)]; len(image) > len(l.free) {
		l.free = image
	}
}

// Add sets the addresses of the allocations of a batch, whose block is at base.
func (l *Slabs) Add(b *Batch, base Addr, steps []Step) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of == nil {
		l.of = map[Addr]*slab{}
	}
	s := &slab{base: base, size: b.Size}
	for i := range steps {
		if steps[i].Kind == StepAlloc {
			steps[i].Dev = base + Addr(b.At[i])
			l.of[steps[i].Dev] = s
			s.left++
		}
	}
}

// Freed takes an allocation that is freed. It returns the block that the driver is to free, 0: others still share it.
func (l *Slabs) Freed(a Addr) Addr {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.of[a]
	if s == nil {
		return a
	}
	delete(l.of, a)
	if s.left--; s.left > 0 {
		return 0
	}
	return s.base
}

// BatchOut finds the part of a block that steps read which do nothing but copy small data from one block, and free
// behind that. The batch has n copies, the first address is first. It returns nil if that is not worth it.
func (l *Slabs) BatchOut(steps []Step) (b *Batch, first Addr, n int) {
	for n < len(steps) && steps[n].Kind == StepFrom && steps[n].Of == 0 && steps[n].Size <= batchSmall {
		n++
	}
	if n < batchLeast || n == len(steps) {
		return nil, 0, 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	from := l.of[steps[n].Dev]
	for _, s := range steps[n:] {
		if s.Kind != StepFree || from == nil {
			return nil, 0, 0
		}
	}
	b = &Batch{At: make([]uintptr, n)}
	first = from.base + Addr(from.size)
	end := from.base
	for _, s := range steps[:n] {
		if s.Dev < from.base || s.Dev+Addr(s.Size) > from.base+Addr(from.size) {
			return nil, 0, 0
		}
		first, end = min(first, s.Dev), max(end, s.Dev+Addr(s.Size))
	}
	for i, s := range steps[:n] {
		b.At[i] = uintptr(s.Dev - first)
	}
	b.Size = uintptr(end - first)
	return b, first, n
}

// Empty takes what the steps copy from the device out of an image of the block's part. ok is false if the host's memory
// cannot be written.
func (b *Batch) Empty(steps []Step, image []byte) (ok bool) {
	defer func() { ok = recover() == nil }()
	for i, at := range b.At {
		s := &steps[i]
		copy(Bytes(uintptr(s.Host), s.Size), image[at:at+s.Size])
	}
	return true
}
