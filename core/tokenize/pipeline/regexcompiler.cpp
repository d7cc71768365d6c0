// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/regexcompiler.h"

#include <algorithm>

namespace cw {

namespace {

using Kind = RegexNode::Kind;
using Greed = RegexNode::Greed;

constexpr std::size_t instructionLimit = 20000;

} // namespace

std::size_t RegexCompiler::append(Operation operation)
{
    if (m_regex.m_program.size() >= instructionLimit)
        m_isTooLong = true;
    else
        m_regex.m_program.emplace_back().operation = operation;
    return m_regex.m_program.size() - 1;
}

/// Over-approximates: what looks around or is an anchor may be empty.
RegexCompiler::Begin RegexCompiler::beginOf(const RegexNode &node) const
{
    Begin begin;
    switch (node.kind) {
    case Kind::Set:
        begin.sets = SetMask{1} << node.set;
        break;
    case Kind::Sequence:
        begin.mayBeEmpty = true;
        for (const RegexNode &child : node.children) {
            const Begin next = beginOf(child);
            begin.sets |= next.sets;
            if (!next.mayBeEmpty) {
                begin.mayBeEmpty = false;
                break;
            }
        }
        break;
    case Kind::Choice:
        for (const RegexNode &child : node.children) {
            const Begin next = beginOf(child);
            begin.sets |= next.sets;
            begin.mayBeEmpty |= next.mayBeEmpty;
        }
        break;
    case Kind::Repeat:
        begin = beginOf(node.children.front());
        begin.mayBeEmpty |= node.least == 0;
        break;
    case Kind::Atomic:
        begin = beginOf(node.children.front());
        break;
    default:
        begin.mayBeEmpty = true;
        break;
    }
    return begin;
}

void RegexCompiler::emitInner(const RegexNode &node, Operation operation)
{
    const std::size_t at = append(operation);
    if (m_isTooLong)
        return;
    m_regex.m_program[at].isNegative = node.isNegative;
    m_regex.m_program[at].least = node.least;
    emit(node.children.front());
    append(Operation::Done);
    m_regex.m_program[at].target = static_cast<std::uint32_t>(m_regex.m_program.size());
}

void RegexCompiler::emitRepeat(const RegexNode &node)
{
    const RegexNode &child = node.children.front();
    if (child.kind == Kind::Set) {
        const std::size_t at = append(node.greed == Greed::Greedy     ? Operation::TakeMany
                                          : node.greed == Greed::Lazy ? Operation::TakeFew
                                                                      : Operation::TakeAll);
        if (m_isTooLong)
            return;
        m_regex.m_program[at].least = node.least;
        m_regex.m_program[at].most = node.most;
        m_regex.m_program[at].sets = SetMask{1} << child.set;
        return;
    }
    if (node.greed == Greed::Possessive) {
        RegexNode greedy = node;
        greedy.greed = Greed::Greedy;
        RegexNode atomic;
        atomic.kind = Kind::Atomic;
        atomic.children.push_back(std::move(greedy));
        emit(atomic);
        return;
    }
    for (std::uint32_t i = 0; i < node.least && !m_isTooLong; ++i)
        emit(child);
    const Begin begin = beginOf(child);
    const auto branch = [&](bool isLazy) {
        const std::size_t at = append(Operation::Branch);
        if (!m_isTooLong) {
            m_regex.m_program[at].isNegative = isLazy;
            m_regex.m_program[at].sets = begin.mayBeEmpty ? ~SetMask{0} : begin.sets;
        }
        return at;
    };
    const bool isLazy = node.greed == Greed::Lazy;
    std::vector<std::size_t> branches;
    if (node.most == RegexNode::unlimited) {
        const std::size_t loop = branch(isLazy);
        emit(child);
        const std::size_t jump = append(Operation::Jump);
        if (m_isTooLong)
            return;
        m_regex.m_program[jump].target = static_cast<std::uint32_t>(loop);
        branches.push_back(loop);
    } else {
        for (std::uint32_t i = node.least; i < node.most && !m_isTooLong; ++i) {
            branches.push_back(branch(isLazy));
            emit(child);
        }
    }
    for (const std::size_t at : branches)
        m_regex.m_program[at].target = static_cast<std::uint32_t>(m_regex.m_program.size());
}

void RegexCompiler::emit(const RegexNode &node)
{
    if (m_isTooLong)
        return;
    switch (node.kind) {
    case Kind::Set: {
        const std::size_t at = append(Operation::Take);
        m_regex.m_program[at].sets = SetMask{1} << node.set;
        return;
    }
    case Kind::Sequence:
        for (const RegexNode &child : node.children)
            emit(child);
        return;
    case Kind::Choice: {
        std::vector<std::size_t> jumps;
        for (std::size_t i = 0; i < node.children.size() && !m_isTooLong; ++i) {
            const bool isLast = i + 1 == node.children.size();
            std::size_t branch = 0;
            if (!isLast) {
                const Begin begin = beginOf(node.children[i]);
                branch = append(Operation::Branch);
                m_regex.m_program[branch].sets = begin.mayBeEmpty ? ~SetMask{0} : begin.sets;
            }
            emit(node.children[i]);
            if (!isLast) {
                jumps.push_back(append(Operation::Jump));
                m_regex.m_program[branch].target = static_cast<std::uint32_t>(m_regex.m_program.size());
            }
        }
        for (const std::size_t jump : jumps)
            m_regex.m_program[jump].target = static_cast<std::uint32_t>(m_regex.m_program.size());
        return;
    }
    case Kind::Repeat:
        emitRepeat(node);
        return;
    case Kind::LookAhead:
        emitInner(node, Operation::LookAhead);
        return;
    case Kind::LookBehind:
        emitInner(node, Operation::LookBehind);
        return;
    case Kind::Atomic:
        emitInner(node, Operation::Atomic);
        return;
    case Kind::TextBegin:
        append(Operation::TextBegin);
        return;
    case Kind::TextEnd:
        append(Operation::TextEnd);
        return;
    case Kind::LineBegin:
        append(Operation::LineBegin);
        return;
    case Kind::LineEnd:
        append(Operation::LineEnd);
        return;
    case Kind::LastLineEnd:
        append(Operation::LastLineEnd);
        return;
    case Kind::WordEdge: {
        const std::size_t edge = append(Operation::WordEdge);
        m_regex.m_program[edge].sets = SetMask{1} << node.set;
        m_regex.m_program[edge].isNegative = node.isNegative;
        return;
    }
    }
}

void RegexCompiler::follow(const std::vector<std::size_t> &before, const std::vector<std::size_t> &after)
{
    for (const std::size_t left : before) {
        for (const std::size_t right : after)
            m_regex.m_crossed.push_back({m_positions[left].sets, m_positions[right].sets});
    }
    if (m_regex.m_crossed.size() > 4096)
        m_regex.m_isAnalysed = false;
}

/// Which characters a match may have side by side: the classical sets of first, last and following positions. A
/// look-ahead of one character is a position too, one that other positions need not pass through.
RegexCompiler::Positions RegexCompiler::analyse(const RegexNode &node)
{
    Positions positions;
    if (!m_regex.m_isAnalysed)
        return positions;
    switch (node.kind) {
    case Kind::Set:
        positions.first = positions.last = {m_positions.size()};
        positions.mayBeEmpty = false;
        m_positions.push_back({SetMask{1} << node.set, false});
        break;
    case Kind::LookAhead:
        if (node.children.front().kind != Kind::Set) {
            m_regex.m_isAnalysed = false;
            break;
        }
        positions.first = {m_positions.size()};
        m_positions.push_back({SetMask{1} << node.children.front().set, true});
        break;
    case Kind::Sequence:
        for (const RegexNode &child : node.children) {
            const Positions next = analyse(child);
            follow(positions.last, next.first);
            if (positions.mayBeEmpty)
                positions.first.insert(positions.first.end(), next.first.begin(), next.first.end());
            if (!next.mayBeEmpty)
                positions.last.clear();
            positions.last.insert(positions.last.end(), next.last.begin(), next.last.end());
            positions.mayBeEmpty &= next.mayBeEmpty;
        }
        break;
    case Kind::Choice:
        positions.mayBeEmpty = false;
        for (const RegexNode &child : node.children) {
            const Positions next = analyse(child);
            positions.first.insert(positions.first.end(), next.first.begin(), next.first.end());
            positions.last.insert(positions.last.end(), next.last.begin(), next.last.end());
            positions.mayBeEmpty |= next.mayBeEmpty;
        }
        break;
    case Kind::Repeat:
        positions = analyse(node.children.front());
        if (node.most > 1)
            follow(positions.last, positions.first);
        positions.mayBeEmpty |= node.least == 0;
        break;
    case Kind::Atomic:
        positions = analyse(node.children.front());
        break;
    default:
        m_regex.m_isAnalysed = false;
        break;
    }
    return positions;
}

/// Whether `node` lets a match of one character (of exactly these sets) go on without taking anything.
bool RegexCompiler::canBeSkipped(const RegexNode &node, SetMask sets, bool isBefore) const
{
    switch (node.kind) {
    case Kind::Sequence:
        return std::all_of(node.children.begin(), node.children.end(),
                           [&](const RegexNode &child) { return canBeSkipped(child, sets, isBefore); });
    case Kind::Choice:
        return std::any_of(node.children.begin(), node.children.end(),
                           [&](const RegexNode &child) { return canBeSkipped(child, sets, isBefore); });
    case Kind::Repeat: {
        if (node.greed == Greed::Possessive && isBefore) {
            const RegexNode &child = node.children.front();
            return node.least == 0 && child.kind == Kind::Set && (sets & SetMask{1} << child.set) == 0;
        }
        return node.least == 0 || canBeSkipped(node.children.front(), sets, isBefore);
    }
    default:
        return false;
    }
}

/// Whether a character of exactly these sets is a match of `node` by itself, whatever stands around it.
bool RegexCompiler::takesOnly(const RegexNode &node, SetMask sets) const
{
    switch (node.kind) {
    case Kind::Set:
        return (sets & SetMask{1} << node.set) != 0;
    case Kind::Choice:
        return std::any_of(node.children.begin(), node.children.end(),
                           [&](const RegexNode &child) { return takesOnly(child, sets); });
    case Kind::Repeat:
        return node.least <= 1 && node.most >= 1 && takesOnly(node.children.front(), sets);
    case Kind::Sequence:
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            bool isTaken = takesOnly(node.children[i], sets);
            for (std::size_t j = 0; j < node.children.size() && isTaken; ++j)
                isTaken = j == i || canBeSkipped(node.children[j], sets, j < i);
            if (isTaken)
                return true;
        }
        return false;
    default:
        return false;
    }
}

bool RegexCompiler::compile(const RegexPattern &pattern)
{
    m_regex.classify(pattern.sets);
    emit(pattern.root);
    append(Operation::Done);
    if (m_isTooLong)
        return false;
    const Begin begin = beginOf(pattern.root);
    m_regex.m_begins = begin.sets;
    m_regex.m_mayBeEmpty = begin.mayBeEmpty;
    for (const Regex::Instruction &instruction : m_regex.m_program) {
        if (instruction.operation != Operation::Branch)
            m_regex.m_used |= instruction.sets;
    }
    m_regex.m_isAnalysed = !begin.mayBeEmpty;
    static_cast<void>(analyse(pattern.root));
    if (!m_regex.m_isAnalysed)
        m_regex.m_crossed.clear();
    for (const SetMask mask : m_regex.m_masks)
        m_regex.m_isAlwaysMatched.push_back(m_regex.m_isAnalysed && takesOnly(pattern.root, mask));
    return true;
}

} // namespace cw
