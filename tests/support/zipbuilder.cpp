// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/zipbuilder.h"

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <memory>

namespace cw::test {

namespace {

la_ssize_t append(struct archive *, void *out, const void *bytes, std::size_t size)
{
    static_cast<std::string *>(out)->append(static_cast<const char *>(bytes), size);
    return static_cast<la_ssize_t>(size);
}

} // namespace

std::string zipOf(const std::vector<ZipPart> &parts, const std::string &options, const std::string &password)
{
    std::string bytes;
    const std::unique_ptr<struct archive, decltype(&archive_write_free)> writer(archive_write_new(),
                                                                                &archive_write_free);
    const auto require = [&](int result) {
        if (result != ARCHIVE_OK)
            ADD_FAILURE() << archive_error_string(writer.get());
    };
    require(archive_write_set_format_zip(writer.get()));
    if (!options.empty())
        require(archive_write_set_options(writer.get(), options.c_str()));
    if (!password.empty()) {
        require(archive_write_set_options(writer.get(), "zip:encryption=zipcrypt"));
        require(archive_write_set_passphrase(writer.get(), password.c_str()));
    }
    require(archive_write_set_bytes_in_last_block(writer.get(), 1));
    require(archive_write_open(writer.get(), &bytes, nullptr, append, nullptr));
    for (const ZipPart &part : parts) {
        if (part.isStored)
            archive_write_zip_set_compression_store(writer.get());
        else
            archive_write_zip_set_compression_deflate(writer.get());
        const std::unique_ptr<struct archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                                         &archive_entry_free);
        archive_entry_set_pathname(entry.get(), part.name.c_str());
        archive_entry_set_size(entry.get(), static_cast<la_int64_t>(part.content.size()));
        archive_entry_set_filetype(entry.get(), AE_IFREG);
        archive_entry_set_perm(entry.get(), 0644);
        archive_entry_set_mtime(entry.get(), 0, 0);
        require(archive_write_header(writer.get(), entry.get()));
        EXPECT_EQ(archive_write_data(writer.get(), part.content.data(), part.content.size()),
                  static_cast<la_ssize_t>(part.content.size()));
    }
    require(archive_write_close(writer.get()));
    return bytes;
}

} // namespace cw::test
