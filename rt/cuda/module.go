package cuda

import (
	"errors"
	"runtime"
	"strconv"
	"strings"

	"ompcc/rt/abi"
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
	shared      uint32  // bytes of a team's dynamic shared memory
	resident    uint32  // teams of bound threads that run at a time
	each        uint32  // iterations of a thread
	wide        uintptr // the wide entry point
	wideEach    uint32  // … and the iterations of its threads
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
	handle, err := g.driver.get(ModuleLoadDataEx, device.Address(&text[0]), uintptr(len(options)),
		device.Address(&options[0]), device.Address(&values[0]))
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
	m := &module{g, handle}
	if err := m.deepen(image.Stack); err != nil {
		return nil, errors.Join(err, m.Unload())
	}
	return m, nil
}

// deepen gives threads the stack that code with recursive or indirect calls asks
// for, or the program's environment: what these need is not known to the driver, which has 1 KiB for them.
func (m *module) deepen(asked uintptr) error {
	_, want, err := m.Global(abi.StackName)
	if err != nil || want == 0 {
		return err
	}
	if asked != 0 {
		want = asked
	}
	now, err := m.gpu.driver.get(CtxGetLimit, limitStack)
	if err != nil || now >= want {
		return err
	}
	return m.gpu.driver.do(CtxSetLimit, limitStack, want)
}

// lookup is a driver function that answers "not found" with 0.
func (m *module) lookup(f Function, name string, out ...uintptr) (bool, error) {
	if err := m.gpu.enter(); err != nil {
		return false, err
	}
	text := append([]byte(abi.PTXName(name)), 0)
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

// Kernel finds a kernel and its other entry points.
func (m *module) Kernel(name string) (device.Kernel, error) {
	entry, err := m.function(name)
	if err != nil || entry == 0 {
		return 0, err
	}
	once, err := m.function(name + abi.OnceSuffix)
	if err != nil {
		return 0, err
	}
	bound, err := m.gpu.driver.number(FuncGetAttribute, attrMaxThreadsPerBlock, entry)
	if err != nil {
		return 0, err
	}
	_, scratch, err := m.Global(name + abi.ScratchSuffix)
	if err != nil {
		return 0, err
	}
	_, each, err := m.Global(name + abi.EachSuffix)
	if err != nil {
		return 0, err
	}
	var wide uintptr
	if each != 0 {
		if wide, err = m.function(name + abi.WideSuffix); err != nil {
			return 0, err
		}
	}
	_, shared, err := m.Global(name + abi.SharedSuffix)
	if err != nil {
		return 0, err
	}
	if err := m.gpu.allowShared(entry, once, shared); err != nil {
		return 0, err
	}
	teams, err := m.gpu.driver.number(Occupancy, entry, uintptr(bound), shared)
	if err != nil {
		return 0, err
	}
	resident := uint32(max(teams, 1) * max(m.gpu.info.Procs, 1))
	m.gpu.mu.Lock()
	defer m.gpu.mu.Unlock()
	k := &kernel{entry: entry, once: once, bound: uint32(bound), scratch: scratch, shared: uint32(shared), resident: resident,
		each: uint32(each)}
	if wide != 0 {
		k.wide, k.wideEach, k.each = wide, k.each, 0
	}
	m.gpu.kernels = append(m.gpu.kernels, k)
	return device.Kernel(len(m.gpu.kernels)), nil
}

// tooMuchShared says that a launch asks for more shared memory than the GPU has.
type tooMuchShared string

func (e tooMuchShared) Error() string { return string(e) }

// allowShared lets a kernel's entry points be launched with so many bytes of
// dynamic shared memory, if the GPU has them.
func (g *gpu) allowShared(entry, once, bytes uintptr) error {
	if bytes == 0 {
		return nil
	}
	for _, f := range []uintptr{entry, once} {
		if f == 0 {
			continue
		}
		static, err := g.driver.number(FuncGetAttribute, attrStaticShared, f)
		if err != nil {
			return err
		}
		if static+int(bytes) > g.shared {
			return tooMuchShared("a team takes " + strconv.Itoa(static+int(bytes)) + " bytes of shared memory (" + strconv.Itoa(int(bytes)) +
				" of them asked for at the launch or by large variables), but " + g.info.Name + " has " + strconv.Itoa(g.shared) + " for each")
		}
		if err := g.driver.do(FuncSetAttribute, f, attrDynamicShared, bytes); err != nil {
			return err
		}
	}
	return nil
}

func (m *module) Global(name string) (device.Addr, uintptr, error) {
	addr, size := new(uintptr), new(uintptr)
	found, err := m.lookup(ModuleGetGlobal, name, device.Address(addr), device.Address(size))
	if !found {
		return 0, 0, err
	}
	return device.Addr(*addr), *size, err
}

func (m *module) Unload() error {
	if m.gpu.mailboxes.Busy() {
		return nil // see gpu.Close
	}
	if err := m.gpu.enter(); err != nil {
		return err
	}
	return m.gpu.driver.do(ModuleUnload, m.handle)
}
