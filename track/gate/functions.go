package gate

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/google/pprof/profile"
)

// A Function is the time that an operation spends in a function itself, in
// seconds. What was inlined into it counts for the inlined function.
type Function struct {
	Name  string  `json:"function"`
	Old   float64 `json:"old"`
	New   float64 `json:"new"`
	Share float64 `json:"share"` // of the difference between the profiles
}

// What the runtime does has a name of its own instead of a hundred functions.
const (
	collecting = "allocation and garbage collection"
	scheduling = "scheduling"
)

// partOfCollecting are prefixes of functions that allocate or collect, or are
// called by those that do.
var partOfCollecting = []string{"runtime.mallocgc", "runtime.newobject", "runtime.makeslice", "runtime.gc", "runtime.bgsweep", "runtime.bgscavenge", "runtime.wbBuf"}

// A cpuProfile is the CPU time of the profiled runs of one version.
type cpuProfile struct {
	seconds map[string]float64 // of each function
	total   float64
	period  float64 // seconds between two samples
	ops     int     // operations
}

func newCPUProfile(p *profile.Profile, ops int) *cpuProfile {
	c := &cpuProfile{seconds: map[string]float64{}, period: float64(p.Period) / 1e9, ops: ops}
	for _, s := range p.Sample {
		if name := function(s); name != "" {
			t := float64(s.Value[len(s.Value)-1]) / 1e9
			c.seconds[name] += t
			c.total += t
		}
	}
	return c
}

// function returns the innermost function of a sample, or what the runtime did.
func function(s *profile.Sample) string {
	var names []string // innermost first
	for _, l := range s.Location {
		for _, line := range l.Line {
			if line.Function != nil {
				names = append(names, line.Function.Name)
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	own := false // whether anything but the runtime takes part
	for _, name := range names {
		if slices.ContainsFunc(partOfCollecting, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
			return collecting
		}
		own = own || !strings.HasPrefix(name, "runtime.")
	}
	if !own {
		return scheduling
	}
	return names[0]
}

const (
	mostFunctions = 5
	leastShare    = 0.05 // of the difference, for a function to be told
	// A difference is told if it is this many standard errors from zero: profiles
	// are a few hundred samples.
	certainErrors = 2.5
)

// compareProfiles returns the functions with the largest differences in time per
// operation. measured is the time of an operation as the comparison found it. If
// the profiles cover about that, only the shares come from them. If the benchmark
// waits, or sets up for long, they do not.
func compareProfiles(profiles [2]*cpuProfile, measured [2]float64) []Function {
	perOp := [2]float64{profiles[0].total / float64(profiles[0].ops), profiles[1].total / float64(profiles[1].ops)}
	covers := func(i int) bool { return math.Abs(perOp[i]/measured[i]-1) < 0.25 }
	exact := covers(0) && covers(1) // whether the totals are, and only the shares are subject to chance
	if exact {
		perOp = measured
	}
	if perOp[0] == 0 || perOp[1] <= perOp[0] {
		return nil
	}
	var found []Function
	for _, name := range functionNames(profiles) {
		var time [2]float64
		variance := 0.0
		for i, p := range profiles {
			share, samples := p.seconds[name]/p.total, p.total/p.period
			time[i] = share * perOp[i]
			spread := share
			if exact {
				spread *= 1 - share
			}
			spread += 1 / samples // that a function was not seen does not mean that it took no time
			variance += perOp[i] * perOp[i] * spread / samples
		}
		f := Function{name, time[0], time[1], (time[1] - time[0]) / (perOp[1] - perOp[0])}
		if math.Abs(f.New-f.Old) > certainErrors*math.Sqrt(variance) && math.Abs(f.Share) >= leastShare {
			found = append(found, f)
		}
	}
	slices.SortFunc(found, func(a, b Function) int {
		return cmp.Or(cmp.Compare(math.Abs(b.Share), math.Abs(a.Share)), cmp.Compare(a.Name, b.Name))
	})
	return found[:min(len(found), mostFunctions)]
}

func functionNames(profiles [2]*cpuProfile) []string {
	all := maps.Clone(profiles[0].seconds)
	maps.Copy(all, profiles[1].seconds)
	return slices.Collect(maps.Keys(all))
}

func (f Function) String() string {
	sign := "+"
	if f.New < f.Old {
		sign = "-"
	}
	return fmt.Sprintf("%s %s%s (%+.0f%% of the difference)", f.short(), sign, duration(math.Abs(f.New-f.Old)).Text, 100*f.Share)
}

// short is the name without the path of its package.
func (f Function) short() string {
	name, instance, _ := strings.Cut(f.Name, "[")
	name = name[strings.LastIndexByte(name, '/')+1:]
	if instance != "" {
		name += "[" + instance
	}
	return name
}
