package gate

import (
	"math"
	"testing"

	"github.com/google/pprof/profile"
)

// profiled makes a profile of stacks, innermost function first, and samples of
// 10 ms of each.
func profiled(ops int, samples ...profiledStack) *cpuProfile {
	p := &profile.Profile{Period: 1e7}
	for _, s := range samples {
		sample := &profile.Sample{Value: []int64{s.samples, s.samples * 1e7}}
		for _, name := range s.names {
			sample.Location = append(sample.Location, &profile.Location{Line: []profile.Line{{Function: &profile.Function{Name: name}}}})
		}
		p.Sample = append(p.Sample, sample)
	}
	return newCPUProfile(p, ops)
}

type profiledStack struct {
	samples int64
	names   []string
}

func TestCompareProfiles(t *testing.T) {
	work := func(n int64) profiledStack {
		return profiledStack{n, []string{"example.com/sums.Sum", "example.com/sums.BenchmarkSum"}}
	}
	twice := func(n int64) profiledStack {
		return profiledStack{n, []string{"example.com/sums.twice[go.shape.int]", "example.com/sums.Sum"}}
	}
	allocate := func(n int64) profiledStack {
		return profiledStack{n, []string{"runtime.nextFreeFast", "runtime.mallocgcSmallNoscan", "example.com/sums.Sum"}}
	}
	idle := func(n int64) profiledStack { return profiledStack{n, []string{"runtime.futex", "runtime.schedule"}} }
	for _, test := range []struct {
		name     string
		old, new []profiledStack
		measured [2]float64 // of 1e6 operations
		want     []Function
	}{
		{"one function", []profiledStack{work(100)}, []profiledStack{work(110)}, [2]float64{1e-6, 1.1e-6},
			[]Function{{"example.com/sums.Sum", 1e-6, 1.1e-6, 1}}},
		{"another function", []profiledStack{work(100)}, []profiledStack{work(100), twice(100)}, [2]float64{1e-6, 2e-6},
			[]Function{{"example.com/sums.twice[go.shape.int]", 0, 1e-6, 1}}},
		{"renamed", []profiledStack{work(100)}, []profiledStack{twice(200)}, [2]float64{1e-6, 2e-6},
			[]Function{{"example.com/sums.twice[go.shape.int]", 0, 2e-6, 2}, {"example.com/sums.Sum", 1e-6, 0, -1}}},
		{"garbage", []profiledStack{work(100), allocate(20)}, []profiledStack{work(100), allocate(120)}, [2]float64{1.2e-6, 2.2e-6},
			[]Function{{collecting, 0.2e-6, 1.2e-6, 1}}},
		{"waiting", []profiledStack{work(50), idle(50)}, []profiledStack{work(150), idle(50)}, [2]float64{1e-5, 2e-5},
			[]Function{{"example.com/sums.Sum", 0.5e-6, 1.5e-6, 1}}},
		{"too few samples", []profiledStack{work(10), twice(10)}, []profiledStack{work(12), twice(10)}, [2]float64{0.2e-6, 0.22e-6}, nil},
		{"not in the profile", []profiledStack{work(100)}, []profiledStack{work(90)}, [2]float64{1e-5, 2e-5}, nil},
		{"empty", nil, nil, [2]float64{1e-6, 2e-6}, nil},
	} {
		got := compareProfiles([2]*cpuProfile{profiled(1e6, test.old...), profiled(1e6, test.new...)}, test.measured)
		if len(got) != len(test.want) {
			t.Errorf("%s: %+v, expected %+v", test.name, got, test.want)
			continue
		}
		near := func(a, b float64) bool { return math.Abs(a-b) < 1e-8+1e-3*math.Abs(b) }
		for i, f := range got {
			if w := test.want[i]; f.Name != w.Name || !near(f.Old, w.Old) || !near(f.New, w.New) || math.Abs(f.Share-w.Share) > 0.01 {
				t.Errorf("%s: %+v, expected %+v", test.name, got, test.want)
			}
		}
	}
}

func TestFunctionShort(t *testing.T) {
	for name, want := range map[string]string{
		"example.com/sums.Sum":                    "sums.Sum",
		"example.com/sums.Sum[example.com/a.Int]": "sums.Sum[example.com/a.Int]",
		"main.main": "main.main", collecting: collecting,
	} {
		if got := (Function{Name: name}).short(); got != want {
			t.Errorf("%s: %q, expected %q", name, got, want)
		}
	}
}
