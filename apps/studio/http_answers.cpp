// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "http_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>

#include "souple/scene/json/write.h"
#include "souple/scene/scene.h"
#include "souple/studio/studio_files.h"

namespace souple::studio {

namespace {

/// `docs/gallery/` and a plain name: the only files that are handed out.
bool is_picture(std::string_view target) {
    constexpr std::string_view gallery = "docs/gallery/", ending = ".jpg";
    if (!target.starts_with(gallery) || !target.ends_with(ending)) return false;
    const std::string_view name =
        target.substr(gallery.size(), target.size() - gallery.size() - ending.size());
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
}

HttpAnswer picture(const std::string& folder, std::string_view target) {
    try {
        std::ifstream file(path_inside(folder, target), std::ios::binary);
        if (!file) return {};
        return {200, "image/jpeg", {std::istreambuf_iterator<char>(file), {}}};
    } catch (const InputError&) {
        return {};
    }
}

}  // namespace

bool has_page() { return page_files().app_js.size() > 1000; }

HttpAnswer answer_get(const std::string& folder, std::string_view target) {
    const PageFiles page = page_files();
    if (target == "/") return {200, "text/html; charset=utf-8", std::string(page.index_html)};
    if (target == "/app.js") return {200, "text/javascript; charset=utf-8", std::string(page.app_js)};
    if (target == "/app.css") return {200, "text/css; charset=utf-8", std::string(page.app_css)};
    if (target == "/schema.json") return {200, "application/json", to_text(scene_schema())};
    if (target.size() > 1 && is_picture(target.substr(1))) return picture(folder, target.substr(1));
    return {404, "text/plain; charset=utf-8", "not found\n"};
}

std::string_view admitted_target(const Address& address, const RequestHead& head) {
    const std::string here = fmt::format("127.0.0.1:{}", address.port);
    const std::string by_name = fmt::format("localhost:{}", address.port);
    if (head.host != here && head.host != by_name) return {};
    if (!head.origin.empty() && head.origin != "http://" + here && head.origin != "http://" + by_name)
        return {};
    const std::string start = "/" + address.token;
    if (address.token.empty() || !head.target.starts_with(start)) return {};
    const std::string_view rest = head.target.substr(start.size());
    return rest.starts_with('/') ? rest : std::string_view{};
}

std::string make_token() {
    std::random_device device;
    std::string token;
    for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", device());
    return token;
}

}  // namespace souple::studio
