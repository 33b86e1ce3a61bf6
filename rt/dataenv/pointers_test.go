package dataenv

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"ompcc/rt/device"
)

// TestPointers compares the list with a map, by random operations.
func TestPointers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var p pointers
	model := map[uintptr]device.Addr{}
	for range 50_000 {
		at, value := uintptr(r.IntN(2000))*8, device.Addr(r.IntN(3)+1)
		switch r.IntN(4) {
		case 0:
			want := model[at] == value
			if want {
				delete(model, at)
			}
			if got := p.drop(at, value); got != want {
				t.Fatalf("drop(%d): %v", at, got)
			}
		default:
			model[at] = value
			p.set(at, value)
		}
		if got, ok := p.get(at); got != model[at] || ok != (model[at] != 0) {
			t.Fatalf("get(%d): %d", at, got)
		}
	}
	for range 200 {
		lo := uintptr(r.IntN(16100))
		hi := lo + uintptr(r.IntN(5000))
		var want []attachment
		for _, at := range slices.Sorted(maps.Keys(model)) {
			if at >= lo && at < hi {
				want = append(want, attachment{offset: at, value: model[at]})
			}
		}
		same := func(a, b attachment) bool { return a.offset == b.offset && a.value == b.value }
		if got := p.within(lo, hi); !slices.EqualFunc(got, want, same) {
			t.Fatalf("within(%d, %d): %v, want %v", lo, hi, got, want)
		}
	}
}

// TestPointersInAnyOrder: what it takes to attach a pointer does not grow with the
// number of those that are attached.
func TestPointersInAnyOrder(t *testing.T) {
	const n = 200_000
	orders := map[string]func(i int) int{
		"ascending":  func(i int) int { return i },
		"descending": func(i int) int { return n - i },
		"scattered":  func(i int) int { return i * 7919 % n },
	}
	for name, order := range orders {
		var p pointers
		for i := range n {
			p.set(uintptr(order(i))*8, 1)
		}
		if got := len(p.within(0, 1<<40)); got != n {
			t.Errorf("%s: %d pointers, want %d", name, got, n)
		}
		if p.moved > 200*n {
			t.Errorf("%s: %d elements were moved for each pointer", name, p.moved/n)
		}
	}
}
