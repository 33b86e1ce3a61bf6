package dataenv

import (
	"unsafe"

	"ompcc/rt/device"
)

// The structures below mirror abi.HostDecls; rt/capi checks their sizes when
// it is compiled. They live in the program's memory, not in Go's.

// Item is __ompcc_item_t.
type Item struct {
	name, typ    uintptr
	Kind, Flags  uint32
	Parent       int32
	Line, Column uint32
	_            uint32
	Mapper       uintptr
}

// align is the alignment that the type of i's storage asks for; blocks have 16 anyway.
func (i *Item) align() uintptr {
	return 16 << (i.Flags & flagAlignMask >> flagAlignShift)
}

// misplaced reports whether the start of a block would be aligned less than i's storage a is on the host.
func (i *Item) misplaced(a *Arg) bool {
	n := i.align()
	return n > 16 && (n > blockAlign || a.Size < n || a.Begin%n != 0)
}

// Name is the list item as written, "x[0:n]".
func (i *Item) Name() string { return device.String(i.name) }

// NameAt is the address of Name as a C string, FileAt that of File.
func (i *Item) NameAt() uintptr      { return i.name }
func (c *Construct) FileAt() uintptr { return c.Loc.file }

// Type is the C type of the variable.
func (i *Item) Type() string { return device.String(i.typ) }

// Loc is __ompcc_loc_t.
type Loc struct {
	file, function uintptr
	Line, Column   uint32
}

// Construct is __ompcc_construct_t.
type Construct struct {
	Version, Kind uint32
	Loc           Loc
	directive     uintptr
	NumItems      uint32
	_             uint32
	items         *Item
	Kernel        *Kernel
	Unit          uintptr
}

// File is the source file of the construct.
func (c *Construct) File() string { return device.String(c.Loc.file) }

// Function is the function that contains the construct.
func (c *Construct) Function() string { return device.String(c.Loc.function) }

// Directive is the directive as written.
func (c *Construct) Directive() string { return device.String(c.directive) }

// Items views the construct's items.
func (c *Construct) Items() []Item { return unsafe.Slice(c.items, c.NumItems) }

// Arg is __ompcc_arg_t, the dynamic part of an item.
type Arg struct {
	Base, Begin, Size uintptr
}

// Kernel is __ompcc_kernel_t.
type Kernel struct {
	name                              uintptr
	Flags, NumParams                  uint32
	Sizes                             uintptr
	NumTeams, ThreadLimit, NumThreads uint32
	_                                 uint32
	Slot                              [2]uintptr
}

// Name is the kernel's device symbol.
func (k *Kernel) Name() string { return device.String(k.name) }

// LaunchArgs is __ompcc_launch_t.
type LaunchArgs struct {
	Device                                           int64
	Flags                                            uint32
	NumTeams, NumTeamsLower, ThreadLimit, NumThreads uint32
	Shared                                           uint32
	Trip                                             uint64
	_                                                uintptr // the tool's: see __ompcc_target_task
}

// Rect is __ompcc_rect_t: the elements of a non-contiguous section.
type Rect struct {
	Base uintptr
	Elem uint64
	Dims uint32
	_    uint32
	Dim  [7][3]uint64 // offset in bytes, count, stride in bytes
}

// Sizes of the mirrored structures, for the check against C.
const (
	SizeofItem      = unsafe.Sizeof(Item{})
	SizeofConstruct = unsafe.Sizeof(Construct{})
	SizeofArg       = unsafe.Sizeof(Arg{})
	SizeofKernel    = unsafe.Sizeof(Kernel{})
	SizeofLaunch    = unsafe.Sizeof(LaunchArgs{})
	SizeofRect      = unsafe.Sizeof(Rect{})
)
