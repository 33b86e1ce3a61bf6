package hsa

import "strings"

// unit is what a compute unit has for the teams that run on it.
type unit struct {
	wave      uint32 // threads of a wave
	waves     uint32 // that it holds
	simds     uint32
	registers uint32 // vector registers of a SIMD, for each lane of a wave
	block     uint32 // of them that are allocated at a time
	group     uint32 // bytes of teams' memory
}

// unitOf describes the units of an architecture (AMDGPU usage, "Processors",
// and the instruction set architectures' documents).
func unitOf(arch string, wave, waves, simds uint32) unit {
	u := unit{wave: max(wave, 1), waves: max(waves, 1), simds: max(simds, 1), registers: 1024, block: 16,
		group: 64 << 10}
	switch {
	case strings.HasPrefix(arch, "gfx90a"), strings.HasPrefix(arch, "gfx94"):
		u.registers, u.block = 512, 8
	case strings.HasPrefix(arch, "gfx95"):
		u.registers, u.block, u.group = 512, 8, 160<<10
	case strings.HasPrefix(arch, "gfx9"):
		u.registers, u.block = 256, 4
	case strings.HasPrefix(arch, "gfx101"):
		u.block = 8
	case strings.HasPrefix(arch, "gfx1100"), strings.HasPrefix(arch, "gfx1101"), strings.HasPrefix(arch, "gfx1151"),
		strings.HasPrefix(arch, "gfx12"):
		u.registers, u.block = 1536, 24
	}
	if strings.HasPrefix(arch, "gfx1") && u.wave == 64 { // as two halves
		u.registers, u.block = u.registers/2, u.block/2
	}
	return u
}

// teams is how many teams of k's size a unit executes at a time, at least one.
func (u unit) teams(k *kernel) uint32 {
	waves := u.waves
	if v := (k.registers + u.block - 1) / u.block * u.block; v > 0 {
		waves = min(waves, u.simds*(u.registers/v))
	}
	teams := waves / max((k.bound+u.wave-1)/u.wave, 1)
	if g := k.entry.group; g > 0 {
		teams = min(teams, u.group/g)
	}
	return max(teams, 1)
}
