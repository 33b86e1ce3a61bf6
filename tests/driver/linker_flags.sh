# The linker's flags keep their places and values, and the values are no inputs.
export OMP_TARGET_OFFLOAD=MANDATORY
links() {
  $OMPCC "$@" -o linked || { echo "$* failed" >&2; exit 1; }
  expect "$* $(./linked)" "$* 46 46 7"
  rm linked
}
$OMPCC -c main.c lib1.c lib2.c; ar rcs libab.a lib1.o lib2.o
links main.o libab.a -u main -z now -e _start -Xlinker -z -Xlinker now -Xlinker -rpath -Xlinker /nowhere -B/nowhere --sysroot /
links main.o -Xlinker lib1.o -Xlinker lib2.o
links main.o -L . -l ab -fuse-ld=gold
links main.o -L. -l:libab.a -Wl,--gc-sections -Wl,-O1 -Wl,--as-needed
links main.o -Wl,--start-group libab.a -Wl,--end-group
# Objects joined into one, from sources too.
$OMPCC -r lib1.c lib2.c -o joined.o; ld -r joined.o -o again.o
links main.c again.o
