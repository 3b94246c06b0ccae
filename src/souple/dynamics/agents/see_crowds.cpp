// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/see_crowds.h"

#include <algorithm>
#include <cmath>

#include "souple/dynamics/contact/touchables.h"

namespace souple {

namespace {

Real height_of(const AgentGroup& group) { return std::max(2 * group.radius, group.height); }

bool may_meet(const Model& model, const CrowdPart& a, const CrowdPart& b) {
    if (a.realm || b.realm || a.agent_count() == 0 || b.agent_count() == 0) return false;
    const auto agent_of = [&](const CrowdPart& crowd) {
        return Touchable{TouchableKind::Agent, model.parts[crowd.part].points.begin, crowd.part};
    };
    return may_touch(model, agent_of(a), agent_of(b));
}

}  // namespace

void list_other_agents(const Model& model, int c, const State& state, Real h, CrowdBuffers& buffers) {
    CrowdBuffer& own = buffers.of[c];
    own.other_places.clear();
    own.other_wants.clear();
    if (model.crowds.size() < 2) return;
    const CrowdPart& crowd = *model.crowds[c];
    const auto first_point = [&](const CrowdPart& of) { return model.parts[of.part].points.begin; };
    Real tallest = 0;
    for (const AgentGroup& group : crowd.groups) tallest = std::max(tallest, height_of(group));
    for (int o = 0; o < static_cast<int>(model.crowds.size()); ++o) {
        const CrowdPart& other = *model.crowds[o];
        if (o == c || !may_meet(model, crowd, other)) continue;
        const Real ground = state.x[first_point(crowd)].y();
        const CrowdBuffer& their = buffers.of[o];
        for (int i = 0; i < other.agent_count(); ++i) {
            const Real low = state.x[first_point(other) + i].y(), high = low + height_of(other.group(i));
            if (!is_there(their.x[i]) || low > ground + tallest || high < ground) continue;
            own.other_places.push_back(their.x[i]);
            own.other_wants.push_back(wanted_velocity(other, state.crowds[o], i, their.x[i], h));
            own.discs.push_back({their.x[i], their.v[i], their.radius[i]});
        }
    }
    if (!own.other_places.empty())
        build(own.other_grid, own.other_places, std::max(2 * crowd.largest_radius, Real(1e-3)),
              std::max(2 * crowd.largest_radius, crowd.farthest_sight));
}

void add_other_neighbours(const CrowdPart& crowd, const CrowdBuffer& buffer, const Vec2& p,
                          Neighbours& neighbours) {
    if (buffer.other_places.empty() || neighbours.most == 0) return;
    const int agents = crowd.agent_count(), slots = static_cast<int>(buffer.grid.items.size());
    visit_runs(buffer.other_grid, p, std::sqrt(neighbours.squared_radius), [&](int begin, int end) {
        for (int n = begin; n < end; ++n) {
            const PlaneGrid::Item& item = buffer.other_grid.items[n];
            const Real dx = item.x - p.x(), dy = item.y - p.y();
            neighbours.add({dx * dx + dy * dy, agents + item.index, slots + item.index});
        }
    });
}

}  // namespace souple
