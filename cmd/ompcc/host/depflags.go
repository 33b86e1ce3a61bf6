// The flags of dependence files, -M….

package host

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// PreprocessorDeps reads -Wp,-MD,FILE and the like, in which -MD and -MMD have their file behind them. What is not about
// dependences the host compiler gets as it is.
func PreprocessorDeps(options []string) (deps, rest []string) {
	for i := 0; i < len(options); i++ {
		value := ""
		if i+1 < len(options) {
			value = options[i+1]
		}
		switch o := options[i]; o {
		case "-MD", "-MMD":
			deps = append(deps, o)
			if value != "" && !strings.HasPrefix(value, "-") {
				deps = append(deps, "-MF", value)
				i++
			}
		case "-MF", "-MT", "-MQ":
			deps = append(deps, o, value)
			i++
		case "-MP", "-MG":
			deps = append(deps, o)
		default:
			rest = append(rest, "-Wp,"+o)
		}
	}
	return deps, rest
}

// CompleteDeps names the dependence file and its target after the output where the flags name none. output is the
// value of -o, "" without it, and object what the compilation makes.
func CompleteDeps(flags []string, output, object string) []string {
	flags = slices.Clone(flags)
	if !slices.Contains(flags, "-MF") {
		dep := object
		if output != "" {
			dep = output
		}
		flags = append(flags, "-MF", strings.TrimSuffix(dep, filepath.Ext(dep))+".d")
	}
	if !slices.Contains(flags, "-MT") && !slices.Contains(flags, "-MQ") {
		flags = append(flags, "-MT", object)
	}
	return flags
}

// DepsNameHeaders reports whether the dependence file that the flags ask for names every
// header but those of the system's own folders.
func DepsNameHeaders(flags, args []string) bool {
	if slices.Contains(flags, "-MD") {
		return true
	}
	return slices.Contains(flags, "-MMD") && !slices.Contains(args, "-isystem") && !slices.Contains(args, "-idirafter") &&
		os.Getenv("C_INCLUDE_PATH") == "" && os.Getenv("CPATH") == ""
}
