package asm

import "testing"

func TestArmModel(t *testing.T) {
	for info, want := range map[string]string{
		"processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n\nprocessor\t: 1\nCPU implementer\t: 0x41\nCPU part\t: 0xd03\n": "Arm Neoverse N1",
		"CPU implementer\t: 0xc0\nCPU part\t: 0xac3\n": "Ampere part 0xac3",
		"CPU implementer\t: 0x7f\nCPU part\t: 0x001\n": "implementer 0x7f part 0x001",
		"processor\t: 0\nvendor_id\t: AuthenticAMD\n":  "",
	} {
		if got := armModel(info); got != want {
			t.Errorf("%q: %q, want %q", info, got, want)
		}
	}
	if CPU() == "" {
		t.Error("this processor has no name at all")
	}
}
