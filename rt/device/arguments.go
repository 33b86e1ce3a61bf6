package device

import "encoding/binary"

// PackArguments appends size and value of each argument of a launch to data: for a device that is another process.
func PackArguments(data []byte, l *Launch) []byte {
	for i := range uintptr(l.NumArgs) {
		value := *(*uintptr)(Pointer(uintptr(l.Args) + 8*i))
		size := uintptr(*(*uint32)(Pointer(uintptr(l.Sizes) + 4*i)))
		data = binary.LittleEndian.AppendUint64(data, uint64(size))
		data = append(data, Bytes(value, size)...)
	}
	return data
}

// Arguments are the arguments of a launch that PackArguments has packed.
type Arguments struct {
	values []uint64 // aligned as any parameter wants
	at     []uintptr
	sizes  []uint32
}

// UnpackArguments unpacks them and makes l's arguments of them, which are valid as long as the result is.
func UnpackArguments(data []byte, l *Launch) *Arguments {
	a := &Arguments{values: make([]uint64, 2*(len(data)/8+1))}
	room := len(a.values) * 8
	base, used := Address(&a.values[0]), uintptr(0)
	if base%16 != 0 {
		used = 8
	}
	for len(data) >= 8 {
		n := min(binary.LittleEndian.Uint64(data), uint64(len(data)-8))
		if used+uintptr(n) > uintptr(room) {
			break
		}
		copy(Bytes(base+used, uintptr(n)), data[8:8+n])
		a.at, a.sizes = append(a.at, base+used), append(a.sizes, uint32(n))
		used += (uintptr(n) + 15) &^ 15
		data = data[8+n:]
	}
	l.NumArgs = uint32(len(a.at))
	if len(a.at) > 0 {
		l.Args, l.Sizes = Host(Address(&a.at[0])), Host(Address(&a.sizes[0]))
	}
	return a
}
