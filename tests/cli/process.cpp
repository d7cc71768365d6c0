// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/process.h"

#include <QJsonDocument>

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cw::test {

namespace {

struct Pipe
{
    int readEnd = -1;
    int writeEnd = -1;

    Pipe()
    {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0)
            std::abort();
        readEnd = ends[0];
        writeEnd = ends[1];
    }
    ~Pipe()
    {
        closeReadEnd();
        closeWriteEnd();
    }
    Pipe(const Pipe &) = delete;
    Pipe &operator=(const Pipe &) = delete;

    void closeReadEnd() { closeOnce(readEnd); }
    void closeWriteEnd() { closeOnce(writeEnd); }

private:
    static void closeOnce(int &descriptor)
    {
        if (descriptor >= 0)
            ::close(descriptor);
        descriptor = -1;
    }
};

std::vector<char *> pointersTo(std::vector<std::string> &strings)
{
    std::vector<char *> pointers;
    for (std::string &string : strings)
        pointers.push_back(string.data());
    pointers.push_back(nullptr);
    return pointers;
}

pid_t start(std::vector<std::string> arguments, const ProcessOptions &options, int input, int output, int errors)
{
    std::vector<std::string> environment = options.environment;
    arguments.insert(arguments.begin(), CW_CLI);
    const std::vector<char *> argv = pointersTo(arguments);
    const std::vector<char *> envp = pointersTo(environment);
    const pid_t child = ::fork();
    if (child != 0)
        return child;
    ::dup2(input, STDIN_FILENO);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(errors, STDERR_FILENO);
    for (const int descriptor : options.closedDescriptors)
        ::close(descriptor);
    if (options.mostDescriptors > 0) {
        const rlimit limit{options.mostDescriptors, options.mostDescriptors};
        ::setrlimit(RLIMIT_NOFILE, &limit);
        ::close_range(STDERR_FILENO + 1, ~0U, 0); // what we inherited ourselves must not count
    }
    ::execve(argv[0], argv.data(), envp.data());
    ::_exit(127);
}

void waitFor(pid_t child, ProcessResult &result)
{
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) { }
    result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/// Appends what can be read now; false at the end.
bool drain(int descriptor, std::string &to)
{
    std::array<char, 65536> block{};
    const ssize_t got = ::read(descriptor, block.data(), block.size());
    if (got > 0)
        to.append(block.data(), static_cast<std::size_t>(got));
    return got > 0;
}

/// Feeds and reads at the same time, as a pipe to the program would, until both outputs are closed. `onOutput` is
/// called after each piece of standard output.
void converse(Pipe &input, Pipe &output, Pipe &errors, std::string_view toWrite, bool closesInput,
              ProcessResult &result, const std::function<void()> &onOutput)
{
    ::fcntl(input.writeEnd, F_SETFL, O_NONBLOCK);
    while (output.readEnd >= 0 || errors.readEnd >= 0) {
        if (toWrite.empty() && closesInput)
            input.closeWriteEnd();
        std::array<pollfd, 3> waiting{{{output.readEnd, POLLIN, 0},
                                       {errors.readEnd, POLLIN, 0},
                                       {toWrite.empty() ? -1 : input.writeEnd, POLLOUT, 0}}};
        ::poll(waiting.data(), waiting.size(), -1);
        if (waiting[0].revents != 0) {
            if (!drain(output.readEnd, result.out))
                output.closeReadEnd();
            else if (onOutput)
                onOutput();
        }
        if (waiting[1].revents != 0 && !drain(errors.readEnd, result.err))
            errors.closeReadEnd();
        if (waiting[2].revents != 0) {
            const ssize_t written = ::write(input.writeEnd, toWrite.data(), toWrite.size());
            if (written > 0)
                toWrite.remove_prefix(static_cast<std::size_t>(written));
            else if (errno != EAGAIN)
                toWrite = {};
        }
    }
}

} // namespace

ProcessResult runCli(const std::vector<std::string> &arguments, const ProcessOptions &options)
{
    std::signal(SIGPIPE, SIG_IGN);
    Pipe input;
    Pipe output;
    Pipe errors;
    int target = output.writeEnd;
    if (!options.outputFile.empty())
        target = ::open(options.outputFile.c_str(), O_WRONLY | O_CLOEXEC | O_CREAT | O_TRUNC, 0600);
    const pid_t child = start(arguments, options, input.readEnd, target, errors.writeEnd);
    if (target != output.writeEnd)
        ::close(target);
    input.closeReadEnd();
    output.closeWriteEnd();
    errors.closeWriteEnd();
    if (options.closesOutputEarly)
        output.closeReadEnd();

    ProcessResult result;
    bool isSignalled = options.signalsInTurn.empty();
    converse(input, output, errors, options.input, isSignalled, result, [&] {
        if (isSignalled || result.out.find('\n') == std::string::npos)
            return;
        isSignalled = true;
        for (const int number : options.signalsInTurn)
            ::kill(child, number);
    });
    waitFor(child, result);
    return result;
}

std::vector<std::string> ProcessResult::lines() const
{
    std::vector<std::string> all;
    std::istringstream stream(out);
    for (std::string line; std::getline(stream, line);)
        all.push_back(line);
    return all;
}

std::vector<QJsonObject> ProcessResult::records() const
{
    std::vector<QJsonObject> all;
    for (const std::string &line : lines()) {
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(line), &error);
        EXPECT_TRUE(document.isObject()) << line.substr(0, 200) << ": " << error.errorString().toStdString();
        all.push_back(document.object());
    }
    return all;
}

ProcessResult runCli(const std::vector<std::string> &arguments, std::string input)
{
    ProcessOptions options;
    options.input = std::move(input);
    return runCli(arguments, options);
}

std::string record(std::string_view id, std::string_view text)
{
    QJsonObject object;
    object[QStringLiteral("doc_id")] = QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
    object[QStringLiteral("text")] = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString() + '\n';
}

std::vector<std::string> texts(const std::vector<QJsonObject> &records, const char *key)
{
    std::vector<std::string> all;
    for (const QJsonObject &object : records)
        all.push_back(object.value(QLatin1String(key)).toString().toStdString());
    return all;
}

Scratch::Scratch()
{
    std::string pattern = std::filesystem::temp_directory_path() / "chunkwright-cli-XXXXXX";
    if (!::mkdtemp(pattern.data()))
        std::abort();
    m_folder = pattern;
}

Scratch::~Scratch()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

std::string Scratch::write(std::string_view name, std::string_view content) const
{
    const std::filesystem::path target = path(name);
    std::filesystem::create_directories(target.parent_path());
    std::ofstream(target, std::ios::binary) << content;
    return target;
}

std::string Scratch::read(std::string_view name) const
{
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> Scratch::names() const
{
    std::vector<std::string> all;
    for (const auto &entry : std::filesystem::directory_iterator(m_folder))
        all.push_back(entry.path().filename());
    std::sort(all.begin(), all.end());
    return all;
}

} // namespace cw::test
