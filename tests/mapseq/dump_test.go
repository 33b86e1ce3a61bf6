package mapseq

import (
	"os"
	"testing"
)

// TestWrite writes the program of -seed to the file that
// MAPSEQ_OUT names, for looking at a failure.
func TestWrite(t *testing.T) {
	out := os.Getenv("MAPSEQ_OUT")
	if out == "" {
		t.Skip("MAPSEQ_OUT is not set")
	}
	if err := os.WriteFile(out, []byte(Program(*seed, *shapes)), 0o666); err != nil {
		t.Fatal(err)
	}
}
