.PHONY: lab build test bench check fmt

# The main job: check that all kernels agree, time them, print the table.
lab:
	go run ./cmd/mexlab lab --quick

test:
	go test ./...

# Without cgo the binary is static, and starts faster.
build:
	CGO_ENABLED=0 go build -o bin/mexlab ./cmd/mexlab

# For benchstat: make bench > new.txt
bench:
	go test -run '^$$' -bench . ./bench

check:
	@files=$$(gofmt -l .); if [ -n "$$files" ]; then echo "gofmt would change:" $$files; exit 1; fi
	go vet ./...

fmt:
	gofmt -w .
