// Package replay is "ompcc replay": it executes recorded launches (OMPCC_RECORD) alone, on any device, with other
// grids.
//
// The recorded program does the work, since it has the runtime and the kernel for each of its targets
// (rt/capi/replay/replay.c): it is started once for each launch, device and grid, with what to do in its environment.
package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"ompcc/codegen/target"
	"ompcc/parse/pattern"
)

// Exit statuses of a program that replays (rt/capi/replay/replay.c).
const (
	different = 3
	nothing   = 4
)

// errDiffers says that a replay had other outputs than the record.
var errDiffers = errors.New("replay: the outputs differ from the recorded ones")

// device is what -on accepts.
type device struct {
	name    string
	family  *target.Family
	emulate string // what OMPCC_EMULATE is for it, "" for real devices
	warp    int    // threads
}

// devices are the devices of all targets, real and emulated.
func devices() (list []device) {
	for _, t := range target.All() {
		list = append(list, device{t.Family.Name, t.Family, "", t.WarpSize})
		if t.Driver != "" {
			list = append(list, device{"emulated-" + t.Family.Name, t.Family, t.Family.Name, t.WarpSize})
		}
	}
	return list
}

func names() string {
	var list []string
	for _, d := range devices() {
		list = append(list, d.name)
	}
	return strings.Join(list, ", ")
}

type options struct {
	on, grid, program string
	runs              int
	counts            bool
}

// Run is the command with its arguments.
func Run(args []string, stdout, stderr io.Writer) error {
	o := &options{}
	flags := flag.NewFlagSet("ompcc replay", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.on, "on", "", "`devices` to replay on, with commas: "+names()+" (default: as recorded)")
	flags.StringVar(&o.grid, "grid", "",
		"`teams,threads` instead of the recorded ones, 0: as recorded; or sweep, which tries many and names the best one")
	flags.StringVar(&o.program, "program", "",
		"another build of the recorded `program`, for example one compiled with -fsanitize=offload")
	flags.IntVar(&o.runs, "runs", 1, "`number` of launches, of which the fastest counts")
	flags.BoolVar(&o.counts, "counts", false, "on emulated devices, print what the kernel executed")
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: ompcc replay [options] FOLDER    replay what OMPCC_RECORD=FOLDER has recorded")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		flags.Usage()
		return errors.New("replay: name one folder that OMPCC_RECORD has written")
	}
	records, err := find(flags.Arg(0))
	if err != nil {
		return err
	}
	var first error
	for _, r := range records {
		if err := r.replay(o, stdout, stderr); err != nil {
			first = errors.Join(first, err)
		}
	}
	return first
}

// record is the folder of one launch.
type record struct {
	folder, program, on string
}

// find lists the records in a folder, which may itself be one.
func find(folder string) ([]*record, error) {
	launches, err := filepath.Glob(filepath.Join(folder, "*", "launch.txt"))
	if err != nil {
		return nil, err
	}
	if one := filepath.Join(folder, "launch.txt"); len(launches) == 0 {
		launches = []string{one}
	}
	var list []*record
	for _, file := range launches {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("replay: %s is no folder that OMPCC_RECORD has written: %w", folder, err)
		}
		r := &record{folder: filepath.Dir(file)}
		if r.program, err = filepath.Abs(filepath.Join(r.folder, "..", "program")); err != nil {
			return nil, err
		}
		if m := regexp.MustCompile(`(?m)^device (\S+)`).FindSubmatch(text); m != nil {
			r.on = string(m[1])
		}
		list = append(list, r)
	}
	return list, nil
}

func (r *record) replay(o *options, stdout, stderr io.Writer) error {
	on := o.on
	if on == "" {
		on = r.on
	}
	var failures error
	for _, name := range strings.Split(on, ",") {
		all := devices()
		i := slices.IndexFunc(all, func(d device) bool { return d.name == name })
		if i < 0 {
			return fmt.Errorf("replay: unknown device '%s': write one of %s", name, names())
		}
		l := &launch{record: r, o: o, device: all[i], stderr: stderr}
		var err error
		if o.grid == "sweep" {
			err = l.sweep(stdout)
		} else {
			err = l.once(stdout)
		}
		if err != nil {
			failures = errors.Join(failures, err)
		}
	}
	return failures
}

// launch is a replay on one device.
type launch struct {
	*record
	device
	o      *options
	stderr io.Writer
}

// outcome is what a replay came to.
type outcome struct {
	text         string
	milliseconds float64
	// On an emulated device: the instructions of warps, and how many of them one scheduler of a large GPU would
	// issue if all had the same share. Elsewhere 0.
	instructions, rounds int64
	status               int
}

func (l *launch) once(stdout io.Writer) error {
	emulate := l.emulate
	if l.o.counts && emulate != "" {
		emulate += ",profile"
	}
	out, err := l.run(l.o.grid, emulate)
	fmt.Fprintf(stdout, "%s: %s", l.name, out.text)
	return err
}

var fastest = pattern.New(`the fastest ([0-9.]+) ms`)

// run starts the program. Its error says that it did not replay, or that the outputs differ.
func (l *launch) run(grid, emulate string) (*outcome, error) {
	program := l.program
	if l.o.program != "" {
		program = l.o.program
	}
	program, err := filepath.Abs(program)
	if err != nil {
		return &outcome{}, err
	}
	var teams, threads uint
	if n, err := fmt.Sscanf(grid+",", "%d,%d", &teams, &threads); grid != "" && (n < 2 || err != nil) {
		return &outcome{}, fmt.Errorf("replay: -grid=%s is neither 'teams,threads' nor 'sweep'", grid)
	}
	cmd := exec.Command(program)
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, l.stderr
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "OMPCC_RECORD=") }),
		"OMP_TARGET_OFFLOAD=MANDATORY", fmt.Sprintf("OMPCC_REPLAY=%s:%d:%d:%d:%s", l.family.Name, max(l.o.runs, 1), teams, threads, l.folder), "OMPCC_EMULATE="+emulate)
	err = cmd.Run()
	out := &outcome{text: text.String(), status: cmd.ProcessState.ExitCode()}
	if m := fastest().FindStringSubmatch(out.text); m != nil {
		out.milliseconds, _ = strconv.ParseFloat(m[1], 64) // the expression has digits alone
	}
	var exit *exec.ExitError
	switch {
	case err == nil || out.status == nothing:
		return out, nil
	case out.status == different:
		return out, errDiffers
	case errors.As(err, &exit):
		return out, fmt.Errorf("replay: %s: the kernel failed on %s: %w", filepath.Base(l.folder), l.name, err)
	}
	return out, fmt.Errorf("replay: the recorded program cannot be started: %w", err)
}

// What a sweep tries.
var (
	sweepTeams   = []int{1, 2, 4, 8, 16, 32, 64, 128}
	sweepThreads = []int{32, 64, 128, 256, 512, 1024}
)

// sweep tries grids, the recorded one first, and names the one with the least time; on an emulated device, whose
// time is not a GPU's, with the fewest instructions for each scheduler.
func (l *launch) sweep(stdout io.Writer) error {
	grids := []string{"0,0"}
	for _, teams := range sweepTeams {
		threads := sweepThreads
		if l.family.Driver == "" {
			threads = []int{1, 2, 4}
		}
		for _, n := range threads {
			grids = append(grids, fmt.Sprintf("%d,%d", teams, n))
		}
	}
	fmt.Fprintf(stdout, "%s: %s\n", l.name, filepath.Base(l.folder))
	t := tabwriter.NewWriter(stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "teams\tthreads\tms\twarp instr\teach scheduler\toutputs\t")
	best, bestGrid := &outcome{}, ""
	for _, grid := range grids {
		out, err := l.counted(grid)
		if err != nil && !errors.Is(err, errDiffers) {
			return err
		}
		teams, threads, _ := strings.Cut(strings.ReplaceAll(grid, "0,0", "recorded,recorded"), ",")
		instructions, rounds := "-", "-"
		if out.instructions > 0 {
			instructions, rounds = strconv.FormatInt(out.instructions, 10), strconv.FormatInt(out.rounds, 10)
		}
		fmt.Fprintf(t, "%s\t%s\t%.3f\t%s\t%s\t%s\t\n", teams, threads, out.milliseconds, instructions, rounds,
			map[int]string{0: "equal", different: "differ", nothing: "-"}[out.status])
		if out.status != different && (bestGrid == "" || out.less(best)) {
			best, bestGrid = out, grid
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if bestGrid == "" {
		return errDiffers
	}
	teams, threads, _ := strings.Cut(bestGrid, ",")
	if bestGrid == "0,0" {
		fmt.Fprintln(stdout, "best: the recorded grid")
	} else {
		fmt.Fprintf(stdout, "best: num_teams(%s) thread_limit(%s)\n", teams, threads)
	}
	return nil
}

func (x *outcome) less(y *outcome) bool {
	if x.rounds != y.rounds {
		return x.rounds < y.rounds
	}
	return x.milliseconds < y.milliseconds
}

// counted is run with what an emulated device counts.
func (l *launch) counted(grid string) (*outcome, error) {
	if l.emulate == "" {
		return l.run(grid, l.emulate)
	}
	file, err := os.CreateTemp("", "ompcc-counts-*.json")
	if err != nil {
		return &outcome{}, err
	}
	defer os.Remove(file.Name())
	if err := file.Close(); err != nil {
		return &outcome{}, err
	}
	out, err := l.run(grid, l.emulate+",profile="+file.Name())
	data, rerr := os.ReadFile(file.Name())
	if err != nil || rerr != nil {
		return out, errors.Join(err, rerr)
	}
	var counts []struct {
		Threads int64 `json:"threads"`
		Warps   int64 `json:"warp_instructions"`
	}
	if err := json.Unmarshal(data, &counts); err != nil {
		return out, err
	}
	for _, c := range counts {
		runs := int64(max(l.o.runs, 1))
		out.instructions += c.Warps / runs
		out.rounds += c.Warps / runs / min(max(c.Threads/runs/int64(l.warp), 1), int64(l.family.Schedulers))
	}
	return out, nil
}
