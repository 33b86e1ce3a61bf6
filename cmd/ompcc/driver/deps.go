// Dependence files and the compilation database.

package driver

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"ompcc/cmd/ompcc/host"
	"ompcc/parse/diag"

	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
)

// depArgs completes -MD: the dependence file is named after the output, and one
// for standard output is made under another name first, since the preprocessed text goes there.
func (s *source) depArgs() []string {
	if len(s.d.inv.DepArgs) == 0 {
		return nil
	}
	args := host.CompleteDeps(s.d.inv.DepArgs, s.d.inv.Output, s.objectName())
	if i := slices.Index(args, "-MF"); args[i+1] == "-" {
		args[i+1] = s.shownDeps()
	}
	return args
}

// recordCommand appends the command to the compilation database that -MJ names, an entry as
// clang writes it: the host compiler's own would be that of a step.
func (s *source) recordCommand() error {
	if s.d.inv.Database == "" {
		return nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	entry := struct {
		Directory string   `json:"directory"`
		File      string   `json:"file"`
		Output    string   `json:"output"`
		Arguments []string `json:"arguments"`
	}{dir, s.in.Path, s.objectName(), os.Args}
	text, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(s.d.inv.Database, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return report.Problemf(diag.UnwritableOutput, "cannot write '%s': %v", s.d.inv.Database,
			toolchain.PathCause(err))
	}
	_, err = file.Write(append(text, ",\n"...))
	return errors.Join(err, file.Close())
}

// shownDeps is where the dependences of a source are kept until they are shown.
func (s *source) shownDeps() string {
	return filepath.Join(s.d.scratch.Dir, toolchain.Stem(s.in.Path)+".shown.d")
}

// showDeps prints the dependences that -MF - asked for.
func (s *source) showDeps() error {
	text, err := os.ReadFile(s.shownDeps())
	if err != nil {
		return nil // none were asked for
	}
	_, err = s.d.stdout.Write(text)
	return err
}
