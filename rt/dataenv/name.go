package dataenv

// Holder calls f with the entry that holds host address a, if there is one.
func (env *Env) Holder(a uintptr, f func(*Entry)) {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	if e := env.table.containing(a); e != nil {
		f(e)
	}
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
