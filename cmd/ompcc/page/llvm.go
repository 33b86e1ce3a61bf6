package page

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"ompcc/parse/diag"
)

// LLVM's debug metadata: https://llvm.org/docs/LangRef.html#specialized-metadata-nodes.
var (
	metadataNode = regexp.MustCompile(`^!(\d+) = (?:distinct )?!(DI\w+)\((.*)\)$`)
	// metadataField is a field with a number, a reference or a string.
	metadataField = regexp.MustCompile(`(\w+): (?:!?(\d+)|"((?:[^"\\]|\\.)*)")`)
	attachment    = regexp.MustCompile(`,? !dbg !(\d+)`)
	definition    = regexp.MustCompile(`^define .*? @"?([\w.$-]+)"?\(`)
)

// metadata are a module's debug nodes by number.
type metadata map[string]struct {
	kind   string
	fields map[string]string
}

// file is the file of a node: its own, or that of the scope around it.
func (m metadata) file(id string) string {
	for range 100 {
		n, ok := m[id]
		switch {
		case !ok:
			return ""
		case n.kind == "DIFile" && (n.fields["directory"] == "." || path.IsAbs(n.fields["filename"])):
			return n.fields["filename"]
		case n.kind == "DIFile":
			return path.Join(n.fields["directory"], n.fields["filename"])
		case n.fields["file"] != "":
			id = n.fields["file"]
		default:
			id = n.fields["scope"]
		}
	}
	return ""
}

// place is where a DILocation, or the function of a DISubprogram, stands.
func (m metadata) place(id string) diag.Pos {
	line, err := strconv.Atoi(m[id].fields["line"])
	if err != nil {
		return diag.Pos{}
	}
	return diag.Pos{File: m.file(id), Line: line}
}

// readMetadata gathers the debug nodes of a module.
func readMetadata(lines []string) metadata {
	nodes := metadata{}
	for _, l := range lines {
		m := metadataNode.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		fields := map[string]string{}
		for _, f := range metadataField.FindAllStringSubmatch(m[3], -1) {
			fields[f[1]] = f[2] + f[3]
		}
		node := nodes[m[1]]
		node.kind, node.fields = m[2], fields
		nodes[m[1]] = node
	}
	return nodes
}

// llvmText is LLVM IR without its debug metadata, with the places that this gives its lines.
func llvmText(ir string) *text {
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(ir, "\t", "  "), "\n"), "\n")
	nodes := readMetadata(lines)
	t := &text{language: langLLVM}
	for _, l := range lines {
		if metadataNode.MatchString(l) || strings.HasPrefix(l, "!llvm.dbg.cu ") ||
			strings.Contains(l, "@llvm.dbg.declare(metadata") {
			continue
		}
		at := diag.Pos{}
		if m := attachment.FindStringSubmatchIndex(l); m != nil {
			at = nodes.place(l[m[2]:m[3]])
			l = l[:m[0]] + l[m[1]:]
		}
		if m := definition.FindStringSubmatch(l); m != nil {
			t.begin(m[1])
		}
		t.add(l, at, false)
		if l == "}" {
			t.end()
		}
	}
	return t
}
