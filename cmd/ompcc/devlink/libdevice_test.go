package devlink

import (
	"strings"
	"testing"

	"ompcc/codegen"
)

func TestBindings(t *testing.T) {
	got, rest := bindings([]codegen.Declaration{
		{Name: "_Z3powdd", Ret: "double", Params: []string{"double", "double"}},
		{Name: "_Z5frexpfPi", Ret: "float", Params: []string{"float", "ptr"}},
		{Name: "_Z6sincosdPd", Ret: "double", Params: []string{"double", "ptr"}},
		{Name: "_Z3sind", Ret: "double", Params: []string{"double"}},
		{Name: "_Z8lgamma_rdPi", Ret: "double", Params: []string{"double", "ptr"}},
		{Name: "_Z5ilogbf", Ret: "i32", Params: []string{"float"}}, {Name: "malloc", Ret: "ptr"},
	})
	if len(rest) != 1 || rest[0].Name != "_Z8lgamma_rdPi" {
		t.Errorf("left: %v", rest)
	}
	for _, want := range []string{
		"declare double @__nv_pow(double, double)\n", "call double @__nv_pow(double %a0, double %a1)",
		"call float @__nv_frexpf(float %a0, ptr %a1)", "call double @__nv_cos(double %a0)", "store double %c, ptr %a1",
		"call i32 @__nv_ilogbf(float %a0)",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "declare double @__nv_sin(double)"); n != 1 {
		t.Errorf("the sine is declared %d times", n)
	}
}
