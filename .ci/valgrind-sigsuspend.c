// Valgrind 3.19, Debian 12's, writes to the mask that sigsuspend() is given. That of libdispatch is read-only, and valgrind ends.
// Preloaded, this gives it a copy.
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  // As many bytes as the kernel's set has.
  return syscall(SYS_rt_sigsuspend, &copy, 8);
}
