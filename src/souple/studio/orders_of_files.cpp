// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Orders that keep something: the scene, a checkpoint, what has been seen so far.
#include <fmt/format.h>

#include "souple/core/files.h"
#include "souple/scene/checkpoint.h"
#include "souple/studio/export_past.h"
#include "souple/studio/order.h"
#include "souple/studio/studio_files.h"

namespace souple {

namespace {

/// A file under the folder that ends as it should; its own folder is made.
std::filesystem::path target_of(const Order& order, std::string_view ending, const char* advice) {
    const std::filesystem::path path = path_inside(order.session.folder, text_of(order, "file"));
    if (path.extension() != ending) throw InputError(advice);
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    return path;
}

Node kept_as(const Order& order, const std::filesystem::path& path) {
    const std::filesystem::path home = std::filesystem::canonical(order.session.folder);
    return make_object({{"file", path.lexically_relative(home).generic_string()}});
}

/// Throws ThereAlready when the export would replace something.
void check_free(const std::filesystem::path& path) {
    const std::vector<std::string> there = files_in_the_way(path.string());
    if (there.empty()) return;
    const std::string others = there.size() == 1 ? "" : fmt::format(" and {} more", there.size() - 1);
    throw ThereAlready(fmt::format(
        "{}{} would be overwritten: choose another name, or say \"overwrite\": true", there.front(), others));
}

bool is_true(const Order& order, std::string_view key) {
    const Node* node = find_member(order.said, key);
    return node && node->is(NodeKind::Bool) && node->boolean;
}

constexpr const char* checkpoint_advice = "a checkpoint is a .checkpoint file";

}  // namespace

Node do_save(const Order& order) {
    const auto path = target_of(order, ".json", "a scene is saved as a .json file");
    const Session& session = order.session;
    const Node held = session.kept_held ? *session.kept_held : held_controls(session.simulation);
    write_whole_file(path.string(), saved_text(with_held(session.scene.document, held), path));
    order.session.unsaved = 0;
    return kept_as(order, path);
}

Node do_checkpoint(const Order& order) {
    const auto path = target_of(order, ".checkpoint", checkpoint_advice);
    write_checkpoint(path.string(), order.session.simulation);
    return kept_as(order, path);
}

Node do_return(const Order& order) {
    const auto path = path_inside(order.session.folder, text_of(order, "file"));
    if (path.extension() != ".checkpoint") throw InputError(checkpoint_advice);
    const bool same = return_to_checkpoint(order.session, path.string());
    return make_object({{"step", order.session.simulation.world.state.step}, {"same_settings", same}});
}

Node do_export(const Order& order) {
    const auto path = path_inside(order.session.folder, text_of(order, "file"));
    const bool told = find_member(order.said, "hairs") != nullptr;
    const int hairs = told ? static_cast<int>(number_of(order, "hairs", 0, 1e6)) : 0;
    if (!is_true(order, "overwrite")) check_free(path);
    const int frames = export_past(order.session, path.string(), hairs);
    Node reply = kept_as(order, path);
    set_member(reply, "frames", frames);
    return reply;
}

}  // namespace souple
