printf 'module "a.c"\n\nkernel @k(\n    $p: mapped ptr\n) {\n  i32[$q] = 1\n}\n' > a.region
$OMPCC -c a.region
