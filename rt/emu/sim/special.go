package sim

import (
	"fmt"
	"strings"
)

// starting is the frame whose registers are being preset.
func (w *warp) starting() *frame { return w.fresh }

func (w *warp) frameBase() uint64 { return w.fresh.base }

// same fills a register with one value.
func same(f func(w *warp) uint64) func(w *warp, v *vec) {
	return func(w *warp, v *vec) { setAll(v, ^uint32(0), f(w)) }
}

// each fills a register by lane.
func each(f func(w *warp, lane int) uint64) func(w *warp, v *vec) {
	return func(w *warp, v *vec) {
		for i := range v {
			v[i] = f(w, i)
		}
	}
}

// specialReg is a special register that does not change.
func (d *decoder) specialReg(name string) (int32, error) {
	if base, dim, ok := strings.Cut(name, "."); ok {
		i := strings.Index("xyz", dim)
		if i < 0 || len(dim) != 1 {
			return -1, fmt.Errorf("unknown special register %s", name)
		}
		var fill func(w *warp, v *vec)
		switch base {
		case "%tid":
			fill = func(w *warp, v *vec) { fillThreads(w, v, i) }
		case "%ntid":
			fill = same(func(w *warp) uint64 { return uint64(w.blk.launch.dim[i]) })
		case "%ctaid":
			fill = same(func(w *warp) uint64 { return uint64(w.blk.index[i]) })
		case "%nctaid":
			fill = same(func(w *warp) uint64 { return uint64(w.blk.launch.grid[i]) })
		default:
			return -1, fmt.Errorf("unknown special register %s", name)
		}
		return d.preset(name, fill), nil
	}
	if fill := presets[name]; fill != nil {
		return d.preset(name, fill), nil
	}
	return -1, fmt.Errorf("%s is not declared", name)
}

// fillThreads fills a register with a coordinate of each thread in its block.
func fillThreads(w *warp, v *vec, coordinate int) {
	if w.blk.launch.dim[0] == uint32(w.blk.threads) {
		for lane := range v {
			v[lane] = uint64(w.id*32 + lane)
			if coordinate > 0 {
				v[lane] = 0
			}
		}
		return
	}
	for lane := range v {
		v[lane] = uint64(w.blk.threadIndex(w.id*32 + lane)[coordinate])
	}
}

var presets = map[string]func(w *warp, v *vec){
	"%laneid":            each(func(_ *warp, lane int) uint64 { return uint64(lane) }),
	"%lanemask_eq":       each(func(_ *warp, lane int) uint64 { return 1 << lane }),
	"%lanemask_lt":       each(func(_ *warp, lane int) uint64 { return 1<<lane - 1 }),
	"%lanemask_le":       each(func(_ *warp, lane int) uint64 { return 2<<lane - 1 }),
	"%lanemask_gt":       each(func(_ *warp, lane int) uint64 { return 0xffffffff &^ (2<<lane - 1) }),
	"%lanemask_ge":       each(func(_ *warp, lane int) uint64 { return 0xffffffff &^ (1<<lane - 1) }),
	"%warpid":            same(func(w *warp) uint64 { return uint64(w.id) }),
	"%nwarpid":           same(func(w *warp) uint64 { return 32 }),
	"%smid":              same(func(w *warp) uint64 { return uint64(w.blk.number) % uint64(max(w.blk.dev.options.Workers, 1)) }),
	"%nsmid":             same(func(w *warp) uint64 { return uint64(max(w.blk.dev.options.Workers, 1)) }),
	"%gridid":            same(func(w *warp) uint64 { return w.blk.launch.number }),
	"%dynamic_smem_size": same(func(w *warp) uint64 { return w.blk.launch.shared }),
	"%total_smem_size":   same(func(w *warp) uint64 { return roundUp(w.blk.launch.shared+w.blk.kernel.module.sharedSize, 128) }),
	"%envreg0":           same(func(*warp) uint64 { return 0 }),
	"WARP_SZ":            same(func(*warp) uint64 { return 32 }),
}

// dynamicSpecial is a special register that changes: time is counted in
// instructions, so that it is repeatable.
func dynamicSpecial(name string) func(w *warp) uint64 {
	clock := func(w *warp) uint64 { w.ticks++; w.effects++; return uint64(w.steps) + w.ticks }
	switch name {
	case "%clock", "%globaltimer_lo":
		return func(w *warp) uint64 { return clock(w) & 0xffffffff }
	case "%clock_hi", "%globaltimer_hi":
		return func(w *warp) uint64 { return clock(w) >> 32 }
	case "%clock64", "%globaltimer":
		return clock
	}
	return nil
}
