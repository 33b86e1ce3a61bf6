// Sbom prints the parts of an installed ompcc as a CycloneDX document: each file with its checksum, and the Go modules
// of the programs among them.
//
//	sbom -version 0.1 FOLDER
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
)

// document is the part of CycloneDX 1.5 that is used (https://cyclonedx.org/docs/1.5/json).
type document struct {
	BOMFormat   string      `json:"bomFormat"`
	SpecVersion string      `json:"specVersion"`
	Version     int         `json:"version"`
	Metadata    metadata    `json:"metadata"`
	Components  []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type     string    `json:"type"`
	Ref      string    `json:"bom-ref,omitempty"`
	Name     string    `json:"name"`
	Version  string    `json:"version,omitempty"`
	PURL     string    `json:"purl,omitempty"`
	Hashes   []hash    `json:"hashes,omitempty"`
	Licenses []license `json:"licenses,omitempty"`
}

type hash struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

type license struct {
	Expression string `json:"expression"`
}

func main() {
	version := flag.String("version", "", "ompcc's")
	flag.Parse()
	if err := print(flag.Arg(0), *version); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func print(root, version string) error {
	doc := document{BOMFormat: "CycloneDX", SpecVersion: "1.5", Version: 1, Metadata: metadata{component{
		Type: "application", Ref: "ompcc", Name: "ompcc", Version: version,
		Licenses: []license{{"Apache-2.0 WITH LLVM-exception"}}}}}
	modules := map[string]component{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		sum := sha256.Sum256(data)
		doc.Components = append(doc.Components, component{Type: "file", Ref: name, Name: name,
			Hashes: []hash{{"SHA-256", hex.EncodeToString(sum[:])}}})
		addModules(path, modules)
		return nil
	})
	if err != nil {
		return err
	}
	for _, m := range modules {
		doc.Components = append(doc.Components, m)
	}
	sort.Slice(doc.Components, func(i, j int) bool { return doc.Components[i].Ref < doc.Components[j].Ref })
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(doc)
}

// addModules adds the Go modules of a program; other files have none.
func addModules(path string, modules map[string]component) {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return
	}
	add := func(path, version string) {
		ref := "pkg:golang/" + path + "@" + version
		modules[ref] = component{Type: "library", Ref: ref, Name: path, Version: version, PURL: ref}
	}
	add("std", info.GoVersion)
	for _, m := range info.Deps { // one with a replacement is the module with our patches
		add(m.Path, m.Version)
	}
}
