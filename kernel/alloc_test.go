package kernel

import "testing"

// TestNoAllocations checks that no kernel allocates, through the interface, once
// its workspace has grown.
func TestNoAllocations(t *testing.T) {
	for _, group := range vertexGroups() {
		for _, kn := range Available() {
			t.Run(group.name+"/"+kn.Info().String(), func(t *testing.T) {
				var taken []vertex
				for _, v := range group.vertices {
					if accepts(kn, v) && len(taken) < 100 {
						taken = append(taken, v)
					}
				}
				if len(taken) == 0 {
					t.Skip("the kernel accepts none of these vertices")
				}
				ws, b := &Workspace{}, batchOf(taken)
				run := func() {
					if err := kn.Mex(ws, b); err != nil {
						t.Fatal(err)
					}
				}
				// AllocsPerRun runs once before it counts: this grows ws. It counts
				// what the whole process allocates, the runtime now and then too, and
				// rounds the mean of the runs down.
				if n := testing.AllocsPerRun(5, run); n != 0 {
					t.Errorf("%v allocations for a batch of %d vertices, want none", n, len(taken))
				}
			})
		}
	}
}
