package device

import (
	"runtime"
	"sync"
)

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

// Blocks is a device as the steps of a batch use it. Copies are done when they return.
type Blocks interface {
	AllocBlock(size uintptr) (Addr, error)
	CopyTo(dst Addr, src Host, size uintptr) error
	CopyFrom(dst Host, src Addr, size uintptr) error
	// Free releases a block, or an allocation that shares one.
	Free(Addr) error
}

// Steps carries out steps whose small data can be copied by one call of the driver, and returns how many are done; the
// device's methods do the others. open calls f with the device, or returns 0.
func (l *Slabs) Steps(steps []Step, open func(f func(Blocks) int) int) int {
	if b := BatchIn(steps); b != nil {
		return open(func(d Blocks) int { return l.batchIn(d, b, steps) })
	}
	if b, first, n := l.BatchOut(steps); b != nil {
		return open(func(d Blocks) int { return l.batchOut(d, b, first, steps, n) })
	}
	return 0
}

// batchIn makes the block of b with what is copied to it. After an error nothing has been done.
func (l *Slabs) batchIn(d Blocks, b *Batch, steps []Step) int {
	image := l.Image(b.Size)
	defer l.GiveBack(image)
	any, ok := b.Fill(steps, image)
	if !ok {
		return 0
	}
	p, err := d.AllocBlock(b.Size)
	if err != nil {
		return 0
	}
	if any {
		err := d.CopyTo(p, Host(Address(&image[0])), b.Size)
		runtime.KeepAlive(image)
		if err != nil {
			_ = d.Free(p) // the device's methods will meet the error
			return 0
		}
	}
	l.Add(b, p, steps)
	return len(steps)
}

// batchOut copies the first n steps' data by one call, and frees what the others free.
func (l *Slabs) batchOut(d Blocks, b *Batch, first Addr, steps []Step, n int) int {
	image := l.Image(b.Size)
	defer l.GiveBack(image)
	err := d.CopyFrom(Host(Address(&image[0])), first, b.Size)
	if err != nil || !b.Empty(steps, image) {
		return 0
	}
	runtime.KeepAlive(image)
	for i := n; i < len(steps); i++ {
		if d.Free(steps[i].Dev) != nil {
			return i + 1 // the block is gone for us
		}
	}
	return len(steps)
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
