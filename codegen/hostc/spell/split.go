package spell

import (
	"slices"
	"strings"

	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Compound constructs that a host compiler takes in parts.

// splitAt returns how many leading leafs must become a directive of their own, 0 if
// none. No host compiler knows combined constructs with single, which are new in 6.0.
// clang crashes on task reductions of a combined construct with masked, and generates
// no code at all for masked taskloop and parallel master taskloop.
func splitAt(c *tree.Construct, h Compiler) int {
	if c.Bare() {
		return 2
	}
	for i, l := range c.Leafs {
		if tree.OneOf(l, spec.Masked, spec.Master) && i > 0 && !h.GCC && reducesTasks(c) {
			return i
		}
		if (l == spec.Masked || l == spec.Master && i > 0) && !h.GCC && i+1 < len(c.Leafs) &&
			c.Leafs[i+1] == spec.Taskloop {
			return i + 1
		}
		if l == spec.Single && len(c.Leafs) > 1 {
			return max(i, 1)
		}
	}
	return 0
}

func reducesTasks(c *tree.Construct) bool {
	for _, cl := range c.All(spec.ReductionClause) {
		if cl.HasModifier("task") {
			return true
		}
	}
	return false
}

// split writes c as nested constructs, each with its own clauses (5.2 §17.2).
func split(c *tree.Construct, h Compiler, n int) string {
	var lines []string
	for _, leafs := range parted(c.Leafs[:n], c.Leafs[n:]) {
		lines = append(lines, pragmaLine(partText(c, h, leafs)))
	}
	return strings.Join(lines, "\n")
}

// parted splits each list of leafs after a leading single.
func parted(lists ...[]spec.DirectiveKind) (groups [][]spec.DirectiveKind) {
	for _, leafs := range lists {
		if len(leafs) > 1 && leafs[0] == spec.Single {
			groups = append(groups, leafs[:1])
			leafs = leafs[1:]
		}
		groups = append(groups, leafs)
	}
	return groups
}

func partText(c *tree.Construct, h Compiler, leafs []spec.DirectiveKind) string {
	if slices.Contains(leafs, spec.Simd) && LosesSIMD(c, h) {
		return textWithoutSIMD(c, h, leafs, partText)
	}
	var b strings.Builder
	for i, l := range leafs {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(l.String())
	}
	for _, cl := range c.Clauses {
		for _, l := range leafs {
			if !c.Takes(l, cl) {
				continue
			}
			s, ok := hostClause(c, cl, h)
			if !ok {
				s = c.Pragma.Text[cl.Start:cl.End]
			}
			b.WriteString(" " + strings.TrimRight(s, ", \t"))
			break
		}
	}
	b.WriteString(sharedExtents(c, leafs) + lastOfLoop(c, h, leafs))
	return b.String()
}

// Leafs returns the directive of some leafs of c with their clauses, spelled for h.
func Leafs(c *tree.Construct, h Compiler, leafs []spec.DirectiveKind) string {
	return pragmaLine(partText(c, h, leafs))
}
