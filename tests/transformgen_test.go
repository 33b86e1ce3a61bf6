package tests

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A random composition of loop transformations (OpenMP 6.0 §11) is text for the compiler and a model beside it.
// Each generated loop counts from 0, and the loops of the program get their iteration numbers from those of the
// generated ones. Executed in order the model says which iterations the program has to run, in which order.

// modelLoop is a loop; value is set once a transformation has replaced it by the
// loops by. Its count depends on the iteration of the loops needs.
type modelLoop struct {
	count, value func(e modelEnv) int
	needs, by    []*modelLoop
	// closed loops are inside of the one that unroll generates: its body has them more
	// than once, so nothing can be done to them.
	closed bool
}

type modelEnv map[*modelLoop]int

func (l *modelLoop) at(e modelEnv) int {
	if l.value != nil {
		return l.value(e)
	}
	return e[l]
}

// dependsOn reports whether l's count depends on the iteration of one of loops, or of
// one that came from it.
func (l *modelLoop) dependsOn(loops []*modelLoop) bool {
	return slices.ContainsFunc(l.needs, func(n *modelLoop) bool { return n.madeOf(loops) })
}

func (l *modelLoop) madeOf(loops []*modelLoop) bool {
	return slices.Contains(loops, l) || l.dependsOn(loops) || slices.ContainsFunc(l.by, func(x *modelLoop) bool { return x.madeOf(loops) })
}

// modelNest is loops around a body.
type modelNest struct {
	loops []*modelLoop
	body  func(e modelEnv, out func(int))
}

func (n *modelNest) run(e modelEnv, level int, out func(int)) {
	if level == len(n.loops) {
		n.body(e, out)
		return
	}
	l := n.loops[level]
	for i := range l.count(e) {
		e[l] = i
		n.run(e, level+1, out)
	}
}

// open is how many of the outer loops a construct can take.
func (n *modelNest) open() int {
	if i := slices.IndexFunc(n.loops, func(l *modelLoop) bool { return l.closed }); i >= 0 {
		return i
	}
	return len(n.loops)
}

// modelDirective is a transformation; apply are the directives for the loops that it generates.
type modelDirective struct {
	kind  string
	args  []int
	apply []modelApply
}

type modelApply struct {
	name string
	dirs []*modelDirective // nil: nothing
}

func (d *modelDirective) String() string {
	list := func() string { return strings.Trim(strings.ReplaceAll(fmt.Sprint(d.args), " ", ", "), "[]") }
	s := d.kind
	switch d.kind {
	case "tile", "stripe":
		s += " sizes(" + list() + ")"
	case "unroll":
		s += " partial(" + list() + ")"
	case "interchange":
		if len(d.args) > 0 {
			s += " permutation(" + list() + ")"
		}
	case "split":
		s += " counts(" + strings.Replace(list(), "-1", "omp_fill", 1) + ")"
	case "fuse":
		if len(d.args) > 0 {
			s += " looprange(" + list() + ")"
		}
	}
	for _, a := range d.apply {
		var words []string
		for _, x := range a.dirs {
			if x == nil {
				words = append(words, "nothing")
			} else {
				words = append(words, x.String())
			}
		}
		s += " apply(" + a.name + ": " + strings.Join(words, ", ") + ")"
	}
	return s
}

func (d *modelDirective) depth() int {
	switch d.kind {
	case "tile", "stripe":
		return len(d.args)
	case "interchange":
		return max(2, len(d.args))
	}
	return 1
}

// change applies d to the loops of n from position at on; false: it may not.
func (n *modelNest) change(at int, d *modelDirective) bool {
	depth := d.depth()
	if at+depth > len(n.loops) {
		return false
	}
	loops := slices.Clone(n.loops[at : at+depth])
	for _, l := range loops {
		if l.dependsOn(loops) {
			return false
		}
	}
	if n.open() < at+depth {
		return false
	}
	made := map[string][]*modelLoop{}
	var list []*modelLoop
	switch d.kind {
	case "tile", "stripe":
		outer, inner := n.tile(loops, d)
		list = append(slices.Clone(outer), inner...)
		if d.kind == "tile" {
			made["grid"], made["intratile"] = outer, inner
		} else {
			made["offsets"], made["grid"] = outer, inner
		}
	case "unroll":
		outer, inner := n.tile(loops, d)
		list = append(slices.Clone(outer), inner...)
		inner[0].closed = true
		made["unrolled"] = outer
	case "reverse":
		l := loops[0]
		r := &modelLoop{count: l.count, needs: l.needs}
		l.value, l.by = func(e modelEnv) int { return l.count(e) - 1 - r.at(e) }, []*modelLoop{r}
		list = []*modelLoop{r}
		made["reversed"] = list
	case "interchange":
		order := d.args
		if len(order) == 0 {
			order = []int{2, 1}
		}
		for _, i := range order {
			list = append(list, loops[i-1])
		}
		made["interchanged"] = list
	}
	n.loops = slices.Replace(n.loops, at, at+depth, list...)
	return n.applied(d, made)
}

// tile makes an outer and an inner loop for each loop; stripe has the inner loop's
// iterations apart from each other, unroll and tile in a row.
func (n *modelNest) tile(loops []*modelLoop, d *modelDirective) (outer, inner []*modelLoop) {
	for i, l := range loops {
		size, o := d.args[i], &modelLoop{needs: l.needs}
		in := &modelLoop{needs: append([]*modelLoop{o}, l.needs...)}
		groups := func(k int) int { return (k + size - 1) / size }
		if d.kind == "stripe" {
			o.count = func(e modelEnv) int { return min(size, l.count(e)) }
			in.count = func(e modelEnv) int { return groups(l.count(e) - o.at(e)) }
			l.value = func(e modelEnv) int { return in.at(e)*size + o.at(e) }
		} else {
			o.count = func(e modelEnv) int { return groups(l.count(e)) }
			in.count = func(e modelEnv) int { return min(size, l.count(e)-o.at(e)*size) }
			l.value = func(e modelEnv) int { return o.at(e)*size + in.at(e) }
		}
		l.by = []*modelLoop{o, in}
		outer, inner = append(outer, o), append(inner, in)
	}
	return outer, inner
}

// applied carries out d's apply clauses, those of inner loops first.
func (n *modelNest) applied(d *modelDirective, made map[string][]*modelLoop) bool {
	type pending struct {
		loop *modelLoop
		dir  *modelDirective
	}
	var list []pending
	for _, a := range d.apply {
		if len(a.dirs) > len(made[a.name]) {
			return false
		}
		for i, x := range a.dirs {
			if x != nil {
				list = append(list, pending{made[a.name][i], x})
			}
		}
	}
	slices.SortStableFunc(list, func(x, y pending) int { return slices.Index(n.loops, y.loop) - slices.Index(n.loops, x.loop) })
	for _, p := range list {
		if at := slices.Index(n.loops, p.loop); at < 0 || !n.change(at, p.dir) {
			return false
		}
	}
	return true
}

// split divides n's outermost loop.
func (n *modelNest) split(d *modelDirective) (list []*modelNest, ok bool) {
	l := n.loops[0]
	total := l.count(modelEnv{})
	starts, counts := make([]int, len(d.args)), make([]int, len(d.args))
	rest := total
	for i, c := range d.args {
		if c >= 0 {
			counts[i] = min(c, rest)
			rest -= counts[i]
		}
	}
	if i := slices.Index(d.args, -1); i >= 0 {
		counts[i] = rest
	} else if rest > 0 {
		return nil, false // the counts have to be those of the loop
	}
	for i := 1; i < len(starts); i++ {
		starts[i] = starts[i-1] + counts[i-1]
	}
	for i := range counts {
		part := &modelLoop{count: func(modelEnv) int { return counts[i] }}
		m := &modelNest{loops: append([]*modelLoop{part}, n.loops[1:]...)}
		m.body = func(e modelEnv, out func(int)) {
			was := l.value
			l.value = func(e modelEnv) int { return starts[i] + part.at(e) }
			n.body(e, out)
			l.value = was
		}
		if len(d.apply) > 0 && i < len(d.apply[0].dirs) && d.apply[0].dirs[i] != nil &&
			!m.change(0, d.apply[0].dirs[i]) {
			return nil, false
		}
		list = append(list, m)
	}
	for _, inner := range n.loops[1:] {
		if inner.value != nil {
			return nil, false // the parts share the model's inner loops
		}
	}
	return list, true
}

// merge fuses the outermost loops of list.
func merge(list []*modelNest) *modelNest {
	f := &modelLoop{}
	f.count = func(e modelEnv) int {
		most := 0
		for _, n := range list {
			most = max(most, n.loops[0].count(e))
		}
		return most
	}
	for _, n := range list {
		n.loops[0].value = f.at
	}
	return &modelNest{loops: []*modelLoop{f}, body: func(e modelEnv, out func(int)) {
		for _, n := range list {
			if f.at(e) < n.loops[0].count(e) {
				n.run(e, 1, out)
			}
		}
	}}
}

// transformGen makes compositions, each iteration of which has a number of its own.
type transformGen struct {
	*rand.Rand
	code, vars int
}

func (g *transformGen) chance(percent int) bool { return g.IntN(100) < percent }

// chain is up to most directives, outermost first.
func (g *transformGen) chain(most int) (list []*modelDirective) {
	for range g.IntN(most + 1) {
		list = append(list, g.directive(2))
	}
	return list
}

// directive is a random transformation whose apply clauses nest to depth.
func (g *transformGen) directive(depth int) *modelDirective {
	sizes := func() (s []int) {
		for range 1 + g.IntN(2) {
			s = append(s, 1+g.IntN(4))
		}
		return s
	}
	d := &modelDirective{}
	made := map[string]int{}
	switch g.IntN(5) {
	case 0:
		d.kind, d.args = "tile", sizes()
		made["grid"], made["intratile"] = len(d.args), len(d.args)
	case 1:
		d.kind, d.args = "stripe", sizes()
		made["offsets"], made["grid"] = len(d.args), len(d.args)
	case 2:
		d.kind, made["reversed"] = "reverse", 1
	case 3:
		d.kind, made["interchanged"] = "interchange", 2
		if g.chance(60) {
			d.args = g.Perm(2 + g.IntN(2))
			for i := range d.args {
				d.args[i]++
			}
			made["interchanged"] = len(d.args)
		}
	case 4:
		d.kind, d.args, made["unrolled"] = "unroll", []int{1 + g.IntN(4)}, 1
	}
	if depth > 0 {
		d.apply = g.applies(made, depth)
	}
	return d
}

// applies are random apply clauses for the loops of the names in made.
func (g *transformGen) applies(made map[string]int, depth int) (list []modelApply) {
	for _, name := range []string{"grid", "intratile", "offsets", "reversed", "interchanged", "unrolled", "fused",
		"split"} {
		if made[name] == 0 || !g.chance(25) {
			continue
		}
		a := modelApply{name: name}
		for range made[name] {
			if g.chance(70) {
				a.dirs = append(a.dirs, g.directive(depth-1))
			} else {
				a.dirs = append(a.dirs, nil)
			}
		}
		list = append(list, a)
	}
	return list
}

// loop is the head of a loop of the program with the value of its variable v.
func (g *transformGen) loop(v string) (head string, l *modelLoop, value func(e modelEnv) int) {
	low, count, step := g.IntN(3), 1+g.IntN(6), 1+g.IntN(2)
	high := low + count*step // at most 2 + 6 * 2 = 14
	typ := []string{"int", "unsigned", "long", "short", "unsigned char"}[g.IntN(5)]
	bound := func(k int) string {
		if g.chance(50) {
			return fmt.Sprint(k)
		}
		return fmt.Sprintf("four + %d", k-4)
	}
	l = &modelLoop{count: func(modelEnv) int { return count }}
	value = func(e modelEnv) int { return low + l.at(e)*step }
	switch g.IntN(4) {
	case 0:
		head = fmt.Sprintf("for (%[1]s %[2]s = %[3]s; %[2]s < %[4]s; %[2]s += %[5]d)", typ, v, bound(low), bound(high),
			step)
	case 1:
		head = fmt.Sprintf("for (%[1]s %[2]s = %[3]s; %[4]s >= %[2]s; %[2]s = %[2]s + %[5]d)", typ, v, bound(low),
			bound(high-step), step)
	case 2:
		if strings.HasPrefix(typ, "unsigned") {
			typ = "int" // gcc-12 runs no iteration of "ordered" loops that count down such a variable
		}
		value = func(e modelEnv) int { return high - l.at(e)*step }
		head = fmt.Sprintf("for (%[1]s %[2]s = %[3]s; %[2]s > %[4]s; %[2]s -= %[5]d)", typ, v, bound(high), bound(low),
			step)
	case 3:
		value = func(e modelEnv) int { return low + l.at(e) }
		head = fmt.Sprintf("for (%[1]s %[2]s = %[3]s; %[2]s != %[4]s; %[2]s++)", typ, v, bound(low), bound(low+count))
	}
	return head, l, value
}

// nest is a program's nest of depth loops, with transformations before some of
// them, at the outermost loop those of outer; nil if they are not allowed.
func (g *transformGen) nest(outer []*modelDirective, depth int, pad string) (text string, n *modelNest) {
	base := g.code
	var b strings.Builder
	var own []*modelLoop
	var values []func(e modelEnv) int
	stacks := make([][]*modelDirective, depth)
	stacks[0] = outer
	expr, scale := fmt.Sprint(base), 1
	for level := range depth {
		if level > 0 && g.chance(20) {
			stacks[level] = g.chain(1)
		}
		for _, d := range stacks[level] {
			fmt.Fprintf(&b, "#pragma omp %s\n", d)
		}
		v := fmt.Sprintf("i%d", g.vars)
		g.vars++
		head, l, value := g.loop(v)
		fmt.Fprintf(&b, "%s%s\n", pad, head)
		own, values = append(own, l), append(values, value)
		expr += fmt.Sprintf(" + %d * (int)%s", scale, v)
		scale *= 15
	}
	g.code += scale
	n = &modelNest{body: func(e modelEnv, out func(int)) {
		code := base
		for s, i := 1, 0; i < depth; s, i = s*15, i+1 {
			code += s * values[i](e)
		}
		out(code)
	}}
	for level := depth - 1; level >= 0; level-- {
		n.loops = append([]*modelLoop{own[level]}, n.loops...)
		for i := len(stacks[level]) - 1; i >= 0; i-- {
			if !n.change(0, stacks[level][i]) {
				return "", nil
			}
		}
	}
	fmt.Fprintf(&b, "%s  STEP(%s);\n", pad, expr)
	return b.String(), n
}

// sequence is the text of some loops one after the other and their models.
func (g *transformGen) sequence(pad string) (text string, list []*modelNest) {
	for range 2 + g.IntN(2) {
		switch g.IntN(6) {
		case 0:
			t, parts := g.split(pad)
			if parts == nil {
				return "", nil
			}
			text, list = text+t, append(list, parts...)
		default:
			t, n := g.nest(g.chain(1), 1+g.IntN(2), pad)
			if n == nil {
				return "", nil
			}
			text, list = text+t, append(list, n)
		}
	}
	return text, list
}

// split is a loop that is divided.
func (g *transformGen) split(pad string) (text string, list []*modelNest) {
	t, n := g.nest(g.chain(1), 1+g.IntN(2), pad)
	if n == nil {
		return "", nil
	}
	for _, l := range n.loops[1:] {
		if l.dependsOn(n.loops[:1]) {
			return "", nil // the model has one number of iteration for all parts
		}
	}
	d := &modelDirective{kind: "split", args: []int{g.IntN(3), -1, g.IntN(3)}}
	d.args = d.args[g.IntN(2):]
	d.apply = g.applies(map[string]int{"split": len(d.args)}, 1)
	list, ok := n.split(d)
	if !ok {
		return "", nil
	}
	return fmt.Sprintf("#pragma omp %s\n%s", d, t), list
}

// fuse is a sequence of loops, all or some of which are fused.
func (g *transformGen) fuse(pad string) (text string, list []*modelNest) {
	t, loops := g.sequence(pad + "  ")
	if loops == nil {
		return "", nil
	}
	d := &modelDirective{kind: "fuse", apply: g.applies(map[string]int{"fused": 1}, 1)}
	first, count := 0, len(loops)
	if g.chance(40) {
		first = g.IntN(len(loops))
		count = 1 + g.IntN(len(loops)-first)
		d.args = []int{first + 1, count}
	}
	m := merge(loops[first : first+count])
	if !m.applied(d, map[string][]*modelLoop{"fused": m.loops}) {
		return "", nil
	}
	list = append(append(slices.Clone(loops[:first]), m), loops[first+count:]...)
	return fmt.Sprintf("#pragma omp %s\n%s{\n%s%s}\n", d, pad, t, pad), list
}

// one is a composition that generates one nest.
func (g *transformGen) one(pad string) (text string, n *modelNest) {
	outer := g.chain(3)
	if !g.chance(25) {
		return g.nest(outer, 1+g.IntN(3), pad)
	}
	t, list := g.fuse(pad)
	if len(list) != 1 {
		return "", nil
	}
	for i := len(outer) - 1; i >= 0; i-- {
		if !list[0].change(0, outer[i]) {
			return "", nil
		}
		t = fmt.Sprintf("#pragma omp %s\n%s", outer[i], t)
	}
	return t, list[0]
}
