package gcn

import (
	"strings"

	"ompcc/rt/emu/check"
	"ompcc/rt/emu/sim"
)

// StartRaces makes the device look for data races, also those that missing waits and cache operations make.
func (d *Device) StartRaces(strict bool) error {
	d.races = &sim.Foreign{Base: d.Memory.Base, Size: uint64(len(d.Memory.Bytes)), Place: d.placeOf,
		Describe: d.Memory.describe, Strict: strict}
	return d.races.Start()
}

// placeOf is the place of an instruction by its number.
func (d *Device) placeOf(id int) string {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for _, o := range d.objects {
		if i := id - o.first; i >= 0 && i < len(o.code) {
			if place := o.lines.at(o.code[i].addr); place != "" {
				return place
			}
			return o.place(o.code[i].addr)
		}
	}
	return ""
}

// note looks for a race of a lane's access. What of a workgroup's memory was the object of an atomic operation is taken
// to be accessed by such ones only: the instructions of LDS do not say which loads and stores are atomic.
func (w *wave) note(in *inst, kind access, space, lane int, addr uint64, same, changes bool) {
	if w.history == nil {
		return
	}
	p := w.placeOf(space, lane, addr)
	if p.space == stack || w.program.current { // of the program's memory nothing is remembered
		return
	}
	a := sim.Access{Lane: max(lane, 0), Inst: w.object.first + in.index, Addr: p.addr, Size: uint64(in.size),
		Local:  p.space == local,
		Atomic: kind == updates || in.strong(), Same: same}
	a.Narrow = a.Atomic && kind != updates && !has(in.flags, "sc1")
	if lane < 0 {
		a.Size = 4 // of a scalar load each word
	}
	if a.Local {
		if kind == updates {
			if w.atomics == nil {
				w.atomics = map[uint64]bool{}
			}
			w.atomics[a.Addr&^3] = true
		}
		a.Atomic, a.Narrow = w.atomics[a.Addr&^3], true
	}
	if a.Atomic && kind != loads {
		w.publish()
	}
	text := ""
	switch kind {
	case updates:
		text = w.history.Update(&a, changes)
	case stores:
		text = w.history.Write(&a)
	default:
		text = w.history.Read(&a)
	}
	if text != "" {
		w.fail(check.Race, in, lane,
			"%s; neither a barrier nor waits and cache operations with an atomic access order them", text)
	}
	switch {
	case a.Atomic && kind != stores:
		w.history.Acquire(true)
	case kind == stores && !a.Local && !a.Atomic:
		w.dirty = true
	}
}

// publish is called before an atomic write: what the wavefront has written is there for those who read it, if it has
// waited for its writes, and for other workgroups if it has written them back from the cache.
func (w *wave) publish() {
	for i := range w.pending {
		if p := &w.pending[i]; p.in.access == stores || p.in.name == "buffer_wbl2" {
			return
		}
	}
	w.history.Release(w.dirty)
}

// writeBack is buffer_wbl2: writes before it are seen by other workgroups when it has ended.
func writeBack(w *wave, in *inst) {
	if strings.Contains(in.flags[""], "sc1") {
		w.dirty = false
	}
}

// invalidate is buffer_inv: loads after it see what others have written, if the atomic read before it has ended.
func invalidate(w *wave, in *inst) {
	if w.history == nil || !strings.Contains(in.flags[""], "sc1") {
		return
	}
	for i := range w.pending {
		if p := &w.pending[i]; p.in.async.result && p.in.strong() {
			return
		}
	}
	w.history.Acquire(false)
}
