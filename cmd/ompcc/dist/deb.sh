#!/bin/sh
# deb.sh VERSION MAKE: build/deb/ompcc_VERSION-1_ARCH.deb, which depends on one LLVM from 17 to 22.
set -eu
version=$1 make=$2
arch=$(dpkg --print-architecture)
out=build/deb root=build/deb/root doc=build/deb/root/usr/share/doc/ompcc
rm -rf "$root"
mkdir -p "$root/DEBIAN"
$make -s install DESTDIR="$PWD/$root" PREFIX=/usr

# Debian's forms of the documents.
{
  printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: ompcc\n\nFiles: *\n'
  printf 'Copyright: %s the authors of ompcc\nLicense: Apache-2.0-with-LLVM-exception\n' "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y)"
  printf ' The text of the Apache License 2.0 is in /usr/share/common-licenses/Apache-2.0.\n .\n'
  sed -n '/LLVM Exceptions to the Apache/,$p' "$doc/LICENSE" | sed 's/^-* *//; s/^$/./; s/^/ /'
} >"$doc/copyright"
rm "$doc/LICENSE"
maintainer=${DEB_MAINTAINER:-$(git log -1 --format='%an <%ae>' 2>/dev/null || echo 'ompcc <root@localhost>')}
printf 'ompcc (%s-1) unstable; urgency=medium\n\n  * Release %s; CHANGELOG.md.gz has the changes.\n\n -- %s  %s\n' \
  "$version" "$version" "$maintainer" "$(date -R -u -d "@$SOURCE_DATE_EPOCH")" >"$doc/changelog.Debian"
mv "$doc/CHANGELOG.md" "$doc/changelog"
gzip -9n "$doc/changelog.Debian" "$doc/changelog" "$root/usr/share/man/man1/ompcc.1"
rm "$root/usr/share/man/man1/ompcc++.1"
ln -s ompcc.1.gz "$root/usr/share/man/man1/ompcc++.1.gz"
strip --strip-unneeded "$root/usr/lib/ompcc/libhsa-runtime64.so.1" "$root/usr/lib/ompcc/libompd.so" "$root/usr/lib/ompcc/libompcc.so.1"
install -D -m644 cmd/ompcc/dist/lintian-overrides "$root/usr/share/lintian/overrides/ompcc"
[ -d "$root/usr/lib/ompcc/aarch64" ] || sed -i '/aarch64/,$d' "$root/usr/share/lintian/overrides/ompcc"

one_of() { # one_of PREFIX SUFFIX: "clang-22 | clang-21 | …"
  for v in 22 21 20 19 18 17; do printf '%s' "${sep-}$1$v$2"; sep=' | '; done
  unset sep
}
cat >"$root/DEBIAN/control" <<EOF
Package: ompcc
Version: $version-1
Architecture: $arch
Maintainer: $maintainer
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: libc6 (>= 2.34), gcc, libc6-dev, $(one_of clang- ''), $(one_of llvm- ''), $(one_of lld- ''), $(one_of libomp- -dev)
Recommends: $(one_of libclc- '')
Suggests: g++, gdb, valgrind
Section: devel
Priority: optional
Description: OpenMP offload compiler for C
 ompcc compiles the device constructs of OpenMP in C for NVIDIA GPUs (PTX), AMD
 GPUs and a CPU device, and rewrites the host part for clang or gcc. Its runtime
 manages the data environment of devices and reports OMPT events. Emulated
 devices run and check GPU code on machines without a GPU.
EOF
(cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | LC_ALL=C sort -z | xargs -0 md5sum) >"$out/md5sums"
mv "$out/md5sums" "$root/DEBIAN/"
find "$root" -newermt "@$SOURCE_DATE_EPOCH" -print0 | xargs -0r touch -h -d "@$SOURCE_DATE_EPOCH"
dpkg-deb --root-owner-group -Zxz -b "$root" "$out/ompcc_$version-1_$arch.deb"
