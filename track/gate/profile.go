package gate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"github.com/google/pprof/profile"

	"mexlab/internal/command"
	"mexlab/track/benchfile"
)

const (
	// A version is profiled for about this long. The profiler takes a sample every
	// 10 ms, so that the share of a function is known to some percent.
	profileTime = 1500 * time.Millisecond
	// Each version runs this often, A B B A, so that neither has the better part.
	profileRuns = 2
	// Profiles of both versions take no longer than this, with what the benchmark
	// does besides its operations.
	longestProfile = 10 * time.Second
)

// profile runs both versions of a benchmark that has become slower once more, under
// the CPU profiler, and puts the functions with the largest differences into the
// result. Without profiles a regression is one all the same: a note says why they
// are missing.
func (g *gate) profile(ctx context.Context, b *benchmark) error {
	measured := b.result.Seconds
	if m := b.result.Mean; !b.result.slowerTwice() {
		if m == nil || !m.slowerTwice() {
			return nil
		}
		measured = m.Values
	}
	longest := time.Until(g.until(longestProfile))
	n := b.comparison.profiledOps(longest)
	if n == 0 {
		return nil
	}
	g.tell("profiling " + b.name)
	limited, cancel := context.WithTimeout(ctx, 2*longest)
	defer cancel()
	profiles, err := b.comparison.profiles(limited, g.space.dir, n)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		g.space.note("%s has no profile: %v", b.name, err)
		return nil
	}
	if g.Profile != "" {
		file := profileName(b.result.Package+"."+b.name, g.kept)
		if err := keepProfiles(filepath.Join(g.Profile, file), profiles); err != nil {
			g.space.note("the profiles of %s are not kept: %v", b.name, err)
		}
	}
	ops := profileRuns * (n + 1) // the testing package tries one first
	b.result.Functions = compareProfiles([2]*cpuProfile{newCPUProfile(profiles[0], ops), newCPUProfile(profiles[1], ops)}, measured)
	return nil
}

// profiledOps returns how many operations a run under the profiler has: as many as
// take its part of the time in the slower version. It is 0 if even a slice, with
// what comes before it, takes longer than allowed.
func (c *comparison) profiledOps(longest time.Duration) int {
	each := (longest / (2 * profileRuns)).Seconds()
	if c.wall > each {
		return 0
	}
	n := iterations(profileTime.Seconds()/profileRuns, max(c.result.Seconds[0], c.result.Seconds[1]))
	return max(c.fast.iterations, min(n, int(each/c.wall*float64(c.fast.iterations))))
}

// profiles returns the profile of each version.
func (c *comparison) profiles(ctx context.Context, dir string, n int) (merged [2]*profile.Profile, err error) {
	var all [2][]*profile.Profile
	for i := range 2 * profileRuns {
		v := (i + 1) / 2 % 2
		p, err := c.runProfiled(ctx, v, n, dir)
		if err != nil {
			return merged, err
		}
		all[v] = append(all[v], p)
	}
	for v := range merged {
		if merged[v], err = profile.Merge(all[v]); err != nil {
			return merged, err
		}
	}
	return merged, nil
}

// runProfiled runs a version once under the profiler, with its garbage collector.
func (c *comparison) runProfiled(ctx context.Context, version, n int, dir string) (*profile.Profile, error) {
	f, err := os.CreateTemp(dir, "*.pprof")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	v := c.variants[version]
	cmd := v.binary.command(ctx, "-test.run=^$", "-test.bench="+benchfile.Pattern(c.name), "-test.benchtime="+strconv.Itoa(n)+"x",
		"-test.cpu="+strconv.Itoa(c.procs), "-test.timeout=0", "-test.cpuprofile="+f.Name())
	cmd.Env = append(cmd.Env, v.env...)
	ownGroup(cmd)
	cmd.WaitDelay = writingTime
	if err := c.onCPUs(func() error { return command.Run(cmd) }); err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		return nil, err
	}
	killGroup(cmd) // children that it left
	return profile.Parse(f)
}

// notInNames matches what the name of a file had better not have.
var notInNames = regexp.MustCompile(`[^\w.=+-]+`)

// longestName is how long the name of a file is at most, without its endings.
const longestName = 200

// profileName is the name of the files for a benchmark. It is none of those that
// are taken, and becomes one.
func profileName(benchmark string, taken map[string]bool) string {
	base := notInNames.ReplaceAllString(benchmark, "_")
	base = base[:min(len(base), longestName)]
	name := base
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("%s-%d", base, n)
	}
	taken[name] = true
	return name
}

// keepProfiles writes the profiles of a benchmark, for "go tool pprof -diff_base".
func keepProfiles(name string, profiles [2]*profile.Profile) error {
	for i, version := range []string{".old.pprof", ".new.pprof"} {
		var content bytes.Buffer
		if err := profiles[i].Write(&content); err != nil {
			return err
		}
		if err := command.WriteFile(name+version, content.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
