package dataenv

import (
	"unsafe"

	"ompcc/rt/device"
)

// Methods of the structures in mirror.go.

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

// NameAt is the address of Name as a C string.
func (i *Item) NameAt() uintptr { return i.name }

// FileAt is the address of File as a C string.
func (c *Construct) FileAt() uintptr { return c.Loc.file }

// Type is the C type of the variable.
func (i *Item) Type() string { return device.String(i.typ) }

// File is the source file of the construct.
func (c *Construct) File() string { return device.String(c.Loc.file) }

// Function is the function that contains the construct.
func (c *Construct) Function() string { return device.String(c.Loc.function) }

// Directive is the directive as written.
func (c *Construct) Directive() string { return device.String(c.directive) }

// Items views the construct's items.
func (c *Construct) Items() []Item { return unsafe.Slice(c.items, c.NumItems) }

// Name is the kernel's device symbol.
func (k *Kernel) Name() string { return device.String(k.name) }
