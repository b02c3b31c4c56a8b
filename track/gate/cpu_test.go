package gate

import (
	"runtime"
	"testing"
	"time"
)

// With two CPUs, benchmarks run on two, and a slowdown is found there.
func TestCPUs(t *testing.T) {
	if runtime.NumCPU() < 2 {
		t.Skip("needs two CPUs")
	}
	r := newModule(t, map[string]string{"x_test.go": `package f

import (
	"runtime"
	"testing"
)

func work(n int) (sum int) {
	for i := range n {
		sum += i ^ sum
	}
	return sum
}

func BenchmarkParallel(b *testing.B) {
	if n := runtime.GOMAXPROCS(0); n != 2 || runtime.NumCPU() < n {
		b.Fatalf("GOMAXPROCS is %d, and there are %d CPUs", n, runtime.NumCPU())
	}
	b.Run("sub-2", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			sum := 0
			for pb.Next() {
				sum += work(1000)
			}
			runtime.KeepAlive(sum)
		})
	})
}
`})
	r.edit("x_test.go", "sum += i ^ sum", "sum += i ^ sum%1000")
	report := r.run(Options{Base: "HEAD", CPUs: 2, MaxTime: 30 * time.Second})
	if report.Verdict != Regression || report.Procs != 2 || len(report.Results) != 1 {
		t.Fatalf("%+v, %+v", report, report.Results[0])
	}
	if b := report.Results[0]; b.Name != "BenchmarkParallel/sub-2" || b.Change < 0.3 {
		t.Errorf("%+v", b)
	}
}
