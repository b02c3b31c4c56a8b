package model

import (
	"slices"
	"testing"
)

func TestEffects(t *testing.T) {
	for _, c := range []struct {
		arch, text string
		want       effect
	}{
		{"amd64", "vpand\t0x20(%rax,%rsi,8), %ymm0, %ymm1", effect{data: []string{"v0"}, addresses: []string{"a.", "si."}, results: []string{"v1"}, load: true}},
		{"amd64", "vmovdqu\t%ymm7, (%r9)", effect{data: []string{"v7"}, addresses: []string{"r9"}, store: true}},
		{"amd64", "vpternlogd\t$0x96, %zmm1, %zmm2, %zmm0", effect{data: []string{"v1", "v2", "v0"}, results: []string{"v0"}}},
		{"amd64", "vmovdqu64\t(%rdx), %zmm0 {%k1}", effect{data: []string{"k1", "v0"}, addresses: []string{"d."}, results: []string{"v0"}, load: true}},
		{"amd64", "vmovdqu64\t(%rdx), %zmm0 {%k1} {z}", effect{data: []string{"k1"}, addresses: []string{"d."}, results: []string{"v0"}, load: true}},
		{"amd64", "vpxor\t%xmm3, %xmm3, %xmm3", effect{results: []string{"v3"}}},
		{"amd64", "xorl\t%ebx, %edx", effect{data: []string{"b.", "d."}, results: []string{flags, "d."}}},
		{"amd64", "orq\t%r15, 0x48(%rsp)", effect{data: []string{"r15"}, addresses: []string{"sp."}, results: []string{flags}, load: true, store: true}},
		{"amd64", "leaq\t0x1(%rax,%r12), %r12", effect{addresses: []string{"a.", "r12"}, results: []string{"r12"}}},
		{"amd64", "imull\t$0x40, %ebx, %eax", effect{data: []string{"b."}, results: []string{flags, "a."}}},
		{"amd64", "cmovlq\t%r15, %r13", effect{data: []string{flags, "r15", "r13"}, results: []string{"r13"}}},
		{"amd64", "testl\t%edx, %edx", effect{data: []string{"d.", "d."}, results: []string{flags}}},
		{"amd64", "vzeroupper", effect{}},
		{"amd64", "jl\t0x58209e <mexlab/asm.x+0x13e>", effect{data: []string{flags}}},
		{"arm64", "ld1\t{ v0.16b, v1.16b }, [x0], #32", effect{addresses: []string{"x0"}, results: []string{"v0", "v1"}, updated: "x0", load: true}},
		{"arm64", "stp\tq0, q8, [x5, #0x40]", effect{data: []string{"v0", "v8"}, addresses: []string{"x5"}, store: true}},
		{"arm64", "ldp\tq2, q3, [x12]", effect{addresses: []string{"x12"}, results: []string{"v2", "v3"}, load: true}},
		{"arm64", "bit\tv4.16b, v5.16b, v6.16b", effect{data: []string{"v4", "v5", "v6"}, results: []string{"v4"}}},
		{"arm64", "tbl\tv0.16b, { v1.16b, v2.16b }, v3.16b", effect{data: []string{"v1", "v2", "v3"}, results: []string{"v0"}}},
		{"arm64", "mov\tw3, v0.s[0]", effect{data: []string{"v0"}, results: []string{"x3"}}},
		{"arm64", "mov\tv0.d[1], x3", effect{data: []string{"v0", "x3"}, results: []string{"v0"}}},
		{"arm64", "subs\tx1, x1, #0x8", effect{data: []string{"x1"}, results: []string{flags, "x1"}}},
		{"arm64", "cbnz\tx5, 0x150f6c <mexlab/asm.x+0xc>", effect{data: []string{"x5"}}},
		{"arm64", "b.ne\t0x150f6c <mexlab/asm.x+0xc>", effect{data: []string{flags}}},
	} {
		got := effectOf(c.arch, c.text)
		if !slices.Equal(got.data, c.want.data) || !slices.Equal(got.addresses, c.want.addresses) || !slices.Equal(got.results, c.want.results) ||
			got.updated != c.want.updated || got.load != c.want.load || got.store != c.want.store {
			t.Errorf("%s: got %+v, want %+v", c.text, got, c.want)
		}
	}
}

// The chain of a loop is its slowest cycle of dependences. What starts anew in each
// iteration, and addresses that only count up, are none.
func TestRecurrence(t *testing.T) {
	for _, c := range []struct {
		name string
		code []string
		want float64
	}{
		{"one register", []string{"vpaddd\t%ymm1, %ymm0, %ymm0", "addq\t$0x1, %rax"}, 3},
		{"through two registers", []string{"vpaddd\t%ymm1, %ymm0, %ymm2", "vpand\t%ymm3, %ymm2, %ymm0"}, 6},
		{"loaded, and not carried", []string{"vmovdqu\t(%rax), %ymm0", "vpaddd\t%ymm1, %ymm0, %ymm0", "vmovdqu\t%ymm0, (%rax)"}, 0},
		{"the load is not waited for", []string{"vpaddd\t(%rax), %ymm0, %ymm0"}, 2},
		{"a pointer chased", []string{"movq\t(%rax), %rax"}, 3},
	} {
		effects := make([]effect, len(c.code))
		fromAddress, fromData := make([]float64, len(c.code)), make([]float64, len(c.code))
		for i, text := range c.code {
			effects[i], fromAddress[i], fromData[i] = effectOf("amd64", text), 3, 3
			if effects[i].load {
				fromData[i] = 2
			}
		}
		if got := recurrence(effects, fromAddress, fromData); got != c.want {
			t.Errorf("%s: got %v cycles, want %v", c.name, got, c.want)
		}
	}
}

func TestRegisterForm(t *testing.T) {
	for text, want := range map[string]string{
		"vpand\t-0x20(%rax,%rsi,8), %ymm0, %ymm1":        "vpand\t%ymm15, %ymm0, %ymm1",
		"vinserti128\t$0x1, 0x100(%r9), %ymm0, %ymm0":    "vinserti128\t$0x1, %xmm15, %ymm0, %ymm0",
		"vpternlogd\t$0x96, (%rax){1to16}, %zmm1, %zmm0": "vpternlogd\t$0x96, %zmm15, %zmm1, %zmm0",
		"addl\t0x8(%rsp), %eax":                          "addl\t%r15d, %eax",
	} {
		if got := registerForm(text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestForwards(t *testing.T) {
	for _, c := range []struct {
		arch string
		code []string
		want bool
	}{
		{"amd64", []string{"vmovdqu\t%ymm0, (%r10)", "movswq\t0x1e(%r10), %r8"}, true},
		{"amd64", []string{"vmovdqu\t%ymm0, (%r10)", "movswq\t0x20(%r10), %r8"}, false},
		{"amd64", []string{"vmovdqu\t%ymm0, (%r10)", "addq\t$0x20, %r10", "movswq\t(%r10), %r8"}, false},
		{"amd64", []string{"movswq\t(%r10), %r8", "vmovdqu\t%ymm0, (%r10)"}, false},
		{"arm64", []string{"str\tq0, [x1, #0x10]", "ldrh\tw2, [x1, #0x12]"}, true},
		{"arm64", []string{"str\tq0, [x1], #16", "ldrh\tw2, [x1]"}, false},
	} {
		if got := forwards(loopOf(c.arch, c.code...)); got != c.want {
			t.Errorf("%q: got %v", c.code, got)
		}
	}
}

func TestReadWritten(t *testing.T) {
	want := Result{Loop: loopOf("arm64"), Prediction: Prediction{"neoverse-n1", 2.345, 1.5, 2.25, 0}, Doubts: []string{"writeback", "forwarding"}}
	want.Units, want.Branches = 32, 2
	got, err := Read("x", "arm64", []byte("pkg: mexlab/asm\n"+want.Line()))
	if err != nil || len(got) != 1 {
		t.Fatalf("got %v, error %v", got, err)
	}
	if g := got[0]; g.Name != want.Name || g.Prediction != want.Prediction || g.Arch != "arm64" || g.Tier != want.Tier || g.Branches != 2 || !slices.Equal(g.Doubts, want.Doubts) {
		t.Errorf("got %+v, want %+v", g, want)
	}
	if _, err := Read("x", "arm64", []byte("BenchmarkLoop/cpu=znver9 1 2 cycles 3 units\n")); err == nil {
		t.Error("no error for a CPU that is not known")
	}
}
