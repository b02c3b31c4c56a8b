package text

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"mexlab/asm"
)

// samples are the texts to read. The tokens of boards have two digits, the ends of
// edges six or seven, and heights ten. A line of mixed has one of these kinds.
var samples = []struct {
	name string
	most []uint64 // the largest number of a line, for each line in turn
}{
	{"boards", []uint64{100}},
	{"edges", []uint64{1_000_000}},
	{"heights", []uint64{1<<32 - 1}},
	{"mixed", []uint64{100, 1_000_000, 1<<32 - 1}},
}

// sample returns size bytes or a little more. Each line has ten numbers.
func sample(size int, most []uint64) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 0, size+32)
	for i := 1; len(text) < size; i++ {
		text = strconv.AppendUint(text, rng.Uint64N(most[i/10%len(most)]+1), 10)
		if i%10 == 0 {
			text = append(text, '\n')
		} else {
			text = append(text, ' ')
		}
	}
	return text
}

// A way turns a text in memory into numbers, some at a time.
type way struct {
	name string
	read func(text []byte, dst []uint64)
}

// readers are the ways to compare: a plain loop over the bytes without any checks,
// the primitive on each tier, and a whole Reader.
func readers() []way {
	list := []way{{"byteloop", byteLoop}}
	for _, tier := range asm.Available() {
		list = append(list, way{tier.Name, func(text []byte, dst []uint64) {
			for {
				n, length := tier.Numbers(dst, text)
				if n == 0 {
					return
				}
				text = text[length:]
			}
		}})
	}
	return append(list, way{"Reader", func(text []byte, dst []uint64) {
		r := NewReader(bytes.NewReader(text))
		for {
			if _, err := r.Uints(dst); err != nil {
				return
			}
		}
	}})
}

// byteLoop puts the numbers of text into dst, and starts again when dst is full.
func byteLoop(text []byte, dst []uint64) {
	n, v, in := 0, uint64(0), false
	for _, c := range text {
		if d := c - '0'; d <= 9 {
			v, in = v*10+uint64(d), true
		} else if in {
			dst[n] = v
			n, v, in = (n+1)%len(dst), 0, false
		}
	}
}

// BenchmarkUints times each way on its own.
func BenchmarkUints(b *testing.B) {
	for _, s := range samples {
		text := sample(16<<20, s.most)
		for _, way := range readers() {
			b.Run(fmt.Sprintf("reader=%s/values=%s", way.name, s.name), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				dst := make([]uint64, maxAhead)
				for b.Loop() {
					way.read(text, dst)
				}
			})
		}
	}
}

// BenchmarkRatio times all ways in turns and takes the least time of each, so that
// other work on the machine does not count. It reports GB/s, and how many times
// as fast as the plain loop each way is.
func BenchmarkRatio(b *testing.B) {
	list := readers()
	for _, s := range samples {
		text := sample(1<<20, s.most)
		least := make([]time.Duration, len(list))
		b.Run("values="+s.name, func(b *testing.B) {
			dst := make([]uint64, maxAhead)
			for b.Loop() {
				for i, way := range list {
					start := time.Now()
					way.read(text, dst)
					if t := time.Since(start); least[i] == 0 || t < least[i] {
						least[i] = t
					}
				}
			}
			b.ReportMetric(0, "ns/op") // of a round of all ways, which says nothing
			for i, way := range list {
				b.ReportMetric(float64(len(text))/float64(least[i].Nanoseconds()), way.name+"-GB/s")
				b.ReportMetric(float64(least[0])/float64(least[i]), way.name+"-x")
			}
		})
	}
}
