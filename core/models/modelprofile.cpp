// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/modelprofile.h"

#include "tokenize/tokenizerreference.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

// Defined in embeddedmodels.S.
extern "C" {
extern const char cwModelProfiles[];
extern const char cwModelProfilesEnd[];
}

namespace cw {

namespace {

using ProfilePointer = std::shared_ptr<const ModelProfile>;

/// Profiles by the path they were read from.
struct ProfileFiles
{
    std::mutex mutex;
    std::map<std::string, ProfilePointer, std::less<>> profiles;
};

ProfileFiles &profileFiles()
{
    static ProfileFiles files;
    return files;
}

std::vector<ModelProfile> builtInProfiles()
{
    auto profiles
        = parseModelProfiles({cwModelProfiles, static_cast<std::size_t>(cwModelProfilesEnd - cwModelProfiles)});
    return profiles ? std::move(*profiles) : std::vector<ModelProfile>();
}

} // namespace

std::span<const ModelProfile> modelProfiles()
{
    static const std::vector<ModelProfile> profiles = builtInProfiles();
    return profiles;
}

std::shared_ptr<const ModelProfile> findModelProfile(std::string_view reference)
{
    if (isFileReference(reference)) {
        ProfileFiles &files = profileFiles();
        const std::scoped_lock lock(files.mutex);
        const auto found = files.profiles.find(reference);
        return found == files.profiles.end() ? nullptr : found->second;
    }
    const auto all = modelProfiles();
    const auto found = std::ranges::find(all, reference, &ModelProfile::id);
    // The list lives as long as the program.
    return found == all.end() ? nullptr : ProfilePointer(ProfilePointer(), &*found);
}

void keepModelProfile(std::string path, ModelProfile profile)
{
    ProfileFiles &files = profileFiles();
    auto kept = std::make_shared<const ModelProfile>(std::move(profile));
    const std::scoped_lock lock(files.mutex);
    files.profiles.insert_or_assign(std::move(path), std::move(kept));
}

bool isFileReference(std::string_view reference) noexcept
{
    return isTokenizerFile(reference);
}

} // namespace cw
