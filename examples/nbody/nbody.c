/* All-pairs gravity with structures: an array of bodies and a structure of
   parameters stay on the device for all time steps. */
#include <math.h>
#include <stdio.h>

#define BODIES 256
#define STEPS 10

typedef struct { double x, y, z; } Vec;
typedef struct { Vec pos, vel; double mass; } Body;
typedef struct { double dt, soft2; int n; } Params;

#pragma omp declare target
static Vec pull(const Body *at, const Body *by, double soft2) {
  Vec d = {by->pos.x - at->pos.x, by->pos.y - at->pos.y, by->pos.z - at->pos.z};
  double r2 = d.x * d.x + d.y * d.y + d.z * d.z + soft2;
  double f = by->mass / (r2 * sqrt(r2));
  return (Vec){d.x * f, d.y * f, d.z * f};
}

static Vec acceleration(const Body *bodies, int i, const Params *p) {
  Vec a = {0, 0, 0};
  for (int j = 0; j < p->n; j++) {
    Vec g = pull(&bodies[i], &bodies[j], p->soft2);
    a.x += g.x, a.y += g.y, a.z += g.z;
  }
  return a;
}
#pragma omp end declare target

static void make_bodies(Body *b) {
  unsigned s = 12345;
  for (int i = 0; i < BODIES; i++) {
    double r[7];
    for (int k = 0; k < 7; k++) {
      s = s * 1664525u + 1013904223u;
      r[k] = (s >> 8) / 16777216.0 - 0.5;
    }
    b[i] = (Body){{r[0], r[1], r[2]}, {r[3] * 0.1, r[4] * 0.1, r[5] * 0.1}, (r[6] + 0.6) / BODIES};
  }
}

static Vec momentum(const Body *b) {
  Vec m = {0, 0, 0};
  for (int i = 0; i < BODIES; i++)
    m.x += b[i].mass * b[i].vel.x, m.y += b[i].mass * b[i].vel.y, m.z += b[i].mass * b[i].vel.z;
  return m;
}

int main(void) {
  static Body dev[BODIES], host[BODIES];
  Params p = {1e-3, 1e-4, BODIES};
  make_bodies(dev), make_bodies(host);
  Vec before = momentum(dev);

  #pragma omp target data map(tofrom: dev) map(to: p)
  for (int s = 0; s < STEPS; s++) {
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < BODIES; i++) {
      Vec a = acceleration(dev, i, &p);
      dev[i].vel.x += a.x * p.dt, dev[i].vel.y += a.y * p.dt, dev[i].vel.z += a.z * p.dt;
    }
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < BODIES; i++) {
      dev[i].pos.x += dev[i].vel.x * p.dt;
      dev[i].pos.y += dev[i].vel.y * p.dt;
      dev[i].pos.z += dev[i].vel.z * p.dt;
    }
  }

  for (int s = 0; s < STEPS; s++) {
    for (int i = 0; i < BODIES; i++) {
      Vec a = acceleration(host, i, &p);
      host[i].vel.x += a.x * p.dt, host[i].vel.y += a.y * p.dt, host[i].vel.z += a.z * p.dt;
    }
    for (int i = 0; i < BODIES; i++) {
      host[i].pos.x += host[i].vel.x * p.dt;
      host[i].pos.y += host[i].vel.y * p.dt;
      host[i].pos.z += host[i].vel.z * p.dt;
    }
  }

  double worst = 0;
  for (int i = 0; i < BODIES; i++)
    worst = fmax(worst, fabs(dev[i].pos.x - host[i].pos.x) + fabs(dev[i].pos.y - host[i].pos.y) + fabs(dev[i].pos.z - host[i].pos.z));
  Vec after = momentum(dev);
  double drift = fabs(after.x - before.x) + fabs(after.y - before.y) + fabs(after.z - before.z);
  printf("%d bodies, %d steps\n", BODIES, STEPS);
  printf("positions %s the host's, momentum %s\n", worst < 1e-9 ? "agree with" : "DIFFER from", drift < 1e-12 ? "is conserved" : "DRIFTS");
  return worst >= 1e-9 || drift >= 1e-12;
}
