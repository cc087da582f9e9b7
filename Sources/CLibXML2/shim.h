#ifndef CLIBXML2_SHIM_H
#define CLIBXML2_SHIM_H

#if __has_include(<libxml/xmlversion.h>)
#include <libxml/xmlversion.h>
// Debian's build names ICU's types in its headers, which no other module may define again.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/encoding.h>
#include <libxml/tree.h>
#else
#error "libxml2 headers not found: apt-get install libxml2-dev"
#endif

/// Frees what libxml2 allocated; its own `xmlFree` is a variable, which Swift does not let threads share.
static inline void CLibXML2_free(void *_Nullable memory) { xmlFree(memory); }

#endif
