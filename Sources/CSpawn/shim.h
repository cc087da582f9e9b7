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
