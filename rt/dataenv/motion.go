package dataenv

import (
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// moveTo copies item i to the device, moveFrom copies it back. Attached
// pointers keep their value on either side (OpenMP 5.2 §5.8.3, §5.9).
func (env *Env) moveTo(o *Op, i int) error {
	e, a := o.res[i].e.entry(), &o.args[i]
	if !e.own() {
		return nil
	}
	if env.log != nil {
		env.log.Move(env.Num, o.c, &o.items[i], true, a.Begin, a.Size)
	}
	if err := env.copyTo(o, e, a.Begin, a.Size); err != nil {
		return env.itemFailure(o.c, &o.items[i], "cannot be copied to the device", err)
	}
	if env.log != nil {
		env.log.Moved(env.Num, o.c, &o.items[i], true, a.Begin, a.Size)
	}
	return nil
}

func (env *Env) moveFrom(o *Op, i int) error {
	e, a := o.res[i].e.entry(), &o.args[i]
	if !e.own() {
		return nil
	}
	if env.log != nil {
		env.log.Move(env.Num, o.c, &o.items[i], false, a.Begin, a.Size)
	}
	if err := env.copyFrom(o, e, a.Begin, a.Size); err != nil {
		return env.itemFailure(o.c, &o.items[i], "cannot be copied from the device", err)
	}
	if env.log != nil {
		env.log.Moved(env.Num, o.c, &o.items[i], false, a.Begin, a.Size)
	}
	return nil
}

func (env *Env) copyTo(o *Op, e *Entry, begin, size uintptr) error {
	at := env.attachments(e, begin, size)
	if env.itemwise && o.c.Kind == abi.KindUpdate { // LLVM's runtime gives the device all that e has
		at = env.attachments(e, e.host, e.size)
	}
	if len(at) == 0 {
		return env.dev.CopyTo(e.addr(begin), device.Host(begin), size)
	}
	if env.itemwise {
		return env.copyWholeTo(o, e, begin, size, at)
	}
	buf := o.buffer(size)
	copy(buf, device.Bytes(begin, size))
	for _, p := range at {
		patch(buf, e.host+p.offset, begin, uintptr(p.value))
	}
	return env.dev.CopyTo(e.addr(begin), hostOf(buf), size)
}

func (env *Env) copyFrom(o *Op, e *Entry, begin, size uintptr) error {
	at := env.attachments(e, begin, size)
	if len(at) == 0 {
		return env.dev.CopyFrom(device.Host(begin), e.addr(begin), size)
	}
	if env.itemwise {
		return env.copyWhole(e, begin, size, at)
	}
	buf := o.buffer(size)
	if err := env.dev.CopyFrom(hostOf(buf), e.addr(begin), size); err != nil {
		return err
	}
	// Copy round the pointers, so that the host never sees a device address.
	from := uintptr(0)
	for _, p := range at {
		lo, hi := int(e.host+p.offset)-int(begin), int(e.host+p.offset+ptrSize)-int(begin)
		if lo > int(from) {
			copy(device.Bytes(begin+from, uintptr(lo)-from), buf[from:lo])
		}
		from = uintptr(min(hi, int(size)))
	}
	copy(device.Bytes(begin+from, size-from), buf[from:])
	return nil
}

// patch writes the part of value that belongs at host address at into buf,
// which is a copy of storage that starts at begin.
func patch(buf []byte, at, begin, value uintptr) {
	src := unsafe.Slice((*byte)(unsafe.Pointer(&value)), ptrSize)
	for k, b := range src {
		if j := int(at) + k - int(begin); j >= 0 && j < len(buf) {
			buf[j] = b
		}
	}
}

// store writes a pointer into device memory.
func store(dev device.Device, o *Op, at, value device.Addr) error {
	word := &o.word
	if o.words != nil {
		word = o.words.next()
	}
	*word = uintptr(value)
	return dev.CopyTo(at, device.Host(uintptr(unsafe.Pointer(word))), ptrSize)
}

// buffer returns size bytes that do not move: an Op is on the heap, a local
// array whose address is only kept as a number might be on a stack.
func (o *Op) buffer(size uintptr) []byte {
	if uintptr(cap(o.buf)) < size {
		o.buf = make([]byte, size)
	}
	return o.buf[:size]
}

func hostOf(b []byte) device.Host { return device.Host(uintptr(unsafe.Pointer(&b[0]))) }

func address(c *Construct) uintptr { return uintptr(unsafe.Pointer(c)) }

const ptrSize = unsafe.Sizeof(uintptr(0))
