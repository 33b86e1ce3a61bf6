package abi

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the header that is made from the constants")

// TestHostHeader keeps the runtime's headers the same text as what compiled
// programs contain or refer to.
func TestHostHeader(t *testing.T) {
	header(t, "host.h", "OMPCC_HOST_H", HostDecls+ModuleDecls)
	header(t, "direct.h", "OMPCC_DIRECT_H",
		"#include \"host.h\"\n\n"+constantsHeader(t, "direct.go")+StepDecls+DirectDecls)
	header(t, "constants.h", "OMPCC_CONSTANTS_H", constantsHeader(t, "abi.go")+deviceKindDecls())
	header(t, "../sanitize/abi.h", "OMPCC_SANITIZE_ABI_H", SanitizeDecls)
}

func header(t *testing.T, file, guard, text string) {
	t.Helper()
	want := "/* Generated from rt/abi (go test ./rt/abi -update). */\n#ifndef " + guard + "\n#define " + guard + "\n\n" + text + "\n#endif\n"
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s differs from the text in this package; run go test ./rt/abi -update", file)
	}
}
