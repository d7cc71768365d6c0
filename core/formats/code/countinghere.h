// SPDX-License-Identifier: GPL-3.0-or-later
// Goes before tree-sitter's library, which is C: its nodes count who holds them, and here each tree stays with the
// thread that parses it. Atomic counting is a tenth of a parse; the library has a plain kind for compilers without.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define __TINYC__
#include "atomic.h"
#undef __TINYC__
