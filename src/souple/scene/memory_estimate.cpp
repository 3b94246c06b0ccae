// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/memory_estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

#include "souple/core/memory_limit.h"
#include "souple/scene/count_parts.h"
#include "souple/scene/json/paths.h"

namespace souple {

namespace {

constexpr double program_bytes = 12e6;
constexpr double bytes_of_value = 450;   // of a scene file: text, document, def and what is derived from them
constexpr double bytes_of_sample = 220;  // of a probe: time and value, and both again in the report
constexpr double bytes_of_link = 300;

MemoryShare share_of_links(const Scene& scene, const std::vector<PartCount>& counts) {
    double links = 0;
    std::map<std::string_view, double> spots_of;
    for (const PartCount& count : counts) spots_of.emplace(count.name, count.spots);
    const auto spots = [&](const LinkEndDef& end) { return end.every ? spots_of[end.part] : 1.0; };
    for (const LinkDef& link : scene.def.links) links += spots(link.a) * spots(link.b);
    return {"links", "links", fmt::format("{:.0f} links", links), links, bytes_of_link * links, 0};
}

MemoryShare share_of_probes(const Scene& scene) {
    constexpr double most_kept = 65536;  // values of a probe: of more a thinned table is kept
    const double steps = std::min(scene.def.duration / scene.def.step + 1, most_kept);
    const double probes = static_cast<double>(scene.def.probes.size());
    const auto looks_everywhere = [](const ProbeDef& probe) { return probe.part.empty(); };
    const double everywhere = static_cast<double>(
        std::count_if(scene.def.probes.begin(), scene.def.probes.end(), looks_everywhere));
    return {"probes",
            "probes",
            fmt::format("{:.0f} of up to {:.0f} values", probes, steps),
            steps,
            probes * (1000 + bytes_of_sample * steps) +
                4 * everywhere * static_cast<double>(scene.def.parts.size()),
            0};
}

std::string contents_of(const PartCount& count) {
    std::string text;
    for (const auto& [number, word] : count.words)
        if (number > 0) text += fmt::format("{}{:.0f} {}", text.empty() ? "" : ", ", number, word);
    return text;
}

const MemoryShare& largest_of(const std::vector<MemoryShare>& shares) {
    return *std::max_element(shares.begin(), shares.end(), [](const MemoryShare& a, const MemoryShare& b) {
        return a.bytes + a.recording < b.bytes + b.recording;
    });
}

}  // namespace

std::vector<MemoryShare> estimate_memory(const Scene& scene) {
    std::vector<MemoryShare> shares;
    const std::vector<PartCount> counts = count_parts(scene.def);
    for (std::size_t p = 0; p < counts.size(); ++p) {
        const PartCount& count = counts[p];
        double most = 0;
        for (const auto& [number, word] : count.words) most = std::max(most, number);
        shares.push_back({count.name, entry_path(scene.document, "parts", p), contents_of(count), most,
                          count.bytes, count.recording});
    }
    if (!scene.def.links.empty()) shares.push_back(share_of_links(scene, counts));
    if (!scene.def.probes.empty()) shares.push_back(share_of_probes(scene));
    const double values = static_cast<double>(count_values(scene.document.root));
    shares.push_back(
        {"scene file", "", fmt::format("{:.0f} values", values), values, bytes_of_value * values, 0});
    return shares;
}

double total_memory(const std::vector<MemoryShare>& shares, bool with_recording) {
    double total = program_bytes;
    for (const MemoryShare& share : shares) total += share.bytes + (with_recording ? share.recording : 0);
    return total;
}

void refuse_large_scene(const Scene& scene, bool with_recording) {
    constexpr double most_elements = std::numeric_limits<int>::max();
    const std::vector<MemoryShare> shares = estimate_memory(scene);
    for (const MemoryShare& share : shares)
        if (!(share.count <= most_elements))
            throw error_at_path(scene.document, share.path,
                                fmt::format("{} has {}; at most {:.0f} of anything can be numbered",
                                            share.name, share.contents, most_elements));
    MemoryLimit limit{scene.most_memory, "given by --memory"};
    if (scene.most_memory == 0) limit = default_memory_limit();
    const double total = total_memory(shares, with_recording);
    if (total <= limit.bytes) return;
    const MemoryShare& largest = largest_of(shares);
    throw error_at_path(
        scene.document, largest.path,
        fmt::format(
            "the scene would take about {}, {} of it for '{}' ({}), and {} may be taken ({}); make it "
            "smaller, or allow more: --memory {:.0f}GB",
            memory_text(total), memory_text(largest.bytes + (with_recording ? largest.recording : 0)),
            largest.name, largest.contents, memory_text(limit.bytes), limit.reason,
            std::ceil(1.2e-9 * total)));
}

OutOfMemory::OutOfMemory(const Scene& scene, const std::string& when) {
    const std::vector<MemoryShare> shares = estimate_memory(scene);
    const MemoryShare& largest = largest_of(shares);
    text = error_at_path(scene.document, largest.path,
                         fmt::format("memory ran out {}; '{}' ({}) takes most of it, about {} of {}. Make it "
                                     "smaller, or end other programs",
                                     when, largest.name, largest.contents,
                                     memory_text(largest.bytes + largest.recording),
                                     memory_text(total_memory(shares, true))))
               .what();
}

}  // namespace souple
