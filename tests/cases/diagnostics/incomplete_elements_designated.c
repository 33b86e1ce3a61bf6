struct s { int a, b[3]; };
static struct s ok[4] = { [0 ... 1] = { 1, {2} }, 3, {4}, [3].a = 5 };
static int two[2][3] = { {1, 2}, 3, [1][2] = 4 };
static struct undefined list[] = { [0 ... 9] = { 1 }, [12 ... 13] = { .c = "x" }, 99 };
int main(void)
{
    int r = 0;
    #pragma omp target map(tofrom: r)
    r = 1;
    return r + ((char *)list)[0] + ok[0].a + two[0][0];
}
