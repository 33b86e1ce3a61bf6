# one host
mkdir out
$OMPCC -save-temps=obj -fopenmp-targets=cpu,nvptx,amdgcn saxpy.c -o out/a
for f in i host.c region x86_64.x86-64.ll nvptx64.sm_80.ll nvptx64.sm_80.ptx amdgcn.gfx90a.ll amdgcn.gfx90a.hsaco; do
  [ -s out/saxpy.$f ] || { echo "no saxpy.$f" >&2; ls out >&2; exit 1; }
done
[ ! -e saxpy.host.c ]
$OMPCC -save-temps saxpy.c -o out/a; [ -s saxpy.host.c ]; [ -s saxpy.x86_64.x86-64.ll ]; [ -s saxpy.o ]
rm -f saxpy.host.c; $OMPCC -save-temps=cwd -c saxpy.c -o out/x.o; [ -s saxpy.host.c ]
