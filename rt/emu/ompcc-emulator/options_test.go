package main

import (
	"strings"
	"testing"
)

func TestOptions(t *testing.T) {
	o, err := readOptions("nvptx,profile=x.json,seed=7,budget=1000,memory=2M,races=off,unset=off,heap=off")
	if err != nil {
		t.Fatal(err)
	}
	if !o.profile || o.file != "x.json" || !o.sim.Profile || o.sim.Seed != 7 || o.sim.Budget != 1000 ||
		o.sim.Memory != 2<<20 || o.sim.Races || o.sim.Unset || o.sim.Heap {
		t.Errorf("%+v", o)
	}
	if o, err = readOptions("nvptx, profile"); err != nil || !o.profile || o.file != "" || !o.sim.Races ||
		!o.sim.Unset || !o.sim.Heap {
		t.Errorf("%+v, %v", o, err)
	}
	if o, err = readOptions("nvptx,races=strict"); err != nil || !o.sim.Races || !o.sim.Strict {
		t.Errorf("%+v, %v", o, err)
	}
	if o, err = readOptions("nvptx,divergence=stack"); err != nil || !o.sim.Lockstep {
		t.Errorf("%+v, %v", o, err)
	}
	for _, kind := range []string{"nvptx:2", "amdgcn"} {
		if o, err = readOptions(kind + ",gdb=4711"); err != nil || o.gdb != 4711 {
			t.Errorf("%+v, %v", o, err)
		}
	}
	for text, want := range map[string]string{
		"nvptx,divergence=x": `bad value of "divergence=x"`,
		"nvptx,sed=1":        `unknown option "sed=1"`,
		"nvptx,seed":         `bad value of "seed"`,
		"nvptx,seed=x":       `bad value of "seed=x"`,
		"nvptx,budget=0":     `bad value of "budget=0"`,
		"nvptx,races=maybe":  `bad value of "races=maybe"`,
		"nvptx,unset=1":      `bad value of "unset=1"`,
		"nvptx,memory=1T":    `bad value of "memory=1T"`,
		"nvptx,memory=999G":  `bad value of "memory=999G"`,
		"nvptx,gdb=0":        `bad value of "gdb=0"`,
		"nvptx,gdb=x":        `bad value of "gdb=x"`,
		"nvptx,cache=on":     "cache models the caches of AMD GPUs only",
		"amdgcn,gdb=65536":   `bad value of "gdb=65536"`,
	} {
		if _, err := readOptions(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
