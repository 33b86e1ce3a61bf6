package hsa

import (
	"runtime"
	"slices"
	"strconv"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// Kernels print into a variable of their image, which is looked at after each
// kernel: the number of bytes that were wanted, unused, and the text.
const stdioHead = 8

type head struct{ used, dropped uint32 }

// findStdio remembers the module's variable, if it has one.
func (m *module) findStdio() error {
	addr, size, err := m.Global(abi.StdioName)
	if err != nil || addr == 0 || size <= stdioHead {
		return err
	}
	m.stdio = addr
	m.gpu.mu.Lock()
	m.gpu.stdio = append(m.gpu.stdio, addr)
	m.gpu.mu.Unlock()
	return nil
}

// forgetStdio is for a module that goes away.
func (m *module) forgetStdio() {
	m.gpu.mu.Lock()
	defer m.gpu.mu.Unlock()
	m.gpu.stdio = slices.DeleteFunc(slices.Clone(m.gpu.stdio), func(a device.Addr) bool { return a == m.stdio })
}

// stdioText is how much text fits.
const stdioText = 1048568

// begin says that a kernel is about to begin.
func (q *queue) begin() {
	g := q.gpu
	g.mailboxes.Launched(&q.kernels)
	g.printing.Lock()
	defer g.printing.Unlock()
	g.running++
}

// drain ends a kernel, and writes what kernels have printed once none of them
// runs: what one adds while the text is fetched would be lost.
func (q *queue) drain(ended bool) error {
	g := q.gpu
	g.printing.Lock()
	defer g.printing.Unlock()
	g.running--
	if g.running > 0 || !ended {
		return nil
	}
	g.mu.Lock()
	all := g.stdio
	g.mu.Unlock()
	for _, at := range all {
		if err := q.drainOne(at); err != nil {
			return err
		}
	}
	return nil
}

func (q *queue) drainOne(at device.Addr) error {
	h := new(head)
	where := device.Host(device.Address(h))
	if err := q.CopyFrom(where, at, stdioHead); err != nil || h.used == 0 {
		return err
	}
	text := make([]byte, min(h.used, stdioText))
	if err := q.CopyFrom(device.Host(device.Address(&text[0])), at+stdioHead, uintptr(len(text))); err != nil {
		return err
	}
	q.gpu.config.Print(text)
	if h.dropped > 0 {
		q.gpu.config.Warn(strconv.Itoa(int(h.dropped)) + " bytes of device output were lost")
	}
	*h = head{}
	err := q.CopyTo(at, where, stdioHead)
	runtime.KeepAlive(h)
	return err
}
