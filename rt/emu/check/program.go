package check

import (
	"fmt"
	"os"
	"sync"
)

// Program is the memory of the program whose devices are emulated: with unified shared memory its kernels access it. The
// kernels' accesses go to the program's pages themselves, so both sides see at once what the other writes.
type Program struct {
	memory *os.File
	// atomics orders atomic operations of kernels; those of the program's threads at the same time are not ordered.
	atomics sync.Mutex
}

// OpenProgram opens the memory of a process, which must have allowed it (PR_SET_PTRACER) where the system asks for that.
func OpenProgram(pid int) (*Program, error) {
	f, err := os.OpenFile(fmt.Sprintf("/proc/%d/mem", pid), os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("OMPCC_EMULATE: usm: the system does not let the emulator access the program's memory: %w", err)
	}
	return &Program{memory: f}, nil
}

// Read fills b from an address of the program, and reports whether there is memory.
func (p *Program) Read(addr uint64, b []byte) bool {
	n, _ := p.memory.ReadAt(b, int64(addr)) // an error makes it short
	return n == len(b)
}

// Write writes b to an address of the program.
func (p *Program) Write(addr uint64, b []byte) bool {
	n, _ := p.memory.WriteAt(b, int64(addr)) // an error makes it short
	return n == len(b)
}

// Update reads b, has f change it, and writes it.
func (p *Program) Update(addr uint64, b []byte, f func()) bool {
	p.atomics.Lock()
	defer p.atomics.Unlock()
	if !p.Read(addr, b) {
		return false
	}
	f()
	return p.Write(addr, b)
}

// NoMemory is the text about an address where the program has no memory, or none that may be written.
func NoMemory(addr uint64) string {
	return fmt.Sprintf("%#x is neither a device address nor one of the program's memory that may be accessed so", addr)
}
