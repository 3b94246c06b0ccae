// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/arrange_laws.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>

#include "souple/dynamics/adapt/leaf_laws.h"

namespace souple {

namespace {

/// Of a block, in springs: about three microseconds, so that half a dozen blocks keep two threads busy.
constexpr int work_of_block = 600;

void begin_rates(LeafWalk& walk, Part& part) {
    std::size_t rates = 1;
    for (const Leaf& leaf : walk.leaves) rates = std::max<std::size_t>(rates, leaf.rate + 1);
    walk.springs.resize(rates);
    walk.bends.resize(rates);
    part.rates.resize(rates);
    for (RateLevel& level : part.rates) {
        level.triangles.clear();
        level.points.clear();
        level.block_ends.clear();
    }
    walk.cloth.law_ends.clear();
    walk.cloth.law_ends.reserve(walk.leaves.size() * rates);
}

/// Folds are sorted by whether they have a limit, which is that of the face on either side.
void set_limits(LeafWalk& walk) {
    walk.cloth.cosine_limit.assign(walk.map().faces.slot_count(), -2);
    for (std::size_t k = 0; k < walk.leaves.size(); ++k) {
        const Leaf& leaf = walk.leaves[k];
        walk.cloth.cosine_limit[leaf.face] =
            walk.kept_as[k] < 0 ? cosine_limit_of(walk, leaf) : walk.kept->cosine_limit[leaf.face];
    }
}

void add_triangles(LeafWalk& walk, const Leaf& leaf, Part& part) {
    const auto add = [&](int a, int b, int c) {
        part.rates[leaf.rate].triangles.push_back(static_cast<int>(walk.model.triangles.size()));
        walk.model.triangles.push_back({leaf.node[a], leaf.node[b], leaf.node[c]});
    };
    add(0, 1, 2);
    if (leaf.count == 4) add(0, 2, 3);
}

/// Ends the block of a rate that has come to some work: what is evaluated together lies around the same
/// leaves.
void end_block(const LawCount& now, RateLevel& level) {
    constexpr int work_of_bend = 8;  // a spring: 1
    const LawCount last = level.block_ends.empty() ? LawCount{} : level.block_ends.back();
    const int work =
        now.springs - last.springs + work_of_bend * (now.bends - last.bends) + now.triangles - last.triangles;
    if (work >= work_of_block) level.block_ends.push_back(now);
}

LawCount count_of(const LeafWalk& walk, const Part& part, std::size_t rate) {
    return {walk.springs[rate].count, walk.bends[rate].count,
            static_cast<int>(part.rates[rate].triangles.size())};
}

/// Notes where the laws of a leaf end.
void end_leaf(LeafWalk& walk, Leaf& leaf, Part& part) {
    leaf.fold_end = static_cast<int>(walk.limited_folds.size());
    leaf.idle_end = static_cast<int>(walk.idle_folds.size());
    for (std::size_t rate = 0; rate < part.rates.size(); ++rate) {
        walk.cloth.law_ends.push_back(count_of(walk, part, rate));
        end_block(walk.cloth.law_ends.back(), part.rates[rate]);
    }
}

void carry_folds(const KeptLaws& kept, Range folds, std::vector<Fold>& to) {
    const auto begin = kept.folds.begin() + folds.begin;
    to.insert(to.end(), begin, begin + folds.count);
    if (!kept.is_renumbered) return;
    for (auto fold = to.end() - folds.count; fold != to.end(); ++fold) kept.renumber(*fold);
}

/// A leaf whose laws are as they were; only how fast its springs are may have changed. They stand side by
/// side, then the diagonals, within each rate.
void carry_leaf(LeafWalk& walk, const Leaf& leaf, int old) {
    const KeptLaws& kept = *walk.kept;
    std::array<int, 6> springs{};
    int count = 0;
    for (int rate = 0; rate < kept.rates(); ++rate) {
        const Range here = kept.springs_of(old, old + 1, rate);
        for (int s = here.begin; s < here.end(); ++s) springs[count++] = s;
    }
    const auto carry = [&](int a, int b) {
        for (int k = 0; k < count; ++k) {
            const Nodes<2>& ends = kept.springs[springs[k]].nodes;
            if (kept.node_of(ends[0]) == a && kept.node_of(ends[1]) == b)
                walk.springs[spring_rate(walk, {a, b})].add(false, {springs[k], 1});
        }
    };
    for (int side = 0; side < leaf.count; ++side) carry(leaf.node[side], leaf.node[(side + 1) % leaf.count]);
    for (int k = 0; k + 2 < leaf.count && leaf.count == 4; ++k) carry(leaf.node[k], leaf.node[k + 2]);
    for (int rate = 0; rate < kept.rates(); ++rate)
        if (const Range bends = kept.bends_of(old, old + 1, rate); bends.count > 0)
            walk.bends[rate].add(false, bends);
    carry_folds(kept, kept.limited_of(old, old + 1), walk.limited_folds);
    carry_folds(kept, kept.idle_of(old, old + 1), walk.idle_folds);
}

bool is_still(const LeafWalk& walk, int leaf) {
    if (walk.kept_as[leaf] < 0) return false;
    const std::array<int, 4>& node = walk.leaves[leaf].node;
    return std::none_of(node.begin(), node.begin() + walk.leaves[leaf].count,
                        [&](int n) { return walk.has_other_rate[n - walk.first]; });
}

/// One behind the last of the leaves from this one on that nothing has happened to and that stood side by
/// side before.
int end_of_still(const LeafWalk& walk, int begin) {
    int end = begin;
    while (end < static_cast<int>(walk.leaves.size()) && is_still(walk, end) &&
           walk.kept_as[end] == walk.kept_as[begin] + (end - begin))
        ++end;
    return end;
}

/// Where the laws of leaves [begin, end) end that were carried in one piece: as far from their first as they
/// were.
void end_still(LeafWalk& walk, int begin, int end, const std::vector<LawCount>& start, Part& part) {
    const KeptLaws& kept = *walk.kept;
    const int old = walk.kept_as[begin], rates = static_cast<int>(part.rates.size());
    std::vector<LawCount>& law_ends = walk.cloth.law_ends;
    const std::size_t first = law_ends.size();
    law_ends.resize(first + static_cast<std::size_t>(end - begin) * rates);
    for (int rate = 0; rate < rates; ++rate) {
        const bool is_old = rate < kept.rates();
        const LawCount from = is_old ? kept.before(old, rate) : LawCount{};
        LawCount* now = law_ends.data() + first + rate;
        for (int leaf = old; leaf < old + end - begin; ++leaf, now += rates) {
            *now = start[rate];
            if (!is_old) continue;
            const LawCount to = kept.before(leaf + 1, rate);
            now->springs += to.springs - from.springs;
            now->bends += to.bends - from.bends;
            now->triangles += to.triangles - from.triangles;
            end_block(*now, part.rates[rate]);
        }
    }
}

/// Leaves [begin, end) with their laws in one piece for each rate.
void carry_still(LeafWalk& walk, int begin, int end, Part& part) {
    const KeptLaws& kept = *walk.kept;
    const int old = walk.kept_as[begin], old_end = old + end - begin;
    std::vector<LawCount> start;
    for (std::size_t rate = 0; rate < part.rates.size(); ++rate) start.push_back(count_of(walk, part, rate));
    end_still(walk, begin, end, start, part);
    const int more_folds = static_cast<int>(walk.limited_folds.size()) - kept.limited_of(0, old).count;
    const int more_idle = static_cast<int>(walk.idle_folds.size()) - kept.idle_of(0, old).count;
    for (int leaf = begin; leaf < end; ++leaf) {
        walk.leaves[leaf].fold_end += more_folds;
        walk.leaves[leaf].idle_end += more_idle;
        add_triangles(walk, walk.leaves[leaf], part);
    }
    for (int rate = 0; rate < std::min(kept.rates(), static_cast<int>(part.rates.size())); ++rate) {
        walk.springs[rate].add(false, kept.springs_of(old, old_end, rate));
        walk.bends[rate].add(false, kept.bends_of(old, old_end, rate));
    }
    carry_folds(kept, kept.limited_of(old, old_end), walk.limited_folds);
    carry_folds(kept, kept.idle_of(old, old_end), walk.idle_folds);
}

void add_leaves(LeafWalk& walk, Part& part) {
    for (int k = 0; k < static_cast<int>(walk.leaves.size());) {
        if (const int end = end_of_still(walk, k); end > k) {
            carry_still(walk, k, end, part);
            k = end;
            continue;
        }
        Leaf& leaf = walk.leaves[k];
        if (walk.kept_as[k] >= 0)
            carry_leaf(walk, leaf, walk.kept_as[k]);
        else
            derive_laws(walk, leaf);
        add_triangles(walk, leaf, part);
        end_leaf(walk, leaf, part);
        ++k;
    }
}

/// The laws of all rates take the place of those that the part had, and of all behind them.
template <class Element>
void put_laws(const KeptLaws& kept, const std::vector<LawList>& by_rate, std::span<const Element> old,
              const std::vector<Element>& fresh, Range RateLevel::*of_rate, Part& part, Range& range,
              std::vector<Element>& all) {
    std::size_t count = 0;
    for (const LawList& list : by_rate) count += list.count;
    std::vector<Element> laws;  // some of the old ones stand where these go
    // sizes that come again: the system is then not asked for other pages at every change, which took a third
    // of the time of this
    laws.reserve(std::bit_ceil(range.begin + count));
    laws.assign(all.begin(), all.begin() + range.begin);
    for (std::size_t rate = 0; rate < by_rate.size(); ++rate) {
        part.rates[rate].*of_rate = {static_cast<int>(laws.size()), by_rate[rate].count};
        for (const LawList::Piece& piece : by_rate[rate].pieces) {
            const Element* const from = (piece.is_new ? fresh.data() : old.data()) + piece.laws.begin;
            laws.insert(laws.end(), from, from + piece.laws.count);
            if (piece.is_new || !kept.is_renumbered) continue;
            for (auto law = laws.end() - piece.laws.count; law != laws.end(); ++law) kept.renumber(*law);
        }
    }
    range.count = static_cast<int>(count);
    all = std::move(laws);
}

}  // namespace

void arrange_laws(LeafWalk& walk, Part& part) {
    AdaptiveCloth& cloth = walk.cloth;
    Model& model = walk.model;
    begin_rates(walk, part);
    set_limits(walk);
    add_leaves(walk, part);
    const KeptLaws none;
    const KeptLaws& kept = walk.kept ? *walk.kept : none;
    put_laws(kept, walk.springs, kept.springs, walk.new_springs, &RateLevel::springs, part, part.springs,
             model.springs);
    put_laws(kept, walk.bends, kept.bends, walk.new_bends, &RateLevel::bends, part, part.bends, model.bends);
    cloth.folds = std::move(walk.limited_folds);
    cloth.folds.insert(cloth.folds.end(), walk.idle_folds.begin(), walk.idle_folds.end());
    cloth.material_of_laws = cloth.material;
    if (!walk.change) return;
    walk.change->new_springs = std::move(walk.new_springs);
    walk.change->new_bends = std::move(walk.new_bends);
}

}  // namespace souple
