package advise

import (
	"unsafe"

	"ompcc/rt/device"
)

// Of more than wholeBytes a hash takes sampleLines lines of lineBytes, spread evenly.
const (
	wholeBytes  = 1 << 20
	lineBytes   = 64
	sampleLines = 8192
)

// hash is a number that differs for different contents of size bytes at begin, but for chance. sampled says that not
// all bytes were read.
func hash(begin, size uintptr) (h uint64, sampled bool) {
	data := device.Bytes(begin, size)
	h = uint64(size) ^ 0x9E3779B97F4A7C15
	if size <= wholeBytes {
		return mix(h, data), false
	}
	step := (size - lineBytes) / (sampleLines - 1)
	for i := range uintptr(sampleLines) {
		at := i * step
		h = mix(h, data[at:at+lineBytes])
	}
	return h, true
}

// mix is the hash of what came before and data.
func mix(h uint64, data []byte) uint64 {
	const multiplier = 0xD6E8FEB86659FD93
	n := len(data) / 8 * 8
	for i := 0; i < n; i += 8 {
		h = (h ^ *(*uint64)(unsafe.Pointer(&data[i]))) * multiplier
		h ^= h >> 32
	}
	for _, b := range data[n:] {
		h = (h ^ uint64(b)) * multiplier
		h ^= h >> 32
	}
	return h
}

// sampleWords is how many places of a transfer a sample has.
const (
	sampleWords = 4096
	wordBytes   = 8 // the low half of a small whole double is always the same
)

// sample is what some bytes of size at begin are, spread evenly.
func sample(begin, size uintptr) []byte {
	data := device.Bytes(begin, size)
	n := min(size, sampleWords)
	list := make([]byte, 0, n*wordBytes)
	for i := range n {
		at := i * (size / n) &^ (wordBytes - 1)
		list = append(list, data[at:min(at+wordBytes, size)]...)
	}
	return list
}

// allDiffer says whether practically every word of two samples differs: a few may be equal by chance.
func allDiffer(a, b []byte) bool {
	if len(a) != len(b) || len(a) == 0 {
		return false
	}
	same, words := 0, (len(a)+wordBytes-1)/wordBytes
	for i := 0; i < len(a); i += wordBytes {
		end := min(i+wordBytes, len(a))
		if string(a[i:end]) == string(b[i:end]) {
			same++
		}
	}
	return same*64 <= words
}
