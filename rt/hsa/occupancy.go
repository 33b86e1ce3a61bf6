package hsa

import "strings"

// unit is what a compute unit has for the teams that run on it.
type unit struct {
	wave      uint32 // threads of a wave
	waves     uint32 // that it holds
	simds     uint32
	registers uint32 // vector registers of a SIMD, for each lane of a wave
	group     uint32 // bytes of teams' memory
}

// unitOf describes the units of an architecture (AMDGPU usage, "Processors",
// and the instruction set architectures' documents).
func unitOf(arch string, wave, waves, simds uint32) unit {
	u := unit{wave: max(wave, 1), waves: max(waves, 1), simds: max(simds, 1), registers: 1024, group: 64 << 10}
	switch {
	case strings.HasPrefix(arch, "gfx90a"), strings.HasPrefix(arch, "gfx94"), strings.HasPrefix(arch, "gfx95"):
		u.registers = 512
	case strings.HasPrefix(arch, "gfx9"):
		u.registers = 256
	}
	return u
}

// registerBlock is the number of registers that are allocated at a time.
const registerBlock = 8

// teams is how many teams of k's size a unit executes at a time, at least one.
func (u unit) teams(k *kernel) uint32 {
	waves := u.waves
	if v := (k.registers + registerBlock - 1) / registerBlock * registerBlock; v > 0 {
		waves = min(waves, u.simds*(u.registers/v))
	}
	teams := waves / max((k.bound+u.wave-1)/u.wave, 1)
	if g := k.entry.group; g > 0 {
		teams = min(teams, u.group/g)
	}
	return max(teams, 1)
}
