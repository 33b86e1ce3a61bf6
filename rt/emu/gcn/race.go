package gcn

import (
	"bytes"
	"math/bits"
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

// note looks for a race of a lane's access. changes says of an atomic operation whether it writes.
func (w *wave) note(in *inst, kind access, space, lane int, addr uint64, changes bool) {
	w.noteStore(in, kind, space, lane, addr, changes, nil, nil)
}

// noteStore is note for stores, too: the bytes before and after it.
func (w *wave) noteStore(in *inst, kind access, space, lane int, addr uint64, changes bool, before, after []byte) {
	if w.history == nil {
		return
	}
	p := w.placeOf(space, lane, addr)
	if p.space == stack || w.program.current { // of the program's memory nothing is remembered
		return
	}
	a := sim.Access{Lane: max(lane, 0), Inst: w.object.first + in.index, Addr: p.addr, Size: uint64(in.size),
		Local: p.space == local}
	if lane < 0 {
		a.Size = 4 // of a scalar load each word
	}
	switch {
	case a.Local:
		a.Narrow = true
		w.noteUnnamed(in, &a, kind, lane, w.atomics, kind == updates || in.polls)
		a.Atomic = w.atomics[a.Addr&^3]
	case w.synchronise != nil:
		w.noteUnnamed(in, &a, kind, lane, w.synchronise, kind != stores && in.strong())
	default:
		a.Atomic = in.strong()
		a.Narrow = a.Atomic && kind != updates && !has(in.flags, "sc1")
	}
	if a.Atomic && kind != loads {
		w.publish()
	}
	text := ""
	switch kind {
	case updates:
		if strings.Contains(in.name, "cmp") {
			w.expectsOld(&a)
		}
		text = w.history.Update(&a, changes)
	case stores:
		text = w.storeOf(&a, before, after)
	default:
		if a.Atomic = a.Atomic || in.firstTry; !a.Atomic {
			w.plainLoads.add(in, a.Addr)
		}
		text = w.history.Read(&a)
	}
	if text != "" {
		w.fail(check.Race, in, lane,
			"%s; neither a barrier nor waits and cache operations with an atomic access order them", text)
	}
	switch {
	case in.firstTry && kind == loads:
	case a.Atomic && kind != stores:
		w.history.Acquire(true)
	case kind == stores && !a.Local && !a.Atomic:
		w.dirty = w.object.Arch == "gfx942" // elsewhere the workgroups of a device share the cache
	}
}

// storeOf notes a store, word by word if it changes some of its words only.
func (w *wave) storeOf(a *sim.Access, before, after []byte) string {
	a.Same = bytes.Equal(before, after)
	if a.Same || a.Size <= 4 || a.Addr%4 != 0 {
		return w.history.Write(a)
	}
	for n := uint64(0); n < a.Size; n += 4 {
		word := *a
		word.Addr, word.Size, word.Same = a.Addr+n, 4, bytes.Equal(before[n:n+4], after[n:n+4])
		if text := w.history.Write(&word); text != "" {
			return text
		}
	}
	return ""
}

// plainLoads are a wavefront's last loads that are not atomic.
type plainLoads struct {
	last [8]struct {
		in   *inst
		addr uint64
	}
	next int
}

func (p *plainLoads) add(in *inst, addr uint64) {
	if before := &p.last[(p.next+len(p.last)-1)%len(p.last)]; before.in == in { // of another lane
		return
	}
	p.last[p.next].in, p.last[p.next].addr = in, addr
	p.next = (p.next + 1) % len(p.last)
}

// expectsOld is called for a compare-and-swap. LLVM's loops with it load the value that they expect first by a load that
// is not atomic. That load does not race, because the compare-and-swap fails if the value is an old one.
func (w *wave) expectsOld(a *sim.Access) {
	for _, l := range w.plainLoads.last {
		if l.in != nil && l.addr == a.Addr {
			l.in.firstTry = true
			w.learning = l.in
		}
	}
	if w.learning != nil {
		w.history.StrongRead(a)
	}
}

// noteUnnamed finds atomic accesses where instructions do not name all of them. On gfx90a and gfx11 atomic loads have the
// bit glc; in LDS, operations and loads in polling loops are atomic. Each store may be a release. If an atomic
// instruction accesses its word, earlier or later, the store has been atomic.
func (w *wave) noteUnnamed(in *inst, a *sim.Access, kind access, lane int, words map[uint64]bool, atomic bool) {
	if atomic {
		known := true
		for n := uint64(0); n < a.Size; n += 4 {
			known = known && words[(a.Addr+n)&^3]
			words[(a.Addr+n)&^3] = true
		}
		if !known {
			w.history.Strong(a)
		}
	}
	a.Atomic = atomic || kind == stores && words[a.Addr&^3]
	if kind == stores && !a.Atomic {
		if lane == bits.TrailingZeros64(w.exec()) {
			w.publish()
		}
		w.history.Publish(a)
	}
}

// findPolls marks the loads of LDS in polling loops. Such a loop has no other effect, and always loads from the same
// address.
func (o *Object) findPolls() {
	const most = 24 // instructions of a loop
	for end := range o.code {
		branch := &o.code[end]
		if !strings.HasPrefix(branch.name, "s_cbranch") || branch.target > end || end-branch.target > most {
			continue
		}
		body := o.code[branch.target:end]
		for i := range body {
			if in := &body[i]; in.access == loads && strings.HasPrefix(in.name, "ds_") {
				in.polls = pollsIn(body, uint16(in.args[in.addresses[0]].reg))
			}
		}
	}
}

// pollsIn reports whether a loop only loads, and keeps the register of the address.
func pollsIn(body []inst, address uint16) bool {
	for i := range body {
		in := &body[i]
		if in.access != noAccess && in.access != loads || in.class == "barrier" || in.class == "call" {
			return false
		}
		if len(in.args) > 0 && in.args[0].kind == vector && in.args[0].reg <= int(address) && int(address) < in.args[0].reg+in.args[0].count {
			return false
		}
	}
	return true
}

// publish is called before an atomic write: what the wavefront has written is there for the workgroup, unless its
// wavefronts use different caches, and for other workgroups if it has waited for its writes and written them back. A
// store to a flat address has ended in LDS when lgkmcnt says so.
func (w *wave) publish() {
	narrow := w.dirty
	for i := range w.pending {
		switch p := &w.pending[i]; {
		case p.in.access != stores && p.in.name != "buffer_wbl2":
		case p.local && p.left>>lgkmcnt&1 != 0, !p.local && w.splitCaches:
			return
		case !p.local:
			narrow = true
		}
	}
	w.history.Release(narrow)
}

// writeBack is buffer_wbl2: writes before it are seen by other workgroups when it has ended.
func writeBack(w *wave, in *inst) {
	if strings.Contains(in.flags[""], "sc1") {
		w.dirty = false
		w.writeBackCache()
	}
}

// invalidate executes the instructions that invalidate the caches of a device: loads after them see what others have
// written, if the atomic read before them has ended. gfx11 has an instruction for each of two caches.
func invalidate(w *wave, in *inst) {
	switch in.name {
	case "buffer_inv":
		if !strings.Contains(in.flags[""], "sc1") {
			return
		}
	case "buffer_gl1_inv":
		w.invalidated = !w.readsAtomic()
		return
	case "buffer_gl0_inv":
		if !w.invalidated {
			return
		}
	}
	w.invalidated = false
	w.invalidateCache()
	if w.history != nil && !w.readsAtomic() {
		w.history.Acquire(false)
	}
}

// readsAtomic reports whether an atomic read has not ended.
func (w *wave) readsAtomic() bool {
	for i := range w.pending {
		if p := &w.pending[i]; p.in.async.result && p.in.strong() {
			return true
		}
	}
	return false
}
