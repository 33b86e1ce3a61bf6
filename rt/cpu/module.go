package cpu

import (
	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// module is an image of the CPU device. The system's loader has already placed
// it, so loading means indexing its entries. Read-only once made.
type module struct {
	kernels map[string]device.Kernel
	globals map[string]device.Entry
}

func newModule(image *device.Image) *module {
	m := &module{kernels: map[string]device.Kernel{}, globals: map[string]device.Entry{}}
	for _, e := range image.Entries {
		if e.Kind == abi.GlobalKernel {
			m.kernels[e.Name] = device.Kernel(e.Addr)
		} else {
			m.globals[e.Name] = e
		}
	}
	return m
}

func (m *module) Kernel(name string) (device.Kernel, error) { return m.kernels[name], nil }

func (m *module) Global(name string) (device.Addr, uintptr, error) {
	e := m.globals[name]
	return e.Addr, e.Size, nil
}

func (*module) Unload() error { return nil }
