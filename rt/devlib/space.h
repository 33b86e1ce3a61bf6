/* Leagues and teams of several dimensions (OpenMP 6.1 §29). Teams and threads are numbered in one dimension, the first
 * varies fastest. The sizes of the second and the third dimension are the lowest halves of a word, 16 bits each; 0 or 1
 * is a dimension that is not active.
 *
 * The text is compiled for GPUs (devlib.c), for the CPU device and for the host (rt/capi/routine/space.c).
 */

/* divisor is the number of teams or threads for which dimension dim has one index, 0: the dimension is not active. */
static int divisor(unsigned long sizes, int count, int dim, int *size) {
	int y = (int)(sizes & 0xffff), z = (int)(sizes >> 16 & 0xffff);
	y += y == 0;
	z += z == 0;
	if (count % (y * z) != 0) /* another league or team than the one with these sizes */
		y = z = 1;
	int x = count / (y * z);
	*size = dim == 0 ? x : (dim == 1 ? y : (dim == 2 ? z : 1));
	return dim == 0 ? 1 : (dim == 1 ? x : (dim == 2 ? x * y : 0));
}

int SPACE(size)(unsigned long sizes, int count, int dim) {
	int size;
	divisor(sizes, count, dim, &size);
	return size;
}

int SPACE(index)(unsigned long sizes, int count, int number, int dim) {
	int size, of = divisor(sizes, count, dim, &size);
	return of == 0 ? 0 : number / of % size;
}

/* The word of a team has the number of its threads above the sizes: a region around or inside of it has other threads. */
static unsigned long of_team(unsigned long extents, int count) { return extents >> 32 == (unsigned)count ? extents : 0; }

int SPACE(team_size)(unsigned long extents, int count, int dim) { return SPACE(size)(of_team(extents, count), count, dim); }

int SPACE(team_index)(unsigned long extents, int count, int number, int dim) {
	return SPACE(index)(of_team(extents, count), count, number, dim);
}
