// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/io/export_usda_layer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "souple/core/hash.h"

namespace souple {

namespace {

/// Text inside quotes.
std::string quoted(const std::string& text) {
    std::string safe = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') safe += '\\';
        safe += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return safe + "\"";
}

/// A sample between two with the same value says nothing.
std::vector<UsdAttribute::Sample> without_repeats(const std::vector<UsdAttribute::Sample>& samples) {
    const auto same = [&samples](std::size_t a, std::size_t b) {
        return samples[a].text.begin == samples[b].text.begin;
    };
    std::vector<UsdAttribute::Sample> kept;
    for (std::size_t i = 0; i < samples.size(); ++i)
        if (i == 0 || !same(i - 1, i) || (i + 1 < samples.size() && !same(i, i + 1)))
            kept.push_back(samples[i]);
    return kept;
}

struct LayerWriter {
    const UsdLayer& layer;
    ScratchFile& scratch;
    PartFiles& files;
    std::string text = {};

    void write_attribute(const UsdAttribute& attribute, const std::string& indent);
    void write_visibility(const UsdPrim& prim, const std::string& indent);
    void write_prim(const UsdPrim& prim, const std::string& indent);
};

void LayerWriter::write_attribute(const UsdAttribute& attribute, const std::string& indent) {
    const std::vector<UsdAttribute::Sample> samples = without_repeats(attribute.samples);
    const std::string meta =
        attribute.interpolation.empty()
            ? "\n"
            : fmt::format(" (\n{0}    interpolation = \"{1}\"\n{0})\n", indent, attribute.interpolation);
    if (samples.size() == 1) {
        scratch.read(samples[0].text, text);
        files.write(fmt::format("{}{} = {}{}", indent, attribute.declaration, text, meta));
        return;
    }
    // metadata belongs to the attribute, which is declared first
    if (!attribute.interpolation.empty())
        files.write(fmt::format("{}{}{}", indent, attribute.declaration, meta));
    files.write(fmt::format("{}{}.timeSamples = {{\n", indent, attribute.declaration));
    for (const UsdAttribute::Sample& sample : samples) {
        scratch.read(sample.text, text);
        files.write(fmt::format("{}    {}: {},\n", indent, sample.code, text));
    }
    files.write(indent + "}\n");
}

void LayerWriter::write_visibility(const UsdPrim& prim, const std::string& indent) {
    if (std::find(prim.is_there.begin(), prim.is_there.end(), false) == prim.is_there.end()) return;
    files.write(indent + "token visibility.timeSamples = {\n");
    for (std::size_t i = 0; i < prim.is_there.size(); ++i)
        if (i == 0 || prim.is_there[i] != prim.is_there[i - 1])
            files.write(fmt::format("{}    {}: \"{}\",\n", indent, layer.codes[i],
                                    prim.is_there[i] ? "inherited" : "invisible"));
    files.write(indent + "}\n");
}

void LayerWriter::write_prim(const UsdPrim& prim, const std::string& indent) {
    files.write(fmt::format("\n{}def {} \"{}\"", indent, prim.type, prim.name));
    if (!prim.metadata.empty()) {
        files.write(" (\n");
        for (const std::string& line : prim.metadata) files.write(fmt::format("{}    {}\n", indent, line));
        files.write(indent + ")");
    }
    files.write(fmt::format("\n{}{{\n", indent));
    const std::string inner = indent + "    ";
    for (const std::string& line : prim.fixed_lines) files.write(inner + line + "\n");
    for (const UsdAttribute& attribute : prim.attributes) write_attribute(attribute, inner);
    write_visibility(prim, inner);
    for (const UsdPrim& child : prim.children) write_prim(child, inner);
    files.write(indent + "}\n");
}

template <class Value, class Format>
std::string list_of(const std::vector<Value>& values, std::size_t width, Format&& format) {
    std::string text = "[";
    for (std::size_t i = 0; i + width <= values.size(); i += width) {
        if (i > 0) text += ", ";
        format(std::back_inserter(text), &values[i]);
    }
    return text + "]";
}

}  // namespace

void add_sample(UsdPrim& prim, ScratchFile& scratch, const UsdAttribute& head, Real code,
                const std::string& text) {
    auto& list = prim.attributes;
    auto found = std::find_if(list.begin(), list.end(), [&head](const UsdAttribute& attribute) {
        return attribute.declaration == head.declaration;
    });
    if (found == list.end()) found = list.insert(list.end(), head);
    const std::uint64_t hash = hash_of(text);
    const bool repeats = !found->samples.empty() && found->last_hash == hash;
    const ScratchFile::Block block = repeats ? found->samples.back().text : scratch.append(text);
    found->last_hash = hash;
    found->samples.push_back({code, block});
}

void write_layer(const UsdLayer& layer, ScratchFile& scratch, PartFiles& files) {
    files.write("#usda 1.0\n(\n    defaultPrim = \"film\"\n");
    files.write(fmt::format("    doc = {}\n", quoted(layer.title)));
    files.write(fmt::format("    startTimeCode = {}\n    endTimeCode = {}\n", layer.codes.front(),
                            layer.codes.back()));
    files.write(
        fmt::format("    timeCodesPerSecond = {0}\n    framesPerSecond = {0}\n", layer.frames_per_second));
    files.write("    metersPerUnit = 1\n    upAxis = \"Y\"\n)\n\ndef Xform \"film\"\n{\n");
    LayerWriter writer{layer, scratch, files};
    for (const UsdPrim& prim : layer.prims) writer.write_prim(prim, "    ");
    files.write("}\n");
}

std::string usd_points(const std::vector<Vec3>& points) {
    return list_of(points, 1, [](auto out, const Vec3* p) {
        fmt::format_to(out, "({}, {}, {})", static_cast<float>(p->x()), static_cast<float>(p->y()),
                       static_cast<float>(p->z()));
    });
}

std::string usd_floats(const std::vector<float>& numbers) {
    return list_of(numbers, 1, [](auto out, const float* number) { fmt::format_to(out, "{}", *number); });
}

std::string usd_triples(const std::vector<float>& numbers) {
    return list_of(numbers, 3,
                   [](auto out, const float* v) { fmt::format_to(out, "({}, {}, {})", v[0], v[1], v[2]); });
}

std::string usd_pairs(const std::vector<std::array<float, 2>>& pairs) {
    return list_of(pairs, 1, [](auto out, const std::array<float, 2>* pair) {
        fmt::format_to(out, "({}, {})", (*pair)[0], (*pair)[1]);
    });
}

std::string usd_normals(const std::vector<Vec3>& normals) {
    return list_of(normals, 1, [](auto out, const Vec3* n) {
        fmt::format_to(out, "({:.4g}, {:.4g}, {:.4g})", n->x(), n->y(), n->z());
    });
}

std::string usd_integers(const std::vector<int>& numbers) {
    return list_of(numbers, 1, [](auto out, const int* number) { fmt::format_to(out, "{}", *number); });
}

}  // namespace souple
