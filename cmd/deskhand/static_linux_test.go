package main

import (
	"debug/elf"
	"slices"
	"testing"
)

func TestTheProgramOfTheVerbsNeedsNoLibrary(t *testing.T) {
	program, err := elf.Open(builtProgram(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = program.Close() }()
	libraries, err := program.ImportedLibraries()
	interpreted := slices.ContainsFunc(program.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP })
	if err != nil || len(libraries) > 0 || interpreted {
		t.Errorf("%v; it needs %v; a dynamic linker: %t", err, libraries, interpreted)
	}
}
