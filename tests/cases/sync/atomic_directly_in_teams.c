// gcc: no (only distribute, parallel and loop may be there)
// clang's extension: atomic strictly nested in teams.
#include <stdio.h>

int main(void)
{
    int n = 0, teams = 0;
#pragma omp target teams num_teams(2) map(tofrom : n)
#pragma omp atomic
    n++;
#pragma omp target teams num_teams(2) map(tofrom : teams)
#pragma omp atomic update
    teams += 2;
    puts(n >= 1 && teams == 2 * n ? "ok" : "wrong");
    return 0;
}
