# Device code is found in whatever the host linker reads, however it is named; none may be lost silently.
export OMP_TARGET_OFFLOAD=MANDATORY
links() {
  $OMPCC "$@" -o linked || { echo "$* failed" >&2; exit 1; }
  expect "$* $(./linked)" "$* 46 46 7"
  rm linked
}
$OMPCC -c main.c lib1.c lib2.c && ar rcs libab.a lib1.o lib2.o
$OMPCC -shared -fPIC lib1.c lib2.c -o libboth.so && cp libab.a libboth.a
echo 'INPUT(libab.a)' >libscript.a
echo 'GROUP(lib1.o lib2.o)' >objects.ld
links main.o -Wl,--whole-archive,libab.a,--no-whole-archive
links main.o -Wl,lib1.o,lib2.o
links main.o -L. -Wl,-lab
links main.o -L. -Wl,-Bstatic -lboth -Wl,-Bdynamic
links main.o -L. -lscript
links main.o objects.ld
LIBRARY_PATH=$PWD links main.o -lab
