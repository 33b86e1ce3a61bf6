// Images of programs that have no device code but ask for devices.

package driver

import (
	"debug/elf"
	"slices"
	"strings"

	"ompcc/cmd/ompcc/devlink"
	"ompcc/codegen"
	"ompcc/lower/region"
)

// A program without device code may still allocate and copy on devices, or ask for
// them. A device is there if the program has an image for it, so such a program gets an
// image with nothing in it for each target.

// addDevices adds an empty image for each target, if the program has no device code and calls routines about devices.
func (l *linkJob) addDevices() error {
	if len(l.codes) > 0 || l.d.inv.Shared || l.d.inv.NoLibraries {
		return nil
	}
	if err := l.wait(); err != nil {
		return err
	}
	if !slices.ContainsFunc(l.args, callsDevices) {
		return nil
	}
	for _, t := range l.d.inv.Targets {
		m := &region.Module{File: "no device code"}
		opts := l.d.codegenOptions()
		opts.Whole = true
		unit, err := codegen.EmitUnit(m, t, opts)
		if err != nil {
			return err
		}
		l.codes = append(l.codes, devlink.NewCode(m, t, unit))
	}
	return nil
}

// callsDevices reports whether path is an object that uses a routine about devices
// (OpenMP 5.2 §18.7 and §18.8).
func callsDevices(path string) bool {
	if strings.HasPrefix(path, "-") {
		return false
	}
	f, err := elf.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	symbols, err := f.Symbols()
	return err == nil && f.Type == elf.ET_REL && slices.ContainsFunc(symbols, func(s elf.Symbol) bool {
		return s.Section == elf.SHN_UNDEF && (strings.HasPrefix(s.Name, "omp_target_") || deviceRoutines[s.Name])
	})
}

// deviceRoutines are the routines about devices whose names do not say so.
var deviceRoutines = map[string]bool{
	"omp_get_num_devices": true, "omp_get_default_device": true, "omp_set_default_device": true,
	"omp_get_device_num":     true,
	"omp_get_initial_device": true, "omp_get_mapped_ptr": true, "omp_get_uid_from_device": true,
	"omp_get_device_from_uid": true,
}
