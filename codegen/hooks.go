package codegen

import "ompcc/codegen/target"

// emitter gives a target's hooks the function under construction.
func (b *builder) emitter() target.Emitter { return target.Emitter{Builder: b.Builder, Call: b.call} }

// lanes are those of the group in one warp.
func (cr threadGroup) lanes() target.Lanes {
	return target.Lanes{Full: cr.full, Mask: cr.mask, Last: cr.last}
}
