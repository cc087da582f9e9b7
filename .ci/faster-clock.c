/* The clock of the day, CLOCK_FACTOR times as fast since CLOCK_BEGIN (seconds since 1970), for the programs that load this library.
   Durations are measured by other clocks, which stay as they are. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

typedef int clock_function(clockid_t, struct timespec *);

static long long faster(void) {
  static clock_function *real;
  static long long begin, factor;
  if (!real) {
    factor = atoll(getenv("CLOCK_FACTOR"));
    begin = atoll(getenv("CLOCK_BEGIN")) * 1000000000LL;
    real = (clock_function *)dlsym(RTLD_NEXT, "clock_gettime");
  }
  struct timespec now;
  real(CLOCK_REALTIME, &now);
  return begin + (now.tv_sec * 1000000000LL + now.tv_nsec - begin) * factor;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) {
    long long now = faster();
    time->tv_sec = now / 1000000000LL;
    time->tv_nsec = now % 1000000000LL;
    return 0;
  }
  static clock_function *real;
  if (!real) real = (clock_function *)dlsym(RTLD_NEXT, "clock_gettime");
  return real(clock, time);
}

int gettimeofday(struct timeval *time, void *zone) {
  (void)zone;
  long long now = faster();
  time->tv_sec = now / 1000000000LL;
  time->tv_usec = now % 1000000000LL / 1000;
  return 0;
}

time_t time(time_t *seconds) {
  time_t now = faster() / 1000000000LL;
  if (seconds) *seconds = now;
  return now;
}
