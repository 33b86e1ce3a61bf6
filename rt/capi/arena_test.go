package main

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"sync"
	"testing"

	"ompcc/rt/device"
)

// TestArena lets threads write to blocks of all sizes: no block has two owners, and each is aligned.
func TestArena(t *testing.T) {
	before := liveBlocks()
	var wg sync.WaitGroup
	for id := range 8 {
		wg.Go(func() { useBlocks(t, byte(id)) })
	}
	wg.Wait()
	if n := liveBlocks(); n != before {
		t.Errorf("%d blocks are in use, %d were before", n, before)
	}
	for _, size := range []uintptr{1 << 50, ^uintptr(0)} {
		if _, err := blockOf(size); !errors.Is(err, device.ErrMemory) {
			t.Errorf("%d bytes: error %v", size, err)
		}
	}
}

func useBlocks(t *testing.T, id byte) {
	r := rand.New(rand.NewPCG(uint64(id), 3))
	type block struct{ p, n uintptr }
	var mine []block
	for range 5000 {
		if len(mine) > 0 && r.IntN(2) == 0 {
			k := r.IntN(len(mine))
			b := mine[k]
			for _, v := range device.Bytes(b.p, min(b.n, 200)) {
				if v != id {
					t.Error("two owners of one block")
					return
				}
			}
			freeBlock(b.p)
			mine[k] = mine[len(mine)-1]
			mine = mine[:len(mine)-1]
			continue
		}
		n := uintptr(1 + r.IntN(1<<r.IntN(16)))
		p, err := blockOf(n)
		if err != nil || p%min(64, uintptr(1)<<bits.Len64(uint64(max(n, 16)-1))) != 0 {
			t.Errorf("%#x, %v", p, err)
			return
		}
		for i := range device.Bytes(p, n) {
			device.Bytes(p, n)[i] = id
		}
		mine = append(mine, block{p, n})
	}
	for _, b := range mine {
		freeBlock(b.p)
	}
}

// TestArenaLargeBlocks: a large block serves the next request of about its size, and those of other
// sizes have their own.
func TestArenaLargeBlocks(t *testing.T) {
	first, _ := blockOf(5 << 20)
	freeBlock(first)
	for _, size := range []uintptr{5 << 20, 4 << 20} {
		p, _ := blockOf(size)
		if p != first {
			t.Errorf("%d bytes: another block", size)
		}
		device.Bytes(p, size)[size-1] = 1
		freeBlock(p)
	}
	small, _ := blockOf(3 << 20)
	large, _ := blockOf(6 << 20)
	if small == first || large == first {
		t.Error("a block of 5 MiB for 3 or 6 MiB")
	}
	freeBlock(small)
	freeBlock(large)
}
