package main

/*
#include <pthread.h>
#include <stdlib.h>
#include "host/emulate.h"
#include "ompt/profile.h"
#include "routine/routines.h"
#include "host/shim.h"
#include "../sanitize/core.h"
#include "../sanitize/stale.h"

static uintptr_t ompcc_thread(void) { return (uintptr_t)pthread_self(); }
static int ompcc_pinned(uintptr_t p, int d) { return ompcc_shared_holds((void *)p, 1, d); }
*/
import "C"

import (
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/advise"
	"ompcc/rt/dataenv"
	"ompcc/rt/device"
)

// advisor is OMPCC_ADVISE: what the process could do without (rt/advise), and stale data where somebody can tell of it.
// A nil one does nothing.
type advisor struct{ *advise.Advisor }

// newAdvisor looks for stale data where each access of kernels is checked: on the checked CPU device and emulated ones.
func newAdvisor() *advisor {
	a := &advisor{Advisor: advise.New()}
	a.Pinned = func(num int, host uintptr) bool {
		info := the.device(num).info
		return info.HostLaunch || info.PlainMemory || C.ompcc_pinned(C.uintptr_t(host), C.int(num)) != 0
	}
	if C.ompcc_check_start() != 0 || C.ompcc_emulating() != 0 || C.ompcc_emulating_amd() != 0 {
		C.ompcc_stale_start()
	}
	return a
}

func (a *advisor) stale() bool { return a != nil && C.ompcc_stale_on() != 0 }

// placeOf is where a construct or, if it is known, its list item stands.
func placeOf(c *dataenv.Construct, it *dataenv.Item) C.ompcc_place_t {
	p := C.ompcc_place_t{file: cText(c.FileAt()), line: C.uint(c.Loc.Line)}
	if it != nil && it.Line > 0 {
		p.line = C.uint(it.Line)
	}
	return p
}

func (a *advisor) alloc(num int, e *dataenv.Entry) {
	if a == nil {
		return
	}
	if c := e.Site(); c != nil {
		a.Allocated(c, e.Name(), e.Host(), e.Size(), 0)
	}
	if a.stale() {
		var p C.ompcc_place_t
		if c, it := e.Created(); c != nil {
			p = placeOf(c, it)
		}
		C.ompcc_stale_map(C.int(num), C.uintptr_t(e.Host()), C.size_t(e.Size()), C.uintptr_t(e.Dev()),
			cText(e.NameAt()), p)
	}
}

// global tracks a declare target variable.
func (a *advisor) global(num int, host, size uintptr, dev device.Addr, name uintptr) {
	if a.stale() {
		C.ompcc_stale_map(C.int(num), C.uintptr_t(host), C.size_t(size), C.uintptr_t(dev), cText(name),
			C.ompcc_place_t{})
		C.ompcc_stale_moved(C.int(num), C.uintptr_t(host), C.size_t(size), C.ompcc_place_t{})
	}
}

func (a *advisor) free(num int, e *dataenv.Entry) {
	if a != nil {
		a.Freed(num, e.Host(), e.Size())
	}
	if a.stale() {
		C.ompcc_stale_unmap(C.int(num), C.uintptr_t(e.Host()))
	}
}

func (a *advisor) move(num int, c *dataenv.Construct, it *dataenv.Item, to bool, begin, n uintptr) {
	if a == nil {
		return
	}
	if !to && a.stale() && C.ompcc_stale_unread(C.int(num), C.uintptr_t(begin), C.size_t(n)) != 0 {
		a.Overwritten(num, c, it, begin, n)
	}
	a.Move(num, c, it, to, begin, n)
}

func (a *advisor) moved(num int, c *dataenv.Construct, it *dataenv.Item, to bool, begin, n uintptr) {
	if a == nil {
		return
	}
	a.Moved(num, c, it, to, begin, n)
	if a.stale() {
		C.ompcc_stale_moved(C.int(num), C.uintptr_t(begin), C.size_t(n), placeOf(c, it))
	}
}

// executes notes that a thread executes the construct of f; it returns what to call when it has done so.
func (a *advisor) executes(f frame) func() {
	since := a.Now()
	a.Began(f.construct())
	for i, it := range f.items() {
		if it.Kind == abi.ItemUseDevicePtr || it.Kind == abi.ItemUseDeviceAddr {
			arg := &f.arguments()[i]
			a.Shared(int(f.c.device), arg.Base)
			a.Shared(int(f.c.device), arg.Begin)
		}
	}
	return func() {
		a.Executed(uintptr(C.ompcc_thread()), int(f.c.device), f.construct(), f.items(), f.arguments(),
			uint32(f.c.launch.flags), uint64(f.c.launch.trip), since)
	}
}

// launches comes before a kernel, on a target whose data environment is ready; it returns what to call behind it.
func (a *advisor) launches(t *target, f frame) func() {
	c, items, args := f.construct(), f.items(), f.arguments()
	a.Launched(t.num, c, items, args)
	if !a.stale() {
		return func() {}
	}
	by, watcher := t.watcher()
	if by == C.WATCHED_BY_NONE {
		t.staleItems(c, items, args)
	}
	t.versions(func(r *C.ompcc_tracked_t, now unsafe.Pointer) {
		C.ompcc_stale_before(C.int(t.num), r.host, now, by)
		if by == C.WATCHED_BY_DEVICE {
			t.markStale(watcher, r)
		}
	})
	return func() {
		if by == C.WATCHED_BY_DEVICE {
			t.staleReads(watcher, c)
		}
		t.versions(func(r *C.ompcc_tracked_t, now unsafe.Pointer) {
			C.ompcc_stale_after(C.int(t.num), r.host, now, by, placeOf(c, nil))
		})
	}
}

// watcher says who tells of the single reads of the target's kernels: the code of the checked CPU device, the device
// itself, or nobody.
func (t *target) watcher() (C.ompcc_watcher_t, device.Watcher) {
	if t.info.HostLaunch && C.ompcc_checking() != 0 {
		return C.WATCHED_BY_CHECKS, nil
	}
	if w, ok := t.plain.(device.Watcher); ok && w.Watches() {
		return C.WATCHED_BY_DEVICE, w
	}
	return C.WATCHED_BY_NONE, nil
}

// markStale marks what is stale of tracked storage.
func (t *target) markStale(w device.Watcher, r *C.ompcc_tracked_t) {
	if r.size == 0 {
		return
	}
	mask := make([]byte, int(r.size))
	if C.ompcc_stale_mark(C.int(t.num), r.host, (*C.uint8_t)(unsafe.Pointer(&mask[0]))) != 0 {
		_ = w.MarkStale(device.Addr(r.dev), mask) // a device that is lost fails at the launch
	}
}

// staleReads takes what a kernel has read of that.
func (t *target) staleReads(w device.Watcher, c *dataenv.Construct) {
	reads, _ := w.StaleReads() // the launch has told of a device that is lost
	for _, r := range reads {
		p := advise.PlaceOf(strings.TrimSuffix(r.Place, " or near"))
		site := C.ompcc_place_t{line: C.uint(p.Line)}
		if p.Line > 0 {
			site.file = kept(p.File)
		}
		C.ompcc_stale_seen(C.int(t.num), C.uintptr_t(r.At), C.size_t(r.Bytes), placeOf(c, nil), site)
	}
}

// keptNames are names of files as C texts, which findings refer to until the end.
var keptNames struct {
	sync.Mutex
	list map[string]*C.char
}

func kept(name string) *C.char {
	keptNames.Lock()
	defer keptNames.Unlock()
	p := keptNames.list[name]
	if p == nil {
		if keptNames.list == nil {
			keptNames.list = map[string]*C.char{}
		}
		p = C.CString(name)
		keptNames.list[name] = p
	}
	return p
}

// staleItems judges what the kernel reads by what its items say, since nobody tells of single reads.
func (t *target) staleItems(c *dataenv.Construct, items []dataenv.Item, args []dataenv.Arg) {
	for i := range items {
		it, arg := &items[i], &args[i]
		begin, size := arg.Begin, arg.Size
		switch {
		case it.Flags&(abi.FlagUnread|abi.FlagSpan) != 0:
			continue
		case it.Kind == abi.ItemPointer || it.Kind == abi.ItemMap && size == 0:
			begin, size = arg.Base, 0
		case it.Kind != abi.ItemMap:
			continue
		}
		C.ompcc_stale_uses(C.int(t.num), C.uintptr_t(begin), C.size_t(size), placeOf(c, nil))
	}
}

// versions calls do with what the device's storage holds of all that is tracked there.
func (t *target) versions(do func(r *C.ompcc_tracked_t, now unsafe.Pointer)) {
	var buffer []byte
	for i := C.uint(0); ; i++ {
		var r C.ompcc_tracked_t
		if C.ompcc_stale_tracked(C.int(t.num), i, &r) == 0 {
			return
		}
		if t.info.PlainMemory || t.info.HostLaunch && C.ompcc_checking() != 0 {
			do(&r, device.Pointer(uintptr(r.dev)))
			continue
		}
		if size := int(r.size); cap(buffer) < size {
			buffer = make([]byte, size)
		}
		buffer = buffer[:r.size]
		if t.plain.CopyFrom(device.Host(uintptr(unsafe.Pointer(&buffer[0]))), device.Addr(r.dev),
			uintptr(r.size)) == nil {
			do(&r, unsafe.Pointer(&buffer[0]))
		}
	}
}

// take adds what was found of stale data to the findings.
func (a *advisor) take() {
	var s C.ompcc_stale_t
	for i := C.uint(0); C.ompcc_stale_report(i, &s) != 0; i++ {
		a.Add(staleFinding(&s))
	}
}

// codeLine is where code of the host stands, "" if that is not known.
func codeLine(pc C.uintptr_t) string {
	if pc == 0 {
		return ""
	}
	var text [512]C.char
	C.ompcc_stale_line(pc, &text[0], C.size_t(len(text)))
	return C.GoString(&text[0])
}

func placeText(p C.ompcc_place_t) string {
	if p.file == nil {
		return ""
	}
	return C.GoString(p.file) + ":" + strconv.Itoa(int(p.line))
}

// at is " at place", or nothing.
func at(place string) string {
	if place == "" {
		return ""
	}
	return ", at " + place
}

func staleFinding(s *C.ompcc_stale_t) *advise.Finding {
	name, code, kernel := C.GoString(&s.name[0]), codeLine(s.pc), placeText(s.kernel)
	f := &advise.Finding{Variable: name, Times: int(s.times), Bytes: uintptr(s.bytes)}
	if s.host == 0 {
		f.Kind, f.At, f.Directive = advise.StaleDevice,
			advise.Place{File: C.GoString(s.kernel.file), Line: uint32(s.kernel.line)}, "kernel"
		read := ""
		if s.site.file != nil {
			read = ", at " + placeText(s.site) + ","
		}
		f.Text = "it reads '" + name + "'" + read + " which the host has changed since" + at(code) + "; the device has the values that were sent before" + at(placeText(s.mapped))
		f.Fix = "#pragma omp target update to(" + name + ") before the construct"
		return f
	}
	f.Kind, f.At, f.Directive = advise.StaleHost, advise.PlaceOf(code), "host"
	f.Text = "it reads '" + name + "', which the kernel at " + kernel + " has changed since"
	if s.lost != 0 {
		f.Text += ", on the device: it was unmapped without being copied back"
		f.Fix = "map(tofrom: " + name + ") instead of map(to: ...) or map(alloc: ...) where it is mapped" + at(placeText(s.mapped))
	} else {
		f.Fix = "#pragma omp target update from(" + name + ") before this line"
	}
	if wrote := codeLine(s.wrote); wrote != "" {
		f.Text += "; the value that it reads was written at " + wrote
	} else {
		f.Text += "; the value that it reads is that of the host" + at(placeText(s.mapped))
	}
	return f
}

// write tells the findings.
func (a *advisor) write() {
	if a == nil {
		return
	}
	a.take()
	for _, f := range a.Findings() {
		say("ompcc: " + f.String())
		trace(f)
	}
	C.ompcc_profile_finding(nil)
}

// trace writes a finding into the trace, if there is one.
func trace(f *advise.Finding) {
	c := C.ompcc_finding_t{times: C.int(f.Times), bytes: C.size_t(f.Bytes),
		milliseconds: C.double(f.Lost.Seconds() * 1000),
		id:           C.CString(string(f.Kind)), place: C.CString(f.At.String()), text: C.CString(f.Text), fix: C.CString(f.Fix)}
	C.ompcc_profile_finding(&c)
	for _, s := range []*C.char{c.id, c.place, c.text, c.fix} {
		C.free(unsafe.Pointer(s))
	}
}
