package device

// Box is an array of up to three dimensions whose elements are not next to each other, on the host and on a device.
type Box struct {
	Host   Host
	Dev    Addr
	Run    uintptr // bytes that are next to each other
	Rows   uintptr // such runs
	Pitch  uintptr // bytes from a run to the next
	Planes uintptr // of rows
	Slice  uintptr // bytes from a plane to the next
}

// BoxCopier is a Device that copies a box by one call of its driver.
type BoxCopier interface {
	// CopyBox copies b to the device, or from it. If it returns false the driver has no such copy, and Device's methods
	// copy each run.
	CopyBox(b *Box, to bool) (bool, error)
}
