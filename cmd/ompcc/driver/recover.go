// Further analyses of a source with errors, which find what the first ones hide.

package driver

import (
	"slices"
	"strings"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/syntax"
)

// stages says which diagnostics an analysis had after its first stages.
type stages struct {
	marked, translated []*diag.Diagnostic
	checked, lowered   bool // the checks have run, and so has lowering
}

// stage is a part of the analysis. All but the one of C report all their errors at once.
type stage int

const (
	stageMark stage = iota
	stageC
	stageCheck
	stageLater
)

// of is the stage that x comes from.
func (s *stages) of(x *diag.Diagnostic) stage {
	switch {
	case slices.Contains(s.marked, x):
		return stageMark
	case slices.Contains(s.translated, x) || !s.checked:
		return stageC
	case !s.lowered:
		return stageCheck
	}
	return stageLater
}

// maxAnalyses bounds how often a file with errors is analysed.
const maxAnalyses = 60

// analyseRest finds the errors that those in diags hide. It erases what these are about and
// analyses the rest, until nothing new is found. An error that an erasure may have caused is
// not reported, and neither is one of a stage that has seen the whole file before. A text that is nested too deeply is
// not analysed further: what exceeds a limit would remain, and the host compiler and cc may take minutes for it.
func (r *result) analyseRest(draft *parse.Draft, diags *diag.List) {
	tooDeep := func(x *diag.Diagnostic) bool { return x.Code == diag.Nesting }
	if r.unit == nil || slices.ContainsFunc(diags.All, tooDeep) {
		return
	}
	found, last := diags.All, r
	done := stageMark // the last stage that has reported all that it finds
	for range maxAnalyses {
		progress := false
		for _, x := range found {
			if x.Severity == diag.Error {
				progress = draft.Erase(x, r.partAt) || progress
			}
		}
		if !progress {
			break
		}
		if last.reached.checked {
			done = stageCheck
		}
		next := &result{source: r.source, unit: draft.Unit(), again: true}
		list := &diag.List{}
		if !next.analyseAgain(list) || !list.HasErrors() {
			break
		}
		for _, x := range list.All {
			s := next.reached.of(x)
			if x.Severity == diag.Error && (s > done || s == stageC) && !draft.FollowsFrom(x) {
				diags.Add(x)
			}
		}
		found, last = list.All, next
	}
	draft.JudgeC(diags)
}

// analyseBroken finds the errors of a source beside those that its preprocessor reported in diags. It reads the text that
// the preprocessor left, which is nil if it ended early.
func (r *result) analyseBroken(unit *parse.Unit, diags *diag.List) {
	if unit == nil {
		return
	}
	r.unit = unit
	draft := unit.Draft()
	first := &result{source: r.source, unit: draft.Unit(), again: true}
	rest := &diag.List{}
	if !first.analyseAgain(rest) {
		return
	}
	preprocessor := len(diags.All)
	r.reached = first.reached
	draft.Reported(diags)
	r.analyseRest(draft, rest)
	diags.All = append(diags.All[:preprocessor], rest.All...)
}

// analyseAgain reports whether an analysis of a text with erasures came to an end.
func (r *result) analyseAgain(diags *diag.List) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	r.analyse(diags)
	return true
}

// partAt is the clause around byte off of a directive's text, and whether the directive declares nothing.
func (r *result) partAt(p *parse.Pragma, off int) (part parse.Part) {
	x := syntax.Parse(p, r.d.inv.Version, &diag.List{})
	if x == nil {
		return parse.Part{Opens: strings.Contains(p.Text, "begin") || strings.Contains(p.Text, "declare")} // unknown
	}
	part.Opens = x.Def.Assoc == spec.AssocBegin || x.Kind == spec.DeclareTarget && !strings.Contains(p.Text, "(")
	part.Executable = x.Def.Category == "executable" || x.Def.Category == "subsidiary"
	part.Standalone = x.Def.Assoc == spec.AssocNone
	for _, c := range x.Clauses {
		if c.Start <= off && off < c.End {
			part.Start, part.End = c.Start, c.End
		}
	}
	return part
}
