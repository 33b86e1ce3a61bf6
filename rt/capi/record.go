package main

/*
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "host/emulate.h"
#include "host/function.h"
#include "replay/record.h"
#include "host/shim.h"
*/
import "C"

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/dataenv"
	"ompcc/rt/device"
)

// recorder implements OMPCC_RECORD=DIR[:kernel[:number]]: it writes all that a replay of a launch needs. Without a
// kernel, it records the first launch of each kernel; with a kernel, its last launch, or the launch of that number.
//
// The recorder finds the memory that a kernel may read as a conservative garbage collector does. It starts from the
// kernel's parameters and the image's variables: each word that is an address in a block of the device leads to that
// block.
type recorder struct {
	dir, kernel string
	number      int // 0: the first launch of each kernel, or the last launch of kernel
	mu          sync.Mutex
	seen        map[string]int
	ready       bool
	failed      bool
}

func newRecorder(text string) *recorder {
	r := &recorder{seen: map[string]int{}}
	r.dir, r.kernel, _ = strings.Cut(text, ":")
	if name, n, ok := strings.Cut(r.kernel, ":"); ok {
		if number, err := strconv.Atoi(n); err == nil {
			r.kernel, r.number = name, number
		}
	}
	return r
}

// wants counts this launch of the kernel and reports whether to record it.
func (r *recorder) wants(kernel string) bool {
	r.seen[kernel]++
	switch n := r.seen[kernel]; {
	case r.failed:
		return false
	case r.kernel == "":
		return n == 1
	case !strings.Contains(kernel, r.kernel):
		return false
	}
	return r.number == 0 || r.seen[kernel] == r.number
}

// launches records the launch of f's kernel. It returns a function that the caller calls after the launch. The recorder
// serializes the launches of all threads, because their kernels may change each other's memory.
func (r *recorder) launches(t *target, f frame) func() {
	c := f.construct()
	if !r.lock() {
		return func() {}
	}
	if !r.wants(c.Kernel.Name()) {
		return r.mu.Unlock
	}
	rec := &record{t: t, f: f, folder: r.dir + "/" + c.Kernel.Name()}
	if err := r.begin(rec); err != nil {
		r.fail(err)
		r.mu.Unlock()
		return func() {}
	}
	return func() {
		if err := rec.end(); err != nil {
			r.fail(err)
		}
		r.mu.Unlock()
	}
}

// lock waits until no other launch is in flight. It returns false while the host executes a reverse offload region:
// a kernel waits for that region, and the region may be the code that launches this kernel.
func (r *recorder) lock() bool {
	for !r.mu.TryLock() {
		if the.reversing.Load() > 0 {
			return false
		}
		time.Sleep(100 * time.Microsecond)
	}
	return true
}

func (r *recorder) fail(err error) {
	r.failed = true
	say("ompcc: warning: OMPCC_RECORD: " + err.Error() + "; no more launches are recorded")
}

func (r *recorder) begin(rec *record) error {
	if !r.ready {
		if err := makeFolder(r.dir); err != nil {
			return err
		}
		dir := C.CString(r.dir)
		defer C.free(unsafe.Pointer(dir))
		if err := failure(r.dir+"/"+C.OMPCC_RECORD_PROGRAM, C.ompcc_record_program(dir)); err != nil {
			return err
		}
		r.ready = true
	}
	if err := makeFolder(rec.folder); err != nil {
		return err
	}
	return rec.begin()
}

// record is the record of one launch.
type record struct {
	t      *target
	f      frame
	folder string
	blocks []*block // by address
}

// block is a piece of the device's memory.
type block struct {
	addr, size uintptr
	// kind is mapped, allocated, copy or variable; or function or host-function, which have no bytes.
	kind, name string
	content    []byte // nil: the kernel cannot reach the block
}

func (r *record) begin() error {
	r.find()
	if err := r.reach(); err != nil {
		return err
	}
	if err := writeFile(r.folder+"/"+C.OMPCC_RECORD_LAUNCH, []byte(r.text())); err != nil {
		return err
	}
	after := C.CString(r.folder + "/" + C.OMPCC_RECORD_AFTER)
	C.remove(after) // of an earlier launch
	C.free(unsafe.Pointer(after))
	return r.write(C.OMPCC_RECORD_BEFORE)
}

// end writes the contents of the blocks after the kernel.
func (r *record) end() error {
	for _, b := range r.blocks {
		if err := r.read(b); b.content != nil && err != nil {
			return err
		}
	}
	return r.write(C.OMPCC_RECORD_AFTER)
}

func (r *record) write(name string) error {
	var all []byte
	for _, b := range r.blocks {
		all = append(all, b.content...)
	}
	return writeFile(r.folder+"/"+name, all)
}

// find lists all blocks of the device.
func (r *record) find() {
	t := r.t
	t.env.Mapped(func(e *dataenv.Entry) {
		if e.Ready() {
			r.blocks = append(r.blocks,
				&block{addr: uintptr(e.Dev()), size: e.Size(), kind: "mapped", name: strings.Trim(e.Name(), "'")})
		}
	})
	var base C.uintptr_t
	var size C.size_t
	for i := C.uint(0); C.ompcc_user_block(C.int(t.num), i, &base, &size) != 0; i++ {
		r.blocks = append(r.blocks,
			&block{addr: uintptr(base), size: uintptr(size), kind: "allocated", name: "omp_target_alloc"})
	}
	r.copies()
	t.variables(func(name string, addr device.Addr, size uintptr) {
		r.blocks = append(r.blocks, &block{addr: uintptr(addr), size: size, kind: "variable", name: name})
	})
	r.functions()
	slices.SortFunc(r.blocks, func(x, y *block) int {
		return cmp.Or(cmp.Compare(x.addr, y.addr), cmp.Compare(y.size, x.size))
	})
	kept := r.blocks[:0]
	for _, b := range r.blocks {
		// Otherwise the block lies in the previous one.
		if n := len(kept); n == 0 || b.addr >= kept[n-1].addr+kept[n-1].size && b.addr != kept[n-1].addr {
			kept = append(kept, b)
		}
	}
	r.blocks = kept
}

// copies adds the blocks of the launch's firstprivate aggregates.
func (r *record) copies() {
	k := 0
	for i, it := range r.f.items() {
		if it.Flags&abi.FlagParam == 0 {
			continue
		}
		if it.Kind == abi.ItemCopy {
			r.blocks = append(r.blocks,
				&block{addr: *(*uintptr)(device.Pointer(r.argument(k))), size: r.f.arguments()[i].Size, kind: "copy",
					name: it.Name()})
		}
		k++
	}
}

// functions adds the functions to which pointers may refer. A pointer has the host function's address until device code
// looks up the device function (OpenMP 5.2 §7.8.3). Device code also creates pointers to device functions, even to
// functions to which no pointer referred before.
func (r *record) functions() {
	list, _ := r.t.known()
	for _, f := range list {
		name := C.GoString(f.name)
		r.blocks = append(r.blocks, &block{addr: uintptr(f.host), kind: "host-function", name: name,
			content: []byte{}})
		if f.device != nil {
			r.blocks = append(r.blocks, &block{addr: uintptr(f.device), kind: "function", name: name,
				content: []byte{}})
		}
	}
}

// argument returns the address of the value of parameter k.
func (r *record) argument(k int) uintptr {
	return unsafe.Slice((*uintptr)(unsafe.Pointer(r.f.c.argv)), r.f.construct().Kernel.NumParams)[k]
}

func (r *record) sizes() []uint32 {
	k := r.f.construct().Kernel
	return unsafe.Slice((*uint32)(device.Pointer(k.Sizes)), k.NumParams)
}

// reach reads the blocks that the kernel can reach, and removes the others.
func (r *record) reach() error {
	var queue []*block
	look := func(data []byte) {
		for i := 0; i+8 <= len(data); i += 8 {
			if b := r.at(*(*uintptr)(unsafe.Pointer(&data[i]))); b != nil && b.content == nil {
				b.content = make([]byte, b.size)
				queue = append(queue, b)
			}
		}
	}
	for k, n := range r.sizes() {
		look(device.Bytes(r.argument(k), uintptr(n)))
	}
	for _, b := range r.blocks {
		if b.kind == "variable" {
			b.content = make([]byte, b.size)
			queue = append(queue, b)
		}
	}
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		if err := r.read(b); err != nil {
			return err
		}
		look(b.content[min(-b.addr%8, b.size):])
	}
	r.blocks = slices.DeleteFunc(r.blocks, func(b *block) bool { return b.content == nil })
	return nil
}

// at returns the block that contains address a, or that ends at a.
func (r *record) at(a uintptr) *block {
	i, found := slices.BinarySearchFunc(r.blocks, a, func(b *block, a uintptr) int { return cmp.Compare(b.addr, a) })
	if found {
		return r.blocks[i]
	}
	if i > 0 && a <= r.blocks[i-1].addr+r.blocks[i-1].size {
		return r.blocks[i-1]
	}
	return nil
}

func (r *record) read(b *block) error {
	if b.size == 0 || b.content == nil {
		return nil
	}
	return r.t.plain.CopyFrom(device.Host(uintptr(unsafe.Pointer(&b.content[0]))), device.Addr(b.addr), b.size)
}

// text returns the contents of launch.txt.
func (r *record) text() string {
	c, l, g := r.f.construct(), r.f.c.launch, r.f.c.grid
	var b strings.Builder
	line := func(word string, values ...string) { b.WriteString(word + " " + strings.Join(values, " ") + "\n") }
	line("ompcc-record", "1")
	line("kernel", c.Kernel.Name())
	line("place", strconv.Itoa(int(c.Loc.Line)), c.File())
	line("function", c.Function())
	kind := r.t.option()
	if kind == "nvptx" && C.ompcc_emulating() != 0 || kind == "amdgcn" && C.ompcc_emulating_amd() != 0 {
		kind = "emulated-" + kind
	}
	line("device", kind, r.t.info.Name)
	line("flags", itoa(int(l.flags&(abi.LaunchHasTeams|abi.LaunchHasTrip|abi.LaunchStrictThreads))))
	line("grid", itoa(int(g.num_teams)), itoa(int(g.thread_limit)), itoa(int(g.num_threads)), itoa(int(l.shared)))
	line("trip", strconv.FormatUint(uint64(l.trip), 10))
	for k, n := range r.sizes() {
		line("param", itoa(int(n)), hexBytes(device.Bytes(r.argument(k), uintptr(n))))
	}
	for _, x := range r.blocks {
		line("block", strconv.FormatUint(uint64(x.addr), 16), strconv.FormatUint(uint64(x.size), 10), x.kind, x.name)
	}
	return b.String()
}

func hexBytes(data []byte) string {
	const digits = "0123456789abcdef"
	s := make([]byte, 0, 2*len(data)+1)
	for _, x := range data {
		s = append(s, digits[x>>4], digits[x&15])
	}
	return string(s)
}

// variables calls f for each named variable of the images on t.
func (t *target) variables(f func(name string, addr device.Addr, size uintptr)) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, l := range t.modules {
		if l.image == nil {
			continue
		}
		m := (*C.__ompcc_module_t)(device.Pointer(l.module))
		n := (uintptr(unsafe.Pointer(m.units_end)) - uintptr(unsafe.Pointer(m.units))) / unsafe.Sizeof(*m.units)
		for _, u := range unsafe.Slice(m.units, n) {
			if u == nil {
				continue
			}
			for i := range unsafe.Slice(u.globals, uint(u.nglobals)) {
				g := &unsafe.Slice(u.globals, uint(u.nglobals))[i]
				if g.kind != abi.GlobalEnter && g.kind != abi.GlobalNoHost && g.kind != abi.GlobalLink {
					continue
				}
				if addr, size, err := l.image.Global(C.GoString(g.name)); err == nil && addr != 0 && size != 0 {
					f(C.GoString(g.name), addr, size)
				}
			}
		}
	}
}

// ompcc_go_variable returns the address of the variable called name on a device, or 0 if there is none of that size.
//
//export ompcc_go_variable
func ompcc_go_variable(num C.int, name *C.char, size C.size_t) (found C.uintptr_t) {
	want := C.GoString(name)
	the.device(int(num)).variables(func(name string, addr device.Addr, n uintptr) {
		if name == want && n == uintptr(size) {
			found = C.uintptr_t(addr)
		}
	})
	return found
}

// ompcc_go_function returns the address of the function called name on a device or, if host is not 0, on the host; 0:
// there is none.
//
//export ompcc_go_function
func ompcc_go_function(num C.int, name *C.char, host C.int) C.uintptr_t {
	list, _ := the.device(int(num)).known()
	for _, f := range list {
		switch {
		case C.strcmp(f.name, name) != 0:
		case host != 0:
			return C.uintptr_t(uintptr(f.host))
		default:
			return C.uintptr_t(uintptr(f.device))
		}
	}
	return 0
}

func makeFolder(path string) error {
	p := C.CString(path)
	defer C.free(unsafe.Pointer(p))
	return failure(path, C.ompcc_record_dir(p))
}

func writeFile(path string, data []byte) error {
	p := C.CString(path)
	defer C.free(unsafe.Pointer(p))
	var at unsafe.Pointer
	if len(data) > 0 {
		at = unsafe.Pointer(&data[0])
	}
	return failure(path, C.ompcc_record_file(p, at, C.size_t(len(data))))
}

func failure(path string, number C.int) error {
	if number == 0 {
		return nil
	}
	return errors.New("cannot write '" + path + "': " + C.GoString(C.strerror(number)))
}
