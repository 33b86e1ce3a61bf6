# ompcc: `make demo` sets up, builds and shows an example; `make test` runs all tests.
GO     ?= go
CC      = gcc
PREFIX ?= /usr/local

GOFILES := $(shell git ls-files -co --exclude-standard '*.go' parse pragma lower codegen cmd 2>/dev/null) go.mod go.sum
HEADERS := $(wildcard include/*.h)

.PHONY: all demo test build runtime devlib setup lint race fuzz bench bench-remote amd-cases csmith mapseq ompgen torture codegen-stats docs clean

all: build

include patches/cc/cc.mk

setup:
	@.ci/setup.sh

build: bin/ompcc bin/ompcc++ lib/ompcc/ompcc-compiler runtime devlib

# The commit is named by --version; a source archive has it in a file.
COMMIT := $(shell git describe --always --abbrev=12 2>/dev/null || cat .commit 2>/dev/null)

lib/ompcc/ompcc-compiler: $(filter-out %_test.go rt/dataenv% rt/device% rt/cpu% rt/capi% rt/ompt% rt/cuda% rt/hsa%,$(GOFILES)) $(FRONTEND)
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags='-s -w -X ompcc/cmd/ompcc/driver.Commit=$(COMMIT)' -o $@ ./cmd/ompcc

# The small program that starts each command.
bin/ompcc: $(wildcard $(addsuffix /*.go,cmd/ompcc/front cmd/ompcc/host cmd/ompcc/llvm parse/early)) go.mod $(FRONTEND) | lib/ompcc/ompcc-compiler
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags='-s -w' -o $@ ./cmd/ompcc/front

bin/ompcc++: bin/ompcc
	ln -sf ompcc $@

include rt/runtime.mk
include rt/devlib/devlib.mk
runtime: $(RUNTIME)

devlib: $(DEVLIB)

include cmd/ompcc/dist/dist.mk

demo: setup build
	@sh examples/demo.sh

# The longest package comes first, so that its tests that run alone do so beside others. The race
# detector watches the tests of rt that have the runtime in their own process; those of rt/capi
# start programs, and build one with it themselves. The simulator of rt/emu is watched in rt/emu/sim.
# -trimpath, as in build: the packages that were compiled for the compiler are not compiled again.
test: setup build
	$(GO) vet -trimpath ./...
	$(GO) test -trimpath -vet=off -timeout 90m ./tests ./...
	$(GO) test -trimpath -vet=off -race -timeout 60m $$($(GO) list ./rt/... | grep -v -e /abi$$ -e /capi$$ -e /emu$$ -e /ompcc-emulator$$)

lint: $(FRONTEND)
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); exit 1; }
	$(GO) vet ./...
	staticcheck ./...

# Longer campaigns: N programs or sequences, FUZZTIME for each fuzz target. AMD is the architecture of an emulated AMD
# device, on which csmith runs instead of the CPU device, and ompgen as well.
N        ?= 1000
FUZZTIME ?= 10m

# Costs of the runtime beside libomptarget's and libgomp's.
bench: build
	$(GO) run ./tests/bench

# Copies to a device of another rank beside MPI_Send, and launches there.
bench-remote: build
	$(GO) run ./tests/remotebench

# All cases on emulated AMD devices, each on the three architectures or on AMD's.
amd-cases: build
	$(if $(AMD),OMPCC_AMD_ARCH=$(AMD)) $(GO) test ./tests -count=1 -timeout 0 -v -run 'TestEachAMDArchitecture$$' -amd

csmith: build
	$(GO) run ./tests/csmith -n $(N) $(if $(AMD),-amd $(AMD))

# Random OpenMP device programs: the CPU and the emulated device beside gcc and clang.
ompgen: build
	$(GO) run ./tests/ompgen -n $(N) -emulate $(if $(AMD),-amd $(AMD))

# C programs that are not ours as device code, beside gcc's: DIR is a folder of them,
# as gcc/testsuite/gcc.c-torture/execute of gcc's sources or c-testsuite's tests/single-exec.
torture: build
	@test -n "$(DIR)" || { echo 'make torture DIR="folder…" [LEVELS=0,2] [COMMON=file]: a folder of C programs'; exit 2; }
	$(GO) run ./tests/torture -O $(or $(LEVELS),2) $(if $(COMMON),-common $(COMMON)) $(DIR)

mapseq: build
	$(GO) test ./tests/mapseq -v -count=1 -timeout 0 -sequences $(N)

fuzz: $(FRONTEND)
	$(GO) test ./pragma/syntax -run '^$$' -fuzz FuzzParse -fuzztime $(FUZZTIME)
	$(GO) test ./lower/cbody -run '^$$' -fuzz FuzzBody -fuzztime $(FUZZTIME)
	$(GO) test ./lower/region -run '^$$' -fuzz FuzzParse -fuzztime $(FUZZTIME)
	$(GO) test ./lower -run '^$$' -fuzz FuzzLower -fuzztime $(FUZZTIME) -fuzzminimizetime 1x

race: $(FRONTEND)
	$(GO) test -race -timeout 60m ./rt/... ./cmd/... ./parse/... ./pragma/...

# Static instructions of GPU kernels beside clang's and hand-written ones.
codegen-stats: build
	$(GO) run ./tests/codegenstats > docs/codegen-stats.md.tmp && mv docs/codegen-stats.md.tmp docs/codegen-stats.md
	@cat docs/codegen-stats.md

# The documentation as a site in build/site, checked in headless Chromium where there is one.
docs:
	python3 -m venv build/mkdocs || { echo 'make docs needs Python with venv (Debian: python3-venv)'; exit 1; }
	build/mkdocs/bin/pip install -q -r docs/site/requirements.txt
	build/mkdocs/bin/mkdocs build -q --strict -f docs/site/mkdocs.yml
	$(GO) test -count=1 -v ./docs/site

# On a machine with an NVIDIA GPU: cases and examples on it, and its bandwidth and
# latency beside CUDA's. Without one they say so; OMPCC_GPU=required makes it an
# error, OMPCC_GPU=emulated tries the harness on the emulated device.
gpu-test: build
	$(GO) test ./rt/capi -count=1 -v -run 'TestGPUConformance$$'
	$(GO) test ./tests -count=1 -timeout 0 -v -run 'TestGPU$$|TestGPUExamples'

gpu-bench: build
	$(GO) run ./tests/gpubench -o docs/gpu-bench.md

# Programs and a script for a machine with a GPU, but without compiler or network.
BUNDLE ?= gpu-bundle
gpu-bundle: build
	$(GO) test ./tests -count=1 -timeout 0 -v -run TestGPUBundle -bundle $(abspath $(BUNDLE))
	tar c -C $(dir $(abspath $(BUNDLE))) $(notdir $(abspath $(BUNDLE))) | xz --lzma2=preset=1,dict=16MiB >$(BUNDLE).tar.xz
	@echo "$(BUNDLE).tar.xz: unpack it there and run $(notdir $(abspath $(BUNDLE)))/run.sh"

clean: runtime-clean frontend-clean
	rm -rf bin
