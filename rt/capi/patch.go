package main

import (
	"bytes"
	"runtime"
	"slices"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// patch writes the initial values that an image cannot have itself: PTX has no word for
// the address of a variable that is defined after the one whose initial value it is.
func (t *target) patch(mod device.Module, img *device.Image) error {
	for _, name := range patchTables(img.Data) {
		addr, size, err := mod.Global(name)
		if err != nil {
			return err
		}
		if addr == 0 || size == 0 {
			continue
		}
		pairs := make([]uintptr, size/unsafe.Sizeof(uintptr(0)))
		err = t.plain.CopyFrom(device.Host(device.Address(&pairs[0])), addr, size)
		for i := 0; err == nil && i+1 < len(pairs); i += 2 {
			err = t.plain.CopyTo(device.Addr(pairs[i]), device.Host(device.Address(&pairs[i+1])),
				unsafe.Sizeof(pairs[i]))
		}
		runtime.KeepAlive(pairs)
		if err != nil {
			return err
		}
	}
	return nil
}

// patchTables finds the names of an image's tables, which PTX and object files have as they are.
func patchTables(data []byte) []string {
	var names []string
	for {
		at := bytes.Index(data, []byte(abi.PatchTable))
		if at < 0 {
			slices.Sort(names)
			return slices.Compact(names)
		}
		data = data[at:]
		end := len(abi.PatchTable)
		for end < len(data) && bytes.IndexByte([]byte("0123456789abcdef"), data[end]) >= 0 {
			end++
		}
		names = append(names, string(data[:end]))
		data = data[end:]
	}
}
