// SPDX-License-Identifier: GPL-3.0-or-later
// Errors as values. Nothing in the engine throws across a module border.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace cw {

enum class ErrorCode {
    Internal, ///< a broken promise of ours; please report
    Usage, ///< command line or call used wrongly
    InvalidParameter, ///< a parameter is out of its rule; `subject` is the parameter's id
    InvalidConfig, ///< a configuration or profile file is wrong; `subject` is the key
    BadInput, ///< a document or record cannot be used; `subject` is its name
    MissingResource, ///< a vocabulary or other resource is missing or does not match its hash
    Io ///< reading or writing failed; `subject` is the path
};

struct Error
{
    ErrorCode code = ErrorCode::Internal;
    std::string message; ///< a whole sentence: what failed, on what, what to do
    std::string subject; ///< the parameter, key, file or record at fault

    bool operator==(const Error &) const = default;
};

/// The job was stopped on request. Not an error.
struct Cancelled
{
    bool operator==(const Cancelled &) const = default;
};

/// A value or an Error.
template<class T>
class [[nodiscard]] Result
{
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) { }
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) { }

    [[nodiscard]] bool hasValue() const noexcept { return m_state.index() == 0; }
    explicit operator bool() const noexcept { return hasValue(); }

    [[nodiscard]] T &value() & { return std::get<0>(m_state); }
    [[nodiscard]] const T &value() const & { return std::get<0>(m_state); }
    [[nodiscard]] T &&value() && { return std::get<0>(std::move(m_state)); }
    [[nodiscard]] const Error &error() const { return std::get<1>(m_state); }

    T &operator*() & { return value(); }
    const T &operator*() const & { return value(); }
    T *operator->() { return &value(); }
    const T *operator->() const { return &value(); }

private:
    std::variant<T, Error> m_state;
};

/// Success or an Error.
template<>
class [[nodiscard]] Result<void>
{
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)) { }

    [[nodiscard]] bool hasValue() const noexcept { return !m_error; }
    explicit operator bool() const noexcept { return hasValue(); }
    [[nodiscard]] const Error &error() const { return *m_error; }

private:
    std::optional<Error> m_error;
};

/// A value, an Error, or Cancelled.
template<class T>
class [[nodiscard]] Outcome
{
public:
    Outcome(T value) : m_state(std::in_place_index<0>, std::move(value)) { }
    Outcome(Error error) : m_state(std::in_place_index<1>, std::move(error)) { }
    Outcome(Cancelled) : m_state(std::in_place_index<2>) { }

    [[nodiscard]] bool hasValue() const noexcept { return m_state.index() == 0; }
    [[nodiscard]] bool hasError() const noexcept { return m_state.index() == 1; }
    [[nodiscard]] bool isCancelled() const noexcept { return m_state.index() == 2; }
    explicit operator bool() const noexcept { return hasValue(); }

    [[nodiscard]] T &value() & { return std::get<0>(m_state); }
    [[nodiscard]] const T &value() const & { return std::get<0>(m_state); }
    [[nodiscard]] T &&value() && { return std::get<0>(std::move(m_state)); }
    [[nodiscard]] const Error &error() const { return std::get<1>(m_state); }

    T &operator*() & { return value(); }
    const T &operator*() const & { return value(); }
    T *operator->() { return &value(); }
    const T *operator->() const { return &value(); }

private:
    std::variant<T, Error, Cancelled> m_state;
};

} // namespace cw
