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
	words := []string{"map 'x'", "launch one", "copy to the device 'x'"}
	for value, logged := range map[string][]bool{"1": {true, true, true}, "-1": {true, true, true},
		"8": {true, false, false}, "0x10": {false, true, false}, "32": {false, false, true}, "0": {false, false, false},
		"summary": {false, false, false}} {
		cmd := exec.Command(exe)
		var log strings.Builder
		cmd.Env, cmd.Stderr = append(os.Environ(), "OMPCC_INFO="+value), &log
		if err := cmd.Run(); err != nil {
			t.Errorf("OMPCC_INFO=%s: %v", value, err)
		}
		for i, w := range words {
			if strings.Contains(log.String(), w) != logged[i] {
				t.Errorf("OMPCC_INFO=%s: want %v for %q\n%s", value, logged[i], w, log.String())
			}
		}
	}
}
