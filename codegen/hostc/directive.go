package hostc

// collectHostDirectives adds the edits that put directives which stay with the
// host compiler into words that it knows, and take away those that it may not
// see but that mean nothing to it.
func (w *writer) collectHostDirectives() {
	device := map[int]bool{}
	for _, h := range w.p.Host {
		device[h.Construct.Pragma.ID] = true
	}
	for _, c := range w.p.Tree.All {
		if c == nil || device[c.Pragma.ID] || deviceOnly[c.Kind] {
			continue
		}
		text, same := c.HostText()
		if same {
			continue
		}
		if text != "" {
			text = "#pragma omp " + text
		}
		w.edits = append(w.edits, &edit{start: c.Pragma.Start, end: c.Pragma.End, text: func() string { return text }, inline: true})
	}
}
