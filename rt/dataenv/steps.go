package dataenv

import (
	"cmp"

	"ompcc/rt/device"
)

// steps are the allocations, copies and deletions of an op, which the device carries out in one call if
// it can (device.Stepper), else one by one.
type steps struct {
	list []device.Step
	of   []stepOf
	n    int
}

// stepOf is what a step is for: an entry, or the motion of item number item.
type stepOf struct {
	e    ref
	item int
}

func (s *steps) add(kind uint32, host, dev, size uintptr, of stepOf) {
	s.list[s.n] = device.Step{Kind: kind, Host: device.Host(host), Dev: device.Addr(dev), Size: size}
	s.of[s.n] = of
	s.n++
}

func (s *steps) reset() { s.n = 0 }

// alloc gives e a block. Until the steps are carried out e.dev is 1 + the number of its step.
func (s *steps) alloc(e *Entry) {
	s.add(device.StepAlloc, e.host, 0, e.size, stepOf{e: e.ref()})
	e.dev = device.Addr(s.n)
}

// move copies storage of e for an item.
func (s *steps) move(kind uint32, e *Entry, item int, begin, size uintptr) {
	if n := int(e.dev); n > 0 && n <= s.n && s.of[n-1].e == e.ref() {
		s.add(kind, begin, begin-e.host, size, stepOf{e.ref(), item})
		s.list[s.n-1].Of = uint32(n)
		return
	}
	s.add(kind, begin, uintptr(e.addr(begin)), size, stepOf{e.ref(), item})
}

// stepwise says whether data of e may move in a step: a declare target variable of the CPU device may have to be
// put in place first, and attached pointers keep their values.
func (e *Entry) stepwise() bool { return e.traits&(self|global|associated|attached) == 0 }

// placed gives the entries whose allocations are done their addresses.
func (s *steps) placed() {
	for i := range s.n {
		if s.list[i].Kind == device.StepAlloc {
			s.of[i].e.entry().dev = s.list[i].Dev
		}
	}
}

// run carries out the steps of o. An error ends it, unless it is that of a deletion: the others go on.
func (env *Env) run(o *Op) error {
	done := 0
	if env.stepper != nil && env.log == nil && o.steps.n > 0 {
		done = env.stepper.Steps(o.steps.list[:o.steps.n])
	}
	return env.runFrom(o, done)
}

// runFrom is run when the first steps are done.
func (env *Env) runFrom(o *Op, done int) error {
	s := &o.steps
	if done == s.n && env.log == nil {
		s.placed()
		s.reset()
		return nil
	}
	var first error
	for i := range s.n {
		alloc := s.list[i].Kind == device.StepAlloc
		if env.log != nil && !alloc {
			env.logStep(o, i)
		}
		if i >= done {
			if err := env.step(s.list, i); err != nil && s.list[i].Kind == device.StepFree {
				first = cmp.Or(first, env.stepFailure(o, i, err))
			} else if err != nil {
				err = env.stepFailure(o, i, err)
				s.fail(i)
				return err
			}
		}
		if alloc {
			s.of[i].e.entry().dev = s.list[i].Dev
		}
		if env.log != nil {
			env.logDone(o, i)
		}
	}
	s.reset()
	return first
}

// fail takes the numbers of steps from entries that have no storage.
func (s *steps) fail(i int) {
	for ; i < s.n; i++ {
		if s.list[i].Kind == device.StepAlloc {
			s.of[i].e.entry().dev = 0
		}
	}
}

// step carries out one step by itself.
func (env *Env) step(list []device.Step, i int) error {
	s, dev := &list[i], device.At(list, i)
	switch s.Kind {
	case device.StepAlloc:
		env.announce(s.Host)
		d, err := env.dev.Alloc(s.Size)
		s.Dev = d
		return err
	case device.StepTo:
		return env.dev.CopyTo(dev, s.Host, s.Size)
	case device.StepFrom:
		return env.dev.CopyFrom(s.Host, dev, s.Size)
	}
	env.announce(s.Host)
	return env.dev.Free(dev)
}

// announce tells a tool's device for which data of the host the next allocation or deletion is.
func (env *Env) announce(host device.Host) {
	if m, ok := env.dev.(device.Mapper); ok {
		m.Mapping(host)
	}
}

func (env *Env) stepFailure(o *Op, i int, err error) error {
	of := o.steps.of[i]
	switch o.steps.list[i].Kind {
	case device.StepAlloc:
		return env.allocError(o, of.e.entry(), err)
	case device.StepTo:
		return env.itemFailure(o.c, &o.items[of.item], "cannot be copied to the device", err)
	case device.StepFrom:
		return env.itemFailure(o.c, &o.items[of.item], "cannot be copied from the device", err)
	}
	return env.failure(o.c, "cannot free the device storage of "+itemName(of.e.entry()), err)
}

// logStep logs a transfer or deletion that is about to happen.
func (env *Env) logStep(o *Op, i int) {
	s, of := &o.steps.list[i], o.steps.of[i]
	if s.Kind == device.StepFree {
		env.log.Free(env.Num, o.c, of.e.entry())
		return
	}
	env.log.Move(env.Num, o.c, &o.items[of.item], s.Kind == device.StepTo, uintptr(s.Host), s.Size)
}

// logDone logs an allocation or transfer that was made.
func (env *Env) logDone(o *Op, i int) {
	s, of := &o.steps.list[i], o.steps.of[i]
	switch s.Kind {
	case device.StepAlloc:
		env.log.Alloc(env.Num, of.e.entry())
	case device.StepTo, device.StepFrom:
		env.log.Moved(env.Num, o.c, &o.items[of.item], s.Kind == device.StepTo, uintptr(s.Host), s.Size)
	}
}

// logFound logs what the items of o would have moved if it had been absent.
func (env *Env) logFound(o *Op) {
	for i := range o.items {
		it, r, a := &o.items[i], &o.res[i], &o.args[i]
		if it.Kind == itemMap && r.e != 0 && r.e.entry().own() && !r.move && a.Size > 0 &&
			it.Flags&(flagTo|flagImplicit|flagSpan) == flagTo && !o.made.has(r.e) {
			env.log.Found(env.Num, o.c, it, r.e.entry(), a.Begin, a.Size)
		}
	}
}
