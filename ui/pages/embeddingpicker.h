// SPDX-License-Identifier: GPL-3.0-or-later
// By what sentences are compared: words, or vectors of an embedding server.
#pragma once

#include "workbench/workbench.h"

#include <QWidget>

#include <string>

class QProgressBar;
class QPushButton;

namespace cw {

class ChoiceControl;
class ErrorLabel;
class PlainLabel;
class Settings;
class TextControl;
class VectorFetching;

/// The choice, server and model, and the vectors that are missing: nothing is sent but by the button that says so.
/// Values that are edited are for the panel around it to apply. Hidden for strategies that compare no sentences.
class EmbeddingPicker final : public QWidget
{
    Q_OBJECT

public:
    /// Without settings no server is remembered from one session to the next.
    EmbeddingPicker(Workbench &workbench, Settings *settings, QWidget *parent = nullptr);

    [[nodiscard]] ChoiceControl *kind() const noexcept { return m_kind; }
    [[nodiscard]] TextControl *server() const noexcept { return m_server; }
    [[nodiscard]] TextControl *model() const noexcept { return m_model; }
    [[nodiscard]] QPushButton *fetchButton() const noexcept { return m_fetch; }
    [[nodiscard]] QPushButton *stopButton() const noexcept { return m_stop; }
    [[nodiscard]] QProgressBar *progressBar() const noexcept { return m_progress; }
    [[nodiscard]] PlainLabel *state() const noexcept { return m_state; }
    [[nodiscard]] ErrorLabel *problem() const noexcept { return m_problem; }
    [[nodiscard]] VectorFetching &fetching() const noexcept { return *m_fetching; }

    /// `config` is the effective one of the document that is shown.
    void showConfig(const RunConfig &config);

    /// "words", or "server": the one used last, or Ollama's usual address.
    void setKind(RunConfig &config, const std::string &id) const;

private:
    void showState();

    Workbench &m_workbench;
    Settings *m_settings;
    EmbeddingSource m_last;
    ChoiceControl *m_kind;
    TextControl *m_server;
    TextControl *m_model;
    PlainLabel *m_privacy;
    PlainLabel *m_state;
    QProgressBar *m_progress;
    QPushButton *m_fetch;
    QPushButton *m_stop;
    ErrorLabel *m_problem;
    VectorFetching *m_fetching;
};

} // namespace cw
