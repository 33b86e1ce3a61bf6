package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ompcc/rt/emu/sim"
)

// options are what OMPCC_EMULATE says: "nvptx,profile=counts.json,seed=3".
type options struct {
	sim     sim.Options
	profile bool
	file    string // of the profile as JSON
	devices int
	amd     bool   // OMPCC_EMULATE=amdgcn
	arch    string // of AMD devices
	races   bool   // asked for
	caches  bool   // AMD: workgroups have caches
	usm     bool   // kernels access the program's memory
	gdb     int    // port, 0: none
}

const mostDevices = 16

// devices is the number in "nvptx:2", 1 when there is none.
func devices(text string) (n int, ok bool) {
	name, number, given := strings.Cut(strings.TrimSpace(text), ":")
	if known := name == "nvptx" || name == "amdgcn"; !known || !given {
		return 1, known
	}
	n, err := strconv.Atoi(number)
	return n, err == nil && n >= 1 && n <= mostDevices
}

func readOptions(text string) (*options, error) {
	o := &options{sim: sim.Defaults()}
	kind, text, _ := strings.Cut(text, ",")
	var ok bool
	if o.devices, ok = devices(kind); !ok {
		return nil,
			fmt.Errorf("OMPCC_EMULATE: %q is neither nvptx nor amdgcn, nor one of them with a number from 1 to %d (nvptx:N)", kind, mostDevices)
	}
	if o.amd = strings.HasPrefix(kind, "amdgcn"); o.amd {
		o.sim.Budget = 2_000_000_000
	}
	for _, item := range strings.Split(text, ",") {
		name, value, given := strings.Cut(strings.TrimSpace(item), "=")
		var err error
		switch name {
		case "":
		case "profile":
			o.profile, o.file, o.sim.Profile = true, value, true
		case "seed":
			o.sim.Seed, err = strconv.ParseUint(value, 10, 64)
		case "budget":
			o.sim.Budget, err = strconv.ParseInt(value, 10, 64)
			if err == nil && o.sim.Budget < 1 {
				err = strconv.ErrRange
			}
		case "memory":
			o.sim.Memory, err = size(value)
		case "arch":
			o.arch = value
		case "races":
			if o.sim.Strict = value == "strict"; !o.sim.Strict {
				o.sim.Races, err = onOff(value)
			}
			o.races = o.sim.Races || o.sim.Strict
		case "cache":
			o.caches, err = onOff(value)
			if err == nil && !o.amd {
				return nil, errors.New("OMPCC_EMULATE: cache models the caches of AMD GPUs only (OMPCC_EMULATE=amdgcn,cache=on)")
			}
		case "divergence":
			if o.sim.Lockstep = value == "stack"; !o.sim.Lockstep && value != "independent" {
				err = strconv.ErrSyntax
			}
		case "unset":
			o.sim.Unset, err = onOff(value)
		case "usm":
			o.usm = true
		case "gdb":
			if o.gdb, err = strconv.Atoi(value); err == nil && (o.gdb < 1 || o.gdb > 65535-mostDevices) {
				err = strconv.ErrRange
			}
		case "heap":
			o.sim.Heap, err = onOff(value)
		default:
			return nil,
				fmt.Errorf("OMPCC_EMULATE: unknown option %q (known: profile, profile=FILE, seed=N, budget=N, memory=SIZE, races=on|off|strict, unset=on|off, heap=on|off, cache=on|off, usm, divergence=independent|stack, gdb=PORT)", item)
		}
		if err != nil {
			return nil, fmt.Errorf("OMPCC_EMULATE: bad value of %q", item)
		}
		if !given && name != "profile" && name != "usm" && name != "" {
			return nil, fmt.Errorf("OMPCC_EMULATE: %q needs a value", item)
		}
	}
	return o, nil
}

func onOff(text string) (bool, error) {
	if text != "on" && text != "off" {
		return false, strconv.ErrSyntax
	}
	return text == "on", nil
}

// size reads a number of bytes with an optional unit K, M or G.
func size(text string) (uint64, error) {
	shift := 0
	if n := len(text); n > 0 {
		if i := strings.IndexByte("KMG", text[n-1]&^0x20); i >= 0 {
			shift, text = 10*(i+1), text[:n-1]
		}
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n == 0 || n > 1<<39>>shift {
		return 0, strconv.ErrRange
	}
	return n << shift, nil
}
