package profile

import "sort"

// Segments is how many transactions an access takes, and how many would do if the
// same elements lay one behind the other; segment is the size of a transaction.
func Segments(addrs []uint64, size, segment uint64) (n, least uint64) {
	seg := make([]uint64, 0, 64)
	for _, a := range addrs {
		seg = append(seg, a/segment)
		if last := (a + size - 1) / segment; last != a/segment {
			seg = append(seg, last)
		}
	}
	n = distinct(seg)
	return n, min(n, (distinct(addrs)*size+segment-1)/segment)
}

func distinct(v []uint64) uint64 {
	sort.Slice(v, func(i, j int) bool { return v[i] < v[j] })
	n := uint64(0)
	for i := range v {
		if i == 0 || v[i] != v[i-1] {
			n++
		}
	}
	return n
}

// Conflicts: threads that access different words of one of 32 banks take turns. 32 threads access memory at once, and
// wide accesses are done in parts of 128 bytes.
func Conflicts(addrs []uint64, size uint64) uint64 {
	part := int(128 / max(size, 4))
	total := uint64(0)
	for len(addrs) > 0 {
		n := min(part, len(addrs))
		var words [32][]uint64
		most := uint64(1)
		for _, a := range addrs[:n] {
			for x := a / 4; x <= (a+size-1)/4; x++ {
				words[x%32] = append(words[x%32], x)
			}
		}
		for _, v := range words {
			most = max(most, distinct(v))
		}
		total += most - 1
		addrs = addrs[n:]
	}
	return total
}
