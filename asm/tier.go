package asm

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// The names of the tiers.
const (
	Generic = "generic" // Go alone, everywhere
	AVX2    = "avx2"    // amd64
	NEON    = "neon"    // arm64, on every CPU

	ARCHSIMD = "archsimd" // amd64: as AVX2, by Go's intrinsics; for comparison

	AVX512       = "avx512"       // amd64: what x86-64-v4 has beyond AVX2
	AVX512BITALG = "avx512bitalg" // amd64: AVX512, with weights counted by VPOPCNTW
)

// EnvISA is the environment variable that forces a tier.
const EnvISA = "MEXLAB_ISA"

// names lists all tiers. If a CPU has two, the later one is the better one.
var names = []string{Generic, ARCHSIMD, AVX2, NEON, AVX512, AVX512BITALG}

// A Tier is a set of CPU features with the primitives that use them, which are
// its methods.
//
// The methods allocate nothing, write nothing but what they say, and panic,
// before writing anything, if lengths break the rules. All tiers agree.
type Tier struct {
	Name      string
	Words     int  // 64-bit words in a vector register; 1 without vectors
	Compiled  bool // this build has it
	Available bool // this build has it, and this CPU has the features
	Timed     bool // it is known to pay on every CPU that has it, so Best may choose it

	// OnlyForced says that the tier is there for comparison. MEXLAB_ISA can force it,
	// and nothing else chooses it.
	OnlyForced bool

	features []cpuid.FeatureID // all that the bodies use

	// The bodies are loops in assembly, or by intrinsics. They trust their arguments:
	// the methods check those, handle what is left over, and use the generic form if a
	// body is nil.

	// orPermuted is OrPermuted for words >= 4, a power of two, and v < 64*words.
	orPermuted func(dst, src *uint64, words int, v uint64)

	// orExchanged is OrExchanged for words >= 4, a power of two, and v < 64*words.
	orExchanged func(a, b *uint64, words int, v uint64)

	// fullWords goes through the words in groups of eight and stops at the
	// first group with a bit that is not set. It returns the number of words
	// before it. n >= 8 is a multiple of eight.
	fullWords func(words *uint64, n int) int

	// scanWeights is ScanWeights for n >= 32, a multiple of 32, and
	// 0 <= k < 16. The units beyond the last are 0. If no x passes it may return
	// more than n. Units are passed by value: a pointer through a func value
	// would make them escape to the heap.
	scanWeights func(units [16]uint16, origin uint16, k, n int) int

	// scanSums is ScanSums for n >= 32, a multiple of 32, count >= 1 sums, and
	// 0 <= k < 1<<14. Units, and the result if no x passes, are as for scanWeights.
	scanSums func(units [16]uint16, origin uint16, sums *Sum, count, k, n int) int

	// eliminate16 and eliminate32 are Eliminate16 and Eliminate32 for d >= 1 values.
	eliminate16 func(cols *uint16, d int, odd *[16]uint16, out *Lanes16)
	eliminate32 func(cols *uint32, d int, odd *[16]uint32, out *Lanes32)

	// gather16 is Gather16 for n columns and count rows.
	gather16 func(cols *uint16, n int, succ *uint64, off, rows *uint32, count int) (or uint64)

	// sort16 is Sort16 for 1 <= d <= sortColumns columns.
	sort16 func(cols *uint16, d int, v0 *[16]uint16)

	// coordinates is Coordinates for n columns, coordinateColumns >= n >= d >= 1.
	coordinates func(words *uint32, cols *uint16, n, d int)

	// settle16 is Settle16 for 1 <= d <= 16 columns of G and 0 <= width <= 16 powers.
	settle16 func(cols *uint16, words *uint32, d, width int, k *[16]uint16, out *Bounded16)

	// searchFirst is Search16 for the first 256 numbers of the lanes in Few, Some and
	// Wide. It returns the lanes whose mex is not found; their Mex becomes 256.
	searchFirst func(b *Bounded16) (open uint16)

	// searchMore is Search16 for the numbers from start to before end of open lanes,
	// whose Last is start or more and whose mex is not less. Start and end are
	// multiples of 256 up to searchEnd, at most 2048 apart. It returns the lanes whose
	// mex is not found; their Mex becomes end.
	searchMore func(b *Bounded16, open uint16, start, end int) (left uint16)

	// numbers is Numbers for room >= BlockMost and size >= BlockReach, in bytes.
	numbers func(dst *uint64, room int, text *byte, size int) (n, length int)
}

// generic is the tier that is everywhere.
var generic = &Tier{Name: Generic, Words: 1, Compiled: true, Available: true, Timed: true}

// tiers has all tiers, as names lists them.
var tiers = func() (list []*Tier) {
	for _, name := range names {
		t := &Tier{Name: name}
		if name == Generic {
			t = generic
		}
		for i := range vectorTiers {
			if v := &vectorTiers[i]; v.Name == name {
				v.Compiled, v.Available = true, v.runsOn(cpuid.CPU)
				t = v
			}
		}
		list = append(list, t)
	}
	return list
}()

// available has the tiers that run here.
var available = slices.DeleteFunc(slices.Clone(tiers), func(t *Tier) bool { return !t.Available })

func (t *Tier) runsOn(cpu cpuid.CPUInfo) bool { return cpu.Supports(t.features...) }

// best is the choice, made once at start.
var best, errBest = choose(available, os.Getenv(EnvISA))

// choose returns the forced tier, or the last one that has been timed if none is
// forced. If the forced tier is not in the list, it returns the first, and an error.
func choose(list []*Tier, forced string) (*Tier, error) {
	var valid []string
	last := list[0]
	for _, t := range list {
		if t.Name == forced {
			return t, nil
		}
		valid = append(valid, t.Name)
		if t.Timed {
			last = t
		}
	}
	if forced == "" {
		return last, nil
	}
	what := "no tier has that name"
	if slices.Contains(names, forced) {
		what = "this CPU or this build does not have it"
	}
	return list[0], fmt.Errorf("%s=%q: %s; valid here: %s", EnvISA, forced, what, strings.Join(valid, ", "))
}

// Best returns the tier to use: the one that MEXLAB_ISA forces, else the best
// one that is available and timed. If Err is not nil it is the generic tier.
func Best() *Tier { return best }

// Forced tells whether MEXLAB_ISA names the tier to use.
func Forced() bool { return os.Getenv(EnvISA) != "" }

// Err tells what is wrong with the tier that MEXLAB_ISA forces: it is unknown,
// or this CPU or build does not have it.
func Err() error { return errBest }

// Lookup returns the tier of a name, nil if it is not available.
func Lookup(name string) *Tier {
	for _, t := range available {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Tiers returns all tiers, the generic one first. If a CPU has two, the later
// one is the better one.
func Tiers() []*Tier { return slices.Clone(tiers) }

// Available returns those of Tiers that this build and CPU have.
func Available() []*Tier { return slices.Clone(available) }

// Features lists the CPU features that the tier needs beyond what every CPU of
// the architecture has. It is empty if this build does not have the tier.
func (t *Tier) Features() []string {
	var list []string
	for _, f := range t.features {
		list = append(list, f.String())
	}
	return list
}
