# Puts what ncu counted (--csv) beside what the emulated device did (counts.txt: kernel,
# launches, instructions of threads and of warps, transactions of loads, of stores
# with atomic operations, bank conflicts).
FNR == NR {
  kernels[++n] = $1
  for (i = 2; i <= 7; i++)
    emulated[$1, i] = $i
  next
}
!/^"/ { next } # what the program and ncu say
{
  count = split(substr($0, 2, length($0) - 2), field, "\",\"")
}
!columns {
  for (i = 1; i <= count; i++)
    column[field[i]] = i
  columns = count
  next
}
{
  kernel = field[column["Kernel Name"]]
  sub(/\(.*/, "", kernel)
  metric = field[column["Metric Name"]]
  value = field[column["Metric Value"]]
  gsub(/,/, "", value)
  launch[kernel, field[column["ID"]]]++ || launches[kernel]++
  which = metric ~ /thread_inst/ ? 3 : metric ~ /inst_executed/ ? 4 : metric ~ /_ld/ ? 5 : metric ~ /bank/ ? 7 : 6
  counted[kernel, which] += value
  rows++
}
END {
  split("0 9 25 23 19 19 15", width, " ")
  printf "%-46s %9s %25s %23s %19s %19s %15s\n", "kernel", "launches", "thread instr", "warp instr", "ld sectors", "st+atom sectors", "conflicts"
  for (k = 1; k <= n; k++) {
    name = kernels[k]
    printf "%-46s %9s", name, (launches[name] + 0) "/" emulated[name, 2]
    for (i = 3; i <= 7; i++)
      printf " %" width[i] "s", (counted[name, i] + 0) "/" emulated[name, i]
    printf "\n"
  }
  exit rows == 0
}
