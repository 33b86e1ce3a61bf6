package ptx

import (
	"reflect"
	"testing"
)

// TestSection: sections keep their text, also where comments hide them from an assembler, and are read on demand.
func TestSection(t *testing.T) {
	m, err := Parse(".version 7.0\n.target sm_80\n.address_size 64\n" +
		"//ompcc: \t.section\t.debug_loc\n//ompcc: \t{\n//ompcc: $L__debug_loc0:\n//ompcc: .b64 $L__tmp3, $L__tmp7-$L__func_begin0\n" +
		"//ompcc: .b8 255 // comment\n//ompcc: .b32 .debug_info+4\n//ompcc: \t}\n\t.section\t.debug_macinfo\t{\t}\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Sections) != 2 || m.Sections[0].Name != ".debug_loc" || m.Sections[1].Name != ".debug_macinfo" {
		t.Fatalf("%+v", m.Sections)
	}
	d, err := ParseSection(m.Sections[0])
	if err != nil {
		t.Fatal(err)
	}
	want := &Data{Size: 21, Labels: map[string]uint64{"$L__debug_loc0": 0}, Values: []Datum{
		{Offset: 0, Size: 8, Symbol: "$L__tmp3"}, {Offset: 8, Size: 8, Symbol: "$L__tmp7", Minus: "$L__func_begin0"},
		{Offset: 16, Size: 1, Bits: 255}, {Offset: 17, Size: 4, Symbol: ".debug_info", Bits: 4}}}
	if !reflect.DeepEqual(d, want) {
		t.Errorf("%+v, not %+v", d, want)
	}
	if d, err := ParseSection(m.Sections[1]); err != nil || d.Size != 0 {
		t.Errorf("an empty section: %+v, %v", d, err)
	}
	for _, bad := range []string{".b8", ".b9 1", "1", ".b8 1 2"} {
		if _, err := ParseSection(Section{".debug_info", bad}); err == nil {
			t.Errorf("%q is no error", bad)
		}
	}
}
