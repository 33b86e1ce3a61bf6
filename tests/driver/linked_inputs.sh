# Device code is found in whatever the host linker reads, however it is named; none may be lost silently.
export OMP_TARGET_OFFLOAD=MANDATORY
links() {
  $OMPCC "$@" -o linked || { echo "$* failed" >&2; exit 1; }
  expect "$* $(./linked)" "$* 46 46 7"
  rm linked
}
$OMPCC -c main.c lib1.c lib2.c; ar rcs libab.a lib1.o lib2.o
$OMPCC -shared -fPIC lib1.c lib2.c -o libboth.so; cp libab.a libboth.a
echo 'INPUT(libab.a)' >libscript.a
echo 'GROUP(lib1.o lib2.o)' >objects.ld
links main.o -Wl,--whole-archive,libab.a,--no-whole-archive
links main.o -Wl,lib1.o,lib2.o
links main.o -L. -Wl,-lab
links main.o -L. -Wl,-Bstatic -lboth -Wl,-Bdynamic
links main.o -L. -lscript
links main.o objects.ld
LIBRARY_PATH=$PWD links main.o -lab
# Device code of clang's own offload compilation is no input of ours.
echo image >image; echo 'int theirs;' >theirs.c; gcc -c theirs.c; objcopy --add-section .llvm.offloading=image theirs.o
! $OMPCC saxpy.c theirs.o -o both 2>log || exit 1
grep -q "'theirs.o' has device code of another compiler" log
# There is no runtime for musl; a program without regions needs none.
ln -s "$(command -v gcc)" musl-gcc
! OMPCC_CC=$PWD/musl-gcc $OMPCC saxpy.c -o musl 2>log || exit 1
grep -q 'no runtime for programs with the C library musl' log
echo 'int main(void) { return 0; }' >plain.c; OMPCC_CC=$PWD/musl-gcc $OMPCC plain.c -o musl; ./musl
