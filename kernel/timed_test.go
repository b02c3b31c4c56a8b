package kernel

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"

	"mexlab/asm"
)

func TestPlanFor(t *testing.T) {
	known := func(name string) *asm.Tier { return &asm.Tier{Name: name, Timed: true} }
	none, avx2, avx512, bitalg := known(asm.Generic), known(asm.AVX2), &asm.Tier{Name: asm.AVX512}, &asm.Tier{Name: asm.AVX512BITALG}
	zen5 := cpuid.CPUInfo{VendorID: cpuid.AMD, Family: 26, Model: 2}
	desktop := cpuid.CPUInfo{VendorID: cpuid.AMD, Family: 26, Model: 0x44}
	intel := cpuid.CPUInfo{VendorID: cpuid.Intel, Family: 26, Model: 2}
	all := []*asm.Tier{none, avx2, avx512, bitalg}
	for _, c := range []struct {
		what   string
		cpu    cpuid.CPUInfo
		tiers  []*asm.Tier
		best   *asm.Tier
		forced bool
		want   string // for lanes and for searches
		why    string
	}{
		{"timed", zen5, all, avx2, false, "avx2 avx512",
			"tier avx2, and avx512 for searches one by one, where it was faster on this CPU: reports/amd64/amd-epyc-family-26-model-2"},
		{"timed, without BITALG", zen5, all[:3], avx2, false, "avx2 avx512", ""},
		{"a hypervisor hides AVX-512", zen5, all[:2], avx2, false, "avx2 avx2", "tier avx2 is the best one here"},
		{"a build without assembly", zen5, all[:1], none, false, "generic generic", "tier generic is the best one here"},
		{"another model", desktop, all, avx2, false, "avx2 avx2",
			"tier avx2: nobody has timed avx512 and avx512bitalg on this CPU"},
		{"another vendor", intel, all, avx2, false, "avx2 avx2", ""},
		{"nothing known", cpuid.CPUInfo{}, all[:3], avx2, false, "avx2 avx2", "tier avx2: nobody has timed avx512 on this CPU"},
		{"forced down", zen5, all, avx2, true, "avx2 avx2", "MEXLAB_ISA forces tier avx2"},
		{"forced up", desktop, all, bitalg, true, "avx512bitalg avx512bitalg", "MEXLAB_ISA forces tier avx512bitalg"},
	} {
		p, why := planFor(c.cpu, c.tiers, c.best, c.forced)
		got := p.Lanes + " " + p.Search
		if got != c.want || c.why != "" && why != c.why || p.Thresholds != builtIn {
			t.Errorf("%s: %s: %q", c.what, got, why)
		}
	}
}

// TestTimings reads the reports. Each must be of the CPU that it stands for, and
// show a tier to be faster than AVX2 at what the tier is to do there. If a new
// report does not, the table has to follow.
func TestTimings(t *testing.T) {
	for _, timed := range timings {
		times := reportTimes(t, filepath.Join("..", timed.report, "times.txt"))
		if cpu := fmt.Sprintf("family %d model %d", timed.family, timed.model); !strings.HasSuffix(times.cpu, cpu) {
			t.Errorf("%s is about %s, not %s", timed.report, times.cpu, cpu)
		}
		for _, c := range []struct{ tier, workload string }{{timed.lanes, "smallk"}, {timed.search, "wide"}} {
			if c.tier == "" {
				continue
			}
			old, new := times.median(asm.AVX2, c.workload), times.median(c.tier, c.workload)
			if !(new < 0.95*old) {
				t.Errorf("%s: %s takes %g ns by %s and %g by avx2", timed.report, c.workload, new, c.tier, old)
			}
		}
	}
}

// times are the results of kernel affine in a report, by tier and workload.
type times struct {
	cpu string
	ns  map[string][]float64
}

func reportTimes(t *testing.T, name string) times {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	found := times{ns: map[string][]float64{}}
	result := regexp.MustCompile(`^BenchmarkMex/kernel=affine/isa=(\w+)/.*/load=(\w+) .* ([0-9.e+]+) ns/vertex`)
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if cpu, ok := strings.CutPrefix(lines.Text(), "cpu: "); ok {
			found.cpu = cpu
		}
		if m := result.FindStringSubmatch(lines.Text()); m != nil {
			ns, err := strconv.ParseFloat(m[3], 64)
			if err != nil {
				t.Fatal(err)
			}
			found.ns[m[1]+" "+m[2]] = append(found.ns[m[1]+" "+m[2]], ns)
		}
	}
	return found
}

// median returns the median, or NaN without results, so that no comparison holds.
func (r times) median(tier, workload string) float64 {
	all := slices.Sorted(slices.Values(r.ns[tier+" "+workload]))
	if len(all) == 0 {
		return math.NaN()
	}
	return all[len(all)/2]
}
