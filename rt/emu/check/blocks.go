package check

import (
	"fmt"
	"slices"
	"sort"
)

// Block is an allocation. Names are for messages.
type Block struct {
	Addr, Size uint64
	Name       string
	Dead       bool
	Heap       bool // a kernel's malloc has given it,
	Got, Given int  // in the instruction with this id, and free has taken it back in that one
}

// Blocks are the allocations in a device's memory.
type Blocks struct {
	Live  []Block // sorted by address, with some that are no more
	Freed []Block // oldest first
	dead  int     // of Live
	Place func(inst int) string
}

// Find returns the index of the first live block at addr or above.
func (m *Blocks) Find(addr uint64) int {
	return sort.Search(len(m.Live), func(i int) bool { return m.Live[i].Addr >= addr })
}

// Exact returns the index of the block that begins at addr, -1 if none does.
func (m *Blocks) Exact(addr uint64) int {
	if i := m.Find(addr); i < len(m.Live) && m.Live[i].Addr == addr && !m.Live[i].Dead {
		return i
	}
	return -1
}

// Insert adds a block to those in use, where it can in the place of one that no longer is.
func (m *Blocks) Insert(b Block) {
	i := m.Find(b.Addr)
	switch {
	case i < len(m.Live) && m.Live[i].Addr == b.Addr:
		m.dead--
	case i > 0 && m.Live[i-1].Dead:
		i--
		m.dead--
	default:
		m.Live = slices.Insert(m.Live, i, Block{})
	}
	m.Live[i] = b
}

// Remove takes a block out of those in use; the instruction with an id has given it back, -1: the host.
func (m *Blocks) Remove(i, inst int) Block {
	b := m.Live[i]
	b.Given = inst
	m.Live[i].Dead = true
	if m.dead++; m.dead > 64 && m.dead > len(m.Live)/2 {
		m.Live = slices.DeleteFunc(m.Live, func(b Block) bool { return b.Dead })
		m.dead = 0
	}
	m.Freed = append(m.Freed, b)
	return b
}

// Around returns the blocks in use with or before addr, and behind it; nil: none.
func (m *Blocks) Around(addr uint64) (before, after *Block) {
	i := m.Find(addr + 1)
	for k := i - 1; k >= 0; k-- {
		if !m.Live[k].Dead {
			before = &m.Live[k]
			break
		}
	}
	for ; i < len(m.Live); i++ {
		if !m.Live[i].Dead {
			return before, &m.Live[i]
		}
	}
	return before, nil
}

// FreedAt returns the freed block with an address; nil: there is none.
func (m *Blocks) FreedAt(addr uint64) *Block {
	for i := len(m.Freed) - 1; i >= 0; i-- {
		if b := &m.Freed[i]; addr == b.Addr || addr > b.Addr && addr < b.Addr+b.Size {
			return b
		}
	}
	return nil
}

// Describe says where addr lies relative to what is or was allocated.
func (m *Blocks) Describe(addr uint64) string {
	b, next := m.Around(addr)
	if b != nil && addr < b.Addr+b.Size {
		return fmt.Sprintf("%d bytes into %s", addr-b.Addr, m.Text(b))
	}
	if f := m.FreedAt(addr); f != nil {
		return fmt.Sprintf("%d bytes into %s, which was freed%s", addr-f.Addr, m.Text(f), m.At(f.Given))
	}
	var best string
	dist := ^uint64(0)
	if b != nil {
		dist = addr - (b.Addr + b.Size)
		best = fmt.Sprintf("%d bytes behind %s", dist, m.Text(b))
	}
	if next != nil && next.Addr-addr < dist {
		best = fmt.Sprintf("%d bytes before %s", next.Addr-addr, m.Text(next))
	}
	return best
}

// Text names a block.
func (m *Blocks) Text(b *Block) string {
	what := "an allocation"
	if b.Name != "" {
		what = b.Name
	}
	if b.Heap {
		return fmt.Sprintf("%s of %d bytes at %#x%s", what, b.Size, b.Addr, m.At(b.Got))
	}
	return fmt.Sprintf("%s of %d bytes at %#x", what, b.Size, b.Addr)
}

// At says where an instruction is, with a space before; nothing when that is not known.
func (m *Blocks) At(inst int) string {
	if inst < 0 || m.Place == nil {
		return ""
	}
	if place := m.Place(inst); place != "" {
		return " at " + place
	}
	return ""
}
