package asm

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// settleInput is what Settle16 gets.
type settleInput struct {
	cols  []uint16
	words []uint32
	d     int
	k     [16]uint16
}

// randomSettleInput draws 16 rows of n >= 1 numbers below 1<<width, in the lanes
// uniform or of mixed shapes, and works out G and the coordinates.
func randomSettleInput(rng *rand.Rand, n, width int) settleInput {
	in := settleInput{cols: mixedColumns(rng, n), d: max(1, n-1)}
	shape, or := rng.IntN(4), uint16(0)
	for i := range in.cols {
		switch x, j := uint16(rng.Uint32()), i/16; {
		case shape == 1, shape == 2 && j >= 8:
			in.cols[i] = x
		case shape == 2: // so that numbers below 256 are sums of such
			in.cols[i] = 1<<j | x&(1<<j-1)
		}
		in.cols[i] &= 1<<width - 1
		or |= in.cols[i]
	}
	var v0 [16]uint16
	sort16(in.cols, &v0)
	in.cols = in.cols[:16*in.d]
	for lane := range in.k {
		k := min(rng.IntN(12), rng.IntN(12))
		if rng.IntN(16) == 0 {
			k = rng.IntN(1 << 16)
		}
		in.k[lane] = uint16(k)
		v0[lane] &= -uint16(k & 1)
		switch rng.IntN(8) {
		case 0: // perhaps outside the span
			v0[lane] = uint16(rng.Uint32()) & or
		case 1, 2: // in the span
			for i := lane; i < len(in.cols); i += 16 {
				v0[lane] ^= in.cols[i] & -uint16(rng.IntN(2))
			}
		}
	}
	in.cols = append(in.cols, v0[:]...)
	needed := bits.Len16(or)
	for i := range needed + rng.IntN(17-needed) { // and some more powers
		in.cols = append(in.cols, slices.Repeat([]uint16{1 << i}, 16)...)
	}
	in.words = make([]uint32, len(in.cols))
	coordinates(in.words, in.cols, in.d)
	return in
}

// open returns the lanes in some mask. They must be in one only.
func (b *Bounded16) open(t *testing.T) (open uint16) {
	for _, mask := range []uint16{b.Few, b.Some, b.Wide, b.Many, b.Left} {
		if open&mask != 0 {
			t.Fatalf("lanes %b are in two masks", open&mask)
		}
		open |= mask
	}
	return open
}

// particular returns the result with 0 where there are no particular values.
func (b Bounded16) particular(t *testing.T) Bounded16 {
	open := b.open(t)
	for lane := range b.Rows {
		switch {
		case open>>lane&1 == 0:
			b.Rows[lane] = Bounded{}
			continue
		case b.Left>>lane&1 != 0:
			b.Rows[lane].Extras = [16]uint8{}
		}
		b.Mex[lane] = 0
	}
	return b
}

// TestSettle16Generic compares the generic form with the definitions. It finds the least
// number of elements for each sum by taking one element after the other.
func TestSettle16Generic(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	seen := map[string]int{}
	for round := range 1500 {
		n, width := 17-min(rng.IntN(17), rng.IntN(17)), 12-min(rng.IntN(12), rng.IntN(12))
		if round%100 == 0 {
			width = 16
		}
		in := randomSettleInput(rng, n, width)
		var out Bounded16
		settle16(in.cols, in.words, in.d, &in.k, &out)
		out.open(t)
		for lane := range 16 {
			testSettled(t, &in, &out, lane, width, seen)
		}
	}
	t.Log(seen)
	for _, what := range []string{"few", "some", "wide", "many", "left", "outside", "span", "all but one", "too many low"} {
		if seen[what] < 10 {
			t.Errorf("%s: only %d lanes, want 10", what, seen[what])
		}
	}
}

func testSettled(t *testing.T, in *settleInput, out *Bounded16, lane, width int, seen map[string]int) {
	t.Helper()
	row, k := out.Rows[lane], int(in.k[lane])
	b := boundedCase{row: row, c: in.cols[16*in.d+lane], n: 1 << width}
	var basis, extras []uint16
	span, inSpan := []uint16{0}, make([]bool, 1<<width)
	inSpan[0] = true
	for i := lane; i < 16*in.d; i += 16 {
		x := in.cols[i]
		if x == 0 {
			continue
		}
		if b.g = append(b.g, x); inSpan[x] {
			extras = append(extras, x)
			continue
		}
		basis = append(basis, x)
		for _, y := range slices.Clone(span) {
			span = append(span, x^y)
			inSpan[x^y] = true
		}
	}
	rank := len(basis)
	end := uint32(1)
	for end < 1<<width && inSpan[end] {
		end *= 2
	}

	weights, mex := b.weights(), uint32(0)
	for mex < 1<<width && int(weights[uint16(mex)^b.c]) <= min(k, 99) {
		mex++
	}
	class := ""
	for name, mask := range map[string]uint16{"few": out.Few, "some": out.Some, "wide": out.Wide, "many": out.Many, "left": out.Left} {
		if mask>>lane&1 != 0 {
			class = name
		}
	}
	low := uint16(0) // not 0 if numbers below 256 have coordinates 0 to 7
	for _, m := range row.Masks[:8] {
		low |= m & 0xff
	}
	few := len(extras) <= 4 && (len(extras) == 0 || extras[0] < 32)
	want := "many"
	switch {
	case !inSpan[b.c]:
		want = "outside"
	case k >= rank, k == rank-1 && len(extras) > 0:
		want = "span"
	case k == rank-1:
		want = "all but one"
	case len(extras) > 0 && extras[0] >= 256:
		want = "left"
	case few && low != 0:
		want = "wide"
	case few && bits.OnesCount16(row.Origin&0xff) > k:
		want = "too many low"
	case few && len(extras) <= 2 && (len(extras) == 0 || extras[0] < 16):
		want = "few"
	case few:
		want = "some"
	}
	seen[want]++
	if class == "" {
		if slices.Contains([]string{"few", "some", "wide", "many", "left"}, want) || out.Mex[lane] != mex {
			t.Fatalf("G %d, c %d, K %d: mex %d, want %d, %s", b.g, b.c, k, out.Mex[lane], mex, want)
		}
		return
	}
	if class != want {
		t.Fatalf("G %d, c %d, K %d: in %s, want %s", b.g, b.c, k, class, want)
	}
	if int(row.K) != k || uint32(row.Last)+1 != end {
		t.Fatalf("G %d, c %d, K %d: K is %d and Last %d, want %d", b.g, b.c, k, row.K, row.Last, end-1)
	}
	for i, x := range basis {
		if got, want := row.word(x), uint16(1)<<(16-rank+i); got != want {
			t.Fatalf("G %d: coordinates of basis element %d are %b, want %b", b.g, x, got, want)
		}
	}
	if row.word(b.c) != row.Origin {
		t.Fatalf("G %d, c %d: its coordinates are %b, want %b", b.g, b.c, row.Origin, row.word(b.c))
	}
	if class == "left" {
		return
	}
	for i, x := range row.Extras {
		if i < len(extras) && uint16(x) != extras[i] || i >= len(extras) && x != 0 {
			t.Fatalf("G %d: extras %d, want %d", b.g, row.Extras, extras)
		}
	}
	if left := search16(out); left>>lane&1 == 0 && out.Mex[lane] != mex {
		t.Fatalf("G %d, c %d, K %d: then found mex %d, want %d", b.g, b.c, k, out.Mex[lane], mex)
	}
}

// TestSettle16 compares the tiers with the generic form, which has to be right
// wherever the arguments lie.
func TestSettle16(t *testing.T) {
	eachTier(t, func(t *testing.T, tier *Tier) {
		rng := rand.New(rand.NewPCG(63, 64))
		cm, wm, km, om := newMemory(t, rng), newMemory(t, rng), newMemory(t, rng), newMemory(t, rng)
		cm.save()
		wm.save()
		km.save()
		om.save()
		narrow, wide := places(2), places(4)
		for i := range rounds(12_000) {
			in := randomSettleInput(rng, 1+i%17, 1+rng.IntN(16))
			at, at4 := narrow[i%len(narrow)], wide[i%len(wide)]
			cols, words := put[uint16](cm, at, len(in.cols)), put[uint32](wm, at4, len(in.words))
			k, out := put[uint16](km, at, 16), put[Bounded16](om, at4, 1)
			copy(cols, in.cols)
			copy(words, in.words)
			copy(k, in.k[:])
			accept(cm, cols)
			accept(wm, words)
			accept(km, k)
			var want Bounded16
			settle16(in.cols, in.words, in.d, &in.k, &want)
			tier.Settle16(cols, words, in.d, (*[16]uint16)(k), &out[0])
			if got, want := out[0].particular(t), want.particular(t); got != want {
				for lane := range 16 {
					if got.Rows[lane] != want.Rows[lane] || got.Mex[lane] != want.Mex[lane] {
						t.Errorf("lane %d: got %+v, mex %d; want %+v, mex %d", lane, got.Rows[lane], got.Mex[lane], want.Rows[lane], want.Mex[lane])
					}
				}
				t.Fatalf("%d columns of G: masks %b, want %b", in.d, got.masks(), want.masks())
			}
			accept(om, out)
			check[uint16](t, cm, nil, nil)
			check[uint32](t, wm, nil, nil)
			check[uint16](t, km, nil, nil)
			check[uint16](t, om, nil, nil)
		}
	})
}

func (b *Bounded16) masks() [5]uint16 {
	return [5]uint16{b.Few, b.Some, b.Wide, b.Many, b.Left}
}
