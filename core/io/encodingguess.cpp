// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/encodingguess.h"

#include "formats/ziparchive.h"
#include "io/encodings.h"

#include <uchardet/uchardet.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <memory>

namespace cw {

using namespace std::string_view_literals;

namespace {

constexpr std::size_t sampleBytes = 1024 * 1024;
constexpr auto westernDefault = "windows-1252"sv;

bool isUtf32(std::string_view bytes) noexcept
{
    if (bytes.size() % 4 != 0)
        return false;
    for (std::size_t i = 0; i < bytes.size(); i += 4) {
        const auto at = [&](std::size_t k) { return static_cast<unsigned char>(bytes[i + k]); };
        const bool isSurrogate = at(2) == 0 && at(1) >= 0xD8 && at(1) <= 0xDF;
        if (at(3) != 0 || at(2) > 0x10 || isSurrogate)
            return false;
    }
    return true;
}

struct Signature
{
    std::string_view bytes;
    std::size_t offset;
    std::string_view kind;
};

constexpr std::string_view zipArchive = "a ZIP archive";

constexpr std::array signatures{
    Signature{"\x89PNG\r\n\x1A\n"sv, 0, "a PNG picture"},
    Signature{"\xFF\xD8\xFF"sv, 0, "a JPEG picture"},
    Signature{"GIF8"sv, 0, "a GIF picture"},
    Signature{"II*\0"sv, 0, "a TIFF picture"},
    Signature{"MM\0*"sv, 0, "a TIFF picture"},
    Signature{"BM"sv, 0, "a BMP picture"},
    Signature{"RIFF"sv, 0, "a RIFF sound, film or picture"},
    Signature{"PK\x03\x04"sv, 0, zipArchive},
    Signature{"PK\x05\x06"sv, 0, "an empty ZIP archive"},
    Signature{"%PDF-"sv, 0, "a PDF document"},
    Signature{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, 0, "an old Microsoft Office document (DOC, XLS, PPT)"},
    Signature{"\x7F"
              "ELF"sv,
              0, "an ELF program"},
    Signature{"MZ"sv, 0, "a Windows program"},
    Signature{"\xCF\xFA\xED\xFE"sv, 0, "a Mach-O program"},
    Signature{"\xCA\xFE\xBA\xBE"sv, 0, "a Java class or a Mach-O program"},
    Signature{"\0asm"sv, 0, "a WebAssembly program"},
    Signature{"\x1F\x8B"sv, 0, "a gzip archive"},
    Signature{"BZh"sv, 0, "a bzip2 archive"},
    Signature{"\xFD"
              "7zXZ\0"sv,
              0, "an xz archive"},
    Signature{"\x28\xB5\x2F\xFD"sv, 0, "a Zstandard archive"},
    Signature{"7z\xBC\xAF\x27\x1C"sv, 0, "a 7-Zip archive"},
    Signature{"Rar!\x1A\x07"sv, 0, "a RAR archive"},
    Signature{"ustar"sv, 257, "a tar archive"},
    Signature{"SQLite format 3\0"sv, 0, "an SQLite database"},
    Signature{"PAR1"sv, 0, "a Parquet table"},
    Signature{"GGUF"sv, 0, "a GGUF model"},
    Signature{"\x89HDF\r\n\x1A\n"sv, 0, "an HDF5 file"},
    Signature{"OggS"sv, 0, "an Ogg sound"},
    Signature{"fLaC"sv, 0, "a FLAC sound"},
    Signature{"ID3"sv, 0, "an MP3 sound"},
    Signature{"ftyp"sv, 4, "an MP4 film"},
    Signature{"\x1A\x45\xDF\xA3"sv, 0, "a Matroska film"},
    Signature{"wOFF"sv, 0, "a web font"},
    Signature{"wOF2"sv, 0, "a web font"},
    Signature{"\0\1\0\0\0"sv, 0, "a TrueType font"},
    Signature{"OTTO"sv, 0, "an OpenType font"},
};

/// Control characters that have no place in text: not backspace, tab, line ends, form feed, escape.
constexpr bool isControl(char c) noexcept
{
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x08 || byte == 0x0B || (byte > 0x0D && byte < 0x20 && byte != 0x1B) || byte == 0x7F;
}

/// "BM", "MZ", "RIFF": letters that a text may well begin with.
bool isReadable(std::string_view signature) noexcept
{
    return std::ranges::all_of(signature, [](char c) { return c >= 0x20 && c < 0x7F; });
}

struct HighBytes
{
    std::size_t count = 0;
    std::size_t runs = 0;
    std::size_t distinct = 0;
    bool hasC1 = false; ///< 80..9F: control characters in ISO 8859, letters and quotes in Windows code pages
};

HighBytes highBytes(std::string_view bytes) noexcept
{
    HighBytes high;
    std::bitset<256> seen;
    bool isInRun = false;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isHigh = byte >= 0x80;
        high.count += isHigh;
        high.runs += isHigh && !isInRun;
        high.hasC1 |= isHigh && byte < 0xA0;
        seen[byte] = seen[byte] || isHigh;
        isInRun = isHigh;
    }
    high.distinct = seen.count();
    return high;
}

std::string detect(std::string_view sample)
{
    const std::unique_ptr<uchardet, decltype(&uchardet_delete)> detector(uchardet_new(), &uchardet_delete);
    uchardet_handle_data(detector.get(), sample.data(), sample.size());
    uchardet_data_end(detector.get());
    return uchardet_get_charset(detector.get());
}

struct Reading
{
    std::string_view detected;
    std::string_view encoding;
};

/// What is made of a detector's answer. Its exotic answers (MAC-CENTRALEUROPE, IBM852, ISO-8859-10, VISCII, ...) are
/// wrong far more often than right and are not taken.
constexpr std::array readings{
    Reading{"ISO-8859-1"sv, "windows-1252"sv},
    Reading{"WINDOWS-1252"sv, "windows-1252"sv},
    Reading{"ISO-8859-15"sv, "iso-8859-15"sv},
    Reading{"WINDOWS-1250"sv, "windows-1250"sv},
    Reading{"ISO-8859-2"sv, "iso-8859-2"sv},
    Reading{"WINDOWS-1257"sv, "windows-1257"sv},
    Reading{"ISO-8859-13"sv, "iso-8859-13"sv},
    Reading{"ISO-8859-4"sv, "iso-8859-4"sv},
    Reading{"WINDOWS-1251"sv, "windows-1251"sv},
    Reading{"KOI8-R"sv, "koi8-r"sv},
    Reading{"IBM866"sv, "ibm866"sv},
    Reading{"ISO-8859-5"sv, "iso-8859-5"sv},
    Reading{"MAC-CYRILLIC"sv, "x-mac-cyrillic"sv},
    Reading{"WINDOWS-1253"sv, "windows-1253"sv},
    Reading{"ISO-8859-7"sv, "iso-8859-7"sv},
    Reading{"ISO-8859-9"sv, "windows-1254"sv},
    Reading{"WINDOWS-1255"sv, "windows-1255"sv},
    Reading{"ISO-8859-8"sv, "windows-1255"sv},
    Reading{"WINDOWS-1256"sv, "windows-1256"sv},
    Reading{"ISO-8859-6"sv, "iso-8859-6"sv},
    Reading{"TIS-620"sv, "windows-874"sv},
    Reading{"ISO-8859-11"sv, "windows-874"sv},
    Reading{"SHIFT_JIS"sv, "shift_jis"sv},
    Reading{"EUC-JP"sv, "euc-jp"sv},
    Reading{"GB18030"sv, "gb18030"sv},
    Reading{"BIG5"sv, "big5"sv},
    Reading{"EUC-KR"sv, "euc-kr"sv},
    Reading{"UHC"sv, "euc-kr"sv},
};

/// The Windows code page with the same letters, for ISO encodings whose control characters were seen.
std::string_view windowsSibling(std::string_view encoding) noexcept
{
    if (encoding == "iso-8859-2")
        return "windows-1250";
    if (encoding == "iso-8859-7")
        return "windows-1253";
    if (encoding == "iso-8859-13" || encoding == "iso-8859-4")
        return "windows-1257";
    return encoding.starts_with("iso-8859-") ? westernDefault : encoding;
}

} // namespace

ByteOrderMark findByteOrderMark(std::string_view bytes) noexcept
{
    if (bytes.starts_with("\xEF\xBB\xBF"sv))
        return {"utf-8", 3};
    if (bytes.starts_with("\xFF\xFE\0\0"sv) && isUtf32(bytes))
        return {"utf-32le", 4};
    if (bytes.starts_with("\0\0\xFE\xFF"sv))
        return {"utf-32be", 4};
    if (bytes.starts_with("\xFF\xFE"sv))
        return {"utf-16le", 2};
    if (bytes.starts_with("\xFE\xFF"sv))
        return {"utf-16be", 2};
    return {};
}

namespace {

/// What the entries of a ZIP archive say it is, with what can be done.
std::string zipName(std::string_view bytes)
{
    switch (zipKindOf(bytes.substr(0, std::size_t{64} << 10U))) {
    case ZipKind::Workbook:
        return "an Excel workbook (save its sheets as CSV)";
    case ZipKind::Presentation:
        return "a PowerPoint presentation (save it as PDF)";
    case ZipKind::Office:
        return "an Office document whose kind does not show (save it as DOCX or PDF)";
    case ZipKind::OpenDocumentOther:
        return "an OpenDocument spreadsheet, presentation or drawing (save it as CSV or PDF)";
    default:
        return "a ZIP archive (unpack it and open the files in it)";
    }
}

} // namespace

std::string binaryKind(std::string_view bytes, bool isValidUtf8)
{
    const std::string_view sample = bytes.substr(0, sampleBytes);
    const auto nuls = static_cast<std::size_t>(std::ranges::count(sample, '\0'));
    const auto controls = static_cast<std::size_t>(std::ranges::count_if(sample, isControl));
    for (const Signature &signature : signatures) {
        const bool matches
            = sample.size() >= signature.offset && sample.substr(signature.offset).starts_with(signature.bytes);
        const bool isProof = isReadable(signature.bytes) ? controls > 0 : !isValidUtf8;
        if (matches && (isProof || nuls > 0 || signature.bytes == "%PDF-"sv))
            return signature.kind == zipArchive ? zipName(bytes) : std::string(signature.kind);
    }
    if (nuls * 2 > sample.size() || (!isValidUtf8 && controls > 8 && controls * 50 > sample.size()))
        return "binary data";
    return {};
}

std::optional<std::string> guessUtf16(std::string_view bytes) noexcept
{
    const std::string_view sample = bytes.substr(0, sampleBytes);
    if (bytes.size() < 8 || bytes.size() % 2 != 0)
        return std::nullopt;
    std::array<std::size_t, 2> zeros{};
    for (std::size_t i = 0; i < sample.size(); ++i)
        zeros[i % 2] += sample[i] == '\0';
    const std::size_t units = sample.size() / 2;
    const auto isMarked
        = [&](std::size_t many, std::size_t few) { return many * 10 >= units * 3 && few * 50 <= units; };
    if (isMarked(zeros[1], zeros[0]))
        return "utf-16le";
    if (isMarked(zeros[0], zeros[1]))
        return "utf-16be";
    return std::nullopt;
}

bool isDamagedUtf8(std::string_view bytes)
{
    constexpr std::size_t replacementBytes = 3;
    std::uint64_t wellFormed = 0;
    std::uint64_t illFormed = 0;
    bool endsCutShort = false;
    for (std::size_t begin = 0; begin < bytes.size();) {
        const std::string_view slice = utf8Slice(bytes, begin);
        begin += slice.size();
        const RepairedText repaired = repairUtf8(slice, 1);
        const auto multiByte = static_cast<std::uint64_t>(
            std::ranges::count_if(repaired.text, [](char c) { return static_cast<unsigned char>(c) >= 0xC0; }));
        wellFormed += multiByte - repaired.replacedSequences;
        illFormed += repaired.replacedSequences;
        endsCutShort = begin == bytes.size() && repaired.replacedSequences == 1
            && repaired.replacedAt.front() + replacementBytes == repaired.text.size()
            && slice.size() + replacementBytes >= repaired.text.size() + 2;
    }
    return wellFormed >= illFormed || (illFormed == 1 && endsCutShort);
}

std::string guessLegacyEncoding(std::string_view bytes)
{
    const auto firstHigh = std::ranges::find_if(bytes, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    const auto highAt = static_cast<std::size_t>(firstHigh - bytes.begin());
    const std::string_view sample = bytes.substr(highAt - std::min<std::size_t>(highAt, 4096), sampleBytes);
    const HighBytes high = highBytes(sample);
    const bool isIsolated = high.count < 2 * high.runs;
    if (isIsolated && high.distinct < 5 && decodeBytes(sample, westernDefault).replacedSequences == 0)
        return std::string(westernDefault);

    const std::string detected = detect(sample);
    const auto reading = std::ranges::find(readings, detected, &Reading::detected);
    if (reading == readings.end())
        return std::string(westernDefault);
    std::string_view encoding = reading->encoding;
    if (high.hasC1)
        encoding = windowsSibling(encoding);
    const std::uint64_t undecodable = decodeBytes(sample, encoding).replacedSequences;
    return std::string(undecodable * 100 > high.count ? westernDefault : encoding);
}

} // namespace cw
