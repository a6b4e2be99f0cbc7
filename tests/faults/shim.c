/* Loaded into a process by LD_PRELOAD, this library counts the process's calls to the system, and lets some of them fail.
   Environment variables say which:

   FAULTS_MODE    once       call number N fails, and no other, with an error that is fitting
                  eintr      call number N is interrupted (EINTR): nothing is lost by that
                  short      call number N reads or writes one byte only
                  full       from call N on the disk is full (ENOSPC)
                  files      from call N on there are no more descriptors (EMFILE)
                  broken     from call N on the disk neither reads nor writes (EIO)
                  processes  from call N on there are neither processes nor threads (EAGAIN)
   FAULTS_AT      N; 0 to count only. Only calls that the mode could let fail are counted.
   FAULTS_REPORT  a file of 4096 bytes, which gets the number of calls, the number of those that failed, and what failed first.

   Child processes are not affected. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    _Atomic uint64_t calls, failed;
    char first[1024];
} Report;

enum { ONCE = 1, EINTR_ONCE = 2, SHORT = 4, FULL = 8, FILES = 16, BROKEN = 32, PROCESSES = 64 };

static Report nowhere, *report = &nowhere;
static int mode;
static uint64_t fail_at;
static pid_t self;

/* Records the failed call with the return addresses on the stack, as offsets into the program for addr2line. */
static void note_first(const char *name, const char *about, int number) {
    void *frames[24];
    int count = backtrace(frames, 24);
    int used = snprintf(report->first, sizeof report->first, "%s(%s): %s;", name, about, strerror(number));
    for (int at = 2; at < count && used < (int)sizeof report->first - 20; at++) {
        Dl_info info;
        if (dladdr(frames[at], &info) && info.dli_fbase)
            used += snprintf(report->first + used, sizeof report->first - used, " %lx",
                             (unsigned long)((char *)frames[at] - (char *)info.dli_fbase));
    }
}

/* Whether this call is to fail. `modes` are the modes that can let it fail. */
static bool strikes(int modes, const char *name, const char *about, int number) {
    if (!(mode & modes) || syscall(SYS_getpid) != self) return false;
    uint64_t call = atomic_fetch_add(&report->calls, 1) + 1;
    bool is_once = mode & (ONCE | EINTR_ONCE | SHORT);
    if (fail_at == 0 || call < fail_at || (is_once && call > fail_at)) return false;
    if (mode & EINTR_ONCE) number = EINTR;
    if (mode & BROKEN) number = EIO;
    if (mode & FULL) number = ENOSPC;
    if (mode & FILES) number = EMFILE;
    if (mode & PROCESSES) number = EAGAIN;
    if (atomic_fetch_add(&report->failed, 1) == 0) note_first(name, about, number);
    errno = number;
    return true;
}

/* The file behind a descriptor. */
static const char *file_of(int fd) {
    static _Thread_local char name[256];
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    long length = syscall(SYS_readlinkat, AT_FDCWD, link, name, sizeof name - 1);
    name[length > 0 ? length : 0] = 0;
    return name;
}

/* The file that a call with a descriptor and a path is about. (std calls statx without a path to see whether statx is available.
   The header declares the path as never null; the empty assembly keeps the compiler from relying on that.) */
static const char *name_of(const char *path, int fd) {
    __asm__("" : "+r"(path));
    return path && *path ? path : file_of(fd);
}

/* The modes without those that only affect the disk, if this is not a file on a disk. */
static int on_disk(int fd, int modes) {
    struct stat about;
    bool is_file = syscall(SYS_fstat, fd, &about) == 0 && S_ISREG(about.st_mode) && strncmp(file_of(fd), "/proc/", 6);
    return is_file ? modes : modes & ~(FULL | BROKEN);
}

static bool strikes_file(int modes, const char *name, int fd, int number) {
    return mode && strikes(on_disk(fd, modes), name, file_of(fd), number);
}

#define REAL(name) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

/* Defines a wrapper of a call with these parameters and arguments, which fails with the value `failure`. */
#define CALL(result, name, parameters, arguments, modes, about, number, failure) \
    result name parameters { \
        REAL(name); \
        return strikes(modes, #name, about, number) ? failure : real arguments; \
    }

/* As CALL, for a call about an open file. */
#define FILE_CALL(result, name, parameters, arguments, modes, fd, number) \
    result name parameters { \
        REAL(name); \
        return strikes_file(modes, #name, fd, number) ? -1 : real arguments; \
    }

/* Wrappers for reading and writing: in mode `short` they transfer one byte. Small pieces stay whole:
   they are signals, not data. */
#define TRANSFER(name, parameters, arguments, less, modes, number) \
    ssize_t name parameters { \
        REAL(name); \
        if (mode == SHORT) return size > 8 && strikes(SHORT, #name, file_of(fd), 0) ? real less : real arguments; \
        return strikes_file(modes, #name, fd, number) ? -1 : real arguments; \
    }

enum { READS = ONCE | EINTR_ONCE | BROKEN, WRITES = ONCE | EINTR_ONCE | FULL | BROKEN };

TRANSFER(read, (int fd, void *to, size_t size), (fd, to, size), (fd, to, 1), READS, EIO)
TRANSFER(write, (int fd, const void *from, size_t size), (fd, from, size), (fd, from, 1), WRITES, ENOSPC)
TRANSFER(pread64, (int fd, void *to, size_t size, off64_t at), (fd, to, size, at), (fd, to, 1, at), READS, EIO)
TRANSFER(pwrite64, (int fd, const void *from, size_t size, off64_t at), (fd, from, size, at), (fd, from, 1, at), WRITES,
         ENOSPC)
FILE_CALL(ssize_t, readv, (int fd, const struct iovec *to, int count), (fd, to, count), READS, fd, EIO)
FILE_CALL(ssize_t, writev, (int fd, const struct iovec *from, int count), (fd, from, count), WRITES, fd, ENOSPC)
FILE_CALL(ssize_t, copy_file_range, (int fd, off64_t *at, int to, off64_t *there, size_t size, unsigned flags),
          (fd, at, to, there, size, flags), ONCE | FULL | BROKEN, to, EIO)
FILE_CALL(ssize_t, sendfile64, (int to, int fd, off64_t *at, size_t size), (to, fd, at, size), ONCE | FULL | BROKEN, to, EIO)
FILE_CALL(int, fsync, (int fd), (fd), ONCE | BROKEN, fd, EIO)
FILE_CALL(int, fdatasync, (int fd), (fd), ONCE | BROKEN, fd, EIO)
FILE_CALL(int, ftruncate64, (int fd, off64_t size), (fd, size), ONCE | EINTR_ONCE | FULL | BROKEN, fd, EIO)
FILE_CALL(int, fstat64, (int fd, struct stat64 *about), (fd, about), ONCE, fd, EIO)
FILE_CALL(int, fchmod, (int fd, mode_t bits), (fd, bits), ONCE, fd, EPERM)
FILE_CALL(int, fchown, (int fd, uid_t user, gid_t group), (fd, user, group), ONCE, fd, EPERM)
FILE_CALL(int, flock, (int fd, int what), (fd, what), ONCE | EINTR_ONCE, fd, ENOLCK)
FILE_CALL(off64_t, lseek64, (int fd, off64_t at, int from), (fd, at, from), ONCE, fd, EIO)

CALL(int, stat64, (const char *path, struct stat64 *about), (path, about), ONCE, path, EIO, -1)
CALL(int, lstat64, (const char *path, struct stat64 *about), (path, about), ONCE, path, EIO, -1)
CALL(int, fstatat64, (int fd, const char *path, struct stat64 *about, int flags), (fd, path, about, flags), ONCE, path, EIO, -1)
CALL(int, statx, (int fd, const char *path, int flags, unsigned mask, struct statx *about), (fd, path, flags, mask, about),
     ONCE, name_of(path, fd), EIO, -1)
CALL(int, access, (const char *path, int bits), (path, bits), ONCE, path, EIO, -1)
CALL(int, mkdir, (const char *path, mode_t bits), (path, bits), ONCE | FULL, path, ENOSPC, -1)
CALL(int, rmdir, (const char *path), (path), ONCE, path, EBUSY, -1)
CALL(int, unlink, (const char *path), (path), ONCE, path, EIO, -1)
CALL(int, unlinkat, (int fd, const char *path, int flags), (fd, path, flags), ONCE, path, EIO, -1)
CALL(int, rename, (const char *from, const char *to), (from, to), ONCE | FULL, to, EIO, -1)
CALL(int, chmod, (const char *path, mode_t bits), (path, bits), ONCE, path, EPERM, -1)
CALL(ssize_t, readlink, (const char *path, char *to, size_t size), (path, to, size), ONCE, path, EIO, -1)
CALL(char *, realpath, (const char *path, char *to), (path, to), ONCE, path, EIO, NULL)
CALL(char *, getcwd, (char *to, size_t size), (to, size), ONCE, "", EACCES, NULL)
CALL(DIR *, opendir, (const char *path), (path), ONCE | FILES, path, EMFILE, NULL)
CALL(DIR *, fdopendir, (int fd), (fd), ONCE, file_of(fd), ENOMEM, NULL)
CALL(struct dirent64 *, readdir64, (DIR *folder), (folder), ONCE, file_of(dirfd(folder)), EIO, NULL)
CALL(int, pipe2, (int ends[2], int flags), (ends, flags), ONCE | FILES, "", EMFILE, -1)
CALL(int, socketpair, (int a, int b, int c, int ends[2]), (a, b, c, ends), ONCE | FILES, "", EMFILE, -1)
CALL(int, eventfd, (unsigned start, int flags), (start, flags), ONCE | FILES, "", EMFILE, -1)
CALL(int, dup, (int fd), (fd), ONCE | FILES, file_of(fd), EMFILE, -1)
CALL(int, dup2, (int fd, int other), (fd, other), ONCE, file_of(fd), EBUSY, -1)
CALL(int, poll, (struct pollfd *list, nfds_t count, int time), (list, count, time), ONCE | EINTR_ONCE, "", ENOMEM, -1)
CALL(int, fork, (void), (), ONCE | PROCESSES, "", EAGAIN, -1)
CALL(pid_t, wait4, (pid_t pid, int *status, int flags, struct rusage *usage), (pid, status, flags, usage), ONCE | EINTR_ONCE, "",
     EINTR, -1)
CALL(int, waitid, (idtype_t type, id_t id, siginfo_t *about, int flags), (type, id, about, flags), ONCE | EINTR_ONCE, "", EINTR,
     -1)
CALL(pid_t, waitpid, (pid_t pid, int *status, int flags), (pid, status, flags), ONCE | EINTR_ONCE, "", EINTR, -1)
CALL(int, prlimit, (pid_t pid, __rlimit_resource_t what, const struct rlimit *new, struct rlimit *old), (pid, what, new, old),
     ONCE, "", EPERM, -1)
CALL(int, getrlimit, (__rlimit_resource_t what, struct rlimit *to), (what, to), ONCE, "", EPERM, -1)
CALL(int, setrlimit, (__rlimit_resource_t what, const struct rlimit *new), (what, new), ONCE, "", EPERM, -1)
CALL(ssize_t, getrandom, (void *to, size_t size, unsigned flags), (to, size, flags), ONCE, "", ENOSYS, -1)
CALL(int, clock_getcpuclockid, (pid_t pid, clockid_t *clock), (pid, clock), ONCE, "", ESRCH, ESRCH)
CALL(int, pthread_create, (pthread_t *thread, const pthread_attr_t *how, void *(*what)(void *), void *with),
     (thread, how, what, with), ONCE | PROCESSES, "", EAGAIN, EAGAIN)
CALL(int, posix_spawnp,
     (pid_t *pid, const char *path, const posix_spawn_file_actions_t *files, const posix_spawnattr_t *how, char *const *words,
      char *const *environment),
     (pid, path, files, how, words, environment), ONCE | PROCESSES, path, EAGAIN, EAGAIN)
CALL(int, pidfd_spawnp,
     (int *pidfd, const char *path, const posix_spawn_file_actions_t *files, const posix_spawnattr_t *how, char *const *words,
      char *const *environment),
     (pidfd, path, files, how, words, environment), ONCE | PROCESSES, path, EAGAIN, EAGAIN)

/* Only maps of files: stacks of threads are allocated elsewhere, and std aborts without the
   stack for its signals. */
void *mmap64(void *at, size_t size, int access, int flags, int fd, off64_t from) {
    REAL(mmap64);
    return fd >= 0 && strikes_file(ONCE, "mmap", fd, ENOMEM) ? MAP_FAILED : real(at, size, access, flags, fd, from);
}

/* The descriptor is closed even if close reports an error. */
int close(int fd) {
    REAL(close);
    bool fails = strikes_file(ONCE | EINTR_ONCE, "close", fd, EIO);
    int number = errno, result = real(fd);
    return fails ? (errno = number, -1) : result;
}

/* A process to be killed may be dead already. */
int kill(pid_t pid, int signal) {
    REAL(kill);
    int result = real(pid, signal);
    return strikes(ONCE, "kill", "", ESRCH) ? -1 : result;
}

static int modes_of_open(const char *path, int flags) {
    bool makes_file = flags & O_CREAT && syscall(SYS_faccessat, AT_FDCWD, path, F_OK) != 0;
    return ONCE | EINTR_ONCE | FILES | (makes_file ? FULL : 0);
}

int open64(const char *path, int flags, ...) {
    REAL(open64);
    va_list more;
    va_start(more, flags);
    mode_t bits = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return mode && strikes(modes_of_open(path, flags), "open", path, EMFILE) ? -1 : real(path, flags, bits);
}

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t bits = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return open64(path, flags, bits);
}

int openat64(int fd, const char *path, int flags, ...) {
    REAL(openat64);
    va_list more;
    va_start(more, flags);
    mode_t bits = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return strikes(ONCE | FILES, "openat", path, EMFILE) ? -1 : real(fd, path, flags, bits);
}

/* Locking and duplicating descriptors can fail; flags cannot. */
int fcntl64(int fd, int what, ...) {
    REAL(fcntl64);
    va_list more;
    va_start(more, what);
    void *with = va_arg(more, void *);
    va_end(more);
    bool is_lock = what == F_SETLK || what == F_GETLK, is_copy = what == F_DUPFD_CLOEXEC || what == F_DUPFD;
    int modes = is_copy ? ONCE | FILES : is_lock ? ONCE : 0;
    return modes && strikes_file(modes, is_lock ? "lock" : "copy of", fd, is_copy ? EMFILE : ENOLCK) ? -1 : real(fd, what, with);
}

int fcntl(int fd, int what, ...) {
    va_list more;
    va_start(more, what);
    void *with = va_arg(more, void *);
    va_end(more);
    return fcntl64(fd, what, with);
}

/* Calls without a wrapper in libc: pidfd_open. */
long syscall(long number, ...) {
    static __typeof__(syscall) *real;
    if (!real) real = (__typeof__(syscall) *)dlsym(RTLD_NEXT, "syscall");
    va_list more;
    va_start(more, number);
    long words[6];
    for (int at = 0; at < 6; at++) words[at] = va_arg(more, long);
    va_end(more);
    if (number == SYS_pidfd_open && strikes(ONCE | FILES, "pidfd_open", "", EMFILE)) return -1;
    return real(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

__attribute__((constructor)) static void begin(void) {
    static const char *const MODES[] = {"once", "eintr", "short", "full", "files", "broken", "processes"};
    const char *wanted = getenv("FAULTS_MODE"), *at = getenv("FAULTS_AT"), *path = getenv("FAULTS_REPORT");
    if (!wanted || !at || !path) return;
    int fd = open64(path, O_RDWR);
    void *map = fd < 0 ? MAP_FAILED : mmap64(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (map == MAP_FAILED) abort();
    close(fd);
    void *frames[4];
    // Let backtrace load what it needs before anything fails.
    backtrace(frames, 4);
    unsetenv("LD_PRELOAD"), unsetenv("FAULTS_MODE"), unsetenv("FAULTS_REPORT");
    report = map, fail_at = strtoull(at, 0, 10), self = getpid();
    unsetenv("FAULTS_AT");
    for (int which = 0; which < 7; which++)
        if (!strcmp(wanted, MODES[which])) mode = 1 << which;
}
