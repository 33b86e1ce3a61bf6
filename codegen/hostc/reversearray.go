package hostc

import (
	"fmt"
	"strings"

	"ompcc/codegen/hostc/spell"
	"ompcc/lower"
	"ompcc/parse/diag"
	"ompcc/pragma/tree"
)

// collectArrayCopies has a construct in a reverse-offload region work with arrays where its function has pointers.
func (w reverseWriter) collectArrayCopies(a lower.HostReverseArray) {
	c := a.Construct
	if a.Section {
		if w.sections == nil {
			w.sections = map[*tree.Construct]map[string]string{}
		}
		if w.sections[c] == nil {
			w.sections[c] = map[string]string{}
		}
		w.sections[c][a.Var.Name] = a.Var.Name + strings.ReplaceAll(a.Var.Dims, "[", "[0:")
		return
	}
	e := &edit{start: c.Start, end: c.End}
	e.text = func() string {
		e.open = true
		defer func() { e.open = false }()
		return strings.TrimPrefix(w.generated(c.Start),
			w.lineStart(c.Start)) + arrayAround(a) + w.user(c.Start) + string(w.copy(c.Start,
			c.End)) + w.generated(c.End-1) + arrayAfter(a)
	}
	w.edits = append(w.edits, e)
}

// arrayAround begins a block in which the array's name is that of another array.
func arrayAround(a lower.HostReverseArray) string {
	v := a.Var
	row := v.Dims[strings.IndexByte(v.Dims, ']')+1:]
	text := fmt.Sprintf("{ %s (*__ompcc_o_%s)%s = %s; %s %s%s;", v.Type, v.Name, row, v.Name, v.Type, v.Name, v.Dims)
	if a.In {
		text += fmt.Sprintf(" __builtin_memcpy((void *)%s, __ompcc_o_%s, sizeof %s);", v.Name, v.Name, v.Name)
	}
	return text + fmt.Sprintf(" (void)__ompcc_o_%s;\n", v.Name)
}

func arrayAfter(a lower.HostReverseArray) string {
	if v := a.Var; a.Out {
		return fmt.Sprintf("__builtin_memcpy((void *)__ompcc_o_%s, %s, sizeof %s); }", v.Name, v.Name, v.Name)
	}
	return "}"
}

// withSections has directive c's reductions name sections of such arrays.
func (w reverseWriter) withSections(c *tree.Construct, text string) string {
	names := w.sections[c]
	if len(names) == 0 {
		return text
	}
	var b strings.Builder
	depth, in := 0, 0 // of parentheses; of those of a reduction clause
	clause, listed := "", false
	for len(text) > 0 {
		n := tokenLen(text)
		tok := text[:n]
		text = text[n:]
		switch {
		case tok == "(":
			if depth++; strings.HasSuffix(clause, "reduction") {
				in, listed = depth, false
			}
		case tok == ")":
			if depth--; depth < in {
				in = 0
			}
		case tok == ":" && in > 0 && depth == in:
			listed = true
		}
		if s, ok := names[tok]; ok && listed && in > 0 && depth == in &&
			!strings.HasPrefix(strings.TrimSpace(text), "[") {
			tok = s
		}
		b.WriteString(tok)
		if strings.TrimSpace(tok) != "" {
			clause = tok
		}
	}
	return b.String()
}

// refuseSections reports a reduction of such an array by a directive that is written otherwise than as a directive.
func (w reverseWriter) refuseSections(c *tree.Construct, h spell.Text) {
	if len(w.sections[c]) > 0 && w.err == nil &&
		(h.Loops || h.Statement || reductionWriter{w.writer}.needsFunctions(c)) {
		w.err = &Error{Span: diag.Span{Pos: c.Pos(), Len: 1}, Code: diag.Unsupported,
			Message: "the reduction of an array that the reverse-offload region maps is not supported on this construct", Section: "5.2 §13.8"}
	}
}
