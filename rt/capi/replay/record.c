/* The files of records. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record.h"

int ompcc_record_dir(const char *path) { return mkdir(path, 0777) && errno != EEXIST ? errno : 0; }

/* put writes n bytes to fd. */
static int put(int fd, const char *p, size_t n) {
	while (n) {
		ssize_t k = write(fd, p, n);
		if (k < 0 && errno != EINTR)
			return errno;
		if (k > 0) {
			p += k;
			n -= (size_t)k;
		}
	}
	return 0;
}

int ompcc_record_file(const char *path, const void *data, size_t n) {
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return errno;
	int error = put(fd, data, n);
	return close(fd) && !error ? errno : error;
}

int ompcc_record_program(const char *dir) {
	char path[PATH_MAX], block[1 << 16];
	snprintf(path, sizeof path, "%s/%s", dir, OMPCC_RECORD_PROGRAM);
	int from = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	if (from < 0)
		return errno;
	unlink(path); /* it may be an earlier one, which executes */
	int to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0777), error = to < 0 ? errno : 0;
	for (ssize_t k; !error && (k = read(from, block, sizeof block));)
		error = k < 0 ? errno : put(to, block, (size_t)k);
	close(from);
	if (to >= 0 && close(to) && !error)
		error = errno;
	return error;
}
