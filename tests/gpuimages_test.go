package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGPUImages compiles the device code of examples and run tests for both
// kinds of GPU. The PTX must be accepted by ptxas ($OMPCC_PTXAS, or the one in
// PATH), the AMD code objects by llvm-readobj with kernels in their metadata.
// OMPCC_ALL_IMAGES=1 takes every run test instead of each sixteenth.
func TestGPUImages(t *testing.T) {
	cc := ompcc(t)
	sources := deviceSources(t)
	t.Run("nvptx", func(t *testing.T) {
		ptxas := os.Getenv("OMPCC_PTXAS")
		if ptxas == "" {
			ptxas, _ = exec.LookPath("ptxas")
		}
		if ptxas == "" {
			t.Skip("no ptxas (set OMPCC_PTXAS): PTX IS NOT VERIFIED")
		}
		for _, src := range sources {
			ptx := filepath.Join(t.TempDir(), "image.ptx")
			if imageOf(t, cc, src, "nvptx", "-S", ptx) {
				tool(t, src, ptxas, "-arch=sm_80", ptx, "-o", os.DevNull)
			}
		}
	})
	t.Run("amdgcn", func(t *testing.T) {
		readobj := ""
		for _, name := range []string{"llvm-readobj-19", "llvm-readobj-22", "llvm-readobj"} {
			if p, err := exec.LookPath(name); err == nil {
				readobj = p
				break
			}
		}
		if readobj == "" {
			t.Skip("no llvm-readobj: AMD CODE OBJECTS ARE NOT VERIFIED")
		}
		for _, src := range sources {
			object := filepath.Join(t.TempDir(), "image.co")
			if !imageOf(t, cc, src, "amdgcn", "-c", object) {
				continue
			}
			notes := tool(t, src, readobj, "--notes", "--symbols", object)
			if !strings.Contains(notes, "__ompcc_k_") {
				continue // only functions and variables
			}
			for _, want := range []string{"amdhsa.kernels", ".kernarg_segment_size", ".vgpr_count"} {
				if !strings.Contains(notes, want) {
					t.Errorf("%s: no %s in the metadata of the code object", src, want)
				}
			}
		}
	})
}

// deviceSources are C files with target regions and without external functions.
func deviceSources(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, pattern := range []string{"../examples/*/*.c", "cases/*/*.c"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		step := 1
		if strings.HasPrefix(pattern, "cases") && os.Getenv("OMPCC_ALL_IMAGES") == "" {
			step = 16
		}
		for i := 0; i < len(files); i += step {
			if !strings.Contains(files[i], "diagnostics/") && !strings.HasSuffix(files[i], ".host.c") && !strings.Contains(files[i], "cases/c/") {
				list = append(list, files[i])
			}
		}
	}
	return list
}

// imageOf compiles the device code of src; false: it has none, or uses what
// another file defines.
func imageOf(t *testing.T, cc, src, target, stage, out string) bool {
	t.Helper()
	msg, err := exec.Command(cc, "-fopenmp-targets="+target, "--offload-device-only", stage, src, "-o", out).CombinedOutput()
	if err == nil {
		text, err := os.ReadFile(out)
		return err == nil && (stage != "-S" || !strings.Contains(string(text), ".extern .func"))
	}
	for _, known := range []string{"[no-device-code]", "[host-unknown]", "[undefined-device-symbol]"} {
		if strings.Contains(string(msg), known) {
			return false
		}
	}
	t.Errorf("%s for %s: %v\n%s", src, target, err, msg)
	return false
}

func tool(t *testing.T, src, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Errorf("%s: %s: %v\n%s", src, filepath.Base(name), err, out)
	}
	return string(out)
}
