void f1(void);
#pragma omp declare variant(f1) match(implementation={unified_address(yes)})
void f2(void);
int main(void)
{
#pragma omp metadirective when(implementation={dynamic_allocators(1)}: parallel)
  f2();
  return 0;
}
