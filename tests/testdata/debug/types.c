#include <stdio.h>
enum colour { RED, GREEN = 5, BLUE };
typedef unsigned long count_t;
typedef struct node {
    struct node *next;
    int key : 5;
    unsigned flag : 1, : 2, level : 9;
    enum colour colour;
    union { float f; unsigned bits; } u;
    char name[8];
} node_t;
typedef int (*operation)(int, int);
#pragma omp begin declare target
int counter = 41;
static const double table[3] = { 0.5, 1.5, 2.5 };
static int add(int a, int b) { return a + b; }
static int fold(const node_t *n, operation op, count_t limit)
{
    int total = 0;
    for (; n && limit--; n = n->next) {
        int key = n->key;
        total = op(total, key);
    }
    counter++;
    return total;
}
static double mean(int rows, int cols, double (*m)[cols])
{
    double sum = 0;
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < cols; j++)
            sum += m[i][j];
    }
    return sum / (rows * cols);
}
#pragma omp end declare target
int main(void)
{
    int r = 0, n = 3;
    double avg = 0;
#pragma omp target map(tofrom: r, avg) map(to: n)
    {
        node_t second = { NULL, -3, 1, 300, BLUE, { .f = 1.5f }, "second" }, first = { &second, 7, 0, 4, GREEN, { .bits = 7 }, "first" };
        double grid[n][4];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 4; j++)
                grid[i][j] = i + 0.25 * j;
        _Bool yes = 1;
        char letter = 'q';
        const char *text = "some text";
        long long wide = -5000000000LL;
        unsigned char byte = 200;
        int list[4] = { 10, 20, 30, 40 };
        r = fold(&first, add, 9);
        {
            int list = 99;
            r += list;
        }
        avg = mean(n, 4, grid);
        r += list[2] + (int)yes + letter + (int)wide + byte + (text != NULL);
    }
    printf("%d %g\n", r, avg);
    return 0;
}
