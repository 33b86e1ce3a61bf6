package spell

import (
	"fmt"
	"strings"

	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// Launch is the name of the structure in which the launch of target construct c keeps the values of c's clauses.
func Launch(c *tree.Construct) string { return fmt.Sprintf("__ompcc_l_%d", c.Pragma.ID) }

// launchedBy is the target construct on entry to which the clauses of teams construct c are evaluated. It is c
// itself, the construct whose whole region is c, or the one that a metadirective chose together with c. The result
// is nil if there is none, or if no launch precedes the region.
func launchedBy(c *tree.Construct, h Compiler) *tree.Construct {
	t := c
	if h.Launched != nil && !c.Has(spec.Target) && c.Leafs[0] == spec.Teams {
		t = h.Launched
	} else if p := c.Parent; !c.Has(spec.Target) && c.Leafs[0] == spec.Teams && p != nil && len(p.Leafs) == 1 &&
		len(p.Children) == 1 && p.Children[0] == c {
		t = p
	}
	if !t.Has(spec.Target) || t.RunsOnAncestor() {
		return nil
	}
	return t
}

// league is clause num_teams or thread_limit of c with the value that the launch keeps, which evaluates the
// expression once. ok is false where no launch keeps it.
func league(c *tree.Construct, cl *tree.Clause, h Compiler) (text string, ok bool) {
	t := launchedBy(c, h)
	if t == nil || !c.Has(spec.Teams) || !tree.OneOf(cl.Kind, spec.NumTeamsClause, spec.ThreadLimitClause) ||
		len(cl.Exprs) == 0 {
		return "", false
	}
	return fmt.Sprintf("%[1]s(%[2]s.%[1]s)", cl.Kind, Launch(t)), true
}

// bareThreads is the number of threads of each team of an ompx_bare region.
func bareThreads(c *tree.Construct, h Compiler) string {
	e := c.Clause(spec.ThreadLimitClause).Exprs[0]
	if t := launchedBy(c, h); t != nil && c.Clause(spec.DefaultClause) == nil {
		return " num_threads(" + Launch(t) + ".thread_limit)"
	}
	return " num_threads(" + strings.TrimSpace(e.Text) + ")"
}

// parallelIf is the if clause of c's parallel leaf where it is that of the target leaf, too. The launch keeps its
// value as the device's number, which is DeviceHost where the condition is false.
func parallelIf(c *tree.Construct, cl *tree.Clause, h Compiler) string {
	if t := launchedBy(c, h); t != nil && (!c.Has(spec.Teams) || c.Clause(spec.DefaultClause) == nil) {
		return "if(parallel: " + Launch(t) + ".device != " + DeviceHost + ")"
	}
	return "if(parallel: " + strings.TrimSpace(cl.Exprs[0].Text) + ")"
}

// DeviceHost is the number of the device in a launch whose if clause is false, as a C expression of type long.
var DeviceHost = fmt.Sprintf("%dL", abi.DeviceHost)
