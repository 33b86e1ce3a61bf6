package doctor

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"ompcc/codegen/target"
)

// probe is the program that each kind of device executes: it prints "ok" only if a device has.
const probe = `#include <omp.h>
#include <stdio.h>
int main(void) {
  int a[100], host = 1, sum = 0;
  for (int i = 0; i < 100; i++)
    a[i] = i;
  #pragma omp target teams distribute parallel for map(to: a) map(from: host) reduction(+: sum)
  for (int i = 0; i < 100; i++) {
    sum += a[i];
    if (i == 0)
      host = omp_is_initial_device();
  }
  printf("%s on %d devices\n", sum == 4950 && !host ? "ok" : "wrong", omp_get_num_devices());
  return sum != 4950 || host;
}
`

// devices compiles the probe for each kind of device and runs it there: on the CPU device, the emulated ones, and the
// GPUs that the machine has.
func (d *doctor) devices() error {
	const group = "A program on each kind of device"
	self, err := os.Executable()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "ompcc-doctor")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	source := filepath.Join(dir, "probe.c")
	if err := os.WriteFile(source, []byte(probe), 0o666); err != nil {
		return err
	}
	for _, t := range target.All() {
		compile := func(arch string) []string {
			flags := []string{"-O2", "-fopenmp-targets=" + t.Family.Name}
			if arch != "" {
				flags = append(flags, "--offload-arch="+arch)
			}
			return flags
		}
		if t.Driver == "" {
			d.device(group, t.Family.Name, Failed, self, source, compile(""), "")
			continue
		}
		if d.drivers[t.Driver] { // there may be a driver without a GPU
			d.device(group, t.Family.Name, Missing, self, source, compile("native"), "")
		}
		d.device(group, t.Family.Name+", emulated", Failed, self, source, compile(t.EmulatedArch), t.Family.Name)
	}
	return nil
}

// device compiles and runs the probe for one kind of device; bad is the state if it does not run.
func (d *doctor) device(group, name, bad, self, source string, flags []string, emulate string) {
	program := filepath.Join(filepath.Dir(source), strings.ReplaceAll(name, " ", "-"))
	if out, err := exec.Command(self, append(flags, source, "-o", program)...).CombinedOutput(); err != nil {
		d.add(group, name, bad, "the program does not compile: "+lastLine(out), "mend what is missing above")
		return
	}
	run := exec.Command(program)
	run.Env = append(os.Environ(), "OMPCC_EMULATE="+emulate, "OMP_TARGET_OFFLOAD=MANDATORY")
	out, err := run.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err == nil:
		d.add(group, name, OK, lastLine(out), "")
	case errors.As(err, &exit):
		d.add(group, name, bad, lastLine(out), "OMPCC_INFO=1 logs what such a program does")
	default:
		d.add(group, name, bad, err.Error(), "see whether "+program+" may be executed")
	}
}

func lastLine(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[len(lines)-1]
}
