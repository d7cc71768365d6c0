// SPDX-License-Identifier: GPL-3.0-or-later
// Configuration files (chunk-config/1), audit profiles, fingerprints.
#pragma once

#include "base/result.h"
#include "run/statedconfig.h"

#include <QByteArray>
#include <QString>

namespace cw {

/// The configuration as indented JSON with keys in fixed order and a final newline. Same bytes on desktop and command
/// line. Precondition: checkConfig(config). Errors: MissingResource when the tokenizer cannot be loaded.
[[nodiscard]] Result<QByteArray> configToJson(const RunConfig &config);
/// The same with every parameter of strategies, also those that files leave out at their default, and every audit rule
/// with all its thresholds: for reading. It says the same as the shorter form and has its fingerprint.
[[nodiscard]] Result<QByteArray> configToFullJson(const RunConfig &config);
/// The same object on one line, for embedding in exports.
[[nodiscard]] Result<QByteArray> configToCompactJson(const RunConfig &config);

/// Strict: unknown keys, wrong types, unknown ids and out-of-range values are InvalidConfig naming the key as a path
/// ("size.max"); a vocabulary hash that does not match the tokenizer's is MissingResource.
/// A tokenizer file ("size.tokenizer.file") is loaded; a relative path is one from `folder`, by default the working
/// directory. Overlaps that are not stated are usualOverlap().
[[nodiscard]] Result<RunConfig> configFromJson(const QByteArray &json, const QString &folder = {});

/// "sha256:" + hex SHA-256 of the canonical JSON (RFC 8785) of everything that decides a chunk, then "\n" and
/// engineAbiOf(config).
[[nodiscard]] Result<QString> configFingerprint(const RunConfig &config);

[[nodiscard]] QByteArray auditProfileToJson(const AuditProfile &profile);
[[nodiscard]] Result<AuditProfile> auditProfileFromJson(const QByteArray &json);

/// Files of up to 16 MiB, as readSmallFile() takes them; messages name the file. Tokenizer files are looked for beside
/// a configuration. Io when it cannot be read or is larger.
[[nodiscard]] Result<StatedConfig> readConfigFile(const QString &path);
[[nodiscard]] Result<AuditProfile> readAuditProfileFile(const QString &path);

} // namespace cw
