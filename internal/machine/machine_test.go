package machine

import "testing"

func TestCPUName(t *testing.T) {
	for _, test := range []struct{ brand, info, want string }{
		{"Intel(R) Xeon(R)  CPU E5-2680 v4 @ 2.40GHz ", "cpu family\t: 6\nmodel\t\t: 79\n", "Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz"},
		{"AMD EPYC", "cpu family\t: 26\nmodel\t\t: 2\nmodel name\t: AMD EPYC\n\ncpu family\t: 99\n", "AMD EPYC family 26 model 2"},
		{"AMD EPYC", "", "AMD EPYC"}, // not Linux
		{"", "cpu family\t: 26\nmodel\t\t: 2\nmodel name\t: AMD EPYC\n", "AMD EPYC family 26 model 2"},
		{"", "CPU implementer\t: 0x41\nCPU part\t: 0xd0c\n", "Arm Neoverse N1"},
		{"", "CPU implementer\t: 0x41\nCPU part\t: 0xfff\n", "Arm part 0xfff"},
		{"", "CPU implementer\t: 0x99\nCPU part\t: 0x1\n", "implementer 0x99 part 0x1"},
	} {
		if got := cpuName(test.brand, test.info); got != test.want {
			t.Errorf("brand %q, cpuinfo %q: %q, expected %q", test.brand, test.info, got, test.want)
		}
	}
	if CPU() == "" {
		t.Error("this machine has no name")
	}
}

func TestSame(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"AMD EPYC", "AMD EPYC", true},
		{"AMD EPYC", "AMD EPYC family 26 model 2", true},
		{"AMD EPYC family 25 model 1", "AMD EPYC family 26 model 2", false},
		{"AMD EPYC", "Intel Xeon", false},
		{"", "AMD EPYC", false},
	} {
		if Same(test.a, test.b) != test.want || Same(test.b, test.a) != test.want {
			t.Errorf("%q and %q: expected %v", test.a, test.b, test.want)
		}
	}
}

// Names of files and folders that are committed.
func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"AMD EPYC family 26 model 2":               "amd-epyc-family-26-model-2",
		"Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz": "intel-r-xeon-r-gold-6338-cpu-2.00ghz",
		"go1.26.8": "go1.26.8",
		"../..":    "none",
	} {
		if got := Slug(name); got != want {
			t.Errorf("%q becomes %q, expected %q", name, got, want)
		}
	}
}
