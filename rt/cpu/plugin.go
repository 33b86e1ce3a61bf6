package cpu

import (
	"runtime"
	"strconv"

	"ompcc/rt/device"
)

// Config is what the plugin needs from its surroundings.
type Config struct {
	// Devices is the number of devices to show; 0 means 1.
	Devices int
	// Procs is the number of processors the pool uses.
	Procs int
	// Model is the processor's name for tools and messages; "" if unknown.
	Model string
	// Alloc returns size bytes outside of Go's heap, aligned to 64; Free takes
	// them back.
	Alloc func(size uintptr) (uintptr, error)
	Free  func(addr uintptr)
	// Steps carries out steps on a device (device.Stepper), nil: none.
	Steps func(number int, steps []device.Step) int
	// Hold makes the variables of images those of device number, if any of the
	// size bytes at addr is one, and says whether; Release ends that. Both are
	// needed only with several devices.
	Hold    func(number int, addr, size uintptr) bool
	Release func()
	// Memory, if not nil, replaces Alloc and Free and is told what is copied:
	// the checked mode.
	Memory Memory
}

// Memory is device memory that knows which accesses are in order. What is
// wrong does not return.
type Memory interface {
	Alloc(number int, size uintptr) (uintptr, error)
	Free(number int, addr uintptr) error
	// Read and Write come before the host reads or writes a device's memory,
	// Copy before it is copied on the device.
	Read(number int, addr, size uintptr)
	Write(number int, addr, size uintptr)
	Copy(number int, dst, src, size uintptr)
}

type plugin struct{ config Config }

// New returns the CPU plugin.
func New(config Config) device.Plugin {
	if config.Devices <= 0 {
		config.Devices = 1
	}
	return &plugin{config}
}

// Name returns "cpu".
func (*plugin) Name() string { return "cpu" }

// Open returns the configured devices; there is always a CPU.
func (p *plugin) Open() ([]device.Device, error) {
	devices := make([]device.Device, p.config.Devices)
	for i := range devices {
		c := &cpu{config: &p.config, number: i, info: p.info(i)}
		devices[i] = c
		if p.config.Steps != nil && p.config.Memory == nil {
			devices[i] = stepping{c}
		}
	}
	return devices, nil
}

func (p *plugin) info(number int) device.Info {
	model := p.config.Model
	if model == "" {
		model = "cpu"
	}
	name := "cpu"
	if p.config.Devices > 1 {
		name += " " + strconv.Itoa(number)
	}
	return device.Info{
		Type:       "ompcc;" + model + ";" + architecture(),
		Name:       name,
		UID:        "ompcc-cpu-" + strconv.Itoa(number),
		Procs:      p.config.Procs,
		TeamMemory: teamMemory,
		SharesHost: true,
		// With several devices an image's variables are only at their addresses
		// while the device holds them.
		PlainMemory: p.config.Devices == 1 && p.config.Memory == nil,
		CPUImage:    true,
		HostLaunch:  true,
	}
}

// teamMemory is how much a team of a CPU device, or of the host, may ask for (LIMIT of rt/capi/routine/gprivate.c).
const teamMemory = 1 << 20

// architecture is the processor's name in target triples.
func architecture() string {
	switch runtime.GOARCH {
	case "amd64":
		return "x86_64"
	case "arm64":
		return "aarch64"
	}
	return runtime.GOARCH
}
