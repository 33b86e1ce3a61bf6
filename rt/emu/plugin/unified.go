package plugin

import (
	"sync"
	"syscall"

	"ompcc/rt/device"
)

// unified is the memory that a device gives to programs that require unified shared memory: the program's own.
type unified struct {
	on bool

	mu     sync.Mutex
	blocks map[device.Addr][]byte
}

// Unify makes allocations memory of the program.
func (e *emulated) Unify() { e.unified.on = true }

// letRead allows the emulator's process to access this one's memory, where the system asks for that.
func letRead() {
	const setPtracer, anyProcess = 0x59616d61, ^uintptr(0)
	_, _, _ = syscall.RawSyscall6(syscall.SYS_PRCTL, setPtracer, anyProcess, 0, 0, 0, 0)
}

func (u *unified) alloc(size uintptr) (device.Addr, error) {
	b, err := syscall.Mmap(-1, 0, int(max(size, 1)), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_PRIVATE|syscall.MAP_ANONYMOUS)
	if err != nil {
		return 0, device.ErrMemory
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.blocks == nil {
		u.blocks = map[device.Addr][]byte{}
	}
	at := device.Addr(device.Address(&b[0]))
	u.blocks[at] = b
	return at, nil
}

// free gives a block back, if it is one.
func (u *unified) free(a device.Addr) (found bool, err error) {
	u.mu.Lock()
	b, found := u.blocks[a]
	delete(u.blocks, a)
	u.mu.Unlock()
	if found {
		err = syscall.Munmap(b)
	}
	return found, err
}

// has reports whether an address is in a block.
func (u *unified) has(a device.Addr) bool {
	if !u.on {
		return false
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	for at, b := range u.blocks {
		if a >= at && a < at+device.Addr(len(b)) {
			return true
		}
	}
	return false
}
