package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/pragma"
)

// teams lowers a teams constituent: the kernel's body is what each team's
// initial thread executes, so only the data environment is left to do (5.2 §10.2).
func (b *body) teams(c *pragma.Construct, leafs []pragma.DirectiveKind, stmt *cc.Statement) {
	if b.kernel == nil || b.kernel.teams != c {
		b.u.errorf(c.Pos(), "teams-nesting", "a teams construct in device code must be strictly nested inside a target construct").
			WithSection("5.2 §10.2").WithFix("write target teams where the function is called, and take the directive away here")
		return
	}
	s := &sharing{}
	all := b.u.sharingOf(c)
	if ownsSharing(leafs) {
		s = all
	} else if teamsReduces(leafs) {
		s.reductions = all.reductions
	}
	undo := b.dataEnvironment(s, stmt)
	b.teamStorage(c)
	reds, un := b.kernelReductions(s.reductions, stmt)
	b.kernel.k.Reductions = append(b.kernel.k.Reductions, reds...)
	undo = append(undo, un...)
	for _, r := range s.reductions {
		b.private[r.item.Decl]++
	}
	undo = append(undo, b.enterBody()...)
	b.leafs(c, leafs[1:], stmt)
	for _, r := range s.reductions {
		b.private[r.item.Decl]--
	}
	runAll(undo)
}

// teamsReduces reports whether reductions of the combined construct are done
// over teams by the kernel: the loop inside has one thread per team. With
// parallel inside, the loop reduces over all threads of all teams at once.
func teamsReduces(leafs []pragma.DirectiveKind) bool {
	for _, l := range leafs[1:] {
		if l == "parallel" || l == "loop" {
			return false
		}
	}
	return true
}

// mergeReductions: where all of a teams region is a loop shared out among the threads of
// all teams, and the loop reduces into what the teams construct reduces by the same
// operators, the loop reduces into the originals, as that of a combined construct does.
func mergeReductions(k *region.Kernel) {
	loop := region.SoleLoop(k.Body)
	if loop == nil || loop.Scan || loop.Levels&region.LevelDistribute == 0 || loop.Levels&region.LevelFor == 0 || len(loop.Reductions) != len(k.Reductions) {
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
		if r.Op != o.Op || r.Op == region.RedCustom || r.Count != nil || o.Count != nil || r.Type != o.Type || mentions(k.Body, o.Priv) != 1 {
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
	walkIR(b, func(x any) bool {
		if a, ok := x.(*region.LocalAddr); ok && a.Local == l {
			n++
		}
		return true
	})
	return n
}
