package driver

import (
	"slices"

	"ompcc/parse"
	"ompcc/parse/diag"
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
// not reported, and neither is one of a stage that has seen the whole file before.
func (r *result) analyseRest(draft *parse.Draft, diags *diag.List) {
	if r.unit == nil || slices.ContainsFunc(diags.All, hidesC) {
		return
	}
	found, last := diags.All, r
	done := stageMark // the last stage that has reported all that it finds
	for range maxAnalyses {
		progress := false
		for _, x := range found {
			if x.Severity == diag.Error {
				progress = draft.Erase(x, r.clauseAt) || progress
			}
		}
		if !progress {
			break
		}
		if last.reached.checked {
			done = stageCheck
		}
		next := &result{source: r.source, unit: draft.Unit()}
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

// hidesC reports a diagnostic that leaves open how the C text around it is to be read.
func hidesC(x *diag.Diagnostic) bool {
	return x.Code == diag.BlockOnLine || x.Code == diag.SwallowedLine
}

// clauseAt is the range of the clause around byte off of a directive's text, empty if it is
// not in one.
func (r *result) clauseAt(p *parse.Pragma, off int) (start, end int) {
	x := syntax.Parse(p, r.d.inv.Version, &diag.List{})
	if x == nil {
		return 0, 0
	}
	for _, c := range x.Clauses {
		if c.Start <= off && off < c.End {
			return c.Start, c.End
		}
	}
	return 0, 0
}
