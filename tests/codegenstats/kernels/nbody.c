#include <math.h>
typedef struct { float x, y, z, m; } body;
void nbody(int n, const body *restrict b, float *restrict ax, float *restrict ay, float *restrict az)
{
    #pragma omp target teams distribute parallel for map(to: b[0:n]) map(from: ax[0:n], ay[0:n], az[0:n])
    for (int i = 0; i < n; i++) {
        float fx = 0, fy = 0, fz = 0;
        for (int j = 0; j < n; j++) {
            float dx = b[j].x - b[i].x, dy = b[j].y - b[i].y, dz = b[j].z - b[i].z;
            float r2 = dx*dx + dy*dy + dz*dz + 0.01f;
            float inv = 1.0f / sqrtf(r2);
            float s = b[j].m * inv * inv * inv;
            fx += s*dx; fy += s*dy; fz += s*dz;
        }
        ax[i] = fx; ay[i] = fy; az[i] = fz;
    }
}
