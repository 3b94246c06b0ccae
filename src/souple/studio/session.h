// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A scene that runs while people watch, touch and tune it. Knows no sockets: a server, a test or a script
// calls it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "souple/scene/simulation.h"
#include "souple/studio/past.h"
#include "souple/studio/touch.h"
#include "souple/view/frame.h"
#include "souple/view/plan_view.h"

namespace souple {

constexpr std::size_t most_undo = 50;  ///< edits that can be taken back

struct Session {
    std::string folder = ".";  ///< nothing outside is read or written
    Scene scene;               ///< as edited; animated numbers keep what the file says
    Simulation simulation;
    ViewPlan plan;
    Past past;
    Hands hands;
    std::vector<Node> undo, redo;  ///< whole documents, the latest last
    std::uint64_t start_hash = 0;  ///< of the state that the scene starts from
    std::int64_t revision = 0;     ///< of the scene: grows with every edit, undo and opening
    bool is_open = false;
    bool playing = false;
    bool ended = false;   ///< the scene's duration is over, and its end was announced
    Real speed = 1;       ///< simulated seconds in one of the clock
    Real owed = 0;        ///< [s] simulated time that the clock has run ahead
    std::string trouble;  ///< why it stopped by itself; empty: it did not
};

/// Opens a scene file under the session's folder, at its start and paused. Throws as load_scene does, and
/// leaves the session alone then.
void open_scene(Session& session, const std::string& file);

/// Back to the start of the scene as it is now.
void reset(Session& session);

/// One step; false when the physics went bad, which stops the session with `trouble`.
bool advance(Session& session);

/// Lets the clock run on by `seconds`: steps that are due are taken, for at most `budget` seconds of work.
/// What cannot be taken in time is let go: the world then runs slower than the clock. Returns steps taken.
int run_for(Session& session, Real seconds, Real budget);

/// Goes to the last recorded moment at or before a step, and pauses. Throws InputError when there is none.
void seek(Session& session, std::int64_t step);

/// What an edit did.
enum class EditEffect { Live, Restarted };

/// Changes one value of the scene. The whole scene is read again and checked before anything changes; a bad
/// value throws SceneError and changes nothing. Goes on live when the scene still starts from the same state.
EditEffect set_scene_value(Session& session, const std::string& path, const Node& value);
EditEffect undo_edit(Session& session);
EditEffect redo_edit(Session& session);

/// What is seen of the world now.
Frame current_frame(Session& session);

}  // namespace souple
