package abi

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the header that is made from the constants")

// TestHostHeader keeps the runtime's header the same text as what compiled
// programs contain.
func TestHostHeader(t *testing.T) {
	const file = "../capi/host.h"
	want := "/* Generated from rt/abi (go test ./rt/abi -update). */\n#ifndef OMPCC_HOST_H\n#define OMPCC_HOST_H\n\n" +
		HostDecls + ModuleDecls + "\n#endif\n"
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
		t.Errorf("%s differs from HostDecls and ModuleDecls; run go test ./rt/abi -update", file)
	}
}
