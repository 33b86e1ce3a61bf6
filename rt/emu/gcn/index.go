package gcn

import (
	"fmt"
	"slices"
	"strings"
)

// registerIndex is the mode of gfx9 between s_set_gpr_idx_on and s_set_gpr_idx_off: vector instructions add offset to
// the numbers of some of their vector registers.
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

// relative are the operands, the destination and the source, to whose numbers moves add bits of m0 from this one on;
// -1: none (RDNA3 ISA, "VGPR Indexing").
var relative = map[string][2]int{
	"v_movreld_b32": {0, -1}, "v_movrels_b32": {-1, 0}, "v_movrelsd_b32": {0, 0}, "v_movrelsd_2_b32": {16, 0},
	"s_movreld_b32": {0, -1}, "s_movreld_b64": {0, -1}, "s_movrels_b32": {-1, 0}, "s_movrels_b64": {-1, 0},
	"s_movrelsd_2_b32": {16, 0},
}

// chooseRelative finds moves between registers whose numbers are relative to m0: the registers that a move has
// otherwise.
func (in *inst) chooseRelative() error {
	from, known := relative[in.name]
	if !known || len(in.args) != 2 {
		return fmt.Errorf("it is not known")
	}
	move := *in
	move.name = in.name[:1] + "_mov" + in.name[len(in.name)-len("_b32"):]
	if err := move.choose(); err != nil {
		return err
	}
	in.op = func(w *wave, _ *inst) {
		moved := move
		moved.args = slices.Clone(move.args)
		for i, bit := range from {
			if bit >= 0 {
				moved.args[i].reg += int(w.sgpr[m0] >> bit & 1023)
			}
		}
		moved.op(w, &moved)
	}
	return nil
}
