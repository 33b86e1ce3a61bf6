package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestInfoBits: OMPCC_INFO chooses what is logged by the bits of LIBOMPTARGET_INFO.
func TestInfoBits(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "info")
	compileC(t, "gcc", "testdata/info.c", libompcc(t), "-lpthread", "-ldl", "-o", exe)
	words := []string{"argument tofrom(x): 4 bytes at 0x", "'x' is mapped already: 4 bytes at ",
		"mapped when one has ended:\nompcc: device 0:   'x': 4 bytes at ", "map 'x'", "launch one",
		"copy to the device 'x'"}
	for variable, bits := range map[string]int{"OMPCC_INFO=1": 56, "OMPCC_INFO=-1": 63, "LIBOMPTARGET_INFO=1": 1,
		"OMPCC_INFO=2": 2, "OMPCC_INFO=4": 4, "OMPCC_INFO=8": 8, "OMPCC_INFO=0x10": 16, "OMPCC_INFO=32": 32,
		"OMPCC_INFO=0": 0, "OMPCC_INFO=0x15": 21, "LIBOMPTARGET_INFO=-1": 63, "OMPCC_INFO=summary": 0} {
		cmd := exec.Command(exe)
		var log strings.Builder
		cmd.Env, cmd.Stderr = append(os.Environ(), variable), &log
		if err := cmd.Run(); err != nil {
			t.Errorf("%s: %v", variable, err)
		}
		for i, w := range words {
			if logged := bits&(1<<i) != 0; strings.Contains(log.String(), w) != logged {
				t.Errorf("%s: want %v for %q\n%s", variable, logged, w, log.String())
			}
		}
		if bits&2 != 0 && !strings.Contains(log.String(), ", count 1, since ") {
			t.Errorf("%s: the count of what is mapped is missing\n%s", variable, log.String())
		}
	}
}
