.PHONY: lab build fleet test test-all test-architectures test-avx512 test-rows test-race test-fleet bench check fmt asm asm-check report report-insns report-model report-intrinsics scaling benchmarks page

# Check that all kernels agree, time them, print the table.
lab:
	go run ./cmd/mexlab lab --quick

test:
	go test ./...

# The tests of vector code, once for each tier, on this CPU and on emulated ones.
test-all:
	.ci/tiers

# The tests on a CPU with 32-bit addresses, and on an emulated one with the opposite
# order of bytes; needs Debian's qemu-user-static, and two minutes.
test-architectures:
	.ci/architectures

# The AVX-512 tiers on an emulated CPU; needs Debian, and root the first time.
test-avx512:
	.ci/avx512

# Five million random rows through every tier of this CPU: some minutes. Other rows
# with: make test-rows SEED=3
SEED = 2
test-rows:
	go test -count=1 -run TestMixedRows -timeout 2h ./kernel -rows 5000000 -seed $(SEED)

# The race detector over the packages that work in parallel; needs gcc, and takes
# some minutes on two CPUs.
test-race:
	CGO_ENABLED=1 go test -race -short ./dag ./game ./game/addsub ./game/election ./game/play ./game/text
	CGO_ENABLED=1 go test -race -run 'Stalled|Progress' ./cmd/mexlab

# Without cgo the binary is static, and starts faster.
build:
	CGO_ENABLED=0 go build -o bin/mexlab ./cmd/mexlab

# The pipeline for Apache Beam, a module of its own. Beam is large: the first build
# takes four minutes of CPU time, and the binary has 90 MB.
fleet:
	CGO_ENABLED=0 go -C fleet build -o ../bin/fleet .

# Its tests run on Beam's small runner, without that binary, which only has to compile.
# On its default runner: go -C fleet test -tags prism ./...
test-fleet:
	go -C fleet vet ./...
	go -C fleet test ./pipeline

# For benchstat: make bench > new.txt
bench:
	go test -run '^$$' -bench . ./bench

# Time everything on this machine, ten rounds in turns, about six minutes; then
# write BENCHMARKS.md and the page. After an interrupt, the next start goes on.
report:
	go run ./cmd/mexreport times
	$(MAKE) benchmarks

# Count instructions in emulators of both architectures, about three minutes.
# Needs gcc and Debian's package qemu-user.
report-insns:
	go run ./cmd/mexreport insns
	$(MAKE) benchmarks

# Predict the loops of the assembly on CPUs that are not at hand, count how often they
# run, and measure those of this CPU, about three minutes. Needs gcc and Debian's
# packages llvm-22 and qemu-user.
report-model:
	go run ./cmd/mexreport model
	$(MAKE) benchmarks

# Compare intrinsics with assembly, in turns, with Go 1.27: three minutes.
report-intrinsics:
	go run ./cmd/mexreport intrinsics
	$(MAKE) benchmarks

# Time and memory of one large graph by its size, up to 10^8 edges: some minutes,
# 1.7 GB of disk and 2 GB of memory.
scaling:
	go run ./cmd/mexreport scaling --most 100000000
	$(MAKE) benchmarks

# BENCHMARKS.md, the pictures and the page reports/index.html, from reports/.
benchmarks page:
	go run ./cmd/mexreport write

# No file depends on a system and a processor (TestSystems), so each is built once,
# apart from linux. Package asm alone has other files with -tags purego, and what uses
# it meets the same ones on 386.
SYSTEMS = linux/386 linux/arm linux/arm64 darwin/arm64 windows/amd64 freebsd/amd64

check:
	@files=$$(gofmt -l .); if [ -n "$$files" ]; then echo "gofmt would change:" $$files; exit 1; fi
	go vet ./...
	GOARCH=arm64 go vet ./...
	GOARCH=386 go vet ./...
	GOOS=windows go vet ./...
	go vet -tags purego ./asm/...
	for s in $(SYSTEMS); do GOOS=$${s%/*} GOARCH=$${s#*/} go build ./... || exit 1; done

# Encode the instructions that Go's arm64 assembler lacks; see asm/README.md.
asm:
	go run ./asm/encode asm/*_arm64.[sh]

asm-check:
	MEXLAB_REQUIRE=encode go test ./asm/encode

fmt:
	gofmt -w .
