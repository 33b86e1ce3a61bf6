// The table of options and environment variables, and the help texts generated from it.

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ompcc/parse/diag"

	"ompcc/cmd/ompcc/driver"
	"ompcc/cmd/ompcc/report"
	"ompcc/codegen/target"
)

// An option is a row of the table of ompcc's own options and environment variables. The functions below
// generate --help, the manual page, the shell completions and docs/options.md from it.
type option struct {
	name string // the spelling: "-fopenmp-targets=", "OMPCC_CC"
	arg  string // the argument's name, empty for an option without one
	text string // one sentence for --help
	more string // what docs/options.md and the manual page add, or empty
}

func (o option) spelling() string { return o.name + o.arg }

// A group is a section of the table.
type group struct {
	title   string
	options []option
}

// optionGroups lists the options that ompcc adds to those of the host compiler.
var optionGroups = []group{
	{"Targets", []option{
		{"-fopenmp-targets=", "LIST", "Compile device code for these targets.",
			"`cpu` (the default), `nvptx`, `amdgcn` or LLVM triples, separated by commas. `spirv64` shows the code of simple loops (`--offload-device-only`). At run time the program takes each device for which it has code."},
		{"--offload-arch=", "LIST", "Compile device code for these GPU architectures.",
			"`sm_80`, `gfx90a`, `gfx9-generic` (a family of AMD GPUs), … or `native`, the GPUs of this machine. The program takes the best match at run time; otherwise the driver compiles the PTX. `--cuda-gpu-arch=` is another name."},
		{"-Xopenmp-target=", "TRIPLE -march=ARCH", "Set the architecture of one target.",
			"`-mcpu=` and `--offload-arch=` work in place of `-march=`."},
		{"-target ", "TRIPLE",
			"Compile the program for another processor, aarch64-linux-gnu, and its CPU device with it.",
			"`--target=TRIPLE` means the same. The host compiler is clang where there is an OpenMP library for the processor, else `TRIPLE-gcc`. `make aarch64` builds the runtime. With `OMPCC_CC=aarch64-linux-gnu-gcc` the option is not needed."},
		{"--cuda-path=", "DIR", "Use the CUDA toolkit in this folder.",
			"With a toolkit `ptxas` adds machine code, and mathematical functions come from CUDA's libdevice instead of libclc."},
		{"-foffload=", "LIST", "Read gcc's spelling of the target list.",
			"`disable`, `nvptx-none`, `amdgcn-amdhsa`, or options as `-foffload=-lm`. `-foffload-options=` is taken, too."},
	}},
	{"OpenMP", []option{
		{"-fopenmp-version=", "NN", "Choose the version of OpenMP: 45, 50, 51, 52 (default), 60 or 61.", ""},
		{"-fno-openmp", "", "Ignore OpenMP's directives.",
			"OpenMP is on without any option. `-fopenmp-simd` honours the simd directives alone."},
		{"-fopenmp-deterministic-reductions", "", "Combine the results of teams in a fixed order on GPUs.",
			"Every run with the same grid has bitwise the same result; see [reductions.md](reductions.md)."},
		{"-fopenmp-offload-mandatory", "",
			"Never execute target regions on the host for want of a device: end the program instead.",
			"`OMP_TARGET_OFFLOAD=MANDATORY` does the same for a whole run. With `OMP_TARGET_OFFLOAD=DISABLED` the host executes them all the same."},
		{"-fopenmp-task-events", "", "Let device tasks wait for tasks with events (detach) of other files.",
			"Without this option such a task waits on the spot, and the link step warns."},
		{"-fno-openmp-map-noalias", "", "Assume that mapped pointers may overlap.",
			"By default the compiler assumes that two mapped sections do not overlap unless the program shows that they do."},
	}},
	{"Checks and diagnostics", []option{
		{"-fsanitize=", "offload", "Check every access of kernels on the CPU device.",
			"See [sanitize.md](sanitize.md)."},
		{"-Wno-omp-", "NAME", "Turn one warning of ompcc off.",
			"`-Womp-NAME` turns it on, `-Werror=omp-NAME` makes it an error. [diagnostics.md](diagnostics.md) lists the names."},
		{"-fdiagnostics-format=", "FORMAT", "Print diagnostics as `text`, `json` or `sarif`.",
			"The JSON is gcc's. The messages of the host compiler and the linker are part of the document, whichever they are."},
		{"-Rpass=", "REGEX", "Print remarks on what was done, of the passes omp-map and omp-kernel.",
			"`-Rpass-missed=` and `-Rpass-analysis=` print the other kinds; see [remarks.md](remarks.md)."},
		{"-fsave-optimization-record", "", "Write all remarks as YAML.",
			"`-foptimization-record-file=FILE` names the file, `-foptimization-record-passes=REGEX` chooses passes."},
		{"-fopenmp-report", "[=FILE]",
			"Write a page that shows the source beside all that its device constructs became.",
			"One HTML file for the command; `-` is standard output. Without a name it stands beside the output. See [report.md](report.md)."},
		{"-fcolor-diagnostics", "", "Colour the messages, also where they do not go to a terminal.",
			"`-fdiagnostics-color=always` means the same."},
		{"-fdiagnostics-parseable-fixits", "", "Print the edits that a help consists of, in clang's form.", ""},
	}},
	{"Output", []option{
		{"-emit-region", "", "Write ompcc's region IR, which is an input as *.region, too.",
			"`-o -` prints it; [region-ir.md](region-ir.md) is its reference. Of `x.region`, `-S` writes PTX or assembly, `-S -emit-llvm` LLVM IR, `-c` an object with device code alone."},
		{"-emit-c", "", "Write the rewritten C of the host.", "`-o -` prints it."},
		{"--offload-device-only", "", "Write device code, with -S (PTX, assembly) or -S -emit-llvm.",
			"`-o -` prints it."},
		{"-shared-libompcc", "", "Link the runtime as a shared library, libompcc.so.1, which makes a program 3 MB smaller.",
			"The program looks for it in the folder of this installation, after those of `-Wl,-rpath,…` and `LD_LIBRARY_PATH`. `-static-libompcc`, the default, links a copy into each program and library."},
		{"-emit-llvm", "", "Write LLVM IR: of the host with -S or -c, of the device with --offload-device-only.", ""},
		{"-fverbose-asm", "", "Explain the host's assembly in comments, as the host compiler does.", ""},
		{"-fstack-usage", "", "Write the stack usage of the host's functions to a .su file, as the host compiler does.", ""},
		{"-mllvm ", "OPTION", "Pass an option to LLVM where it compiles the host part.", ""},
		{"-save-temps", "[=obj|cwd]", "Keep the output of every stage.", ""},
		{"-###", "", "Print the commands, and run none.", ""},
	}},
	{"Information", []option{
		{"--help", "", "Print this text.", ""},
		{"--doctor", "[=json]", "Check the installation, and run a program on each kind of device.",
			"What is missing comes with what to install. The exit status is 1 if something is missing that ompcc needs."},
		{"view", " FILE... [--port=N]",
			"As the first argument: serve the page of -fopenmp-report, and compile again when a source changes.",
			"The options of the compilation follow. It prints the page's address and ends by Ctrl-C; see [report.md](report.md)."},
		{"--man-page", "", "Print the manual page.", "`ompcc --man-page | man -l -` shows it."},
		{"--completion=", "SHELL", "Print the completion for bash, fish or zsh.", ""},
		{"--clangd", "", "Print a `.clangd` file for the folder of a project.",
			"With it clangd reads a `compile_commands.json` that names ompcc; see [guides/tools.md](guides/tools.md)."},
		{"--print-targets", "", "Print the targets of device code, their triples and their default architectures.", ""},
		{"--version", "", "Print the versions of ompcc, the host compiler and LLVM.", ""},
		{"-v", "", "Print the commands as they run.", ""},
	}},
}

// variableGroups lists the environment variables that ompcc and its programs read.
var variableGroups = []group{
	{"Environment of the compiler", []option{
		{"OMPCC_CC", "", "The host compiler.",
			"A gcc or a clang. The default is the clang of the chosen LLVM, otherwise gcc."},
		{"OMPCC_LLVM", "", "The folder of LLVM, such as /usr/lib/llvm-19.",
			"The default is the newest complete LLVM of version 17 or later."},
		{"OMPCC_CACHE", "", "A folder that keeps compiled device code.",
			"A compilation takes from it what LLVM and ptxas made of the same code with the same options, of this source or of another. Several compilations may use it at once. Each program run by the compiler makes an entry: the compressed output, some 1 to 100 KB each. Nothing is removed; `find DIR -type f -mtime +30 -delete` removes what no compilation has used for 30 days. PTX that the GPU's driver compiles at run time is in the driver's own cache, which CUDA_CACHE_PATH moves."},
		{"CUDA_PATH", "", "The CUDA toolkit, as --cuda-path=.", ""},
		{"OMPCC_PTXAS", "", "The program ptxas, when it is not in the toolkit.", ""},
	}},
	{"Environment of programs", []option{
		{"OMPCC_ADVISE", "",
			"1 writes at the end which transfers the program could do without, and which pragma to write.",
			"With -fsanitize=offload, and on the emulated devices, also which data is stale ([performance.md](guides/performance.md), [sanitize.md](sanitize.md))."},
		{"OMPCC_INFO", "",
			"1 logs every mapping, transfer and launch; `summary` counts them and writes a table at the end.",
			"Other numbers are sums of LLVM's levels: 1 the arguments of each construct, 2 which of them are mapped already, 4 all that is mapped when a kernel has ended, 8 mappings, 16 launches, 32 transfers; -1 is all of them. `LIBOMPTARGET_INFO`, in which 1 is the first level, is read when this variable is not set."},
		{"OMPCC_EMULATE", "",
			"nvptx runs the program's PTX on an emulated NVIDIA device, amdgcn its code object on an AMD device.",
			"`nvptx:2` gives two devices. [emulator.md](emulator.md) lists the other settings."},
		{"OMPCC_REMOTE", "",
			"mpi makes the devices of the other ranks of `mpirun` devices of rank 0, which alone runs the program.",
			"`mpi:spawn:N` is for programs that use MPI themselves: it starts N ranks ([cluster.md](guides/cluster.md))."},
		{"OMPCC_MPI", "", "The transport between ranks.",
			"The default is `libompcc-mpi.so` beside the runtime that the program was linked with."},
		{"OMPCC_EMULATOR", "", "The emulator's program.",
			"The default is `ompcc-emulator` beside the runtime that the program was linked with."},
		{"OMPCC_RECORD", "=DIR[:kernel[:number]]",
			"Write what a launch needs to be replayed alone by `ompcc replay DIR`: of each kernel the first launch, of the one named the last, or that number.", "A part of the kernel's name is enough ([debugging.md](guides/debugging.md))."},
		{"OMPCC_REPLAY", "", "Set by `ompcc replay`: the program replays a launch instead of executing `main`.", ""},
		{"OMPCC_TRACE", "",
			"A file for a Perfetto trace of the devices' activity; if its name ends in `.html`, a page that shows it. `%p` in the name is the number of the process.", "`ompcc trace` merges the traces of several processes. `LIBOMPTARGET_PROFILE` is read when this variable is not set."},
		{"OMPCC_CPU_DEVICES", "", "The number of CPU devices (default 1).", "With `OMPCC_OMPT_COMPAT` 4."},
		{"OMPCC_LEAKS", "", "1 lists what is left in device memory at the end.", ""},
		{"OMPCC_TIMEOUT", "", "Seconds after which a kernel that does not end is an error.", ""},
		{"OMPCC_STACK_SIZE", "",
			"Bytes of stack that recursive and indirect calls of each GPU thread may take (default 16384).",
			"On AMD GPUs this is in addition to the fixed part that LLVM computes. `LIBOMPTARGET_STACK_SIZE` is read when this variable is not set."},
		{"OMPCC_OMPT_VERSION", "", "52 or 60: the form of data operations that a tool gets.",
			"See [ompt.md](ompt.md)."},
		{"OMPCC_OMPT_COMPAT", "", "libomptarget: report events as LLVM's runtime does.", "See [ompt.md](ompt.md)."},
		{"LIBOMPTARGET_TREAT_ATTACH_AUTO_AS_ALWAYS", "", "1 attaches pointers that are on the device already.",
			"LLVM's runtime did so before version 22. OpenMP 5.2 §5.8.3 attaches only what a construct creates."},
	}},
	{"OpenMP's own variables", []option{
		{"OMP_TARGET_OFFLOAD", "", "MANDATORY, DEFAULT or DISABLED (5.2 §21.2.9).", ""},
		{"OMP_DEFAULT_DEVICE", "", "The number of the default device (5.2 §21.2.7).", ""},
		{"OMP_AVAILABLE_DEVICES", "", "The devices that the program may use (6.0 §4.3.7).", ""},
		{"OMP_ALLOCATOR", "", "The default allocator (5.2 §21.5.1).", ""},
		{"OMP_NUM_TEAMS", "", "The number of teams of a teams construct (5.2 §21.6.1).", ""},
		{"OMP_TEAMS_THREAD_LIMIT", "", "The thread limit of teams (5.2 §21.6.2).", ""},
		{"OMP_TOOL", "", "enabled or disabled (5.2 §21.3.1).", ""},
		{"OMP_TOOL_LIBRARIES", "", "OMPT tools, separated by colons (5.2 §21.3.2).", ""},
		{"OMP_TOOL_VERBOSE_INIT", "", "A file for the log of the search for a tool (5.2 §21.3.3).", ""},
		{"OMP_DISPLAY_ENV", "", "TRUE or VERBOSE prints all control variables (5.2 §21.7).", ""},
	}},
}

// writeHelp prints the text of --help.
func writeHelp(w io.Writer) {
	fmt.Fprint(w, "usage: ompcc [options] file...\n\nompcc takes the options of gcc and clang, and these:\n")
	for _, groups := range [][]group{optionGroups, variableGroups} {
		for _, g := range groups {
			fmt.Fprintf(w, "\n%s:\n", g.title)
			for _, o := range g.options {
				if s := o.spelling(); len(s) > 26 {
					fmt.Fprintf(w, "  %s\n%30s%s\n", s, "", plain(o.text))
				} else {
					fmt.Fprintf(w, "  %-27s %s\n", s, plain(o.text))
				}
			}
		}
	}
}

// writeOptionsPage prints the tables of docs/options.md.
func writeOptionsPage(w io.Writer) {
	for _, groups := range [][]group{optionGroups, variableGroups} {
		for _, g := range groups {
			fmt.Fprintf(w, "\n## %s\n\n| name | meaning |\n|---|---|\n", g.title)
			for _, o := range g.options {
				fmt.Fprintf(w, "| `%s` | %s |\n", strings.ReplaceAll(o.spelling(), "|", `\|`),
					strings.TrimSpace(o.text+" "+o.more))
			}
		}
	}
}

// writeManPage prints the manual page in man(7) format.
func writeManPage(w io.Writer) {
	fmt.Fprintf(w, ".TH OMPCC 1 \"\" \"ompcc %s\" \"User Commands\"\n", driver.Version)
	fmt.Fprint(w, `.SH NAME
ompcc \- OpenMP offload compiler for C
.SH SYNOPSIS
.B ompcc
[\fIoption\fR ...] \fIfile\fR ...
.SH DESCRIPTION
ompcc compiles C with OpenMP device directives for NVIDIA GPUs, AMD GPUs and a CPU device.
It rewrites the host part for the host compiler and links a runtime that manages the device data environment and reports OMPT events.
.PP
ompcc takes the options of gcc and clang, and those below.
`)
	for i, groups := range [][]group{optionGroups, variableGroups} {
		fmt.Fprintf(w, ".SH %s\n", [...]string{"OPTIONS", "ENVIRONMENT"}[i])
		for _, g := range groups {
			fmt.Fprintf(w, ".SS %s\n", roff(g.title))
			for _, o := range g.options {
				fmt.Fprintf(w, ".TP\n\\fB%s\\fR", roff(o.name))
				if o.arg != "" {
					fmt.Fprintf(w, "\\fI%s\\fR", roff(o.arg))
				}
				fmt.Fprintf(w, "\n%s\n", roff(plain(strings.TrimSpace(o.text+" "+o.more))))
			}
		}
	}
	fmt.Fprint(w, `.SH EXIT STATUS
0 when all went well, 1 after an error.
An error leaves no output file.
.SH SEE ALSO
.BR clang (1),
.BR gcc (1)
`)
}

// roff escapes the special characters of man(7).
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "§", `section `, "…", "...").Replace(s)
	if strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	return s
}

// plain removes Markdown markup from a sentence.
func plain(s string) string {
	for {
		before, rest, ok := strings.Cut(s, "[")
		name, after, ok2 := strings.Cut(rest, "](")
		_, after, ok3 := strings.Cut(after, ")")
		if !ok || !ok2 || !ok3 {
			return strings.ReplaceAll(s, "`", "")
		}
		s = before + "docs/" + name + after
	}
}

func gccTargetNames() (names []string) {
	for _, f := range target.Families {
		if f.GCCName != "" {
			names = append(names, f.GCCName)
		}
	}
	return names
}

// completionValues maps options to the values that the completion offers.
var completionValues = map[string][]string{
	"-fopenmp-targets=":     strings.Split(target.Names(), ", "),
	"--offload-arch=":       {"native", "sm_70", "sm_80", "sm_90", "gfx90a", "gfx942", "gfx1100"},
	"-fopenmp-version=":     {"45", "50", "51", "52", "60", "61"},
	"-fdiagnostics-format=": {"text", "json", "sarif"},
	"-foffload=":            append([]string{"disable"}, gccTargetNames()...),
	"--completion=":         {"bash", "fish", "zsh"},
}

// completionWords returns the words that a shell offers after "ompcc": all options. An option with a
// known list of values occurs once for each value.
func completionWords() []string {
	var words []string
	for _, g := range optionGroups {
		for _, o := range g.options {
			if o.name == "view" { // a subcommand, not an option
				continue
			}
			if values, ok := completionValues[o.name]; ok {
				for _, v := range values {
					words = append(words, o.name+v)
				}
				continue
			}
			word := o.name
			if o.arg == "offload" {
				word += o.arg
			}
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return words
}

// writeCompletion prints the completion script of a shell.
func writeCompletion(w io.Writer, shell string) error {
	words := completionWords()
	switch shell {
	case "bash":
		fmt.Fprintf(w, `# bash completion for ompcc
_ompcc() {
  local word=${COMP_LINE:0:COMP_POINT}
  word=${word##*[[:space:]]}
  local strip=${word%%"${word##*[=:]}"}
  COMPREPLY=()
  [[ $word == -* ]] || return
  local match
  while read -r match; do COMPREPLY+=("${match#"$strip"}"); done < <(compgen -W '%s' -- "$word")
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=-] ]] && compopt -o nospace
}
complete -o bashdefault -o default -F _ompcc ompcc
`, strings.Join(words, " "))
	case "fish":
		fmt.Fprintf(w, "# fish completion for ompcc\n")
		for _, g := range optionGroups {
			for _, o := range g.options {
				if o.name == "view" {
					continue
				}
				words := []string{o.name}
				if values, ok := completionValues[o.name]; ok {
					words = words[:0]
					for _, v := range values {
						words = append(words, o.name+v)
					}
				} else if o.arg == "offload" {
					words[0] += o.arg
				}
				fmt.Fprintf(w, "complete -c ompcc -a '%s' -n 'string match -q -- \"-*\" (commandline -ct)' -d '%s'\n",
					strings.Join(words, " "), strings.ReplaceAll(plain(o.text), "'", `\'`))
			}
		}
	case "zsh":
		fmt.Fprint(w, "#compdef ompcc\n_arguments -S \\\n")
		for _, g := range optionGroups {
			for _, o := range g.options {
				if o.name == "view" {
					continue
				}
				text := strings.NewReplacer("'", "'\\''", "[", `\[`, "]", `\]`, ":", `\:`).Replace(plain(o.text))
				name := o.name
				switch values, ok := completionValues[o.name]; {
				case ok:
					fmt.Fprintf(w, "  '%s-[%s]:value:(%s)' \\\n", name, text, strings.Join(values, " "))
				case o.arg == "offload":
					fmt.Fprintf(w, "  '%s-[%s]:value:(%s)' \\\n", name, text, o.arg)
				case strings.HasSuffix(name, "="):
					fmt.Fprintf(w, "  '%s-[%s]:%s:_files' \\\n", name, text, strings.ToLower(o.arg))
				default:
					fmt.Fprintf(w, "  '%s[%s]' \\\n", name, text)
				}
			}
		}
		fmt.Fprint(w, "  '*:file:_files'\n")
	default:
		return report.Problemf(diag.BadValue, "there is no completion for '%s'", shell).
			WithFix("write --completion=bash, fish or zsh")
	}
	return nil
}

// writeTargets prints the list of --print-targets in the format of clang.
func writeTargets(w io.Writer) {
	fmt.Fprint(w, "  Targets of device code:\n")
	for _, t := range target.All() {
		fmt.Fprintf(w, "    %-8s - %s, %s\n", t.Name, t.Triple, t.Arch)
	}
}

// showHelp handles the options that print a text of ompcc itself. done is false for any other option.
func showHelp(option string, w io.Writer) (done bool, err error) {
	switch option {
	case "--help", "-help":
		writeHelp(w)
		return true, nil
	case "--man-page":
		writeManPage(w)
		return true, nil
	case "--clangd":
		return true, writeClangd(w)
	case "--print-targets", "-print-targets":
		writeTargets(w)
		return true, nil
	}
	if shell, ok := strings.CutPrefix(option, "--completion="); ok {
		return true, writeCompletion(w, shell)
	}
	return false, nil
}
