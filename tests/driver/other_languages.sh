# Regions in C++ are the host's: a warning says so, also of headers and for what has no
# device code; what the preprocessor leaves out, and data directives, are no regions.
cat > part.h <<'END'
static inline int twice(int n) {
  #pragma omp target map(tofrom: n)
  n *= 2;
  return n;
}
END
cat > main.cpp <<'END'
#include "part.h"
#if 0
#pragma omp target
#endif
#pragma omp declare target
int f() { return 1; }
#pragma omp end declare target
int main() {
  int n = 1;
#pragma omp target enter data map(to: n)
#pragma omp parallel for
  for (int i = 0; i < 2; i++) ;
  return twice(n) - 2;
}
END
$OMPCC -Wno-unknown-pragmas main.cpp -o main 2> log && ./main
expect "$(grep -c 'warning: .*this region runs on the host' log)" 1
grep -q 'part.h:2:[0-9]*: warning: ' log
$OMPCC -MD -MF main.d -c main.cpp 2> log
expect "$(grep -c 'this region runs on the host' log)" 1
cp main.cpp none && $OMPCC -x c++ -c none -o none.o 2> log && grep -q 'this region runs on the host' log
expect "$($OMPCC -Wno-omp-host-language -w -c main.cpp 2>&1)" ""
expect "$($OMPCC -fno-openmp -w -c main.cpp 2>&1)" ""
! $OMPCC -Werror=omp-host-language -c main.cpp 2> log
for flags in "--offload-device-only -S" -emit-c -emit-region; do
  ! $OMPCC $flags main.cpp -o out 2> log
  grep -q "'main.cpp' is no C source" log && [ ! -e out ]
  ! $OMPCC $flags -x c++-header part.h -o out 2> log && [ ! -e out ]
done
rm -f main.o && $OMPCC -fsyntax-only main.cpp 2> log && [ ! -e main.o ]
# ompcc++ compiles C++ and C, and links with the C++ library and with the device code of the C files.
ln -s "$OMPCC" ompcc++
cat > kernel.c <<'END'
int device(void) {
  int host = 1;
#pragma omp target map(from: host)
  { extern int omp_is_initial_device(void); host = omp_is_initial_device(); }
  return !host;
}
END
cat > called.cpp <<'END'
#include <iostream>
extern "C" int device(void);
int main() { std::cout << device() << std::endl; }
END
./ompcc++ called.cpp kernel.c -o called && expect "$(OMP_TARGET_OFFLOAD=MANDATORY ./called)" 1
./ompcc++ --version | head -1 | grep -q '(ompcc '
