package dataenv

import "ompcc/rt/device"

// Holder calls f with the entry that holds host address a, if there is one.
func (env *Env) Holder(a uintptr, f func(*Entry)) {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	if e := env.table.containing(a); e != nil {
		f(e)
	}
}

// Holds reports whether a is in the device's storage of an entry. Programs ask seldom: it looks
// at all of them.
func (env *Env) Holds(a device.Addr) bool {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	found := false
	env.table.all(func(e *Entry) {
		found = found || e.dev <= a && uintptr(a-e.dev) < e.size
	})
	return found
}

// HostOf returns the host address that corresponds to size bytes on the device. It looks at all entries.
func (env *Env) HostOf(a device.Addr, size uintptr) (host uintptr, ok bool) {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	env.table.all(func(e *Entry) {
		if off := uintptr(a - e.dev); e.state == ready && e.dev <= a && off < e.size && size <= e.size-off {
			host, ok = e.host+off, true
		}
	})
	return host, ok
}

// NameOf says what is mapped at host address a, "" when nothing is: for
// messages about device code that uses a host address.
func (env *Env) NameOf(a uintptr) string {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	e := env.table.containing(a)
	if e == nil {
		return ""
	}
	text := hex(a) + " is the host address of "
	if off := a - e.host; off != 0 {
		text = hex(a) + " is on the host " + bytesText(off) + " into "
	}
	text += itemName(e)
	if site := e.Site(); site != nil {
		text += ", mapped at " + place(site, e.line())
	}
	return text + ": the pointer was not translated; map it, or use it where it is attached"
}
