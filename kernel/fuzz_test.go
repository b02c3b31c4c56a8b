package kernel

import (
	"encoding/binary"
	"testing"
)

// FuzzKernelsAgree makes one vertex of the input and compares every kernel that
// accepts it with the oracle. The first byte gives the values' width. The rest
// is cut into values of eight bytes or fewer.
func FuzzKernelsAgree(f *testing.F) {
	f.Add(uint64(2), []byte{3, 1, 2, 4})
	f.Add(uint64(3), []byte{3, 0, 1, 2, 4, 8, 16, 32})
	f.Add(uint64(0), []byte{1, 7})
	f.Add(^uint64(0), []byte{64, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Add(uint64(4), []byte{10, 1, 0, 2, 0, 3, 0, 255, 3})
	f.Fuzz(func(t *testing.T, k uint64, data []byte) {
		const maxDegree = 12
		if len(data) == 0 {
			return
		}
		width := 1 + int(data[0]-1)%64
		size := (width + 7) / 8
		v := vertex{k: k}
		for data = data[1:]; len(data) >= size && len(v.succ) < maxDegree; data = data[size:] {
			var word [8]byte
			copy(word[:], data[:size])
			v.succ = append(v.succ, binary.LittleEndian.Uint64(word[:])&(^uint64(0)>>(64-width)))
		}
		want := []uint64{pickByPick(v.succ, v.k)}
		for _, kn := range Available() {
			t.Run(kn.Info().String(), func(t *testing.T) {
				checkKernel(t, kn, &Workspace{}, []vertex{v}, want)
			})
		}
	})
}
