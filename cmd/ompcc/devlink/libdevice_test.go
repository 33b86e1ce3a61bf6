package devlink

import (
	"strings"
	"testing"
)

func TestBindLibdevice(t *testing.T) {
	const ir = `declare double @_Z3powdd(double %0, double %1)
declare float @_Z5frexpfPi(float, ptr)
declare double @_Z6sincosdPd(double %0, ptr %1)
declare double @_Z3sind(double %0)
declare double @_Z8lgamma_rdPi(double %0, ptr %1)
declare i32 @_Z5ilogbf(float %0)
`
	got := bindLibdevice(ir)
	for _, want := range []string{
		"declare double @__nv_pow(double, double)\n", "call double @__nv_pow(double %a0, double %a1)",
		"call float @__nv_frexpf(float %a0, ptr %a1)", "call double @__nv_cos(double %a0)", "store double %c, ptr %a1",
		"call i32 @__nv_ilogbf(float %a0)", "declare double @_Z8lgamma_rdPi(double %0, ptr %1)\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "declare double @__nv_sin(double)"); n != 1 {
		t.Errorf("the sine is declared %d times", n)
	}
}
