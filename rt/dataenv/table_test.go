package dataenv

import (
	"math/rand/v2"
	"sort"
	"testing"

	"ompcc/rt/device"
)

// naive is the table as one would write it first.
type naive []Entry

func (n naive) containing(a uintptr) int {
	for i, e := range n {
		if a >= e.host && a < e.host+e.size {
			return i
		}
	}
	return -1
}

func (n naive) overlapping(b, size uintptr) int {
	best := -1
	for i, e := range n {
		if b < e.host+e.size && e.host < b+size && (best < 0 || e.host < n[best].host) {
			best = i
		}
	}
	return best
}

func same(t *testing.T, what string, a uintptr, got *Entry, n naive, want int) {
	t.Helper()
	switch {
	case got == nil && want < 0:
	case got == nil || want < 0 || got.host != n[want].host || got.size != n[want].size:
		t.Fatalf("%s(%#x): got %v, want index %d of the model", what, a, got, want)
	}
}

func TestTableAgainstModel(t *testing.T) {
	for seed := range uint64(4) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		tab := newTable(device.System{})
		var model naive
		space := uintptr(200 << (2 * seed)) // dense to sparse
		for range 10000 {
			a, size := 1+rnd.UintN(uint(space)), 1+rnd.UintN(12)
			begin := uintptr(a)
			same(t, "containing", begin, tab.containing(begin), model, model.containing(begin))
			w := model.overlapping(begin, uintptr(size))
			same(t, "overlapping", begin, tab.overlapping(begin, uintptr(size)), model, w)
			switch {
			case w < 0 && rnd.UintN(3) > 0 && len(model) < 1500:
				tab.add(begin, uintptr(size))
				model = append(model, Entry{host: begin, size: uintptr(size)})
			case w >= 0 && rnd.UintN(2) == 0:
				tab.remove(tab.exact(model[w].host), false)
				model = append(model[:w], model[w+1:]...)
			}
		}
		sort.Slice(model, func(i, j int) bool { return model[i].host < model[j].host })
		i := 0
		tab.all(func(e *Entry) {
			if i >= len(model) || e.host != model[i].host {
				t.Fatalf("entry %d is %#x", i, e.host)
			}
			i++
		})
		if i != len(model) || int(tab.n) != i {
			t.Fatalf("%d entries, n=%d, want %d", i, tab.n, len(model))
		}
	}
}

func TestTableManyInOrder(t *testing.T) {
	tab := newTable(device.System{})
	const n = 100000
	for i := range uintptr(n) {
		tab.add(64*i+64, 64)
	}
	for i := range uintptr(n) {
		if e := tab.containing(64*i + 64 + 63); e == nil || e.host != 64*i+64 {
			t.Fatalf("lookup %d: %v", i, e)
		}
	}
	for i := range uintptr(n) {
		tab.remove(tab.exact(64*i+64), false)
	}
	if tab.n != 0 || tab.after(0) != nil {
		t.Errorf("not empty: %d entries", tab.n)
	}
}

func TestEntryIsSmall(t *testing.T) {
	if n := unsafeSizeofEntry; n != 56 {
		t.Errorf("an entry has %d bytes; programs have millions of them", n)
	}
}
