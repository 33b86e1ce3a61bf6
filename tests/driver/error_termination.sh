# A program ends with an error and says why: at an error directive in device code
# (OpenMP 5.2 §8.5), and where a strict number of threads cannot be had (6.0 §12.1.2), on the
# device and on the host.
for how in 1 2 3; do
	$OMPCC -fopenmp-version=60 -DHOW=$how error_termination.c -o fatal$how
	for offload in MANDATORY DISABLED; do
		! OMP_TARGET_OFFLOAD=$offload ./fatal$how >out 2>err || { echo "fatal$how $offload: status 0" >&2; exit 1; }
		expect "$(cat out)" ""
		grep -q "no way on" err || { cat err >&2; exit 1; }
	done
done

# An allocator with the trait abort_fb ends it where its pool has no more (5.2 §6.2).
$OMPCC allocator_termination.c -o pool
! OMP_TARGET_OFFLOAD=MANDATORY ./pool >out 2>err || { echo "pool: status 0" >&2; exit 1; }
expect "$(cat out)" ""
grep -q "omp_alloc in a target region: the allocator has no more memory" err || { cat err >&2; exit 1; }
