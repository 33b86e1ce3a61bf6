package dataenv

import (
	"errors"
	"unsafe"

	"ompcc/rt/device"
)

// Params writes the kernel's parameters: argv[k] becomes the address of the
// value of parameter k, values[k] holds those values that are computed here.
// Both lie outside of Go's heap and have Kernel.NumParams elements.
func (env *Env) Params(o *Op, argv, values []uintptr) error {
	if o.params() > len(argv) {
		return env.failure(o.c, "cannot launch "+o.c.Kernel.Name(), errParams)
	}
	env.table.mu.Lock()
	for {
		e := env.params(o, argv, values)
		if e == nil {
			break
		}
		env.wait(e)
	}
	env.table.mu.Unlock()
	k := 0
	if env.itemwise {
		if err := env.packCopies(o); err != nil {
			return err
		}
	}
	for i := range o.items {
		if o.items[i].Flags&flagParam == 0 {
			continue
		}
		if o.items[i].Kind == itemCopy {
			v := uintptr(o.res[i].copy)
			if v == 0 {
				var err error
				if v, err = env.privateCopy(o, i); err != nil {
					return err
				}
			}
			values[k] = v
		}
		k++
	}
	return nil
}

var errParams = errors.New("the construct has more parameters than the kernel")

// params is the number of parameters that the items yield.
func (o *Op) params() (n int) {
	for i := range o.items {
		if o.items[i].Flags&flagParam != 0 {
			n++
		}
	}
	return n
}

// params writes the parameters but for private copies. It returns the entry of another op that has to be
// ready before. Called with the lock held.
func (env *Env) params(o *Op, argv, values []uintptr) (wait *Entry) {
	k := 0
	for i := range o.items {
		it, a := &o.items[i], &o.args[i]
		if it.Flags&flagParam == 0 {
			continue
		}
		argv[k] = uintptr(unsafe.Pointer(&values[k]))
		switch it.Kind {
		case itemValue:
			argv[k] = a.Begin
		case itemMap:
			if e := o.res[i].e.entry(); e != nil && it.Flags&flagMapper == 0 {
				values[k] = uintptr(e.addr(a.Begin)) + (a.Base - a.Begin)
				break
			}
			values[k], wait = env.mapParam(o, i)
		case itemPointer:
			values[k], wait = env.pointer(it, a.Base)
		default:
			values[k] = a.Base
		}
		if wait != nil {
			return wait
		}
		k++
	}
	return nil
}

func (env *Env) mapParam(o *Op, i int) (v uintptr, wait *Entry) {
	it, a, e := &o.items[i], &o.args[i], o.res[i].e.entry()
	if s := o.spanned(i); s != nil {
		e = s
	}
	if e != nil {
		return uintptr(e.addr(a.Begin)) + (a.Base - a.Begin), nil
	}
	if it.Flags&flagMapper != 0 {
		if d, e, blocked := env.lookup(a.Begin); blocked {
			return 0, e
		} else if e != nil {
			return uintptr(d) + (a.Base - a.Begin), nil
		}
	}
	if it.Flags&(flagMapper|flagImplicit) != 0 {
		if d, ok := o.partOf(a.Begin); ok {
			return d + (a.Base - a.Begin), nil
		}
	}
	// A zero-length section of storage that is not mapped (OpenMP 5.2 §5.8.6).
	if it.Flags&flagNullIfAbsent != 0 {
		return 0, nil
	}
	return a.Base, nil
}

// spanned is the storage of the elements of item i, which its mapper maps one by one; nil if it has no
// mapper, or this maps nothing of them. Of an array that is implicitly mapped it may be only a part: that which is
// present.
func (o *Op) spanned(i int) *Entry {
	if o.items[i].Flags&flagMapper == 0 || i+1 == len(o.items) {
		return nil
	}
	if o.items[i+1].Flags&flagSpan == 0 || o.args[i+1].Begin != o.args[i].Begin {
		return nil
	}
	return o.res[i+1].e.entry()
}

// partOf is where the object at begin is on the device, of which a mapper has mapped
// members behind the first.
func (o *Op) partOf(begin uintptr) (uintptr, bool) {
	for j := range o.items {
		if e, a := o.res[j].e.entry(), &o.args[j]; e != nil && a.Base == begin && o.items[j].Kind == itemMap {
			return uintptr(e.addr(a.Begin)) + (a.Base - a.Begin), true
		}
	}
	return 0, false
}

// pointer translates the value of a firstprivate pointer (OpenMP 5.2 §5.8.6).
func (env *Env) pointer(it *Item, value uintptr) (v uintptr, wait *Entry) {
	d, e, blocked := env.lookup(value)
	switch {
	case blocked:
		return 0, e
	case e != nil:
		return uintptr(d), nil
	case it.Flags&flagNullIfAbsent != 0:
		return 0, nil
	}
	return value, nil
}

func (env *Env) privateCopy(o *Op, i int) (uintptr, error) {
	it, a := &o.items[i], &o.args[i]
	align, size := it.align(), a.Size
	if align > blockAlign || align > size {
		size = max(size+align-min(align, blockAlign), blockAlign)
	}
	d, err := env.dev.Alloc(size)
	if err != nil {
		return 0, env.itemFailure(o.c, it, "private copy cannot be allocated", err)
	}
	o.copies = append(o.copies, d)
	d = (d + device.Addr(align-1)) &^ device.Addr(align-1)
	if a.Size == 0 {
		return uintptr(d), nil
	}
	if err := env.dev.CopyTo(d, device.Host(a.Begin), a.Size); err != nil {
		return 0, env.itemFailure(o.c, it, "cannot be copied to the device", err)
	}
	return uintptr(d), nil
}

// UseDevice replaces the base of use_device_ptr and use_device_addr items by
// the device address (OpenMP 5.2 §5.4.6, §5.4.8); what is not mapped stays. An item that
// counts what is present has no size for the construct's end where nothing was, and a zero-length section no place.
func (env *Env) UseDevice(o *Op) { env.useDeviceFrom(o, 0) }

// useDeviceFrom is UseDevice for item number i and those behind it.
func (env *Env) useDeviceFrom(o *Op, i int) {
	env.table.mu.Lock()
	for {
		var e *Entry
		if i, e = env.useDevice(o, i); e == nil {
			break
		}
		env.wait(e)
	}
	env.table.mu.Unlock()
}

// useDevice does not wait: it returns the item that has to, and for what. Called with the lock held.
func (env *Env) useDevice(o *Op, i int) (at int, wait *Entry) {
	for ; i < len(o.items); i++ {
		a, blocked := &o.args[i], false
		var d device.Addr
		var e *Entry
		switch o.items[i].Kind {
		case itemMap:
			switch absent := o.res[i].e == 0; {
			case absent && o.items[i].Flags&flagIfPresent != 0:
				a.Size = 0
			case absent && a.Size == 0:
				a.Begin = 0
			}
			continue
		case itemUseDevicePtr:
			if d, e, blocked = env.lookup(a.Base); e != nil {
				d -= device.Addr(a.Base - a.Begin)
				break
			}
			// Perhaps a section through the pointer is mapped.
			fallthrough
		case itemUseDeviceAddr:
			d, e, blocked = env.lookup(a.Begin)
		}
		if blocked {
			return i, e
		}
		switch {
		case e != nil:
			a.Base = uintptr(d) + (a.Base - a.Begin)
		case o.items[i].Flags&flagNullIfAbsent != 0 && !env.hostLinks:
			// use_device_ptr(fb_nullify: …); with unified_shared_memory every pointer is one of the device.
			a.Base = 0
		}
	}
	return i, nil
}

// Abandon ends an op that could not be carried out after Enter.
func (env *Env) Abandon(o *Op) { env.abandon(o) }
