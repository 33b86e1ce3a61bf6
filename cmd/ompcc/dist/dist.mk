# Installation and packages. What is installed is written once, in "install": the others install into a
# folder of their own and take what they find there.
VERSION  := $(shell sed -n 's/^\tVersion = "\(.*\)"/\1/p' cmd/ompcc/driver/driver.go)
DIST     := cmd/ompcc/dist
MACHINE  := $(shell $(GO) env GOARCH)
RELEASE  := ompcc-$(VERSION)-linux-$(MACHINE)
# Packages of one commit have equal bytes: no file is younger than the commit.
EPOCH    := $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null),1)
SHARE     = $(DESTDIR)$(PREFIX)/share
CMAKE     = $(DESTDIR)$(PREFIX)/lib/cmake/ompcc

.PHONY: install uninstall dist deb

install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/ompcc $(DESTDIR)$(PREFIX)/include/ompcc $(CMAKE)
	install -m755 bin/ompcc $(DESTDIR)$(PREFIX)/bin/
	ln -sf ompcc $(DESTDIR)$(PREFIX)/bin/ompcc++
	install -m644 $(RUNTIME) $(DEVLIB) $(DESTDIR)$(PREFIX)/lib/ompcc/
	install -m755 lib/ompcc/ompcc-compiler lib/ompcc/ompcc-emulator $(DESTDIR)$(PREFIX)/lib/ompcc/
	install -m644 lib/ompcc/libhsa-runtime64.so.1 lib/ompcc/libompd.so $(DESTDIR)$(PREFIX)/lib/ompcc/
	if [ -e lib/ompcc/aarch64/libompcc.a ]; then install -d $(DESTDIR)$(PREFIX)/lib/ompcc/aarch64 && install -m644 lib/ompcc/aarch64/libompcc* $(DESTDIR)$(PREFIX)/lib/ompcc/aarch64/; fi
	install -m644 $(HEADERS) $(DESTDIR)$(PREFIX)/include/ompcc/
	install -d $(addprefix $(SHARE)/,man/man1 bash-completion/completions zsh/site-functions fish/vendor_completions.d pkgconfig ompcc/bazel ompcc/compiler-explorer doc/ompcc/guides)
	bin/ompcc --man-page >$(SHARE)/man/man1/ompcc.1
	ln -sf ompcc.1 $(SHARE)/man/man1/ompcc++.1
	bin/ompcc --completion=bash >$(SHARE)/bash-completion/completions/ompcc
	bin/ompcc --completion=zsh >$(SHARE)/zsh/site-functions/_ompcc
	bin/ompcc --completion=fish >$(SHARE)/fish/vendor_completions.d/ompcc.fish
	install -m644 $(DIST)/share/cmake/ompccConfig.cmake $(DIST)/share/cmake/toolchain.cmake $(CMAKE)/
	sed 's/@VERSION@/$(VERSION)/' $(DIST)/share/cmake/ompccConfigVersion.cmake.in >$(CMAKE)/ompccConfigVersion.cmake
	sed 's/@VERSION@/$(VERSION)/' $(DIST)/share/ompcc.pc.in >$(SHARE)/pkgconfig/ompcc.pc
	install -m644 $(filter-out %.in,$(wildcard $(DIST)/share/*.*)) $(DIST)/share/Dockerfile $(SHARE)/ompcc/
	install -m644 $(wildcard $(DIST)/share/bazel/*) $(SHARE)/ompcc/bazel/
	install -m644 $(DIST)/share/compiler-explorer/c.local.properties $(SHARE)/ompcc/compiler-explorer/
	ln -sf ../../../bin/ompcc $(SHARE)/ompcc/compiler-explorer/ompcc-clang
	install -m644 LICENSE README.md CHANGELOG.md $(SHARE)/doc/ompcc/
	install -m644 $(wildcard docs/*.md) $(SHARE)/doc/ompcc/
	install -m644 README.md $(SHARE)/doc/ompcc/README.md
	install -m644 $(wildcard docs/guides/*.md) $(SHARE)/doc/ompcc/guides/

# Removes the files that an installation has, and the folders that are ompcc's alone.
uninstall: build
	set -e; tmp=$$(mktemp -d); trap "rm -rf $$tmp" EXIT; \
	$(MAKE) -s install DESTDIR=$$tmp PREFIX=$(PREFIX) >/dev/null; \
	cd $$tmp; find . ! -type d -exec sh -c 'for f; do rm -f "$(DESTDIR)/$$f"; done' sh {} +; \
	find . -depth -type d -path '*/ompcc*' -exec sh -c 'for d; do rmdir "$(DESTDIR)/$$d" 2>/dev/null || true; done' sh {} +

# A folder that may lie anywhere, as an archive, with a list of its parts, checksums, and recipes for Spack and conda.
dist: build
	rm -rf build/dist/$(RELEASE)
	$(MAKE) -s install DESTDIR= PREFIX=$(CURDIR)/build/dist/$(RELEASE)
	$(GO) run -trimpath ./$(DIST)/sbom -version $(VERSION) build/dist/$(RELEASE) >build/dist/$(RELEASE)/sbom.cdx.json
	tar c -C build/dist --sort=name --mtime=@$(EPOCH) --owner=0 --group=0 --numeric-owner $(RELEASE) | xz -T1 >build/dist/$(RELEASE).tar.xz
	cp build/dist/$(RELEASE)/sbom.cdx.json build/dist/$(RELEASE).cdx.json
	cd build/dist && sha256sum $(RELEASE).tar.xz $(RELEASE).cdx.json >SHA256SUMS
	rm -rf build/dist/spack build/dist/conda
	cp -R $(DIST)/recipes/spack $(DIST)/recipes/conda build/dist/
	sum=$$(sed -n '1s/ .*//p' build/dist/SHA256SUMS); \
	sed -i "s/@VERSION@/$(VERSION)/; s/@SHA256@/$$sum/" build/dist/spack/packages/ompcc/package.py build/dist/conda/recipe.yaml
	@cat build/dist/SHA256SUMS

deb: build
	SOURCE_DATE_EPOCH=$(EPOCH) sh $(DIST)/deb.sh $(VERSION) '$(MAKE)'
