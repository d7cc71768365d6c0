// SPDX-License-Identifier: GPL-3.0-or-later
// What decides the chunks: strategy, tokenizer, sizes and the strategy's own parameters.
#pragma once

#include "workbench/workbench.h"

#include <QWidget>

#include <map>
#include <memory>
#include <optional>
#include <string>

class QMenu;
class QPushButton;
class QVBoxLayout;

namespace cw {

class ChoiceControl;
class EmbeddingPicker;
class ErrorLabel;
class IntegerControl;
class ModelPicker;
class OverlapControl;
class OverlapSummary;
class OverrideBar;
class ParameterControl;
class PlainLabel;
class ReturnedPicker;
class Settings;

/// Controls write to the workbench and show what it holds; figures come from its snapshot only. Strategy, sizes and the
/// strategy's own parameters are those of the override for the document that is shown, where it has one.
class ParametersPanel final : public QWidget
{
    Q_OBJECT

public:
    /// Without settings no tokenizer file is remembered.
    explicit ParametersPanel(Workbench &workbench, QWidget *parent = nullptr, Settings *settings = nullptr);
    ~ParametersPanel() override;

    /// "strategy", "model", "special-tokens", "tokenizer", "max", "overlap", "returned", "returned.parent_max",
    /// "returned.neighbours", "embedding", "embedding.server", "embedding.model" or the id of one of the strategy's own
    /// parameters; else null.
    [[nodiscard]] ParameterControl *control(std::string_view id) const;
    [[nodiscard]] ModelPicker *modelPicker() const noexcept { return m_picker; }
    /// What max leaves to the text; empty without a model.
    [[nodiscard]] PlainLabel *budgetLabel() const noexcept { return m_budget; }
    [[nodiscard]] ErrorLabel *limitWarning() const noexcept { return m_limitWarning; }
    [[nodiscard]] OverrideBar *overrideBar() const noexcept { return m_overrideBar; }
    [[nodiscard]] OverlapSummary *overlapSummary() const noexcept { return m_summary; }
    [[nodiscard]] ReturnedPicker *returnedPicker() const noexcept { return m_returned; }
    [[nodiscard]] EmbeddingPicker *embeddingPicker() const noexcept { return m_embedding; }
    [[nodiscard]] QMenu *presetMenu() const noexcept { return m_presetMenu; }
    [[nodiscard]] QPushButton *resetAllButton() const noexcept { return m_resetAll; }

    [[nodiscard]] QSize sizeHint() const override;

private:
    void buildContent(QVBoxLayout *column);
    void buildFooter(QVBoxLayout *column);
    void addControl(std::string_view id, ParameterControl *control);
    void rebuildOwnControls();

    void showConfig();
    /// The document that is shown may be chunked with another override than the one before.
    void followDocument();
    /// What the controls show: the configuration, or as it is under the override that is edited.
    [[nodiscard]] RunConfig shownConfig() const;
    [[nodiscard]] bool isOverrideShown() const;
    void showErrors();
    void showSnapshot();
    void edit(const std::string &id, const ParameterValue &value, ChangeKind kind);
    void reset(const std::string &id);
    void resetAll();
    void setStrategy(RunConfig &config, const std::string &id) const;
    void setMax(RunConfig &config, std::int64_t max, ChangeKind kind);
    /// `edited` is a changed shownConfig().
    void apply(const RunConfig &edited, ChangeKind kind, const QString &undoText);
    [[nodiscard]] RunConfig defaults() const;

    Workbench &m_workbench;
    Settings *m_settings;
    OverrideBar *m_overrideBar = nullptr;
    ErrorLabel *m_error = nullptr;
    ChoiceControl *m_strategy = nullptr;
    ModelPicker *m_picker = nullptr;
    IntegerControl *m_max = nullptr;
    PlainLabel *m_budget = nullptr;
    ErrorLabel *m_limitWarning = nullptr; ///< max is over what the model reads
    OverlapControl *m_overlap = nullptr;
    OverlapSummary *m_summary = nullptr;
    PlainLabel *m_sentence = nullptr;
    ReturnedPicker *m_returned = nullptr;
    PlainLabel *m_ownTitle = nullptr;
    EmbeddingPicker *m_embedding = nullptr;
    QVBoxLayout *m_own = nullptr;
    QMenu *m_presetMenu = nullptr;
    QPushButton *m_resetAll = nullptr;

    std::map<std::string, ParameterControl *, std::less<>> m_controls;
    std::size_t m_override = RunSnapshot::noOverride; ///< number of the one that is edited
    std::string m_builtFor; ///< strategy whose own parameters are shown
    ParameterControl *m_inMotion = nullptr;
    struct OverlapBefore
    {
        std::int64_t overlap = 0;
        bool isUsual = false; ///< the strategy's share of max, which it then stays; 0 may be meant
    };
    std::optional<OverlapBefore> m_overlapAtDragStart; ///< so that max dragged down and up again loses nothing
    std::optional<std::int64_t> m_parentMaxAtDragStart; ///< likewise: parents stay larger than max
};

} // namespace cw
