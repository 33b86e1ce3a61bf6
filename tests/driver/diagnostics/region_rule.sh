printf 'module "a.c"\n\n; a.c:2:9: #pragma omp target\nkernel @k(\n) {\n  break\n}\n' > a.region
$OMPCC -c a.region
