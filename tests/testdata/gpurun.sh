#!/bin/sh
# Runs the programs of this folder (made by `make gpu-bundle`) on the machine's
# NVIDIA GPU: each must print what its file "expected" says. Then measures it,
# beside CUDA if nvcc is there. Needs the NVIDIA driver and no network.
#
#   ./run.sh            results: results/NAME.out, .err for those that are wrong
#   BENCH="N R" ./run.sh   elements and repetitions of the benchmark
set -u
cd "$(dirname "$0")" || exit 2
LD_LIBRARY_PATH="$PWD/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
OMP_TARGET_OFFLOAD=MANDATORY
export LD_LIBRARY_PATH OMP_TARGET_OFFLOAD
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null
rm -rf results
mkdir results
right=0
wrong=0
while read -r name env; do
  out=results/$(echo "$name" | tr / _)
  # shellcheck disable=SC2086 # the environment is several words
  (cd "$name" && env $env timeout 120 ./program) >"$out.out" 2>"$out.err"
  status=$?
  if [ $status = 0 ] && cmp -s "$out.out" "$name/expected"; then
    right=$((right + 1))
    rm -f "$out.out" "$out.err"
  else
    wrong=$((wrong + 1))
    echo "WRONG $name (status $status)"
    head -3 "$out.err"
  fi
done <programs.txt
echo "$((right + wrong)) programs: $right right, $wrong wrong"
echo "== bench, compiled by ompcc"
# shellcheck disable=SC2086
./bench ${BENCH:-} || wrong=$((wrong + 1))
if command -v nvcc >/dev/null; then
  echo "== bench, in CUDA"
  nvcc -O3 -arch=native bench.cu -o bench-cuda && ./bench-cuda ${BENCH:-}
else
  echo "== bench, in CUDA: no nvcc here"
fi
[ $wrong = 0 ]
