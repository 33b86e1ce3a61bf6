package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ompcc/cmd/ompcc/driver"
	"ompcc/parse"
)

func TestParseFlags(t *testing.T) {
	targets := func(inv *driver.Invocation) string {
		var s []string
		for _, t := range inv.Targets {
			s = append(s, t.Name+"/"+t.Arch)
		}
		return strings.Join(s, " ")
	}
	for _, c := range []struct {
		args string
		want string
		get  func(*driver.Invocation) string
	}{
		{"a.c", "cpu/x86-64", targets},
		{"-fopenmp-targets=nvptx,amdgcn a.c", "nvptx/sm_80 amdgcn/gfx90a", targets},
		{"-fopenmp-targets=nvptx64-nvidia-cuda a.c", "nvptx/sm_80", targets},
		{"-fopenmp-targets=x86_64 a.c", "cpu/x86-64", targets},
		{"-target aarch64-linux-gnu a.c", "cpu/generic", targets},
		{"--target=aarch64-linux-gnu -fopenmp-targets=cpu,aarch64-linux-gnu,nvptx a.c", "cpu/generic nvptx/sm_80",
			targets},
		{"-fopenmp-targets=cpu,x86_64,nvptx,nvptx64-nvidia-cuda,cpu --offload-arch=sm_80,sm_80,sm_90 a.c",
			"cpu/x86-64 nvptx/sm_80 nvptx/sm_90", targets},
		{"--offload-arch=sm_90,gfx90a a.c", "nvptx/sm_90 amdgcn/gfx90a", targets},
		{"-fopenmp-targets=nvptx --offload-arch=sm_70 --offload-arch=sm_90 a.c", "nvptx/sm_70 nvptx/sm_90", targets},
		{"-fopenmp-targets=cpu,nvptx -Xopenmp-target=nvptx64-nvidia-cuda -march=sm_75 a.c", "cpu/x86-64 nvptx/sm_75",
			targets},
		{"-fopenmp-targets=nvptx -Xopenmp-target -march=sm_75 a.c", "nvptx/sm_75", targets},
		{"-c -O3 -o x.o a.c", "x.o 3", func(i *driver.Invocation) string { return i.Output + " " + i.OptLevel }},
		{"-ox.o -c a.c", "x.o", func(i *driver.Invocation) string { return i.Output }},
		{"-obuildx.o -c a.c", "buildx.o", func(i *driver.Invocation) string { return i.Output }},
		{"-I inc -DX=1 -U Y -include h.h -isystem s a.c", "-Iinc -DX=1 -UY -include h.h -isystem s", func(i *driver.Invocation) string { return strings.Join(i.HostArgs, " ") }},
		{"a.c -Wl,-z,now b.o -L d -lfoo -Xlinker -y", "a.c|-Wl,-z,now|b.o|-Ld|-lfoo|-Xlinker -y", inputList},
		{"-x c a.txt -x none b.o", "a.txt:c|b.o:", func(i *driver.Invocation) string {
			return i.Inputs[0].Path + ":" + i.Inputs[0].Lang + "|" + i.Inputs[1].Path + ":" + i.Inputs[1].Lang
		}},
		{"-MD -MF d.d -MTx -c a.c", "-MD -MF d.d -MT x", func(i *driver.Invocation) string { return strings.Join(i.DepArgs, " ") }},
		{"-Wp,-MMD,d.d,-MT,x,-DA,-MP -c a.c", "-MMD -MF d.d -MT x -MP|-Wp,-DA", func(i *driver.Invocation) string {
			return strings.Join(i.DepArgs, " ") + "|" + strings.Join(i.HostArgs, " ")
		}},
		{"-u f -z now -B dir -e main -Xlinker -z -Xlinker now --sysroot / a.c",
			"-u f|-z now|-e main|-Xlinker -z|-Xlinker now|a.c", inputList},
		{"-foffload=nvptx-none,amdgcn-amdhsa a.c", "nvptx/sm_80 amdgcn/gfx90a", targets},
		{"-foffload=nvptx-none -foffload=-lm a.c", "nvptx/sm_80", targets},
		{"-foffload=nvptx-none=-lm a.c", "nvptx/sm_80", targets},
		{"-foffload=nvptx-none -foffload-options=-march=sm_90 a.c", "nvptx/sm_90", targets},
		{"-foffload=nvptx-none,amdgcn-amdhsa -foffload-options=nvptx-none=-misa=sm_75 -foffload-options=amdgcn-amdhsa=-march=gfx908 a.c", "nvptx/sm_75 amdgcn/gfx908", targets},
		{"-fopenmp-targets=nvptx -Xopenmp-target=nvptx64 --offload-arch=sm_75 a.c", "nvptx/sm_75", targets},
		{"-fno-openmp a.c", "true", noOpenMP},
		{"-fno-openmp -fopenmp a.c", "false", noOpenMP},
		{"-fopenmp-simd a.c", "true", noOpenMP},
		{"-fopenmp-simd -fopenmp a.c", "false", noOpenMP},
		{"-fopenmp-cuda-mode --libomptarget-nvptx-bc-path=x a.c", "", func(i *driver.Invocation) string { return strings.Join(i.HostArgs, " ") }},
		{"-Wno-omp-unmapped-pointer -Wall -c a.c", "-Wall", func(i *driver.Invocation) string { return strings.Join(i.HostArgs, " ") }},
		{"-fsome-new-flag a.c", "-fsome-new-flag", func(i *driver.Invocation) string { return strings.Join(i.HostArgs, " ") }},
		{"-fsanitize=address,offload,undefined a.c", "true -fsanitize=address,undefined " + checkedMacro, checkedFlags},
		{"-fsanitize=offload -fno-sanitize=offload a.c", "false ", checkedFlags},
		{"-fsanitize=thread a.c", "false -fsanitize=thread", checkedFlags},
		{"-fsanitize=offload -fopenmp-targets=cpu,nvptx a.c", "true " + checkedMacro, checkedFlags},
		{"-fopenmp a.c", "", func(i *driver.Invocation) string { return strings.Join(i.HostArgs, " ") }},
	} {
		inv, err := parseFlags(strings.Fields(c.args))
		if err != nil {
			t.Errorf("%s: %v", c.args, err)
			continue
		}
		if got := c.get(inv); got != c.want {
			t.Errorf("%s: got %q, want %q", c.args, got, c.want)
		}
	}
}

func noOpenMP(i *driver.Invocation) string { return fmt.Sprint(i.NoOpenMP) }

func checkedFlags(i *driver.Invocation) string {
	return fmt.Sprint(i.Checked, " ", strings.Join(i.HostArgs, " "))
}

func inputList(inv *driver.Invocation) string {
	var s []string
	for _, in := range inv.Inputs {
		if in.Path != "" {
			s = append(s, in.Path)
		} else {
			s = append(s, strings.Join(in.Args, " "))
		}
	}
	return strings.Join(s, "|")
}

func TestModes(t *testing.T) {
	for args, want := range map[string]driver.Mode{
		"a.c": driver.ModeLink, "-c a.c": driver.ModeCompile, "-S a.c": driver.ModeAssemble,
		"-E a.c": driver.ModePreprocess, "-MM a.c": driver.ModePreprocess,
		"-fsyntax-only a.c": driver.ModeSyntax, "-emit-c a.c": driver.ModeEmitC,
		"-emit-region a.c":             driver.ModeEmitRegion,
		"--offload-device-only -S a.c": driver.ModeDevice, "--offload-device-only -S -emit-llvm a.c": driver.ModeDevice,
		"--version": driver.ModeInfo,
	} {
		inv, err := parseFlags(strings.Fields(args))
		if err != nil || inv.Mode != want {
			t.Errorf("%s: mode %v, %v, want %v", args, inv, err, want)
		}
	}
}

func TestFlagErrors(t *testing.T) {
	for args, want := range map[string]string{
		"":                           "no input files",
		"-o":                         "missing argument to '-o'",
		"-c -o x a.c b.c":            "-o names one output",
		"-fopenmp-targets=nvtpx a.c": "unknown offload target 'nvtpx'",
		"-fopenmp-version=99 a.c":    "unknown OpenMP version '99'",
		"-emit-llvm a.c":             "-emit-llvm goes with -S or -c",
		"-foffload=disable a.c":      "unsupported option '-foffload=disable'",
		"-foffload=-O3 a.c":          "unsupported option '-O3' in '-foffload-options'",
		"-Xoffload-linker -v a.c":    "unsupported option '-Xoffload-linker'",
		"-Xcuda-ptxas -v a.c":        "unsupported option '-Xcuda-ptxas'",
		"-Xopenmp-target -O3 a.c":    "option '-O3' cannot be set for one target",
		"-fdiagnostics-format=xml":   "the values are text, json and sarif",
		"-save-temps=here a.c":       "cwd and obj",
		"-fopenmp-targets=nvptx --offload-arch=sm_1 a.c": "no architecture 'sm_1'",
	} {
		_, err := parseFlags(strings.Fields(args))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", args, err, want)
		}
	}
}

func TestResponseFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "args")
	if err := os.WriteFile(file, []byte("-DA='x y' \"-DB=1\"\n-c a\\ b.c"), 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := expandResponseFiles([]string{"-v", "@" + file, "@/does/not/exist"}, 0)
	want := []string{"-v", "-DA=x y", "-DB=1", "-c", "a b.c", "@/does/not/exist"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

func TestCompileArgs(t *testing.T) {
	got := parse.CompileArgs([]string{"-Ix", "-O2", "-include", "a.h", "-DX", "-std=c11", "-isystem", "d", "-fPIC"})
	if want := []string{"-O2", "-std=c11", "-fPIC"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestForeignArch: an architecture, or an argument, of a target that the command does
// not have is an error.
func TestForeignArch(t *testing.T) {
	for line, want := range map[string]string{
		"-fopenmp-targets=nvptx --offload-arch=gfx90a":                           "architecture 'gfx90a' belongs to target 'amdgcn', but the targets are 'nvptx'",
		"-fopenmp-targets=amdgcn --offload-arch=gfx90a,sm_80":                    "architecture 'sm_80' belongs to target 'nvptx', but the targets are 'amdgcn'",
		"-fopenmp-targets=cpu --offload-arch=sm_80":                              "architecture 'sm_80' belongs to target 'nvptx', but the targets are 'cpu'",
		"-fopenmp-targets=nvptx -Xopenmp-target=amdgcn-amd-amdhsa -march=gfx90a": "-Xopenmp-target=amdgcn-amd-amdhsa: the targets are 'nvptx'",
		"-fopenmp-targets=nvptx --offload-arch=native,znver3":                    "'znver3' is an architecture of cpu",
		"-fopenmp-targets=": "names no target",
		"-fopenmp-targets=nvptx,amdgcn --offload-arch=sm_80,gfx90a":                       "",
		"--offload-arch=sm_80,gfx90a":                                                     "",
		"-fopenmp-targets=nvptx64-nvidia-cuda -Xopenmp-target=nvptx64 -march=sm_70":       "",
		"-fopenmp-targets=nvptx,cpu -Xopenmp-target=x86_64-pc-linux-gnu -march=x86-64-v3": "",
	} {
		_, err := parseFlags(append(strings.Fields(line), "x.c"))
		switch {
		case want == "" && err != nil && !strings.Contains(err.Error(), "native"):
			t.Errorf("%s: %v", line, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want) &&
			!strings.Contains(err.Error(), "native")):
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}
