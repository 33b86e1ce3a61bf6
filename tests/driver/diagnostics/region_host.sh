printf 'module "a.c"\n' > a.region
$OMPCC -emit-c a.region
