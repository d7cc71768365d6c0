// SPDX-License-Identifier: GPL-3.0-or-later
#include "workbench/overrides.h"

#include "formats/format.h"
#include "models/texts.h"
#include "strategies/strategy.h"
#include "workbench/workbench.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace cw {

namespace {

QString translated(const char *text)
{
    return QCoreApplication::translate("Overrides", text);
}

RunConfig withOverride(RunConfig config, OverrideScope scope, std::string_view target, const Document &like)
{
    if (hasOverride(config, scope, target))
        return config;
    const RunConfig now = effectiveConfig(config, like);
    config.overrides.push_back({scope, std::string(target), now.strategy, now.max, now.overlap, now.parameters});
    return config;
}

} // namespace

std::shared_ptr<const Document> shownDocument(Workbench &workbench)
{
    const auto &snapshot = workbench.snapshot();
    const std::optional<Place> &place = workbench.selection().current();
    if (!snapshot || !place || place->document >= snapshot->documents.size())
        return nullptr;
    return snapshot->documents[place->document];
}

std::size_t overrideOfShown(Workbench &workbench)
{
    const std::shared_ptr<const Document> document = shownDocument(workbench);
    if (!document || workbench.config().overrides.empty())
        return RunSnapshot::noOverride;
    return OverrideFinder(workbench.config()).overrideFor(*document);
}

bool hasOverride(const RunConfig &config, OverrideScope scope, std::string_view target)
{
    return std::ranges::any_of(config.overrides, [&](const ChunkingOverride &given) {
        return given.scope == scope && given.target == target;
    });
}

QString formatTitle(std::string_view format)
{
    const FormatDescriptor *descriptor = findFormat(format);
    return toQString(descriptor ? descriptor->title : format);
}

QString overrideTarget(const ChunkingOverride &given)
{
    return given.scope == OverrideScope::Document ? toQString(given.target)
                                                  : translated("all %1 documents").arg(formatTitle(given.target));
}

QString overrideCaption(const ChunkingOverride &given)
{
    const auto shown
        = [](std::int64_t value) { return formatCount(static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0))); };
    return translated("%1 · max %2 · overlap %3")
        .arg(toQString(given.strategy), shown(given.max), shown(given.overlap));
}

RunConfig withDocumentOverride(RunConfig config, const Document &document)
{
    return withOverride(std::move(config), OverrideScope::Document, document.id(), document);
}

RunConfig withFormatOverride(RunConfig config, const Document &like)
{
    return withOverride(std::move(config), OverrideScope::Format, like.format(), like);
}

RunConfig withoutOverride(RunConfig config, std::size_t number)
{
    if (number < config.overrides.size())
        config.overrides.erase(config.overrides.begin() + static_cast<std::ptrdiff_t>(number));
    return config;
}

std::vector<std::size_t> documentsOfOverrides(const RunConfig &config,
                                              const std::vector<std::shared_ptr<const Document>> &documents)
{
    std::vector<std::size_t> counts(config.overrides.size(), 0);
    if (counts.empty())
        return counts;
    const OverrideFinder finder(config);
    for (const auto &document : documents) {
        if (const std::size_t number = finder.overrideFor(*document); number != RunSnapshot::noOverride)
            ++counts[number];
    }
    return counts;
}

} // namespace cw
