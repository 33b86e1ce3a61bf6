/* Linked structures on the device. Each node owns a heap array. The nodes and
   their arrays are mapped one by one; the pointer members are attached by the
   map clauses, so that the device follows its own pointers. */
#include <stdio.h>
#include <stdlib.h>

typedef struct Node {
  int n;
  double *values;
  struct Node *next;
} Node;

static Node *push(Node *next, int n, double first) {
  Node *node = malloc(sizeof *node);
  *node = (Node){n, malloc((size_t)n * sizeof(double)), next};
  for (int i = 0; i < n; i++)
    node->values[i] = first + i;
  return node;
}

/* Maps the list from its tail to its head, so that each next pointer finds its target. */
static void map_list(Node *node) {
  if (!node)
    return;
  map_list(node->next);
  #pragma omp target enter data map(to: node[0:1]) map(to: node->values[0:node->n]) map(alloc: node->next[0:1]) if(target enter data: node->next)
  #pragma omp target enter data map(to: node[0:1]) map(to: node->values[0:node->n]) if(target enter data: !node->next)
}

static void unmap_list(Node *node) {
  for (; node; node = node->next) {
    #pragma omp target exit data map(from: node->values[0:node->n])
    #pragma omp target exit data map(delete: node[0:1])
  }
}

int main(void) {
  Node *head = NULL;
  for (int k = 1; k <= 5; k++)
    head = push(head, k * 3, k * 100.0);

  map_list(head);
  double sum = 0;
  int nodes = 0;
  #pragma omp target map(tofrom: sum, nodes)
  for (Node *node = head; node; node = node->next) {
    nodes++;
    for (int i = 0; i < node->n; i++) {
      sum += node->values[i];
      node->values[i] *= 2;
    }
  }
  unmap_list(head);

  double host_sum = 0;
  for (Node *node = head; node; node = node->next)
    for (int i = 0; i < node->n; i++)
      host_sum += node->values[i];
  printf("the device walked %d nodes and summed %g; doubled, the host finds %g\n", nodes, sum, host_sum);
  int wrong = nodes != 5 || host_sum != 2 * sum;
  while (head) {
    Node *next = head->next;
    free(head->values), free(head);
    head = next;
  }
  return wrong;
}
