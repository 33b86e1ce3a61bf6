# one host
: > out
before=$(ls)
for f in -emit-c -emit-region "--offload-device-only -S -emit-llvm" "--offload-device-only -S"; do
  $OMPCC $f saxpy.c -o - > out && grep -q __ompcc_k_saxpy_c_main_l14 out || { echo "$f" >&2; exit 1; }
done
[ "$(ls)" = "$before" ]
$OMPCC -emit-c saxpy.c; $OMPCC -emit-region saxpy.c; [ -s saxpy.host.c ]; [ -s saxpy.region ]
rm -f saxpy.*.* saxpy.region
$OMPCC -fopenmp-targets=cpu,nvptx,amdgcn --offload-device-only -S saxpy.c
ls saxpy.x86_64.x86-64.s saxpy.nvptx64.sm_80.ptx saxpy.amdgcn.gfx90a.s
$OMPCC -v saxpy.c -o a 2> v; grep -q clang v; [ -x a ]
$OMPCC '-###' saxpy.c -o b 2> v; grep -q image.cpu v; [ ! -e b ]
$OMPCC --version | grep -q ompcc
