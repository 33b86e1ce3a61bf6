// The target_device selector set, which the running program answers (5.2 §7.1).

package lower

import (
	"fmt"
	"strings"

	"ompcc/lower/cexpr"
	"ompcc/parse/diag"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// deviceTraitNumbers are the traits as __ompcc_device_matches takes them.
var deviceTraitNumbers = map[string]int{"kind": 1, "arch": 2, "isa": 3, "uid": 4}

// defaultDevice is abi.DeviceDefault as a C expression of type long.
var defaultDevice = fmt.Sprintf("(%dL - 1)", abi.DeviceDefault+1)

// evalTargetDevice: the traits of the device that device_num names, or of the
// default device (5.2 §7.1). On the host only the running program knows them. In
// device code the set means the device that runs it.
func (x *context) evalTargetDevice(set *tree.TraitSet, s *selection) {
	device := defaultDevice
	if x.late != "" {
		device = x.late
	}
	l := min(len(x.constructs), 40)
	weight := map[string]int64{"kind": 1 << l, "arch": 2 << l, "isa": 4 << l}
	for _, t := range set.Traits {
		if t.Name != "device_num" || len(t.Props) == 0 || t.Props[0].Expr == nil {
			continue
		}
		if x.device && (x.late == "" || !x.u.valueBefore(x.around, t.Props[0].Expr.Node)) {
			x.u.errorf(t.Span.Pos, diag.DeviceNumOnDevice, "selector 'device_num' is not allowed in device code").
				WithSection("5.2 §7.1").WithFix("use device={…}, or move the metadirective to host code")
			s.never = true
			return
		}
		device = paren(t.Props[0].Expr)
	}
	for _, t := range set.Traits {
		if t.Name == "device_num" {
			continue
		}
		s.scored(t, weight[t.Name])
		for _, p := range t.Props {
			if x.device && x.late == "" {
				s.never = s.never || !x.traits().has(t.Name, strings.ToLower(strings.Trim(p.Word, `"`)))
				continue
			}
			s.user = append(s.user, x.asked(p, device, t.Name))
		}
	}
}

// asked is the host's question whether a device has a trait.
func (x *context) asked(p *tree.TraitProp, device, trait string) *tree.Expr {
	x.u.prog.Runtime = true
	return &tree.Expr{Span: p.Span, Text: cexpr.Expand("DEVICE_MATCHES", device,
		fmt.Sprint(deviceTraitNumbers[trait]), cexpr.Quote(strings.Trim(p.Word, `"`)))}
}
