package main

/*
#include "ompt/ompt.h"
#include <stdlib.h>
#include "host/shim.h"
#include "entry/mapped.h"
#include "host/watch.h"
*/
import "C"

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/dataenv"
	"ompcc/rt/device"
	"ompcc/rt/ompt"
)

// target is a device under the number that the program uses: the plugin's device, its data
// environment, and the modules that are loaded on it.
type target struct {
	num   int
	plain device.Device // nil: the plugin could not provide it
	err   error         // why plain is nil
	dev   device.Device // plain with events for tools; nil until prepare
	info  device.Info
	env   *dataenv.Env
	icvs  *C.ompcc_icvs_t

	uidText *C.char
	uidOnce sync.Once

	mu      sync.RWMutex
	modules []loaded // in the order of loading
	// functions are the host functions to which device code may have pointers.
	functions hostFunctions
	output    errorOutput
	// nested holds the handles of entry points in which nested parallel regions are active.
	nested  sync.Map
	nesting atomic.Bool // there are some
	// untargeted lists the files for which noKernel warned that they have no code for the device.
	untargeted []string
}

// loaded is a host module's image on the device.
type loaded struct {
	module uintptr // address of the host module's descriptor
	begin  uintptr // address range of the host module
	end    uintptr
	image  device.Module
	id     uint64
	mail   device.Mailbox // nil: the image has no reverse-offload regions
	nests  bool           // it has entry points in which nested parallel regions are active
}

// prepare initialises the device at its first use and loads the images of
// modules that were registered since the last call. The caller holds a lock of
// the device (ompcc_prepare).
func (t *target) prepare() error {
	if t.plain == nil && t.err != nil {
		return errors.New("error: device " + itoa(t.num) + " cannot be used: " + t.err.Error())
	}
	if t.plain == nil {
		return errors.New("error: device " + itoa(t.num) + " does not exist")
	}
	if t.env == nil {
		if u, ok := t.plain.(device.Unifier); ok && C.ompcc_unified() != 0 {
			u.Unify()
		}
		if err := t.plain.Init(); err != nil {
			return errors.New("error: device " + itoa(t.num) + " cannot be initialised: " + err.Error())
		}
		t.info = t.plain.Info()
		log := dataLog()
		t.dev = ompt.Wrap(t.plain, listener(), t.num)
		t.env = dataenv.New(t.num, t.dev, t.plain, log, system())
		if C.ompcc_self_maps() != 0 {
			t.env.SelfMaps()
		}
		if C.ompcc_unified() != 0 {
			t.env.HostLinks()
		}
		if C.ompcc_env().attach_always != 0 {
			t.env.AttachAlways()
		}
		if C.ompcc_ompt_as_llvm() != 0 {
			t.env.Itemwise()
		}
		t.know()
		if log == nil {
			t.share()
		}
		announceDevice(t)
	}
	head := C.ompcc_modules_begin()
	var fresh []*C.__ompcc_module_t
	for m := head; m != nil; m = m.next {
		if !t.has(uintptr(unsafe.Pointer(m))) {
			fresh = append(fresh, m)
		}
	}
	C.ompcc_modules_end()
	for _, m := range fresh {
		if err := t.load(m); err != nil {
			return err
		}
	}
	return nil
}

// share lets C serve constructs without cgo. prepare does not call it if there is a Log, which
// must see every construct.
func (t *target) share() {
	own := C.int(0)
	if t.info.HostLaunch && C.ompcc_self_maps() == 0 {
		own = 1
	}
	construct, look, _ := dataenv.DirectFunctions()
	C.ompcc_share(C.int(t.num), own, C.uintptr_t(construct), C.uintptr_t(look))
}

// know gives C the data environment, its lock and its layout. C uses them to look up the names of
// mapped variables without cgo.
func (t *target) know() {
	_, _, name := dataenv.DirectFunctions()
	env, lock := t.env.Direct()
	layout := dataenv.Layout()
	C.ompcc_know(C.int(t.num), C.uintptr_t(env), C.uintptr_t(lock), C.uintptr_t(name), (*C.uint32_t)(&layout[0]))
}

func (t *target) has(module uintptr) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, l := range t.modules {
		if l.module == module {
			return true
		}
	}
	return false
}

// load loads the best image of host module m and makes its kernels and variables available.
func (t *target) load(m *C.__ompcc_module_t) error {
	images := t.images(m)
	var begin, end C.uintptr_t
	C.ompcc_module_range(m, &begin, &end)
	l := loaded{module: uintptr(unsafe.Pointer(m)), begin: uintptr(begin), end: uintptr(end)}
	if len(images) > 0 {
		mod, img, err := t.loadOne(images)
		if err != nil {
			return errors.New("error: the image for device " + itoa(t.num) + " (" + t.info.Name + ") cannot be loaded: " + err.Error())
		}
		l.image, l.id = mod, img.ID
		announceImage(t, img, l.begin, l.end)
		if err := t.patch(mod, img); err != nil {
			return errors.New("error: the variables of device " + itoa(t.num) + " (" + t.info.Name + ") cannot be initialised: " + err.Error())
		}
		if l.mail, err = t.openMail(mod); err != nil {
			return errors.New("error: device " + itoa(t.num) + " (" + t.info.Name + ") cannot be served for reverse offload: " + err.Error())
		}
	}
	if l.image != nil {
		at, _, err := l.image.Global(abi.MaxLevelsName)
		if err != nil {
			return err
		}
		l.nests = at != 0
	}
	t.mu.Lock()
	t.modules = append(t.modules, l)
	t.mu.Unlock()
	if l.image == nil {
		return nil
	}
	if err := t.tell(l.image, l.nests); err != nil {
		return err
	}
	if err := t.tellStreams(l.image); err != nil {
		return err
	}
	if err := t.findStderr(l.image); err != nil {
		return err
	}
	if err := t.globals(m, l.image); err != nil {
		return err
	}
	return t.tellFunctions()
}

// loadOne loads the first image that the device accepts. If it accepts none, the error is that of the first image.
func (t *target) loadOne(images []*device.Image) (device.Module, *device.Image, error) {
	var first error
	for _, img := range images {
		mod, err := t.dev.Load(img)
		if err == nil {
			return mod, img, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, nil, first
}

// images returns the module's images for this device, the best one first.
func (t *target) images(m *C.__ompcc_module_t) []*device.Image {
	if t.info.Target != "" {
		return t.binaries(m)
	}
	if !t.info.CPUImage {
		return t.portable(m)
	}
	img := &device.Image{Target: t.info.Type, ID: the.nextID()}
	n := (uintptr(unsafe.Pointer(m.cpu_end)) - uintptr(unsafe.Pointer(m.cpu))) / unsafe.Sizeof(*m.cpu)
	if n == 0 {
		return nil
	}
	for _, e := range unsafe.Slice(m.cpu, n) {
		img.Entries = append(img.Entries, device.Entry{
			Name: C.GoString(e.name), Addr: device.Addr(uintptr(e.addr)), Size: uintptr(e.size),
			Kind: uint32(e.kind), Flags: uint32(e.flags),
		})
	}
	return []*device.Image{img}
}

// portable returns the module's PTX image for a device that executes any PTX itself.
func (t *target) portable(m *C.__ompcc_module_t) []*device.Image {
	for _, i := range unsafe.Slice(m.images, uint(m.nimages)) {
		if C.GoString(i.format) == "ptx" {
			data := device.Bytes(uintptr(i.start), uintptr(i.end)-uintptr(i.start))
			return []*device.Image{{Target: t.info.Type, Arch: C.GoString(i.arch), Format: "ptx", Data: data,
				ID: the.nextID(), Stack: uintptr(C.ompcc_env().stack)}}
		}
	}
	return nil
}

// globals makes the module's declare target variables correspond to those in
// the image (OpenMP 5.2 §7.8.1), before anything can refer to them.
func (t *target) globals(m *C.__ompcc_module_t, img device.Module) error {
	n := (uintptr(unsafe.Pointer(m.units_end)) - uintptr(unsafe.Pointer(m.units))) / unsafe.Sizeof(*m.units)
	if n == 0 {
		return nil
	}
	for _, u := range unsafe.Slice(m.units, n) {
		if u == nil {
			continue // padding between the sections of different objects
		}
		if u.version != abi.Version {
			return errors.New("error: " + C.GoString(u.file) + " was compiled for another version of the runtime; compile it again")
		}
		if u.nglobals == 0 {
			continue
		}
		for i := range unsafe.Slice(u.globals, uint(u.nglobals)) {
			if err := t.global(&unsafe.Slice(u.globals, uint(u.nglobals))[i], img); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *target) global(g *C.__ompcc_global_t, img device.Module) error {
	if g.host == nil || g.kind == abi.GlobalNoHost || g.kind == abi.GlobalKernel {
		return nil
	}
	switch g.kind {
	case abi.GlobalHostFunc:
		t.addFunction(g, 0)
		return nil
	case abi.GlobalHostAddr:
		return t.tellAddress(g, img)
	}
	addr, _, err := img.Global(C.GoString(g.name))
	if err != nil {
		return err
	}
	if g.kind == abi.GlobalFunc && !t.info.CPUImage {
		if addr, err = t.function(C.GoString(g.name), img); err != nil {
			return err
		}
	}
	if addr == 0 {
		return nil // not for this kind of device (device_type(host))
	}
	if g.kind == abi.GlobalFunc {
		t.addFunction(g, addr)
	}
	host, size := uintptr(g.host), uintptr(g.size)
	if g.kind == abi.GlobalLink {
		return t.env.Link(host, size, addr)
	}
	// Several units may declare the same definition: only the first one enters it.
	if t.env.Global(host, size, addr, uintptr(unsafe.Pointer(g.name))) && g.kind == abi.GlobalEnter {
		announceGlobal(t, host, addr, size)
		if the.log != nil {
			the.log.advisor.global(t.num, host, size, addr, uintptr(unsafe.Pointer(g.name)))
		}
	}
	return nil
}

// kernel returns the device's handle of k, 0 if no image has it.
func (t *target) kernel(k *dataenv.Kernel) (device.Kernel, error) {
	h := (*C.ompcc_handles_t)(device.Pointer(k.Slot[0]))
	slot := (*uintptr)(unsafe.Pointer(&h.handle[t.num]))
	if v := loadWord(slot); v != 0 {
		return device.Kernel(v), nil
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	// Different modules may have kernels of the same name: a construct prefers
	// the kernel of its own module.
	at := uintptr(unsafe.Pointer(k))
	for _, own := range [2]bool{true, false} {
		for _, l := range t.modules {
			if l.image == nil || (at >= l.begin && at < l.end) != own {
				continue
			}
			v, err := t.entryPoint(l, k.Name())
			if err != nil {
				return 0, errors.New("error: kernel " + k.Name() + ": " + err.Error())
			}
			if v != 0 {
				storeWord(slot, uintptr(v))
				return v, nil
			}
		}
	}
	return 0, nil
}

// entryPoint finds a kernel in an image: the entry point in which nested parallel regions are active, if
// max-active-levels-var or the kernel itself asks for it.
func (t *target) entryPoint(l loaded, name string) (device.Kernel, error) {
	if !l.nests {
		return l.image.Kernel(name)
	}
	suffixes := []string{abi.NestingSuffix, abi.NestedSuffix}
	if t.icvs.max_levels < 2 {
		suffixes = suffixes[:1]
	}
	for _, suffix := range suffixes {
		if k, err := l.image.Kernel(name + suffix); k != 0 || err != nil {
			t.nested.Store(k, true)
			t.nesting.Store(true)
			return k, err
		}
	}
	return l.image.Kernel(name)
}

// noKernel handles a construct that has no code for the device: it returns OMPCC_HOST, so
// that the host executes the construct, or an error if the user forbids that.
func (t *target) noKernel(f frame, c *dataenv.Construct) C.int {
	untargeted := C.ompcc_tell_unlinked(f.c.construct) == 0 && t.lacksKernel(c.Kernel)
	if C.ompcc_mandatory(f.c.construct) != 0 {
		what, fix := "the program has", ""
		if untargeted {
			what, fix = "this file has", "; add "+t.option()+" to -fopenmp-targets where it is compiled"
		}
		return f.fail(errors.New(c.File() + ":" + itoa(int(c.Loc.Line)) + ": error: " + c.Directive() + ": " + what + " no code for device " +
			itoa(t.num) + " (" + t.info.Name + ") and " + C.GoString(C.ompcc_forbids()) + " forbids execution on the host" + fix))
	}
	if untargeted && t.firstOf(c.File()) {
		name, option := C.CString(t.info.Name), C.CString(t.option())
		C.ompcc_tell_untargeted(f.c.construct, C.int(t.num), name, option)
		C.free(unsafe.Pointer(name))
		C.free(unsafe.Pointer(option))
	}
	return C.OMPCC_HOST
}

// lacksKernel reports whether the module of kernel k was not compiled for the device. Otherwise
// the device rejected the module's code, for which the runtime has already warned.
func (t *target) lacksKernel(k *dataenv.Kernel) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	at := uintptr(unsafe.Pointer(k))
	for _, l := range t.modules {
		if at >= l.begin && at < l.end {
			return l.image != nil || len(t.images((*C.__ompcc_module_t)(device.Pointer(l.module)))) == 0
		}
	}
	return false
}

// option returns the word of -fopenmp-targets that compiles for the device.
func (t *target) option() string {
	switch {
	case t.info.CPUImage:
		return "cpu"
	case t.info.Target == "amdgcn":
		return "amdgcn"
	}
	return "nvptx"
}

// firstOf reports whether this is the first call with the file, and records the file.
func (t *target) firstOf(file string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	first := !slices.Contains(t.untargeted, file)
	if first {
		t.untargeted = append(t.untargeted, file)
	}
	return first
}

func (t *target) launch(f frame, c *dataenv.Construct, k device.Kernel) error {
	d := t.launchOf(f, k)
	t.output.begins()
	defer t.ended()
	if err := t.watched(f, func() error { return t.dev.Launch(&d) }); err != nil {
		return t.kernelFailed(c, err)
	}
	return nil
}

// watched calls run, which returns when the construct's kernel has ended. Meanwhile the
// watchdog knows the construct.
func (t *target) watched(f frame, run func() error) error {
	watch := (*C.ompcc_watch_t)(C.malloc(C.sizeof_ompcc_watch_t))
	C.ompcc_watch_begin(watch, f.c.construct, C.int(t.num))
	err := run()
	C.ompcc_watch_end(watch)
	C.free(unsafe.Pointer(watch))
	return err
}

func (t *target) kernelFailed(c *dataenv.Construct, err error) error {
	return errors.New(c.File() + ":" + itoa(int(c.Loc.Line)) + ": error: kernel " + c.Kernel.Name() + " failed on device " +
		itoa(t.num) + " (" + t.info.Name + "): " + err.Error())
}

// launchOf describes the launch of k. A nested entry point needs all threads of its teams, whatever num_threads of the
// outermost region is.
func (t *target) launchOf(f frame, k device.Kernel) device.Launch {
	d := f.launch(f.construct(), k)
	if t.nesting.Load() {
		if _, nested := t.nested.Load(k); nested {
			d.NumThreads = 0
		}
	}
	return d
}

// launch describes the kernel's launch to the device.
func (f frame) launch(c *dataenv.Construct, k device.Kernel) device.Launch {
	l := f.c.launch
	d := device.Launch{
		Kernel: k, Name: c.Kernel.Name(),
		Args: device.Host(uintptr(unsafe.Pointer(f.c.argv))), Sizes: device.Host(c.Kernel.Sizes),
		NumArgs: c.Kernel.NumParams, Flags: c.Kernel.Flags,
		NumTeams:    uint32(f.c.grid.num_teams),
		ThreadLimit: uint32(f.c.grid.thread_limit),
		NumThreads:  uint32(f.c.grid.num_threads),
		Shared:      uint32(l.shared),
	}
	if l.flags&abi.LaunchHasTrip != 0 {
		d.Trip, d.HasTrip = uint64(l.trip), true
	}
	return d
}

// forget unloads the images of a host module that the process unloads.
func (t *target) forget(module, begin, end uintptr) {
	t.mu.Lock()
	var gone []loaded
	kept := t.modules[:0]
	for _, l := range t.modules {
		if l.module == module {
			gone = append(gone, l)
		} else {
			kept = append(kept, l)
		}
	}
	t.modules = kept
	t.mu.Unlock()
	// No caller could act on an error.
	_ = t.forgetFunctions(begin, end)
	_ = t.env.Forget(begin, end)
	for _, l := range gone {
		t.unload(l)
	}
}

func (t *target) unload(l loaded) {
	if l.image == nil {
		return
	}
	announceUnload(t, l.id)
	t.forgetStderr(l.image)
	if l.mail != nil {
		_ = l.mail.Close() // no caller could act on an error
	}
	_ = l.image.Unload() // no caller could act on an error
}

func (t *target) finish() {
	for i := len(t.modules) - 1; i >= 0; i-- {
		t.unload(t.modules[i])
	}
	announceEnd(t)
	_ = t.plain.Close()
}

// dismiss reports the end of the device to a tool that ends before the device does.
func (t *target) dismiss() {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for i := len(t.modules) - 1; i >= 0; i-- {
		if t.modules[i].image != nil {
			announceUnload(t, t.modules[i].id)
		}
	}
	announceEnd(t)
}

// uid returns the device's identity as a C string that the runtime never frees.
func (t *target) uid() *C.char {
	t.uidOnce.Do(func() { t.uidText = C.CString(t.info.UID) })
	return t.uidText
}
