package check

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Restrictions of the runtime library routines (5.2 §18) that calls show: constant
// arguments outside of a routine's range, locks of the wrong type, and regions in which a
// routine may not be called or has no specified effect. What a call is given when the
// program runs is the runtime's matter. Values are warned of only: whether a call is
// executed is not known here, and some programs call a routine to see it fail.

// routineRule is a rule on one argument of a routine.
type routineRule struct {
	arg     int
	valid   func(int64) bool
	want    string
	section string
	fix     string
}

func positive(v int64) bool    { return v > 0 }
func notNegative(v int64) bool { return v >= 0 }
func powerOfTwo(v int64) bool  { return v > 0 && v&(v-1) == 0 }

// conforming tells the numbers that a device may have (5.2 §18.8): omp_initial_device is
// -1, and what omp_invalid_device does is specified.
func conforming(v int64) bool { return v >= -1 || v == invalidDevice || v == defaultDevice }

// deviceArgument is the rule on a device number in argument arg.
func deviceArgument(arg int, section string) routineRule {
	return routineRule{arg, conforming, "a device number", section, "write a device number, or omp_initial_device"}
}

func positiveArgument(arg int, section string) routineRule {
	return routineRule{arg, positive, "a positive number", section, "write a positive number"}
}

func alignment(section string) routineRule {
	return routineRule{0, powerOfTwo, "a power of two", section, "write 64"}
}

// routineRules are the rules on the arguments of each routine.
var routineRules = map[string][]routineRule{
	"omp_set_num_threads": {positiveArgument(0, "5.2 §18.2.1")},
	"omp_set_schedule": {{0, func(v int64) bool { v &= 0x7fffffff; return v >= 1 && v <= 4 }, "a value of omp_sched_t", "5.2 §18.2.11",
		"write omp_sched_static, omp_sched_dynamic, omp_sched_guided or omp_sched_auto"}},
	"omp_set_max_active_levels": {{0, notNegative, "0 or a positive number", "5.2 §18.2.15",
		"write 0 for no active parallel region"}},
	"omp_set_num_teams":          {positiveArgument(0, "5.2 §18.4.3")},
	"omp_set_teams_thread_limit": {positiveArgument(0, "5.2 §18.4.5")},
	"omp_pause_resource":         {pauseKind("5.2 §18.6.1"), deviceArgument(1, "5.2 §18.6.1")},
	"omp_pause_resource_all":     {pauseKind("5.2 §18.6.2")},
	"omp_set_default_device":     {deviceArgument(0, "5.2 §18.7.2")},
	"omp_target_alloc":           {deviceArgument(1, "5.2 §18.8.1")},
	"omp_target_free":            {deviceArgument(1, "5.2 §18.8.2")},
	"omp_target_is_present":      {deviceArgument(1, "5.2 §18.8.3")},
	"omp_target_is_accessible":   {deviceArgument(2, "5.2 §18.8.4")},
	"omp_target_memcpy":          {deviceArgument(5, "5.2 §18.8.5"), deviceArgument(6, "5.2 §18.8.5")},
	"omp_target_memcpy_rect": {dimensions("5.2 §18.8.6"), deviceArgument(9, "5.2 §18.8.6"),
		deviceArgument(10, "5.2 §18.8.6")},
	"omp_target_memcpy_async": {deviceArgument(5, "5.2 §18.8.7"), deviceArgument(6, "5.2 §18.8.7"),
		dependences(7, "5.2 §18.8.7")},
	"omp_target_memcpy_rect_async": {dimensions("5.2 §18.8.8"), deviceArgument(9, "5.2 §18.8.8"),
		deviceArgument(10, "5.2 §18.8.8"), dependences(11, "5.2 §18.8.8")},
	"omp_target_associate_ptr":     {deviceArgument(4, "5.2 §18.8.9")},
	"omp_target_disassociate_ptr":  {deviceArgument(1, "5.2 §18.8.10")},
	"omp_get_mapped_ptr":           {deviceArgument(1, "5.2 §18.8.11")},
	"omp_init_lock_with_hint":      {lockHint},
	"omp_init_nest_lock_with_hint": {lockHint},
	"omp_init_allocator": {{1, notNegative, "a number of traits", "5.2 §18.13.2",
		"write the number of elements of the array"}},
	"omp_aligned_alloc":                 {alignment("5.2 §18.13.6")},
	"omp_aligned_calloc":                {alignment("5.2 §18.13.8")},
	"omp_target_memset":                 {deviceArgument(3, "6.0 §25")},
	"omp_target_memset_async":           {deviceArgument(3, "6.0 §25"), dependences(4, "6.0 §25")},
	"omp_get_uid_from_device":           {deviceArgument(0, "6.0 §24")},
	"omp_get_gprivate_limit":            {deviceArgument(0, "6.1 §34.13.5")},
	"omp_set_device_num_teams":          {positiveArgument(0, "6.0 §22"), deviceArgument(1, "6.0 §22")},
	"omp_set_device_teams_thread_limit": {positiveArgument(0, "6.0 §22"), deviceArgument(1, "6.0 §22")},
}

func pauseKind(section string) routineRule {
	return routineRule{0, func(v int64) bool { return v >= 1 && v <= 3 }, "a value of omp_pause_resource_t", section, "write omp_pause_soft or omp_pause_hard"}
}

func dimensions(section string) routineRule {
	return routineRule{3, positive, "a number of dimensions", section, "write the number of dimensions, 1 or more"}
}

func dependences(arg int, section string) routineRule {
	return routineRule{arg, notNegative, "a number of depend objects", section, "write 0 where there are none"}
}

// lockHint: the hints of a lock are those of a synchronisation construct (5.2 §18.9.2, §15.1).
var lockHint = routineRule{1, func(v int64) bool {
	return v&(hintUncontended|hintContended) != hintUncontended|hintContended &&
		v&(hintNonspeculative|hintSpeculative) != hintNonspeculative|hintSpeculative
}, "a combination of compatible hints", "5.2 §18.9.2", "remove one of the two incompatible hints"}

// checkArguments applies the rules on what a routine's call x is given.
func (k declarationRules) checkArguments(x call) {
	args := arguments(x.node)
	if len(args) > 1 && strings.HasPrefix(x.callee.Name(), "omp_target_memcpy_rect") && isNull(args[0]) &&
		isNull(args[1]) {
		return // asks for the number of dimensions (5.2 §18.8.6)
	}
	for _, r := range routineRules[x.callee.Name()] {
		if r.arg >= len(args) {
			continue
		}
		if v, ok := ctree.ConstInt(args[r.arg]); ok && !r.valid(v) {
			k.diags.Warnf(k.t.Unit.NodeSpan(args[r.arg]), diag.OmpRoutineArgument,
				"invalid argument %[2]d of '%[1]s': it must be %[3]s", x.callee.Name(), v, r.want).
				WithSection(r.section).WithFix("%s", r.fix)
		}
	}
	k.checkLockType(x, args)
	k.checkTraitCount(x, args)
	k.checkAlignedSize(x, args)
}

// isNull reports a null pointer constant.
func isNull(x cc.ExpressionNode) bool {
	if c, ok := ctree.Strip(x).(*cc.CastExpression); ok && c.Case == cc.CastExpressionCast {
		return isNull(c.CastExpression)
	}
	v, ok := ctree.ConstInt(x)
	return ok && v == 0
}

func arguments(x *cc.PostfixExpression) (args []cc.ExpressionNode) {
	for a := x.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		args = append(args, a.AssignmentExpression)
	}
	return args
}

// lockTypes are the lock routines with the type of the lock that they take (5.2 §18.9).
var lockTypes = map[string]string{
	"omp_init_lock": "omp_lock_t", "omp_init_lock_with_hint": "omp_lock_t", "omp_destroy_lock": "omp_lock_t",
	"omp_set_lock": "omp_lock_t", "omp_unset_lock": "omp_lock_t", "omp_test_lock": "omp_lock_t",
	"omp_init_nest_lock": "omp_nest_lock_t", "omp_init_nest_lock_with_hint": "omp_nest_lock_t",
	"omp_destroy_nest_lock": "omp_nest_lock_t",
	"omp_set_nest_lock":     "omp_nest_lock_t", "omp_unset_nest_lock": "omp_nest_lock_t",
	"omp_test_nest_lock": "omp_nest_lock_t",
}

// checkLockType: a routine for simple locks gets no nestable one, nor anything else (5.2
// §18.9). A host compiler that only warns of the pointer's type lets the program run.
func (k declarationRules) checkLockType(x call, args []cc.ExpressionNode) {
	want := lockTypes[x.callee.Name()]
	ft, ok := x.callee.Type().(*cc.FunctionType)
	if want == "" || !ok || len(args) == 0 || len(ft.Parameters()) == 0 {
		return
	}
	have, need := elementOf(args[0].Type()), elementOf(ft.Parameters()[0].Type())
	if have == nil || need == nil || sameLock(have, need) {
		return
	}
	k.diags.Errorf(k.t.Unit.NodeSpan(args[0]), diag.BadType,
		"'%s' takes a pointer to '%[3]s', but the argument points to '%[2]s'", x.callee.Name(), ctree.TypeText(have),
		want).
		WithSection("5.2 §18.9").WithFix("declare the lock: %s name", want)
}

// elementOf is what a pointer, or an array, points to; nil for anything else.
func elementOf(t cc.Type) cc.Type {
	if t == nil {
		return nil
	}
	switch x := t.Undecay().(type) {
	case *cc.ArrayType:
		return x.Elem().Undecay()
	case *cc.PointerType:
		return x.Elem().Undecay()
	}
	return nil
}

// sameLock reports whether a pointer to have may be one to the lock type need. Which
// structures are the same is a question of their tags; without these it is left alone.
func sameLock(have, need cc.Type) bool {
	h, structure := have.(*cc.StructType)
	n, known := need.(*cc.StructType)
	if !known || have.Kind() == cc.Void || have.Kind() == cc.Char {
		return true
	}
	if !structure {
		return false
	}
	ht, nt := h.Tag(), n.Tag()
	return ht.SrcStr() == nt.SrcStr()
}

// checkTraitCount: the traits of omp_init_allocator are in the array (5.2 §18.13.2).
func (k declarationRules) checkTraitCount(x call, args []cc.ExpressionNode) {
	if x.callee.Name() != "omp_init_allocator" || len(args) != 3 {
		return
	}
	d := ctree.VarOf(args[2])
	n, ok := ctree.ConstInt(args[1])
	if d == nil || !ok || d.Type() == nil {
		return
	}
	if a, ok := d.Type().Undecay().(*cc.ArrayType); ok && a.Len() > 0 && n > a.Len() {
		k.diags.Warnf(k.t.Unit.NodeSpan(args[1]), diag.OmpRoutineArgument,
			"'omp_init_allocator' is told of %d traits, but '%s' has %d", n, d.Name(), a.Len()).
			WithSection("5.2 §18.13.2").WithNote(k.t.Unit.NodeSpan(d), "'%s' is declared here", d.Name()).
			WithFix("write %d", a.Len())
	}
}

// checkAlignedSize: aligned memory has a multiple of its alignment (5.2 §18.13.6).
func (k declarationRules) checkAlignedSize(x call, args []cc.ExpressionNode) {
	if x.callee.Name() != "omp_aligned_alloc" || len(args) < 2 {
		return
	}
	align, known := ctree.ConstInt(args[0])
	size, ok := ctree.ConstInt(args[1])
	if known && ok && powerOfTwo(align) && size%align != 0 {
		k.diags.Warnf(k.t.Unit.NodeSpan(args[1]), diag.OmpRoutineArgument,
			"the size of 'omp_aligned_alloc', %d, must be a multiple of the alignment %d", size, align).
			WithSection("5.2 §18.13.6").WithFix("write %d", (size/align+1)*align)
	}
}

// unspecifiedInTarget are the routines that have no specified effect in a target region,
// with the sections that say so.
var unspecifiedInTarget = map[string]string{
	"omp_set_default_device": "5.2 §18.7.2", "omp_get_default_device": "5.2 §18.7.3",
	"omp_get_num_devices": "5.2 §18.7.4", "omp_get_initial_device": "5.2 §18.7.7",
	"omp_target_alloc": "5.2 §18.8.1", "omp_target_free": "5.2 §18.8.2", "omp_target_is_present": "5.2 §18.8.3",
	"omp_target_is_accessible": "5.2 §18.8.4",
	"omp_target_memcpy":        "5.2 §18.8.5", "omp_target_memcpy_rect": "5.2 §18.8.6",
	"omp_target_memcpy_async": "5.2 §18.8.7", "omp_target_memcpy_rect_async": "5.2 §18.8.8",
	"omp_target_associate_ptr": "5.2 §18.8.9", "omp_target_disassociate_ptr": "5.2 §18.8.10",
	"omp_get_mapped_ptr": "5.2 §18.8.11",
	"omp_display_env":    "5.2 §18.15",
}

// notInParallel are the routines that are not called in a parallel region (5.2 §18.4),
// notInRegion those that no explicit region may have (5.2 §18.6).
var (
	notInParallel = map[string]string{"omp_set_num_teams": "5.2 §18.4.3", "omp_set_teams_thread_limit": "5.2 §18.4.5"}
	notInRegion   = map[string]string{"omp_pause_resource": "5.2 §18.6.1", "omp_pause_resource_all": "5.2 §18.6.2"}
	// sequential are those that have their effect in the sequential part alone.
	sequential = map[string]string{"omp_set_affinity_format": "5.2 §18.3.8", "ompc_set_affinity_format": "5.2 §18.3.8"}
)

// misplacement says of a call of a routine with which construct of those around it, up[at],
// it has no specified effect or, if it is forbidden, may not be at all.
type misplacement struct {
	at                 int
	text, section, fix string
	forbidden          bool
}

// misplaced is what is wrong with a call of routine name in the constructs up, innermost
// first; nil if nothing is. A region that is executed on the host begins anew.
func misplaced(name string, up []tree.Ancestor) *misplacement {
	for i, a := range up {
		target := a.Leaf == spec.Target
		switch {
		case target && a.C.RunsOnAncestor():
			return nil
		case target && unspecifiedInTarget[name] != "":
			return &misplacement{i, "has unspecified effect in a target region", unspecifiedInTarget[name],
				"call it before the construct, and use the result in the region", false}
		case target && notInRegion[name] != "":
			return &misplacement{i, "has no effect in a target region", notInRegion[name],
				"move the call outside of all constructs", false}
		case target:
			return nil
		case notInRegion[name] != "" && !tree.OneOf(a.Leaf, spec.Assume, spec.Nothing, spec.Error):
			return &misplacement{i, "cannot be called in a region", notInRegion[name],
				"move the call outside of all constructs", true}
		case a.Leaf == spec.Parallel && notInParallel[name] != "":
			return &misplacement{i, "cannot be called in a parallel region", notInParallel[name],
				"move the call before the parallel region", true}
		case tree.OneOf(a.Leaf, spec.Parallel, spec.Teams) && sequential[name] != "":
			return &misplacement{i, "takes effect only in the sequential part of the program", sequential[name],
				"move the call before the construct", false}
		}
	}
	return nil
}

// routineCall is a call of a routine that a call of a function certainly reaches.
type routineCall struct {
	node *cc.PostfixExpression
	name string
	up   []tree.Ancestor
	via  []*cc.PostfixExpression
}

// routines are the calls of routines that every call of f executes.
func (g *callGraph) routines(f *flow) []routineCall {
	if list, ok := g.routineCalls[f]; ok {
		return list
	}
	g.routineCalls[f] = nil // a recursion adds nothing
	var list []routineCall
	for _, x := range f.calls {
		callee, routine := g.flows[x.callee.Name()], resolve.IsRoutine(x.callee)
		if callee == nil && !routine {
			continue
		}
		up, known := g.enclosing(f, x)
		switch {
		case !known || !f.certain(0, x.off) || len(list) >= many:
		case callee != nil:
			for _, r := range g.routines(callee) {
				list = append(list,
					routineCall{r.node, r.name, slices.Concat(r.up, up),
						slices.Concat([]*cc.PostfixExpression{x.node}, r.via)})
			}
		case routine:
			list = append(list, routineCall{node: x.node, name: x.callee.Name(), up: up})
		}
	}
	g.routineCalls[f] = list
	return list
}

// checkRoutine applies the rules on routines to call x in f, also to the routines that the
// called function calls.
func (g *callGraph) checkRoutine(f *flow, x call) {
	name, callee := x.callee.Name(), g.flows[x.callee.Name()]
	up, known := g.enclosing(f, x)
	if callee == nil {
		declarationRules{g.k}.checkArguments(x)
		if v := misplaced(name, up); known && v != nil {
			g.reportRoutine(x.node, fmt.Sprintf("'%s' %s", strings.Replace(name, "ompc_", "omp_", 1), v.text), up[v.at],
				v)
		}
		return
	}
	if !known || len(up) == 0 {
		return
	}
	for _, r := range g.routines(callee) {
		all := slices.Concat(r.up, up)
		v := misplaced(r.name, all)
		if v == nil || v.at < len(r.up) || !f.certain(all[v.at].C.StmtStart, x.off) {
			continue
		}
		d := g.reportRoutine(x.node, fmt.Sprintf("'%s' calls '%s', which %s", name, r.name, v.text), all[v.at], v)
		for _, via := range append(r.via, r.node) {
			d.WithNote(g.k.t.Unit.NodeSpan(via), "it is reached by this call")
		}
	}
}

func (g *callGraph) reportRoutine(at cc.Node, text string, a tree.Ancestor, v *misplacement) *diag.Diagnostic {
	span := g.k.t.Unit.NodeSpan(at)
	d := (*diag.Diagnostic)(nil)
	if v.forbidden {
		d = g.k.diags.Errorf(span, diag.RoutineInRegion, "%s", text)
	} else {
		d = g.k.diags.Warnf(span, diag.OmpRoutineInRegion, "%s", text)
	}
	return d.WithSection(v.section).WithFix("%s", v.fix).WithNote(a.C.NameSpan(), "'%s' is here", a.C.Kind)
}
