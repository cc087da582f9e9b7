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
