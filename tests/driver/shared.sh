# Target regions in several shared libraries, linked and opened, with one runtime.
$OMPCC -shared -fPIC lib1.c -o lib1.so
$OMPCC -shared -fPIC lib2.c -o lib2.so
$OMPCC main.c ./lib1.so ./lib2.so -o main
expect "$(./main)" "46 46 7"
expect "$(OMP_TARGET_OFFLOAD=DISABLED ./main)" "46 46 7"
$OMPCC open.c -o open -ldl
expect "$(./open)" "46 46"
gcc open.c -o plain -ldl
expect "$(./plain)" "46 46"
$OMPCC -c -fPIC lib1.c; $OMPCC -c -fPIC lib2.c
$OMPCC -shared lib1.o lib2.o -o both.so
$OMPCC main.c ./both.so -o main
expect "$(./main)" "46 46 7"
