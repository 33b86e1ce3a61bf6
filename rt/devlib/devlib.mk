# The C library of GPU devices, compiled by ompcc itself to LLVM IR as text, which
# every LLVM from the one it was made with on can read.
DEVLIB := lib/ompcc/device-nvptx64.ll lib/ompcc/device-amdgcn.ll
DEVLIB_SOURCES := $(wildcard rt/devlib/*.c rt/devlib/*.h)

lib/ompcc/device-nvptx64.ll: DEVLIB_TARGET = nvptx
lib/ompcc/device-amdgcn.ll: DEVLIB_TARGET = amdgcn
$(DEVLIB): $(DEVLIB_SOURCES) lib/ompcc/ompcc-compiler | bin/ompcc
	@mkdir -p lib/ompcc
	bin/ompcc -w -O2 -ffp-contract=off -fno-builtin --offload-device-only -S -emit-llvm -fopenmp-targets=$(DEVLIB_TARGET) \
	  -DOUTPUT='"out_$(DEVLIB_TARGET).c"' -DDEVLIB_$(DEVLIB_TARGET) -o $@.tmp rt/devlib/devlib.c
	@mv $@.tmp $@
