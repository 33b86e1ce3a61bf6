package device

import (
	"ompcc/rt/abi"
	"runtime"
)

// Scratch is memory for the teams of one kernel at a time, which a queue keeps
// for the kernels that it runs.
type Scratch struct {
	addr Addr
	size uintptr
}

// Memory is how scratch memory is got; Idle returns when no kernel uses it.
type Memory interface {
	Alloc(size uintptr) (Addr, error)
	Free(Addr) error
	Set(dst Addr, value byte, size uintptr) error
	Idle() error
}

// With calls run with l and, behind its arguments, the address of memory for
// l.Granted teams of perTeam bytes; perTeam 0: the kernel wants none.
func (s *Scratch) With(m Memory, l *Launch, perTeam uintptr, run func(l *Launch) error) error {
	if perTeam == 0 {
		return run(l)
	}
	if err := s.grow(m, abi.ScratchHeader+uintptr(l.Granted)*perTeam); err != nil {
		return err
	}
	n := uintptr(l.NumArgs)
	addr := s.addr
	args, sizes := make([]uintptr, n+1), make([]uint32, n+1)
	for i := range n {
		args[i] = *(*uintptr)(Pointer(uintptr(l.Args) + 8*i))
		sizes[i] = *(*uint32)(Pointer(uintptr(l.Sizes) + 4*i))
	}
	args[n], sizes[n] = Address(&addr), 8
	more := *l
	more.Args, more.Sizes, more.NumArgs = Host(Address(&args[0])), Host(Address(&sizes[0])), l.NumArgs+1
	err := run(&more)
	runtime.KeepAlive(args)
	runtime.KeepAlive(sizes)
	runtime.KeepAlive(&addr)
	return err
}

func (s *Scratch) grow(m Memory, size uintptr) error {
	if size <= s.size {
		return nil
	}
	size = max(size, 64<<10)
	if s.size > 0 { // without memory no kernel can use it: the queue may be full of work
		if err := m.Idle(); err != nil {
			return err
		}
	}
	if err := s.Drop(m); err != nil {
		return err
	}
	addr, err := m.Alloc(size)
	if err != nil {
		return err
	}
	s.addr, s.size = addr, size
	return m.Set(addr, 0, abi.ScratchHeader)
}

// Drop gives the memory back.
func (s *Scratch) Drop(m Memory) error {
	if s.size == 0 {
		return nil
	}
	addr := s.addr
	*s = Scratch{}
	return m.Free(addr)
}
