package main

/*
#include <stdlib.h>
#include "host/shim.h"
#include "task/chain.h"
*/
import "C"

import (
	"sync"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// The chains of task graphs (task/chain.c) on devices other than the CPU device: the device's own prepared work.

// taskGraph is such a chain. Its launches and copies stay as they are from capture to free.
type taskGraph struct {
	t     *target
	work  []device.Work
	ready device.Graph
}

// taskGraphs are those of the process. A chain has the number of its graph, from 1 on.
type taskGraphs struct {
	mu   sync.Mutex
	list []*taskGraph // nil: freed
}

func (g *taskGraphs) of(number C.uintptr_t) *taskGraph {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.list[number-1]
}

// forChain returns the graph of a chain, a new one for a chain that has none.
func (g *taskGraphs) forChain(c *C.ompcc_chain_t, t *target) *taskGraph {
	g.mu.Lock()
	defer g.mu.Unlock()
	if c.graph != 0 {
		return g.list[c.graph-1]
	}
	one := &taskGraph{t: t}
	for i, o := range g.list {
		if o == nil {
			g.list[i], c.graph = one, C.uintptr_t(i+1)
			return one
		}
	}
	g.list = append(g.list, one)
	c.graph = C.uintptr_t(len(g.list))
	return one
}

// ompcc_go_capture adds a construct to a chain: a kernel whose data is present, or an update. It returns 0 for others.
//
//export ompcc_go_capture
func ompcc_go_capture(cf *C.ompcc_frame_t, c *C.ompcc_chain_t, kernel C.int) (ok C.int) {
	f := frame{cf}
	t := f.target()
	if c.shape == nil {
		shape := t.env.Shape()
		c.shape, c.captured = (*C.uint32_t)(shape), C.uint32_t(*shape)
	}
	switch {
	case kernel != 0:
		return t.captureTarget(f, c)
	case f.construct().Kind == abi.KindUpdate:
		return t.captureUpdate(f, c)
	}
	return 0
}

func (t *target) captureTarget(f frame, chain *C.ompcc_chain_t) C.int {
	c := f.construct()
	k, err := t.kernel(c.Kernel)
	if err != nil || k == 0 {
		return 0
	}
	for _, it := range f.items() {
		if it.Kind == abi.ItemCopy { // it needs storage for each execution
			return 0
		}
	}
	op := t.env.EnterPresent(c, f.items(), f.arguments())
	if op == nil {
		return 0
	}
	if t.params(f, op) != nil || t.env.Leave(op) != nil {
		return 0
	}
	if !t.info.HostLaunch {
		d := f.launch(c, k)
		g := the.graphs.forChain(chain, t)
		g.work = append(g.work, device.Work{Launch: &d})
	}
	return 1
}

func (t *target) captureUpdate(f frame, chain *C.ompcc_chain_t) C.int {
	list, plain := t.env.Transfers(f.construct(), f.items(), f.arguments())
	if !plain {
		return 0
	}
	for _, m := range list {
		switch {
		case !t.info.HostLaunch:
			g := the.graphs.forChain(chain, t)
			g.work = append(g.work, device.Work{To: m.To, Dev: m.Dev, Host: device.Host(m.Host), Size: m.Size})
		case m.To:
			C.ompcc_chain_copy(chain, unsafe.Pointer(device.Pointer(uintptr(m.Dev))), unsafe.Pointer(device.Pointer(m.Host)), C.size_t(m.Size))
		default:
			C.ompcc_chain_copy(chain, unsafe.Pointer(device.Pointer(m.Host)), unsafe.Pointer(device.Pointer(uintptr(m.Dev))), C.size_t(m.Size))
		}
	}
	return 1
}

//export ompcc_go_captured
func ompcc_go_captured(c *C.ompcc_chain_t) C.int {
	if c.graph == 0 {
		return 1
	}
	g := the.graphs.of(c.graph)
	ready, err := device.NewGraph(g.t.plain, g.work)
	if err != nil {
		return 0
	}
	g.ready = ready
	return 1
}

//export ompcc_go_graph_run
func ompcc_go_graph_run(number C.uintptr_t, text **C.char) {
	g := the.graphs.of(number)
	g.t.output.begins()
	defer g.t.ended()
	if err := g.ready.Run(); err != nil {
		*text = C.CString("error: a task graph failed on device " + itoa(g.t.num) + " (" + g.t.info.Name + "): " + err.Error())
	}
}

//export ompcc_go_graph_free
func ompcc_go_graph_free(number C.uintptr_t) {
	g := the.graphs.of(number)
	if g.ready != nil {
		_ = g.ready.Close() // no caller could act on an error
	}
	the.graphs.mu.Lock()
	the.graphs.list[number-1] = nil
	the.graphs.mu.Unlock()
}
