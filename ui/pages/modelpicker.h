// SPDX-License-Identifier: GPL-3.0-or-later
// Which embedding model, and which tokenizer, the chunks are made for.
#pragma once

#include "concurrency/latesttask.h"
#include "workbench/workbench.h"

#include <QWidget>

#include <string>
#include <utility>

namespace cw {

class ChoiceControl;
class ParameterControl;
class PlainLabel;
class Settings;

/// The controls of model and tokenizer, and the files behind them, which are read on a worker. Values that are edited
/// are for the panel around it to apply; a file that was read is applied here, as one undo step.
class ModelPicker final : public QWidget
{
    Q_OBJECT

public:
    /// Without settings no file is remembered.
    ModelPicker(Workbench &workbench, Settings *settings, QWidget *parent = nullptr);

    [[nodiscard]] ChoiceControl *model() const noexcept { return m_model; }
    [[nodiscard]] ChoiceControl *tokenizer() const noexcept { return m_tokenizer; }
    [[nodiscard]] ParameterControl *specialTokens() const noexcept { return m_specialTokens; }
    [[nodiscard]] bool isReading() const { return m_reading.isBusy(); }

    void showConfig(const RunConfig &config);
    /// What chunks, of this many tokens at most, have room for: "512 = 510 text + 2 special", and where the profile
    /// differs from the tokenizer. Empty without a model.
    [[nodiscard]] static QString budgetText(const RunConfig &config);

    /// What the model cuts off of chunks as large as max; empty when it reads them whole.
    [[nodiscard]] static QString warningText(const RunConfig &config);

    /// The model and with it its tokenizer, unless that is in a file. An empty reference is no model.
    static void setModel(RunConfig &config, const std::string &reference);
    /// The tokenizer, and no model when the model has another one.
    static void setTokenizer(RunConfig &config, const std::string &reference);

    /// Reads a tokenizer.json or SentencePiece .model and counts with it; problems go to the message area.
    void openTokenizer(const QString &path);
    /// Reads a model profile and the tokenizer file it names.
    void openModel(const QString &path);

private:
    [[nodiscard]] static QString budgetOf(const ModelInput &input, const RunConfig &config);
    struct Read
    {
        std::string reference;
        bool isModel = false;
    };
    void tokenizerCommand(const QString &id);
    void accept(const Outcome<Read> &outcome);
    void start(const QString &path, bool isModel);

    Workbench &m_workbench;
    Settings *m_settings;
    ChoiceControl *m_model;
    ChoiceControl *m_tokenizer;
    ParameterControl *m_specialTokens;
    PlainLabel *m_state;
    std::pair<std::string, std::string> m_shown; ///< model and tokenizer
    LatestTask<Read> m_reading; ///< last: joined before the rest goes
};

} // namespace cw
