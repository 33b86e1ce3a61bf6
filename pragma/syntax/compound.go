package syntax

import (
	"fmt"
	"slices"
	"strings"

	"ompcc/parse/diag"

	"github.com/alecthomas/participle/v2/lexer"

	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// nameLeaf is a leaf of a directive's name with its tokens [start, end).
type nameLeaf struct {
	kind       spec.DirectiveKind
	start, end int
}

// leafRun reads the names of leafs of compound directives that toks begin with.
func leafRun(toks []lexer.Token) (run []nameLeaf) {
	for i := 0; i < len(toks) && toks[i].Type == tokIdent; {
		n := 0
		for m := min(3, len(toks)-i); m > 0; m-- {
			next := i + m
			if k := leafNamed(toks[i:next]); k != spec.NoDirective &&
				(next == len(toks) || toks[next].Value != "(") {
				run = append(run, nameLeaf{k, i, next})
				n = m
				break
			}
		}
		if n == 0 {
			break
		}
		i += n
	}
	return run
}

// leafNamed is the leaf of compound directives that toks are the name of, or "".
func leafNamed(toks []lexer.Token) spec.DirectiveKind {
	var words []string
	for _, t := range toks {
		if t.Type != tokIdent {
			return spec.NoDirective
		}
		words = append(words, t.Value)
	}
	k := spec.DirectiveNamed(strings.Join(words, " "))
	if len(toks) == 1 && spec.SplitsIntoNames(toks[0].Value) {
		k = spec.DirectiveNamed(strings.ReplaceAll(toks[0].Value, "_", " "))
	}
	if spec.InCompoundNames(k) {
		return k
	}
	return spec.NoDirective
}

func leafsOf(run []nameLeaf) []spec.DirectiveKind {
	r := make([]spec.DirectiveKind, len(run))
	for i, l := range run {
		r[i] = l.kind
	}
	return r
}

func nameOf(leafs []spec.DirectiveKind) spec.DirectiveKind {
	words := make([]string, len(leafs))
	for i, l := range leafs {
		words[i] = l.String()
	}
	return spec.DirectiveNamed(strings.Join(words, " "))
}

// combineNested builds the definition of a compound directive that only 6.0's rules allow.
func combineNested(t *spec.Table, leafs []spec.DirectiveKind) *spec.DirectiveDef {
	last := t.Defs[leafs[len(leafs)-1]]
	d := &spec.DirectiveDef{
		Kind: nameOf(leafs), Leafs: leafs, Assoc: last.Assoc, Category: "executable",
		Section: "6.0 §19.1", Since: 60, Nested: true, Clauses: map[spec.ClauseKind]spec.ClauseUse{},
	}
	if i := slices.Index(leafs, spec.Master); i >= 0 {
		newer := slices.Clone(leafs)
		newer[i] = spec.Masked
		d.Deprecated = nameOf(newer).String()
	}
	for _, l := range leafs {
		for _, c := range t.Defs[l].Order {
			if _, seen := d.Clauses[c]; !seen {
				d.Order = append(d.Order, c)
			}
			use := t.Defs[l].Clauses[c]
			use.Required = use.Required || d.Clauses[c].Required
			d.Clauses[c] = use
		}
	}
	return d
}

// compoundFault says at which leaf of a name a rule is broken.
type compoundFault struct {
	at        int
	text, fix string
}

// badCompound looks for what 6.0's rules forbid in the name of a compound directive.
func badCompound(leafs []spec.DirectiveKind) *compoundFault {
	for i, l := range leafs {
		if slices.Index(leafs, l) < i {
			return &compoundFault{i, fmt.Sprintf("'%s' appears twice in the name of a compound directive", l),
				"write two nested constructs"}
		}
		if i == 0 {
			continue
		}
		before := leafs[i-1]
		if l == spec.Master && i > 0 && before != spec.Parallel || !spec.MayFollow(before, l) {
			return &compoundFault{i,
				fmt.Sprintf("'%s' cannot follow '%s' in the name of a compound directive", l, before),
				compoundHelp(before, l)}
		}
		if before == spec.Distribute && l == spec.Parallel && (i+1 == len(leafs) || leafs[i+1] != spec.For) {
			return &compoundFault{i,
				"'distribute parallel' must be followed by 'for' in the name of a compound directive",
				"write distribute parallel for"}
		}
		if f := mapsTwice(leafs, i); f != nil {
			return f
		}
	}
	return nil
}

// mapsTwice: at most one constituent is map-entering, and at most one map-exiting (6.0 §19.1);
// a device construct is not in a target region, either.
func mapsTwice(leafs []spec.DirectiveKind, i int) *compoundFault {
	entering, exiting := []spec.DirectiveKind{spec.Target, spec.TargetData, spec.TargetEnterData},
		[]spec.DirectiveKind{spec.Target, spec.TargetData, spec.TargetExitData}
	for _, b := range leafs[:i] {
		switch l := leafs[i]; {
		case b == spec.Target && strings.HasPrefix(l.String(), "target "):
			return &compoundFault{i, fmt.Sprintf("'%s' cannot be nested in the target region of the same directive", l),
				"remove it: the block already runs on the device"}
		case slices.Contains(entering, b) && slices.Contains(entering, l), slices.Contains(exiting, b) &&
			slices.Contains(exiting, l):
			return &compoundFault{i,
				fmt.Sprintf("'%s' and '%s' cannot be combined in one directive: both map data", b, l),
				fmt.Sprintf("write '%s' and '%s' as two directives", b, l)}
		}
	}
	return nil
}

// compoundHelp is what to write instead of leaf l after leaf before.
func compoundHelp(before, l spec.DirectiveKind) string {
	switch {
	case tree.OneOf(l, spec.For, spec.Sections, spec.Single, spec.Masked, spec.Master):
		return fmt.Sprintf("write 'parallel %s', or '#pragma omp %s' in the block of '%s'", l, l, before)
	case l == spec.Distribute:
		return "write 'teams distribute'"
	case l == spec.Teams:
		return "write 'target teams'"
	case before == spec.Teams:
		return "nest it in a parallel, distribute or loop construct"
	}
	return fmt.Sprintf("write '#pragma omp %s' in the block of '%s'", l, before)
}

// compound reads the name of a compound directive that is not in the table; handled is
// false where toks begin with no such name.
func (r *reader) compound(toks []lexer.Token) (def *spec.DirectiveDef, n int, handled bool) {
	run := leafRun(toks)
	leafs := leafsOf(run)
	if len(run) < 2 || spec.Directives().Defs[nameOf(leafs)] != nil {
		return nil, 0, false
	}
	name := toks[:run[len(run)-1].end]
	if f := badCompound(leafs); f != nil {
		if spec.Clauses()[spec.ClauseNamed(leafs[f.at].String())] == nil &&
			reordered(strings.Fields(nameOf(leafs).String())) != "" {
			return nil, 0, false // nameInClauses says so
		}
		at := run[f.at]
		r.errorf(r.runSpan(toks[at.start:at.end]), diag.BadCompoundName, "%s", f.text).WithSection("6.0 §19.1").
			WithFix("%s", f.fix)
		return nil, 0, true
	}
	for _, l := range run {
		if l.end-l.start > 1 {
			underscored := strings.ReplaceAll(l.kind.String(), " ", "_")
			r.errorf(r.runSpan(toks[l.start:l.end]), diag.BadCompoundName,
				"'%s' must be spelled with underscores in the name of a compound directive", l.kind).
				WithSection("6.0 §19.1").WithFix("write %s", underscored)
			return nil, 0, true
		}
	}
	def = combineNested(spec.Directives(), leafs)
	r.warnSince(def, name)
	return def, len(name), true
}

// warnSince warns of a directive that is newer than the version that is asked for.
func (r *reader) warnSince(d *spec.DirectiveDef, name []lexer.Token) {
	if r.nested == 0 {
		r.later(r.runSpan(name), d.Since, d.Section, "'%s' is", d.Kind)
	}
}

// later warns of a form of a later version than the one that is asked for. The text says what the form is.
func (r *reader) later(at diag.Span, since int, section, format string, args ...any) {
	if since <= r.version {
		return
	}
	r.diags.Warnf(at, diag.OpenmpExtension, "%s a feature of OpenMP %d.%d", fmt.Sprintf(format, args...), since/10, since%10).
		WithSection(section).WithFix("pass -fopenmp-version=%d", since)
}
