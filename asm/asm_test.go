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
)

// envRequire names a tier that must be there: a machine that is meant to test
// it must not pass for want of it.
const envRequire = "MEXLAB_REQUIRE"

func TestMain(m *testing.M) {
	fmt.Println("active tier:", Best())
	if err := Err(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	if tier := os.Getenv(envRequire); tier != "" && For(tier) == nil {
		fmt.Printf("%s=%q: this CPU or build does not have it\n", envRequire, tier)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// eachTier runs a test for each tier that runs here.
func eachTier(t *testing.T, test func(t *testing.T, p *Primitives)) {
	for _, p := range available {
		t.Run("isa="+p.Tier, func(t *testing.T) { test(t, p) })
	}
}

func TestChoose(t *testing.T) {
	tiers := []*Primitives{generic(Generic), generic(AVX2), generic(AVX512)}
	for _, c := range []struct{ forced, want, err string }{
		{"", AVX2, ""},
		{Generic, Generic, ""},
		{AVX2, AVX2, ""},
		{AVX512, AVX512, ""}, // never by itself
		{NEON, Generic, `MEXLAB_ISA="neon": this CPU or this build does not have it; valid here: generic, avx2, avx512`},
		{"sse9", Generic, `MEXLAB_ISA="sse9": no tier has that name; valid here: generic, avx2, avx512`},
	} {
		p, err := choose(tiers, c.forced)
		if msg := fmt.Sprint(err); p.Tier != c.want || (c.err == "") != (err == nil) || err != nil && msg != c.err {
			t.Errorf("forced %q: tier %s, error %v; want %s, %s", c.forced, p.Tier, err, c.want, c.err)
		}
	}
}

// TestGate takes away each feature of each tier: the tier must go, and no
// other.
func TestGate(t *testing.T) {
	for _, tier := range vectorTiers {
		for _, f := range tier.features {
			var other cpuid.FeatureID = cpuid.GFNI
			cpu := cpuid.CPU
			cpu.Enable(tier.features...)
			cpu.Disable(other)
			if list := supported([]compiled{tier}, cpu); len(list) != 2 || list[1].Tier != tier.name {
				t.Errorf("%s: not supported by a CPU with its features", tier.name)
			}
			cpu.Disable(f)
			if list := supported([]compiled{tier}, cpu); len(list) != 1 || list[0].Tier != Generic {
				t.Errorf("%s: supported by a CPU without %v", tier.name, f)
			}
		}
	}
}

func TestTiers(t *testing.T) {
	var got []string
	for _, tier := range Tiers() {
		got = append(got, tier.Name)
		if tier.Available != (For(tier.Name) != nil) || tier.Available && !tier.Compiled {
			t.Errorf("%+v", tier)
		}
	}
	if !slices.Equal(got, names) || !slices.Contains(got, Best()) || For("sse9") != nil {
		t.Errorf("tiers %q, best %s", got, Best())
	}
}

// A call is a primitive with an input for which every tier has to use its
// body.
type call struct {
	primitive string
	do        func(p *Primitives)
}

func vectorCalls() []call {
	a, b := make([]uint64, 64), make([]uint64, 64)
	full := slices.Repeat([]uint64{^uint64(0)}, 64)
	units := make([]uint16, 16)
	sums := []Sum{{0, 0}, {3, 1}}
	cols16, odd16, out16 := make([]uint16, 16*5), new([16]uint16), new(Lanes16)
	cols32, odd32, out32 := make([]uint32, 16*5), new([16]uint32), new(Lanes32)
	text := bytes.Repeat([]byte("12345 "), 20)
	return []call{
		{"orPermuted", func(p *Primitives) { p.OrPermuted(a, b, 1001) }},
		{"orExchanged", func(p *Primitives) { p.OrExchanged(a, b, 1001) }},
		{"fullWords", func(p *Primitives) { p.FirstZero(full) }},
		{"scanWeights", func(p *Primitives) { p.ScanWeights(units, 1, 3, 1000) }},
		{"scanSums", func(p *Primitives) { p.ScanSums(units, 1, sums, 3, 1000) }},
		{"eliminate16", func(p *Primitives) { p.Eliminate16(cols16, odd16, out16) }},
		{"eliminate32", func(p *Primitives) { p.Eliminate32(cols32, odd32, out32) }},
		{"coordinates", func(p *Primitives) { p.Coordinates(cols32, 4) }},
		{"numbers", func(p *Primitives) { p.Numbers(a, text) }},
	}
}

// TestBodiesAreReached puts a counter before each body of each tier. It also
// sees that the body is the tier's own.
func TestBodiesAreReached(t *testing.T) {
	var own []string // names of the tier and those before it
	for _, tier := range vectorTiers {
		if For(tier.name) == nil {
			continue
		}
		own = append(own, strings.ToUpper(tier.name))
		reached := map[string]int{}
		counted := tier.bodies
		fields := reflect.ValueOf(&counted).Elem()
		// Unexported fields are set through the addresses of their copies.
		wrap := func(name string, field any) {
			f := reflect.ValueOf(field).Elem()
			if f.IsNil() {
				t.Errorf("%s: no body for %s", tier.name, name)
				return
			}
			body := reflect.ValueOf(f.Interface())
			// A tier may take over bodies of those before it.
			got := runtime.FuncForPC(body.Pointer()).Name()
			if suffix, ok := strings.CutPrefix(got, "mexlab/asm."+name); !ok || !slices.Contains(own, suffix) {
				t.Errorf("%s: the body for %s is %s", tier.name, name, got)
			}
			f.Set(reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
				reached[name]++
				return body.Call(args)
			}))
		}
		wrap("orPermuted", &counted.orPermuted)
		wrap("orExchanged", &counted.orExchanged)
		wrap("fullWords", &counted.fullWords)
		wrap("scanWeights", &counted.scanWeights)
		wrap("scanSums", &counted.scanSums)
		wrap("eliminate16", &counted.eliminate16)
		wrap("eliminate32", &counted.eliminate32)
		wrap("coordinates", &counted.coordinates)
		wrap("numbers", &counted.numbers)
		calls := vectorCalls()
		if len(calls) != fields.NumField() {
			t.Errorf("%d calls for %d bodies", len(calls), fields.NumField())
		}
		p := counted.primitives(tier.name)
		for _, c := range calls {
			if c.do(p); reached[c.primitive] == 0 {
				t.Errorf("%s: %s did not come to its body", tier.name, c.primitive)
			}
		}
	}
}

func TestNoAllocations(t *testing.T) {
	eachTier(t, func(t *testing.T, p *Primitives) {
		for _, c := range vectorCalls() {
			if n := testing.AllocsPerRun(10, func() { c.do(p) }); n != 0 {
				t.Errorf("%s: %v allocations", c.primitive, n)
			}
		}
	})
}

// TestProfile takes a CPU profile of every primitive. The profiler walks the
// stack wherever its signal comes, also within a body.
func TestProfile(t *testing.T) {
	if err := pprof.StartCPUProfile(io.Discard); err != nil {
		t.Skip(err) // one is being taken already
	}
	defer pprof.StopCPUProfile()
	eachTier(t, func(t *testing.T, p *Primitives) {
		calls := vectorCalls()
		for start := time.Now(); time.Since(start) < 100*time.Millisecond; {
			for _, c := range calls {
				c.do(p)
			}
		}
	})
}

// TestRules breaks the rules: every tier has to panic and to leave everything
// as it was.
func TestRules(t *testing.T) {
	ones := func(n int) []uint64 { return slices.Repeat([]uint64{1}, n) }
	a, b := ones(64), ones(64)
	units := make([]uint16, 17)
	cols16, odd16, out16 := slices.Repeat([]uint16{1}, 100), new([16]uint16), &Lanes16{V0: [16]uint16{7}}
	cols32, odd32, out32 := slices.Repeat([]uint32{1}, 100), new([16]uint32), &Lanes32{V0: [16]uint32{7}}
	bad := []call{
		{"unequal", func(p *Primitives) { p.OrPermuted(a[:8], b[:16], 0) }},
		{"unequal", func(p *Primitives) { p.OrPermuted(a[:16], b[:8], 0) }},
		{"no power of two", func(p *Primitives) { p.OrPermuted(a[:12], b[:12], 0) }},
		{"empty", func(p *Primitives) { p.OrPermuted(nil, nil, 0) }},
		{"v too large", func(p *Primitives) { p.OrPermuted(a[:8], b[:8], 512) }},
		{"unequal", func(p *Primitives) { p.OrExchanged(a[:8], b[:16], 0) }},
		{"no power of two", func(p *Primitives) { p.OrExchanged(a[:12], b[:12], 0) }},
		{"v too large", func(p *Primitives) { p.OrExchanged(a[:8], b[:8], 1<<63) }},
		{"n too large", func(p *Primitives) { p.ScanWeights(units[:5], 0, 1, 33) }},
		{"n negative", func(p *Primitives) { p.ScanWeights(units[:5], 0, 1, -1) }},
		{"17 units", func(p *Primitives) { p.ScanWeights(units, 0, 1, 1) }},
		{"17 units", func(p *Primitives) { p.ScanSums(units, 0, []Sum{{}}, 1, 1) }},
		{"no sums", func(p *Primitives) { p.ScanSums(units[:5], 0, nil, 1, 1) }},
		{"no columns", func(p *Primitives) { p.Eliminate16(nil, odd16, out16) }},
		{"part of a column", func(p *Primitives) { p.Eliminate16(cols16, odd16, out16) }},
		{"no columns", func(p *Primitives) { p.Eliminate32(nil, odd32, out32) }},
		{"part of a column", func(p *Primitives) { p.Eliminate32(cols32, odd32, out32) }},
	}
	eachTier(t, func(t *testing.T, p *Primitives) {
		for i, c := range bad {
			func() {
				defer func() {
					if r := recover(); r == nil || !strings.HasPrefix(fmt.Sprint(r), "asm: ") {
						t.Errorf("case %d, %s: got %v, want a panic that says what is wrong", i, c.primitive, r)
					}
				}()
				c.do(p)
			}()
		}
		if !slices.Equal(a, ones(64)) || !slices.Equal(b, ones(64)) ||
			*out16 != (Lanes16{V0: [16]uint16{7}}) || *out32 != (Lanes32{V0: [16]uint32{7}}) ||
			slices.Max(cols16) != 1 || slices.Max(cols32) != 1 || slices.Min(cols16) != 1 || slices.Min(cols32) != 1 {
			t.Error("something was written")
		}
	})
}
