package main

import "C"

import "ompcc/rt/dataenv"

// ompcc_go_dump_mappings says what is mapped on a device that is in use.
//
//export ompcc_go_dump_mappings
func ompcc_go_dump_mappings(num C.int) {
	t := the.device(int(num))
	t.env.Mapped(func(e *dataenv.Entry) {
		say("ompcc: device " + itoa(t.num) + ": " + e.Name() + " of " + size(e.Size()) + " is mapped, count " + itoa(e.Refs()) + e.Where())
	})
}
