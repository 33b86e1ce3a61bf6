package main

/*
#include <stdlib.h>
#include <unistd.h>
#include "host/emulate.h"
#include "host/function.h"
#include "host/remote.h"
*/
import "C"

import (
	"encoding/binary"
	"time"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
	"ompcc/rt/remote"
)

// silence is how long a rank may say nothing.
func silence() time.Duration {
	if s := float64(C.ompcc_env().timeout); s > 0 {
		return max(time.Duration(s*float64(time.Second)), 2*time.Second)
	}
	return 30 * time.Second
}

// remotePlugin is the plugin for devices of other ranks.
func (p *process) remotePlugin() device.Plugin {
	config := remote.Config{
		Transport: newTransport(),
		Total:     int(C.ompcc_num_devices()),
		Print: func(text []byte) {
			if len(text) > 0 {
				C.ompcc_print((*C.char)(unsafe.Pointer(&text[0])), C.size_t(len(text)))
			}
		},
		Reverse: func(num int, request []byte) []byte { return p.device(num).reverse(request) },
		Limits: func(num int) (teams, threads uint32) {
			icvs := C.ompcc_icvs(C.int(num))
			return uint32(icvs.num_teams), uint32(icvs.teams_thread_limit)
		},
		Silence: silence(),
	}
	for i := range int(C.ompcc_remote_count()) {
		d := C.ompcc_remote_device(C.int(i))
		config.Devices = append(config.Devices, remote.Place{Rank: int(d.rank), Index: int(d.index), Num: p.remoteNumber(i),
			Node: C.GoString(&d.node[0]), UID: C.GoString(&d.traits.uid[0])})
	}
	config.Ranks = int(C.ompcc_remote_ranks())
	p.remote = remote.New(config)
	return p.remote
}

// remoteNumber is the device number of a remote device, -1 where it is not used.
func (*process) remoteNumber(i int) int {
	for num := range int(C.ompcc_num_devices()) {
		var index C.int
		if C.ompcc_device_kind(C.int(num), &index) == C.OMPCC_REMOTE && int(index) == i {
			return num
		}
	}
	return -1
}

// ompcc_go_remote_quit ends the servers. It returns 0 where one of them is lost.
//
//export ompcc_go_remote_quit
func ompcc_go_remote_quit() C.int {
	if the.remote == nil {
		the.remotePlugin()
	}
	if the.remote.Quit() {
		return 1
	}
	return 0
}

// ompcc_go_remote_answers returns 0 where the rank of a remote device says nothing, which ends in its loss.
//
//export ompcc_go_remote_answers
func ompcc_go_remote_answers(num C.int) C.int {
	if the.remote != nil && !the.remote.Answers(int(num)) {
		return 0
	}
	return 1
}

// --- the server -----------------------------------------------------------------------

//export ompcc_go_serve
func ompcc_go_serve(parent C.int) {
	var devices []device.Device
	for _, t := range the.targets {
		if t.plain == nil {
			t.plain = noDevice{err: t.err}
		}
		devices = append(devices, t.plain)
	}
	the.server = remote.NewServer(remote.ServerConfig{
		Transport: newTransport(),
		Devices:   devices,
		Images:    the.servedImages,
		Begin:     func(_, _, total int) { C.ompcc_remote_total(C.int(total)) },
		LaunchCPU: func(index, num int, l *device.Launch, teams, threads uint32) {
			trip := C.ulong(0)
			if l.HasTrip {
				trip = C.ulong(l.Trip)
			}
			var kind C.int
			C.ompcc_device_kind(C.int(index), &kind)
			l.Granted = uint32(C.ompcc_remote_launch(kind, C.int(num), C.uintptr_t(l.Kernel), C.uintptr_t(l.Args), C.uint(l.Flags), C.uint(l.NumTeams),
				C.uint(l.ThreadLimit), C.uint(l.NumThreads), C.uint(teams), C.uint(threads), trip))
		},
		Functions: tellServedFunctions,
		Output: func() []byte {
			text := make([]byte, 0)
			var part [4096]C.char
			for n := C.ompcc_remote_printed(&part[0], C.size_t(len(part))); n > 0; n = C.ompcc_remote_printed(&part[0], C.size_t(len(part))) {
				text = append(text, unsafe.Slice((*byte)(unsafe.Pointer(&part[0])), int(n))...)
			}
			return text
		},
		Fault:    func() string { return C.GoString(C.ompcc_remote_broken()) },
		Orphaned: func() bool { return C.getppid() != parent },
	})
	the.server.Run()
}

// noDevice is a device that could not be opened.
type noDevice struct {
	device.Device
	err error
}

func (n noDevice) Init() error { return n.err }

func (noDevice) Close() error { return nil }

// servedImages are the program's images for a device that this process serves.
func (p *process) servedImages(index int) []*device.Image {
	t := p.targets[index]
	t.info = t.plain.Info()
	var all []*device.Image
	for m := C.ompcc_modules_begin(); m != nil; m = m.next {
		all = append(all, t.images(m)...)
	}
	C.ompcc_modules_end()
	return all
}

// tellServedFunctions lets kernels find the functions of rank 0, by pairs of addresses.
func tellServedFunctions(pairs []uintptr) {
	list := make([]C.ompcc_function_t, len(pairs)/2)
	name := C.CString("of the host")
	for i := range list {
		list[i] = C.ompcc_function_t{host: device.Pointer(pairs[2*i]), device: device.Pointer(pairs[2*i+1]), name: name, file: name}
	}
	C.ompcc_functions_set(unsafe.SliceData(list), C.size_t(len(list)))
}

// reverseOnRank0 asks rank 0 to execute a region, as kernels of GPUs do (rt/devlib/reverse.c).
func reverseOnRank0(num int, fn, rows uintptr, n, variables int) {
	word := func(b []byte, v uint64) []byte { return binary.LittleEndian.AppendUint64(b, v) }
	list := device.Bytes(rows, 32*uintptr(n))
	request := word(word(word(word(nil, 0), uint64(fn)), uint64(n)), uint64(variables))
	request = append(request, list...)
	for i := range n {
		if r := rowOf(list[32*i:]); r.flags&abi.ReverseIn != 0 {
			request = append(request, device.Bytes(r.device, r.size)...)
			request = append(request, make([]byte, (8-r.size%8)%8)...)
		}
	}
	answer := the.server.Reverse(num, request)
	for i := range n {
		r := rowOf(list[32*i:])
		if r.flags&abi.ReverseOut == 0 || len(answer) < 8 {
			continue
		}
		moves := binary.LittleEndian.Uint64(answer) != 0
		if answer = answer[8:]; moves {
			copy(device.Bytes(r.device, r.size), answer)
			answer = answer[min(int(r.size+7)&^7, len(answer)):]
		}
	}
}
