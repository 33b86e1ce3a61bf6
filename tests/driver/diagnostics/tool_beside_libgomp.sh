printf 'void *ompt_start_tool(unsigned v, const char *r) { (void)v, (void)r; return 0; }\nint main(void) {\n#pragma omp parallel\n  ;\n  return 0; }\n' >tool.c
OMPCC_CC=gcc $OMPCC tool.c -o tool
