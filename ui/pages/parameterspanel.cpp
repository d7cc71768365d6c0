// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/parameterspanel.h"

#include "controls/choicecontrol.h"
#include "controls/errorlabel.h"
#include "controls/integercontrol.h"
#include "controls/overlapcontrol.h"
#include "controls/overlapsummary.h"
#include "controls/plainlabel.h"
#include "controls/textcontrol.h"
#include "models/texts.h"
#include "pages/embeddingpicker.h"
#include "pages/modelpicker.h"
#include "pages/overridebar.h"
#include "pages/presets.h"
#include "pages/returnedpicker.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizer.h"
#include "workbench/overrides.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace cw {

namespace {

constexpr int margin = 12;
constexpr int groupGap = 12;
constexpr int preferredWidth = 300;

struct SliderSpan
{
    int minimum;
    int maximum;
};

/// The sizes people really use; larger and smaller ones can be typed.
SliderSpan maxSliderSpan(SizeUnit unit)
{
    return unit == SizeUnit::Sentences ? SliderSpan{1, 64} : SliderSpan{16, 4096};
}

template<class Descriptor>
std::vector<ParameterChoice> choicesOf(std::span<const Descriptor *const> descriptors)
{
    std::vector<ParameterChoice> choices;
    for (const Descriptor *descriptor : descriptors)
        choices.push_back({descriptor->id, descriptor->title, descriptor->help});
    return choices;
}

SizeUnit unitOf(const RunConfig &config)
{
    const StrategyDescriptor *strategy = findStrategy(config.strategy);
    return strategy ? strategy->sizeUnit : SizeUnit::Tokens;
}

/// What documents with an override share with all others.
void keepShared(RunConfig &config, const RunConfig &from)
{
    config.returned = from.returned;
    config.embedding = from.embedding;
    config.tokenizer = from.tokenizer;
    config.model = from.model;
    config.countSpecialTokens = from.countSpecialTokens;
}

/// "max" of "overrides[1].max" when `number` is 1; what is wrong with the configuration itself when it is none.
std::optional<std::string> subjectIn(const Error &error, std::size_t number)
{
    const bool isOfOverride = error.subject.starts_with("overrides[");
    if (number == RunSnapshot::noOverride)
        return isOfOverride ? std::nullopt : std::optional(error.subject);
    const std::string path = "overrides[" + std::to_string(number) + "].";
    return error.subject.starts_with(path) ? std::optional(error.subject.substr(path.size())) : std::nullopt;
}

QFrame *separatorLine(QWidget *parent)
{
    auto *line = new QFrame(parent);
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Sunken);
    return line;
}

} // namespace

ParametersPanel::ParametersPanel(Workbench &workbench, QWidget *parent, Settings *settings)
    : QWidget(parent), m_workbench(workbench), m_settings(settings)
{
    auto *content = new QWidget;
    auto *contentColumn = new QVBoxLayout(content);
    contentColumn->setContentsMargins(margin, margin, margin, margin);
    contentColumn->setSpacing(groupGap);

    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_overrideBar = new OverrideBar(m_workbench, this);
    column->addWidget(m_overrideBar);
    column->addWidget(scroll, 1);

    buildContent(contentColumn);
    buildFooter(column);
    setAccessibleName(tr("Parameters"));

    connect(&m_workbench, &Workbench::configChanged, this, &ParametersPanel::showConfig);
    connect(&m_workbench, &Workbench::configErrorChanged, this, &ParametersPanel::showErrors);
    connect(&m_workbench, &Workbench::snapshotChanged, this, &ParametersPanel::showSnapshot);
    connect(&m_workbench, &Workbench::snapshotChanged, this, &ParametersPanel::followDocument);
    connect(&m_workbench.selection(), &Selection::selected, this, &ParametersPanel::followDocument);
    connect(&m_workbench.selection(), &Selection::refreshed, this, &ParametersPanel::followDocument);
    showConfig();
    showSnapshot();
}

ParametersPanel::~ParametersPanel()
{
    // The focus leaves the controls when the window goes, and they would announce what they hold.
    for (const auto &[id, control] : m_controls)
        control->disconnect(this);
}

QSize ParametersPanel::sizeHint() const
{
    return {preferredWidth, 640};
}

ParameterControl *ParametersPanel::control(std::string_view id) const
{
    const auto it = m_controls.find(id);
    return it == m_controls.end() ? nullptr : it->second;
}

void ParametersPanel::buildContent(QVBoxLayout *column)
{
    m_error = new ErrorLabel(this);
    column->addWidget(m_error);

    m_strategy = new ChoiceControl(tr("Strategy"), tr("How the text is cut into chunks."),
                                   choicesOf<StrategyDescriptor>(strategies()), this);
    m_picker = new ModelPicker(m_workbench, m_settings, this);
    m_max = new IntegerControl(tr("Max"), tr("The largest size a chunk may have, carried text included."), {}, this);
    m_overlap = new OverlapControl(
        tr("Overlap"),
        tr("How much of a chunk's end may be repeated at the start of the next; always less than max. While it is what "
           "the strategy usually has, in percent of max, it follows max."),
        this);
    addControl("strategy", m_strategy);
    addControl("model", m_picker->model());
    addControl("special-tokens", m_picker->specialTokens());
    addControl("tokenizer", m_picker->tokenizer());
    addControl("max", m_max);
    addControl("overlap", m_overlap);
    auto *maxColumn = new QVBoxLayout;
    maxColumn->setSpacing(4);
    m_budget = new PlainLabel(PlainLabel::Tone::Dim, this);
    m_budget->setWordWrap(true);
    m_limitWarning = new ErrorLabel(this, Severity::Warning);
    maxColumn->addWidget(m_max);
    maxColumn->addWidget(m_limitWarning);
    maxColumn->addWidget(m_budget);
    column->addWidget(m_strategy);
    column->addWidget(m_picker);
    column->addLayout(maxColumn);
    column->addWidget(m_overlap);

    auto *overlapColumn = new QVBoxLayout;
    overlapColumn->setSpacing(8);
    m_summary = new OverlapSummary(this);
    m_sentence = new PlainLabel(PlainLabel::Tone::Normal, this);
    m_sentence->setWordWrap(true);
    overlapColumn->addWidget(m_summary);
    overlapColumn->addWidget(m_sentence);
    column->addLayout(overlapColumn);

    m_returned = new ReturnedPicker(this);
    addControl("returned", m_returned->kind());
    addControl("returned.parent_max", m_returned->parentMax());
    addControl("returned.neighbours", m_returned->neighbours());
    column->addWidget(m_returned);

    m_ownTitle = new PlainLabel(PlainLabel::Tone::Normal, this);
    QFont bold = m_ownTitle->font();
    bold.setBold(true);
    m_ownTitle->setFont(bold);
    m_ownTitle->setWordWrap(true);
    column->addWidget(m_ownTitle);
    m_embedding = new EmbeddingPicker(m_workbench, m_settings, this);
    addControl("embedding", m_embedding->kind());
    addControl("embedding.server", m_embedding->server());
    addControl("embedding.model", m_embedding->model());
    column->addWidget(m_embedding);
    m_own = new QVBoxLayout;
    m_own->setSpacing(groupGap);
    column->addLayout(m_own);
    column->addStretch(1);
}

void ParametersPanel::buildFooter(QVBoxLayout *column)
{
    auto *presetButton = new QPushButton(tr("Presets"), this);
    presetButton->setToolTip(tr("Starting points for common purposes."));
    m_presetMenu = new QMenu(presetButton);
    m_presetMenu->setToolTipsVisible(true);
    for (const Preset &preset : presets()) {
        QAction *action = m_presetMenu->addAction(preset.title);
        action->setToolTip(preset.purpose);
        action->setStatusTip(preset.purpose);
        connect(action, &QAction::triggered, this, [this, preset] {
            RunConfig config = preset.config;
            config.name = m_workbench.config().name;
            config.audit = m_workbench.config().audit;
            if (isOverrideShown())
                keepShared(config, m_workbench.config());
            apply(config, ChangeKind::Settled, tr("Preset “%1”").arg(preset.title));
        });
    }
    presetButton->setMenu(m_presetMenu);
    m_resetAll = new QPushButton(tr("Reset All"), this);
    m_resetAll->setToolTip(tr("Sets every parameter to its default; the audit stays as it is."));
    connect(m_resetAll, &QPushButton::clicked, this, &ParametersPanel::resetAll);

    auto *row = new QHBoxLayout;
    row->setContentsMargins(margin, 8, margin, 8);
    row->setSpacing(8);
    row->addWidget(presetButton);
    row->addStretch();
    row->addWidget(m_resetAll);
    column->addWidget(separatorLine(this));
    column->addLayout(row);
}

void ParametersPanel::addControl(std::string_view id, ParameterControl *control)
{
    const std::string key(id);
    m_controls[key] = control;
    connect(control, &ParameterControl::valueEdited, this,
            [this, key](const ParameterValue &value, ChangeKind kind) { edit(key, value, kind); });
    connect(control, &ParameterControl::resetRequested, this, [this, key] { reset(key); });
}

void ParametersPanel::rebuildOwnControls()
{
    m_builtFor = shownConfig().strategy;
    const StrategyDescriptor *strategy = findStrategy(m_builtFor);
    while (QLayoutItem *item = m_own->takeAt(0)) {
        item->widget()->disconnect(this);
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    std::erase_if(m_controls, [this](const auto &entry) {
        return entry.second != m_strategy && entry.second != m_max && entry.second != m_overlap
            && !m_picker->isAncestorOf(entry.second) && !m_returned->isAncestorOf(entry.second)
            && !m_embedding->isAncestorOf(entry.second);
    });
    m_inMotion = nullptr;
    const bool hasOwn = strategy && !strategy->parameters.empty();
    m_ownTitle->setVisible(hasOwn);
    if (!hasOwn)
        return;
    m_ownTitle->setText(toQString(strategy->title));
    for (const ParameterSpec &spec : strategy->parameters) {
        ParameterControl *control = createParameterControl(spec, this);
        m_own->addWidget(control);
        addControl(spec.id, control);
    }
}

RunConfig ParametersPanel::defaults() const
{
    const RunConfig config = shownConfig();
    return defaultConfig(config.strategy, config.tokenizer);
}

bool ParametersPanel::isOverrideShown() const
{
    return m_override < m_workbench.config().overrides.size();
}

RunConfig ParametersPanel::shownConfig() const
{
    return isOverrideShown() ? effectiveConfig(m_workbench.config(), m_override) : m_workbench.config();
}

void ParametersPanel::followDocument()
{
    if (overrideOfShown(m_workbench) == m_override)
        return;
    if (m_inMotion)
        m_inMotion->flush(); // what was typed belongs to what was shown
    m_overlapAtDragStart.reset();
    showConfig();
}

void ParametersPanel::showConfig()
{
    m_override = overrideOfShown(m_workbench);
    m_overrideBar->showOverride(m_override);
    const RunConfig config = shownConfig();
    if (m_builtFor != config.strategy)
        rebuildOwnControls();

    const RunConfig standard = defaults();
    const RunConfig first = defaultConfig();
    const SizeUnit unit = unitOf(config);
    const SliderSpan span = maxSliderSpan(unit);
    m_strategy->setValue(config.strategy);
    m_strategy->setChangedFromDefault(config.strategy != first.strategy);
    m_picker->showConfig(config);
    const QString budget = ModelPicker::budgetText(config);
    m_budget->setText(budget);
    m_budget->setVisible(!budget.isEmpty());
    m_limitWarning->setMessage(ModelPicker::warningText(config));
    m_max->setUnit(sizeUnitName(unit));
    m_max->setLimits(std::min<std::int64_t>(1, config.max), largestMax, span.minimum, span.maximum);
    m_max->setValue(config.max);
    m_max->setChangedFromDefault(config.max != standard.max);
    m_overlap->setUnit(sizeUnitName(unit));
    m_overlap->setMax(textMax(config));
    m_overlap->setValue(config.overlap);
    m_overlap->setChangedFromDefault(config.overlap != usualOverlap(config));

    m_returned->showConfig(config);
    m_embedding->showConfig(config);

    bool isAnyChanged = config.strategy != first.strategy || config.max != standard.max
        || config.overlap != standard.overlap
        || (!isOverrideShown()
            && (config.tokenizer != first.tokenizer || !config.model.empty()
                || config.returned.kind != ReturnedKind::Chunk || !config.embedding.isEmpty()));
    if (const StrategyDescriptor *strategy = findStrategy(config.strategy)) {
        for (const ParameterSpec &spec : strategy->parameters) {
            const ParameterValue *set = config.parameters.find(spec.id);
            const ParameterValue value
                = set && set->index() == spec.defaultValue().index() ? *set : spec.defaultValue();
            ParameterControl *editor = control(spec.id);
            editor->setValue(value);
            editor->setChangedFromDefault(value != spec.defaultValue());
            isAnyChanged = isAnyChanged || value != spec.defaultValue();
        }
    }
    m_resetAll->setEnabled(isAnyChanged);
    showErrors();
}

void ParametersPanel::showErrors()
{
    const std::optional<Error> &error = m_workbench.configError();
    QString message = error ? QString::fromStdString(error->message) : QString();
    ParameterControl *culprit = nullptr;
    if (error) {
        const bool isShared = error->subject == "tokenizer" || error->subject == "model"
            || error->subject.starts_with("returned") || error->subject.starts_with("embedding");
        const std::optional<std::string> subject
            = isShared ? std::optional(error->subject) : subjectIn(*error, m_override);
        culprit = subject ? control(*subject) : nullptr;
        if (!culprit && isOverrideShown() && !error->subject.starts_with("overrides["))
            message = tr("Configuration: %1").arg(message);
    }
    if (error && error->subject == "embedding" && !m_embedding->isHidden()) {
        message.clear(); // said where it can be mended
        culprit = nullptr;
    }
    for (const auto &[id, editor] : m_controls)
        editor->setError(editor == culprit ? message : QString());
    m_error->setMessage(culprit ? QString() : message);
}

void ParametersPanel::showSnapshot()
{
    const auto &snapshot = m_workbench.snapshot();
    m_summary->setSnapshot(snapshot);
    m_sentence->setText(m_summary->sentence());
    m_returned->showSnapshot(snapshot);
    const bool hasChunks = snapshot && snapshot->chunkCount > 0;
    m_summary->setVisible(hasChunks);
}

void ParametersPanel::edit(const std::string &id, const ParameterValue &value, ChangeKind kind)
{
    ParameterControl *editor = control(id);
    if (m_inMotion && m_inMotion != editor)
        m_inMotion->flush();
    m_inMotion = kind == ChangeKind::Preview ? editor : nullptr;

    RunConfig config = shownConfig();
    if (id == "strategy")
        setStrategy(config, std::get<std::string>(value));
    else if (id == "tokenizer")
        ModelPicker::setTokenizer(config, std::get<std::string>(value));
    else if (id == "model")
        ModelPicker::setModel(config, std::get<std::string>(value));
    else if (id == "special-tokens")
        config.countSpecialTokens = std::get<bool>(value);
    else if (id == "max")
        setMax(config, std::get<std::int64_t>(value), kind);
    else if (id == "overlap")
        config.overlap = std::clamp<std::int64_t>(std::get<std::int64_t>(value), 0, textMax(config) - 1);
    else if (id == "returned")
        ReturnedPicker::setKind(config, std::get<std::string>(value));
    else if (id == "returned.parent_max")
        config.returned.parentMax = std::get<std::int64_t>(value);
    else if (id == "returned.neighbours")
        config.returned.neighbours = std::get<std::int64_t>(value);
    else if (id == "embedding")
        m_embedding->setKind(config, std::get<std::string>(value));
    else if (id == "embedding.server")
        config.embedding.server = std::get<std::string>(value);
    else if (id == "embedding.model")
        config.embedding.model = std::get<std::string>(value);
    else
        config.parameters.set(id, value);
    apply(config, kind, tr("Change of %1").arg(editor->title()));
}

void ParametersPanel::setMax(RunConfig &config, std::int64_t max, ChangeKind kind)
{
    if (!m_overlapAtDragStart)
        m_overlapAtDragStart = {config.overlap, config.overlap > 0 && config.overlap == usualOverlap(config)};
    if (!m_parentMaxAtDragStart)
        m_parentMaxAtDragStart = config.returned.parentMax;
    config.max = std::max<std::int64_t>(max, 1);
    config.overlap = m_overlapAtDragStart->isUsual
        ? usualOverlap(config)
        : std::clamp<std::int64_t>(m_overlapAtDragStart->overlap, 0, textMax(config) - 1);
    if (config.returned.kind == ReturnedKind::Parent)
        config.returned.parentMax = std::max(*m_parentMaxAtDragStart, std::min(config.max + 1, largestMax));
    if (kind == ChangeKind::Settled) {
        m_overlapAtDragStart.reset();
        m_parentMaxAtDragStart.reset();
    }
}

void ParametersPanel::setStrategy(RunConfig &config, const std::string &id) const
{
    const StrategyDescriptor *strategy = findStrategy(id);
    if (!strategy)
        return;
    const RunConfig standard = defaultConfig(id, config.tokenizer);
    if (unitOf(config) != strategy->sizeUnit) {
        config.max = standard.max;
        config.overlap = standard.overlap;
        if (config.returned.kind == ReturnedKind::Parent && !isOverrideShown())
            config.returned.parentMax = ReturnedPicker::usualParentMax(config);
    }
    config.strategy = id;
    ParameterValues shared;
    for (const ParameterSpec &spec : strategy->parameters) {
        ParameterValues one;
        const ParameterValue *value = config.parameters.find(spec.id);
        if (!value)
            continue;
        one.set(spec.id, *value);
        if (checkParameters(strategy->parameters, one))
            shared.set(spec.id, *value);
    }
    config.parameters = shared;
}

void ParametersPanel::reset(const std::string &id)
{
    RunConfig config = shownConfig();
    const RunConfig standard = defaults();
    if (id == "strategy") {
        setStrategy(config, defaultConfig().strategy);
    } else if (id == "tokenizer") {
        ModelPicker::setTokenizer(config, defaultConfig().tokenizer);
    } else if (id == "model") {
        ModelPicker::setModel(config, {});
    } else if (id == "special-tokens") {
        config.countSpecialTokens = true;
    } else if (id == "max") {
        setMax(config, standard.max, ChangeKind::Settled);
    } else if (id == "overlap") {
        config.overlap = usualOverlap(config);
    } else if (id == "returned") {
        config.returned.kind = ReturnedKind::Chunk;
    } else if (id == "returned.parent_max") {
        config.returned.parentMax = ReturnedPicker::usualParentMax(config);
    } else if (id == "returned.neighbours") {
        config.returned.neighbours = ReturnedText().neighbours;
    } else if (id.starts_with("embedding")) {
        config.embedding = {};
    } else {
        config.parameters.reset(id);
    }
    apply(config, ChangeKind::Settled, tr("Reset of %1").arg(control(id)->title()));
}

void ParametersPanel::resetAll()
{
    RunConfig config = defaultConfig();
    config.name = m_workbench.config().name;
    config.audit = m_workbench.config().audit;
    if (isOverrideShown())
        keepShared(config, m_workbench.config());
    apply(config, ChangeKind::Settled, tr("Reset of all parameters"));
}

void ParametersPanel::apply(const RunConfig &edited, ChangeKind kind, const QString &undoText)
{
    const RunConfig &present = m_workbench.config();
    RunConfig config = isOverrideShown() ? present : edited;
    config.pins = present.pins; // no parameters: a preset or a reset leaves them where they are
    config.overrides = present.overrides;
    if (isOverrideShown()) {
        keepShared(config, edited);
        ChunkingOverride &given = config.overrides[m_override];
        given.strategy = edited.strategy;
        given.max = edited.max;
        given.overlap = edited.overlap;
        given.parameters = edited.parameters;
    }
    m_workbench.setConfig(config, kind, undoText);
    showConfig();
}

} // namespace cw
