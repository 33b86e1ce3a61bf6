package main

/*
#include <stdlib.h>
#include "host/remote.h"

static int t_send(const ompcc_transport_t *t, uint64_t id, int rank, int tag, uintptr_t at, size_t n) { return t->send(id, rank, tag, (void *)at, n); }
static int t_receive(const ompcc_transport_t *t, uint64_t id, int rank, int tag, uintptr_t at, size_t n) { return t->receive(id, rank, tag, (void *)at, n); }
static int t_poll(const ompcc_transport_t *t, ompcc_event_t *e, int n) { return t->poll(e, n); }
static int t_again(const ompcc_transport_t *t) { return t->again(); }
static void t_cancel(const ompcc_transport_t *t, uint64_t id) { t->cancel(id); }
static void t_explain(const ompcc_transport_t *t, int e, char *text, size_t n) { t->explain(e, text, n); }


enum { EVENTS = 64 };
*/
import "C"

import (
	"errors"

	"ompcc/rt/device"
)

// transport is the library that carries messages between ranks.
type transport struct {
	t      *C.ompcc_transport_t
	events *[C.EVENTS]C.ompcc_event_t
}

func newTransport() transport {
	return transport{C.ompcc_transport_used(), (*[C.EVENTS]C.ompcc_event_t)(C.calloc(C.EVENTS, C.sizeof_ompcc_event_t))}
}

func (t transport) check(e C.int) error {
	if e == 0 {
		return nil
	}
	var text [256]C.char
	C.t_explain(t.t, e, &text[0], C.size_t(len(text)))
	return errors.New("MPI: " + C.GoString(&text[0]))
}

func (t transport) Send(id uint64, rank, tag int, at, size uintptr) error {
	return t.check(C.t_send(t.t, C.uint64_t(id), C.int(rank), C.int(tag), C.uintptr_t(at), C.size_t(size)))
}

func (t transport) Receive(id uint64, rank, tag int, at, size uintptr) error {
	return t.check(C.t_receive(t.t, C.uint64_t(id), C.int(rank), C.int(tag), C.uintptr_t(at), C.size_t(size)))
}

func (t transport) Cancel(id uint64) { C.t_cancel(t.t, C.uint64_t(id)) }

func (t transport) Poll(arrived func(rank int, message []byte), ended func(id uint64, err error)) int {
	n := int(C.t_poll(t.t, &t.events[0], C.EVENTS))
	for i := range n {
		e := &t.events[i]
		if e.id != 0 {
			ended(uint64(e.id), t.check(e.error))
			continue
		}
		if e.error == 0 {
			arrived(int(e.rank), device.Bytes(uintptr(e.control), uintptr(e.size)))
		}
		C.t_again(t.t)
	}
	return n
}

func (transport) Pause(idle int) { C.ompcc_remote_pause(C.int(idle)) }
