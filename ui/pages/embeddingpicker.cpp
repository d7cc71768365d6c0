// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/embeddingpicker.h"

#include "controls/choicecontrol.h"
#include "controls/errorlabel.h"
#include "controls/plainlabel.h"
#include "controls/textcontrol.h"
#include "models/texts.h"
#include "settings/settings.h"
#include "strategies/strategy.h"
#include "workbench/vectorfetching.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <limits>

namespace cw {

namespace {

constexpr int gap = 8;
constexpr std::string_view usualServer = "http://localhost:11434/v1";

constexpr std::array kindChoices{
    ParameterChoice{"words", "Words", "The words that sentences share. Nothing leaves this computer."},
    ParameterChoice{"server", "Embedding server",
                    "Vectors that a model makes of every sentence, so that other words for the same thing count as "
                    "alike. Fetch Vectors sends the sentences of all open documents to the server below."},
};

int toInt(std::size_t value)
{
    return static_cast<int>(std::min<std::size_t>(value, std::numeric_limits<int>::max()));
}

} // namespace

EmbeddingPicker::EmbeddingPicker(Workbench &workbench, Settings *settings, QWidget *parent)
    : QWidget(parent), m_workbench(workbench), m_settings(settings), m_last{std::string(usualServer), {}},
      m_kind(new ChoiceControl(tr("Compare"), tr("What tells that the text goes on to another topic."), kindChoices,
                               this)),
      m_server(
          new TextControl(tr("Server"),
                          tr("Address of a server that speaks OpenAI's protocol, as Ollama, llama.cpp, vLLM and LM "
                             "Studio do; it usually ends in /v1. If it asks for a key, start this program with "
                             "the key in the environment variable CHUNKWRIGHT_EMBEDDING_KEY."),
                          toQString(usualServer), this)),
      m_model(new TextControl(tr("Embedding Model"),
                              tr("The model that makes the vectors, as the server calls it. It decides the chunks, the "
                                 "server does not."),
                              QStringLiteral("nomic-embed-text"), this)),
      m_privacy(new PlainLabel(PlainLabel::Tone::Dim, this)), m_state(new PlainLabel(PlainLabel::Tone::Normal, this)),
      m_progress(new QProgressBar(this)), m_fetch(new QPushButton(tr("Fetch Vectors"), this)),
      m_stop(new QPushButton(tr("Stop"), this)), m_problem(new ErrorLabel(this)),
      m_fetching(new VectorFetching(workbench, this))
{
    if (m_settings && !m_settings->embeddingServer().isEmpty())
        m_last = {m_settings->embeddingServer().toStdString(), m_settings->embeddingModel().toStdString()};
    m_privacy->setWordWrap(true);
    m_state->setWordWrap(true);
    m_fetch->setToolTip(tr("Sends the sentences that have no vector yet to the server. Vectors are kept, so that it is "
                           "asked about a sentence once."));
    m_stop->setToolTip(tr("Stops fetching. Vectors that have come are kept."));
    m_progress->setAccessibleName(tr("Vectors fetched"));
    m_progress->setTextVisible(false);

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(gap);
    buttons->addWidget(m_fetch);
    buttons->addWidget(m_stop);
    buttons->addStretch();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gap);
    for (QWidget *row : std::initializer_list<QWidget *>{m_kind, m_server, m_model, m_privacy, m_state, m_progress})
        column->addWidget(row);
    column->addLayout(buttons);
    column->addWidget(m_problem);

    connect(m_fetch, &QPushButton::clicked, m_fetching, &VectorFetching::start);
    connect(m_stop, &QPushButton::clicked, m_fetching, &VectorFetching::cancel);
    connect(m_fetching, &VectorFetching::changed, this, &EmbeddingPicker::showState);
    connect(&m_workbench, &Workbench::configErrorChanged, this, &EmbeddingPicker::showState);
    connect(&m_workbench, &Workbench::snapshotChanged, this, &EmbeddingPicker::showState);
    connect(&m_workbench, &Workbench::busyChanged, this, &EmbeddingPicker::showState);
}

void EmbeddingPicker::setKind(RunConfig &config, const std::string &id) const
{
    config.embedding = id == "server" ? m_last : EmbeddingSource{};
}

void EmbeddingPicker::showConfig(const RunConfig &config)
{
    const StrategyDescriptor *strategy = findStrategy(config.strategy);
    setVisible(strategy && strategy->topicSearch);
    const EmbeddingSource &source = config.embedding;
    if (!source.model.empty() && source != m_last && checkEmbedding(source)) {
        m_last = source; // what can be used: typing and undo go through what cannot
        if (m_settings)
            m_settings->setEmbedding(toQString(source.server), toQString(source.model));
    }
    m_kind->setValue(std::string(source.isEmpty() ? "words" : "server"));
    m_kind->setChangedFromDefault(!source.isEmpty());
    m_server->setValue(source.server);
    m_model->setValue(source.model);
    m_server->setVisible(!source.isEmpty());
    m_model->setVisible(!source.isEmpty());
    showState();
}

void EmbeddingPicker::showState()
{
    const RunConfig &config = m_workbench.config();
    const bool isByVectors = !config.embedding.isEmpty();
    const bool isChecked = isByVectors && checkEmbedding(config.embedding) && usesVectors(config);
    const std::optional<Error> &error = m_workbench.configError();
    const bool isMissing = isChecked && error && error->subject == "embedding";
    const bool isFetching = m_fetching->isRunning();

    const QString host = QUrl(toQString(config.embedding.server)).host();
    m_privacy->setText(
        host.isEmpty()
            ? tr("Without a server only vectors that are kept on this computer are used.")
            : tr("Fetch Vectors sends the sentences of all open documents to %1. Nothing is sent before.").arg(host));
    m_privacy->setVisible(isByVectors);

    QString state;
    if (isFetching) {
        const std::size_t total = m_fetching->total();
        state = total == 0
            ? tr("Fetching vectors...")
            : tr("%1 of %2 sentences have come.").arg(formatCount(m_fetching->done()), formatCount(total));
    } else if (isMissing) {
        state = QString::fromStdString(error->message);
    } else if (isChecked && m_workbench.isSnapshotCurrent()) {
        state = tr("All sentences have their vectors.");
    }
    m_state->setText(state);
    m_state->setVisible(isByVectors && !state.isEmpty());
    m_progress->setVisible(isFetching);
    m_progress->setRange(0, toInt(m_fetching->total()));
    m_progress->setValue(toInt(m_fetching->done()));
    // A button keeps its place while it works, so that neither the hand nor the focus loses it.
    m_fetch->setVisible(isByVectors);
    m_fetch->setEnabled(isMissing && !isFetching && !host.isEmpty());
    m_stop->setVisible(isByVectors);
    m_stop->setEnabled(isFetching);
    m_problem->setMessage(isByVectors && m_fetching->error() ? QString::fromStdString(m_fetching->error()->message)
                                                             : QString());
}

} // namespace cw
