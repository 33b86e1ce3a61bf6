package pass

import "ompcc/lower/region"

// mergeReductions merges the reductions of each kernel's teams construct and loop.
func mergeReductions(m *region.Module, _ *Facts) {
	for _, k := range m.Kernels {
		mergeKernel(k)
	}
}

// mergeKernel applies where all of a teams region is a loop shared out among the threads of all teams. If the loop
// reduces into what the teams construct reduces by the same operators, it now reduces into the originals, as a
// combined construct does.
func mergeKernel(k *region.Kernel) {
	loop := region.SoleLoop(k.Body)
	if loop == nil || loop.Scan || loop.Levels&region.LevelDistribute == 0 || loop.Levels&region.LevelFor == 0 ||
		len(loop.Reductions) != len(k.Reductions) {
		return
	}
	of := map[*region.Local]*region.Reduction{}
	for _, r := range k.Reductions {
		of[r.Priv] = r
	}
	var outer []*region.Reduction
	for _, r := range loop.Reductions {
		at, ok := r.Orig.(*region.LocalAddr)
		if !ok || of[at.Local] == nil {
			return
		}
		o := of[at.Local]
		if r.Op != o.Op || r.Op == region.RedCustom || r.Count != nil || o.Count != nil || r.Type != o.Type ||
			mentions(k.Body, o.Priv) != 1 {
			return
		}
		outer = append(outer, o)
		delete(of, at.Local)
	}
	if len(outer) == 0 {
		return
	}
	for i, r := range loop.Reductions {
		r.Orig = outer[i].Orig
	}
	loop.RedLevels |= region.LevelDistribute
	k.Reductions = nil
}

// mentions counts the uses of l in b.
func mentions(b *region.Block, l *region.Local) (n int) {
	region.Inspect(b, func(x any) bool {
		if a, ok := x.(*region.LocalAddr); ok && a.Local == l {
			n++
		}
		return true
	})
	return n
}
