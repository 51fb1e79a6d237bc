// Makes one system call fail, for a process that is started with this library in LD_PRELOAD. The file that
// RAILBIRD_FAILING_CALLS names selects the call; it is mapped into memory so that it can change while the process runs.
// Calls count only if the file or folder is under a given path.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { OPEN = 1, READ, WRITE, FSYNC, RENAME, STATFS, KINDS = STATFS };

// The layout that control.ts writes and reads.
struct control {
  int32_t armed;
  int32_t kind;    // 0: none fails, and those of every kind are counted
  int32_t error;
  int32_t nth;     // the first call that fails, from 1
  int32_t times;   // how many in a row; negative: all from then on
  _Atomic int32_t injected;
  _Atomic int32_t seen[KINDS];
  char under[512];
  char last[512];  // the path of the first call that failed
};

static struct control *control;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("RAILBIRD_FAILING_CALLS");
  if (path == NULL) return;
  int (*real_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
  int fd = real_open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *mapped = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (mapped != MAP_FAILED) control = mapped;
}

static int is_watched(enum kind kind) {
  if (control == NULL || !control->armed) return 0;
  return control->kind == 0 || control->kind == (int32_t)kind;
}

static int fails(enum kind kind, const char *path) {
  if (!is_watched(kind) || path == NULL) return 0;
  if (strncmp(path, control->under, strlen(control->under)) != 0) return 0;
  // The log may fail silently: it is not under test.
  if (strstr(path, "/logs/") != NULL) return 0;
  int32_t n = atomic_fetch_add(&control->seen[kind - 1], 1) + 1;
  if (control->kind == 0) return 0;
  if (n < control->nth || (control->times >= 0 && n >= control->nth + control->times)) return 0;
  if (atomic_fetch_add(&control->injected, 1) == 0) {
    strncpy(control->last, path, sizeof control->last - 1);
  }
  errno = control->error;
  return 1;
}

static int fails_fd(enum kind kind, int fd) {
  if (!is_watched(kind)) return 0;
  char link[64], path[512];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int before = errno;
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = before;
  if (length <= 0) return 0;
  path[length] = 0;
  return fails(kind, path);
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define MODE_OF(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list arguments; \
    va_start(arguments, flags); \
    mode = va_arg(arguments, mode_t); \
    va_end(arguments); \
  }

int open(const char *path, int flags, ...) {
  MODE_OF(flags) REAL(open);
  return fails(OPEN, path) ? -1 : real(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  MODE_OF(flags) REAL(open64);
  return fails(OPEN, path) ? -1 : real(path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
  MODE_OF(flags) REAL(openat);
  return fails(OPEN, path) ? -1 : real(folder, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) {
  MODE_OF(flags) REAL(openat64);
  return fails(OPEN, path) ? -1 : real(folder, path, flags, mode);
}

#define OF_FD(kind, type, name, parameters, arguments) \
  type name parameters { \
    REAL(name); \
    return fails_fd(kind, fd) ? -1 : real arguments; \
  }

OF_FD(READ, ssize_t, read, (int fd, void *to, size_t n), (fd, to, n))
OF_FD(READ, ssize_t, pread, (int fd, void *to, size_t n, off_t at), (fd, to, n, at))
OF_FD(READ, ssize_t, pread64, (int fd, void *to, size_t n, off64_t at), (fd, to, n, at))
OF_FD(READ, ssize_t, readv, (int fd, const struct iovec *to, int n), (fd, to, n))
OF_FD(READ, ssize_t, preadv, (int fd, const struct iovec *to, int n, off_t at), (fd, to, n, at))
OF_FD(READ, ssize_t, preadv64, (int fd, const struct iovec *to, int n, off64_t at), (fd, to, n, at))
OF_FD(WRITE, ssize_t, write, (int fd, const void *from, size_t n), (fd, from, n))
OF_FD(WRITE, ssize_t, pwrite, (int fd, const void *from, size_t n, off_t at), (fd, from, n, at))
OF_FD(WRITE, ssize_t, pwrite64, (int fd, const void *from, size_t n, off64_t at), (fd, from, n, at))
OF_FD(WRITE, ssize_t, writev, (int fd, const struct iovec *from, int n), (fd, from, n))
OF_FD(WRITE, ssize_t, pwritev, (int fd, const struct iovec *from, int n, off_t at), (fd, from, n, at))
OF_FD(WRITE, ssize_t, pwritev64, (int fd, const struct iovec *from, int n, off64_t at), (fd, from, n, at))
OF_FD(FSYNC, int, fsync, (int fd), (fd))
OF_FD(FSYNC, int, fdatasync, (int fd), (fd))
OF_FD(STATFS, int, fstatfs, (int fd, struct statfs *to), (fd, to))
OF_FD(STATFS, int, fstatvfs, (int fd, struct statvfs *to), (fd, to))
OF_FD(STATFS, int, fstatfs64, (int fd, struct statfs64 *to), (fd, to))
OF_FD(STATFS, int, fstatvfs64, (int fd, struct statvfs64 *to), (fd, to))

int statfs(const char *path, struct statfs *to) { REAL(statfs); return fails(STATFS, path) ? -1 : real(path, to); }
int statvfs(const char *path, struct statvfs *to) { REAL(statvfs); return fails(STATFS, path) ? -1 : real(path, to); }
int statfs64(const char *path, struct statfs64 *to) { REAL(statfs64); return fails(STATFS, path) ? -1 : real(path, to); }
int statvfs64(const char *path, struct statvfs64 *to) { REAL(statvfs64); return fails(STATFS, path) ? -1 : real(path, to); }
int rename(const char *from, const char *to) { REAL(rename); return fails(RENAME, to) ? -1 : real(from, to); }
int renameat(int a, const char *from, int b, const char *to) {
  REAL(renameat);
  return fails(RENAME, to) ? -1 : real(a, from, b, to);
}
