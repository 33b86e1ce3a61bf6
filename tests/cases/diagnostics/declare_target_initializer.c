int linked[3];
int *p = linked;
int *literal[] = {(int[]){1}, &linked[2]};
#pragma omp declare target link(linked) enter(p, literal)
int main(void)
{
#pragma omp target
  p[0] = *literal[0];
  return 0;
}
