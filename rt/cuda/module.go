package cuda

import (
	"errors"
	"runtime"
	"strings"

	"ompcc/rt/device"
)

// module is an image that the driver has compiled.
type module struct {
	gpu    *gpu
	handle uintptr
}

// kernel is a kernel's entry points and the most threads of a team, which for
// once is the exact number.
type kernel struct {
	entry, once uintptr
	bound       uint32
	scratch     uintptr // bytes for each team
	resident    uint32  // teams of bound threads that run at a time
}

// Load compiles PTX; what the compiler complains of is in the error.
func (g *gpu) Load(image *device.Image) (device.Module, error) {
	if err := g.enter(); err != nil {
		return nil, err
	}
	text := append(append([]byte(nil), image.Data...), 0)
	log := make([]byte, 16<<10)
	options := []uint32{jitErrorLogBuffer, jitErrorLogBufferBytes}
	values := []uintptr{device.Address(&log[0]), uintptr(len(log))}
	handle, err := g.driver.get(ModuleLoadDataEx, device.Address(&text[0]), uintptr(len(options)), device.Address(&options[0]), device.Address(&values[0]))
	runtime.KeepAlive(text)
	runtime.KeepAlive(values)
	runtime.KeepAlive(options)
	if err != nil {
		said, _, _ := strings.Cut(string(log), "\x00")
		if said = strings.TrimSpace(said); said != "" {
			err = errors.New(err.Error() + "\n" + said)
		}
		return nil, err
	}
	return &module{g, handle}, nil
}

// lookup is a driver function that answers "not found" with 0.
func (m *module) lookup(f Function, name string, out ...uintptr) (bool, error) {
	if err := m.gpu.enter(); err != nil {
		return false, err
	}
	text := append([]byte(name), 0)
	r := m.gpu.driver(f, append(out, m.handle, device.Address(&text[0]))...)
	runtime.KeepAlive(text)
	if r == success || r == notFound {
		return r == success, nil
	}
	return false, errors.New(Symbols[f] + ": " + m.gpu.driver.text(r))
}

func (m *module) function(name string) (uintptr, error) {
	out := new(uintptr)
	_, err := m.lookup(ModuleGetFunction, name, device.Address(out))
	return *out, err
}

// Kernel finds a kernel and its second entry point.
func (m *module) Kernel(name string) (device.Kernel, error) {
	entry, err := m.function(name)
	if err != nil || entry == 0 {
		return 0, err
	}
	once, err := m.function(name + onceSuffix)
	if err != nil {
		return 0, err
	}
	bound, err := m.gpu.driver.number(FuncGetAttribute, attrMaxThreadsPerBlock, entry)
	if err != nil {
		return 0, err
	}
	_, scratch, err := m.Global(name + device.ScratchSuffix)
	if err != nil {
		return 0, err
	}
	teams, err := m.gpu.driver.number(Occupancy, entry, uintptr(bound), 0)
	if err != nil {
		return 0, err
	}
	resident := uint32(max(teams, 1) * max(m.gpu.info.Procs, 1))
	m.gpu.mu.Lock()
	defer m.gpu.mu.Unlock()
	m.gpu.kernels = append(m.gpu.kernels, &kernel{entry, once, uint32(bound), scratch, resident})
	return device.Kernel(len(m.gpu.kernels)), nil
}

// onceSuffix is codegen.OnceSuffix.
const onceSuffix = "__once"

func (m *module) Global(name string) (device.Addr, uintptr, error) {
	addr, size := new(uintptr), new(uintptr)
	found, err := m.lookup(ModuleGetGlobal, name, device.Address(addr), device.Address(size))
	if !found {
		return 0, 0, err
	}
	return device.Addr(*addr), *size, err
}

func (m *module) Unload() error {
	if err := m.gpu.enter(); err != nil {
		return err
	}
	return m.gpu.driver.do(ModuleUnload, m.handle)
}
