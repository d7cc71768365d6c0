// SPDX-License-Identifier: GPL-3.0-or-later
// tokenizer.json, whatever is in it.
#include "fuzz/fuzz.h"
#include "fuzz/tokenizerpromises.h"
#include "tokenize/tokenizerformats.h"

#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string file(cw::fuzz::bytesOf(data, size));
    cw::fuzz::checkTokenizer(cw::readTokenizerJson(file, {"fuzz/tokenizer.json", "00"}));
    return 0;
}
