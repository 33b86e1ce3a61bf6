package driver

import (
	"errors"
	"os"

	"ompcc/cmd/ompcc/report"
	"ompcc/lower/region"
	"ompcc/parse/diag"
)

// Inputs named *.region hold region IR, as -emit-region writes it. They have device code only:
// their objects hold that beside an empty host side.

// firstRegion is the first input that holds region IR, or nil.
func (d *driver) firstRegion() *Input {
	for _, in := range d.inv.Inputs {
		if in.Path != "" && in.language() == langRegion {
			return in
		}
	}
	return nil
}

// compileRegion reads region IR and makes device code of it.
func (s *source) compileRegion() (*result, error) {
	if s.d.inv.Mode == ModeEmitC {
		return nil, report.Problemf(diag.RegionHost, "'%s' holds region IR, which has no host side", s.in.Path).
			WithFix("use -emit-c with a C source")
	}
	text, err := os.ReadFile(s.in.Path)
	if err != nil {
		return nil, missingFile(s.in.Path)
	}
	diags := &diag.List{}
	r := &result{source: s, host: []byte("\n")}
	r.region = readRegion(s.in.Path, string(text), diags)
	if !diags.HasErrors() {
		err = errors.Join(r.emitDevice(diags), r.addPage())
	}
	if err := errors.Join(s.d.messages.Print(diags, nil), s.d.showRemarks(r.remarks, s.recordName(), nil)); err != nil {
		return nil, err
	}
	return r, errors.Join(err, r.keepStages())
}

// readRegion parses and verifies region IR.
func readRegion(file, text string, diags *diag.List) *region.Module {
	m, err := region.Parse(file, text)
	var e *region.SyntaxError
	if errors.As(err, &e) {
		diags.Errorf(diag.Span{Pos: e.Pos}, diag.RegionSyntax, "%s", e.Message).
			WithFix("follow the grammar in docs/region-ir.md")
		return nil
	}
	for _, err := range region.Verify(m) {
		diags.Errorf(diag.Span{Pos: diag.Pos{File: file}}, diag.RegionRule, "%s", err).
			WithFix("follow the rules in docs/region-ir.md")
	}
	return m
}

// emitDevice adds the code of r's module for each target.
func (r *result) emitDevice(diags *diag.List) error {
	if err := r.d.checkHostFlags(diags); err != nil {
		return err
	}
	for _, t := range r.d.inv.Targets {
		if err := r.emitFor(r.region, t, diags); err != nil {
			return err
		}
	}
	return nil
}
