package asm

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/cpuid/v2"

	"mexlab/internal/machine"
)

// envRequire names a tier that must be available. A machine that is meant to test
// that tier then cannot pass by skipping it.
const envRequire = "MEXLAB_REQUIRE"

func TestMain(m *testing.M) {
	fmt.Println("active tier:", Best().Name)
	if err := Err(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	if tier := os.Getenv(envRequire); tier != "" && Lookup(tier) == nil {
		fmt.Printf("%s=%q: this CPU or this build does not have that tier\n", envRequire, tier)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// eachTier runs a test for each tier that is available.
func eachTier(t *testing.T, test func(t *testing.T, tier *Tier)) {
	for _, tier := range available {
		t.Run("isa="+tier.Name, func(t *testing.T) { test(t, tier) })
	}
}

func TestChoose(t *testing.T) {
	list := []*Tier{{Name: Generic, Timed: true}, {Name: AVX2, Timed: true}, {Name: AVX512}}
	for _, c := range []struct{ forced, want, err string }{
		{"", AVX2, ""},
		{Generic, Generic, ""},
		{AVX2, AVX2, ""},
		{AVX512, AVX512, ""}, // only if forced
		{NEON, Generic, `MEXLAB_ISA="neon": this CPU or this build does not have it; valid here: generic, avx2, avx512`},
		{"sse9", Generic, `MEXLAB_ISA="sse9": no tier has that name; valid here: generic, avx2, avx512`},
	} {
		tier, err := choose(list, c.forced)
		if msg := fmt.Sprint(err); tier.Name != c.want || (c.err == "") != (err == nil) || err != nil && msg != c.err {
			t.Errorf("forced %q: tier %s, error %v; want %s, %s", c.forced, tier.Name, err, c.want, c.err)
		}
	}
}

// TestRunsOn takes one feature after the other from a CPU: without it, the CPU
// must not run the tier.
func TestRunsOn(t *testing.T) {
	for _, tier := range vectorTiers {
		for _, f := range tier.features {
			cpu := cpuid.CPU
			cpu.Enable(tier.features...)
			cpu.Disable(cpuid.GFNI) // no tier needs it
			if !tier.runsOn(cpu) {
				t.Errorf("%s does not run on a CPU with its features", tier.Name)
			}
			cpu.Disable(f)
			if tier.runsOn(cpu) {
				t.Errorf("%s runs on a CPU without %v", tier.Name, f)
			}
		}
	}
}

func TestTiers(t *testing.T) {
	var got []string
	for _, tier := range Tiers() {
		got = append(got, tier.Name)
		if tier.Available != (Lookup(tier.Name) == tier) || tier.Available && !tier.Compiled || tier.Compiled && tier.Words == 0 {
			t.Errorf("%s: available %v, compiled %v, %d words", tier.Name, tier.Available, tier.Compiled, tier.Words)
		}
	}
	for _, tier := range vectorTiers {
		if !slices.Contains(names, tier.Name) {
			t.Errorf("%s is not listed in names in tier.go", tier.Name)
		}
	}
	for _, tier := range Available() {
		for _, f := range tier.Features() {
			if !slices.Contains(machine.Features(), f) {
				t.Errorf("%s needs %s, which vectorFeatures in internal/machine/machine.go does not list", tier.Name, f)
			}
		}
	}
	if !slices.Equal(got, names) || Lookup(Best().Name) != Best() || Lookup("sse9") != nil {
		t.Errorf("tiers %q, best %s", got, Best().Name)
	}
}

// A call calls a primitive.
type call struct {
	name string // of the body that it has to reach, or of what is wrong with it
	do   func(tier *Tier)
}

// vectorCalls returns a call for each body that reaches it.
func vectorCalls() []call {
	a, b := make([]uint64, 64), make([]uint64, 64)
	full := slices.Repeat([]uint64{^uint64(0)}, 64)
	units := make([]uint16, 16)
	sums := []Sum{{0, 0}, {3, 1}}
	cols16, odd16, out16 := make([]uint16, 16*5), new([16]uint16), new(Lanes16)
	cols32, odd32, out32 := make([]uint32, 16*5), new([16]uint32), new(Lanes32)
	off, rows := []uint32{0, 2, 7}, []uint32{1, 0}
	text := bytes.Repeat([]byte("12345 "), 20)
	rank2, bounded := make([]uint32, 16*5), new(Bounded16)
	rank2[0], rank2[16] = 1, 2
	full12 := &Bounded16{Few: 1 << 3, Many: 1 << 5} // all that is below 4096 is in the ball
	full12.Rows[3].Last, full12.Rows[5].Last = 4095, 4095
	return []call{
		{"orPermuted", func(tier *Tier) { tier.OrPermuted(a, b, 1001) }},
		{"orExchanged", func(tier *Tier) { tier.OrExchanged(a, b, 1001) }},
		{"fullWords", func(tier *Tier) { tier.FirstZero(full) }},
		{"scanWeights", func(tier *Tier) { tier.ScanWeights(units, 1, 3, 1000) }},
		{"scanSums", func(tier *Tier) { tier.ScanSums(units, 1, sums, 3, 1000) }},
		{"eliminate16", func(tier *Tier) { tier.Eliminate16(cols16, odd16, out16) }},
		{"eliminate32", func(tier *Tier) { tier.Eliminate32(cols32, odd32, out32) }},
		{"gather16", func(tier *Tier) { tier.Gather16(cols16, a, off, rows) }},
		{"sort16", func(tier *Tier) { tier.Sort16(cols16, odd16) }},
		{"coordinates", func(tier *Tier) { tier.Coordinates(cols32, cols16, 4) }},
		{"settle16", func(tier *Tier) { tier.Settle16(cols16, rank2, 2, odd16, bounded) }},
		{"searchFirst", func(tier *Tier) { tier.Search16(full12) }},
		{"searchMore", func(tier *Tier) { tier.Search16(full12) }},
		{"numbers", func(tier *Tier) { tier.Numbers(a, text) }},
	}
}

// bodies returns the fields of a tier that are bodies, by name. They can be set.
func bodies(tier *Tier) map[string]reflect.Value {
	fields := map[string]reflect.Value{}
	v := reflect.ValueOf(tier).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Func {
			fields[v.Type().Field(i).Name] = reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem()
		}
	}
	return fields
}

// TestBodies checks that every tier has every body, its own or that of a tier
// before it.
func TestBodies(t *testing.T) {
	var own []string // names of the tier and those before it
	for _, tier := range vectorTiers {
		own = append(own, strings.ToUpper(tier.Name))
		for name, f := range bodies(&tier) {
			if f.IsNil() {
				t.Errorf("%s has no body for %s; set the field in stubs_%s.go", tier.Name, name, runtime.GOARCH)
				continue
			}
			got := runtime.FuncForPC(f.Pointer()).Name()
			if suffix, ok := strings.CutPrefix(got, "mexlab/asm."+name); !ok || !slices.Contains(own, suffix) {
				t.Errorf("in stubs_%s.go, the body of %s for %s is %s; want %[3]s followed by one of %[5]q", runtime.GOARCH, tier.Name, name, got, own)
			}
		}
	}
}

// TestBodiesAreReached puts a counter before each body of each tier.
func TestBodiesAreReached(t *testing.T) {
	calls := map[string]call{}
	for _, c := range vectorCalls() {
		calls[c.name] = c
	}
	for _, tier := range vectorTiers {
		for name, f := range bodies(&tier) {
			c, ok := calls[name]
			if !ok {
				t.Errorf("vectorCalls in asm_test.go has no call that reaches body %s", name)
			}
			if !ok || f.IsNil() || Lookup(tier.Name) == nil {
				continue
			}
			reached, body := 0, reflect.ValueOf(f.Interface())
			f.Set(reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
				reached++
				return body.Call(args)
			}))
			if c.do(&tier); reached == 0 {
				t.Errorf("%s: the call of vectorCalls in asm_test.go for %s does not reach the body; the method of Tier has to call it", tier.Name, name)
			}
		}
	}
}

func TestNoAllocations(t *testing.T) {
	eachTier(t, func(t *testing.T, tier *Tier) {
		for _, c := range vectorCalls() {
			if n := testing.AllocsPerRun(10, func() { c.do(tier) }); n != 0 {
				t.Errorf("%s: %v allocations", c.name, n)
			}
		}
	})
}

// TestProfile takes a CPU profile of every primitive. The profiler's signal comes
// anywhere, also within a body, and then it walks the stack.
func TestProfile(t *testing.T) {
	if err := pprof.StartCPUProfile(io.Discard); err != nil {
		t.Skip(err) // go test -cpuprofile takes one already
	}
	defer pprof.StopCPUProfile()
	eachTier(t, func(t *testing.T, tier *Tier) {
		calls := vectorCalls()
		for start := time.Now(); time.Since(start) < 100*time.Millisecond; {
			for _, c := range calls {
				c.do(tier)
			}
		}
	})
}

// TestRules breaks the rules: every tier has to panic, and write nothing.
func TestRules(t *testing.T) {
	ones := func(n int) []uint64 { return slices.Repeat([]uint64{1}, n) }
	a, b := ones(64), ones(64)
	units := make([]uint16, 17)
	cols16, odd16, out16 := slices.Repeat([]uint16{1}, 100), new([16]uint16), &Lanes16{C: [16]uint16{7}}
	cols32, odd32, out32 := slices.Repeat([]uint32{1}, 100), new([16]uint32), &Lanes32{C: [16]uint32{7}}
	many16, many32, lanes := make([]uint16, 16*26), make([]uint32, 16*26), &Bounded16{Few: 7}
	off := []uint32{0, 6, 6, 13, 62, 66, 7}
	bad := []call{
		{"unequal", func(tier *Tier) { tier.OrPermuted(a[:8], b[:16], 0) }},
		{"unequal", func(tier *Tier) { tier.OrPermuted(a[:16], b[:8], 0) }},
		{"no power of two", func(tier *Tier) { tier.OrPermuted(a[:12], b[:12], 0) }},
		{"empty", func(tier *Tier) { tier.OrPermuted(nil, nil, 0) }},
		{"v too large", func(tier *Tier) { tier.OrPermuted(a[:8], b[:8], 512) }},
		{"unequal", func(tier *Tier) { tier.OrExchanged(a[:8], b[:16], 0) }},
		{"no power of two", func(tier *Tier) { tier.OrExchanged(a[:12], b[:12], 0) }},
		{"v too large", func(tier *Tier) { tier.OrExchanged(a[:8], b[:8], 1<<63) }},
		{"n too large", func(tier *Tier) { tier.ScanWeights(units[:5], 0, 1, 33) }},
		{"n negative", func(tier *Tier) { tier.ScanWeights(units[:5], 0, 1, -1) }},
		{"17 units", func(tier *Tier) { tier.ScanWeights(units, 0, 1, 1) }},
		{"17 units", func(tier *Tier) { tier.ScanSums(units, 0, []Sum{{}}, 1, 1) }},
		{"no sums", func(tier *Tier) { tier.ScanSums(units[:5], 0, nil, 1, 1) }},
		{"no columns", func(tier *Tier) { tier.Eliminate16(nil, odd16, out16) }},
		{"part of a column", func(tier *Tier) { tier.Eliminate16(cols16, odd16, out16) }},
		{"no columns", func(tier *Tier) { tier.Eliminate32(nil, odd32, out32) }},
		{"part of a column", func(tier *Tier) { tier.Eliminate32(cols32, odd32, out32) }},
		{"no columns", func(tier *Tier) { tier.Gather16(nil, a, off, []uint32{0}) }},
		{"part of a column", func(tier *Tier) { tier.Gather16(cols16, a, off, []uint32{0}) }},
		{"no rows", func(tier *Tier) { tier.Gather16(cols16[:96], a, off, nil) }},
		{"17 rows", func(tier *Tier) { tier.Gather16(cols16[:96], a, off, make([]uint32, 17)) }},
		{"an empty row", func(tier *Tier) { tier.Gather16(cols16[:96], a, off, []uint32{0, 1}) }},
		{"too long a row", func(tier *Tier) { tier.Gather16(cols16[:96], a, off, []uint32{0, 2}) }},
		{"a row beyond the values", func(tier *Tier) { tier.Gather16(cols16[:96], a, off, []uint32{0, 4}) }},
		{"offsets that descend", func(tier *Tier) { tier.Gather16(cols16[:96], a, off, []uint32{0, 5}) }},
		{"a row without an end", func(tier *Tier) { tier.Gather16(cols16[:96], a, off, []uint32{0, 6}) }},
		{"a row beyond all", func(tier *Tier) { tier.Gather16(cols16[:96], a, off, []uint32{0, 1<<32 - 1}) }},
		{"no columns", func(tier *Tier) { tier.Sort16(nil, odd16) }},
		{"part of a column", func(tier *Tier) { tier.Sort16(cols16, odd16) }},
		{"no columns", func(tier *Tier) { tier.Coordinates(nil, nil, 1) }},
		{"part of a column", func(tier *Tier) { tier.Coordinates(cols32, cols16, 1) }},
		{"unequal", func(tier *Tier) { tier.Coordinates(cols32[:80], cols16[:96], 1) }},
		{"d zero", func(tier *Tier) { tier.Coordinates(cols32[:96], cols16[:96], 0) }},
		{"d too large", func(tier *Tier) { tier.Coordinates(cols32[:96], cols16[:96], 7) }},
		{"no columns", func(tier *Tier) { tier.Settle16(nil, nil, 1, odd16, lanes) }},
		{"part of a column", func(tier *Tier) { tier.Settle16(cols16, cols32, 1, odd16, lanes) }},
		{"unequal", func(tier *Tier) { tier.Settle16(cols16[:96], cols32[:80], 1, odd16, lanes) }},
		{"d zero", func(tier *Tier) { tier.Settle16(cols16[:96], cols32[:96], 0, odd16, lanes) }},
		{"no column for c", func(tier *Tier) { tier.Settle16(cols16[:96], cols32[:96], 6, odd16, lanes) }},
		{"17 columns of G", func(tier *Tier) { tier.Settle16(many16, many32, 17, odd16, lanes) }},
		{"17 powers", func(tier *Tier) { tier.Settle16(many16, many32, 8, odd16, lanes) }},
	}
	eachTier(t, func(t *testing.T, tier *Tier) {
		for i, c := range bad {
			func() {
				defer func() {
					if r := recover(); r == nil || !strings.HasPrefix(fmt.Sprint(r), "asm: ") {
						t.Errorf("case %d, %s: got %v, want a panic that says what is wrong", i, c.name, r)
					}
				}()
				c.do(tier)
			}()
		}
		if !slices.Equal(a, ones(64)) || !slices.Equal(b, ones(64)) || *odd16 != [16]uint16{} ||
			*lanes != (Bounded16{Few: 7}) || *out16 != (Lanes16{C: [16]uint16{7}}) || *out32 != (Lanes32{C: [16]uint32{7}}) ||
			slices.Max(cols16) != 1 || slices.Max(cols32) != 1 || slices.Min(cols16) != 1 || slices.Min(cols32) != 1 {
			t.Error("something was written")
		}
	})
}
