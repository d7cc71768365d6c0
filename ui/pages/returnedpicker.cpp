// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/returnedpicker.h"

#include "controls/choicecontrol.h"
#include "controls/integercontrol.h"
#include "controls/plainlabel.h"
#include "models/texts.h"
#include "run/returning.h"
#include "strategies/strategy.h"

#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <limits>

namespace cw {

namespace {

constexpr int gap = 8;
constexpr std::int64_t parentShare = 4;

constexpr std::array kindChoices{
    ParameterChoice{"chunk", "The chunk", "What was found is what is handed on."},
    ParameterChoice{"parent", "Its parent",
                    "Small chunks are found, the larger chunk around them is read (small to big). Parents are cut by "
                    "the same strategy, and every chunk lies in one of them. They are exported as well, but not "
                    "embedded, so a model's limit is not held against them."},
    ParameterChoice{"neighbours", "The chunk with its neighbours",
                    "The chunk and some of the document's units before and behind it (sentence window). Units are what "
                    "the strategy packs: sentences, table rows, lines of code, or words."},
};

int toInt(std::int64_t value)
{
    return static_cast<int>(std::clamp<std::int64_t>(value, 1, std::numeric_limits<int>::max()));
}

/// By the parameter that strategies by structure have in common.
bool keepsSectionsApart(const RunConfig &config)
{
    const StrategyDescriptor *strategy = findStrategy(config.strategy);
    if (!strategy)
        return false;
    const auto spec = std::ranges::find(strategy->parameters, std::string_view("sections"), &ParameterSpec::id);
    return spec != strategy->parameters.end() && config.parameters.choice(*spec) == "apart";
}

QString averageText(std::uint64_t sum, std::uint64_t count)
{
    return QLocale().toString(count == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(count), 'f', 1);
}

} // namespace

ReturnedPicker::ReturnedPicker(QWidget *parent)
    : QWidget(parent), m_kind(new ChoiceControl(
                           tr("Returned Text"),
                           tr("What a retriever hands on when a chunk is found: small chunks are found well, larger "
                              "texts are read well."),
                           kindChoices, this)),
      m_parentMax(new IntegerControl(tr("Parent Max"),
                                     tr("The largest size a parent may have; more than max. Neighbouring parents share "
                                        "no text, and where sections stand apart none holds more than one."),
                                     {}, this)),
      m_neighbours(new IntegerControl(
          tr("Neighbours"), tr("How many units before the chunk, and how many behind it, are returned with it."),
          tr("units"), this)),
      m_figures(new PlainLabel(PlainLabel::Tone::Dim, this))
{
    m_neighbours->setLimits(1, mostNeighbours, 1, 50);
    m_figures->setWordWrap(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gap);
    column->addWidget(m_kind);
    column->addWidget(m_parentMax);
    column->addWidget(m_neighbours);
    column->addWidget(m_figures);
}

void ReturnedPicker::showConfig(const RunConfig &config)
{
    const ReturnedText &returned = config.returned;
    m_kind->setValue(std::string(returnedKindId(returned.kind)));
    m_kind->setChangedFromDefault(returned.kind != ReturnedKind::Chunk);

    const StrategyDescriptor *strategy = findStrategy(config.strategy);
    const SizeUnit unit = strategy ? strategy->sizeUnit : SizeUnit::Tokens;
    m_parentMax->setVisible(returned.kind == ReturnedKind::Parent);
    m_parentMax->setUnit(sizeUnitName(unit));
    const int least = toInt(config.max + 1);
    const int most = std::max(unit == SizeUnit::Sentences ? 256 : 16384, toInt(std::int64_t{least} + 1));
    m_parentMax->setLimits(std::min<std::int64_t>(1, returned.parentMax), largestMax, least, most);
    m_parentMax->setValue(returned.parentMax);
    m_parentMax->setChangedFromDefault(returned.parentMax != usualParentMax(config));

    m_neighbours->setVisible(returned.kind == ReturnedKind::Neighbours);
    m_neighbours->setUnit(unit == SizeUnit::Words ? sizeUnitName(unit) : tr("units"));
    m_neighbours->setLimits(std::min<std::int64_t>(1, returned.neighbours), mostNeighbours, 1, 50);
    m_neighbours->setValue(returned.neighbours);
    m_neighbours->setChangedFromDefault(returned.neighbours != ReturnedText().neighbours);
}

void ReturnedPicker::showSnapshot(const std::shared_ptr<const RunSnapshot> &snapshot)
{
    const QString text = snapshot && snapshot->chunkCount > 0 ? figuresOf(*snapshot) : QString();
    m_figures->setText(text);
    m_figures->setVisible(!text.isEmpty());
}

QString ReturnedPicker::figuresOf(const RunSnapshot &snapshot)
{
    const ReturnedFigures &figures = snapshot.returnedFigures;
    if (figures.texts == 0)
        return {};
    if (!hasParents(snapshot)) {
        return tr("A chunk is returned with %1 tokens on average, with %2 at most.")
            .arg(averageText(figures.tokens, figures.texts), formatCount(figures.largestTokens));
    }
    const QString text = tr("%Ln parent(s) with %1 chunks on average; the largest has %2 tokens.", nullptr,
                            toInt(static_cast<std::int64_t>(figures.texts)))
                             .arg(averageText(snapshot.chunkCount, figures.texts), formatCount(figures.largestTokens));
    const std::uint64_t ofOneChunk = figures.parentsOfOneChunk;
    if (ofOneChunk == 0)
        return text;
    const QString one = tr("%1 of them with one chunk alone.").arg(formatCount(ofOneChunk));
    if (2 * ofOneChunk <= figures.texts || !keepsSectionsApart(snapshot.config))
        return text + u' ' + one;
    return text + u' ' + one + u' ' + tr("Parents end with their section; Sections: Together lets them go on.");
}

void ReturnedPicker::setKind(RunConfig &config, const std::string &id)
{
    for (const ReturnedKind kind : {ReturnedKind::Chunk, ReturnedKind::Parent, ReturnedKind::Neighbours}) {
        if (returnedKindId(kind) == id)
            config.returned.kind = kind;
    }
    const bool isUntouched = config.returned.parentMax == ReturnedText().parentMax;
    if (config.returned.kind == ReturnedKind::Parent && (isUntouched || config.returned.parentMax <= config.max))
        config.returned.parentMax = usualParentMax(config);
}

std::int64_t ReturnedPicker::usualParentMax(const RunConfig &config)
{
    return std::clamp<std::int64_t>(config.max, 1, largestMax / parentShare) * parentShare;
}

} // namespace cw
