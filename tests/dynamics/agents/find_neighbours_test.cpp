// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/agents/find_neighbours.cpp and of deepest_overlap in agent_contacts.cpp.
#include "souple/dynamics/agents/find_neighbours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "souple/core/rng.h"
#include "souple/dynamics/agents/agent_contacts.h"

namespace souple {
namespace {

CrowdPart crowd_of_places(const std::vector<Vec2>& places, CrowdBuffer& buffer) {
    CrowdPart crowd;
    crowd.groups.resize(1);
    crowd.group_of.assign(places.size(), 0);
    finish(crowd);
    buffer.x = places;
    buffer.v.assign(places.size(), Vec2::Zero());
    buffer.radius.assign(places.size(), crowd.groups[0].radius);
    prepare_search(crowd, buffer);
    return crowd;
}

std::vector<int> nearest_by_brute_force(const std::vector<Vec2>& places, int agent, Real distance, int most) {
    std::vector<Neighbour> all;
    for (int i = 0; i < static_cast<int>(places.size()); ++i) {
        const Vec2 way = places[i] - places[agent];
        if (i != agent && way.squaredNorm() <= distance * distance) all.push_back({way.squaredNorm(), i, 0});
    }
    std::sort(all.begin(), all.end(), Neighbours::is_before);
    if (static_cast<int>(all.size()) > most) all.resize(most);
    std::vector<int> agents;
    for (const Neighbour& other : all) agents.push_back(other.agent);
    return agents;
}

void expect_brute_force(const std::vector<Vec2>& places, Real distance, int most) {
    CrowdBuffer buffer;
    const CrowdPart crowd = crowd_of_places(places, buffer);
    CellQueue queue;
    Neighbours neighbours;  // one for all, as in the step: guesses go from agent to agent
    for (int slot = 0; slot < static_cast<int>(buffer.grid.items.size()); ++slot) {
        find_neighbours(crowd, buffer, slot, distance, most, queue, neighbours);
        const int agent = buffer.grid.items[slot].index;
        std::vector<int> found;
        for (int k = 0; k < neighbours.count; ++k) {
            found.push_back(neighbours.found[k].agent);
            EXPECT_EQ(buffer.discs[neighbours.found[k].slot].x, places[found.back()]);
        }
        ASSERT_EQ(found, nearest_by_brute_force(places, agent, distance, most)) << agent;
    }
}

std::vector<Vec2> scattered_places(int count, Real size, int seed) {
    Rng rng{static_cast<std::uint64_t>(seed)};
    std::vector<Vec2> places;
    for (int i = 0; i < count; ++i) places.emplace_back(rng.uniform(0, size), rng.uniform(0, size));
    return places;
}

TEST(FindNeighbours, F2_43_the_nearest_are_those_of_brute_force_where_people_are_thin_and_where_they_crowd) {
    for (const Real size : {3.0, 12.0, 40.0, 200.0})
        for (const int most : {1, 10, 32}) expect_brute_force(scattered_places(400, size, most), 5, most);
}

TEST(FindNeighbours, F2_43_a_dense_group_in_an_empty_place_is_searched_as_well) {
    std::vector<Vec2> places = scattered_places(100, 100, 7);
    for (const Vec2& p : scattered_places(200, 2, 8)) places.emplace_back(p + Vec2(50, 50));
    expect_brute_force(places, 5, 10);
}

TEST(FindNeighbours, F2_43_of_those_equally_far_the_lower_numbers_come_first) {
    std::vector<Vec2> places;
    for (int k = 0; k < 400; ++k) places.emplace_back((7 * k) % 20, (7 * k) / 20 % 20);
    for (const int most : {3, 10}) expect_brute_force(places, 5, most);
}

TEST(FindNeighbours, the_deepest_overlap_is_that_of_all_pairs) {
    const std::vector<Vec2> places = scattered_places(300, 15, 9);
    CrowdBuffer buffer;
    const CrowdPart crowd = crowd_of_places(places, buffer);
    Real deepest = 0;
    for (std::size_t i = 0; i < places.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            deepest = std::max(deepest, 2 * crowd.largest_radius - (places[i] - places[j]).norm());
    EXPECT_GT(deepest, 0.1);
    EXPECT_NEAR(deepest_overlap(crowd, places, buffer.grid), deepest, 1e-12);
}

}  // namespace
}  // namespace souple
