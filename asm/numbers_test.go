package asm

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A textKind is a kind of text to read numbers from.
type textKind struct {
	name  string
	most  uint64 // the greatest number
	blank int    // the most white space between two numbers
}

var texts = []textKind{
	{"digits", 9, 1},
	{"boards", 99, 1},
	{"edges", 999_999, 1},
	{"heights", 1<<32 - 1, 1},
	{"long", 9_999_999_999_999_999, 2},
	{"sparse", 9999, 90},
	{"any", 1 << 63, 3},
}

// random returns size bytes of text, or a few more. Half of the numbers have random
// lengths, and some have leading zeros.
func (k *textKind) random(rng *rand.Rand, size int) (text []byte) {
	for len(text) < size {
		v := rng.Uint64N(k.most + 1)
		if rng.IntN(2) == 0 {
			v >>= rng.IntN(64)
		}
		if v < 1e13 { // with zeros, not more than 16 digits
			text = append(text, "000"[:rng.IntN(4)*rng.IntN(2)*rng.IntN(2)]...)
		}
		text = strconv.AppendUint(text, v, 10)
		for range 1 + rng.IntN(k.blank) {
			text = append(text, " \n\t\r\v\f"[rng.IntN(6)*rng.IntN(2)])
		}
	}
	return text
}

// parse reads text byte by byte. It returns the numbers, their ends, and the
// place at which reading has to stop.
func parse(text []byte) (values []uint64, ends []int, stop int) {
	isDigit := func(c byte) bool { return '0' <= c && c <= '9' }
	for i := 0; i < len(text); i++ {
		switch {
		case isDigit(text[i]):
			start := i
			for i < len(text) && isDigit(text[i]) {
				i++
			}
			v, err := strconv.ParseUint(string(text[start:i]), 10, 64)
			if i == len(text) || i-start > 16 || err != nil {
				return values, ends, start
			}
			values, ends = append(values, v), append(ends, i)
			i--
		case strings.IndexByte(" \t\n\v\f\r", text[i]) < 0:
			return values, ends, i
		}
	}
	return values, ends, len(text)
}

// checkNumbers checks that numbers were read right, and that there was a reason to
// stop.
func checkNumbers(text []byte, room int, got []uint64, length int) error {
	values, ends, stop := parse(text)
	n := len(got)
	if n > len(values) || !slices.Equal(got, values[:n]) {
		return fmt.Errorf("%q: got %d, want %d", text, got, values)
	}
	last := 0
	if n > 0 {
		last = ends[n-1]
	}
	if length < last || length > len(text) || strings.Trim(string(text[last:length]), " \t\n\v\f\r") != "" {
		return fmt.Errorf("%q: %d numbers end at %d, not at %d", text, n, last, length)
	}
	if len(text)-length >= BlockReach && room-n >= BlockMost && stop >= length+BlockSize {
		return fmt.Errorf("%q: stopped at %d for no reason", text, length)
	}
	return nil
}

// spoiled are bytes that must not pass. Most are next to digits or white space.
const spoiled = "/:-+.,xX\x00\x08\x0e\x1f!\x2f\x3a\x7f\x80\x89\x8d\xa0\xb0\xb9\xff"

func TestNumbersGeneric(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for _, kind := range texts {
		for range 200 {
			text := kind.random(rng, rng.IntN(1000))
			if len(text) > 0 && rng.IntN(2) == 0 {
				text[rng.IntN(len(text))] = spoiled[rng.IntN(len(spoiled))]
			}
			dst := make([]uint64, rng.IntN(500))
			n, length := numbers(dst, text)
			if err := checkNumbers(text, len(dst), dst[:n], length); err != nil {
				t.Fatalf("%s: %v", kind.name, err)
			}
		}
	}
}

func TestDigits(t *testing.T) {
	for c := range 256 {
		var block [BlockSize]byte
		for at := range block {
			for i := range block {
				block[i] = '7'
			}
			block[at] = byte(c)
			digit, ok := Digits(&block)
			isDigit := '0' <= c && c <= '9'
			want := ^uint64(0)
			if low := c &^ 0x80; low < '0' || low > '9' {
				want &^= 1 << at
			}
			if digit != want || ok != (isDigit || strings.IndexByte(" \t\n\v\f\r", byte(c)) >= 0 && c < 0x80) {
				t.Fatalf("byte %#x at %d: %#x, %v", c, at, digit, ok)
			}
		}
	}
}

// TestNumbers reads texts of every length, from every offset, with much room and
// with little.
func TestNumbers(t *testing.T) {
	eachTier(t, func(t *testing.T, tier *Tier) {
		rng := rand.New(rand.NewPCG(33, 34))
		tm, dm := newMemory(t, rng), newMemory(t, rng)
		try := func(source []byte, room int, at, to place) {
			text, dst := put[byte](tm, at, len(source)), put[uint64](dm, to, room)
			copy(text, source)
			tm.save()
			dm.save()
			compareNumbers(t, tier, dst, text)
			accept(dm, dst)
			check[byte](t, tm, nil, nil)
			check[uint64](t, dm, nil, nil)
		}
		inPlaces, outPlaces := places(1), places(8)
		for i, kind := range texts {
			source := kind.random(rng, 500)
			for size := range 400 {
				from := rng.IntN(len(source) - size)
				try(source[from:from+size], 200, inPlaces[(size+i)%len(inPlaces)], outPlaces[(size+i)%len(outPlaces)])
				try(source[from:from+size], rng.IntN(80), atEnd, atEnd)
			}
			try(source, BlockMost, atStart, atStart)
			try(kind.random(rng, 40_000), 1000, atEnd, atEnd)
		}
		try(bytes.Repeat([]byte(" "), 3*maxText+5), 100, atEnd, atEnd)
	})
}

// TestNumbersStop reads texts with every byte in a block, with a spoiled byte at
// every place, and with digits in a row, of every number and at every offset.
func TestNumbersStop(t *testing.T) {
	eachTier(t, func(t *testing.T, tier *Tier) {
		rng := rand.New(rand.NewPCG(39, 40))
		dst := make([]uint64, 300)
		for c := range 256 {
			text := bytes.Repeat([]byte("12 "), 60)
			text[64+c%64] = byte(c)
			compareNumbers(t, tier, dst, text)
		}
		for _, kind := range texts {
			source := kind.random(rng, 300)
			for at := range source {
				text := slices.Clone(source)
				text[at] = spoiled[rng.IntN(len(spoiled))]
				compareNumbers(t, tier, dst, text)
			}
		}
		for digits := range 100 {
			for blank := range 70 {
				text := strings.Repeat(" ", blank) + strings.Repeat("9", digits) + strings.Repeat(" 3", 60)
				compareNumbers(t, tier, dst, []byte(text))
			}
		}
	})
}

// compareNumbers reads a text and compares with the generic form.
func compareNumbers(t *testing.T, tier *Tier, dst []uint64, text []byte) {
	t.Helper()
	want := make([]uint64, len(dst))
	wantN, wantLength := numbers(want, text)
	n, length := tier.Numbers(dst, text)
	if n != wantN || length != wantLength || !slices.Equal(dst[:n], want[:n]) {
		t.Fatalf("%.500q, room for %d: %d in %d bytes, want %d in %d bytes", text, len(dst), dst[:min(n, len(dst))], length, want[:wantN], wantLength)
	}
}

// TestNumbersExhaustively reads all numbers of up to five digits, and some around
// each power of ten, with other neighbours from text to text.
func TestNumbersExhaustively(t *testing.T) {
	var want []uint64
	for v := range uint64(100_000) {
		want = append(want, v)
	}
	for v := uint64(100_000); v < 1e16; v *= 10 {
		for d := range uint64(200) {
			want = append(want, v-100+d)
		}
	}
	rng := rand.New(rand.NewPCG(37, 38))
	eachTier(t, func(t *testing.T, tier *Tier) {
		for range 3 {
			var text []byte
			for _, v := range want {
				text = append(strconv.AppendUint(text, v, 10), "  "[:1+rng.IntN(2)]...)
			}
			text = append(text, make([]byte, BlockReach)...)
			got := make([]uint64, len(want)+BlockMost)
			n, length := tier.Numbers(got, text)
			if n < len(want)-BlockMost || n > len(want) {
				t.Fatalf("%d numbers of %d in %d bytes", n, len(want), length)
			}
			for i, v := range got[:n] {
				if v != want[i] {
					t.Fatalf("number %d is %d, want %d", i, v, want[i])
				}
			}
			rng.Shuffle(len(want), func(i, j int) { want[i], want[j] = want[j], want[i] })
		}
	})
}

// TestNumbersInCalls reads a text that takes several calls of a body.
func TestNumbersInCalls(t *testing.T) {
	eachTier(t, func(t *testing.T, tier *Tier) {
		rng := rand.New(rand.NewPCG(35, 36))
		for _, kind := range texts[:6] { // the last has numbers that are too long
			text := kind.random(rng, 5*maxText)
			dst := make([]uint64, len(text))
			n, length := tier.Numbers(dst, text)
			if err := checkNumbers(text, len(dst), dst[:n], length); err != nil {
				t.Fatalf("%s: %.200v", kind.name, err)
			}
			if left := len(text) - length; left >= BlockReach {
				t.Errorf("%s: %d bytes are left", kind.name, left)
			}
		}
	})
}
