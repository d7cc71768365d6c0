// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

int main()
{
    std::puts("chunkwright-cli " CHUNKWRIGHT_VERSION);
    return 0;
}
