package debug

// Each frame of a thread has a window of addresses, with the canonical frame address in the middle. The variables follow
// it. The return address and the caller's frame address precede it, and before them the device has the registers.
const (
	WindowBase  = 0x4000_0000_0000
	windowStep  = 1 << 20
	windowDepth = 1 << 9
	// FrameSaved is the offset of the caller's frame address from the canonical frame address, FrameReturn the offset
	// of the return address.
	FrameSaved, FrameReturn = -16, -8
	// WindowStart is the offset of the start of the window.
	WindowStart = -windowStep / 2
)

// Window returns the canonical frame address of a call at a depth of thread n of the block at a slot. The stack grows
// down.
func Window(slot, n, depth int) uint64 {
	at := uint64(slot&127)<<10 | uint64(n)
	return WindowBase + (at*windowDepth+uint64(windowDepth-1-min(depth, windowDepth-1)))*windowStep + windowStep/2
}

// InWindow finds the slot, thread and depth whose window has an address.
func InWindow(addr uint64) (slot, n, depth int) {
	at := (addr - WindowBase) / windowStep
	return int(at / windowDepth >> 10), int(at / windowDepth & 1023), windowDepth - 1 - int(at%windowDepth)
}
