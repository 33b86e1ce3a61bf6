package hostc

import (
	"fmt"
	"sort"
	"strings"

	"ompcc/codegen/hostc/spell"
	"ompcc/lower"
	"ompcc/pragma/spec"
	"ompcc/rt/abi"
)

// isTask reports whether the construct's target task may be deferred or has
// dependences, so that the host's task machinery must order it.
func isTask(h *lower.HostConstruct) bool { return h.NoWait || h.TaskClauses != "" }

// taskPragma is the directive that makes the runtime call a task of the host
// (OpenMP 5.2 §13.8: a target task). Without nowait it is an included task: the
// encountering thread waits for it, and it for its dependences.
func (w taskWriter) taskPragma(h *lower.HostConstruct) string {
	id := h.Construct.Pragma.ID
	own := []string{spell.Launch(h.Construct)}
	if len(h.Items) > 0 {
		own = append(own, fmt.Sprintf("__ompcc_a_%d", id))
	}
	for i, it := range h.Items {
		if it.Rect != nil && len(it.Iter) == 0 {
			own = append(own, rectName(id, i))
		}
	}
	clauses := []string{"default(shared)",
		"firstprivate(" + strings.Join(append(own, w.capturedNames(h)...), ", ") + ")"}
	all := w.opts.Host.WaitsForAll(h.Construct)
	known := w.knownDepend(h, knownNowait(h))
	switch {
	case all && nowaitArg(h) != "":
		known = strings.Replace(known, "if("+nowaitName(h)+")", "if(0)", 1)
	case all, !deferrable(h):
		clauses = append(clauses, "if(0)")
	}
	if known != "" {
		clauses = append(clauses, w.expr(known))
	}
	text := "#pragma omp task " + strings.Join(clauses, " ") + "\n"
	if all {
		return "#pragma omp taskwait\n" + text
	}
	return text
}

// knownDepend replaces in a task's clauses the dependences that the host compiler
// does not know as they are written.
func (w taskWriter) knownDepend(h *lower.HostConstruct, clauses string) string {
	for _, cl := range h.Construct.All(spec.DependClause) {
		clauses = strings.Replace(clauses, strings.TrimSpace(h.Construct.DependText(cl)),
			strings.TrimSpace(spell.Depend(h.Construct, cl, w.opts.Host)), 1)
	}
	return clauses
}

// nowaitArg is the argument of nowait, which decides when the program runs whether
// the task may be deferred (OpenMP 6.0 §17.6), "" without one.
func nowaitArg(h *lower.HostConstruct) string {
	if cl := h.Construct.Clause(spec.NowaitClause); cl != nil && len(cl.Exprs) > 0 {
		return strings.TrimSpace(cl.Exprs[0].Text)
	}
	return ""
}

// nowaitName is the variable with the argument's value: the host's task and the
// runtime must not get different ones.
func nowaitName(h *lower.HostConstruct) string {
	return fmt.Sprintf("__ompcc_w_%d", h.Construct.Pragma.ID)
}

// knownNowait are the task's clauses with the argument of nowait evaluated.
func knownNowait(h *lower.HostConstruct) string {
	if arg := nowaitArg(h); arg != "" {
		return strings.Replace(h.TaskClauses, "if("+arg+")", "if("+nowaitName(h)+")", 1)
	}
	return h.TaskClauses
}

// deferrable reports whether the target task may be executed later.
func deferrable(h *lower.HostConstruct) bool { return h.NoWait && !capturesVLA(h) }

// capturesVLA reports whether a variable length array is firstprivate. No host
// compiler accepts one on a task, so the task is not deferred: its copy is made
// while the original still has its value. Neither is a task whose items have
// iterators: their arguments are an array of the encountering thread's.
func capturesVLA(h *lower.HostConstruct) bool {
	for _, it := range h.Items {
		if len(it.Iter) > 0 {
			return true
		}
		if it.Kind == abi.ItemCopy && isVLA(it.Decl) {
			return true
		}
	}
	for _, s := range h.Shadows {
		if s.Init && isVLA(s.Decl) {
			return true
		}
	}
	return false
}

// capturedNames are the variables whose values the target task keeps: what is
// firstprivate on the target construct, and the pointers that sections go
// through. The storage that is mapped is shared.
func (w taskWriter) capturedNames(h *lower.HostConstruct) []string {
	names := map[string]bool{}
	for _, t := range h.Temps {
		names[t.Name] = true
	}
	for _, it := range h.Items {
		if it.Decl == nil || isVLA(it.Decl) || it.InTask {
			continue
		}
		switch it.Kind {
		case abi.ItemValue, abi.ItemCopy, abi.ItemPointer:
			names[it.Decl.Name()] = true
		case abi.ItemMap:
			if isPointer(it.Decl) && it.Flags&abi.FlagSection != 0 {
				names[it.Decl.Name()] = true
			}
		case abi.ItemDevicePtr:
			if isPointer(it.Decl) {
				names[it.Decl.Name()] = true
			}
		}
	}
	for _, s := range h.Shadows {
		if s.Init && !isVLA(s.Decl) {
			names[s.Name] = true
		}
	}
	for name, expr := range w.rename {
		if name != expr {
			delete(names, name)
		}
	}
	list := make([]string, 0, len(names))
	for name := range names {
		list = append(list, name)
	}
	sort.Strings(list)
	return list
}

// captured fills, inside the task, the arguments that must give the addresses
// of the task's own copies.
func (w taskWriter) captured(b *strings.Builder, h *lower.HostConstruct) {
	for i, it := range h.Items {
		if it.Kind == abi.ItemValue || it.Kind == abi.ItemCopy || it.InTask {
			w.assignArg(b, h.Construct.Pragma.ID, i, it)
		} else if it.Rect != nil && len(it.Iter) == 0 {
			id := h.Construct.Pragma.ID
			fmt.Fprintf(b, "__ompcc_a_%d[%d].begin = &%s;\n", id, i, rectName(id, i))
		}
	}
}
