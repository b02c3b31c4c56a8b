package floor

import "testing"

func TestOr(t *testing.T) {
	for n := range 50 {
		dst, src := make([]uint64, n+1), make([]uint64, n)
		for i := range src {
			dst[i], src[i] = uint64(i), uint64(256*i)
		}
		Or(dst[:n], src)
		for i := range src {
			if dst[i] != uint64(257*i) {
				t.Fatalf("%d words, word %d: %x", n, i, dst[i])
			}
		}
		if dst[n] != 0 {
			t.Fatalf("%d words: wrote past the end", n)
		}
	}
}
