// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A scene that runs while people watch, touch and tune it. Knows no sockets: a server, a test or a script
// calls it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "souple/scene/simulation.h"
#include "souple/studio/live_frame.h"
#include "souple/studio/past.h"
#include "souple/studio/sights.h"
#include "souple/studio/touch.h"
#include "souple/view/film.h"
#include "souple/view/plan_view.h"

namespace souple {

constexpr std::size_t most_undo = 50;  ///< edits that can be taken back

/// A recording that is played in place of a scene.
struct Screening {
    std::string file;
    Film film;
    int frame = 0;  ///< that is shown
};

/// What made the present revision of the scene.
enum class EditStep { None, Opened, Edited, Undone, Redone };

struct Session {
    std::string folder = ".";  ///< nothing outside is read or written
    double most_memory = 0;    ///< [B] that a scene may take; 0: what the machine leaves
    std::optional<Screening> screening;
    Scene scene;  ///< as edited; animated numbers keep what the file says
    Simulation simulation;
    std::optional<Node> kept_held;  ///< controls that hold and load, where there is no simulation
    ViewPlan plan;
    Past past;
    Looking looking;                      ///< what somebody wants to see
    std::map<int, Wish> wishes;           ///< by page
    std::vector<Node> undo, redo;         ///< whole documents, the latest last
    std::uint64_t start_hash = 0;         ///< of the state that the scene starts from
    std::int64_t revision = 0;            ///< of the scene: grows with every edit, undo and opening
    EditStep edit_step = EditStep::None;  ///< what made it
    int unsaved = 0;                      ///< edits since the scene was opened or saved
    bool is_open = false;
    bool playing = false;
    bool ended = false;   ///< the scene's duration is over, and its end was announced
    Real speed = 1;       ///< simulated seconds in one of the clock
    Real owed = 0;        ///< [s] simulated time that the clock has run ahead
    std::string trouble;  ///< why it stopped by itself; empty: it did not

    std::function<void()> on_progress;  ///< called now and then in long work; empty: nobody waits for it
};

/// Opens a scene file under the session's folder, at its start and paused; or a recording (.rec). Throws as
/// load_scene does, and leaves the session alone then.
void open_file(Session& session, const std::string& file);
void open_scene(Session& session, const std::string& file);
void open_recording(Session& session, const std::string& file);

/// Opens a scene whose document is at hand, where a state of it was taken (to_plain_bytes); empty: at its
/// start. `held` are controls in place of those that hold and load; null: those of the scene.
void open_scene_again(Session& session, Scene scene, const std::string& state, const Node* held);

/// Back to the start of the scene as it is now.
void reset(Session& session);

/// One step; false when the physics went bad, which stops the session with `trouble`.
bool advance(Session& session);

/// [s] from one step, or frame of a recording, to the next.
Real interval_of(const Session& session);

/// Lets the clock run on by `seconds`: steps that are due are taken, for at most `budget` seconds of work.
/// What cannot be taken in time is let go: the world then runs slower than the clock. Returns steps taken.
int run_for(Session& session, Real seconds, Real budget);

/// Goes to the last recorded moment at or before a step, and pauses. Throws InputError when there is none.
void seek(Session& session, std::int64_t step);

/// What an edit did.
enum class EditEffect { Live, Restarted };

struct SceneChange {
    std::string path;
    Node value;
};

/// Changes values of the scene, as one edit. The whole scene is read again and checked before anything
/// changes; a bad value throws SceneError and changes nothing. Goes on live when the scene still starts from
/// the same state.
EditEffect set_scene_values(Session& session, std::span<const SceneChange> changes);
EditEffect set_scene_value(Session& session, const std::string& path, const Node& value);
EditEffect undo_edit(Session& session);
EditEffect redo_edit(Session& session);

/// What a page wants to see; a page that has gone wants nothing.
void wish(Session& session, int page, const Wish& wanted);

/// Lets go of what a page pulls at and pushes with.
void release(Session& session, int page);

/// A page has gone: what it held is let go.
void forget_page(Session& session, int page);

/// What is seen of the world now.
LiveFrame current_frame(Session& session);

/// The state of a checkpoint, under the scene that is open. Throws InputError and changes nothing for a file
/// that is damaged or of other parts. Returns whether its settings were the same.
bool return_to_checkpoint(Session& session, const std::string& path);

}  // namespace souple
