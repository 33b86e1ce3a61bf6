package dataenv

import (
	"ompcc/rt/device"
)

// Update does what target update does (OpenMP 5.2 §13.8): what is present is
// assigned, in the order of the items; what is absent is left alone.
func (env *Env) Update(c *Construct, items []Item, args []Arg) error {
	env.table.mu.Lock()
	o := env.take(c, items, args)
	err := env.update(o)
	env.done(o)
	return err
}

// Transfer is a motion that needs nothing but the device.
type Transfer struct {
	Item *Item
	Host uintptr
	Dev  device.Addr
	Size uintptr
	To   bool // the device
}

// Transfers are what Update would move, if the items are such that each is one
// transfer: contiguous, and without attached pointers. It has no errors: then, too,
// it returns false.
func (env *Env) Transfers(c *Construct, items []Item, args []Arg) ([]Transfer, bool) {
	env.table.mu.Lock()
	o := env.take(c, items, args)
	defer env.done(o)
	defer env.table.mu.Unlock()
	var list []Transfer
	for i := range items {
		it, a := &items[i], &args[i]
		if it.Kind != itemMap || it.Flags&flagStrided != 0 || env.locate(o, i) != nil {
			return nil, false
		}
		e := o.res[i].e.entry()
		if e == nil || !e.own() || it.Flags&(flagTo|flagFrom) == 0 {
			continue
		}
		if e.is(attached) {
			return nil, false
		}
		list = append(list, Transfer{it, a.Begin, e.addr(a.Begin), a.Size, it.Flags&flagTo != 0})
	}
	return list, true
}

// Logged tells the log of a transfer that was not made here.
func (env *Env) Logged(c *Construct, t Transfer) {
	if env.log != nil {
		env.log.Move(env.Num, c, t.Item, t.To, t.Host, t.Size)
	}
}

// Arrived tells the log that such a transfer is made.
func (env *Env) Arrived(c *Construct, t Transfer) {
	if env.log != nil {
		env.log.Moved(env.Num, c, t.Item, t.To, t.Host, t.Size)
	}
}

// Failed is the error of a transfer that was not made here.
func (env *Env) Failed(c *Construct, t Transfer, err error) error {
	if t.To {
		return env.itemFailure(c, t.Item, "cannot be copied to the device", err)
	}
	return env.itemFailure(c, t.Item, "cannot be copied from the device", err)
}

// update is called with the lock held and gives it up.
func (env *Env) update(o *Op) error {
	for i := range o.items {
		var err error
		o.res[i] = resolved{}
		if o.items[i].Flags&flagStrided != 0 {
			err = env.findRect(o, i)
		} else if o.items[i].Kind == itemMap {
			err = env.locate(o, i)
		}
		if err != nil {
			env.table.mu.Unlock()
			return err
		}
	}
	env.table.mu.Unlock()
	for i := range o.items {
		if o.res[i].e == 0 || o.items[i].Flags&flagStrided == 0 && o.args[i].Size == 0 {
			continue
		}
		if env.itemwise && env.staysAttached(o, i) {
			continue
		}
		if err := env.move(o, i); err != nil {
			return err
		}
	}
	return nil
}

func (env *Env) move(o *Op, i int) error {
	switch flags := o.items[i].Flags; {
	case flags&flagStrided != 0:
		return env.moveRect(o, i)
	case flags&flagTo != 0:
		return env.moveTo(o, i)
	case flags&flagFrom != 0:
		return env.moveFrom(o, i)
	}
	return nil
}

// locate is find, and waits. Called with the lock held.
func (env *Env) locate(o *Op, i int) error {
	for {
		switch out := env.find(o, i); out {
		case fine:
			return nil
		case blocked:
			env.wait(o.blocker.entry())
		default:
			o.at = i
			return env.refusal(o, out)
		}
	}
}

// findRect finds the entry of a non-contiguous section: the range from its
// first to its last byte must be mapped as one.
func (env *Env) findRect(o *Op, i int) error {
	r := rectAt(o.args[i].Begin)
	lo, hi, any := r.extent()
	if !any {
		o.res[i] = resolved{}
		return nil
	}
	// find looks at args[i]; the whole range stands in for the moment.
	saved := o.args[i]
	o.args[i].Begin, o.args[i].Size = lo, hi-lo
	err := env.locate(o, i)
	o.args[i] = saved
	return err
}

func (env *Env) moveRect(o *Op, i int) error {
	it, e := &o.items[i], o.res[i].e.entry()
	if !e.own() {
		return nil
	}
	to := it.Flags&flagTo != 0
	r := rectAt(o.args[i].Begin)
	if env.log != nil {
		lo, hi, _ := r.extent()
		env.log.Move(env.Num, o.c, it, to, lo, hi-lo)
	}
	err := r.runs(func(box *device.Box) (bool, error) {
		if env.boxes == nil || e.is(attached) {
			return false, nil
		}
		box.Dev = e.addr(uintptr(box.Host))
		return env.boxes.CopyBox(box, to)
	}, func(begin, size uintptr) error {
		if to {
			return env.copyTo(o, e, begin, size)
		}
		return env.copyFrom(o, e, begin, size)
	})
	if err != nil {
		return env.itemFailure(o.c, it, "cannot be updated", err)
	}
	if env.log != nil {
		lo, hi, _ := r.extent()
		env.log.Moved(env.Num, o.c, it, to, lo, hi-lo)
	}
	return nil
}

func rectAt(a uintptr) *Rect { return (*Rect)(device.Pointer(a)) }

// extent returns the first byte and the one past the last byte of r.
func (r *Rect) extent() (lo, hi uintptr, any bool) {
	lo = r.Base
	hi = r.Base + uintptr(r.Elem)
	for _, d := range r.Dim[:r.Dims] {
		if d[1] == 0 {
			return 0, 0, false
		}
		lo += uintptr(d[0])
		hi += uintptr(d[0] + (d[1]-1)*d[2])
	}
	return lo, hi, r.Elem > 0
}

// dim is a dimension of a section: how many parts it has, and bytes from one to the next.
type dim struct{ count, stride uintptr }

// shape returns the first byte of r, its contiguous bytes there, and the dimensions of such runs, the outermost first.
func (r *Rect) shape() (start, run uintptr, dims []dim) {
	start, run = r.Base, uintptr(r.Elem)
	for _, d := range r.Dim[:r.Dims] {
		start += uintptr(d[0])
	}
	for k := int(r.Dims) - 1; k >= 0; k-- {
		d := dim{uintptr(r.Dim[k][1]), uintptr(r.Dim[k][2])}
		switch {
		case d.count == 1:
		case len(dims) == 0 && d.stride == run: // no gap
			run *= d.count
		case len(dims) > 0 && d.stride == dims[0].stride*dims[0].count: // the inner one goes on
			dims[0].count *= d.count
		default:
			dims = append([]dim{d}, dims...)
		}
	}
	return start, run, dims
}

// runs calls box for each part of r of up to three dimensions, and f for each contiguous run of its bytes where box
// returns false. Both are called in the order of the bytes.
func (r *Rect) runs(box func(*device.Box) (bool, error), f func(begin, size uintptr) error) error {
	start, run, dims := r.shape()
	b := &device.Box{Run: run, Rows: 1, Planes: 1}
	if n := len(dims); n > 0 {
		b.Rows, b.Pitch = dims[n-1].count, dims[n-1].stride
		dims = dims[:n-1]
	}
	b.Slice = b.Rows * b.Pitch
	if n := len(dims); n > 0 {
		b.Planes, b.Slice = dims[n-1].count, dims[n-1].stride
		dims = dims[:n-1]
	}
	apart := b.Rows*b.Planes > 1 && b.Pitch >= run && b.Slice >= (b.Rows-1)*b.Pitch+run
	return each(start, dims, func(at uintptr) error {
		if b.Host = device.Host(at); apart {
			if done, err := box(b); done || err != nil {
				return err
			}
		}
		return each(at, []dim{{b.Planes, b.Slice}, {b.Rows, b.Pitch}}, func(at uintptr) error { return f(at, run) })
	})
}

// each calls f for the address of each part of dims from at on.
func each(at uintptr, dims []dim, f func(at uintptr) error) error {
	if len(dims) == 0 {
		return f(at)
	}
	for range dims[0].count {
		if err := each(at, dims[1:], f); err != nil {
			return err
		}
		at += dims[0].stride
	}
	return nil
}
