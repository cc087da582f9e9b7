#pragma once

#if __has_include(<yaml.h>)
#include <yaml.h>
#else
#error "libyaml headers not found: apt-get install libyaml-dev (macOS: brew install libyaml)"
#endif
