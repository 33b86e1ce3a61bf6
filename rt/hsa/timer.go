package hsa

import (
	"runtime"
	"time"

	"ompcc/rt/device"
)

// LaunchTimed runs a kernel on a queue that notes by the GPU's clock when kernels
// begin and end.
func (g *gpu) LaunchTimed(l *device.Launch) (took time.Duration, err error) {
	err = g.with(func(q *queue) error {
		if !q.profiled {
			if err := g.driver.do(ProfilingEnable, q.handle, 1); err != nil {
				return err
			}
			q.profiled = true
		}
		q.took = &took
		defer func() { q.took = nil }()
		return q.Launch(l)
	})
	return took, err
}

// measure asks how long the kernel took that has just ended.
func (q *queue) measure() (time.Duration, error) {
	d, frequency, ticks := q.gpu.driver, new(uint64), new([2]uint64)
	if err := d.do(SystemGetInfo, systemFrequency, device.Address(frequency)); err != nil {
		return 0, err
	}
	err := d.do(ProfilingTime, q.gpu.agent, q.signal, device.Address(&ticks[0]))
	runtime.KeepAlive(ticks)
	if err != nil || *frequency == 0 {
		return 0, err
	}
	return time.Duration(float64(ticks[1]-ticks[0]) / float64(*frequency) * float64(time.Second)), nil
}
