# Target regions in constructors run on the device, and so do those that come later: of a
# library, which come before the program's initialisers, and of the first priority that is a program's.
$OMPCC -shared -fPIC early_library.c -o early_library.so
$OMPCC early.c ./early_library.so -o early
expect "$(./early)" "1 1 1 1"
$OMPCC -static early.c early_library.c -o early
expect "$(./early)" "1 1 1 1"
gcc early_plain.c ./early_library.so -o early
expect "$(./early)" "1"
