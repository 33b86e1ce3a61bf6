package lower

import (
	"modernc.org/cc/v4"

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
