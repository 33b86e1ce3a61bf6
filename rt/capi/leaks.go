package main

/*
#include "../sanitize/sanitize.h"
#include "host/shim.h"
#include "entry/mapped.h"

static long ompcc_user_blocks_left(void) { return ompcc_user_blocks; }
*/
import "C"

import (
	"ompcc/rt/dataenv"
)

// leaks says what is left on the devices at the end of the program
// (OMPCC_LEAKS): items that are still mapped, what omp_target_alloc returned,
// and, which would be the runtime's fault, blocks of CPU devices that are
// neither.
func (p *process) leaks() {
	mapped, cpus := 0, 0
	for _, t := range p.targets {
		if t.env == nil {
			continue
		}
		n := 0
		t.env.Mapped(func(e *dataenv.Entry) {
			n++
			leak("device " + itoa(t.num) + ": " + e.Name() + " of " + size(e.Size()) + " is still mapped, count " + itoa(e.Refs()) + e.Where())
		})
		if t.info.HostLaunch {
			mapped += n
			cpus++
		}
	}
	user := int(C.ompcc_user_blocks_left())
	if user > 0 {
		leak(itoa(user) + " blocks of omp_target_alloc are not freed")
	}
	if live := liveBlocks(); cpus == len(p.targets) && C.ompcc_checking() == 0 && live != mapped+user {
		leak("error: " + itoa(live) + " blocks of device memory are in use, " + itoa(mapped+user) + " of them for the program")
	}
}

func leak(text string) { say("ompcc: leak: " + text) }
