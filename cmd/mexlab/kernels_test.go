package main

import (
	"strings"
	"testing"

	"mexlab/asm"
)

// A forced tier is in use, or the command only says which tiers are available.
func TestForcedTier(t *testing.T) {
	for _, tier := range asm.Tiers() {
		r := shell(t, asm.EnvISA+"="+tier.Name+" mexlab kernels")
		switch {
		case tier.Available && (r.code != exitFine || !strings.Contains(r.stdout, "\nplan      MEXLAB_ISA forces tier "+tier.Name+"\n")):
			t.Errorf("%s: %+v", tier.Name, r)
		case !tier.Available && (r.code != exitBad || r.stdout != "" || !strings.Contains(r.stderr, "valid here: generic")):
			t.Errorf("%s is not here: %+v", tier.Name, r)
		}
	}
	r := shell(t, asm.EnvISA+"=sse9 mexlab solve /dev/null")
	if want := "mexlab: MEXLAB_ISA=\"sse9\": no tier has that name; valid here: "; r.code != exitBad || !strings.HasPrefix(r.stderr, want) {
		t.Errorf("%+v", r)
	}
}
