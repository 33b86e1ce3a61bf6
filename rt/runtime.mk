# The runtime archive: Go's c-archive and the C shim in one relocatable object,
# of which only the public symbols are visible to programs.
#
# Go's initialiser is moved from .init_array to a section of its own; the shim
# runs it at the first use of a device (rt/capi/host/start.c). One object, because
# a program that needs one symbol must get the omp_* routines too, before the
# linker looks at libgomp or libomp. Only what changes how tasks are called is apart
# (rt/capi/explicit), for the programs that need it, and what watched code of the host calls (rt/capi/watched).
#
# The shared runtime (-shared-libompcc) is the same object as a library. A module that is linked with it has three
# things of its own, in libompcc_nonshared.a: the two objects above, its mark (rt/capi/shared/module.c), and, if it is
# a shared library, functions that lead to those of the runtime that others define, too (rt/capi/shared/forward.S).
# The number in the library's name grows when programs that were linked before no longer work with it.
RT_SOURCES := $(shell find rt -name '*.go' -o -name '*.c' -o -name '*.h' | grep -v -e _test.go -e rt/emu/sim -e rt/emu/ptx -e rt/emu/ompcc-emulator -e rt/emu/gcn -e rt/emu/gdb -e rt/emu/debug -e rt/emu/check -e rt/emu/hsa -e rt/ompd) $(wildcard include/omp*.h) rt/runtime.mk
RT_PUBLIC := --wildcard --keep-global-symbol='__ompcc_*' --keep-global-symbol='omp_*' --keep-global-symbol='llvm_omp_*' --keep-global-symbol='ompt_*' --keep-global-symbol='ompd_*' --keep-global-symbol='ompx_*' --keep-global-symbol='GOMP_*' --keep-global-symbol='__kmpc_*' --keep-global-symbol='__wrap_*' --keep-global-symbol=sigaction --keep-global-symbol=signal
# cgo does not see that a header of another folder has changed.
RT_HEADERS := $(shell cat $(sort $(wildcard rt/*/*.h rt/*/*/*.h)) | cksum | cut -d' ' -f1)

RT_FORWARDED := /^(omp_|ompx_|llvm_omp_|ompt_control|GOMP_|__kmpc_|sigaction|signal$$)/

RUNTIME := lib/ompcc/libompcc.a lib/ompcc/libompcc.so.1 lib/ompcc/libompcc_nonshared.a
.PHONY: runtime runtime-clean
runtime: $(RUNTIME) lib/ompcc/ompcc-emulator lib/ompcc/libhsa-runtime64.so.1 lib/ompcc/libompd.so

# The temporary folder is the recipe's own: two makes may build at once.
# $(1) is Go's environment, $(2) what precedes the names of the processor's tools, $(3) more for objcopy.
define RT_BUILD
	@mkdir -p $(@D)
	set -e; tmp=$$(mktemp -d $(@D)/tmp.XXXXXX); trap "rm -rf $$tmp" EXIT; \
	$(1) CGO_ENABLED=1 CC=$(2)gcc CGO_CPPFLAGS=-DOMPCC_HEADERS=$(RT_HEADERS) $(GO) build -buildmode=c-archive -trimpath \
	  -ldflags='-s -w -X=runtime.godebugDefault=asyncpreemptoff=1' -o $$tmp/go.a ./rt/capi; \
	( cd $$tmp; $(2)ar x go.a; \
	  $(2)objcopy --rename-section .init_array=.data.rel.ro.ompcc_go_init,alloc,load,data,contents \
	    --add-symbol ompcc_go_init=.data.rel.ro.ompcc_go_init:0,global,object $(3) go.o; \
	  $(2)ld -r -o all.o go.o $$(ls [0-9]*.o); \
	  $(2)objcopy --strip-debug $(RT_PUBLIC) all.o ompcc.o; \
	  $(2)gcc -O2 -fPIC -Wall -Wextra -Werror -c $(CURDIR)/rt/capi/explicit/explicit.c -o explicit.o; \
	  $(2)gcc -O2 -fPIC -fvisibility=hidden -Wall -Wextra -Werror -c $(CURDIR)/rt/capi/watched/watched.c -o watched.o; \
	  $(2)ar rcs libompcc.a ompcc.o explicit.o watched.o; \
	  $(2)gcc -O2 -fPIC -Wall -Wextra -Werror -c $(CURDIR)/rt/capi/shared/module.c -o module.o; \
	  names=$$($(2)nm -g --defined-only ompcc.o | awk '$$3 ~ $(RT_FORWARDED) {print $$3}'); \
	  $(2)gcc -E -P $(CURDIR)/rt/capi/shared/forward.S -o forward.s; mkdir forward; \
	  for name in $$names; do sed "s/NAME/$$name/g" forward.s | $(2)as -o forward/$$name.o; done; \
	  $(2)ar rcs libompcc_nonshared.a module.o explicit.o watched.o forward/*.o; \
	  $(2)gcc -shared -o libompcc.so.1 -Wl,-soname,libompcc.so.1 -Wl,-z,nodelete -Wl,-z,defs -Wl,-Bsymbolic-functions -s \
	    $$(printf ' -Wl,--defsym=__ompcc_to_%s=%s' $$(printf '%s\n' $$names | sed p)) ompcc.o -lm -lpthread -ldl ); \
	mv $$tmp/libompcc.so.1 $$tmp/libompcc_nonshared.a $$tmp/libompcc.a $(@D)
endef

$(RUNTIME) &: $(RT_SOURCES) | $(FRONTEND)
	$(call RT_BUILD)

# The runtime of programs for aarch64 (-target aarch64-linux-gnu), by the tools of gcc-aarch64-linux-gnu. Go's code has no mapping
# symbol (ELF for the Arm 64-bit architecture, 5.5.5), without which binutils 2.40 crashes over code of others behind it.
.PHONY: aarch64
COMMA := ,
aarch64: lib/ompcc/aarch64/libompcc.a
$(RUNTIME:lib/ompcc/%=lib/ompcc/aarch64/%) &: $(RT_SOURCES) | $(FRONTEND)
	$(call RT_BUILD,GOOS=linux GOARCH=arm64,aarch64-linux-gnu-,--add-symbol '$$x=.text:0$(COMMA)local')

# The emulated devices (OMPCC_EMULATE=nvptx, OMPCC_EMULATE=amdgcn).
lib/ompcc/ompcc-emulator: $(shell find rt/emu -name '*.go' | grep -v _test.go) | $(FRONTEND)
	@mkdir -p lib/ompcc
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags='-s -w' -o $@ ./rt/emu/ompcc-emulator

# The HSA runtime of emulated AMD devices, which is loaded for them alone.
lib/ompcc/libhsa-runtime64.so.1: rt/emu/hsa/hsa.c
	@mkdir -p lib/ompcc
	gcc -O2 -Wall -Wextra -Werror -fPIC -shared -Wl,-soname,libhsa-runtime64.so.1 -o $@ $< -lpthread -ldl

# The library by which debuggers understand the CPU device (OpenMP 5.2 chapter 20).
lib/ompcc/libompd.so: rt/ompd/ompd.c rt/ompd/handles.c rt/ompd/icvs.c rt/ompd/ompd.h $(wildcard rt/cpu/pool/*.h) include/omp-tools.h
	@mkdir -p lib/ompcc
	gcc -O2 -Wall -Wextra -Werror -fPIC -shared -Wl,-soname,libompd.so -o $@ $(filter %.c,$^)

runtime-clean:
	rm -f lib/ompcc/ompcc-emulator lib/ompcc/libhsa-runtime64.so.1 lib/ompcc/libompd.so
	rm -rf $(RUNTIME) lib/ompcc/tmp.* lib/ompcc/aarch64

# The transport of devices on other nodes (OMPCC_REMOTE=mpi), by the MPI that mpirun is of.
.PHONY: remote
MPICC ?= mpicc
remote: rt/remote/mpi/mpi.c rt/remote/mpi/transport.h
	@mkdir -p lib/ompcc
	$(MPICC) -O2 -Wall -Wextra -Werror -fPIC -shared -o lib/ompcc/libompcc-mpi.so rt/remote/mpi/mpi.c
