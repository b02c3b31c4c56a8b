package bench

import "mexlab/kernel"

// floorKernel is readValues in the shape of a kernel, so that the clock takes
// it and the kernels in turns. Its answers are no answers.
type floorKernel struct{}

func (floorKernel) Info() kernel.Info {
	return kernel.Info{Name: Floor, ISA: kernel.Generic, Doc: "reads K and every successor's value, and nothing else"}
}

func (floorKernel) Mex(_ *kernel.Workspace, b *kernel.Batch) error {
	readValues(b)
	return nil
}

// withFloor puts the floor before the entries of a workload.
func withFloor(entries []*Entry) []*Entry {
	if len(entries) == 0 {
		return nil
	}
	most := entries[0]
	for _, e := range entries {
		if e.Batch.Len() > most.Batch.Len() {
			most = e
		}
	}
	floor := &Entry{Kernel: floorKernel{}, Batch: withResults(most.Batch), Stride: most.Stride, ws: most.ws}
	return append([]*Entry{floor}, entries...)
}
