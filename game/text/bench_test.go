package text

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
)

// samples are the texts that the reader is timed on: the tokens of boards are
// two digits long, the ends of edges six or seven, heights nine.
var samples = []struct {
	name string
	most uint64
}{{"boards", 100}, {"edges", 1_000_000}, {"heights", 1_000_000_000}}

// sample returns size bytes, or a little more, of numbers up to most, ten a
// line.
func sample(size int, most uint64) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 0, size+32)
	for i := 1; len(text) < size; i++ {
		text = strconv.AppendUint(text, rng.Uint64N(most+1), 10)
		if i%10 == 0 {
			text = append(text, '\n')
		} else {
			text = append(text, ' ')
		}
	}
	return text
}

// BenchmarkUints times the reader, and a plain loop over the same bytes that
// checks nothing, on text that lies in memory.
func BenchmarkUints(b *testing.B) {
	for _, s := range samples {
		text := sample(16<<20, s.most)
		b.Run(fmt.Sprintf("reader=text/values=%s", s.name), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			var dst [4096]uint64
			for b.Loop() {
				r := NewReader(bytes.NewReader(text))
				for {
					if _, err := r.Uints(dst[:]); err != nil {
						break
					}
				}
			}
		})
		b.Run(fmt.Sprintf("reader=byteloop/values=%s", s.name), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			var dst [4096]uint64
			for b.Loop() {
				byteLoop(text, dst[:])
			}
		})
	}
}

// byteLoop puts the numbers of text into dst, over and over.
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
