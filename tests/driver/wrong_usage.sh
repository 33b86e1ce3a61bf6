# one host
fails() { # message arguments…
  want=$1; shift
  if $OMPCC "$@" 2> err; then echo "$* succeeded" >&2; exit 1; fi
  grep -q -e "$want" err || { echo "$*: no '$want' in:" >&2; cat err >&2; exit 1; }
}
fails "no input files"
fails "unknown offload target 'gpu'" -fopenmp-targets=gpu saxpy.c
fails "no architecture 'sm_1'" -fopenmp-targets=nvptx --offload-arch=sm_1 saxpy.c
fails "unknown OpenMP version" -fopenmp-version=99 saxpy.c
fails "missing argument to '-o'" saxpy.c -o
fails "values are cwd and obj" -save-temps=there saxpy.c
fails "goes with -S or -c" -emit-llvm saxpy.c
fails "but there are 2 inputs" -c saxpy.c lib1.c -o x
fails "no such file" nothere.c
fails "cannot write" saxpy.c -o no/folder/a
fails "no device code" --offload-device-only -S same_main.c
fails "unknown argument\|unrecognized\|no such" --no-such-flag saxpy.c
printf 'void g(void);\n#pragma omp declare target\nextern int missing(int);\n#pragma omp end declare target\nint main(void)\n{\n  int r;\n#pragma omp target map(from: r)\n  r = missing(1);\n  return r;\n}\n' > miss.c
fails "miss.c:.*undefined device function 'missing' .*used by .*miss.c:8" miss.c -o a
[ ! -e a ]
