package hostc

import (
	"fmt"
	"strings"

	"ompcc/lower"
)

// interop writes the actions of an interop construct (OpenMP 5.2 §14.1) in the
// order of its clauses. Its task is included: dependences are waited for first.
// With nowait the actions are a task of the host.
func (w *writer) interop(h *lower.HostConstruct) string {
	var b strings.Builder
	id := h.Construct.Pragma.ID
	at := h.Construct.Start
	b.WriteString(strings.TrimPrefix(w.generated(at), w.lineStart(at)))
	device := deviceDefault
	if h.Device != "" {
		device = "(long)" + w.expr(h.Device)
	}
	fmt.Fprintf(&b, "{\nconst long __ompcc_dev_%d = %s; (void)__ompcc_dev_%d;\n", id, device, id)
	if isTask(h) {
		clauses := fmt.Sprintf("default(shared) firstprivate(__ompcc_dev_%d)", id)
		if w.opts.Host.WaitsForAll(h.Construct) {
			b.WriteString("#pragma omp taskwait\n")
		}
		if !h.NoWait || w.opts.Host.WaitsForAll(h.Construct) {
			clauses += " if(0)"
		}
		if h.TaskClauses != "" {
			clauses += " " + w.expr(taskWriter{w}.knownDepend(h, h.TaskClauses))
		}
		b.WriteString(w.directiveLine(h.Construct) + "#pragma omp task " + clauses + "\n")
	}
	b.WriteString("{\n")
	flags := 0
	if h.NoWait {
		flags = 1
	}
	for _, a := range h.Interop {
		object := "&(" + w.expr(a.Object) + ")"
		if a.Action == "init" {
			w.call(&b, h.Construct,
				lower.InteropInit(h.Construct, object, fmt.Sprintf("__ompcc_dev_%d", id), a.Request))
			continue
		}
		w.call(&b, h.Construct,
			fmt.Sprintf("__ompcc_interop_%s(%s, (void **)%s, %d)", a.Action, descriptorOf(h), object, flags))
	}
	b.WriteString("}\n}")
	return b.String()
}
