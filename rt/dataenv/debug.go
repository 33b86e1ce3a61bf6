package dataenv

import "unsafe"

// Layout says where a debugger finds the entries of a map table, since programs have no debug information of the
// runtime: offsets of fields and sizes, in the order in which share/ompcc/gdb.py reads them.
func Layout() [14]uint32 {
	var (
		env Env
		t   table
		c   chunk
		e   Entry
	)
	return [...]uint32{
		uint32(unsafe.Offsetof(env.table)), uint32(unsafe.Offsetof(t.slabs)), uint32(unsafe.Offsetof(t.order)),
		uint32(unsafe.Offsetof(t.nchunks)), uint32(unsafe.Offsetof(c.n)), uint32(unsafe.Offsetof(c.id)),
		slabSize, uint32(unsafe.Sizeof(e)), uint32(unsafe.Offsetof(e.host)), uint32(unsafe.Offsetof(e.size)),
		uint32(unsafe.Offsetof(e.dev)), uint32(unsafe.Offsetof(e.site)), uint32(unsafe.Offsetof(e.name)),
		uint32(unsafe.Offsetof(e.refs)),
	}
}
