// SPDX-License-Identifier: GPL-3.0-or-later
// Where records go: standard output, or a file that appears complete or not at all.
#pragma once

#include "base/result.h"

#include <QIODevice>
#include <QSaveFile>

#include <memory>
#include <string>
#include <string_view>

namespace cw::cli {

/// Buffered. Remembers its first failure: later writes do nothing and `status()` tells it.
class Output final
{
public:
    /// "-" is standard output. Devices and pipes are written in place; anything else goes to a temporary file beside
    /// `path` that `commit` renames. Destroying an uncommitted file output leaves nothing behind.
    [[nodiscard]] static Result<std::unique_ptr<Output>> open(const std::string &path);
    ~Output();
    Output(const Output &) = delete;
    Output &operator=(const Output &) = delete;

    void write(std::string_view bytes);
    void flush();
    [[nodiscard]] Result<void> commit();
    [[nodiscard]] const Result<void> &status() const noexcept { return m_status; }

private:
    explicit Output(std::string name) : m_name(std::move(name)) { }
    void writeThrough(std::string_view bytes);
    void fail(const std::string &reason);

    std::string m_name;
    std::string m_buffer;
    Result<void> m_status;
    int m_descriptor = -1;
    bool m_ownsDescriptor = false;
    std::unique_ptr<QSaveFile> m_file;
};

/// The same as a device, for exporters.
class OutputDevice final : public QIODevice
{
public:
    explicit OutputDevice(Output &output) : m_output(output) { open(QIODevice::WriteOnly | QIODevice::Unbuffered); }

    [[nodiscard]] bool isSequential() const override { return true; }

protected:
    qint64 readData(char *data, qint64 maxSize) override;
    qint64 writeData(const char *data, qint64 size) override;

private:
    Output &m_output;
};

} // namespace cw::cli
