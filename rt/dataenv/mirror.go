// Code generated from rt/abi (go test ./rt/abi -update). DO NOT EDIT.

package dataenv

import "ompcc/rt/device"

// The structures below are those of abi.HostDecls and abi.DirectDecls. They live in the program's memory, not in Go's.

// Loc is __ompcc_loc_t, a place in the program.
type Loc struct {
	file     uintptr
	function uintptr
	Line     uint32
	Column   uint32
}

// Item is __ompcc_item_t, a list item of a construct.
type Item struct {
	name   uintptr
	typ    uintptr
	Kind   uint32
	Flags  uint32
	Parent int32
	Line   uint32
	Column uint32
	turn   int32
	Mapper uintptr
}

// Kernel is __ompcc_kernel_t, a kernel.
type Kernel struct {
	name        uintptr
	Flags       uint32
	NumParams   uint32
	Sizes       uintptr
	NumTeams    uint32
	ThreadLimit uint32
	NumThreads  uint32
	_           uint32
	Slot        [2]uintptr
}

// Construct is __ompcc_construct_t, a construct.
type Construct struct {
	Version   uint32
	Kind      uint32
	Loc       Loc
	directive uintptr
	NumItems  uint32
	_         uint32
	items     *Item
	Kernel    *Kernel
	Unit      uintptr
}

// Arg is __ompcc_arg_t, the dynamic part of an item.
type Arg struct {
	Base  uintptr
	Begin uintptr
	Size  uintptr
}

// LaunchArgs is __ompcc_launch_t, the dynamic part of a target construct.
type LaunchArgs struct {
	Device        int64
	Flags         uint32
	NumTeams      uint32
	NumTeamsLower uint32
	ThreadLimit   uint32
	NumThreads    uint32
	Shared        uint32
	Trip          uint64
	_             uintptr
}

// Rect is __ompcc_rect_t, the elements of a non-contiguous section.
type Rect struct {
	Base uintptr
	Elem uint64
	Dims uint32
	_    uint32
	Dim  [7][3]uint64
}

// direct is ompcc_direct_t, a construct that is served without cgo.
type direct struct {
	env       uintptr
	construct *Construct
	items     *Item
	args      *Arg
	argv      uintptr
	values    uintptr
	nitems    uint32
	nparams   uint32
	call      uint32
	entered   uint32
	maps      uint32
	prepares  uint32
	at        uint32
	seq       uint32
	nmade     uint32
	ngone     uint32
	nsteps    uint32
	flags     uint32
	simple    uint32
	shape     uint32
	steps     [64]device.Step
	work      [320]uint64
}

// lookup is ompcc_lookup_t, a question for the device address of a host address.
type lookup struct {
	env  uintptr
	host uintptr
}
