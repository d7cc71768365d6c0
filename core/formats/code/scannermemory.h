// SPDX-License-Identifier: GPL-3.0-or-later
// Goes before the grammars' own scanners, which are C: their memory comes from where tree-sitter's does, so that it is
// freed with it when a parse is given up.
#pragma once

#include <stdlib.h>

extern void *(*ts_current_malloc)(size_t bytes);
extern void *(*ts_current_calloc)(size_t count, size_t bytes);
extern void *(*ts_current_realloc)(void *old, size_t bytes);
extern void (*ts_current_free)(void *memory);

#define malloc ts_current_malloc
#define calloc ts_current_calloc
#define realloc ts_current_realloc
#define free ts_current_free
