// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"

namespace cw {

RuleSetting AuditProfile::setting(const RuleDescriptor &rule) const
{
    if (const auto found = rules.find(rule.id); found != rules.end())
        return found->second;
    RuleSetting setting;
    setting.isEnabled = othersEnabled;
    return setting;
}

AuditProfile defaultAuditProfile()
{
    return {};
}

AuditProfile emptyAuditProfile()
{
    AuditProfile profile;
    profile.name = "none";
    profile.othersEnabled = false;
    return profile;
}

AuditProfile referenceAuditProfile()
{
    AuditProfile profile;
    profile.name = "reference";
    profile.othersEnabled = false;
    profile.rules["over-ceiling"] = {};
    profile.rules["too-small"].thresholds.set("minimum", std::int64_t{40});
    for (const char *id : {"mid-sentence-start", "unresolved-reference"})
        profile.rules[id].thresholds.set("method", std::string("reference"));
    return profile;
}

Result<void> checkAuditProfile(const AuditProfile &profile)
{
    for (const auto &[id, setting] : profile.rules) {
        const RuleDescriptor *rule = findRule(id);
        if (!rule) {
            return Error{ErrorCode::InvalidConfig,
                         "The audit profile \"" + profile.name + "\" names the rule \"" + id
                             + "\", which does not exist. Use a rule id from the list of rules.",
                         "rules." + id};
        }
        if (const Result<void> checked = checkParameters(rule->thresholds, setting.thresholds); !checked) {
            return Error{ErrorCode::InvalidConfig,
                         "Rule \"" + id + "\" of the audit profile \"" + profile.name
                             + "\": " + checked.error().message,
                         "rules." + id + "." + checked.error().subject};
        }
    }
    return {};
}

} // namespace cw
