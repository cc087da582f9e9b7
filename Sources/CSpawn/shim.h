#pragma once

#include <spawn.h>

// What the C library has beyond POSIX is declared for programs only that ask for it before its first header is read, and Swift
// reads that one first. Without these two a command could be started in another folder by way of a shell only, and would
// inherit every descriptor that a library forgot to mark.

/// The process begins in this folder; glibc 2.29, musl 1.1.24, macOS 10.15.
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);

#if defined(__GLIBC__)
/// The process has no descriptor from this one on; glibc 2.34.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
#endif

/// The flag that has a process begin a session of its own; glibc 2.26, musl 1.1.22, macOS 10.15.
#if defined(__APPLE__)
enum { journey_spawn_setsid = 0x0400 };
#else
enum { journey_spawn_setsid = 0x80 };
#endif

#if defined(__linux__)

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

/// No process of the same user reads this one's memory or `/proc/PID/environ`, and no core is written of it.
static inline void journey_hide_process(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/// What a child process leaves behind becomes a child of this one.
static inline void journey_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

/// Clears the variables where the kernel shows them; the process itself goes on with copies.
static inline void journey_hide_environment(void) {
  for (char **entry = environ; entry && *entry; entry++) {
    char *copy = strdup(*entry);
    if (!copy) continue;
    memset(*entry, 0, strlen(*entry));
    *entry = copy;
  }
}

/// What the kernel's `landlock_create_ruleset` is told, as of its version 6; older ones read less of it.
struct journey_landlock_ruleset {
  uint64_t handled_access_fs;
  uint64_t handled_access_net;
  uint64_t scoped;
};

struct journey_landlock_path {
  uint64_t allowed_access;
  int32_t parent_fd;
} __attribute__((packed));

/// This thread and what it starts read no process but their own, and gain no rights by a program's set-user-ID bit.
///
/// Landlock refuses to look into processes outside, to root too; where the kernel has none, the rest is left. Root's programs do
/// without the capabilities that look into processes all the same: to trace, to administer, and to watch performance. Version 6
/// can be had without any rule of files. Before, one right has to be governed, and is given for the whole tree.
static inline void journey_isolate_thread(void) {
  const int capabilities[] = {19 /* CAP_SYS_PTRACE */, 21 /* CAP_SYS_ADMIN */, 38 /* CAP_PERFMON */};
  for (int index = 0; index < 3; index++) prctl(PR_CAPBSET_DROP, capabilities[index], 0, 0, 0);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
  long version = syscall(444 /* landlock_create_ruleset */, 0, 0, 1 /* LANDLOCK_CREATE_RULESET_VERSION */);
  if (version < 2) return;
  const uint64_t refer = 1u << 13;
  struct journey_landlock_ruleset ruleset = {version < 6 ? refer : 0, 0, version < 6 ? 0 : 1u << 1 /* LANDLOCK_SCOPE_SIGNAL */};
  int descriptor = (int)syscall(444, &ruleset, version < 6 ? sizeof(uint64_t) : sizeof ruleset, 0);
  if (descriptor < 0) return;
  int isReady = 1;
  if (version < 6) {
    struct journey_landlock_path path = {refer, open("/", O_RDONLY | O_CLOEXEC)};
    isReady = path.parent_fd >= 0 && syscall(445 /* landlock_add_rule */, descriptor, 1, &path, 0) == 0;
    if (path.parent_fd >= 0) close(path.parent_fd);
  }
  if (isReady) syscall(446 /* landlock_restrict_self */, descriptor, 0);
  close(descriptor);
}

#endif

// A supervised process: a fork of this one starts it, and ends it and everything that it started once this one is gone, however it
// ended. Between the fork and its own end the supervisor calls nothing but the kernel, since locks of other threads may be held.

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <fcntl.h>
#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/// Closes every descriptor from the third on.
static inline void journey_close_others(void) {
#if defined(__linux__)
  if (syscall(436 /* close_range */, 3u, ~0u, 0u) == 0) return;
#endif
  for (int descriptor = 3; descriptor < 65536; descriptor++) close(descriptor);
}

/// Kills the children of this process that there are just now; says whether the system lists them.
static inline int journey_kill_children(pid_t own) {
#if defined(__linux__)
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)own);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  pid_t child = 0;
  for (ssize_t index = 0; index < length; index++) {
    if (text[index] >= '0' && text[index] <= '9') {
      child = child * 10 + (text[index] - '0');
    } else if (child > 0) {
      kill(child, SIGKILL);
      child = 0;
    }
  }
  return 1;
#else
  (void)own;
  return 0;
#endif
}

static inline void journey_start_supervised(const char *folder, char *const words[], char *const environment[]) {
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#endif
  setpgid(0, 0);
  const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT};
  for (int index = 0; index < 5; index++) signal(signals[index], SIG_DFL);
  int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0) dup2(nothing, 0);
  if (nothing > 2) close(nothing);
  if (chdir(folder) == 0) execve(words[0], words, environment);
  _exit(127);
}

/// What the supervisor does: waits until nobody holds the lifeline's other end any more, or the process has ended.
static inline void journey_supervise_here(const char *folder, char *const words[], char *const environment[]) {
  const pid_t own = getpid();
#if defined(__linux__)
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
  const pid_t child = fork();
  if (child == 0) journey_start_supervised(folder, words, environment);
  struct pollfd lifeline = {0, POLLIN, 0};
  while (child > 0) {
    if (poll(&lifeline, 1, 200) > 0) break;
    if (waitpid(child, NULL, WNOHANG) == child) break;
  }
  // Whoever loses its parent becomes a child of this process, so that in the end all are its children.
  for (int round = 0; round < 2500; round++) {
    if (child > 0) kill(-child, SIGKILL);
    const int isListed = journey_kill_children(own);
    pid_t ended;
    while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) {}
    if (ended < 0 && errno == ECHILD) break;
    if (!isListed && ended == 0 && kill(-child, 0) != 0) break;
    poll(NULL, 0, 2);
  }
  char *const remove[] = {(char *)"/bin/rm", (char *)"-rf", (char *)"--", (char *)folder, NULL};
  char *const nothing[] = {NULL};
  execve(remove[0], remove, nothing);
  _exit(0);
}

/// Starts a process with a supervisor: when nobody holds the other end of `lifeline` open any more, it and everything that it started
/// is killed, and its folder is removed with everything in it. Returns the supervisor's number, or -1 with `errno`.
static inline pid_t journey_supervise(
    int lifeline, int output, const char *folder, char *const words[], char *const environment[]) {
  const pid_t supervisor = fork();
  if (supervisor != 0) return supervisor;
  setsid();
  const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT};
  for (int index = 0; index < 5; index++) signal(signals[index], SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  const int input = fcntl(lifeline, F_DUPFD, 16), written = fcntl(output, F_DUPFD, 16);
  if (input < 0 || written < 0) _exit(126);
  dup2(input, 0);
  dup2(written, 1);
  dup2(written, 2);
  journey_close_others();
  journey_supervise_here(folder, words, environment);
  _exit(0);
}
