package hsa

import (
	"errors"

	"ompcc/rt/device"
)

// Serve makes a mailbox of the host's fine-grained memory.
func (g *gpu) Serve(n uint32, size uintptr, serve func(m device.Mailbox, slot uint32)) (device.Mailbox, error) {
	at, err := g.Share(device.MailboxBytes(n, size), true)
	if err != nil {
		return nil, err
	}
	return g.mailboxes.Serve(at, n, size, serve, func() error { return g.Unshare(at, true) }), nil
}

// freeDeferred is called when the queue's kernels have ended.
func (q *queue) freeDeferred() error {
	var errs []error
	for _, a := range q.gpu.mailboxes.Ended(&q.kernels) {
		errs = append(errs, q.gpu.Free(a))
	}
	return errors.Join(errs...)
}
