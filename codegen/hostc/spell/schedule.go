package spell

import (
	"strings"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Schedule clauses, where clang and libomp have faults.

// hostSchedule works around three faults of clang and libomp in schedule clauses.
//
// For a distributed loop with the constant chunk size 1, clang's code executes only the
// first iterations of each team's share. hostSchedule hides the constant from clang.
//
// With the modifier simd on static chunks, clang executes iterations twice.
// hostSchedule drops the modifier.
//
// If libomp lets a thread steal chunks, possibly no thread learns that it has the last
// iteration, whose values the loop copies out. If the loop copies any values out,
// hostSchedule adds monotonic, which prevents stealing.
func hostSchedule(c *tree.Construct, cl *tree.Clause, h Compiler) (string, bool) {
	if !h.GCC && copiesOut(c) && len(cl.Words) > 0 && tree.OneOf(cl.Words[0], "dynamic", "runtime") &&
		!cl.HasModifier("monotonic") {
		text := "schedule(monotonic"
		if cl.HasModifier("simd") {
			text += ", simd"
		}
		text += ": " + cl.Words[0]
		if len(cl.Exprs) > 0 {
			text += ", " + cl.Exprs[0].Text
		}
		return text + ")", true
	}
	if h.GCC || len(cl.Exprs) == 0 || len(cl.Words) == 0 || cl.Words[0] != "static" {
		return "", false
	}
	e := cl.Exprs[0]
	text, chunk := c.Pragma.Text[cl.Start:cl.End], e.Text
	v, constant := ctree.ConstInt(e.Node)
	hidden := c.Has(spec.Distribute) && c.Has(spec.For) && constant && v == 1
	if hidden {
		chunk = "__builtin_frame_address(0) != 0"
	}
	if cl.HasModifier("simd") {
		return "schedule(static, " + chunk + ")", true
	}
	i := strings.LastIndex(text, e.Text)
	return text[:i] + chunk + text[i+len(e.Text):], hidden
}
