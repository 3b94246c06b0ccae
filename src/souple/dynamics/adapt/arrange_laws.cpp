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

int work_of(const LawCount& laws) {
    constexpr int of_bend = 8;  // of a spring: 1
    return laws.springs + of_bend * laws.bends + laws.triangles;
}

/// Ends the block of a rate where it has come to some work: what is evaluated together lies around the same
/// leaves. `ends` of some leaves, one for each rate: this rate's is the first.
void end_blocks(std::span<const LawCount> ends, std::size_t rates, RateLevel& level) {
    int last = level.block_ends.empty() ? 0 : work_of(level.block_ends.back());
    for (std::size_t k = 0; k < ends.size(); k += rates) {
        const int work = work_of(ends[k]);
        if (work - last < work_of_block) continue;
        level.block_ends.push_back(ends[k]);
        last = work;
    }
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
        end_blocks(std::span(&walk.cloth.law_ends.back(), 1), 1, part.rates[rate]);
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
    const int old = walk.kept_as[begin], count = end - begin;
    const std::size_t rates = part.rates.size(), old_rates = kept.rates(), first = walk.cloth.law_ends.size();
    walk.cloth.law_ends.resize(first + count * rates);
    const std::span<LawCount> ends = std::span(walk.cloth.law_ends).subspan(first);
    const LawCount* const old_ends = kept.law_ends.data() + old * old_rates;
    for (std::size_t rate = 0; rate < rates; ++rate) {
        const bool is_old = rate < old_rates;
        const LawCount shift = is_old ? start[rate] - kept.before(old, static_cast<int>(rate)) : start[rate];
        for (int k = 0; k < count; ++k)
            ends[k * rates + rate] = is_old ? old_ends[k * old_rates + rate] + shift : shift;
        if (is_old) end_blocks(ends.subspan(rate), rates, part.rates[rate]);
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

/// Laws that have stood in the Model go to other places of it.
struct LawMove {
    int from = 0, to = 0, count = 0;
};

/// None of them is written over before it has gone: where they keep their order those that go forward can go
/// first to last, those that go back last to first.
template <class Element>
void move_laws(const std::vector<LawMove>& moves, std::vector<Element>& all) {
    const auto at = [&](int place) { return all.begin() + place; };
    for (const LawMove& move : moves)
        if (move.to < move.from) std::copy(at(move.from), at(move.from + move.count), at(move.to));
    for (auto move = moves.rbegin(); move != moves.rend(); ++move)
        if (move->to > move->from)
            std::copy_backward(at(move->from), at(move->from + move->count), at(move->to + move->count));
}

bool keep_their_order(const std::vector<LawMove>& moves) {
    for (std::size_t k = 1; k < moves.size(); ++k)
        if (moves[k].from < moves[k - 1].from + moves[k - 1].count) return false;
    return true;
}

/// The laws of all rates take the place of those that the part had, and of all behind them.
template <class Element>
void put_laws(const KeptLaws& kept, const std::vector<LawList>& by_rate, std::span<const Element> old,
              const std::vector<Element>& fresh, Range RateLevel::*of_rate, Part& part, Range& range,
              std::vector<Element>& all) {
    std::vector<LawMove> moves, news;
    int end = range.begin;
    for (std::size_t rate = 0; rate < by_rate.size(); ++rate) {
        part.rates[rate].*of_rate = {end, by_rate[rate].count};
        for (const LawList::Piece& piece : by_rate[rate].pieces) {
            (piece.is_new ? news : moves).push_back({piece.laws.begin, end, piece.laws.count});
            end += piece.laws.count;
        }
    }
    range.count = end - range.begin;
    const bool stood_here = !old.empty() && old.data() == all.data() + range.begin;
    if (stood_here && keep_their_order(moves)) {
        for (LawMove& move : moves) move.from += range.begin;
        all.resize(std::max<std::size_t>(all.size(), end));
        move_laws(moves, all);
        all.resize(end);
    } else {
        const std::vector<Element> before(old.begin(), old.end());
        all.resize(end);
        for (const LawMove& move : moves)
            std::copy_n(before.begin() + move.from, move.count, all.begin() + move.to);
    }
    for (const LawMove& move : news)
        std::copy_n(fresh.begin() + move.from, move.count, all.begin() + move.to);
    if (!kept.is_renumbered) return;
    for (const LawMove& move : moves)
        for (int law = move.to; law < move.to + move.count; ++law) kept.renumber(all[law]);
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
