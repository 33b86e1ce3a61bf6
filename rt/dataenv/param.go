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
	k := 0
	if env.itemwise {
		if err := env.packCopies(o); err != nil {
			return err
		}
	}
	for i := range o.items {
		it := &o.items[i]
		if it.Flags&flagParam == 0 {
			continue
		}
		a := &o.args[i]
		if k == len(argv) {
			return env.failure(o.c, "cannot launch "+o.c.Kernel.Name(), errParams)
		}
		if it.Kind == itemValue {
			argv[k] = a.Begin
			k++
			continue
		}
		v, err := env.param(o, i)
		if err != nil {
			return err
		}
		values[k] = v
		argv[k] = uintptr(unsafe.Pointer(&values[k]))
		k++
	}
	return nil
}

var errParams = errors.New("the construct has more parameters than the kernel")

// param is the value of the pointer parameter that item i yields.
func (env *Env) param(o *Op, i int) (uintptr, error) {
	it, a := &o.items[i], &o.args[i]
	switch it.Kind {
	case itemMap:
		return env.mapParam(o, i), nil
	case itemPointer:
		return env.pointer(it, a.Base), nil
	case itemCopy:
		if d := o.res[i].copy; d != 0 {
			return uintptr(d), nil
		}
		return env.privateCopy(o, i)
	default:
		return a.Base, nil
	}
}

func (env *Env) mapParam(o *Op, i int) uintptr {
	it, a, e := &o.items[i], &o.args[i], o.res[i].e
	if s := o.spanned(i); s != nil {
		e = s
	}
	if e == nil && it.Flags&flagMapper != 0 {
		if d, ok := env.Lookup(a.Begin); ok {
			return uintptr(d) + (a.Base - a.Begin)
		}
	}
	if e == nil && it.Flags&(flagMapper|flagImplicit) != 0 {
		if d, ok := o.partOf(a.Begin); ok {
			return d + (a.Base - a.Begin)
		}
	}
	if e == nil {
		// A zero-length section of storage that is not mapped (OpenMP 5.2 §5.8.6).
		if it.Flags&flagNullIfAbsent != 0 {
			return 0
		}
		return a.Base
	}
	return uintptr(e.addr(a.Begin)) + (a.Base - a.Begin)
}

// spanned is the storage of the elements of item i, which its mapper maps one by one; nil if it has no
// mapper, or this maps nothing of them. Of an array that is implicitly mapped it may be only a part: that which is present.
func (o *Op) spanned(i int) *Entry {
	if o.items[i].Flags&flagMapper == 0 || i+1 == len(o.items) {
		return nil
	}
	if o.items[i+1].Flags&flagSpan == 0 || o.args[i+1].Begin != o.args[i].Begin {
		return nil
	}
	return o.res[i+1].e
}

// partOf is where the object at begin is on the device, of which a mapper has mapped
// members behind the first.
func (o *Op) partOf(begin uintptr) (uintptr, bool) {
	for j := range o.items {
		if e, a := o.res[j].e, &o.args[j]; e != nil && a.Base == begin && o.items[j].Kind == itemMap {
			return uintptr(e.addr(a.Begin)) + (a.Base - a.Begin), true
		}
	}
	return 0, false
}

// pointer translates the value of a firstprivate pointer (OpenMP 5.2 §5.8.6).
func (env *Env) pointer(it *Item, value uintptr) uintptr {
	if d, ok := env.Lookup(value); ok {
		return uintptr(d)
	}
	if it.Flags&flagNullIfAbsent != 0 {
		return 0
	}
	return value
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
func (env *Env) UseDevice(o *Op) {
	for i := range o.items {
		a := &o.args[i]
		switch o.items[i].Kind {
		case itemMap:
			switch absent := o.res[i].e == nil; {
			case absent && o.items[i].Flags&flagIfPresent != 0:
				a.Size = 0
			case absent && a.Size == 0:
				a.Begin = 0
			}
		case itemUseDevicePtr:
			if d, ok := env.Lookup(a.Base); ok {
				a.Base = uintptr(d)
			} else if d, ok := env.Lookup(a.Begin); ok {
				// Only a section through the pointer is mapped.
				a.Base = uintptr(d) + (a.Base - a.Begin)
			}
		case itemUseDeviceAddr:
			if d, ok := env.Lookup(a.Begin); ok {
				a.Base = uintptr(d) + (a.Base - a.Begin)
			}
		}
	}
}

// Abandon ends an op that could not be carried out after Enter.
func (env *Env) Abandon(o *Op) { env.abandon(o) }
