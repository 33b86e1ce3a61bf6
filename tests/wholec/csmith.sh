#!/bin/sh
# csmith.sh FIRST LAST: compares csmith programs compiled as device code for the
# CPU with gcc (odd seeds at -O2, even ones at -O0). Needs csmith and libcsmith-dev.
# Programs on which gcc's own result takes more than 5 seconds are left out.
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/wholec" "$(dirname "$0")" || exit 1
ok=0 bad=0 out=0 s=$1
while [ "$s" -le "$2" ]; do
  p=$dir/$s
  (cd "$dir" && csmith --seed "$s") >"$p.c" 2>/dev/null
  gcc -w -O1 -I/usr/include/csmith "$p.c" -o "$p.gcc" 2>/dev/null
  if ! timeout 5 "$p.gcc" >"$p.exp" 2>&1; then
    out=$((out + 1))
  elif ! timeout 120 "$dir/wholec" -O $((s % 2 * 2)) -I /usr/include/csmith -o "$p.our" "$p.c" >"$p.err" 2>&1; then
    echo "seed $s does not compile: $(head -1 "$p.err")"
    bad=$((bad + 1))
  else
    timeout 30 "$p.our" >"$p.out" 2>&1
    if cmp -s "$p.exp" "$p.out"; then ok=$((ok + 1)); else echo "seed $s differs: $(head -1 "$p.exp") / $(head -1 "$p.out")"; bad=$((bad + 1)); fi
  fi
  rm -f "$p".*
  s=$((s + 1))
done
echo "equal $ok, wrong $bad, left out $out"
[ "$bad" -eq 0 ]
