package hsa

import "strings"

// Unit is what a compute unit has for the teams that run on it.
type Unit struct {
	wave      uint32 // threads of a wave
	waves     uint32 // that it holds
	simds     uint32
	registers uint32 // vector registers of a SIMD, for each lane of a wave
	block     uint32 // of them that are allocated at a time
	group     uint32 // bytes of teams' memory
}

// UnitOf describes the units of an architecture (AMDGPU usage, "Processors",
// and the instruction set architectures' documents).
func UnitOf(arch string, wave, waves, simds uint32) Unit {
	u := Unit{wave: max(wave, 1), waves: max(waves, 1), simds: max(simds, 1), registers: 1024, block: 16,
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

// Teams is how many teams of so many threads a unit executes at a time, at least one: by the vector registers of a
// thread, and the bytes of a team's memory.
func (u Unit) Teams(registers, threads, group uint32) uint32 {
	waves := u.waves
	if v := (registers + u.block - 1) / u.block * u.block; v > 0 {
		waves = min(waves, u.simds*(u.registers/v))
	}
	teams := waves / u.wavesOf(threads)
	if group > 0 {
		teams = min(teams, u.group/group)
	}
	return max(teams, 1)
}

func (u Unit) wavesOf(threads uint32) uint32 { return max((threads+u.wave-1)/u.wave, 1) }

// Waves is how many waves of such teams a SIMD holds, and how many at most.
func (u Unit) Waves(registers, threads, group uint32) (waves, most uint32) {
	all := u.Teams(registers, threads, group) * u.wavesOf(threads)
	return (all + u.simds - 1) / u.simds, u.waves / u.simds
}
