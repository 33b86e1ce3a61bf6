// Errors about names that no unit's device code defines.

package devlink

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ompcc/cmd/ompcc/report"
	"ompcc/parse/diag"
)

// addUndefined reports a reference that no unit satisfies.
func addUndefined(e *report.Located, u use, c *Code) {
	sp := diag.Span{Pos: parsePlace(u.Place, c.File), Len: len(u.Sym)}
	d := e.List.Errorf(sp, diag.UndefinedDeviceSymbol, "undefined device %s '%s' for %s", u.Kind, u.Sym, c.machine())
	if u.Chain != "" {
		d.Message += ", used by " + u.Chain
	} else {
		d.Message += fmt.Sprintf(", used in '%s'", c.File)
	}
	if fix := hostFunctionFix(u.Sym); fix != "" {
		d.WithSection("5.2 §7.8").WithFix("%s", fix)
		return
	}
	if u.Kind == libraryKind {
		d.WithFix("move the call of '%s' out of the target region", u.Sym)
		return
	}
	if name := strings.Replace(u.Sym, "ompc_", "omp_", 1); strings.HasPrefix(name, "omp_") { // omp.h's spelling of some for clang
		d.Message = strings.Replace(d.Message, "undefined device "+u.Kind+" '"+u.Sym+"'",
			"the OpenMP routine '"+name+"' cannot be called in device code", 1)
		d.WithSection("5.2 §18").WithFix("move the call out of the target region")
		return
	}
	d.WithSection("5.2 §7.8")
	switch {
	case strings.HasPrefix(u.Place, "/usr/"): // declared in a system's header
		d.WithFix("move the call of '%s' out of the target region, or into one with device(ancestor: 1)", u.Sym)
		return
	}
	d.WithFix("compile the file that defines '%s' with ompcc and declare target, for the same target, and add it to the link", u.Sym)
}

// hostFunctionFixes say what to write in the place of functions of the host, by kind.
var hostFunctionFixes = []struct{ names, fix string }{
	{"exit _Exit quick_exit _exit atexit at_quick_exit on_exit",
		"return a status from the target region and call '%s' on the host, or call abort()"},
	{"__errno_location", "use the return value of the function instead: GPUs have no errno"},
	{"time clock gettimeofday clock_gettime timespec_get times ftime",
		"use omp_get_wtime(), or call '%s' on the host and map the result"},
	{"getenv secure_getenv localeconv setlocale", "call '%s' on the host and map the result"},
	{"fopen fdopen freopen fclose fread fgets fgetc getc getchar gets ungetc fscanf vfscanf scanf vscanf getline getdelim fseek fseeko ftell ftello rewind fgetpos fsetpos " +
		"tmpfile remove rename open close read lseek opendir readdir stat fstat fread_unlocked fgets_unlocked fgetc_unlocked getc_unlocked",
		"call '%s' on the host and map the data: device code has no files"},
}

// hostFunctionFix is what to write instead of a call of sym, "" if that is nothing particular.
func hostFunctionFix(sym string) string {
	for _, k := range hostFunctionFixes {
		if slices.Contains(strings.Fields(k.names), sym) {
			return strings.ReplaceAll(k.fix, "%s", sym)
		}
	}
	return ""
}

// parsePlace reads "file:line:col".
func parsePlace(s, file string) diag.Pos {
	p := diag.Pos{File: file}
	parts := strings.Split(s, ":")
	if n := len(parts); n >= 3 {
		p.Line, _ = strconv.Atoi(parts[n-2])
		p.Col, _ = strconv.Atoi(parts[n-1])
		p.File = strings.Join(parts[:n-2], ":")
	}
	return p
}
