#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
  void *a = dlopen("./lib1.so", RTLD_NOW | RTLD_LOCAL), *b = dlopen("./lib2.so", RTLD_NOW | RTLD_LOCAL);
  if (!a || !b) {
    puts(dlerror());
    return 1;
  }
  int (*f)(int) = (int (*)(int))dlsym(a, "lib1"), (*g)(int) = (int (*)(int))dlsym(b, "lib2");
  printf("%d %d\n", f(10), g(10));
  dlclose(a);
  dlclose(b);
  return 0;
}
