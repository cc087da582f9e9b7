// What a program that is linked on Debian 12 would take from a newer glibc than the oldest one that a release has to start with.
// The linker's --wrap leads the calls here.
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

#if defined(__x86_64__)
#define FIRST "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define FIRST "GLIBC_2.17"
#else
#error "name the first version of glibc on this architecture"
#endif

// 2.35 has variants of these two that do not set errno; swift-numerics uses them.
__asm__(".symver first_hypot, hypot@" FIRST);
__asm__(".symver first_hypotf, hypotf@" FIRST);
double first_hypot(double, double);
float first_hypotf(float, float);
double __wrap_hypot(double x, double y) { return first_hypot(x, y); }
float __wrap_hypotf(float x, float y) { return first_hypotf(x, y); }

// New in 2.36; std::random_device uses it. Four bytes come whole: reads of up to 256 bytes are not interrupted.
uint32_t __wrap_arc4random(void) {
  uint32_t value;
  if (getrandom(&value, sizeof value, 0) != sizeof value) abort();
  return value;
}
