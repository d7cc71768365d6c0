// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/modelpicker.h"

#include "controls/choicecontrol.h"
#include "controls/plainlabel.h"
#include "io/modelfile.h"
#include "io/tokenizerfile.h"
#include "models/modelprofile.h"
#include "models/texts.h"
#include "settings/settings.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizerreference.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <deque>
#include <string_view>
#include <utility>

namespace cw {

namespace {

const QString problemSubject = QStringLiteral("tokenizer or model file");
const QString chooseCommand = QStringLiteral("/choose");
constexpr int gap = 12;
constexpr qsizetype recentShown = 5;

constexpr ParameterSpec specialTokensSpec{
    .id = "special-tokens",
    .title = "Count special tokens",
    .help = "Max also holds the special tokens and the prefix that the model adds to every text.",
    .kind = ParameterKind::Boolean,
    .defaultInteger = 1,
};

std::string helpOf(const ModelProfile &model)
{
    std::string text = "Reads " + std::to_string(model.inputLimit) + " tokens";
    text += model.specialTokens() == 0 ? ", adds none"
                                       : ", " + std::to_string(model.specialTokens()) + " of them special";
    if (!model.passagePrefix.empty())
        text += ", and sets \"" + model.passagePrefix + "\" before every text";
    text += '.';
    if (model.tokenizer.empty())
        text += " Choose its tokenizer file: " + model.tokenizerFile + '.';
    if (!model.note.empty())
        text += ' ' + model.note;
    return text + " Source: " + model.source;
}

/// Families are often called by a name of their own.
std::string vendorOf(const ModelProfile &model)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> known{
        {{"BGE", "BAAI"}, {"E5", "Microsoft"}, {"GTE", "Alibaba"}, {"Qwen", "Alibaba"}}};
    const auto found = std::ranges::find(known, model.family, &std::pair<std::string_view, std::string_view>::first);
    return found == known.end() ? model.family : std::string(found->second);
}

/// "BGE M3 · BAAI · needs a tokenizer file"
std::string entryOf(const ModelProfile &model)
{
    std::string text = model.title;
    // "Voyage 3 · Voyage" says nothing twice.
    if (const std::string vendor = vendorOf(model); !vendor.empty() && !model.title.starts_with(vendor))
        text += " · " + vendor;
    if (model.tokenizer.empty())
        text += " · needs a tokenizer file";
    return text;
}

std::vector<ParameterChoice> modelChoices()
{
    static const auto texts = [] {
        std::deque<std::pair<std::string, std::string>> all;
        for (const ModelProfile &model : modelProfiles())
            all.emplace_back(entryOf(model), helpOf(model));
        return all;
    }();
    std::vector<ParameterChoice> choices{
        {"", "No model", "Chunks are measured by a tokenizer alone, without a model's limit."}};
    for (std::size_t i = 0; i < texts.size(); ++i)
        choices.push_back({modelProfiles()[i].id, texts[i].first, texts[i].second});
    return choices;
}

std::vector<ParameterChoice> tokenizerChoices()
{
    std::vector<ParameterChoice> choices;
    for (const TokenizerDescriptor *tokenizer : tokenizers())
        choices.push_back({tokenizer->id, tokenizer->title, tokenizer->help});
    return choices;
}

std::pair<QString, QString> modelLabel(const QString &reference)
{
    const auto profile = findModelProfile(reference.toStdString());
    return profile ? std::pair(toQString(profile->title), toQString(helpOf(*profile)))
                   : std::pair(QFileInfo(reference).fileName(), reference);
}

std::pair<QString, QString> tokenizerLabel(const QString &reference)
{
    const TokenizerLabel label = labelOfTokenizer(reference.toStdString());
    return {toQString(label.title), toQString(label.help)};
}

} // namespace

ModelPicker::ModelPicker(Workbench &workbench, Settings *settings, QWidget *parent)
    : QWidget(parent), m_workbench(workbench), m_settings(settings),
      m_model(new ChoiceControl(tr("Model"), tr("The embedding model the chunks are for; it brings its tokenizer."),
                                modelChoices(), this)),
      m_tokenizer(new ChoiceControl(tr("Tokenizer"), tr("What counts as one token; take your embedding model's."),
                                    tokenizerChoices(), this)),
      m_specialTokens(createParameterControl(specialTokensSpec, this)),
      m_state(new PlainLabel(PlainLabel::Tone::Dim, this)),
      m_reading("Reading a tokenizer", [this](const Outcome<Read> &outcome) { accept(outcome); })
{
    m_model->setLabelOfOthers(modelLabel);
    m_model->addCommand(chooseCommand, tr("Add Model..."));
    m_tokenizer->setLabelOfOthers(tokenizerLabel);
    m_tokenizer->addCommand(chooseCommand, tr("Choose Tokenizer File..."));
    if (m_settings) {
        const QStringList files = m_settings->tokenizerFiles();
        for (const QString &path : files.first(std::min(files.size(), recentShown)))
            m_tokenizer->addCommand(path, tokenizerLabel(path).first);
    }
    m_state->setElideMode(Qt::ElideMiddle);
    m_state->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gap);
    column->addWidget(m_model);
    column->addWidget(m_specialTokens);
    column->addWidget(m_tokenizer);
    column->addWidget(m_state);
    connect(m_model, &ChoiceControl::commandChosen, this, [this] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Add Model"), {}, tr("Model profiles (*.json)"));
        if (!path.isEmpty())
            openModel(path);
    });
    connect(m_tokenizer, &ChoiceControl::commandChosen, this, &ModelPicker::tokenizerCommand);
}

void ModelPicker::tokenizerCommand(const QString &id)
{
    const QString path = id != chooseCommand
        ? id
        : QFileDialog::getOpenFileName(this, tr("Choose Tokenizer File"), {},
                                       tr("Tokenizers (*.json *.model);;All files (*)"));
    if (!path.isEmpty())
        openTokenizer(path);
}

void ModelPicker::openTokenizer(const QString &path)
{
    start(path, false);
}

void ModelPicker::openModel(const QString &path)
{
    start(path, true);
}

void ModelPicker::start(const QString &path, bool isModel)
{
    m_state->setText(tr("Reading %1...").arg(QFileInfo(path).fileName()));
    m_state->show();
    m_reading.start(
        [path, isModel](std::stop_token) -> Outcome<Read> {
            if (!isModel) {
                const auto loaded = loadTokenizerFile(path);
                if (!loaded)
                    return loaded.error();
                return Read{path.toStdString(), false};
            }
            const auto profile = loadModelFile(path);
            if (!profile)
                return profile.error();
            if (isTokenizerFile((*profile)->tokenizer)) {
                if (const auto loaded = loadTokenizer((*profile)->tokenizer); !loaded)
                    return loaded.error();
            }
            return Read{path.toStdString(), true};
        },
        ChangeKind::Settled);
}

void ModelPicker::accept(const Outcome<Read> &outcome)
{
    if (outcome.isCancelled())
        return;
    m_state->hide();
    if (!outcome) {
        Q_EMIT m_workbench.problemFound(QString::fromStdString(outcome.error().message), problemSubject);
        return;
    }
    Q_EMIT m_workbench.problemSolved(problemSubject);
    RunConfig config = m_workbench.config();
    if (outcome->isModel) {
        setModel(config, outcome->reference);
    } else {
        setTokenizer(config, outcome->reference);
        if (m_settings)
            m_settings->addTokenizerFile(QString::fromStdString(outcome->reference));
    }
    m_workbench.setConfig(config, ChangeKind::Settled,
                          tr("Change of %1").arg(outcome->isModel ? m_model->title() : m_tokenizer->title()));
}

void ModelPicker::setModel(RunConfig &config, const std::string &reference)
{
    config.model = reference;
    config.countSpecialTokens = true;
    if (const auto profile = findModelProfile(reference); profile && !profile->tokenizer.empty())
        config.tokenizer = profile->tokenizer;
}

void ModelPicker::setTokenizer(RunConfig &config, const std::string &reference)
{
    config.tokenizer = reference;
    const auto profile = findModelProfile(config.model);
    if (profile && !isTokenizerFile(reference) && profile->tokenizer != reference) {
        config.model.clear();
        config.countSpecialTokens = true;
    }
}

void ModelPicker::showConfig(const RunConfig &config)
{
    const RunConfig standard = defaultConfig();
    // Who chooses another one needs no word any more about the file that could not be read.
    if (std::pair now(config.model, config.tokenizer); now != m_shown) {
        m_shown = std::move(now);
        Q_EMIT m_workbench.problemSolved(problemSubject);
    }
    m_model->setValue(config.model);
    m_model->setChangedFromDefault(config.model != standard.model);
    m_tokenizer->setValue(config.tokenizer);
    m_tokenizer->setChangedFromDefault(config.tokenizer != standard.tokenizer);
    const StrategyDescriptor *strategy = findStrategy(config.strategy);
    m_specialTokens->setVisible(!config.model.empty() && strategy && strategy->sizeUnit == SizeUnit::Tokens);
    m_specialTokens->setValue(config.countSpecialTokens);
    m_specialTokens->setChangedFromDefault(!config.countSpecialTokens);
}

QString ModelPicker::budgetOf(const ModelInput &input, const RunConfig &config)
{
    const QString limit = formatCount(input.profile->inputLimit);
    const auto max = static_cast<std::uint64_t>(std::max<std::int64_t>(config.max, 0));
    if (input.reserved() == 0 || input.reserved() >= max)
        return tr("The model reads %1 tokens.").arg(limit);
    const QString whole = formatCount(max);
    const QString text = formatCount(max - input.reserved());
    const QString special = formatCount(input.specialTokens);
    if (input.prefixTokens == 0)
        return tr("%1 = %2 text + %3 special. The model reads %4.").arg(whole, text, special, limit);
    return tr("%1 = %2 text + %3 special + %4 prefix. The model reads %5.")
        .arg(whole, text, special, formatCount(input.prefixTokens), limit);
}

QString ModelPicker::warningText(const RunConfig &config)
{
    const StrategyDescriptor *strategy = findStrategy(config.strategy);
    const auto input = modelInput(config);
    if (!strategy || strategy->sizeUnit != SizeUnit::Tokens || !input || !*input)
        return {};
    const std::size_t added = input->overhead() - input->reserved();
    const std::uint64_t limit = input->profile->inputLimit;
    const auto max = static_cast<std::uint64_t>(std::max<std::int64_t>(config.max, 0));
    if (max + added <= limit)
        return {};
    const std::uint64_t most = limit > added ? limit - added : 0;
    return tr("%1 reads only %2 tokens and cuts off the rest of a larger chunk. Lower max to %3.")
        .arg(toQString(input->profile->title), formatCount(limit), formatCount(most));
}

QString ModelPicker::budgetText(const RunConfig &config)
{
    const auto input = modelInput(config);
    if (!input || !*input)
        return {};
    QString text = budgetOf(*input, config);
    if (!input->remark.empty())
        text += u'\n' + QString::fromStdString(input->remark);
    return text;
}

} // namespace cw
