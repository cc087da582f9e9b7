#ifndef CPCRE2_SHIM_H
#define CPCRE2_SHIM_H

#if __has_include(<pcre2.h>)
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#else
#error "pcre2 headers not found: apt-get install libpcre2-dev"
#endif

/// A compiled pattern that threads may share.
///
/// Sendable because PCRE2 promises it (pcre2api, MULTITHREADING): "The data in the compiled pattern is fixed, and
/// does not change when the pattern is matched. Therefore, it is thread-safe". What a match does change, its match
/// data and its context, is made anew for each match. No pattern is compiled just in time.
struct __attribute__((swift_attr("@Sendable"))) SharedPatternCode {
  pcre2_code_8 *_Nonnull pointer;
};

#endif
