package device

import (
	"math/bits"
	"math/rand/v2"
	"sync"
	"testing"
	"unsafe"
)

// system is an Arena's source of memory that counts.
type system struct {
	mu   sync.Mutex
	live map[uintptr][]byte
	gets int
}

func (s *system) get(size uintptr) uintptr {
	if size > 1<<30 {
		return 0
	}
	b := make([]byte, size+SlabAlign)
	p := (uintptr(unsafe.Pointer(&b[0])) + SlabAlign - 1) &^ (SlabAlign - 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.live[p] = b
	s.gets++
	return p
}

func (s *system) put(p uintptr) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.live[p] == nil {
		panic("not allocated")
	}
	delete(s.live, p)
}

func TestArenaClasses(t *testing.T) {
	for size := uintptr(1); size <= 1<<arenaBits; size += 1 + size/7 {
		c, block := class(size)
		if block < size || blockSize(c) != block || size > 64 && block > size*2 || c >= arenaClasses {
			t.Fatalf("size %d: class %d, block %d, %d", size, c, block, blockSize(c))
		}
	}
}

func TestArena(t *testing.T) {
	s := &system{live: map[uintptr][]byte{}}
	a := NewArena(s.get, s.put, System{})
	var wg sync.WaitGroup
	for id := range 8 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(id), 3))
			type block struct{ p, n uintptr }
			var mine []block
			for range 5000 {
				if len(mine) > 0 && r.IntN(2) == 0 {
					k := r.IntN(len(mine))
					b := mine[k]
					for _, v := range Bytes(b.p, min(b.n, 200)) {
						if v != byte(id) {
							t.Error("two owners of one block")
							return
						}
					}
					a.Free(b.p)
					mine[k] = mine[len(mine)-1]
					mine = mine[:len(mine)-1]
					continue
				}
				n := uintptr(1 + r.IntN(1<<r.IntN(16)))
				p, err := a.Alloc(n)
				if err != nil || p%min(64, uintptr(1)<<bits.Len64(uint64(max(n, 16)-1))) != 0 {
					t.Errorf("%#x, %v", p, err)
					return
				}
				for i := range Bytes(p, n) {
					Bytes(p, n)[i] = byte(id)
				}
				mine = append(mine, block{p, n})
			}
			for _, b := range mine {
				a.Free(b.p)
			}
		})
	}
	wg.Wait()
	gets := s.gets
	p, _ := a.Alloc(100)
	a.Free(p)
	if s.gets != gets {
		t.Error("a block was not used again")
	}
	testLargeBlocks(t, s, a)
	if _, err := a.Alloc(1 << 40); err != ErrMemory {
		t.Errorf("error %v", err)
	}
	if _, err := a.Alloc(^uintptr(0)); err != ErrMemory {
		t.Errorf("error %v", err)
	}
}

// testLargeBlocks: a large block serves the next request of about its size, and
// no more are kept than the limit says.
func testLargeBlocks(t *testing.T, s *system, a *Arena) {
	first, _ := a.Alloc(5 << 20)
	a.Free(first)
	gets := s.gets
	for _, size := range []uintptr{5 << 20, 4 << 20} {
		p, _ := a.Alloc(size)
		if p != first {
			t.Errorf("%d bytes: another block", size)
		}
		Bytes(p, size)[size-1] = 1
		a.Free(p)
	}
	if s.gets != gets {
		t.Error("a large block was not used again")
	}
	small, _ := a.Alloc(3 << 20)
	large, _ := a.Alloc(6 << 20)
	if small == first || large == first {
		t.Error("a block of 5 MiB for 3 or 6 MiB")
	}
	a.Free(small)
	a.Free(large)
	before := len(s.live)
	huge, _ := a.Alloc(largeLimit)
	a.Free(huge)
	if len(s.live) != before {
		t.Error("more is kept than the limit")
	}
	a.drop()
	if len(s.live) != before-3 || a.spare != 0 {
		t.Errorf("%d blocks of 3 went back, %d bytes are left", before-len(s.live), a.spare)
	}
}
