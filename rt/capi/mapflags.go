package main

import (
	"ompcc/rt/abi"
	"ompcc/rt/ompt"
)

// mapFlags translates an item to ompt_target_map_flag_t; false for items that
// are no map operations.
func mapFlags(kind, flags uint32) (uint32, bool) {
	if kind != abi.ItemMap || flags&abi.FlagStrided != 0 {
		return 0, false
	}
	pairs := [...][2]uint32{
		{abi.FlagTo, ompt.MapTo}, {abi.FlagFrom, ompt.MapFrom}, {abi.FlagRelease, ompt.MapRelease},
		{abi.FlagDelete, ompt.MapDelete}, {abi.FlagImplicit, ompt.MapImplicit}, {abi.FlagAlways, ompt.MapAlways},
		{abi.FlagPresent, ompt.MapPresent}, {abi.FlagClose, ompt.MapClose}, {abi.FlagSelf, ompt.MapShared},
	}
	out := uint32(0)
	for _, p := range pairs {
		if flags&p[0] != 0 {
			out |= p[1]
		}
	}
	if flags&(abi.FlagTo|abi.FlagFrom|abi.FlagRelease|abi.FlagDelete) == 0 {
		out |= ompt.MapAlloc
	}
	return out, true
}
