#!/bin/sh
# Runs the programs of this folder (made by `make gpu-bundle`) on the machine's
# NVIDIA GPU: each must print what its file "expected" says. Then measures it,
# beside CUDA if nvcc is there, and compares what its kernels execute with what the
# emulated device counted, if ncu is there. Needs the NVIDIA driver and no network.
#
#   ./run.sh               results: results/NAME.out, .err for those that are wrong
#   JOBS=N ./run.sh        programs at a time; as many as there are processors
#   BENCH="N R" ./run.sh   elements and repetitions of the benchmark
set -u
cd "$(dirname "$0")" || exit 2
LD_LIBRARY_PATH="$PWD/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
OMP_TARGET_OFFLOAD=MANDATORY
export LD_LIBRARY_PATH OMP_TARGET_OFFLOAD

# one NAME [VARIABLE=VALUE…]: a program and its environment.
one() {
  name=$1
  shift
  out=results/$(echo "$name" | tr / _)
  (cd "$name" && env "$@" timeout 120 ./program) >"$out.out" 2>"$out.err"
  status=$?
  if [ $status = 0 ] && cmp -s "$out.out" "$name/expected"; then
    rm -f "$out.out" "$out.err"
    echo right
  else
    printf '%s\n' "WRONG $name (status $status)" "$(head -3 "$out.err")"
  fi
}
if [ "${1:-}" = --one ]; then
  # shellcheck disable=SC2086 # the name and the environment are several words
  one $2
  exit 0
fi

nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null
rm -rf results
mkdir results
tr '\n' '\0' <programs.txt | xargs -0 -n 1 -P "${JOBS:-$(nproc)}" ./run.sh --one >results/all.txt
grep -v '^right$' results/all.txt
programs=$(grep -c '' programs.txt)
right=$(grep -c '^right$' results/all.txt)
wrong=$((programs - right))
echo "$programs programs: $right right, $wrong wrong"

echo "== bench, compiled by ompcc"
# shellcheck disable=SC2086
./bench ${BENCH:-} || wrong=$((wrong + 1))
if command -v nvcc >/dev/null; then
  echo "== bench, in CUDA"
  nvcc -O3 -arch=native bench.cu -o bench-cuda && ./bench-cuda ${BENCH:-}
else
  echo "== bench, in CUDA: no nvcc here"
fi

# What the GPU executes is not PTX, but ptxas's translation of it: instructions differ, transactions
# should not where the teams are as many.
if command -v ncu >/dev/null; then
  echo "== counts of bench $(cat counted.txt): GPU / emulated device"
  memory=l1tex__t_sectors_pipe_lsu_mem_global_op
  # shellcheck disable=SC2046
  ncu --csv --clock-control none --metrics smsp__thread_inst_executed.sum,smsp__inst_executed.sum,${memory}_ld.sum,${memory}_st.sum,${memory}_atom.sum,${memory}_red.sum,l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum \
    ./bench $(cat counted.txt) >results/ncu.csv 2>results/ncu.err
  awk -f counts.awk counts.txt results/ncu.csv || { wrong=$((wrong + 1)); head -3 results/ncu.err results/ncu.csv; }
else
  echo "== counts: no ncu here"
fi
[ $wrong = 0 ]
