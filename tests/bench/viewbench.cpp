// SPDX-License-Identifier: GPL-3.0-or-later
// Frame statistics of the chunk view: cw_viewbench [--json] [--documents N] [--wrap on|off] [--tokens] [--plain]
// FILE... Every frame is the viewport and the overview strip painted into pictures on the GUI thread; figures are CPU
// time of that thread. Snapshots are made beforehand, so that nothing but the view is measured.
#include "chunkview/chunkview.h"
#include "chunkview/overviewstrip.h"
#include "formats/markdownblocks.h"
#include "run/run.h"
#include "text/document.h"

#include <QApplication>
#include <QFile>
#include <QImage>
#include <QScrollBar>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

namespace {

constexpr int frames = 200;
constexpr QSize viewSize(1100, 900);

double threadMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

struct Figures
{
    std::string name;
    std::vector<double> milliseconds;

    [[nodiscard]] double percentile(double share) const
    {
        std::vector<double> sorted = milliseconds;
        std::ranges::sort(sorted);
        return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
    }
};

class Bench final
{
public:
    Bench(bool showsTokens, bool showsStructure)
    {
        m_view.setStructureShown(showsStructure);
        m_view.setTokensShown(showsTokens);
        m_view.setWhiteSpaceShown(showsTokens);
        m_view.resize(viewSize);
        m_view.show();
        QApplication::processEvents();
    }

    /// One document of the snapshot, every kind of move.
    std::vector<Figures> measure(const std::vector<std::shared_ptr<const cw::RunSnapshot>> &snapshots,
                                 std::uint32_t document, bool wrap)
    {
        m_view.clear();
        m_view.setWordWrap(wrap);
        QApplication::processEvents();
        std::vector<Figures> all;
        all.push_back({"open and first frame", {frame([&] { m_view.setSnapshot(snapshots.front(), document); })}});

        while (m_view.isReadingStructure())
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
        all.push_back({"frame with structure", {frame([] {})}});

        QScrollBar *vertical = m_view.verticalScrollBar();
        QScrollBar *horizontal = m_view.horizontalScrollBar();
        all.push_back(repeat("line down", [&](int) { vertical->triggerAction(QAbstractSlider::SliderSingleStepAdd); }));
        all.push_back(repeat("page down", [&](int) { vertical->triggerAction(QAbstractSlider::SliderPageStepAdd); }));
        all.push_back(repeat("page up", [&](int) { vertical->triggerAction(QAbstractSlider::SliderPageStepSub); }));
        all.push_back(repeat("jump", [&](int i) { vertical->setValue(placeOf(i, vertical->maximum())); }));
        if (!wrap) {
            all.push_back(
                repeat("step aside", [&](int) { horizontal->triggerAction(QAbstractSlider::SliderSingleStepAdd); }));
            all.push_back(
                repeat("jump aside", [&](int i) { horizontal->setValue(placeOf(i, horizontal->maximum())); }));
        }
        vertical->setValue(vertical->maximum() / 2);
        horizontal->setValue(horizontal->maximum() / 2);
        all.push_back(repeat("new snapshot", [&](int i) {
            m_view.setSnapshot(snapshots[static_cast<std::size_t>(i + 1) % snapshots.size()], document);
        }));
        all.push_back(repeat("resize", [&](int i) { m_view.resize(viewSize.width() - i % 50, viewSize.height()); }));
        m_view.resize(viewSize);
        return all;
    }

private:
    /// Spread over the whole, in no order.
    static int placeOf(int i, int maximum) { return static_cast<int>((i * 7919LL) % frames * maximum / frames); }

    template<class Act>
    double frame(const Act &act)
    {
        const double from = threadMilliseconds();
        act();
        m_view.viewport()->render(&m_picture);
        m_strip->render(&m_stripPicture);
        const double spent = threadMilliseconds() - from;
        QApplication::processEvents();
        return spent;
    }

    template<class Act>
    Figures repeat(const char *name, const Act &act)
    {
        Figures figures{name, {}};
        for (int i = 0; i < frames; ++i)
            figures.milliseconds.push_back(frame([&] { act(i); }));
        return figures;
    }

    cw::ChunkView m_view;
    cw::OverviewStrip *m_strip = m_view.findChild<cw::OverviewStrip *>();
    QImage m_picture{viewSize, QImage::Format_RGB32};
    QImage m_stripPicture{QSize(cw::OverviewStrip::stripWidth, viewSize.height()), QImage::Format_RGB32};
};

std::vector<std::shared_ptr<const cw::RunSnapshot>>
snapshotsOf(const std::vector<std::shared_ptr<const cw::Document>> &documents)
{
    std::vector<std::shared_ptr<const cw::RunSnapshot>> snapshots;
    cw::Caches caches;
    for (const std::int64_t max : {300, 260, 220, 180}) {
        cw::RunRequest request;
        request.documents = documents;
        request.config = cw::defaultConfig("recursive-sentence", "o200k_base");
        request.config.max = max;
        request.config.overlap = 45;
        request.threads = 2;
        const cw::Outcome<std::shared_ptr<const cw::RunSnapshot>> outcome = cw::run(request, caches, {});
        if (outcome.hasValue())
            snapshots.push_back(outcome.value());
    }
    return snapshots;
}

void print(const std::string &title, const std::vector<Figures> &all, bool asJson, bool isFirst)
{
    if (asJson)
        std::printf("%s  {\"document\": \"%s\", \"frames\": [", isFirst ? "" : ",\n", title.c_str());
    else
        std::printf("%s\n%-24s %8s %8s %8s\n", title.c_str(), "ms of GUI thread", "p50", "p95", "max");
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Figures &figures = all[i];
        std::printf(asJson ? "%s{\"name\": \"%s\", \"p50Ms\": %.2f, \"p95Ms\": %.2f, \"maxMs\": %.2f}"
                           : "%s%-24s %8.2f %8.2f %8.2f\n",
                    asJson && i > 0 ? ", " : "", figures.name.c_str(), figures.percentile(0.5),
                    figures.percentile(0.95), figures.percentile(1));
    }
    std::printf(asJson ? "]}" : "\n");
}

std::shared_ptr<const cw::Document> documentOf(const QString &path, std::string text)
{
    cw::DocumentParts parts;
    parts.text = std::move(text);
    if (path.endsWith(QLatin1String(".md"))) {
        parts.format = "markdown";
        parts.readBlocks = &cw::markdown::readBlocks;
    }
    return cw::Document::create("document", std::move(parts), {});
}

int usage()
{
    std::fputs("cw_viewbench [--json] [--documents N] [--wrap on|off] [--tokens] [--plain] FILE...\n"
               "--tokens shows tokens and white space.\n"
               "--plain does not show the structure. Files named .md are read as Markdown.\n"
               "--documents N adds N documents of 1 KB to the session.\n",
               stderr);
    return 2;
}

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QStringList files = QApplication::arguments().mid(1);
    const bool asJson = files.removeAll(QStringLiteral("--json")) > 0;
    const bool showsTokens = files.removeAll(QStringLiteral("--tokens")) > 0;
    const bool isPlain = files.removeAll(QStringLiteral("--plain")) > 0;
    const auto option = [&files](const QString &name) {
        const qsizetype at = files.indexOf(name);
        if (at < 0 || at + 1 >= files.size())
            return QString();
        files.removeAt(at);
        return files.takeAt(at);
    };
    const int added = option(QStringLiteral("--documents")).toInt();
    const QString wrap = option(QStringLiteral("--wrap"));
    if (files.isEmpty())
        return usage();

    Bench bench(showsTokens, !isPlain);
    bool isFirst = true;
    std::fputs(asJson ? "[\n" : "", stdout);
    for (const QString &path : files) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) {
            std::fprintf(stderr, "%s cannot be read: %s\n", qUtf8Printable(path), qUtf8Printable(file.errorString()));
            return 1;
        }
        std::vector<std::shared_ptr<const cw::Document>> documents = {documentOf(path, file.readAll().toStdString())};
        const std::string_view text = documents.front()->text();
        for (int i = 0; i < added; ++i) {
            const std::size_t at = static_cast<std::size_t>(i) * 1024 % std::max<std::size_t>(text.size(), 1);
            std::string part
                = QString::fromUtf8(text.data() + at, std::min<qsizetype>(1024, qsizetype(text.size() - at)))
                      .toStdString();
            documents.push_back(cw::Document::fromText("small " + std::to_string(i), std::move(part)));
        }
        const auto snapshots = snapshotsOf(documents);
        if (snapshots.empty()) {
            std::fprintf(stderr, "%s could not be chunked.\n", qUtf8Printable(path));
            return 1;
        }
        for (const bool isWrapped : {true, false}) {
            if (!wrap.isEmpty() && (wrap == QLatin1String("on")) != isWrapped)
                continue;
            const std::string title = QStringLiteral("%1, %2 MB, %3 documents, %4 chunks, %5 findings, wrap %6")
                                          .arg(path)
                                          .arg(static_cast<double>(text.size()) / 1e6, 0, 'f', 1)
                                          .arg(documents.size())
                                          .arg(snapshots.front()->chunkCount)
                                          .arg(snapshots.front()->audit.findings.size())
                                          .arg(isWrapped ? QStringLiteral("on") : QStringLiteral("off"))
                                          .toStdString();
            print(title, bench.measure(snapshots, 0, isWrapped), asJson, isFirst);
            isFirst = false;
        }
    }
    std::fputs(asJson ? "\n]\n" : "", stdout);
    return 0;
}
