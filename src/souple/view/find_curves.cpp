// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Curves along springs: simple paths in a graph.
#include <algorithm>
#include <cmath>
#include <map>

#include "souple/view/plan_view.h"

namespace souple {

namespace {

using Ends = std::array<int, 2>;  ///< smaller node first

/// Links in order, with the rest length of (one of) their springs. A spring of no stiffness only measures.
std::map<Ends, Real> links_of(const Model& model, const Part& part) {
    std::map<Ends, Real> links;
    for (int s = part.springs.begin; s < part.springs.end(); ++s) {
        if (model.springs[s].stiffness == 0) continue;
        const auto [a, b] = model.springs[s].nodes;
        links.try_emplace({std::min(a, b), std::max(a, b)}, model.springs[s].rest_length);
    }
    return links;
}

bool only_hinders_bending(const std::map<Ends, Real>& links, const Ends& link, Real rest) {
    if (link[1] != link[0] + 2) return false;
    const auto front = links.find({link[0], link[0] + 1}), back = links.find({link[0] + 1, link[1]});
    if (front == links.end() || back == links.end()) return false;
    const Real skipped = front->second + back->second;
    return std::abs(rest - skipped) <= 1e-6 * skipped;
}

/// The springs of a part as a graph whose links are used up by walking along them.
class SpringGraph {
public:
    SpringGraph(const Model& model, const Part& part) : begin_(part.points.begin), ways_(part.points.count) {
        const std::map<Ends, Real> links = links_of(model, part);
        for (const auto& [link, rest] : links) {
            if (only_hinders_bending(links, link, rest)) continue;
            ways_[link[0] - begin_].push_back(link[1]);
            ways_[link[1] - begin_].push_back(link[0]);
        }
        for (const std::vector<int>& ways : ways_) degree_.push_back(static_cast<int>(ways.size()));
    }
    bool is_passage(int node) const { return degree_[node - begin_] == 2; }
    bool is_used_up(int node) const { return ways_[node - begin_].empty(); }

    /// Takes the unused link to the lowest neighbour.
    int leave(int node) {
        std::vector<int>& ways = ways_[node - begin_];
        const int next = *std::min_element(ways.begin(), ways.end());
        std::erase(ways, next);
        std::erase(ways_[next - begin_], node);
        return next;
    }

private:
    int begin_ = 0;
    std::vector<std::vector<int>> ways_;  ///< unused neighbours
    std::vector<int> degree_;             ///< of the whole graph
};

void walk(SpringGraph& graph, int start, SpringCurves& curves) {
    int node = start;
    curves.nodes.push_back(node);
    do {
        node = graph.leave(node);
        curves.nodes.push_back(node);
    } while (graph.is_passage(node) && !graph.is_used_up(node));
    curves.first.push_back(static_cast<int>(curves.nodes.size()));
}

}  // namespace

SpringCurves find_curves(const Model& model, const Part& part) {
    SpringGraph graph(model, part);
    SpringCurves curves;
    curves.first.push_back(0);
    for (int node = part.points.begin; node < part.points.end(); ++node)
        while (!graph.is_passage(node) && !graph.is_used_up(node)) walk(graph, node, curves);
    // what is left are rings of passages
    for (int node = part.points.begin; node < part.points.end(); ++node)
        while (!graph.is_used_up(node)) walk(graph, node, curves);
    return curves;
}

}  // namespace souple
