package gcn

import (
	"slices"
	"strings"
)

// registerIndex is the mode of gfx9 between s_set_gpr_idx_on and s_set_gpr_idx_off: vector instructions add offset to the
// numbers of some of their vector registers.
type registerIndex struct {
	offset int
	// args are the operands that the mode applies to: the destination, then the sources.
	args [4]bool
}

// indexOn is s_set_gpr_idx_on.
func indexOn(w *wave, in *inst) {
	w.gprIndex = registerIndex{offset: int(uint32(w.get(&in.args[0], 'u')) & 255)}
	for i, name := range []string{"DST", "SRC0", "SRC1", "SRC2"} {
		w.gprIndex.args[i] = strings.Contains(in.flags[""], name)
	}
}

// indexed is in with the registers that the mode gives it.
func (m *registerIndex) indexed(in *inst) *inst {
	moved := *in
	moved.args = slices.Clone(in.args)
	for i := range moved.args {
		if i < len(m.args) && m.args[i] && moved.args[i].kind == vector {
			moved.args[i].reg += m.offset
		}
	}
	return &moved
}
