package main

import "ompcc/rt/abi"

// made is storage on the host for what only the device has: of one row, or of several that overlap or that
// the device comes to through one pointer (5.2 §5.8.3). They are as far apart as on the device.
type made struct {
	begin, end uintptr // on the device
	at         uintptr
}

const madeAlign = 64 // OMPCC_REVERSE_ALIGN

// place is where the device's address is on the host.
func (m *made) place(c *call, addr uintptr) uintptr {
	begin := m.begin &^ (madeAlign - 1)
	if m.at == 0 {
		m.at = c.alloc(m.end - begin)
	}
	return m.at + (addr - begin)
}

// wanting reports whether storage is to be made for r.
func (c *call) wanting(r *row) bool { return r.own() && (!c.here || r.copied) }

// own reports whether only the device has what r is of.
func (r *row) own() bool {
	return r.flags&(abi.ReverseHost|abi.ReverseWord|abi.ReversePart) == 0 && !r.present
}

// together reports whether the storage of two rows is made together.
func (r *row) together(p *row) bool {
	if r.device < p.device+p.size && p.device < r.device+r.size {
		return true
	}
	if r.flags&p.flags&abi.ReverseFind == 0 || r.cell != p.cell {
		return false
	}
	return r.cell != 0 || r.flags>>abi.ReverseSlot != 0 && r.flags>>abi.ReverseSlot == p.flags>>abi.ReverseSlot
}

// group finds what is made together.
func (c *call) group() {
	for i := range c.rows {
		r := &c.rows[i]
		if !c.wanting(r) {
			continue
		}
		r.made = &made{begin: r.device, end: r.device + r.size}
		for j := range i {
			if p := &c.rows[j]; p.made != nil && p.made != r.made && p.together(r) {
				c.join(p.made, r.made)
			}
		}
	}
}

// join adds what was made for other rows.
func (c *call) join(other, m *made) {
	m.begin, m.end = min(m.begin, other.begin), max(m.end, other.end)
	for i := range c.rows {
		if r := &c.rows[i]; r.made == other {
			r.made = m
		}
	}
}
