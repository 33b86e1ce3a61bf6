package sim

import (
	"strings"

	"ompcc/rt/emu/ptx"
)

// A bit-field is written by reading the bytes in which it lies, and writing them again with its bits in
// them: the other bits may be ones that nobody has written, and stay so.

// merging are the operations that keep bits apart.
var merging = map[string]bool{
	"and": true, "or": true, "xor": true, "not": true, "shl": true, "shr": true, "bfi": true, "bfe": true, "cvt": true,
	"lop3": true, "prmt": true,
}

// widestField is how many bytes a bit-field lies in at most, which are accessed in parts.
const widestField = 17

// mostMerged bounds the registers on the way from a load to a store.
const mostMerged = 40

// uses are the instructions of a function by the registers that they read and set.
type uses struct{ readers, setters map[string][]*ptx.Inst }

func usesOf(code []inst) uses {
	u := uses{map[string][]*ptx.Inst{}, map[string][]*ptx.Inst{}}
	for i := range code {
		in := code[i].src
		args := in.Args
		if len(args) > 0 && !strings.HasPrefix(in.Op, "st.") {
			u.setters[args[0].Name] = append(u.setters[args[0].Name], in)
			args = args[1:]
		}
		names := map[string]bool{}
		use(names, args)
		for n := range names {
			u.readers[n] = append(u.readers[n], in)
		}
	}
	return u
}

// findMerges finds the loads whose values nothing is done with but to store them, with other bits
// in them, where they came from.
func findMerges(code []inst) {
	u := usesOf(code)
	for i := range code {
		in := &code[i]
		if strings.HasPrefix(in.src.Op, "ld.") && len(in.vd) == 1 && len(in.src.Args) == 2 {
			in.merges = u.merges(in.src)
		}
	}
}

// merges reports whether the value of load only comes back to its place.
func (u uses) merges(load *ptx.Inst) bool {
	base, from := u.place(load.Args[1])
	back := false
	reached := []string{load.Args[0].Name}
	seen := map[string]bool{reached[0]: true}
	for i := 0; i < len(reached); i++ {
		for _, in := range u.readers[reached[i]] {
			op, _, _ := strings.Cut(in.Op, ".")
			to := in.Args[0]
			switch {
			case op == "st" && i > 0:
				b, at := u.place(to)
				if b != base || max(at-from, from-at) >= widestField || to.Name == reached[i] {
					return false
				}
				back = true
			case !merging[op] || to.Kind != ptx.Name || len(reached) == mostMerged:
				return false
			case !seen[to.Name]:
				seen[to.Name] = true
				reached = append(reached, to.Name)
			}
		}
	}
	return back
}

// place is an address as a register and what is added to it.
func (u uses) place(a ptx.Arg) (base string, off int64) {
	base, off = a.Name, a.Offset
	for range mostMerged {
		set := u.setters[base]
		if len(set) != 1 || len(set[0].Args) != 3 || set[0].Args[2].Kind != ptx.Int ||
			!strings.HasPrefix(set[0].Op, "add.") && !strings.HasPrefix(set[0].Op, "or.") {
			break
		}
		base, off = set[0].Args[1].Name, off+int64(set[0].Args[2].Bits)
	}
	return base, off
}
