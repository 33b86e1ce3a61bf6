package main

/*
#include <stddef.h>
#include <stdint.h>
*/
import "C"

import "ompcc/rt/device"

//export ompcc_go_share
func ompcc_go_share(num C.int, size C.size_t, onHost C.int) C.uintptr_t {
	s, ok := the.device(int(num)).plain.(device.Sharer)
	if !ok {
		return 0
	}
	addr, err := s.Share(uintptr(size), onHost != 0)
	if err != nil {
		return 0
	}
	return C.uintptr_t(addr)
}

//export ompcc_go_unshare
func ompcc_go_unshare(num C.int, addr C.uintptr_t, onHost C.int) *C.char {
	return text(the.device(int(num)).plain.(device.Sharer).Unshare(device.Addr(addr), onHost != 0))
}
