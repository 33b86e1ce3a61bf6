package hostc

import (
	"fmt"
	"strings"

	"ompcc/codegen/hostc/spell"
	"ompcc/lower"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// call names a construct's runtime entry point.
var call = map[int]string{
	abi.KindEnterData: "__ompcc_enter_data",
	abi.KindExitData:  "__ompcc_exit_data",
	abi.KindUpdate:    "__ompcc_update",
}

// construct writes one device construct: a compound statement that evaluates
// the clauses' expressions, fills the argument and launch structures and calls
// the runtime. With nowait or depend the call is a task of the host; what the
// clauses say is evaluated before, by the encountering thread.
func (w *writer) construct(h *lower.HostConstruct) string {
	if h.Kind == abi.KindInterop {
		return w.interop(h)
	}
	var b strings.Builder
	c := h.Construct
	b.WriteString(strings.TrimPrefix(w.generated(c.Start), w.lineStart(c.Start)))
	b.WriteString("{\n")
	w.setup(&b, h)
	task := isTask(h)
	if task {
		b.WriteString(graphWriter{w}.deviceNode(c))
		b.WriteString(w.directiveLine(c) + taskWriter{w}.taskPragma(h))
		b.WriteString("{\n")
		taskWriter{w}.captured(&b, h)
	}
	switch h.Kind {
	case abi.KindTarget:
		w.target(&b, h, task)
	case abi.KindData:
		w.data(&b, h)
	default:
		w.call(&b, c, fmt.Sprintf("%s(%s)", call[h.Kind], w.arguments(h)))
	}
	if task {
		b.WriteString("}\n")
	}
	b.WriteString("}")
	return b.String()
}

// directiveLine marks the next line as generated code on the directive's line, which
// a tool finds by codeptr_ra (OpenMP 5.2 §19.5.2).
func (w *writer) directiveLine(c *tree.Construct) string {
	return strings.TrimPrefix(w.generated(c.Start), "\n")
}

// call writes a call of the runtime on the directive's line, and behind it an empty
// asm statement, without which gcc makes the last call of a task a jump: then the
// return address is not the program's.
func (w *writer) call(b *strings.Builder, c *tree.Construct, text string) {
	b.WriteString(w.directiveLine(c) + text + "; __asm__ volatile (\"\");\n")
}

// lineStart is the newline that a marker at off does not need, because off
// already begins a line.
func (d *document) lineStart(off int) string {
	if off == 0 || d.u.Text[off-1] == '\n' {
		return "\n"
	}
	return ""
}

// setup declares the construct's temporaries, its arguments and its launch.
func (w *writer) setup(b *strings.Builder, h *lower.HostConstruct) {
	id := h.Construct.Pragma.ID
	for _, t := range h.Temps {
		fmt.Fprintf(b, "%s %s = %s;\n", t.Type, t.Name, w.tree(t.Init))
	}
	if arg := nowaitArg(h); arg != "" {
		fmt.Fprintf(b, "int %s = !!(%s);\n", nowaitName(h), w.expr(arg))
	}
	b.WriteString(w.directiveLine(h.Construct))
	fmt.Fprintf(b, "__ompcc_launch_t __ompcc_l_%d = %s;\n", id, w.launch(h))
	if len(h.Items) == 0 {
		return
	}
	for i, it := range h.Items {
		if it.Rect != nil && len(it.Iter) == 0 {
			fmt.Fprintf(b, "__ompcc_rect_t %s = %s;\n", rectName(id, i), w.rect(it.Rect))
		}
		if len(it.Iter) > 0 {
			mapperWriter{w}.iteratorArgs(b, id, i, it)
		}
	}
	if h.If != "" {
		w.conditionalArgs(b, h)
		return
	}
	fmt.Fprintf(b, "__ompcc_arg_t __ompcc_a_%d[%d] = {\n", id, len(h.Items))
	var assigned []int
	for i, it := range h.Items {
		if it.Decl != nil && h.Construct.PrivateAround(it.Decl) {
			// In an initialiser clang takes the address of the original, which is constant. So does gcc where
			// the initialiser is large for the processor: from some 10 items on for x86, from 1 on for aarch64.
			b.WriteString("  {0, 0, 0},\n")
			assigned = append(assigned, i)
			continue
		}
		base, begin, size := w.argTexts(id, i, it)
		fmt.Fprintf(b, "  {%s, %s, %s},\n", base, begin, size)
	}
	b.WriteString("};\n")
	for _, i := range assigned {
		w.assignArg(b, id, i, h.Items[i])
	}
}

// conditionalArgs declares and fills the arguments of a construct with an if
// clause. Where the condition is false the list items may be invalid, so only
// those that give names to the body are evaluated.
func (w *writer) conditionalArgs(b *strings.Builder, h *lower.HostConstruct) {
	id := h.Construct.Pragma.ID
	fmt.Fprintf(b, "__ompcc_arg_t __ompcc_a_%d[%d] = {{0, 0, 0}};\n", id, len(h.Items))
	fmt.Fprintf(b, "if (__ompcc_l_%d.device != %s) {\n", id, deviceHost)
	for i, it := range h.Items {
		if !isUseDevice(it) {
			w.assignArg(b, id, i, it)
		}
	}
	b.WriteString("}\n")
	for i, it := range h.Items {
		if isUseDevice(it) {
			w.assignArg(b, id, i, it)
		}
	}
}

// argTexts are the argument of an item as the runtime gets it: for an item with
// iterators the array of its arguments.
func (w *writer) argTexts(id, i int, it *lower.HostItem) (base, begin, size string) {
	if len(it.Iter) > 0 {
		v := fmt.Sprintf("__ompcc_v_%d_%d", id, i)
		return v, v, fmt.Sprintf("__ompcc_n_%d_%d", id, i)
	}
	return w.argParts(id, i, it)
}

// argParts are the three expressions of an item's argument.
func (w *writer) argParts(id, i int, it *lower.HostItem) (base, begin, size string) {
	base, begin, size = orZero(w.tree(it.Base)), orZero(w.tree(it.Begin)), orZero(w.tree(it.Size))
	if it.Rect != nil {
		begin = "&" + rectName(id, i)
		if len(it.Iter) > 0 {
			begin += fmt.Sprintf("[%s]", iteratorCount(id, i))
		}
	}
	if it.First > 0 {
		from := it.First - 1
		none := base
		if it.Begin != nil {
			none = begin
		}
		begin = fmt.Sprintf("__ompcc_n_%d_%d ? __ompcc_v_%d_%d[0].begin : %s", id, from, id, from, none)
	}
	return base, begin, size
}

func (w *writer) assignArg(b *strings.Builder, id, i int, it *lower.HostItem) {
	base, begin, size := w.argTexts(id, i, it)
	a := fmt.Sprintf("__ompcc_a_%d[%d]", id, i)
	fmt.Fprintf(b, "%s.base = %s; %s.begin = %s; %s.size = %s;\n", a, base, a, begin, a, size)
}

// rect is the description of a non-contiguous section, as an initialiser.
func (w *writer) rect(r *lower.HostRect) string {
	var dims []string
	for _, d := range r.Dims {
		dims = append(dims, fmt.Sprintf("{%s, %s, %s}", w.tree(d[0]), w.tree(d[1]), w.tree(d[2])))
	}
	return fmt.Sprintf("{%s, %s, %d, {%s}}", w.tree(r.Base), w.tree(r.Elem), len(r.Dims), strings.Join(dims, ", "))
}

// rectName is the variable with the description of item i, an array of them for an
// item with iterators.
func rectName(id, i int) string { return fmt.Sprintf("__ompcc_r_%d_%d", id, i) }

// Literals for the device numbers that are none, as C expressions of type long.
var (
	deviceDefault = fmt.Sprintf("(%dL - 1)", abi.DeviceDefault+1)
	deviceHost    = spell.DeviceHost
)

// launch is the initialiser of the dynamic part of a construct.
func (w *writer) launch(h *lower.HostConstruct) string {
	device := deviceDefault
	if h.Device != "" {
		device = "(long)(" + w.expr(h.Device) + ")"
	}
	if h.If != "" {
		device = fmt.Sprintf("(%s) ? %s : %s", w.expr(h.If), device, deviceHost)
	}
	flags := 0
	if h.NoWait {
		flags |= abi.LaunchNoWait
	}
	if h.Construct.Has(spec.Teams) || h.Kernel != nil && h.Kernel.Teams {
		flags |= abi.LaunchHasTeams
	}
	trip := "0"
	if h.Trip != nil {
		flags |= abi.LaunchHasTrip
		trip = "(unsigned long)(" + w.tree(h.Trip) + ")"
	}
	text := fmt.Sprintf("%s, %s, %s, %s, %s, %s",
		w.count(h.NumTeams), w.count(h.NumTeamsLower), w.count(h.ThreadLimit), w.count(h.NumThreads), w.count(h.Shared), trip)
	if !isTask(h) || h.Kind == abi.KindData {
		return fmt.Sprintf("{%s, %#x, %s}", device, flags, text)
	}
	flags |= abi.LaunchTask
	if h.Construct.Clause(spec.DependClause) != nil {
		flags |= abi.LaunchDepend
	}
	if deferrable(h) && h.Construct.Clause(spec.InReductionClause) == nil { // a reduction is that of a team's threads
		flags |= abi.LaunchDeferred
	}
	word := fmt.Sprintf("%#x", flags)
	if nowaitArg(h) != "" {
		const later = abi.LaunchNoWait | abi.LaunchDeferred
		word = fmt.Sprintf("%s ? %#x : %#x", nowaitName(h), flags, flags&^later)
	}
	return fmt.Sprintf("{%s, %s, %s, __ompcc_target_task(%s, %s)}", device, word, text, descriptorOf(h), word)
}

// count is a clause's value as an unsigned number, 0 where the clause is absent.
func (w *writer) count(text string) string {
	if text == "" {
		return "0"
	}
	return "(unsigned)(" + w.expr(text) + ")"
}

// arguments are the arguments of every runtime call that takes the items.
func (w *writer) arguments(h *lower.HostConstruct) string {
	id := h.Construct.Pragma.ID
	if len(h.Items) == 0 {
		return fmt.Sprintf("%s, &__ompcc_l_%d, (__ompcc_arg_t *)0", descriptorOf(h), id)
	}
	return fmt.Sprintf("%s, &__ompcc_l_%d, __ompcc_a_%d", descriptorOf(h), id, id)
}

func orZero(s string) string {
	if s == "" {
		return "0"
	}
	return s
}
